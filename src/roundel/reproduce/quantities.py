# SPDX-License-Identifier: Apache-2.0
"""What papers publish of a design, and how each of it is measured.

A quantity has one name in the data files, in records and in tables. It is measured from the record
of a placed and routed design, some also from that of the structure that a table compares with; or
from the record of a design in standard cells.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from roundel.cells.record import CellsRecord
from roundel.fpga.record import SynthRecord

__all__ = ["QUANTITIES", "Quantity", "measure", "measure_cells", "number"]

Measure = Callable[[SynthRecord, SynthRecord], float]
Better = Literal["more", "less", "either"]


@dataclass(frozen=True)
class Quantity:
    """Something that can be told of a design by one number.

    Attributes:
        name: In data files and records.
        label: In the head of a table, with the unit.
        digits: After the point, in a table.
        better: Whether more of it or less of it is better, or neither.
        meaning: How it is measured.
        measure: From a design and the one that its table compares with; None where it cannot be
            measured from a placed design.
        relative: Whether it needs the other design.
    """

    name: str
    label: str
    digits: int
    better: Better
    meaning: str
    measure: Measure | None
    relative: bool = False


def _slices(record: SynthRecord) -> float:
    return max(record.lut4, record.ff) / 2


_ALL = (
    Quantity(
        "degree", "degree", 0, "either",
        "rounds of the cipher in hardware, one behind the other",
        lambda own, _: float(own.config.Rounds),
    ),
    Quantity(
        "stages_per_round", "regs/round", 0, "either",
        "the parameter Stages", lambda own, _: float(own.config.Stages),
    ),
    Quantity(
        "luts", "LUT4", 0, "less",
        "LUT4 after place and route, without the harness", lambda own, _: own.lut4,
    ),
    Quantity(
        "lut4", "LUT4", 0, "less",
        "LUT4 after place and route, without the harness", lambda own, _: own.lut4,
    ),
    Quantity("ff", "FF", 0, "less", "flip-flops, likewise", lambda own, _: own.ff),
    Quantity(
        "brams", "RAMs", 0, "less", "18-kbit block RAMs, likewise", lambda own, _: own.bram
    ),
    Quantity(
        "slices", "slices", 0, "less",
        "the larger of LUT4 and flip-flops, halved", lambda own, _: _slices(own),
    ),
    Quantity(
        "logic_units", "logic units", 0, "less",
        "slices: the larger of LUT4 and flip-flops, halved", lambda own, _: _slices(own),
    ),
    Quantity(
        "critical_path_ns", "ns", 2, "less",
        "1000 / the median clock in MHz", lambda own, _: 1000 / own.fmax_mhz.median,
    ),
    Quantity(
        "clock_mhz", "MHz", 1, "more",
        "the median over the seeds, after place and route", lambda own, _: own.fmax_mhz.median,
    ),
    Quantity(
        "cycles_per_block", "cycles/block", 0, "less",
        "from one block to the next", lambda own, _: own.cycles_per_block,
    ),
    Quantity(
        "latency_cycles", "latency, cycles", 0, "less",
        "from a block's acceptance to its result on the output", lambda own, _: own.latency_cycles,
    ),
    Quantity(
        "latency_ns", "latency, ns", 1, "less",
        "latency in cycles / the median clock",
        lambda own, _: 1000 * own.latency_cycles / own.fmax_mhz.median,
    ),
    Quantity(
        "gbps", "Gbit/s", 2, "more",
        "128 bits x the median clock / cycles per block", lambda own, _: own.gbps,
    ),
    Quantity(
        "mbps", "Mbit/s", 1, "more",
        "128 bits x the median clock / cycles per block", lambda own, _: 1000 * own.gbps,
    ),
    Quantity(
        "mbps_key_cycle", "with a cycle more, Mbit/s", 1, "more",
        "Mbit/s if a block took one cycle more, for the first AddRoundKey",
        lambda own, _: 128 * own.fmax_mhz.median / (own.cycles_per_block + 1),
    ),
    Quantity(
        "speed_ratio", "speed, x", 2, "more",
        "Gbit/s / Gbit/s of the structure compared with",
        lambda own, other: own.gbps / other.gbps, True,
    ),
    Quantity(
        "area_ratio", "area, x", 2, "less",
        "LUT4 / LUT4 of the structure compared with",
        lambda own, other: own.lut4 / other.lut4, True,
    ),
    Quantity(
        "slice_ratio", "slices, x", 2, "less",
        "slices / slices of the structure compared with",
        lambda own, other: _slices(own) / _slices(other), True,
    ),
    Quantity(
        "mbps_per_slice", "Mbit/s/slice", 2, "more",
        "Mbit/s / slices", lambda own, _: own.mbps_per_slice,
    ),
    Quantity(
        "efficiency_mbps_per_unit", "Mbit/s/unit", 2, "more",
        "Mbit/s / slices", lambda own, _: own.mbps_per_slice,
    ),
    # In standard cells.
    Quantity("lanes", "cores", 0, "either", "lanes beside one key schedule", None),
    Quantity(
        "kge", "kGE", 1, "less", "area of all cells / that of the smallest NAND of two inputs", None
    ),
    Quantity("area_mm2", "mm2", 3, "less", "area of all cells, if the library's unit is um2", None),
    Quantity(
        "power_mw", "mW", 1, "less",
        "at that clock, on random blocks under keys that stay, without glitches", None,
    ),
    Quantity("gbps_per_core", "Gbit/s/core", 1, "more", "Gbit/s / cores", None),
    Quantity("gbps_per_kge", "Gbit/s/kGE", 2, "more", "Gbit/s / kGE", None),
    Quantity("gbps_per_mm2", "Gbit/s/mm2", 0, "more", "Gbit/s / mm2", None),
    Quantity("gbps_per_w", "Gbit/s/W", 0, "more", "Gbit/s / that power", None),
    Quantity("rate_gbps", "line, Gbit/s", 0, "either", "of the line", None),
    Quantity("cores", "cores", 0, "less", "the fewest that are as fast as the line", None),
    # Of a whole system; see `roundel.reproduce.system`.
    Quantity("bytes", "bytes", 0, "either", "of a transfer", None),
    Quantity("in_flight", "in flight", 0, "either", "requests at once", None),
    Quantity(
        "system_mbps", "Mbit/s", 1, "more",
        "text there and back / the simulated processor's time, card and link cycle by cycle", None,
    ),
    Quantity(
        "program_mbps", "paper's program, Mbit/s", 1, "more",
        "the same with the paper's program in place of our driver: what both lack cancels", None,
    ),
    Quantity(
        "error_percent", "error, %", 1, "either", "of the figure before, against the published one",
        None,
    ),
    Quantity(
        "serial_mbps", "core in series, Mbit/s", 1, "more",
        "the same with the core's time on top: 1 / (1 / system + 1 / core), in Mbit/s", None,
    ),
    Quantity(
        "serial_error_percent", "its error, %", 1, "either",
        "of the figure before, against the published one", None,
    ),
    Quantity("link_mbps", "link's limit, Mbit/s", 1, "more", "the most that the link can do", None),
    Quantity(
        "engine_mbps", "engine's limit, Mbit/s", 1, "more", "the most that the engine can do", None,
    ),
    Quantity(
        "software_mbps", "Mbit/s", 0, "more",
        "ECB in one thread of OpenSSL on this host, told without a claim", None,
    ),
    # A soft processor with AES instructions; see `roundel.reproduce.soft`. 1 kB is 1024 bytes.
    Quantity(
        "code_kb", "code, kB", 2, "less",
        "code of keys and single blocks of AES-128 alone, both ways, without the program around it",
        None,
    ),
    Quantity("tables_kb", "tables, kB", 2, "less", "constants and variables of that code", None),
    Quantity(
        "memory_kb", "further memory, kB", 2, "less",
        "block RAMs of the unit, 2.25 kB each; a program in plain C needs none", None,
    ),
    Quantity("all_kb", "all, kB", 2, "less", "code, tables and further memory", None),
    Quantity(
        "program_ratio", "smaller, x", 2, "more",
        "code and tables of the variant beside the paper's plain software / its own, without the "
        "unit's block RAM", None,
    ),
    Quantity(
        "unit_luts", "LUT4 of unit", 0, "less", "of the system with the unit less without", None
    ),
    Quantity("unit_ff", "FF of unit", 0, "less", "likewise", None),
    Quantity("unit_rams", "RAMs of unit", 0, "less", "18-kbit block RAMs, likewise", None),
    Quantity(
        "key_round_cycles", "enc. key/round, cycles", 1, "less",
        "setting up a key to encrypt with AES-128 / 10", None,
    ),
    Quantity(
        "inv_key_round_cycles", "dec. key/round, cycles", 1, "less",
        "setting up a key to decrypt with AES-128 / 10, its round keys to encrypt included", None,
    ),
    Quantity(
        "round_cycles", "enc. round, cycles", 1, "less",
        "(a block encrypted with AES-256 less one with AES-128) / 4", None,
    ),
    Quantity(
        "last_cycles", "last and rest, cycles", 1, "less",
        "a block encrypted with AES-128 less nine rounds: the last round, the first AddRoundKey, "
        "call, loads and stores", None,
    ),
    Quantity("inv_round_cycles", "dec. round, cycles", 1, "less", "likewise, decrypted", None),
    Quantity("inv_last_cycles", "last and rest, cycles", 1, "less", "likewise, decrypted", None),
    Quantity(
        "sum_cycles", "sum, cycles", 0, "less",
        "AES-128: a key set up to encrypt, a block encrypted, a key set up to decrypt, a block "
        "decrypted, back to back, whole functions, caches warm", None,
    ),
    Quantity(
        "plain_ratio", "fewer than plain, x", 2, "more",
        "sum of the host's fastest variant in plain C / its own", None,
    ),
    Quantity(
        "clock_ratio", "of host alone, x", 3, "more",
        "clock of the system with the unit / without", None,
    ),
    Quantity("microseconds", "sum, us", 2, "less", "sum / clock", None),
    Quantity(
        "plain_time_ratio", "faster than plain, x", 2, "more",
        "time of the sum of the host's fastest variant in plain C, at the clock without a unit / "
        "its own", None,
    ),
    Quantity(
        "loop_cycles", "cycles/block in a loop", 1, "less",
        "64 blocks encrypted with AES-128 by one call (ECB) / 64", None,
    ),
    Quantity(
        "loop_mbps", "Mbit/s in a loop", 1, "more", "128 bits x the clock / these cycles", None
    ),
    # Of the study of one S-box; see `roundel.reproduce.study`.
    Quantity("stages", "stages", 0, "either", "registers that a byte passes", None),
    Quantity("delay_ns", "ns", 2, "less", "1000 / the median clock in MHz", None),
    Quantity("lut4_per_sbox", "LUT4/S-box", 1, "less", "of all S-boxes / their number", None),
    Quantity("ff_per_sbox", "FF/S-box", 1, "less", "with those that take its result", None),
    Quantity(
        "best_stages", "best", 0, "either",
        "as many as the paper names, the best first", None,
    ),
)  # fmt: skip

QUANTITIES: dict[str, Quantity] = {item.name: item for item in _ALL}


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


def measure_cells(name: str, own: CellsRecord) -> float | None:
    """One quantity of a design in standard cells; None where it cannot be measured so."""
    found = _CELLS[name](own) if name in _CELLS else None
    return None if found is None else round(float(found), 4)


def measure(name: str, own: SynthRecord, baseline: SynthRecord | None) -> float | None:
    """One quantity of a placed and routed design.

    Args:
        name: Of `QUANTITIES`.
        own: The design.
        baseline: The one that its table compares with, if there is one.

    Returns:
        The value, rounded to what tells designs apart; None where it cannot be measured so.
    """
    quantity = QUANTITIES[name]
    if quantity.measure is None or (quantity.relative and baseline is None):
        return None
    return round(float(quantity.measure(own, baseline or own)), 4)


def number(name: str, value: float) -> str:
    """A value as a table shows it."""
    digits = QUANTITIES[name].digits
    # A figure without digits after the point is shown with those that it has, as 2128.5 slices.
    return f"{value:,.{digits}f}" if digits or value == int(value) else f"{value:,.1f}"
