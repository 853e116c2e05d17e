# SPDX-License-Identifier: Apache-2.0
"""Shards: the parts of a sweep are disjoint, and their union is the sweep.

State space: every shard of one to four, of five configurations; texts that name no shard.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundel.base.errors import InputError
from roundel.design import make_config
from roundel.explore import Space, explore, parse_shard

if TYPE_CHECKING:
    from tests.roundel.explore.conftest import StandIn

NAMES = [f"s{stages}" for stages in range(5)]
SPACE = Space.of(
    "mine", [make_config(name, {"Stages": int(name[1:])}) for name in NAMES], ["ecp5-85k-8"], [1]
)


@pytest.mark.parametrize("shards", [1, 2, 3, 4, 5])
def test_the_shards_of_a_sweep_are_its_configurations(stand_in: StandIn, shards: int) -> None:
    found = []
    for number in range(1, shards + 1):
        record = explore(SPACE, Path(f"{number}.sqlite"), shard=parse_shard(f"{number}/{shards}"))
        names = [point.config.name for point in record.points]
        assert names == NAMES[number - 1 :: shards]
        found += names
    assert sorted(found) == NAMES
    assert sorted(stand_in.mapped) == NAMES


def test_a_shard_without_a_configuration(stand_in: StandIn) -> None:
    with pytest.raises(InputError, match="shard 6/7 has no configuration; the space has 5"):
        explore(SPACE, Path("6.sqlite"), shard=(6, 7))
    assert not stand_in.mapped


@pytest.mark.parametrize(("text", "shard"), [("1/1", (1, 1)), ("3/200", (3, 200)), ("7/7", (7, 7))])
def test_a_shard_as_a_user_writes_it(text: str, shard: tuple[int, int]) -> None:
    assert parse_shard(text) == shard


@pytest.mark.parametrize("text", ["", "1", "1/", "/1", "0/2", "3/2", "-1/2", "a/2", "1/b", "1/2/3"])
def test_a_text_that_names_no_shard(text: str) -> None:
    with pytest.raises(InputError, match=f"--shard {text} is not a part of a sweep; write K/N"):
        parse_shard(text)
