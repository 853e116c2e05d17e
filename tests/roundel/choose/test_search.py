# SPDX-License-Identifier: Apache-2.0
"""The search for the best combinations of engines against every combination."""

import itertools
import random
import time
from collections.abc import Sequence
from typing import Any

import pytest
from tests.roundel.choose.sample_designs import LIBRARY, PART, designs, row

from roundel.choose import search as searching
from roundel.choose.answer import BEST, answer, candidates, choose
from roundel.choose.demands import demands, meets
from roundel.choose.engines import Engine, engine_of
from roundel.choose.need import Need
from roundel.choose.offers import offer_of
from roundel.choose.search import count, order, search

STORE = designs()
ROLES = 6  # CBC in both directions with three key sizes
MANY = 120  # engines for each role
SECONDS = 2.0  # of a search among 120 ** 6 combinations


def need(**values: Any) -> Need:
    return Need(**{"target": PART, **values})


def some_engines(some: random.Random, number: int, target: str = PART) -> list[Engine]:
    """Engines with random figures, on a rough front."""
    found = []
    for _ in range(number):
        speed = some.uniform(0.5, 10)
        base = row(target, {})
        lut = round(900 * speed ** some.uniform(0.5, 1.3))
        made = base.model_copy(
            update={
                "lut": lut,
                "ff": round(lut * some.uniform(0.2, 1.4)),
                "ram": some.choice([0, 0, 8, 16]),
                "mhz": {"101": 100 * speed ** some.uniform(0.2, 1)},
                "cycles_per_block": some.choice([1, 2, 5, 10]),
                "latency_cycles": some.randint(10, 60),
            }
        )
        engine = engine_of(STORE, made, "measured", "", 1.0)
        engine.fields["KeySlots"] = some.choice([1, 4])
        found.append(engine)
    return found


def random_need(some: random.Random) -> Need:
    return need(
        gbps=some.choice([None, some.uniform(0.5, 20)]),
        latency_ns=some.choice([None, None, some.uniform(80, 500)]),
        max_lut4=some.choice([None, some.randint(4000, 40000)]),
        max_ram=some.choice([None, 0, 24]),
        key_slots=some.choice([None, 4]),
        mhz=some.choice([None, None, 150.0]),
        margin=some.choice([0.0, 0.05, 0.2]),
        objective=some.choice(["area", "area", "latency", "speed"]),
    )


def every_key(roles: Sequence[Sequence[Engine]], wanted: Need) -> list[tuple[float, ...]]:
    """The keys of all combinations that meet a need, the best first."""
    rank, limits = order(STORE.head, wanted), demands(STORE.head, wanted)
    figures = [offer_of(engines).figures for engines in itertools.product(*roles)]
    return sorted(rank(one) for one in figures if meets(one, limits))


@pytest.mark.parametrize("number", [1, 2, 3, 4, ROLES])
def test_the_search_finds_the_best_of_every_combination(number: int) -> None:
    some = random.Random(number)
    sizes = {1: 60, 2: 20, 3: 8, 4: 5, ROLES: 3}
    answered = tried = 0
    while answered < 9 or tried < 40:  # few needs suit six engines at once
        tried += 1
        roles = [some_engines(some, sizes[number]) for _ in range(number)]
        wanted = random_need(some)
        keys = every_key(roles, wanted)
        rank, limits = order(STORE.head, wanted), demands(STORE.head, wanted)
        found = search(roles, limits, rank, BEST)
        assert found.complete
        # Sums of floats differ by the order of the engines.
        for offer, key in zip(found.offers, keys[:BEST], strict=True):
            assert rank(offer.figures) == pytest.approx(key)
            assert len(offer.engines) == number
        assert count(roles, limits) in (len(keys), None)
        answered += bool(keys)


def test_the_dearest_engines_are_found_if_the_need_demands_them() -> None:
    """Six roles of 120 engines: only the dearest engine of each role is fast enough."""
    some = random.Random(7)
    roles = []
    for _ in range(ROLES):
        own = some_engines(some, MANY)
        fast = row(PART, {}).model_copy(
            update={"lut": 12000, "ff": 9000, "mhz": {"101": 400.0}, "cycles_per_block": 1}
        )
        slow = [engine for engine in own if engine.gbps() < 30]
        roles.append([*slow, engine_of(STORE, fast, "measured", "", 1.0)])
    wanted = need(gbps=48.0)
    found = answer(STORE, wanted, roles)
    assert len(found.designs) == 1
    assert [engine.lut for engine in found.designs[0].engines] == [12000] * ROLES
    assert found.meeting is None


def test_designs_with_several_key_sizes_reach_the_speed_of_one() -> None:
    """Each engine of an answer for two key sizes meets the need alone, and all that do count."""
    for gbps in (3.0, 10.0, 20.0):
        both = choose(STORE, need(gbps=gbps, key_bits=(128, 256)))
        alone = [choose(STORE, need(gbps=gbps, key_bits=(bits,))) for bits in (128, 256)]
        assert both.designs
        assert both.designs[0].cost == pytest.approx(sum(one.designs[0].cost for one in alone))


def test_a_search_among_many_combinations_is_fast() -> None:
    some = random.Random(3)
    roles = [some_engines(some, MANY) for _ in range(ROLES)]
    begin = time.process_time()
    answered = 0
    for _ in range(10):
        wanted = random_need(some)
        found = search(roles, demands(STORE.head, wanted), order(STORE.head, wanted), BEST)
        answered += bool(found.offers)
    assert answered
    assert time.process_time() - begin < 10 * SECONDS


def test_a_search_that_stops_early_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = need(key_bits=(128, 256))
    assert not any("search stopped" in note for note in choose(STORE, wanted).notes)
    monkeypatch.setattr(searching, "MOST_STEPS", 5)
    assert any("search stopped" in note for note in choose(STORE, wanted).notes)


def test_the_lowest_energy_of_several_engines() -> None:
    wanted = need(target=LIBRARY, objective="energy")
    (own,) = candidates(STORE, wanted)
    found = answer(STORE, wanted, [own, own])
    lowest = min(engine.pj_per_byte for engine in own if engine.pj_per_byte is not None)
    assert found.designs[0].pj_per_byte == pytest.approx(lowest, rel=1e-3)
