# SPDX-License-Identifier: Apache-2.0
"""Map designs with Yosys for FPGA families of several vendors, and check the mapped netlists.

    python scripts/vendors.py [--design PRESET ...] [--family FAMILY ...]

The script prints one line for each design and family with the cells by kind; docs/log/vendors.md
has these lines. The sources are those of rtl/roundel_fpga.f. The checks of a mapping:

- Before and after the mapping: no latch, no undriven net, no net with two drivers.
- Each memory with ram_style "block" is in block RAM. Each memory with ram_style "distributed" is in
  LUT RAM. In a family without LUT RAM (`Family.memories`; GW5A is mapped without), this memory is
  in block RAM if its read has a register, and otherwise in flip-flops.
- A memory uses at most ceil(width / cell width) * ceil(words / cell words) cells, once for each
  read port. `FAMILIES` has the cell widths.

Place and route is not part of the checks.
"""

import json
import math
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from roundel.base import tools
from roundel.base.errors import FailureError, InputError, RoundelError
from roundel.design import presets
from roundel.fpga import families, mapping, recipes, yosys
from roundel.fpga.family import Family, Memories, Ram
from roundel.fpga.mapping import Circuit

DESIGNS = ("iterative", "fastest", "fastest-bram", "gcm-1")
TIMEOUT = 1800.0  # seconds for one mapping
MEMORY = 4 << 30  # bytes of data for Yosys


# The columns of the report.
_INVERTERS = ("INV", "MISTRAL_NOT")
KINDS = ("LUT", "flip-flops", "carry", "block RAM", "LUT RAM")

# The families with facts for the checks; ECP5 has its own files in rtl/vendor.
FAMILIES = {name: family for name, family in families.FAMILIES.items() if family.memories}


@dataclass(frozen=True)
class Memory:
    """A memory of the RTL with the attribute ram_style."""

    name: str
    style: str  # "block" or "distributed"
    words: int
    width: int
    readers: int  # read ports

    def cells(self, ram: Ram) -> int:
        """The largest number of cells."""
        return self.readers * math.ceil(self.words / ram.words) * math.ceil(self.width / ram.width)


@dataclass(frozen=True)
class Netlist:
    """A mapped design after all checks."""

    family: Family
    cells: Counter[str]
    block: int  # block RAM cells
    lut: int  # LUT RAM cells
    seconds: float

    def kinds(self) -> dict[str, int]:
        """The number of cells of each kind.

        Pads, multiplexers outside the LUTs, inverters and constants are not counted.
        """
        weights, memories = self.family.weights, facts(self.family)
        ram = memories.lut.cells if memories.lut else ()
        kinds = {
            "LUT": weights.lut.keys() - weights.carry.keys() - {*ram, *_INVERTERS},
            "flip-flops": weights.ff.keys(),
            "carry": weights.carry.keys(),
        }
        found = {kind: sum(self.cells[name] for name in names) for kind, names in kinds.items()}
        return {**found, "block RAM": self.block, "LUT RAM": self.lut}


def facts(family: Family) -> Memories:
    """The facts for the checks; ValueError for a family without."""
    if family.memories is None:
        raise ValueError(f"{family.name} has no facts for the checks")
    return family.memories


def circuit(preset: str) -> Circuit:
    """The core of a preset."""
    for item in presets():
        if item.config.name == preset:
            return Circuit.core(item.config)
    raise InputError(f"there is no preset {preset!r}; `roundel presets` lists the presets.")


def map_design(family: Family, design: Circuit) -> Netlist:
    """Elaborate a design with the library's checks, map the design, and check the netlist."""
    read = mapping.elaborated(design, "slang", TIMEOUT, vendor=family.vendor)
    return map_elaborated(family, read / recipes.ELABORATED, design.top)


