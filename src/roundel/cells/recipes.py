# SPDX-License-Identifier: Apache-2.0
"""Yosys and abc scripts: from the RTL to a netlist in a library's cells.

`proc -norom`: plain `proc` turns a `case` into a ROM and absorbs the register behind the ROM.
If the rounds of a core begin with a register, the round module is mapped separately and once. The
round boundary cuts no path, because paths end at the registers.

A round has two results, with and without MixColumns; most instances use one result. An unused
result would load the used result. So the instances of a module are mapped once for each set of used
outputs (`find_rounds`).

abc knows the library's delays, but not wires, clock-to-output times and setup times. abc's delay
guides the mapping, and OpenSTA computes the clock (`roundel.cells.timing`).
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from roundel.base.errors import InputError
from roundel.fpga.units import Unit
from roundel.fpga.yosys import WITHOUT_POSITIONS

# The files of a mapping: the library, its gates for abc, and the driver of inputs.
LIBRARY, GATES, DRIVER = "library.lib", "gates.lib", "driver.sdc"
UNBUFFERED, BUFFERED = "unbuffered.json", "buffered.json"


@dataclass(frozen=True)
class CellsRecipe:
    """A mapping of the logic between registers."""

    name: str  # the name in records
    purpose: str  # the purpose in one line
    commands: str  # abc's commands, separated by semicolons
    # Whether only area counts: abc then inserts no buffers (for which abc takes large cells), and
    # `drop_inverters` removes inverters.
    least: bool = False

    def script(self) -> str:
        """The commands as a script."""
        return "\n".join([*(command.strip() for command in self.commands.split(";")), ""])


# Structural choices (dch), then a cover with least area at the delay of the mapping (map -a).
_COVER = "strash; dch; map -B 0.9 -a"
# Before the cover, structures with fewer levels than the RTL's: by LUTs, balanced (if -g), then of
# least depth (if -x).
_SHALLOW = f"strash; if -g; strash; if -x; {_COVER}; {_COVER}"
_SIZED = "topo; buffer -c; topo; upsize; dnsize; stime"

RECIPES: dict[str, CellsRecipe] = {
    recipe.name: recipe
    for recipe in (
        CellsRecipe(
            "area",
            "the smallest area, at any clock",
            "strash; dch; amap -m -C 1000 -F 4 -A 2; topo; stime",
            least=True,
        ),
        CellsRecipe("balanced", "the highest throughput per area", f"{_SHALLOW}; {_SIZED}"),
        CellsRecipe(
            "speed",
            "the fastest clock, at any area",
            f"{_SHALLOW}; strash; dch; map -B 0.9; {_SIZED}",
        ),
    )
}
DEFAULT = "balanced"


def find_recipe(name: str) -> CellsRecipe:
    """The recipe with a name."""
    if name not in RECIPES:
        raise InputError(
            f"there is no recipe {name!r} for cells; choose one of {', '.join(RECIPES)}."
        )
    return RECIPES[name]


_SIMPLE = (
    *("opt -full", "memory -nomap", "opt_clean", "memory_map", "opt -full", "alumacc", "share"),
    *("opt", "techmap", "opt -full", "simplemap", "opt_clean"),
)


# Commands on an open design for the registers of the RTL before any mapping. Constant, equal and
# unread registers are already removed, as in any circuit. Only a gate-level netlist shows equal
# registers, for example in a decoder.
COUNT_REGISTERS = ("flatten -noscopeinfo", *_SIMPLE, "tee -q -o registers.json stat -json")
# Commands on an open design that write the content of each module, for `find_rounds`.
LOOK = ("opt_clean", "write_json look.json")


@dataclass(frozen=True)
class RoundModule:
    """A module that is mapped separately, for some of its instances."""

    name: str  # the new name
    module: str
    instances: tuple[tuple[str, str], ...]  # parent module and name of each
    unread: tuple[tuple[str, int], ...]  # unread outputs, with their width

    @property
    def what(self) -> str:
        """The description in progress reports."""
        count = len(self.instances)
        return f"one of {count} equal rounds" if count > 1 else "a round"


def find_rounds(modules: Mapping[str, Any], found: list[Unit]) -> list[RoundModule]:
    """The modules to map separately: modules with registers and more than one instance.

    A single instance stays in the design, because its slowest path may continue outside.
    `modules` is the elaborated design in Yosys' JSON, without unread cells.
    """
    kept: list[RoundModule] = []
    for unit in (unit for unit in found if unit.sequential):
        # Instances by their unread outputs.
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
            kept.append(RoundModule(name, unit.module, tuple(instances), widths))
    return kept


def _read(body: Mapping[str, Any]) -> set[int | str]:
    """The read nets of a module: at an input of a cell or at an output port."""
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
    """A name in Yosys' selection syntax, with a backslash before special characters."""
    return re.sub(r"([\[\]*?])", r"\\\1", name)


def split(found: Sequence[RoundModule]) -> list[str]:
    """Commands on an open design that copy the separate modules under new names."""
    commands = []
    for part in found:
        commands.append(f"copy {part.module} {part.name}")
        commands += [
            f"chtype -set {part.name} {_escaped(around)}/c:{_escaped(name)}"
            for around, name in part.instances
        ]
    return [*commands, "design -save whole"]


def open_unit(part: RoundModule) -> list[str]:
    """Commands that extract one module from the design, with unread outputs at zero."""
    return [
        "design -load whole",
        f"hierarchy -top {part.name}",
        "flatten -noscopeinfo",
        f"cd {part.name}",
        *(f"connect -set {port} {width}'b0" for port, width in part.unread),
        "cd ..",
        "opt_clean",
    ]


def map_open(script: str) -> list[str]:
    """Commands that flatten the open module and map it to cells with abc's commands in a file."""
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
    """Commands that put the modules back, and write the netlist without buffers."""
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
    """Commands that write the netlist with buffers: TOP.v, TOP.json, cells.json."""
    return [
        f"read_json {BUFFERED}",
        f"read_liberty -lib {LIBRARY}",
        f"hierarchy -check -top {top}",
        # OpenSTA rejects a concatenation on the left of an assignment.
        "rename -hide w:*",
        "splitnets",
        "opt_clean -purge",
        "rename -enumerate -pattern cell_% c:*",
        "delete =A:blackbox",
        f"tee -q -o cells.json stat -json -liberty {LIBRARY}",
        f"write_json {top}.json",
        f"write_verilog -noattr -noexpr {top}.v",
    ]
