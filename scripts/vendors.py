# SPDX-License-Identifier: Apache-2.0
"""Map designs with Yosys for FPGA families of several vendors, and check the mapped netlists.

    python scripts/vendors.py [--design PRESET ...] [--family FAMILY ...]

The script prints one line for each design and family with the cells by kind; docs/log/vendors.md
has these lines. The sources are those of rtl/roundel_fpga.f. The checks of a mapping:

- Before and after the mapping: no latch, no undriven net, no net with two drivers.
- Each memory with ram_style "block" is in block RAM. Each memory with ram_style "distributed" is in
  LUT RAM. In a family without LUT RAM, this memory is in block RAM if its read has a register, and
  otherwise in flip-flops.
- A memory uses at most ceil(width / cell width) * ceil(words / cell words) cells, once for each
  read port. `FAMILIES` has the cell widths.

Place and route is not part of the checks.
"""

import json
import math
import re
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
from roundel.fpga import mapping, recipes, yosys
from roundel.fpga.mapping import Circuit

DESIGNS = ("iterative", "fastest", "fastest-bram", "gcm-1")
TIMEOUT = 1800.0  # seconds for one mapping
MEMORY = 4 << 30  # bytes of data for Yosys
VENDOR = "fpga"  # the folder in rtl/vendor


@dataclass(frozen=True)
class Ram:
    """The memory cells of one kind, with the words and the width of the smallest cell."""

    cells: tuple[str, ...]
    words: int
    width: int


@dataclass(frozen=True)
class Family:
    """An FPGA family in Yosys."""

    device: str
    command: str
    block: Ram
    lut: Ram | None  # None: the family has no LUT RAM
    latches: tuple[str, ...]  # cells; empty: the family builds latches from LUTs
    obeys_ram_style: bool = True  # False: Yosys may choose block RAM in place of LUT RAM


_XILINX_LATCHES = ("LDCE", "LDPE")
FAMILIES = {
    "xc7": Family(
        "AMD 7 series",
        "synth_xilinx -family xc7 -flatten",
        Ram(("RAMB18E1", "RAMB36E1"), 512, 36),
        Ram(("RAM32M", "RAM64M", "RAM32X1D", "RAM64X1D"), 32, 6),
        _XILINX_LATCHES,
    ),
    "xcup": Family(
        "AMD UltraScale+",
        "synth_xilinx -family xcup -flatten",
        Ram(("RAMB18E2", "RAMB36E2"), 512, 36),
        Ram(("RAM32M16", "RAM64M8", "RAM32X1D", "RAM64X1D"), 32, 14),
        _XILINX_LATCHES,
    ),
    "cyclonev": Family(
        "Intel Cyclone V",
        "synth_intel_alm -family cyclonev",
        Ram(("MISTRAL_M10K",), 512, 20),
        Ram(("MISTRAL_MLAB",), 32, 1),
        (),
        obeys_ram_style=False,
    ),
    "gw2a": Family(
        "Gowin GW2A",
        "synth_gowin -family gw2a",
        Ram(("SDPB", "SDPX9B", "DPB", "DPX9B", "pROM", "pROMX9"), 512, 36),
        Ram(("RAM16SDP4", "RAM16SDP2", "RAM16SDP1"), 16, 4),
        ("DL", "DLN", "DLC", "DLNC", "DLP", "DLNP", "DLE", "DLNE", "DLCE", "DLNCE", "DLPE",
         "DLNPE"),
    ),
    "gatemate": Family(
        "Cologne Chip GateMate",
        "synth_gatemate",
        Ram(("CC_BRAM_20K", "CC_BRAM_40K"), 512, 40),
        None,
        ("CC_DLT",),
    ),
    "nexus": Family(
        "Lattice Nexus",
        "synth_nexus",
        Ram(("PDPSC16K", "PDP16K", "DP16K"), 512, 36),
        Ram(("DPR16X4",), 16, 4),
        (),
    ),
    "ice40": Family(
        "Lattice iCE40",
        "synth_ice40",
        Ram(("SB_RAM40_4K",), 256, 16),
        None,
        (),
    ),
}  # fmt: skip

# The kinds of cells in the report; input buffers, multiplexers and constants are not counted.
KINDS = {
    "LUT": r"(CC_|SB_|MISTRAL_A)?LUT\d(_D)?$",
    "flip-flops": r"(FD[CPRS]E|FD1P3|SB_DFF|CC_DFF|MISTRAL_FF|DFF)",
    "carry": r"(CARRY[48]|CCU2|ALU|CC_ADDF|SB_CARRY|MISTRAL_ALUT_ARITH)$",
}


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

    cells: Counter[str]
    block: int  # block RAM cells
    lut: int  # LUT RAM cells
    seconds: float

    def kinds(self) -> dict[str, int]:
        """The number of cells of each kind."""
        found = {
            kind: sum(count for name, count in self.cells.items() if re.match(pattern, name))
            for kind, pattern in KINDS.items()
        }
        return {**found, "block RAM": self.block, "LUT RAM": self.lut}


def circuit(preset: str) -> Circuit:
    """The core of a preset."""
    for item in presets():
        if item.config.name == preset:
            return Circuit.core(item.config)
    raise InputError(f"there is no preset {preset!r}; `roundel presets` lists the presets.")


def map_design(family: Family, design: Circuit) -> Netlist:
    """Elaborate a design with the library's checks, map the design, and check the netlist."""
    read = mapping.elaborated(design, "slang", TIMEOUT, vendor=VENDOR)
    return map_elaborated(family, read / recipes.ELABORATED, design.top)


def map_elaborated(family: Family, source: Path, top: str) -> Netlist:
    """Map an elaborated design and check the netlist.

    Raises:
        FailureError: A check failed, or Yosys failed or took too much time or memory.
    """
    ram = f"{family.command} -top {top} -run begin:map_ffram"
    rest = f"{family.command} -top {top} -run map_ffram:"
    # A family without latch cells builds latches from LUTs; then only the check before the mapping
    # finds them.
    before = [] if family.latches else [_without("$*dlatch*", "$sr")]
    # Without LUT RAM in the family, Yosys refuses a memory with one of these attributes.
    unset = "-unset ramstyle -unset syn_ramstyle -unset ram_style"
    plain = [] if family.lut else [f"setattr {unset} a:ram_style=distributed"]
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
        *plain,
        ram,
        _listed("block.txt", family.block),
        _listed("lut.txt", family.lut),
        rest,
        "delete t:$scopeinfo",
        _without("$*dlatch*", "$_DLATCH*", *family.latches),
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
    return Netlist(cells, block, lut, yosys.seconds_of(place))


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
    distributed = memory.style == "distributed"
    limits = {}
    if not distributed or family.lut is None or not family.obeys_ram_style:
        limits["block"] = memory.cells(family.block)
    if distributed and family.lut is not None:
        limits["lut"] = memory.cells(family.lut)
    flip_flops = distributed and family.lut is None  # are allowed
    wrong = {kind: count for kind, count in used.items() if count > limits.get(kind, 0)}
    if wrong or not (flip_flops or any(used.values())):
        raise FailureError(
            f"the memory {memory.name} ({memory.words} x {memory.width}, {memory.style}) is in "
            f"{used['block']} block RAM and {used['lut']} LUT RAM cells of {family.device}; at "
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
        print(f"| design | family | {' | '.join([*KINDS, 'block RAM', 'LUT RAM'])} |")
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
