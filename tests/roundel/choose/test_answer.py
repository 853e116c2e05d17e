# SPDX-License-Identifier: Apache-2.0
"""Answers against a direct search of the rows, and answers without a design."""

import random
import re
from typing import Any

import pytest
from tests.roundel.choose.sample_designs import CORE, LIBRARY, OTHER, PART, SLOW, designs, row

from roundel.base.errors import InputError
from roundel.characterised import Row
from roundel.choose.answer import choose
from roundel.choose.need import Need
from roundel.choose.record import Choice, ChooseRecord

STORE = designs()


def need(**values: Any) -> Need:
    return Need(**{"target": PART, **values})


def share(lut: float, ff: float, ram: float) -> float:
    """The cost on `PART` in per cent."""
    return 100 * (max(lut / 83640, ff / 83640) + ram / 208)


def meets(item: Row, wanted: Need) -> bool:
    """Whether a row meets a need for blocks, by the definitions alone."""
    fields = {**CORE, **item.config}
    if item.target != PART or item.top != "core" or fields["KeyBits"] not in wanted.key_bits:
        return False
    mhz = min(item.mhz.values())
    assert item.lut is not None
    assert item.ram is not None
    reserve = 1 + wanted.margin
    gbps = 0.128 * mhz / item.cycles_per_block
    return (
        (wanted.gbps is None or gbps >= wanted.gbps * reserve)
        and (wanted.latency_ns is None
             or 1000 * item.latency_cycles / mhz * reserve <= wanted.latency_ns)
        and (wanted.max_lut4 is None or item.lut <= wanted.max_lut4)
        and (wanted.max_ram is None or item.ram <= wanted.max_ram)
        and (wanted.key_slots is None or int(fields["KeySlots"]) >= wanted.key_slots)
    )  # fmt: skip


def test_no_cheaper_row_meets_one_of_a_thousand_needs() -> None:
    some = random.Random(1)
    plain = STORE.__class__(STORE.head, STORE.rows, STORE.packets)
    answered = 0
    for _ in range(1000):
        wanted = need(
            gbps=some.choice([None, some.uniform(0.5, 30)]),
            latency_ns=some.choice([None, None, some.uniform(50, 400)]),
            max_lut4=some.choice([None, some.randint(1000, 14000)]),
            max_ram=some.choice([None, 0, 40]),
            key_slots=some.choice([None, 4]),
            key_bits=(some.choice([128, 256]),),
            margin=some.choice([0.0, 0.05, 0.2]),
        )
        costs = sorted(
            share(item.lut or 0, item.ff, item.ram or 0)
            for item in plain.rows
            if meets(item, wanted)
        )
        found = choose(plain, wanted)
        assert found.meeting == len(costs)
        assert [choice.cost for choice in found.designs] == pytest.approx(costs[:5], abs=2e-3)
        answered += bool(costs)
    assert 300 < answered < 900


def gbps(choice: Choice) -> float:
    assert choice.gbps is not None
    return choice.gbps


def only(choice: Choice) -> dict[str, int | str]:
    (engine,) = choice.engines
    return engine.fields


def test_each_objective_ranks_by_its_quantity() -> None:
    fastest = choose(STORE, need(objective="speed")).designs
    speeds = [gbps(choice) for choice in fastest]
    assert speeds == sorted(speeds, reverse=True)
    assert only(fastest[0])["Rounds"] == 10
    quickest = choose(STORE, need(objective="latency")).designs
    latencies = [choice.latency_ns or 0 for choice in quickest]
    assert latencies == sorted(latencies)
    assert latencies[0] > 0
    lowest = choose(STORE, need(target=LIBRARY, objective="energy")).designs
    energies = [c.engines[0].pj_per_byte or 0 for c in lowest]
    assert energies == sorted(energies)
    assert energies[0] > 0


def test_energy_per_byte_is_power_over_throughput() -> None:
    best = choose(STORE, need(target=LIBRARY, objective="energy")).designs[0].engines[0]
    source = next(
        item for item in STORE.rows if item.target == LIBRARY and item.config == best.parameters
    )
    (power,) = source.power
    bytes_per_us = 16 * power.mhz / source.cycles_per_block
    assert best.pj_per_byte == pytest.approx(power.mw * 1e3 / bytes_per_us, rel=1e-3)


