# SPDX-License-Identifier: Apache-2.0
"""Yosys and abc scripts: from the RTL to a netlist of a library's cells.

`proc -norom`, as plain `proc` makes a ROM of a `case` and takes the register behind it along. A
core whose rounds begin with a register is mapped round by round: all rounds are one module, so it
is mapped once, and no path is cut in two, as it ends where the round does.

A round has two results, with and without MixColumns; most instances use one. An unused result would
load the used one, so the instances of a module are mapped once for each choice of the outputs that
something reads (`find_apart`).

abc knows the library's delays but no wires, no clock-to-output and no setup: its delay serves to
choose, and OpenSTA measures (`roundel.cells.timing`).
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from roundel.base.errors import InputError
from roundel.fpga.units import Unit
from roundel.fpga.yosys import WITHOUT_POSITIONS

# The files of a mapping: the library, its gates for abc, and what drives inputs.
LIBRARY, GATES, DRIVER = "library.lib", "gates.lib", "driver.sdc"
UNBUFFERED, BUFFERED = "unbuffered.json", "buffered.json"


@dataclass(frozen=True)
class CellsRecipe:
    """A way to map logic between registers."""

    name: str  # in records
    purpose: str  # one line
    commands: str  # abc's, separated by semicolons
    # Whether only area counts: abc inserts no buffers, for which it takes large cells, and
    # `drop_inverters` removes inverters.
    least: bool = False

    def script(self) -> str:
        """The commands as a script."""
        return "\n".join([*(command.strip() for command in self.commands.split(";")), ""])


# A choice among structures (dch), and a cover for area under the delay that it has (map -a).
_COVER = "strash; dch; map -B 0.9 -a"
# Before it structures with fewer levels than what was written: by LUTs, balanced (if -g) and then
# of least depth (if -x).
_SHALLOW = f"strash; if -g; strash; if -x; {_COVER}; {_COVER}"
_SIZED = "topo; buffer -c; topo; upsize; dnsize; stime"

RECIPES: dict[str, CellsRecipe] = {
    recipe.name: recipe
    for recipe in (
        CellsRecipe(
            "area",
            "the least area, whatever the clock",
            "strash; dch; amap -m -C 1000 -F 4 -A 2; topo; stime",
            least=True,
        ),
        CellsRecipe("balanced", "the most speed for its area", f"{_SHALLOW}; {_SIZED}"),
        CellsRecipe(
            "speed",
            "the fastest clock, whatever the area",
            f"{_SHALLOW}; strash; dch; map -B 0.9; {_SIZED}",
        ),
    )
}
DEFAULT = "balanced"


def find_recipe(name: str) -> CellsRecipe:
    """The recipe of a name."""
    if name not in RECIPES:
        raise InputError(
            f"there is no recipe {name!r} for cells; choose one of {', '.join(RECIPES)}."
        )
    return RECIPES[name]


_SIMPLE = (
    *("opt -full", "memory -nomap", "opt_clean", "memory_map", "opt -full", "alumacc", "share"),
    *("opt", "techmap", "opt -full", "simplemap", "opt_clean"),
)


# Commands on an open design that count the registers of the RTL, before any mapping. Constant,
# equal and unread registers are gone: no circuit needs them. Only gates show which registers are
# equal, for example those of a decoder.
COUNT_REGISTERS = ("flatten -noscopeinfo", *_SIMPLE, "tee -q -o registers.json stat -json")
# Commands on an open design that write what is in each module, for `find_apart`.
LOOK = ("opt_clean", "write_json look.json")


@dataclass(frozen=True)
class Apart:
    """A module that is mapped alone, for some of its instances."""

    name: str  # the new name
    module: str
    instances: tuple[tuple[str, str], ...]  # the module around an instance, and its name there
    unread: tuple[tuple[str, int], ...]  # outputs that nothing reads, with their width

    @property
    def what(self) -> str:
        """What it stands for, in words."""
        count = len(self.instances)
        return f"one of {count} alike rounds" if count > 1 else "a round"


def find_apart(modules: Mapping[str, Any], found: list[Unit]) -> list[Apart]:
    """Of the found modules those with registers and more than one instance, to be mapped alone.

    The slowest path of a module with one instance may contain what is around it. `modules` is the
    elaborated design in Yosys' JSON, without cells that nothing reads.
    """
    kept: list[Apart] = []
    for unit in (unit for unit in found if unit.sequential):
        # Instances by the outputs that they are not read for.
        groups: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
        for around, body in modules.items():
            read = _read(body)
            for name, cell in body["cells"].items():
                if cell["type"] != unit.module:
                    continue
                outputs = [
                    port
                    for port, bits in sorted(cell["connections"].items())
                    if cell["port_directions"][port] == "output" and not read.intersection(bits)
                ]
                groups[tuple(outputs)].append((around, name))
        if sum(map(len, groups.values())) < 2:
            continue
        ports = modules[unit.module]["ports"]
        for unread, instances in sorted(groups.items()):
            widths = tuple((name, len(ports[name]["bits"])) for name in unread)
            name = f"unit_{len(kept)}_{unit.kind}"
            kept.append(Apart(name, unit.module, tuple(instances), widths))
    return kept


def _read(body: Mapping[str, Any]) -> set[int | str]:
    """The nets of a module that something reads: an input of a cell, or an output of its own."""
    found: set[int | str] = set()
    for port in body["ports"].values():
        if port["direction"] == "output":
            found.update(port["bits"])
    for cell in body["cells"].values():
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] != "output":
                found.update(bits)
    return found


def _escaped(name: str) -> str:
    """A name as Yosys' selections take it, with what they give a meaning to behind a backslash."""
    return re.sub(r"([\[\]*?])", r"\\\1", name)