def map_elaborated(family: Family, source: Path, top: str) -> Netlist:
    """Map an elaborated design and check the netlist.

    Raises:
        FailureError: A check failed, or Yosys failed or took too much time or memory.
    """
    memories = facts(family)
    ram = f"{family.synth} -top {top} -run begin:map_ffram"
    rest = f"{family.synth} -top {top} -run map_ffram:"
    # A family without latch cells builds latches from LUTs; then only the check before the mapping
    # finds them.
    before = [] if memories.latches else [_without("$*dlatch*", "$sr")]
    script = [
        'logger -werror "implicitly declared"',
        'logger -werror "used but has no driver"',
        'logger -werror "multiple conflicting"',
        f"read_rtlil {source.name}",
        f"hierarchy -check -top {top}",
        "check -assert",
        *before,
        # A memory that the front end turned into registers has the attribute at wires.
        "select -assert-none w:* a:ram_style %i",
        "design -save read",
        "flatten -noscopeinfo",
        "opt_clean",
        "memory_collect",
        "select t:$mem_v2",
        "write_json -selected memories.json",
        "select -clear",
        "design -load read",
        *memories.before_mapping,
        ram,
        _listed("block.txt", memories.block),
        _listed("lut.txt", memories.lut),
        rest,
        "delete t:$scopeinfo",
        _without("$*dlatch*", "$_DLATCH*", *memories.latches),
        "check -mapped -assert",
        "tee -q -o cells.json stat -json",
    ]
    with _limited():
        made = ["memories.json", "cells.json"]
        place = yosys.step("vendor", script, {source.name: source}, made, TIMEOUT)
    placed = {
        kind: [line.partition("/")[2] for line in (place / f"{kind}.txt").read_text().split()]
        for kind in ("block", "lut")
    }
    for memory in _memories(place / "memories.json", top):
        _check_memory(family, memory, placed)
    cells, _ = yosys.cell_counts(place / "cells.json", top, place / "yosys.log")
    block, lut = len(placed["block"]), len(placed["lut"])
    return Netlist(family, cells, block, lut, yosys.seconds_of(place))


def _without(*cells: str) -> str:
    """The command that fails if the netlist has a cell of these types."""
    return f"select -assert-none {' '.join(f't:{cell}' for cell in cells)}"


def _listed(name: str, ram: Ram | None) -> str:
    """The command that writes the names of memory cells."""
    wanted = " ".join(f"t:{cell}" for cell in ram.cells) if ram else "t:none"
    return f"tee -q -o {name} select -list {wanted}"


def _memories(path: Path, top: str) -> Iterator[Memory]:
    """The memories with a ram_style in a netlist before the mapping."""
    found = json.loads(path.read_text())["modules"]
    for name, cell in found.get(top, {"cells": {}})["cells"].items():
        values = {key: int(cell["parameters"][key], 2) for key in ("SIZE", "WIDTH", "RD_PORTS")}
        style = cell["attributes"].get("ram_style")
        if style:
            yield Memory(name, style, values["SIZE"], values["WIDTH"], values["RD_PORTS"])


def _check_memory(family: Family, memory: Memory, placed: dict[str, list[str]]) -> None:
    """Raise a FailureError if a memory is not in the cells of its style, or in too many cells."""
    used = {
        kind: sum(name.startswith(f"{memory.name}.") for name in names)
        for kind, names in placed.items()
    }
    facts_of = facts(family)
    distributed = memory.style == "distributed"
    limits = {}
    if not distributed or facts_of.lut is None or not facts_of.obeys_ram_style:
        limits["block"] = memory.cells(facts_of.block)
    if distributed and facts_of.lut is not None:
        limits["lut"] = memory.cells(facts_of.lut)
    flip_flops = distributed and facts_of.lut is None  # are allowed
    wrong = {kind: count for kind, count in used.items() if count > limits.get(kind, 0)}
    if wrong or not (flip_flops or any(used.values())):
        raise FailureError(
            f"the memory {memory.name} ({memory.words} x {memory.width}, {memory.style}) is in "
            f"{used['block']} block RAM and {used['lut']} LUT RAM cells of {family.title}; at "
            f"most {limits.get('block', 0)} and {limits.get('lut', 0)} cells are expected."
        )


@contextmanager
def _limited() -> Iterator[None]:
    """Limit the memory of programs that start in this block."""
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def line(design: str, family: str, netlist: Netlist) -> str:
    """A line of the report."""
    counts = " | ".join(f"{count:,}" for count in netlist.kinds().values())
    return f"| `{design}` | `{family}` | {counts} |"


def main(
    design: Annotated[list[str] | None, typer.Option(help="A preset.")] = None,
    family: Annotated[list[str] | None, typer.Option(help="A family of FAMILIES.")] = None,
) -> None:
    """Map designs for FPGA families, check the netlists, and print the cells by kind."""
    try:
        print(f"Yosys {tools.find('yosys').version}")
        print(f"| design | family | {' | '.join(KINDS)} |")
        for preset in design or DESIGNS:
            for name in family or FAMILIES:
                if name not in FAMILIES:
                    raise InputError(f"there is no family {name!r}; use {', '.join(FAMILIES)}.")
                print(line(preset, name, map_design(FAMILIES[name], circuit(preset))), flush=True)
    except RoundelError as error:
        print(f"vendors: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_status) from None


if __name__ == "__main__":
    typer.run(main)
