# SPDX-License-Identifier: Apache-2.0
"""The clock of a simulated packet engine: runs of many cycles, visible only to a signal handler.

The design is the smallest of test_stream_cbc_encrypt.py.
"""

import signal
from collections.abc import Iterator
from functools import partial

import pytest

from roundel.base.errors import FailureError
from roundel.sim.stream import Command, Stream

SMALL = {"Streams": 2, "Depth": 2, "KeyBits": 192, "KeySlots": 1, "PacketDepth": 18}


class _HeardError(Exception):
    pass


def _raise(*_: object) -> None:
    raise _HeardError


@pytest.fixture
def device() -> Iterator[Stream]:
    with Stream.open("small", SMALL, top="roundel_stream_interleaved") as opened:
        yield opened


@pytest.mark.parametrize("way", ["run", "run_cycles"])
def test_a_signal_is_heard_while_the_clock_runs(device: Stream, way: str) -> None:
    device.set_watchdog(10**12)
    run = partial(device.run, results=1) if way == "run" else partial(device.run_cycles, 10**12)
    before = signal.signal(signal.SIGALRM, _raise)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(_HeardError):
            run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_watchdog_counts_over_stretches(device: Stream) -> None:
    device.set_watchdog(25_000)
    for turn in (1, 2):
        start = device.cycles
        with pytest.raises(FailureError, match="made no progress for 25000 cycles"):
            device.run(results=1)
        assert device.cycles - start == 25_000, turn


def test_a_packet_longer_than_a_stretch(device: Stream) -> None:
    device.load_key(bytes(24))
    device.command(Command("cbc", iv=bytes(16), tag_bytes=0))
    device.write(bytes(16 * 3000), last=True)
    start = device.cycles
    device.run(results=1)
    assert device.cycles - start > 3 * 10_000
    result = device.read_result()
    assert result is not None
    assert result.ok


def test_beats_are_kept_while_that_is_asked_for(device: Stream) -> None:
    device.load_key(bytes(24))
    for kept in (True, False, True):
        device.keep_beats(kept)
        device.command(Command("cbc", iv=bytes(16), tag_bytes=0))
        device.write(bytes(32), last=True)
        device.run(results=1)
        device.run_cycles(100)
        assert device.read_result() is not None
        if not kept:
            assert device.read_beat() is None
    assert [beat.size for beat in iter(device.read_beat, None) if beat] == [16, 16]
