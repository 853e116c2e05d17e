# SPDX-License-Identifier: Apache-2.0
"""Needs that no design meets: limits of 0, the part's capacity, the margin, and estimates."""

import re
from typing import Any

import pytest
from tests.roundel.choose.sample_designs import LIBRARY, OTHER, PART, designs, row

from roundel.characterised import Designs, Part
from roundel.choose.answer import answer, candidates, choose
from roundel.choose.nearest import _rounded
from roundel.choose.need import Need, parse_margin
from roundel.design import presets

STORE = designs()


def need(**values: Any) -> Need:
    return Need(**{"target": PART, **values})


def test_a_limit_of_zero_has_a_nearest_design() -> None:
    """Without a tower S-box each design needs block RAMs; the nearest needs the fewest."""
    rows = [row(PART, item.config) for item in STORE.rows if item.config.get("Sbox") == "rom"]
    own = STORE.__class__(STORE.head, tuple(reversed(rows)), STORE.packets)
    found = choose(own, need(max_ram=0))
    assert found.nearest is not None
    assert found.nearest.ram == 8
    assert found.nearest.margins == {"--max-ram": -100.0}
    (text,) = found.missed
    assert text.endswith("needs 8 block RAMs of 18 kbit, and the limit is 0 block RAMs of 18 kbit")
    assert "inf" not in text
    assert "--max-ram 8" in found.relax


def test_a_limit_of_zero_that_is_met_has_no_margin() -> None:
    for choice in choose(STORE, need(max_ram=0, gbps=1.0)).designs:
        assert choice.margins.keys() == {"--gbps"}


def one_large(lut: int, ff: int, ram: int = 0) -> Any:
    """A store with one design, measured on `PART`."""
    made = row(PART, {}).model_copy(update={"lut": lut, "ff": ff, "ram": ram})
    return STORE.__class__(STORE.head, (made,), STORE.packets)


def test_a_small_part_is_one_need_and_a_larger_part_the_remedy() -> None:
    found = choose(one_large(42_000, 43_000), need(target=OTHER))
    assert found.missed == [
        "ecp5-45k-8: the nearest design needs 42,000 LUT4 (at most 39,463 of 43,848) and 43,000 "
        "flip-flops (at most 39,463 of 43,848); an answer uses at most 90 %, "
        "because fuller parts often cannot be routed"
    ]
    assert found.relax == [f"--target {PART} (a larger part)"]
    assert choose(one_large(42_000, 43_000), need(target=PART)).designs


def test_block_rams_are_whole_and_all_usable() -> None:
    assert choose(one_large(2000, 500, ram=108), need(target=OTHER)).designs
    found = choose(one_large(2000, 500, ram=109), need(target=OTHER))
    assert found.missed == [
        "ecp5-45k-8: the nearest design needs 109 block RAMs of 18 kbit (at most 108)"
    ]
    assert found.relax == [f"--target {PART} (a larger part)"]


def test_the_smallest_part_that_suffices_is_named() -> None:
    part = STORE.head.parts[OTHER]
    between = Part(**{**part.model_dump(), "lut": 50_000, "ff": 50_000})
    store = one_large(44_000, 500)
    head = store.head.model_copy(update={"parts": {**store.head.parts, "ecp5-50k-8": between}})
    own = store.__class__(head, store.rows, store.packets)
    assert choose(own, need(target=OTHER)).relax == ["--target ecp5-50k-8 (a larger part)"]
    # No larger part helps against a throughput that no design reaches.
    assert not any("--target" in text for text in choose(own, need(gbps=90.0, target=OTHER)).relax)


def test_a_miss_names_the_distance_to_the_need_and_with_the_margin() -> None:
    """The fastest design has 28.94 Gbit/s."""
    found = choose(STORE, need(gbps=32.0))
    (text,) = found.missed
    assert "has 28.9 Gbit/s, and the need is 32 Gbit/s, 33.6 Gbit/s with the margin of 5 %" in text
    assert text.endswith("(10 % below the need, 14 % below the need with the margin)")
    assert found.nearest is not None
    assert found.nearest.margins["--gbps"] == pytest.approx(-9.6, abs=0.1)
    late = choose(STORE, need(latency_ns=50.0, margin=0.1)).missed[0]
    assert re.search(r"\(\d+ % above the need, \d+ % above the need with the margin\)$", late)


