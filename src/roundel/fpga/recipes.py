# SPDX-License-Identifier: Apache-2.0
"""Yosys scripts around a recipe: from the RTL to a netlist of a family's cells.

A front end reads the RTL (`elaborate`), and a recipe of the family maps the design. Then follow
checks and the output files (`finish`). Each part is a list of Yosys commands.

Two front ends must give the same circuit: `slang` (Yosys' `read_slang`, a full SystemVerilog
elaborator, the default) and `verilog` (Yosys' own `read_verilog -sv`). `slang` is faster, and its
netlists were never larger in our measurements.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Literal

from roundel.base.errors import InputError
from roundel.design import arguments
from roundel.fpga.yosys import WITHOUT_POSITIONS

Frontend = Literal["slang", "verilog"]

ELABORATED = "elaborated.il"


def find_frontend(name: str) -> Frontend:
    """The front end with a name."""
    match name:
        case "slang" | "verilog":
            return name
        case _:
            raise InputError(f"there is no front end {name!r}; choose slang or verilog.")


def reads_defaults(reader: Frontend, others: bool) -> bool:
    """Whether a front end first elaborates modules with defaults, and so needs more files.

    Reading is deferred if the sources include files of other projects.
    """
    return reader == "verilog" and not others


def elaborate(
    reader: Frontend,
    sources: Sequence[str],
    top: str,
    parameters: Mapping[str, int],
    cells: Sequence[str] = (),
    others: Sequence[str] = (),
    *,
    rom: bool = True,
) -> list[str]:
    """Commands that read the RTL, elaborate one configuration and write elaborated.il.

    The commands fail for an implicitly declared name, for a wire without a driver or with two
    drivers, and for a latch: a front end may have misread the RTL. `slang` drives an undriven wire
    with an unknown value; `undriven` finds these wires.

    Sources are in compile order, relative to the working directory of Yosys. `cells` are files of
    a vendor's cells, named after their modules; only ports and parameters are read. `others` are
    files of other projects without checks: old Verilog has undriven wires. Without `rom`, no `case`
    of constants becomes a ROM with its output register.

    Raises:
        InputError: `slang` cannot read files of other projects.
    """
    files = " ".join(arguments(sources))
    if reader == "slang":
        if others:
            raise InputError("the front end slang reads only the library; choose verilog.")
        values = " ".join(f"-G {name}={value}" for name, value in parameters.items())
        boxes = " ".join(f"--blackboxed-module {PurePath(cell).stem} {cell}" for cell in cells)
        read = [
            f"read_slang --best-effort-hierarchy --threads 1 --top {top} {values} {boxes} {files}"
        ]
    else:
        values = " ".join(f"-chparam {name} {value}" for name, value in parameters.items())
        # A deferred module is read with its actual parameters only.
        defer = " -defer" if others else ""
        read = [
            *(f"read_verilog -sv -lib {cell}" for cell in cells),
            *(f"read_verilog{defer} {other}" for other in others),
            f"read_verilog -sv{defer} {files}",
            f"hierarchy -check -top {top} {values}",
            f"rename -top {top}",
        ]
    return [
        'logger -werror "implicitly declared"',
        'logger -werror "used but has no driver"',
        *read,
        "proc" if rom else "proc -norom",
        # Before any optimisation, which would turn undriven nets into constants.
        # With parameters, the library's modules are called $paramod...roundel_...
        "check -assert roundel_* $paramod*roundel_*" if others else "check -assert",
        "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr t:$sr",
        *WITHOUT_POSITIONS,
        "delete =A:blackbox",
        f"write_rtlil {ELABORATED}",
    ]


_BUFFER = re.compile(r"^  cell \$buf .*?^  end$", re.MULTILINE | re.DOTALL)
_UNKNOWN = re.compile(r"^    connect \\A .*\d'[01]*[xz]", re.MULTILINE)
_DRIVEN = re.compile(r"^    connect \\Y (.*)$", re.MULTILINE)


def undriven(rtlil: str) -> list[str]:
    """The undriven wires of elaborated.il; slang writes buffers with an unknown input."""
    buffers = _BUFFER.findall(rtlil)
    return [_DRIVEN.findall(text)[0] for text in buffers if _UNKNOWN.search(text)]


def finish(top: str) -> list[str]:
    """Commands that check a mapped netlist and write NAME.il, NAME.v, and cells.json (counts)."""
    return [
        f"hierarchy -check -top {top}",
        "delete t:$scopeinfo",
        "check -mapped -assert",
        *WITHOUT_POSITIONS,
        f"select -module {top}",
        f"write_rtlil -selected {top}.il",
        f"write_verilog -noattr -selected {top}.v",
        "tee -q -o cells.json stat -json",
    ]
