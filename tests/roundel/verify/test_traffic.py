# SPDX-License-Identifier: Apache-2.0
"""The sources of stimuli: repeatable, stable during a stall, with a rhythm independent of data."""

import copy
import dataclasses
import itertools

from roundel.sim.device import Inputs
from roundel.verify.stress.scoreboard import Pins
from roundel.verify.stress.traffic import Profile, Traffic

BUSY = Profile(block=0.7, take=0.5, key=0.3, zeroise=0.05)


def _traffic(control: int = 1, data: int = 2, slots: int = 2) -> Traffic:
    return Traffic(control, data, key_sizes=(128,), slots=slots, tag_bits=4)


def _pins(drive: Inputs, ready: bool) -> Pins:
    return Pins(**vars(drive), key_ready=ready, in_ready=ready)


def _run(traffic: Traffic, cycles: int = 300) -> list[Inputs]:
    drives = []
    for cycle in range(cycles):
        drive = traffic.next(BUSY, (0, 1))
        drives.append(copy.copy(drive))
        traffic.seen(_pins(drive, cycle % 3 == 0))
    return drives


def test_repeats_from_its_seeds() -> None:
    assert _run(_traffic()) == _run(_traffic())
    assert _run(_traffic()) != _run(_traffic(control=3))


def test_the_rhythm_does_not_depend_on_the_data() -> None:
    def rhythm(drive: Inputs) -> Inputs:
        return dataclasses.replace(drive, key=b"", in_block=b"")

    left, right = _run(_traffic(data=2)), _run(_traffic(data=3))
    assert left != right
    assert list(map(rhythm, left)) == list(map(rhythm, right))


def test_an_offer_stands_until_it_is_taken() -> None:
    drives = _run(_traffic())
    for cycle, (before, after) in enumerate(itertools.pairwise(drives)):
        if cycle % 3 == 0:
            continue
        if before.in_valid:
            assert after.in_valid
            assert (after.in_slot, after.in_tag) == (before.in_slot, before.in_tag)
            assert (after.in_decrypt, after.in_block) == (before.in_decrypt, before.in_block)
        if before.key_valid:
            assert after.key_valid
            assert (after.key_slot, after.key) == (before.key_slot, before.key)


def test_payload_moves_while_nothing_is_offered() -> None:
    drives = _run(_traffic())
    idle = [drive for drive in drives if not drive.in_valid]
    assert len({drive.in_block for drive in idle}) > len(idle) / 2


def test_a_starved_block_gets_a_key() -> None:
    traffic = _traffic()
    for _ in range(100):
        drive = traffic.next(Profile(), ())
        if drive.key_valid:
            assert drive.key_slot == drive.in_slot
            return
        traffic.seen(_pins(drive, False))
    raise AssertionError("no key was offered")


def test_some_keys_are_clears_and_stay_so() -> None:
    traffic = _traffic()
    offers = []
    for cycle in range(400):
        drive = traffic.next(Profile(key=0.5, clear=0.3), (0, 1))
        offers.append((drive.key_valid, drive.key_clear, drive.key))
        traffic.seen(_pins(drive, cycle % 4 == 0))
    clears = {clear for valid, clear, _ in offers if valid}
    assert clears == {False, True}
    for cycle, (before, after) in enumerate(itertools.pairwise(offers)):
        if before[0] and cycle % 4:
            assert after == before


def test_asks_for_a_clear_of_one_slot() -> None:
    traffic = _traffic()
    traffic.offer_key(1, clear=True)
    drive = traffic.next(Profile(key=0.0), (0, 1))
    assert (drive.key_valid, drive.key_slot, drive.key_clear) == (True, 1, True)
    traffic.seen(_pins(drive, True))
    assert not traffic.key_offered


def test_no_keys_when_none_are_allowed() -> None:
    traffic = _traffic()
    for _ in range(100):
        drive = traffic.next(Profile(key=1.0, key_slots=()), ())
        assert not drive.key_valid
        traffic.seen(_pins(drive, False))