def split(found: Sequence[Apart]) -> list[str]:
    """Commands on an open design that copy what is mapped alone to modules of their own."""
    commands = []
    for apart in found:
        commands.append(f"copy {apart.module} {apart.name}")
        commands += [
            f"chtype -set {apart.name} {_escaped(around)}/c:{_escaped(name)}"
            for around, name in apart.instances
        ]
    return [*commands, "design -save whole"]


def open_unit(apart: Apart) -> list[str]:
    """Commands that take one module out of the design, with unread outputs at zero."""
    return [
        "design -load whole",
        f"hierarchy -top {apart.name}",
        "flatten -noscopeinfo",
        f"cd {apart.name}",
        *(f"connect -set {port} {width}'b0" for port, width in apart.unread),
        "cd ..",
        "opt_clean",
    ]


def map_open(script: str) -> list[str]:
    """Commands that flatten the open module and map it to cells by a file of abc's commands."""
    return [
        "flatten -noscopeinfo",
        *_SIMPLE,
        f"dfflibmap -liberty {LIBRARY}",
        "opt_clean",
        "setundef -zero",
        f"abc -liberty {GATES} -constr {DRIVER} -script {script}",
        "opt_clean",
    ]


def finish(names: Sequence[str], top: str) -> list[str]:
    """Commands that put units back, and write the netlist without its buffers."""
    return [
        *(f"delete ={name}" for name in names),
        *(f"read_rtlil {name}.il" for name in names),
        f"read_liberty -lib {LIBRARY}",
        f"hierarchy -check -top {top}",
        "flatten -noscopeinfo",
        "opt_clean -purge",
        "check -assert",
        "delete =A:blackbox",
        *WITHOUT_POSITIONS,
        f"write_json {UNBUFFERED}",
    ]


def write(top: str) -> list[str]:
    """Commands that write the netlist, with its buffers: TOP.v, TOP.json, cells.json."""
    return [
        f"read_json {BUFFERED}",
        f"read_liberty -lib {LIBRARY}",
        f"hierarchy -check -top {top}",
        # OpenSTA takes no concatenation on the left of an assignment.
        "rename -hide w:*",
        "splitnets",
        "opt_clean -purge",
        "rename -enumerate -pattern cell_% c:*",
        "delete =A:blackbox",
        f"tee -q -o cells.json stat -json -liberty {LIBRARY}",
        f"write_json {top}.json",
        f"write_verilog -noattr -noexpr {top}.v",
    ]
