# SPDX-License-Identifier: Apache-2.0
"""Random needs, whose designs are placed and routed with a seed that no row has."""

import random

import pytest

from roundel import fpga
from roundel.characterised import load_designs
from roundel.choose.answer import choose
from roundel.choose.need import Need
from roundel.design import make_config

NEEDS = 40
SEED = 201
MEETING = 0.95  # of the needs
SHORT = 0.05  # of the need, by which the other designs may be slower
PART = "ecp5-85k-8"


def random_need(some: random.Random) -> Need:
    """A need in throughput for blocks or packets, with a budget in block RAMs."""
    mode = some.choice(["none", "none", "ctr", "gcm"])
    return Need(
        target=PART,
        gbps=round(10 ** some.uniform(-0.3, 1.5), 2),
        mode=mode,
        direction="both" if mode == "gcm" else "encrypt",
        key_bits=(some.choice([128, 128, 256]),),
        max_ram=some.choice([None, 0, 40]) if mode == "none" else None,
    )


@pytest.mark.campaign
def test_designs_of_random_needs_meet_the_need_with_another_seed() -> None:
    store, some = load_designs(), random.Random(26)
    assert not any(str(SEED) in row.mhz for row in store.rows)
    shares: list[float] = []
    tried = 0
    while len(shares) < NEEDS and tried < 10 * NEEDS:
        tried += 1
        need = random_need(some)
        functions = {
            (store.fields(row)["Mode"], store.fields(row)["KeyBits"]) for row in store.rows
        }
        if (need.mode, need.key_bits[0]) not in functions:
            continue
        designs = choose(store, need).designs
        if not designs or need.gbps is None:
            continue
        (engine,) = designs[0].engines
        placed = fpga.synth(
            make_config("chosen", engine.fields), PART, (SEED,), recipe=engine.recipe
        )
        shares.append(placed.gbps / need.gbps)
    assert len(shares) == NEEDS
    assert sum(share >= 1 for share in shares) >= MEETING * NEEDS
    assert min(shares) >= 1 - SHORT
