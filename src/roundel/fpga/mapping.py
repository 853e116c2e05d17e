# SPDX-License-Identifier: Apache-2.0
"""The netlist of a circuit in the cells of an FPGA family, by Yosys; the cache keeps netlists."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from roundel import design
from roundel.base.errors import FailureError
from roundel.design import Config
from roundel.fpga import harness as harnesses
from roundel.fpga import recipes, units, yosys
from roundel.fpga.family import Family, Recipe
from roundel.fpga.yosys import Watch


@dataclass(frozen=True)
class Cells:
    """The FPGA resources of a netlist."""

    lut: int  # LUTs of the family's kind, including LUTs used as memory, carry or multiplexer
    ff: int
    bram: int  # block RAMs of the family's kind
    carry: int  # carry cells; their LUTs are included in `lut`
    dsp: int = 0  # multipliers, used only by processors
    mux: int = 0  # multiplexers that join LUTs to wider LUTs
    joined_bram: int = 0  # block RAMs beyond the first of each cell


@dataclass(frozen=True)
class Circuit:
    """The input of the mapping: a module of the library, or a module around the library."""

    name: str  # the name in messages
    top: str  # the top module, whose name stays
    parameters: Mapping[str, int]
    files: tuple[Path, ...] = ()  # sources outside the library, compiled after the library
    # Sources of other projects, for example a processor's, without the library's checks.
    others: tuple[Path, ...] = ()

    @classmethod
    def core(cls, config: Config) -> Self:
        """The core of a configuration."""
        return cls(config.name, design.top_of(config), design.parameters(config))


@dataclass(frozen=True)
class Mapped:
    """A circuit mapped to the FPGA's cells."""

    top: str  # the top module
    directory: Path  # script (map.ys), log (yosys.log), netlist (RTLIL, Verilog), cells.json
    family: Family
    cells: Cells
    seconds: float  # the time of Yosys for reading and mapping

    @property
    def rtlil(self) -> Path:
        """The netlist in Yosys' format."""
        return self.directory / f"{self.top}.il"


def elaborated(
    circuit: Circuit,
    frontend: recipes.Frontend,
    timeout: float,
    watch: Watch | None = None,
    *,
    vendor: str | None,
) -> Path:
    """The directory of elaborated.il: a circuit after a front end, before any mapping.

    The vendor's files replace the library's. Without a vendor, no `case` becomes a ROM.
    """
    models = design.cells(vendor) if vendor else ()
    groups: dict[str, dict[str, Path]] = {"rtl": {}, "rtl/others": {}, "rtl/cells": {}}
    for path in design.closure(
        circuit.top,
        circuit.parameters,
        vendor=vendor,
        more=(*circuit.files, *circuit.others),
        whole=recipes.reads_defaults(frontend, bool(circuit.others)),
    ):
        others, model = path in circuit.others, path in models
        group = "rtl/others" if others else "rtl/cells" if model else "rtl"
        own = others or model or path in circuit.files
        name = path.name if own else path.relative_to(design.rtl_root()).as_posix()
        groups[group][f"{group}/{name}"] = path
    script = recipes.elaborate(
        frontend,
        list(groups["rtl"]),
        circuit.top,
        circuit.parameters,
        list(groups["rtl/cells"]),
        list(groups["rtl/others"]),
        rom=vendor is not None,
    )

    def check(directory: Path) -> None:
        loose = recipes.undriven((directory / recipes.ELABORATED).read_text())
        if loose:
            raise FailureError(
                f"{loose[0]} has no driver in the RTL of {circuit.name}, according to yosys; see "
                f"{directory / 'yosys.log'}."
            )

    sources = {name: path for group in groups.values() for name, path in group.items()}
    made = [recipes.ELABORATED]
    return yosys.step("elaborated", script, sources, made, timeout, watch, check, copies=True)


def map_circuit(
    circuit: Circuit,
    family: Family,
    recipe: Recipe,
    frontend: recipes.Frontend,
    timeout: float,
    watch: Watch | None = None,
) -> Mapped:
    """Map a circuit separately, with a recipe of the family."""
    top = circuit.top
    read = elaborated(circuit, frontend, timeout, watch, vendor=family.vendor)
    source = read / recipes.ELABORATED
    commands = recipe.commands(units.units(source.read_text()))
    script = [
        f"read_rtlil {recipes.ELABORATED}",
        *(family.memories.before_mapping if family.memories else ()),
        *(command.replace("{top}", top) for command in commands),
        *recipes.finish(top),
    ]
    made = [f"{top}.il", f"{top}.v", "cells.json"]

    def check(directory: Path) -> None:
        _count(directory, top, family)

    place = yosys.step("mapped", script, {source.name: source}, made, timeout, watch, check)
    cells = _count(place, top, family)
    return Mapped(top, place, family, cells, yosys.seconds_of(read, place))


def harnessed(
    mapped: Mapped, harness: harnesses.Harness, timeout: float, watch: Watch | None = None
) -> Path:
    """Add the harness to a mapped core and check the counts; returns the netlist for nextpnr."""
    family = mapped.family
    if family.harness is None:
        raise ValueError(f"{family.name} has no harness")
    script = [
        f"read_verilog -lib -nowb {family.harness.models}",
        f"read_rtlil {mapped.rtlil.name}",
        "read_verilog -sv harness.sv",
        f"hierarchy -check -top {harnesses.NAME}",
        "flatten -noscopeinfo",
        *family.harness.pads,
        "check -mapped -assert",
        *yosys.WITHOUT_POSITIONS,
        "tee -q -o cells.json stat -json",
        "write_json harnessed.json",
    ]
    sources: dict[str, Path | str] = {mapped.rtlil.name: mapped.rtlil}
    sources["harness.sv"] = harness.verilog

    def check(directory: Path) -> None:
        both = _count(directory, harnesses.NAME, family)
        core = mapped.cells
        lut, ff = core.lut + harness.lut, core.ff + harness.ff
        if both != replace(core, lut=lut, ff=ff):
            raise FailureError(
                f"the netlist in its harness has {both.lut} {family.lut} and {both.ff} flip-flops "
                f"instead of {lut} and {ff}; report this."
            )

    made = "harnessed.json"
    return yosys.step("harnessed", script, sources, [made], timeout, watch, check) / made


def _count(directory: Path, module: str, family: Family) -> Cells:
    """Count the cells of a flat module from Yosys' statistics."""
    log = directory / "yosys.log"
    types, _ = yosys.cell_counts(directory / "cells.json", module, log)
    weights = family.weights
    unknown = sorted(types.keys() - weights.known)
    if unknown:
        raise FailureError(
            f"the netlist has cells that Roundel cannot count ({', '.join(unknown)}); choose "
            f"another recipe or look at {log}."
        )

    def total(each: Mapping[str, int]) -> int:
        return sum(weight * types[name] for name, weight in each.items())

    return Cells(
        lut=total(weights.lut),
        ff=total(weights.ff),
        bram=total(weights.ram),
        carry=total(weights.carry),
        dsp=total(weights.dsp),
        mux=total(weights.mux),
        joined_bram=total({name: weight - 1 for name, weight in weights.ram.items()}),
    )
