# SPDX-License-Identifier: Apache-2.0
"""The scoreboard, shown right and wrong cores cycle by cycle."""

import dataclasses

import pytest

from roundel.verify.reference import cipher
from roundel.verify.stress.scoreboard import ContractError, Pins, Scoreboard, check_schedule

OLD, NEW, BLOCK = bytes(range(16)), bytes(range(1, 17)), bytes(range(2, 18))
QUIET = Pins(
    zeroise=False,
    key_valid=False,
    key_ready=True,
    key_slot=0,
    key=OLD,
    key_clear=False,
    in_valid=False,
    in_ready=True,
    in_decrypt=False,
    in_slot=0,
    in_tag=0,
    in_block=BLOCK,
    out_valid=False,
    out_ready=False,
    out_tag=None,
    out_block=bytes(16),
)


def _key(key: bytes = OLD, slot: int = 0) -> Pins:
    return dataclasses.replace(QUIET, key_valid=True, key=key, key_slot=slot)


def _cleared(slot: int = 0) -> Pins:
    return dataclasses.replace(_key(NEW, slot), key_clear=True)


def _block(tag: int = 0, slot: int = 0, decrypt: bool = False) -> Pins:
    return dataclasses.replace(QUIET, in_valid=True, in_tag=tag, in_slot=slot, in_decrypt=decrypt)


def _result(key: bytes = OLD, tag: int = 0, ready: bool = True, decrypt: bool = False) -> Pins:
    result = cipher("ecb", decrypt, key, b"", BLOCK)
    return dataclasses.replace(
        QUIET, out_valid=True, out_ready=ready, out_tag=tag, out_block=result
    )


def _both(left: Pins, right: Pins) -> Pins:
    """One cycle with the outputs of two active cycles."""
    changes = {
        field.name: getattr(right, field.name)
        for field in dataclasses.fields(Pins)
        if getattr(right, field.name) != getattr(QUIET, field.name)
    }
    return dataclasses.replace(left, **changes)


def _resting(key: bytes = OLD) -> Pins:
    """No result, and the last result's block still on the pins."""
    return dataclasses.replace(QUIET, out_block=cipher("ecb", False, key, b"", BLOCK))


def _zeroised(pins: Pins) -> Pins:
    return dataclasses.replace(pins, zeroise=True)


RIGHT = {
    "one block": [_key(), _block(1), QUIET, _result(tag=1)],
    "two in order": [_key(), _block(1), _block(2), _result(tag=1), _result(tag=2)],
    "held until taken": [_key(), _block(), _result(ready=False), _result(ready=False), _result()],
    "new key in a later cycle": [_key(), _key(NEW), _block(), _result(NEW)],
    "new key in the same cycle": [_key(), _both(_key(NEW), _block()), _result(OLD)],
    "new key while in flight": [_key(), _block(), _key(NEW), _result(OLD)],
    "a key of another slot": [_key(), _key(NEW, 1), _block(), _result(OLD)],
    "decryption": [_key(), _block(decrypt=True), _result(decrypt=True)],
    "zeroise, then a new key": [_key(), _block(), _zeroised(QUIET), _key(NEW), _block(3),
                                _result(NEW, 3)],
    "zeroise in the block's cycle": [_key(), _zeroised(_block()), QUIET],
    "the last result stays on the pins": [_key(), _block(), _result(), _resting(), _resting()],
    "nothing on the pins after a result": [_key(), _block(), _result(), QUIET],
    "an older result on the pins": [_key(), _block(), _result(), _key(NEW), _block(), _result(NEW),
                                    _resting()],
    "taken in the cycle of zeroise": [_key(), _block(), _zeroised(_result()), QUIET],
    "a dropped result on the pins for a cycle": [_key(), _block(), _block(2), _zeroised(QUIET),
                                                 _resting(), QUIET],
    "a key is cleared behind a block": [_key(), _block(), _cleared(), _result(OLD)],
    "cleared in the block's cycle": [_key(), _both(_cleared(), _block()), _result(OLD)],
    "cleared, then a new key": [_key(), _cleared(), _key(NEW), _block(), _result(NEW)],
    "another slot is cleared": [_key(), _key(NEW, 1), _cleared(1), _block(), _result(OLD)],
}  # fmt: skip

WRONG = {
    "no key": [_block()],
    "no key in this slot": [_key(slot=1), _block()],
    "a result from nowhere": [_key(), _result()],
    "a result twice": [_key(), _block(), _result(), _result()],
    "wrong tag": [_key(), _block(1), _result(tag=2)],
    "out of order": [_key(), _block(1), _block(2), _result(tag=2)],
    "a lost result": [_key(), _block(1), _block(2), _block(3), _result(tag=1), _result(tag=3)],
    "unknown bits": [_key(), _block(),
                     dataclasses.replace(_result(), out_block=None)],
    "valid falls": [_key(), _block(), _result(ready=False), QUIET],
    "payload changes": [_key(), _block(1), _block(2), _result(tag=1, ready=False),
                        _result(tag=2, ready=False)],
    "old key after a new one": [_key(), _key(NEW), _block(), _result(OLD)],
    "new key for an older block": [_key(), _block(), _key(NEW), _result(NEW)],
    "new key in its own cycle": [_key(), _both(_key(NEW), _block()), _result(NEW)],
    "wrong direction": [_key(), _block(decrypt=True), _result()],
    "a block outlives zeroise": [_key(), _block(), _zeroised(QUIET), _result()],
    "a key outlives zeroise": [_key(), _zeroised(QUIET), _block()],
    "another block on the pins before a result": [_key(), _block(), _resting(NEW)],
    "another block on the pins after a result": [_key(), _block(), _result(), _resting(NEW)],
    "a result on the pins before it is valid": [_key(), _block(), _resting()],
    "a result on the pins outlives zeroise": [_key(), _block(), _zeroised(_result()), _resting(),
                                              _resting()],
    "another block on the pins after zeroise": [_key(), _block(), _zeroised(_result()),
                                                _resting(NEW)],
    "a cleared key": [_key(), _cleared(), _block()],
    "a cleared key of a slot": [_key(), _key(NEW, 1), _cleared(1), _block(slot=1)],
    "unknown bits between results": [dataclasses.replace(QUIET, out_block=None)],
    "a key is taken with zeroise": [_zeroised(_key()), _block()],
}  # fmt: skip


