# SPDX-License-Identifier: Apache-2.0
"""The quantities of designs in papers, and their measurement.

A quantity has the same name in data files, records and tables; `quantities.toml` describes all
quantities. Some quantities come from the record of a placed and routed design; ratios also need the
record of the paper's reference structure. Other quantities come from the record of a design in
standard cells. `system`, `soft` and `study` measure the remaining quantities.
"""

import tomllib
from collections.abc import Callable, Container
from dataclasses import dataclass
from pathlib import Path

from roundel.cells.record import CellsRecord
from roundel.fpga.record import SynthRecord


@dataclass(frozen=True)
class Quantity:
    """A number that describes a design."""

    label: str  # the column head with the unit
    digits: int  # digits after the point in a table
    better: str  # "more", "less" or "either"
    meaning: str  # the measurement method


_TEXT = Path(__file__).with_name("quantities.toml").read_text(encoding="utf-8")
QUANTITIES: dict[str, Quantity] = {
    name: Quantity(*values) for name, values in tomllib.loads(_TEXT).items()
}


def _slices(own: SynthRecord) -> float:
    return max(own.lut4, own.ff) / 2


_PLACED: dict[str, Callable[[SynthRecord], float]] = {
    "degree": lambda own: own.config.Rounds,
    "stages_per_round": lambda own: own.config.Stages,
    "luts": lambda own: own.lut4,
    "lut4": lambda own: own.lut4,
    "ff": lambda own: own.ff,
    "brams": lambda own: own.bram,
    "slices": _slices,
    "logic_units": _slices,
    "critical_path_ns": lambda own: 1000 / own.fmax_mhz.median,
    "clock_mhz": lambda own: own.fmax_mhz.median,
    "cycles_per_block": lambda own: own.cycles_per_block,
    "latency_cycles": lambda own: own.latency_cycles,
    "latency_ns": lambda own: 1000 * own.latency_cycles / own.fmax_mhz.median,
    "gbps": lambda own: own.gbps,
    "mbps": lambda own: 1000 * own.gbps,
    "mbps_key_cycle": lambda own: 128 * own.fmax_mhz.median / (own.cycles_per_block + 1),
    "mbps_per_slice": lambda own: own.mbps_per_slice,
    "efficiency_mbps_per_unit": lambda own: own.mbps_per_slice,
}
_RATIOS: dict[str, Callable[[SynthRecord], float]] = {
    "speed_ratio": lambda own: own.gbps,
    "area_ratio": lambda own: own.lut4,
    "slice_ratio": _slices,
}
_CELLS: dict[str, Callable[[CellsRecord], float | None]] = {
    "lanes": lambda own: own.config.Lanes,
    "stages_per_round": lambda own: own.config.Stages,
    "kge": lambda own: own.kge,
    "area_mm2": lambda own: own.cell_area / 1e6,
    "ff": lambda own: own.ff,
    "clock_mhz": lambda own: own.fmax_mhz,
    "latency_cycles": lambda own: own.latency_cycles,
    "latency_ns": lambda own: own.latency_ns,
    "gbps": lambda own: own.gbps,
    "gbps_per_core": lambda own: own.gbps / own.config.Lanes,
    "gbps_per_kge": lambda own: own.gbps_per_kge,
    "gbps_per_mm2": lambda own: own.gbps_per_mm2,
    "power_mw": lambda own: own.power[0].mw if own.power else None,
    "gbps_per_w": lambda own: own.power[0].gbps_per_w if own.power else None,
}


def measure(
    names: Container[str], own: SynthRecord | CellsRecord, baseline: SynthRecord | None = None
) -> dict[str, float]:
    """The named quantities of a measured design, with 4 digits after the point.

    A ratio needs `baseline`, the placed reference structure of the table. The quantities have the
    order of `QUANTITIES`.
    """
    found: dict[str, float | None] = {}
    for name in QUANTITIES:
        if name not in names:
            continue
        if isinstance(own, CellsRecord):
            found[name] = _CELLS[name](own) if name in _CELLS else None
        elif name in _RATIOS and baseline is not None:
            found[name] = _RATIOS[name](own) / _RATIOS[name](baseline)
        elif name in _PLACED:
            found[name] = _PLACED[name](own)
    return {name: round(float(value), 4) for name, value in found.items() if value is not None}


def number(name: str, value: float) -> str:
    """A value in the form for tables."""
    digits = QUANTITIES[name].digits
    # A fraction is shown even if the quantity has no digits after the point: 2128.5 slices.
    return f"{value:,.{digits}f}" if digits or value == int(value) else f"{value:,.1f}"
