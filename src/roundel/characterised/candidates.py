# SPDX-License-Identifier: Apache-2.0
"""Candidates: unmeasured designs that differ from a measured design in one parameter."""

import functools
from collections.abc import Iterator

from roundel import design
from roundel.characterised.collect import config_of, new_candidate
from roundel.characterised.row import Candidate
from roundel.characterised.store import Designs
from roundel.design import Config, make_config

_KEY_BITS = (128, 192, 256)
_STAGES = range(10)
_LANES = (1, 2, 4, 8)
_SLOTS = (1, 4, 16)


def find_candidates(designs: Designs) -> list[Candidate]:
    """The possible designs one parameter away from the measured designs, without these."""
    measured = {config_of(row).changed("", {}) for row in designs.rows}
    found: dict[Config, Candidate] = {}
    for config in sorted(measured, key=str):
        for other in _neighbours(config):
            if other not in measured and other not in found and design.objection(other) is None:
                found[other] = new_candidate(other)
    return sorted(found.values(), key=lambda item: (item.top, str(sorted(item.config.items()))))


def _neighbours(config: Config) -> Iterator[Config]:
    """Configurations with another number of registers, lanes, key slots, or another key size."""
    changes: list[dict[str, int | str]] = []
    if not config.Compact and not config.RoundCuts:
        near = (config.Stages - 1, config.Stages + 1)
        changes += [{"Stages": stages} for stages in near if stages in _STAGES]
    if config.Mode != design.NO_MODE and not config.SecondSboxLanes:
        changes += [{"Lanes": lanes} for lanes in _LANES if lanes in _around(config.Lanes)]
    if config.KeySchedule == "stored":
        changes += [{"KeySlots": slots} for slots in _SLOTS]
    whole = config.Rounds == _num_rounds(config.KeyBits)
    for bits in _KEY_BITS:
        changes.append({"KeyBits": bits, "Rounds": _num_rounds(bits) if whole else config.Rounds})
    for values in changes:
        yield config.changed("", values)


def _around(lanes: int) -> tuple[int, int]:
    return lanes // 2, 2 * lanes


@functools.cache
def _num_rounds(bits: int) -> int:
    """The rounds of the cipher for a key size in bits."""
    return design.facts(make_config("", {"KeyBits": bits})).num_rounds
