# SPDX-License-Identifier: Apache-2.0
"""A thousand random needs on the shipped store: no better design of the store meets the need.

The test knows only the rows, the packet rates and the definitions of docs/how-to/choose.md. The
test tries every combination of rows, with the figures of all combinations in numpy arrays.
"""

import functools
import math
import random
import statistics
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from roundel.base.errors import InputError
from roundel.characterised import Designs, Row, load_designs
from roundel.characterised.row import PacketRate, structure_of
from roundel.choose.answer import choose
from roundel.choose.need import Need
from roundel.choose.record import Choice, ChooseRecord

NEEDS = 1000
EVERY = 5  # each fifth need is also answered with interpolated designs
STORE = load_designs()
MEASURED = Designs(STORE.head, STORE.rows, STORE.packets)
BOTH = ("ctr", "gcm")  # modes whose designs have both directions
RESERVE = 0.9  # of the LUTs and flip-flops of a part, unless the design was placed on the part
SHARED = 3  # designs for a ratio of two clocks
ENERGY = "constant keys, with glitches"


@dataclass(frozen=True)
class Source:
    """A row, with the ratio of the clocks of the need's part and of the row's part."""

    row: Row
    fields: dict[str, int | str]
    ratio: float
    own: bool  # measured on the need's part


def design_of(row: Row) -> str:
    return str((row.top, sorted(row.config.items()), row.recipe))


@functools.cache
def sources(target: str) -> list[Source]:
    """The rows of a target, and the rows of other parts of the family with a known ratio."""
    own = {design_of(row): row for row in STORE.rows if row.target == target}
    found = [Source(row, STORE.fields(row), 1.0, True) for row in own.values()]
    parts = STORE.head.parts
    if target not in parts:
        return found
    others = {row.target for row in STORE.rows if row.target != target and row.target in parts}
    for other in others:
        if parts[other].family != parts[target].family:
            continue
        rows = [row for row in STORE.rows if row.target == other]
        ratios = []
        for row in rows:
            same = own.get(design_of(row))
            seeds = [seed for seed in row.mhz if same and seed in same.mhz]
            if same and seeds:
                ratios.append(statistics.median(same.mhz[s] / row.mhz[s] for s in seeds))
        if len(ratios) >= SHARED:
            ratio = statistics.median(ratios)
        elif target.split("-")[-1] == other.split("-")[-1]:
            ratio = 1.0
        else:
            continue
        found += [
            Source(row, STORE.fields(row), ratio, False)
            for row in rows
            if design_of(row) not in own
        ]
    return found


def packet_cycles(rate: PacketRate, size: int, lanes: int) -> float:
    """Linear in beats between the measured sizes, and beyond the largest size."""
    sizes = sorted(rate.cycles)
    if size in rate.cycles or size < sizes[0]:
        return rate.cycles[max(size, sizes[0])]
    above = [other for other in sizes if other > size]
    low, high = sizes[-2:] if not above else (max(s for s in sizes if s < size), above[0])
    beats = {s: math.ceil(s / 16 / lanes) for s in (low, size, high)}
    first, last = rate.cycles[low], rate.cycles[high]
    if beats[low] == beats[high]:
        return max(first, last)
    return first + (last - first) * (beats[size] - beats[low]) / (beats[high] - beats[low])


@functools.cache
def rates() -> dict[str, PacketRate]:
    return {str(sorted(rate.structure.items())): rate for rate in STORE.packets}


def figures_of(need: Need, source: Source) -> tuple[float, ...] | None:
    """LUTs, FFs, RAMs, kGE, MHz, bits per cycle, cycles of latency, slots, pJ/byte, own."""
    row, fields = source.row, source.fields
    bits, cycles = 128.0 * row.lanes, float(row.cycles_per_block)
    if need.packet_bytes is not None:
        rate = rates().get(str(sorted(structure_of(fields).items())))
        if rate is None:
            return None
        bits = 8.0 * need.packet_bytes
        cycles = packet_cycles(rate, need.packet_bytes, int(fields.get("Lanes", 1)))
    if row.stream_cycles is not None:  # each stream takes its own cycles for a block
        streams = min(need.streams, int(fields["Streams"]))
        alone = 128 * streams / row.stream_cycles
        cycles = max(cycles, bits / alone)
    energy = [
        8000 * power.mw * cycles / (bits * power.mhz)
        for power in row.power
        if ENERGY in power.activity
    ]
    return (
        row.lut or 0, row.ff, row.ram or 0, row.kge or 0.0,
        min(row.mhz.values(), default=0.0) * source.ratio, bits / cycles, row.latency_cycles,
        int(fields.get("KeySlots", 1)), energy[0] if energy else math.inf, source.own,
    )  # fmt: skip