# With a zeroise that acts a cycle late.
LATE_RIGHT = {
    "a result in the cycle after": [_key(), _block(), _zeroised(QUIET), _result(), _resting(),
                                    QUIET],
    "one that waits vanishes": [_key(), _block(), _zeroised(_result(ready=False)),
                                _result(ready=False), _resting(), QUIET],
    "two zeroises": [_key(), _block(), _zeroised(QUIET), _zeroised(_result()), _resting(), QUIET],
}  # fmt: skip
LATE_WRONG = {
    "a result two cycles after": [_key(), _block(), _zeroised(QUIET), QUIET, _result()],
    "a wrong one in the cycle after": [_key(), _block(), _zeroised(QUIET), _result(NEW)],
    "a block in the cycle after": [_key(), _zeroised(QUIET), _block()],
    "a result rests too long": [_key(), _block(), _zeroised(_result()), _resting(), _resting(),
                                _resting()],
}  # fmt: skip

# Without a queue.
BARE_RIGHT = {
    "taken or not": [_key(), _block(1), _block(2), _result(tag=1, ready=False), _result(tag=2),
                     QUIET],
}  # fmt: skip
BARE_WRONG = {
    "it stays valid": [_key(), _block(), _result(ready=False), _result()],
    "it stays on the pins": [_key(), _block(), _result(), _resting()],
}


def _run(
    cycles: list[Pins], direction: str = "both", *, queue: bool = True, delay: int = 0
) -> Scoreboard:
    board = Scoreboard(direction, queue=queue, delay=delay)
    for pins in cycles:
        board.observe(pins)
    return board


@pytest.mark.parametrize("cycles", RIGHT.values(), ids=RIGHT)
def test_lets_a_right_core_pass(cycles: list[Pins]) -> None:
    board = _run(cycles)
    assert not board.waiting
    assert board.checked == sum(pins.out_valid and pins.out_ready for pins in cycles)


@pytest.mark.parametrize("cycles", WRONG.values(), ids=WRONG)
def test_finds_a_wrong_core(cycles: list[Pins]) -> None:
    with pytest.raises(ContractError, match=rf"^cycle {len(cycles) - 1}: "):
        _run(cycles)


@pytest.mark.parametrize("cycles", LATE_RIGHT.values(), ids=LATE_RIGHT)
def test_lets_a_late_zeroise_pass(cycles: list[Pins]) -> None:
    assert not _run(cycles, delay=1).waiting


@pytest.mark.parametrize("cycles", LATE_WRONG.values(), ids=LATE_WRONG)
def test_finds_a_zeroise_too_late(cycles: list[Pins]) -> None:
    with pytest.raises(ContractError, match=rf"^cycle {len(cycles) - 1}: "):
        _run(cycles, delay=1)


@pytest.mark.parametrize("cycles", BARE_RIGHT.values(), ids=BARE_RIGHT)
def test_lets_a_core_without_a_queue_pass(cycles: list[Pins]) -> None:
    assert _run(cycles, queue=False).checked == sum(pins.out_valid for pins in cycles)


@pytest.mark.parametrize("cycles", BARE_WRONG.values(), ids=BARE_WRONG)
def test_finds_a_wrong_core_without_a_queue(cycles: list[Pins]) -> None:
    with pytest.raises(ContractError, match=rf"^cycle {len(cycles) - 1}: "):
        _run(cycles, queue=False)


def test_a_reset_forgets_all() -> None:
    board = _run([_key(), _block()])
    board.reset()
    with pytest.raises(ContractError, match="without a waiting block"):
        board.observe(_result())


@pytest.mark.parametrize(("direction", "decrypt"), [("encrypt", False), ("decrypt", True)])
def test_one_direction_ignores_the_pin(direction: str, decrypt: bool) -> None:
    cycles = [_key(), _block(decrypt=not decrypt), _result(decrypt=decrypt)]
    assert _run(cycles, direction).checked == 1


FACTS = {"blocks_in_flight": 2, "cycles_per_block": 5, "output_latency_cycles": 11}


def _schedule(accepted: list[int], latency: int = 11) -> Scoreboard:
    board = Scoreboard("encrypt")
    board.accepted = accepted
    board.delivered = [(cycle, cycle + latency) for cycle in accepted]
    return board


def test_lets_full_throughput_pass() -> None:
    check_schedule(_schedule([0, 1, 10, 11, 20, 21]), FACTS)


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (_schedule([0, 1, 10, 12]), "11 cycles apart instead of 2 x 5"),
        (_schedule([0, 1, 9, 10]), "9 cycles apart"),
        (_schedule([0, 1]), "too short"),
        (_schedule([0, 1, 10, 11], 12), "after 12 cycles instead of 11"),
    ],
)
def test_finds_a_dead_cycle_or_another_latency(board: Scoreboard, told: str) -> None:
    with pytest.raises(ContractError, match=told):
        check_schedule(board, FACTS)