def test_a_smaller_margin_is_a_relaxation_if_it_suffices() -> None:
    found = choose(STORE, need(gbps=28.0, margin=0.125))
    assert "(meets the need, 8 % below the need with the margin)" in found.missed[0]
    assert "31.5 Gbit/s with the margin of 12.5 %" in found.missed[0]
    (text,) = [text for text in found.relax if text.startswith("--margin")]
    margin = parse_margin(text.removeprefix("--margin "))
    assert choose(STORE, need(gbps=28.0, margin=margin)).designs
    assert not choose(STORE, need(gbps=28.0, margin=margin + 0.002)).designs
    assert not any("--margin" in text for text in choose(STORE, need(gbps=60.0)).relax)


def test_an_interpolated_nearest_design_is_marked() -> None:
    wanted = need(gbps=90.0)
    (every,) = candidates(STORE, wanted)
    own = [engine for engine in every if engine.source == "interpolated"]
    found = answer(STORE, wanted, [own])
    assert [text.partition(" ")[0] for text in found.relax] == ["--gbps"]
    assert found.relax[0].endswith(" (interpolated)")
    assert any("interpolated figures are estimates" in note for note in found.notes)
    measured = answer(STORE, wanted, [[e for e in every if e.source == "measured"]])
    assert not any("interpolated" in text for text in (*measured.relax, *measured.notes))


@pytest.mark.parametrize(
    ("value", "up", "text"),
    [(0.0005678, False, "0.000567"), (0.0005678, True, "0.000568"), (14.55, False, "14.5"),
     (14.55, True, "14.6"), (24.0, True, "24"), (1234.5, True, "1235"), (1234.5, False, "1234")],
)  # fmt: skip
def test_a_value_to_relax_to_is_reached(value: float, up: bool, text: str) -> None:
    assert _rounded(value, up=up) == text


def test_in_cells_no_part_is_named() -> None:
    found = choose(STORE, need(target=LIBRARY, max_kge=1.0))
    assert found.relax
    assert all(text.startswith("--max-kge") for text in found.relax)


def test_numbers_far_from_a_need_are_short() -> None:
    (text,) = choose(STORE, need(max_lut4=1)).missed
    assert text.endswith("needs 1,200 LUT4, and the limit is 1 LUT4 (1,200 times the limit)")
    (text,) = choose(STORE, need(gbps=9e5, margin=0.0)).missed
    assert text.endswith("the need is 900,000 Gbit/s (more than 99 % below the need)")


def test_one_key_is_no_plural_and_a_count_has_no_margin() -> None:
    few = [item for item in STORE.rows if "KeySlots" not in item.config and item.top == "core"]
    own = STORE.__class__(STORE.head, tuple(few), STORE.packets)
    for slots in (2, 10**23):
        (text,) = choose(own, need(key_slots=slots)).missed
        assert "the nearest design has 1 key, and the need is" in text
        assert "margin" not in text
    one = row(PART, {"Sbox": "rom"}).model_copy(update={"ram": 1})
    (text,) = choose(STORE.__class__(STORE.head, (one,), STORE.packets), need(max_ram=0)).missed
    assert "needs 1 block RAM of 18 kbit, and the limit is 0 block RAMs" in text


def test_a_difference_of_one_block_ram_is_no_plural() -> None:
    first = row(PART, {"Sbox": "rom"}).model_copy(update={"ram": 2})
    second = row(PART, {"Sbox": "rom", "KeySlots": 4}).model_copy(update={"ram": 3})
    store = STORE.__class__(STORE.head, (first, second), STORE.packets)
    assert "1 more block RAM" in choose(store, need()).designs[1].reason
    assert "block RAMs" not in choose(store, need()).designs[1].reason


def test_an_unmet_need_names_the_faster_presets_without_figures() -> None:
    """Without a preset for other hardware, of another function, or with figures."""

    def hints(own: Designs, **values: Any) -> list[str]:
        return [text for text in choose(own, need(**values)).notes if "can be faster" in text]

    small = one_large(2000, 500)
    (note,) = hints(small, gbps=500.0)
    assert "unrolled-10" in note
    assert "cells-" not in note
    assert "xts-1" not in note
    assert f"`roundel synth balanced --target {PART}`" in note
    assert not hints(small)
    shown = next(preset.config for preset in presets() if preset.name == "unrolled-10")
    known = [*small.rows, row(PART, shown.own_fields())]
    assert not hints(STORE.__class__(STORE.head, tuple(known), STORE.packets), gbps=500.0)
