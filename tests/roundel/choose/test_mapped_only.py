# SPDX-License-Identifier: Apache-2.0
"""Answers for a family that is mapped only, and families that share no clock."""

import math
import random
from dataclasses import replace
from typing import Any

import pytest
from tests.roundel.choose.sample_designs import MAPPED, PART, SMALL, designs, row

from roundel.base.errors import InputError
from roundel.characterised import Designs, Row, load_designs
from roundel.characterised.interpolation import groups_of
from roundel.choose.answer import choose
from roundel.choose.engines import on_target
from roundel.choose.estimates import engines
from roundel.choose.need import Need

STORE = designs()


def need(**values: Any) -> Need:
    return Need(**{"target": MAPPED, **values})


@pytest.mark.parametrize(
    ("values", "option"),
    [
        ({"gbps": 1.0}, "--gbps"),
        ({"latency_ns": 100.0}, "--latency-ns"),
        ({"objective": "speed"}, "--objective speed"),
        ({"objective": "latency"}, "--objective latency"),
    ],
)
def test_a_need_that_depends_on_a_clock_must_state_the_clock(
    values: dict[str, Any], option: str
) -> None:
    message = f"^xc7 is mapped only.*no clock is measured for {option}; .*--mhz\\.$"
    with pytest.raises(InputError, match=message):
        choose(STORE, need(**values))
    assert choose(STORE, need(mhz=200.0, **values)).designs


