# SPDX-License-Identifier: Apache-2.0
"""Yosys scripts: from the RTL to a netlist of ECP5 cells.

A front end reads the RTL (`elaborate`), a recipe maps it (`RECIPES`), then come checks and the
files to write (`finish`). Each part is a list of Yosys commands.

Two front ends must give the same circuit: `slang` (Yosys' `read_slang`, a full SystemVerilog
elaborator, the default) and `verilog` (Yosys' own `read_verilog -sv`). `slang` reads the RTL
faster and its netlists were never larger in our measurements.
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
VENDOR = "ecp5"  # in rtl/vendor; files that instantiate the part's own cells


@dataclass(frozen=True)
class Recipe:
    """A way to map a design."""

    name: str  # in records
    purpose: str  # one line
    # From the units of the elaborated design, the Yosys commands between elaboration and checks;
    # "{top}" in a command is the top module.
    commands: Callable[[Sequence[Unit]], tuple[str, ...]]


# How each kind of unit is mapped alone, in abc's own names.
#
# tower, gates: from a graph of ANDs (strash) a fast cover (if) and one of less area (if -a),
# resynthesis with don't-cares (mfs2), packing of LUTs into each other (lutpack); once more from the
# result. Not dch: it takes the network apart and finds a larger one (51 to 57 LUT4 for 49).
# round: the same without `-a`, which gives up levels: a stage has few, and all count.
# table: LUTs of up to seven inputs, made of LUT4 and the slices' multiplexers.
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

# Delay of a combinational unit in picoseconds, estimated from its levels of LUTs. The mapping of
# the logic around a unit needs the delay to know which signals come late. A round key on its way
# to a "step" passes only a multiplexer of "expand". A larger value for "expand" made this path the
# slowest of all for the mapper, which then let a processor beside it be as slow.
_DELAY = {"expand": 1200, "step": 3900, "tower": 3900, "gates": 3900, "table": 1800}

_NARROW = ("synth_ecp5 -nowidelut -top {top}",)
_WIDER = ("synth_ecp5 -top {top}",)


def _nested(found: Sequence[Unit], around: tuple[str, ...] = _NARROW) -> tuple[str, ...]:
    """The units are mapped alone, then all else around them; nothing crosses their borders."""
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
            # A table in a sequential unit is logic between registers like any other.
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
        "opt_merge",  # a delay that two units hold is one
        "opt_clean",
    )


def _box(name: str, unit: Unit) -> str:
    """A module without contents but with delays, as Verilog on one line."""
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
        Recipe("nested", "S-boxes or rounds mapped alone, then all else around them", _nested),
        Recipe("narrow", "synth_ecp5 -nowidelut: the whole to LUT4", lambda _: _NARROW),
        Recipe(
            "wide",
            "synth_ecp5: the whole to LUTs of up to 7 inputs, with the slices' multiplexers",
            lambda _: _WIDER,
        ),
        Recipe(
            "nested-wide",
            "as nested, and all else to LUTs of up to 7 inputs",
            lambda found: _nested(found, _WIDER),
        ),
    )
}

# "auto": the best in LUT4 and clock of the measured recipes (docs/explanation/synthesis.md).
_BEST = "nested"


def find_recipe(name: str) -> Recipe:
    """The recipe of a name of `RECIPES`, or of "auto"."""
    chosen = _BEST if name == AUTO else name
    if chosen not in RECIPES:
        raise InputError(
            f"there is no synthesis recipe {name!r}; choose one of {', '.join([AUTO, *RECIPES])}."
        )
    return RECIPES[chosen]


def find_frontend(name: str) -> Frontend:
    """The front end of a name."""
    match name:
        case "slang" | "verilog":
            return name
        case _:
            raise InputError(f"there is no front end {name!r}; choose slang or verilog.")


def reads_defaults(reader: Frontend, others: bool) -> bool:
    """Whether a front end elaborates modules with their defaults first, and so needs more files.

    With files of other projects among the sources, reading is deferred.
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

    The commands end with an error for a name that only its use declares, for a wire without a
    driver or with two, and for a latch: signs that a front end misreads the RTL. `slang` gives a
    wire without a driver an unknown value, which `undriven` finds.

    Sources are in compile order, relative to the directory in which Yosys runs. `cells` are files
    of the part's cells, each named after its module, of which only ports and parameters are read.
    `others` are files of other projects, which are not checked: old Verilog has wires that nothing
    drives. Without `rom` no `case` of constants becomes a ROM with the register behind it.

    Raises:
        InputError: `slang` is to read files of other projects.
    """
    files = " ".join(arguments(sources))
    if reader == "slang":
        if others:
            raise InputError("the front end slang reads the library alone; choose verilog.")
        values = " ".join(f"-G {name}={value}" for name, value in parameters.items())
        boxes = " ".join(f"--blackboxed-module {PurePath(cell).stem} {cell}" for cell in cells)
        read = [
            f"read_slang --best-effort-hierarchy --threads 1 --top {top} {values} {boxes} {files}"
        ]
    else:
        values = " ".join(f"-chparam {name} {value}" for name, value in parameters.items())
        # Deferred, a module is read with the parameters that it has here, and with no others.
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
        # Now: any optimisation makes a constant of what nothing drives.
        # With parameters the library's modules are called $paramod...roundel_...
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
    """The undriven wires of elaborated.il; slang writes them as buffers with an unknown input."""
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
