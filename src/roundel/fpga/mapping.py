# SPDX-License-Identifier: Apache-2.0
"""The netlist of a circuit in ECP5 cells, by Yosys; the cache keeps netlists."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from roundel import design
from roundel.base.errors import FailureError
from roundel.design import Config
from roundel.fpga import harness as harnesses
from roundel.fpga import recipes, units, yosys
from roundel.fpga.yosys import Watch

# LUT4 per cell. A 16x4 RAM uses four LUTs as memory and blocks two LUTs of the slice with its write
# port; nextpnr counts equally. The multiplexers of wide LUTs (PFUMX, L6MUX21) belong to the slices
# of their LUT4.
_LUT4 = {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6, "PFUMX": 0, "L6MUX21": 0}
_FF = {"TRELLIS_FF": 1}
_BRAM = {"DP16KD": 1, "PDPW16KD": 1}
_DSP = {"MULT18X18D": 1}


@dataclass(frozen=True)
class Cells:
    """The FPGA resources of a netlist."""

    lut4: int  # four-input LUTs, including LUTs used as memory or carry
    ff: int
    bram: int  # block RAMs of 18 kbit
    carry: int  # carry cells; each is two LUT4, included in `lut4`
    dsp: int = 0  # multipliers of 18 x 18 bits, used only by processors


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
    vendor: str | None = recipes.VENDOR,
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
    recipe: recipes.Recipe,
    frontend: recipes.Frontend,
    timeout: float,
    watch: Watch | None = None,
) -> Mapped:
    """Map a circuit separately."""
    top = circuit.top
    read = elaborated(circuit, frontend, timeout, watch)
    source = read / recipes.ELABORATED
    commands = recipe.commands(units.units(source.read_text()))
    script = [
        f"read_rtlil {recipes.ELABORATED}",
        *(command.replace("{top}", top) for command in commands),
        *recipes.finish(top),
    ]
    made = [f"{top}.il", f"{top}.v", "cells.json"]

    def check(directory: Path) -> None:
        _count(directory, top)

    place = yosys.step("mapped", script, {source.name: source}, made, timeout, watch, check)
    return Mapped(top, place, _count(place, top), yosys.seconds_of(read, place))


def harnessed(
    mapped: Mapped, harness: harnesses.Harness, timeout: float, watch: Watch | None = None
) -> Path:
    """Add the harness to a mapped core and check the counts; returns the netlist for nextpnr."""
    script = [
        "read_verilog -lib -nowb +/ecp5/cells_sim.v +/ecp5/cells_bb.v",
        f"read_rtlil {mapped.rtlil.name}",
        "read_verilog -sv harness.sv",
        f"hierarchy -check -top {harnesses.NAME}",
        "flatten -noscopeinfo",
        "check -mapped -assert",
        *yosys.WITHOUT_POSITIONS,
        "tee -q -o cells.json stat -json",
        "write_json harnessed.json",
    ]
    sources: dict[str, Path | str] = {mapped.rtlil.name: mapped.rtlil}
    sources["harness.sv"] = harness.verilog

    def check(directory: Path) -> None:
        both = _count(directory, harnesses.NAME)
        core = mapped.cells
        lut4, ff = core.lut4 + harness.lut4, core.ff + harness.ff
        if both != Cells(lut4, ff, core.bram, core.carry, core.dsp):
            raise FailureError(
                f"the netlist in its harness has {both.lut4} LUT4 and {both.ff} flip-flops instead "
                f"of {lut4} and {ff}; report this."
            )

    made = "harnessed.json"
    return yosys.step("harnessed", script, sources, [made], timeout, watch, check) / made


def _count(directory: Path, module: str) -> Cells:
    """Count the cells of a flat module from Yosys' statistics."""
    log = directory / "yosys.log"
    types, _ = yosys.cell_counts(directory / "cells.json", module, log)
    unknown = sorted(types.keys() - {*_LUT4, *_FF, *_BRAM, *_DSP})
    if unknown:
        raise FailureError(
            f"the netlist has cells that Roundel cannot count ({', '.join(unknown)}); choose "
            f"another recipe or look at {log}."
        )

    def total(weights: Mapping[str, int]) -> int:
        return sum(weight * types[name] for name, weight in weights.items())

    return Cells(total(_LUT4), total(_FF), total(_BRAM), types["CCU2C"], total(_DSP))
