# SPDX-License-Identifier: Apache-2.0
"""The store that ships with Roundel: each row belongs to the present RTL or to its own commit."""

import functools
import math
import subprocess
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from roundel import design
from roundel.characterised import DATA, Candidate, load_designs
from roundel.characterised.collect import (
    CHOOSING,
    config_of,
    defaults,
    digest_of,
    family_of,
    kind_of,
    new_candidate,
    new_head,
)
from roundel.characterised.fronts import NEAR_SEEDS, near_front
from roundel.characterised.interpolation import MEDIANS, Group, GroupName, groups_of
from roundel.characterised.row import PacketRate, Row, structure_of
from roundel.choose.engines import on_target
from roundel.choose.estimates import engines
from roundel.choose.need import Need
from roundel.choose.offers import figures_of
from roundel.design import make_config
from roundel.explore import load_space

LARGEST = 2_000_000  # bytes of the store
STORE = load_designs()

Measured = TypeVar("Measured", Row, PacketRate)


def test_the_store_is_small() -> None:
    assert sum(path.stat().st_size for path in DATA.iterdir()) < LARGEST


def history() -> tuple[list[str], str]:
    """The commits of the project, and the last commit of the RTL."""
    root = Path(__file__).resolve().parents[3]
    git = ["git", "-C", str(root), "log", "--format=%H"]
    every = subprocess.run(git, capture_output=True, text=True, check=False).stdout.split()
    rtl = subprocess.run([*git, "--", "rtl"], capture_output=True, text=True, check=False)
    return every, rtl.stdout.partition("\n")[0]


def test_every_row_belongs_to_the_present_rtl_or_to_an_earlier_commit() -> None:
    """A row of the present RTL may name any commit with equal RTL."""
    old = [row for row in STORE.rows if digest_of(config_of(row), row.target) != row.rtl]
    assert [row.key for row in misplaced(old, *history())] == []


def test_every_packet_rate_belongs_to_the_present_rtl_or_to_an_earlier_commit() -> None:
    """A packet rate was measured with the RTL of one of the rows of its structure."""
    present: dict[str, set[str]] = {}
    for row in STORE.rows:
        digests = present.setdefault(str(structure_of(STORE.fields(row))), set())
        digests.add(design.fingerprint(config_of(row)))
    old = [rate for rate in STORE.packets if rate.rtl not in present[str(rate.structure)]]
    assert [rate.structure for rate in misplaced(old, *history())] == []


def misplaced(old: Sequence[Measured], history: Collection[str], newest: str) -> list[Measured]:
    """Results of other RTL without an earlier commit; `newest` is the last commit of the RTL."""
    return [item for item in old if item.commit not in history or item.commit == newest]


def test_a_row_of_other_rtl_needs_an_earlier_commit() -> None:
    [first, second, third] = STORE.rows[:3]
    rows = [
        first.model_copy(update={"commit": "newest"}),
        second.model_copy(update={"commit": "elsewhere"}),
        third.model_copy(update={"commit": "earlier"}),
    ]
    assert misplaced(rows, {"newest", "earlier"}, "newest") == rows[:2]


def test_every_commit_is_a_whole_digest() -> None:
    commits = {row.commit for row in STORE.rows} | {rate.commit for rate in STORE.packets}
    for commit in commits:
        assert len(commit) == 40
        int(commit, 16)


def test_no_two_rows_are_equal() -> None:
    assert not [key for key, count in Counter(row.key for row in STORE.rows).items() if count > 1]
    structures = Counter(str(sorted(rate.structure.items())) for rate in STORE.packets)
    assert set(structures.values()) <= {1}


def test_the_head_has_the_present_defaults_and_parts() -> None:
    assert STORE.head == new_head(STORE.head.libraries)


def test_every_row_has_the_facts_of_its_configuration() -> None:
    for row in STORE.rows:
        config = config_of(row)
        facts = design.facts(config)
        assert kind_of(config) == row.top
        assert STORE.fields(row) == config.own_fields()
        assert (row.cycles_per_block, row.latency_cycles, row.lanes, row.stream_cycles) == (
            facts.cycles_per_block, facts.output_latency_cycles, facts.lanes, facts.stream_cycles,
        )  # fmt: skip
        usual = defaults()[row.top].items() - CHOOSING[row.top].items()
        assert not {*row.config.items()} & {*usual}