def test_an_estimate_has_no_energy() -> None:
    lowest = choose(STORE, need(target=LIBRARY, objective="energy")).designs
    assert {engine.source for choice in lowest for engine in choice.engines} == {"measured"}
    cheapest = choose(STORE, need(target=LIBRARY)).designs
    for engine in [engine for choice in cheapest for engine in choice.engines]:
        assert (engine.pj_per_byte is None) == (engine.source == "interpolated")


def test_a_clock_of_the_system_sets_the_throughput() -> None:
    (first, *_) = choose(STORE, need(mhz=120.0, gbps=1.536, margin=0.05)).designs
    assert first.gbps == pytest.approx(0.128 * 120 / (10 // int(only(first)["Rounds"])), rel=1e-3)
    assert all((choice.mhz or 0) >= 126 for choice in choose(STORE, need(mhz=120.0)).designs)


def test_key_sizes_at_run_time_have_an_engine_each() -> None:
    found = choose(STORE, need(gbps=3.0, mode="gcm", direction="both", key_bits=(128, 256)))
    assert "no measured design has several key sizes" in found.notes[0]
    for choice in found.designs:
        assert [engine.fields["KeyBits"] for engine in choice.engines] == [128, 256]
        assert choice.lut == sum(engine.lut or 0 for engine in choice.engines)
        assert choice.mhz == min(engine.mhz or 0 for engine in choice.engines)
    costs = [choice.cost for choice in found.designs]
    assert costs == sorted(costs)


def test_small_packets_lower_the_throughput() -> None:
    (long, *_) = choose(STORE, need(mode="gcm", gbps=0.1)).designs
    (short, *_) = choose(STORE, need(mode="gcm", gbps=0.1, packet_bytes=64)).designs
    assert short.gbps == pytest.approx(64 * 8 * (short.mhz or 0) / 36 / 1000, rel=1e-3)
    assert long.gbps != short.gbps


def test_a_part_of_the_family_has_scaled_clocks() -> None:
    (same, *_) = choose(STORE, need(target=OTHER, gbps=1.0)).designs
    assert same.engines[0].source == "scaled"
    assert "of equal speed grade" in same.engines[0].origin
    with pytest.raises(
        InputError,
        match="no design is characterised on ecp5-85k-6, and its clock relative to "
        "ecp5-85k-8 is not measured; choose ecp5-85k-8, or measure with .python scripts/character",
    ):
        choose(STORE, need(target=SLOW, gbps=1.0))
    measured = [row(SLOW, item.config, 0.7) for item in STORE.rows[:3]]
    slower = designs(*measured)
    best = choose(slower, need(target=SLOW, objective="speed", gbps=1.0)).designs[0].engines[0]
    fast = choose(STORE, need(objective="speed", gbps=1.0)).designs[0].engines[0]
    assert best.source == "scaled"
    assert best.mhz == pytest.approx(0.7 * (fast.mhz or 0), rel=1e-3)


def test_a_design_must_fit_the_part() -> None:
    assert choose(STORE, need(target=OTHER, mode="gcm")).designs
    big: dict[str, int | str] = {
        "Mode": "gcm",
        "Rounds": 10,
        "Stages": 1,
        "KeyBits": 256,
        "Lanes": 2,
    }
    own = designs(row(PART, big).model_copy(update={"lut": 41_000}))
    assert all(only(c).get("Lanes") != 2 for c in choose(own, need(target=OTHER, mode="gcm",
               key_bits=(256,), objective="speed")).designs)  # fmt: skip
    assert any(only(c).get("Lanes") == 2 for c in choose(own, need(mode="gcm", key_bits=(256,),
               objective="speed")).designs)  # fmt: skip


def test_without_a_design_the_answer_names_the_nearest_and_what_to_relax() -> None:
    found = choose(STORE, need(gbps=60.0, max_lut4=20000))
    assert not found.designs
    assert found.nearest is not None
    assert len(found.missed) == 1
    assert found.missed[0].startswith("--gbps: the nearest design has")
    (advice,) = found.relax
    option, value = advice.split()
    assert option == "--gbps"
    assert choose(STORE, need(gbps=float(value), max_lut4=20000)).designs
    assert not choose(STORE, need(gbps=1.02 * float(value), max_lut4=20000)).designs


def test_every_single_relaxation_is_met_by_a_design() -> None:
    wanted = {"gbps": 17.0, "max_lut4": 2500, "max_ram": 40}
    found = choose(STORE, need(**wanted))
    assert not found.designs
    assert found.relax
    names = {"--gbps": "gbps", "--max-lut4": "max_lut4", "--max-ram": "max_ram"}
    for advice in found.relax:
        option, value, *_ = advice.split()
        name = names[option]
        changed = {**wanted, name: float(value) if name == "gbps" else int(value)}
        assert choose(STORE, need(**changed)).designs, advice


def test_a_missing_function_says_what_there_is() -> None:
    with pytest.raises(
        InputError, match="but designs for --mode ctr and gcm and none are; measure"
    ):
        choose(STORE, need(mode="xts"))
    with pytest.raises(InputError, match="but designs with --key-bits 128, 256 are; measure"):
        choose(STORE, need(key_bits=(192,)))
    with pytest.raises(InputError, match="use --direction encrypt"):
        choose(STORE, need(direction="decrypt"))


def test_interpolated_designs_are_marked_and_have_an_allowance() -> None:
    found = choose(STORE, need(gbps=23.0))
    engines = [choice.engines[0] for choice in found.designs]
    between = [engine for engine in engines if engine.source == "interpolated"]
    assert between
    assert all(engine.error_percent for engine in between)
    everything = choose(STORE, need(objective="latency")).considered
    assert everything == sum(i.target == PART and i.top == "core" and "KeyBits" not in i.config
                             for i in STORE.rows) + 2  # fmt: skip


def test_cost_luts_and_flip_flops_are_separate_figures() -> None:
    """On an FPGA the cost counts LUTs or flip-flops, and block RAMs; no figure is called area."""
    found = choose(STORE, need(gbps=3.0)).designs
    texts = [choice.reason for choice in found]
    assert texts[0].startswith("the lowest cost of ")
    fast = [choice.reason for choice in choose(STORE, need(objective="speed")).designs]
    assert any("fewer LUTs, but 3.31 times the cost" in text for text in fast)
    assert any("flip-flops" in text for text in texts[1:])
    assert not any("area" in text for text in texts)
    assert any(re.search(r"\d %", text) for text in texts)
    assert not any(re.search(r"\d%", text) for text in texts)
    cells = need(target=LIBRARY, objective="speed")
    store = designs(row(LIBRARY, {"Rounds": 10}))
    assert any("less area" in choice.reason for choice in choose(store, cells).designs)
    (smallest, *_) = choose(STORE, need(target=LIBRARY)).designs
    assert smallest.reason.startswith("the smallest of")


def test_the_note_counts_designs_of_the_need_without_a_packet_rate() -> None:
    """Four designs of the need lack a rate; designs of other key sizes do not count."""
    lacking = STORE.__class__(STORE.head, STORE.rows, tuple(
        rate for rate in STORE.packets
        if not (rate.structure["Mode"] == "gcm" and
                (rate.structure["KeyBits"] == 256 or rate.structure["Stages"] != 4))
    ))  # fmt: skip
    found = choose(lacking, need(mode="gcm", packet_bytes=64))
    assert notes_of_rates(found) == [
        "4 designs have no measured packet rate and are left out; 4 of these designs can meet the "
        "need with long packets. `roundel bench stream` measures the packet rate of a design."
    ]
    faster = choose(lacking, need(mode="gcm", packet_bytes=64, gbps=10))
    assert "; 2 of these designs can meet the need" in notes_of_rates(faster)[0]  # ten rounds
    fastest = choose(lacking, need(mode="gcm", packet_bytes=64, gbps=1000))
    assert "and are left out. `roundel bench" in notes_of_rates(fastest)[0]
    assert not notes_of_rates(choose(STORE, need(mode="gcm")))
    full = choose(STORE, need(mode="gcm", packet_bytes=64))
    assert not notes_of_rates(full)
    assert any("without AAD" in note for note in full.notes)


def notes_of_rates(found: ChooseRecord) -> list[str]:
    """The notes about packet rates."""
    return [note for note in found.notes if "packet rate" in note]
