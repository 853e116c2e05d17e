# SPDX-License-Identifier: Apache-2.0
"""Interpolated engines: errors by figure, recipes, block RAMs, other parts, and ratios."""

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.roundel.choose.sample_designs import OTHER, PART, SLOW, designs, row

from roundel.cells import power
from roundel.characterised import Candidate, Designs, Row
from roundel.characterised.interpolation import MEDIANS, GroupName, groups_of
from roundel.characterised.row import POWER_ACTIVITY
from roundel.choose.answer import choose
from roundel.choose.engines import Engine
from roundel.choose.estimates import engines
from roundel.choose.need import Need
from roundel.choose.offers import figures_of
from roundel.choose.ratios import ratio

STORE = designs()


def need(**values: Any) -> Need:
    return Need(**{"target": PART, **values})


def estimates(store: Designs, wanted: Need) -> list[Engine]:
    (role,) = wanted.roles
    return [e for e in engines(store, wanted, role) if e.source == "interpolated"]


def test_each_figure_has_its_own_error() -> None:
    own = groups_of(STORE, PART)[GroupName("core", "none", "tower", 1)].allowances
    assert own.keys() == {"lut", "ff", "mhz"}
    assert len({round(value, 6) for value in own.values()}) == 3
    for engine in estimates(STORE, need()):
        assert engine.allowances == own
        figures = figures_of(engine)
        assert figures.lut == pytest.approx(engine.lut / (1 - own["lut"]))
        assert figures.ff == pytest.approx(engine.ff / (1 - own["ff"]))
        assert figures.mhz == pytest.approx(engine.mhz / (1 + own["mhz"]))


def test_unreliable_flip_flops_prevent_estimates() -> None:
    """Flip-flops decide the cost of a pipeline, so they have a limit like LUTs."""
    assert MEDIANS.keys() == {"lut", "ff", "kge", "mhz"}
    some = random.Random(2)
    wrong = tuple(
        item.model_copy(update={"ff": item.ff * some.choice([1, 5])}) for item in STORE.rows
    )
    store = replace(STORE, rows=wrong)
    assert estimates(STORE, need())
    assert not estimates(store, need())


def test_a_mode_with_unreliable_clocks_has_no_estimates_and_blocks_have() -> None:
    """Each group of rows that behaves alike has its own limits and its own allowances."""
    item = Candidate(
        top="stream", config={"Rounds": 10, "Stages": 3}, cycles_per_block=1, latency_cycles=32,
        lanes=1,
    )  # fmt: skip
    some = random.Random(3)
    store = replace(STORE, candidates=(*STORE.candidates, item))
    (own,) = estimates(store, need(mode="gcm"))
    group = groups_of(store, PART)[GroupName("stream", "gcm", "tower", 1)]
    assert own.allowances == group.allowances
    assert own.allowances != estimates(store, need())[0].allowances

    def wrong(row: Row) -> Row:
        factor = some.choice([1, 2]) if row.config.get("Mode") == "gcm" else 1
        return row.model_copy(update={"mhz": {s: factor * mhz for s, mhz in row.mhz.items()}})

    damaged = replace(store, rows=tuple(map(wrong, store.rows)))
    assert not estimates(damaged, need(mode="gcm"))
    assert estimates(damaged, need())


def test_a_neighbour_on_both_parts_keeps_the_estimate() -> None:
    """Rows measured on the need's own part as well are nearest designs like all others."""
    before = estimates(STORE, need(target=OTHER))
    assert before
    shared = [row(OTHER, item.config) for item in STORE.rows if item.top == "core"][:72]
    after = estimates(designs(*shared), need(target=OTHER))
    assert [engine.fields for engine in after] == [engine.fields for engine in before]


def test_an_estimate_has_its_own_recipe() -> None:
    """The row nearest to an estimate has another recipe, because near rows of its own are gone."""
    rows = tuple(
        item
        for item in STORE.rows
        if item.config.get("Rounds") != 10 or item.config.get("Sbox") == "rom"
        or item.top == "stream" or item.target != PART or item.config.get("KeyBits") == 256
    )  # fmt: skip
    config: dict[str, int | str] = {"Rounds": 10, "Stages": 3}
    other = row(PART, config).model_copy(update={"recipe": "other"})
    store = replace(STORE, rows=(*rows, other))
    own = {e.recipe: e for e in estimates(store, need()) if e.fields["Rounds"] == 10}
    assert own["nested"].row.recipe == "other"
    found = choose(store, need(gbps=20.0, max_ram=0)).designs
    recipes = [e.recipe for c in found for e in c.engines if e.source == "interpolated"]
    assert "nested" in recipes


def test_an_interpolated_engine_names_no_commit_of_another_design() -> None:
    found = choose(STORE, need(gbps=23.0))
    chosen = [engine for choice in found.designs for engine in choice.engines]
    assert any(engine.source == "interpolated" for engine in chosen)
    for engine in chosen:
        estimate = engine.source == "interpolated"
        assert bool(engine.error_percent) == estimate
        assert (engine.rtl, engine.commit) == (("", "") if estimate else ("digest", "c0ffee"))


def test_a_family_without_lut_ram_counts_registers() -> None:
    """Registers of a round change the block RAMs: no estimate takes the RAMs of other registers."""

    def rams(item: Row) -> Row:
        stages = int(item.config.get("Stages", 1))
        more = 17 if stages > 1 and item.top == "core" else 0
        return item.model_copy(update={"ram": None if item.ram is None else item.ram + more})

    slots = Candidate(
        top="core", config={"Rounds": 2, "Stages": 2, "KeySlots": 2}, cycles_per_block=5,
        latency_cycles=32, lanes=1,
    )  # fmt: skip
    store = replace(STORE, rows=tuple(map(rams, STORE.rows)), candidates=(*STORE.candidates, slots))
    assert len(estimates(STORE, need())) == 2
    (own,) = estimates(store, need())
    assert own.fields["KeySlots"] == 2
    assert own.ram == 17


def test_a_ratio_needs_three_designs_and_counts_each_once() -> None:
    two = [row(SLOW, STORE.rows[0].config, 0.5), row(SLOW, STORE.rows[1].config, 0.7)]
    assert all(len(item.mhz) == 3 for item in two)
    assert ratio(designs(*two), SLOW, PART) is None
    one_seed = row(SLOW, STORE.rows[2].config, 0.9)
    one_seed = one_seed.model_copy(update={"mhz": {"101": one_seed.mhz["101"]}})
    found = ratio(designs(*two, one_seed), SLOW, PART)
    assert found is not None
    assert found[0] == pytest.approx(0.7)
    assert "the median of 3 designs" in found[1]


def test_the_energy_is_that_of_an_activity_of_the_power_analysis() -> None:
    """The text is in one description of `roundel.cells.power`, which is slow to import."""
    texts = power._DESCRIPTIONS.values()
    assert sum(POWER_ACTIVITY in text for text in texts) == 1