def test_without_a_clock_the_answer_has_counts_only() -> None:
    found = choose(STORE, need())
    assert (found.mapped_only, found.lut_kind, found.ram_kind) == (
        True, "LUT6", "18-kbit block RAM",
    )  # fmt: skip
    own = [item for item in STORE.rows if item.target == MAPPED and item.top == "core"]
    measured = [item for item in own if "KeyBits" not in item.config]
    best = found.designs[0]
    assert best.lut == min(item.lut or 0 for item in measured)
    assert [choice.cost for choice in found.designs] == sorted(
        choice.lut or 0 for choice in found.designs
    )
    for choice in found.designs:
        assert (choice.mhz, choice.gbps, choice.latency_ns) == (None, None, None)
        assert choice.margins == {}
        (engine,) = choice.engines
        assert engine.source in ("mapped", "interpolated")
        assert (engine.mhz, engine.mhz_median, engine.gbps, engine.seeds) == (None, None, None, 0)
        assert choice.bits_per_cycle == 128 / (10 // int(engine.fields["Rounds"]))
    reasons = [choice.reason for choice in found.designs]
    assert any("flip-flops" in text and "latency in cycles" in text for text in reasons[1:])
    assert "xc7 is mapped only" in found.notes[0]
    assert not any("seed" in note or "assume" in note for note in found.notes)


def test_the_assumed_clock_gives_throughput_and_latency_without_a_margin() -> None:
    found = choose(STORE, need(gbps=2.56, mhz=100.0, margin=0.2))
    best = found.designs[0]
    assert best.engines[0].fields["Rounds"] == 2
    assert best.gbps == pytest.approx(2.56)
    assert best.latency_ns == pytest.approx(1000 * best.latency_cycles / 100)
    assert best.mhz is None
    assert best.margins == {"--gbps": 0.0}
    (note,) = [note for note in found.notes if "assume" in note]
    assert "you assume a clock of 100 MHz with --mhz" in note
    assert "--margin has no effect" in note
    assert found.meeting is not None
    assert found.meeting < found.considered


def test_a_missed_need_names_the_assumed_clock() -> None:
    found = choose(STORE, need(gbps=50.0, mhz=100.0))
    assert not found.designs
    (missed,) = found.missed
    assert "2.56 Gbit/s at the assumed clock of 100 MHz, and the need is 50 Gbit/s" in missed
    assert found.relax == ["--gbps 2.56"]
    placed = choose(STORE, need(target=PART, gbps=50.0, mhz=100.0))
    assert "Gbit/s at the clock of 100 MHz, and the need is 50 Gbit/s" in placed.missed[0]


def test_limits_name_the_kinds_of_the_family() -> None:
    missed = choose(STORE, need(max_lut4=900)).missed
    assert missed == [
        "--max-lut4: the nearest design needs 1,950 LUT6, and the limit is 900 LUT6 (117 % above "
        "the limit)"
    ]
    rams = choose(STORE, need(target=PART, gbps=9.0, max_lut4=4000, max_ram=30)).missed
    assert rams == [
        "--max-ram: the nearest design needs 40 block RAMs of 18 kbit, and the limit is 30 block "
        "RAMs of 18 kbit (33 % above the limit)"
    ]
    kinds = choose(STORE, need(target=PART, max_lut4=900)).missed
    assert "needs 1,200 LUT4" in kinds[0]


def test_estimates_of_a_family_that_is_mapped_only_have_no_clock() -> None:
    assert groups_of(STORE, MAPPED)
    own = need()
    between = [
        engine for engine in engines(STORE, own, own.roles[0]) if engine.source == "interpolated"
    ]
    assert between
    for engine in between:
        assert engine.mhz == 0
        assert engine.gbps() == 0
        assert engine.latency_ns() == math.inf
        assert engine.lut > 0


def test_a_target_whose_estimates_are_wrong_has_no_estimates() -> None:
    """LUTs that no parameter explains: 700 or 7,000 by chance."""
    some = random.Random(26)
    wrong = tuple(item.model_copy(update={"lut": some.choice([700, 7000])}) for item in STORE.rows)
    store = replace(STORE, rows=wrong)
    assert not any(group.reliable for group in groups_of(store, PART).values())
    for target in (PART, MAPPED):
        own = need(target=target)
        sources = {engine.source for engine in engines(store, own, own.roles[0])}
        assert "interpolated" not in sources


def test_no_design_fits_a_part_that_is_too_small() -> None:
    """MachXO3 has the logic of MachXO2; designs of other families, here ECP5, do not count."""
    with pytest.raises(InputError, match="no design is characterised on machxo2-640; the store"):
        choose(STORE, need(target=SMALL))
    part = STORE.head.parts[SMALL].model_copy(update={"family": "machxo3", "lut": 9000})
    head = STORE.head.model_copy(update={"parts": {**STORE.head.parts, "machxo3-9000": part}})

    def store(lut: int, ram: int) -> Designs:
        own = row("machxo3-9000", {}).model_copy(update={"lut": lut, "ram": ram})
        return replace(STORE, head=head, rows=(*STORE.rows, own))

    with pytest.raises(
        InputError,
        match="no characterised design fits machxo2-640, which has 640 LUT4 and 7 block RAMs of 9 "
        "kbit: the smallest needs 1,950 LUT4 on machxo3-9000; choose a larger part, for example "
        "machxo3-9000",
    ):
        choose(store(1950, 0), need(target=SMALL))
    with pytest.raises(InputError, match="needs 600 LUT4 and 8 block RAMs of 9 kbit on machxo3"):
        choose(store(600, 8), need(target=SMALL))


def test_a_clock_of_one_family_serves_no_part_of_another_family() -> None:
    """Two parts with an equal speed grade, and with three equal designs."""
    part = STORE.head.parts[PART]
    parts = {**STORE.head.parts, "other-25k-8": part.model_copy(update={"family": "other"})}

    def store(*more: Row) -> Designs:
        found = designs(*more)
        return replace(found, head=found.head.model_copy(update={"parts": parts}))

    with pytest.raises(InputError, match="no design is characterised on other-25k-8"):
        choose(store(), need(target="other-25k-8"))
    some = store(*(row("other-25k-8", item.config, 0.7) for item in STORE.rows[:3]))
    assert [engine.row.target for engine in on_target(some, "other-25k-8")] == ["other-25k-8"] * 3


def test_rows_of_the_store_serve_their_own_family_only() -> None:
    store = load_designs()
    parts = store.head.parts
    for name, part in parts.items():
        for engine in on_target(store, name):
            assert parts[engine.row.target].family == part.family
            assert bool(engine.mhz) == part.placed