def test_every_row_has_a_target_and_its_figures() -> None:
    for row in STORE.rows:
        if row.target in STORE.head.libraries:
            assert row.kge is not None
            assert row.lut is None
        else:
            part = STORE.head.parts[row.target]
            assert row.lut is not None
            assert row.ram is not None
            assert row.kge is None
            assert bool(row.mhz) == part.placed
            assert not part.placed or (row.lut <= part.lut and row.ram <= part.ram)
        assert row.tools.get("yosys")


def test_the_file_of_a_row_has_the_name_of_the_family() -> None:
    for row in STORE.rows:
        path = DATA / f"{family_of(STORE.head, row.target)}.jsonl"
        assert f'{{"target":"{row.target}",' in path.read_text()


def test_the_families_that_are_mapped_only_have_rows() -> None:
    mapped = {name for name, part in STORE.head.parts.items() if not part.placed}
    assert mapped == {"xc7", "xcup", "cyclonev"}
    for name in mapped:
        rows = [row for row in STORE.rows if row.target == name]
        assert len(rows) >= 15, name
        assert all(not row.mhz and row.lut and "yosys" in row.tools for row in rows)


def test_standard_cells_have_forty_rows() -> None:
    rows = [row for row in STORE.rows if row.target in STORE.head.libraries]
    assert len(rows) >= 40
    assert all(row.kge for row in rows)


def test_ecp5_has_a_hundred_and_twenty_rows() -> None:
    assert sum(row.target == "ecp5-85k-8" for row in STORE.rows) >= 120


@pytest.mark.parametrize(
    "target",
    ["nexus-40", "gatemate-a1", "gw2a-18", "gw5a-25", "ice40-hx8k", "machxo3-6900"],
)
def test_each_other_placed_family_has_fifteen_rows(target: str) -> None:
    assert sum(row.target == target for row in STORE.rows) >= 15


# Rows of these parts give the ratios of clocks alone.
RATIOS = {part.name for part in load_space("characterised-parts").targets}


@pytest.mark.parametrize(
    "target",
    [name for name, part in STORE.head.parts.items() if part.placed and name not in RATIOS],
)
def test_every_row_near_a_front_has_three_seeds(target: str) -> None:
    rows = near_front(STORE, target)
    assert [row.key for row in rows if len(row.mhz) < NEAR_SEEDS] == []


def test_packet_rates_are_possible() -> None:
    """No packet takes fewer cycles than its blocks, and with GCM and XTS than a block more.

    In CBC encryption full streams take the cycles of the blocks.
    """
    for rate in STORE.packets:
        config = make_config("", rate.structure)
        assert structure_of(config.own_fields()) == rate.structure
        cycles = [rate.cycles[size] for size in sorted(rate.cycles)]
        assert cycles == sorted(cycles)
        facts = design.facts(config)
        more = rate.structure["Mode"] in ("gcm", "xts")  # J0 and the lengths, or the tweak
        for size, own in rate.cycles.items():
            assert own >= math.ceil(size / 16) * facts.cycles_per_block / facts.lanes
            least = (math.ceil(size / 16 / facts.lanes) + more) * facts.cycles_per_block
            assert own >= least, (rate.structure, size)
            assert own == least or not facts.stream_cycles, (rate.structure, size)


def test_every_packet_engine_has_a_packet_rate() -> None:
    engines = [row for row in STORE.rows if STORE.fields(row)["Mode"] != design.NO_MODE]
    assert [row.key for row in engines if STORE.packet_rate(STORE.fields(row)) is None] == []