def roles(need: Need) -> list[tuple[int, str]]:
    """The key size and the direction of each engine."""
    split = need.mode == "cbc" and need.direction == "both"
    directions = ("encrypt", "decrypt") if split else (need.direction,)
    return [(bits, direction) for bits in need.key_bits for direction in directions]


def combinations(need: Need) -> dict[str, Any] | None:
    """The figures of every combination of rows; None if a role has no row.

    A row that misses a demand alone misses the demand in each combination, and is left out.
    """
    arrays = []
    for bits, direction in roles(need):
        lines = [
            figures
            for source in sources(need.target)
            if source.fields["Mode"] == need.mode
            and source.fields["KeyBits"] == bits
            and (source.fields.get("Direction", "encrypt") in (direction, "both")
                 or need.mode in BOTH)
            and (figures := figures_of(need, source)) is not None
        ]  # fmt: skip
        if not lines:
            return None
        columns = np.array(lines, dtype=float)
        arrays.append(columns[meets(need, joined([columns]), 1.0)])
    return joined(arrays)


def joined(arrays: list[Any]) -> dict[str, Any]:
    """The figures of each combination of one line of each array, as flat arrays."""
    grids = np.meshgrid(*(np.arange(len(own)) for own in arrays), indexing="ij")
    picked = [own[grid.ravel()] for own, grid in zip(arrays, grids, strict=True)]
    stack = np.stack(picked)  # role, combination, figure
    total, least, most = stack.sum(axis=0), stack.min(axis=0), stack.max(axis=0)
    return {
        "lut": total[:, 0], "ff": total[:, 1], "ram": total[:, 2], "kge": total[:, 3],
        "mhz": least[:, 4], "rate": least[:, 5], "cycles": most[:, 6], "slots": least[:, 7],
        "energy": most[:, 8], "own": least[:, 9] * (len(arrays) == 1),
    }  # fmt: skip


def speeds(need: Need, found: dict[str, Any]) -> tuple[Any, Any]:
    """Throughput in Gbit/s and latency in ns of each combination."""
    clock = found["mhz"] if need.mhz is None else np.full_like(found["mhz"], need.mhz)
    with np.errstate(divide="ignore"):
        return found["rate"] * clock / 1000, 1000 * found["cycles"] / clock


def meets(need: Need, found: dict[str, Any], reserve: float) -> Any:
    """Whether each combination meets the need; `reserve` as `RESERVE`."""
    gbps, latency = speeds(need, found)
    good = np.ones(len(gbps), dtype=bool)
    margin = 1 + need.margin
    free = margin if need.mhz is None else 1.0  # at a given clock the margin is on the clock
    part = STORE.head.parts.get(need.target)
    if need.gbps is not None:
        good &= gbps >= need.gbps * free
    if need.latency_ns is not None:
        good &= latency <= need.latency_ns / free
    if need.mhz is not None and (part is None or part.placed):
        good &= found["mhz"] >= need.mhz * margin
    if need.key_slots is not None:
        good &= found["slots"] >= need.key_slots
    for name, limit in (("lut", need.max_lut4), ("ram", need.max_ram), ("kge", need.max_kge)):
        if limit is not None:
            good &= found[name] <= limit
    if part is not None and part.placed:
        share = np.where(found["own"] > 0, 1.0, reserve)
        good &= (found["lut"] <= part.lut * share) & (found["ff"] <= part.ff * share)
        good &= found["ram"] <= part.ram
    if need.objective == "energy":
        good &= found["energy"] < math.inf
    return good


def values(need: Need, found: dict[str, Any]) -> Any:
    """The value of the objective of each combination: the least is the best."""
    gbps, latency = speeds(need, found)
    part = STORE.head.parts.get(need.target)
    if need.objective == "speed":
        return -gbps
    if need.objective == "latency":
        return latency
    if need.objective == "energy":
        return found["energy"]
    if part is None:
        return found["kge"]
    if not part.placed:
        return found["lut"]
    logic = np.maximum(found["lut"] / part.lut, found["ff"] / part.ff)
    return 100 * (logic + found["ram"] / part.ram)


