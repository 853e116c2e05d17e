# SPDX-License-Identifier: Apache-2.0
"""Yosys scripts: from the RTL to a netlist of ECP5 cells.

A front end reads the RTL (`elaborate`), and a recipe maps the design (`RECIPES`). Then follow
checks and the output files (`finish`). Each part is a list of Yosys commands.

Two front ends must give the same circuit: `slang` (Yosys' `read_slang`, a full SystemVerilog
elaborator, the default) and `verilog` (Yosys' own `read_verilog -sv`). `slang` is faster, and its
netlists were never larger in our measurements.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from roundel.base.errors import InputError
from roundel.design import arguments
from roundel.fpga.units import Unit
from roundel.fpga.yosys import WITHOUT_POSITIONS

Frontend = Literal["slang", "verilog"]

AUTO = "auto"
ELABORATED = "elaborated.il"
VENDOR = "ecp5"  # in rtl/vendor; files with instances of ECP5 cells


@dataclass(frozen=True)
class Recipe:
    """A recipe for the mapping of a design."""

    name: str  # the name in records
    purpose: str  # the purpose in one line
    # The Yosys commands between elaboration and checks, for the units of the elaborated design;
    # "{top}" in a command is the top module.
    commands: Callable[[Sequence[Unit]], tuple[str, ...]]


# The separate mapping of each kind of unit, in abc's commands.
#
# tower, gates: from a graph of ANDs (strash) a fast cover (if) and a smaller cover (if -a), then
# resynthesis with don't-cares (mfs2) and packing of LUTs (lutpack); then a second pass. Not dch:
# dch restructures the network and finds a larger network (51 to 57 LUT4 instead of 49). round:
# without `-a`, which adds levels: a stage has few levels, and every level counts. table: LUTs with
# up to seven inputs, made of LUT4 and the slices' multiplexers.
_SMALL = (
    "abc -lut 4 -script +strash;if,-K,4;if,-K,4,-a;mfs2;lutpack;strash;if,-K,4,-a;"
    "&get,-nm;&mfs;&put"
)
_SHALLOW = "abc -lut 4 -script +strash;if,-K,4;mfs2;lutpack;strash;if,-K,4;mfs2;lutpack"
_WIDE = "abc -luts 1,1,1,1,2,4,8 -script +strash;if,-a"
_ALONE = {
    "step": _SHALLOW,
    "expand": _SMALL,
    "round": _SHALLOW,
    "rom": _SHALLOW,
    "tower": _SMALL,
    "gates": _SMALL,
    "table": _WIDE,
}

# The estimated delay of a combinational unit in picoseconds, from its levels of LUTs. The mapper of
# the surrounding logic needs this delay to recognise late signals. A round key for a "step" only
# passes a multiplexer of "expand". With a larger delay of "expand", the mapper takes this path for
# the slowest path and tolerates equally slow paths in a processor.
_DELAY = {"expand": 1200, "step": 3900, "tower": 3900, "gates": 3900, "table": 1800}

_NARROW = ("synth_ecp5 -nowidelut -top {top}",)
_WIDER = ("synth_ecp5 -top {top}",)
# abc9's script without `&dch`, whose other structures save LUTs and add levels. The RTL of GCM is
# written for three LUTs between registers, and `&dch` makes four of many.
_LEVEL = ("scratchpad -set abc9.script +&scorr;&sweep;&dc2;&if,-W,300,-v;&mfs", *_NARROW)


def _nested(found: Sequence[Unit], around: tuple[str, ...] = _NARROW) -> tuple[str, ...]:
    """Map the units separately, then the surrounding logic; the hierarchy stays during mapping."""
    if not found:
        return around
    units = {f"unit_{index}_{unit.kind}": unit for index, unit in enumerate(found)}
    commands = ["proc -norom", "opt_clean"]
    for name, unit in units.items():
        commands += [f"chtype -set {name} t:{unit.module}", f"rename {unit.module} {name}"]
    commands.append("design -save whole")
    for name, unit in units.items():
        commands += [
            "design -load whole",
            f"hierarchy -top {name}",
            "flatten -noscopeinfo",
            "opt -full",
            "techmap",
            "opt -full",
            "simplemap",  # opt -full makes multiplexers
            "opt_clean",
            # A table in a sequential unit is ordinary logic between registers.
            _SHALLOW if unit.sequential else _ALONE[unit.kind],
            "opt_clean",
            "techmap -map +/lattice/cells_map_trellis.v",
            "opt_clean",
            f"select -module {name}",
            f"write_rtlil -selected {name}.il",
            "select -clear",
        ]
    commands.append("design -load whole")
    for name, unit in units.items():
        if unit.sequential:
            commands.append(f"blackbox ={name}")
        else:
            commands += [f"delete ={name}", "read_verilog -specify <<EOT", _box(name, unit), "EOT"]
    return (
        *commands,
        *around,
        *(f"delete ={name}" for name in units),
        *(f"read_rtlil {name}.il" for name in units),
        "hierarchy -check -top {top}",
        "flatten -noscopeinfo",
        "opt_clean",
        "opt_merge",  # equal delay lines of two units are merged
        "opt_clean",
    )


def _box(name: str, unit: Unit) -> str:
    """A module with delays but without content, as Verilog on one line."""
    words = {"in": "input", "out": "output"}
    ports = ", ".join(
        f"{words[port.direction]} [{port.width - 1}:0] {port.name}" for port in unit.ports
    )
    arcs = " ".join(
        f"({start.name} *> {end.name}) = {_DELAY[unit.kind]};"
        for start in unit.ports
        for end in unit.ports
        if (start.direction, end.direction) == ("in", "out")
    )
    return f"(* abc9_box, blackbox *) module {name} ({ports}); specify {arcs} endspecify endmodule"


RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        Recipe(
            "nested", "S-boxes or rounds mapped separately, then the surrounding logic", _nested
        ),
        Recipe(
            "nested-level",
            "as nested, with the structure of the RTL in the surrounding logic",
            lambda found: _nested(found, _LEVEL),
        ),
        Recipe("narrow", "synth_ecp5 -nowidelut: the whole design to LUT4", lambda _: _NARROW),
        Recipe(
            "wide",
            "synth_ecp5: the whole design to LUTs of up to 7 inputs, with the slices' multiplexers",
            lambda _: _WIDER,
        ),
        Recipe(
            "nested-wide",
            "as nested, with the surrounding logic in LUTs of up to 7 inputs",
            lambda found: _nested(found, _WIDER),
        ),
    )
}

# "auto": the best in LUT4 and clock of the measured recipes (docs/log/synthesis.md#recipe).
_BEST = "nested"
_BEST_OF = {"gcm": "nested-level"}  # by mode of operation


def find_recipe(name: str, mode: str = "") -> Recipe:
    """The recipe with a name of `RECIPES`, or "auto": the best recipe for a mode of operation."""
    chosen = _BEST_OF.get(mode, _BEST) if name == AUTO else name
    if chosen not in RECIPES:
        raise InputError(
            f"there is no synthesis recipe {name!r}; choose one of {', '.join([AUTO, *RECIPES])}."
        )
    return RECIPES[chosen]


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
    ECP5 cells, named after their modules; only ports and parameters are read. `others` are files of
    other projects without checks: old Verilog has undriven wires. Without `rom`, no `case` of
    constants becomes a ROM with its output register.

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