def test_candidates_are_possible_and_not_measured() -> None:
    measured = {str(sorted(STORE.fields(row).items())) for row in STORE.rows}
    for item in STORE.candidates:
        fields = STORE.fields(item)
        assert str(sorted(fields.items())) not in measured
    for item in STORE.candidates[:: max(1, len(STORE.candidates) // 40)]:
        made: Candidate = new_candidate(make_config("", item.config))
        assert made == item


def reliable() -> dict[tuple[str, GroupName], Group]:
    """The groups of rows that `roundel choose` estimates designs from, by target and name."""
    return {
        (target, name): group
        for target in sorted({row.target for row in STORE.rows})
        for name, group in groups_of(STORE, target).items()
        if group.reliable
    }


@functools.cache
def left_out(target: str, name: GroupName) -> dict[str, list[tuple[float, float]]]:
    """Estimate and measured value of each row of a group, from a store without the row."""
    group = groups_of(STORE, target)[name]
    found: dict[str, list[tuple[float, float]]] = {figure: [] for figure in group.values}
    for place in map(int, np.flatnonzero(group.within_reach)):
        row = group.rows[place]
        others = replace(STORE, rows=tuple(item for item in STORE.rows if item is not row))
        near = groups_of(others, target)[name]
        for figure, guess in near.estimate([(STORE.fields(row), row.recipe)]).items():
            found[figure].append((float(guess[0]), float(group.values[figure][place])))
    return found


@pytest.mark.parametrize("key", reliable(), ids=lambda key: f"{key[0]} {key[1]}")
def test_estimates_of_each_group_are_near_the_rows_that_were_left_out(
    key: tuple[str, GroupName],
) -> None:
    """The median error is at most 5 % for area, 10 % for flip-flops and 8 % for the clock."""
    limits = {"lut": 0.05, "kge": 0.05, "ff": 0.10, "mhz": 0.08}
    for figure, pairs in left_out(*key).items():
        errors = [abs(guess / true - 1) for guess, true in pairs]
        assert float(np.median(errors)) <= limits[figure], figure


@pytest.mark.parametrize("key", reliable(), ids=lambda key: f"{key[0]} {key[1]}")
def test_the_stated_bounds_of_each_group_hold_for_90_percent_of_its_rows(
    key: tuple[str, GroupName],
) -> None:
    """The figures of an answer are not better than the measured figures of nine rows of ten."""
    target, name = key
    allowances = groups_of(STORE, target)[name].allowances
    (engine, *_) = on_target(STORE, target)
    for figure, pairs in left_out(*key).items():
        some = [
            replace(engine, **{figure: guess}, allowances=allowances)  # type: ignore[arg-type]
            for guess, _ in pairs
        ]
        bounds = [getattr(figures_of(item), figure) for item in some]
        good = [
            bound <= true * 1.001 if figure == "mhz" else bound >= true * 0.999
            for bound, (_, true) in zip(bounds, pairs, strict=True)
        ]
        assert sum(good) >= 0.9 * len(good), figure


def test_the_blocks_and_gcm_of_ecp5_have_estimates() -> None:
    names = {str(name) for target, name in reliable() if target == "ecp5-85k-8"}
    assert names == {"core, blocks, S-box tower", "stream, gcm, S-box tower"}


def test_a_group_above_the_limit_has_no_estimates() -> None:
    """The clocks of designs with S-box tables differ by more than their parameters explain."""
    group = groups_of(STORE, "ecp5-85k-8")[GroupName("core", "none", "table", 1)]
    assert float(np.median(group.errors["mhz"])) > MEDIANS["mhz"]
    need = Need(target="ecp5-85k-8")
    own = [
        engine
        for engine in engines(STORE, need, need.roles[0])
        if engine.parameters.get("Sbox") == "table"
    ]
    assert own
    assert {engine.source for engine in own} == {"measured"}


def test_a_mode_with_few_rows_has_no_estimates() -> None:
    need = Need(target="ecp5-85k-8", mode="ctr")
    sources = {engine.source for engine in engines(STORE, need, need.roles[0])}
    assert sources == {"measured"}


@pytest.mark.parametrize(("target", "most"), [("xc7", 1500), ("gw2a-18", 2500)])
def test_the_default_design_is_small(target: str, most: int) -> None:
    """`iterative` maps to few LUTs in families whose own recipes need many more."""
    (row,) = [
        row for row in STORE.rows if (row.target, row.top, row.config) == (target, "core", {})
    ]
    assert row.lut is not None
    assert row.lut <= most