def value_of(need: Need, choice: Choice) -> float:
    """The value of the objective of a design of an answer."""
    if need.objective == "speed":
        return -(choice.gbps or 0.0)
    if need.objective == "latency":
        return choice.latency_ns or math.inf
    if need.objective == "energy":
        return max(engine.pj_per_byte or math.inf for engine in choice.engines)
    return choice.cost


@functools.cache
def targets() -> list[str]:
    """The libraries of the store, and every part of a family with rows."""
    parts = STORE.head.parts
    families = {parts[row.target].family for row in STORE.rows if row.target in parts}
    own = [name for name, part in parts.items() if part.family in families]
    return [*own, *STORE.head.libraries]


def random_need(some: random.Random) -> Need:
    """A need on any target of the store, with limits around the figures of a random row."""
    target = some.choice(targets())
    near = some.choice([source.row for source in sources(target)] or list(STORE.rows))
    fields = STORE.fields(near)
    mode: Any = some.choice([fields["Mode"]] * 8 + ["cbc", "xts", "ecb", "none"])
    bits = sorted({int(s.fields["KeyBits"]) for s in sources(target) if s.fields["Mode"] == mode})
    sizes = {int(fields["KeyBits"]), *some.choice([(), (), bits[:2], bits])}
    cells, placed = target not in STORE.head.parts, bool(near.mhz)
    mhz = min(near.mhz.values(), default=200.0)
    gbps = 0.128 * near.lanes * mhz / near.cycles_per_block
    clock = some.choice([None, None, mhz * some.uniform(0.3, 1.1)])
    objective: Any = some.choice(["area"] * 4 + ["latency", "speed"] + ["energy"] * cells)
    wanted = {
        "gbps": some.choice([None, gbps * some.uniform(0.05, 1.2)]),
        "latency_ns": some.choice(
            [None, None, None, 1000 * near.latency_cycles / mhz * some.uniform(0.9, 6)]
        ),
    }
    if not placed:
        clock = mhz * some.uniform(0.3, 1.1)
    if clock is not None and (wanted["latency_ns"] or math.inf) < 1000 / clock:
        wanted["latency_ns"] = None
    size = some.choice([None, None, 16, 64, 1504, 16 * some.randint(1, 800)])
    lut = (near.lut or 0) * len(sizes)
    return Need(
        target=target,
        mode=mode,
        key_bits=tuple(sorted(sizes)),
        direction=some.choice(["encrypt", "decrypt", "both", fields.get("Direction", "both")]),
        packet_bytes=None if mode == "none" else size,
        streams=some.choice([1, 2, 3, 5, 128, 200]),
        max_lut4=None if cells else some.choice([None, None, round(lut * some.uniform(0.9, 3))]),
        max_ram=None if cells else some.choice([None, None, 0, some.randint(0, 200)]),
        max_kge=some.choice([None, (near.kge or 0) * some.uniform(1, 4)]) if cells else None,
        mhz=clock,
        key_slots=some.choice([None, None, None, 1, 4]),
        margin=some.choice([0.0, 0.05, 0.2]),
        objective=objective,
        **wanted,
    )


def answer(designs: Designs, need: Need) -> ChooseRecord | None:
    """The answer; None if no characterised design has the function or a measured energy."""
    try:
        return choose(designs, need)
    except InputError:
        return None


def test_no_better_row_meets_one_of_a_thousand_needs() -> None:
    some = random.Random(26)
    served = answered = several = 0
    for _ in range(10 * NEEDS):
        need = random_need(some)
        found = combinations(need)
        record = answer(MEASURED, need)
        if found is None:
            assert record is None, need
            continue
        served += 1
        best = np.sort(values(need, found)[meets(need, found, RESERVE)])
        if len(best):
            answered += 1
            several += len(roles(need)) > 1
            assert record is not None, need
            own = [value_of(need, choice) for choice in record.designs]
            assert own == pytest.approx(list(best[:5]), rel=2e-3, abs=2e-3), need
            if len(roles(need)) == 1:
                assert record.meeting == len(best), need
            if served % EVERY == 0:
                whole = answer(STORE, need)
                assert whole is not None, need
                most = best[0] + 2e-3 * (1 + abs(best[0]))
                assert value_of(need, whole.designs[0]) <= most, need
        else:
            assert record is None or not record.designs, need
        if served == NEEDS:
            break
    assert served == NEEDS
    assert NEEDS // 5 < answered < NEEDS - NEEDS // 20
    assert several > NEEDS // 50
