# SPDX-License-Identifier: Apache-2.0
"""The search for left-over secrets: its patterns and its findings."""

import random

import pytest

from roundel.verify.reference import cipher
from roundel.verify.stress.remanence import Residue, round_keys, trail

KEY = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")


def test_round_keys_are_those_of_fips_197_appendix_a() -> None:
    assert round_keys(KEY)[-1].hex() == "d014f9a8c9ee2589e13f0cc8b6630ca6"
    assert round_keys(bytes(range(24)))[-1].hex() == "a4970a331a78dc09c418c271e3a41d5d"
    assert round_keys(bytes(range(32)))[-1].hex() == "24fc79ccbf0979e9371ac23c6d68de36"


@pytest.mark.parametrize("size", [16, 24, 32])
@pytest.mark.parametrize("decrypt", [False, True])
def test_a_trail_ends_with_the_result(size: int, decrypt: bool) -> None:
    rng = random.Random(size)
    for _ in range(10):
        key, block = rng.randbytes(size), rng.randbytes(16)
        states = trail(key, block, decrypt)
        assert states[0] == block
        assert states[-1] == cipher("ecb", decrypt, key, b"", block)


def test_ends_of_a_trail_may_be_left_out() -> None:
    block = bytes(range(16))
    states = trail(KEY, block, False)
    for ends in (False, True):
        residue = Residue()
        residue.add_block(KEY, block, False, ends=ends)
        found = [bool(residue.search([("a", _bits(state))])) for state in states]
        assert found == [ends, *[True] * (len(states) - 2), ends]


def _bits(data: bytes) -> str:
    return f"{int.from_bytes(data, 'big'):0{8 * len(data)}b}"


def test_finds_pieces_of_keys_and_states() -> None:
    residue = Residue()
    residue.add_key(KEY)
    residue.add_block(KEY, bytes(range(16)), False)
    key, state = round_keys(KEY)[5], trail(KEY, bytes(range(16)), False)[7]
    assert "round key" in residue.search([("a", _bits(key))])
    assert "state" in residue.search([("a", _bits(state))])
    assert residue.search([("a", "1" * 8 + _bits(key)[32:96])]).endswith("still in a")
    assert residue.search([("a", "0" * 128), ("b", _bits(bytes(range(40, 56))))]) == ""
    assert residue.search([("a", "X" + _bits(key)[65:])]) == ""
    assert residue.search([("a", _bits(key)[:63])]) == ""
