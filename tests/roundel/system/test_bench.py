# SPDX-License-Identifier: Apache-2.0
"""The bench of packet engines: arithmetic, refusals, and detection of a wrong result.

The designs are those of test_stream.py and test_stream_modes.py, with a common build.
"""

import random
from typing import Any

import pytest

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.design import Config
from roundel.sim.stream import Stream
from roundel.system import bench
from roundel.verify import reference
from roundel.verify.packet_exchange import Exchange

TWO = Config(
    name="two", Mode="gcm", KeyBits=192, Rounds=3, Stages=1, Sbox="table", Lanes=2, KeySlots=4
)
CTR = Config(name="ctr", Mode="ctr", Rounds=10, Stages=0, Sbox="table")
MANY = Config(
    name="turns", Mode="cbc", Direction="encrypt", Streams=16, Depth=8, KeyBits=256, Rounds=2,
    Stages=3, KeySlots=4,
)  # fmt: skip
CBC = Config(name="cbc", Mode="cbc", Direction="encrypt", Streams=128, Stages=4)
XTS = Config(name="xts", Mode="xts", Rounds=2, Stages=4, KeySlots=4)
ECB = Config(name="ecb", Mode="ecb", Rounds=2, Stages=2, Sbox="table", Lanes=2)


class InTurn(random.Random):
    """Choose one stream after the other."""

    _place = -1

    def randrange(self, start: int, *_: Any) -> int:
        self._place = (self._place + 1) % start
        return self._place


def test_a_packet_takes_its_words_and_those_that_the_standard_demands() -> None:
    """GCM on rings with several turns: J0 and the length block are one word more."""
    record = bench.bench_stream(TWO, ["64", "1500", "imix"], packets=24, seed=1)
    turns = 12 // 3
    for item in record.sizes[:2]:
        words = -(-int(item.size) // 32) + 1
        assert item.cycles_per_packet == pytest.approx(turns * words, rel=0.02)
        assert item.blocks_per_cycle == item.blocks / item.cycles
        assert item.blocks_per_cycle_per_lane == item.blocks_per_cycle / 2
    mix = record.sizes[2]
    assert mix.bytes == 2 * (7 * 40 + 4 * 576 + 1500)
    assert mix.blocks == 2 * (7 * 3 + 4 * 36 + 94)
    assert record.packets == 3 * 36
    assert record.bytes >= sum(item.bytes for item in record.sizes)
    assert (record.seed, record.keys, record.ports) == (1, 4, "stream")
    assert record.mb_per_s == pytest.approx(record.bytes / record.seconds / 1e6)
    assert record.model_dump()["schema"] == "roundel.bench/1"
    again = bench.bench_stream(TWO, ["64", "1500", "imix"], packets=24, seed=1)
    assert again.sizes == record.sizes


def test_an_xts_packet_takes_its_blocks_and_the_tweak() -> None:
    """Also the last measured packets: the engine encrypts the tweaks of later packets meanwhile."""
    sizes = bench.bench_stream(XTS, ["16", "32", "128", "1500"], packets=48, seed=9).sizes
    assert [item.cycles_per_packet for item in sizes] == [5 * (n + 1) for n in (1, 2, 8, 94)]


def test_aad_counts_as_time_and_not_as_text() -> None:
    plain, with_aad = (
        bench.bench_stream(TWO, ["640"], packets=12, aad_bytes=size, seed=2).sizes[0]
        for size in (0, 320)
    )
    assert plain.blocks == with_aad.blocks
    assert with_aad.cycles > 1.3 * plain.cycles


def test_a_block_every_cycle() -> None:
    (item,) = bench.bench_stream(CTR, ["160"], packets=50, seed=3).sizes
    assert item.blocks_per_cycle_per_lane == 1


def test_whole_blocks_where_the_mode_takes_no_others() -> None:
    (item,) = bench.bench_stream(ECB, ["40"], packets=12, seed=4).sizes
    assert (item.size, item.bytes) == (40, 12 * 48)


def test_many_streams_fill_a_ring() -> None:
    """Of CBC encryption, a block takes seven cycles of the ring, as of any other mode."""
    (item,) = bench.bench_stream(MANY, ["640"], packets=24, seed=6).sizes
    assert item.blocks_per_cycle == pytest.approx(1 / 7, rel=0.05)
    assert item.cycles_per_packet == pytest.approx(40 * item.cycles / item.blocks)


@pytest.mark.parametrize("streams", [1, 2, 4, 5])
@pytest.mark.parametrize("size", [16, 128])
def test_few_streams_in_turn_take_the_cycles_of_a_stream(streams: int, size: int) -> None:
    """The throughput of `roundel choose --streams`: streams / STREAM_CYCLES, or the engine's."""
    some, facts = random.Random(8), design.facts(CBC)
    top, values = design.top_of(CBC), design.parameters(CBC)
    with Stream.open(CBC.name, values, top=top) as device:
        keys = [some.randbytes(device.key_bytes) for _ in range(CBC.KeySlots)]
        for slot, key in enumerate(keys):
            device.load_key(key, slot)
        device.run()
        exchange = Exchange(device)
        packets = bench.random_packets(CBC, keys, [size] * 60, 0, some, streams)
        exchange.send_together(packets, InTurn())
        outcomes = exchange.finish()
    assert not any(outcome.fault for outcome in outcomes)
    cycles = sorted(beat.cycle for outcome in outcomes for beat in outcome.beats)
    begin, blocks = len(cycles) // 4, 20  # a multiple of the positions in the ring, and of streams
    assert facts.stream_cycles
    per_block = max(facts.cycles_per_block, facts.stream_cycles / streams)
    assert (cycles[begin + blocks] - cycles[begin]) / blocks == per_block


@pytest.mark.parametrize("packets", [12, 48])
def test_a_packet_of_many_streams_takes_the_cycles_of_its_blocks(packets: int) -> None:
    """Few packets per stream: most packets are in progress at both ends of the measurement."""
    *sizes, mix = bench.bench_stream(
        CBC, ["16", "40", "128", "1500", "imix"], packets=packets, seed=7
    ).sizes
    assert [item.cycles_per_packet for item in sizes] == [10, 30, 80, 940]
    assert [item.blocks_per_cycle for item in sizes] == [0.1] * 4
    assert mix.cycles_per_packet == pytest.approx(10 * (7 * 3 + 4 * 36 + 94) / 12, rel=0.02)


def test_a_wrong_result_has_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    real = reference.cipher

    def wrong(*given: Any) -> bytes:
        right = real(*given)
        return right[:-1] + bytes([right[-1] ^ 1]) if right else right

    monkeypatch.setattr(reference, "cipher", wrong)
    with pytest.raises(FailureError, match="ctr differs from OpenSSL .* seed 5"):
        bench.bench_stream(CTR, ["160"], packets=12, seed=5)


@pytest.mark.parametrize(
    ("text", "word"), [("", "''"), ("0", "'0'"), ("40,x", "'x'"), ("-1", "'-1'"), ("9" * 9, "999")]
)
def test_sizes_that_no_packet_has(text: str, word: str) -> None:
    with pytest.raises(InputError, match="a packet cannot have") as caught:
        bench.parse_sizes(text)
    assert word in str(caught.value)


@pytest.mark.parametrize(
    ("config", "given", "text"),
    [
        (Config(name="blocks"), {}, "blocks takes blocks, not packets; set Mode=gcm"),
        (TWO, {"packets": 11}, "11 packets are too few for a rate"),
        (TWO, {"packets": 10**9}, "exceed 256 MiB"),
        (TWO, {"aad_bytes": -1}, "cannot have -1 bytes of AAD"),
        (CTR, {"aad_bytes": 1}, "CTR has no AAD"),
    ],
)
def test_refused(config: Config, given: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError) as caught:
        bench.bench_stream(config, ["40"], **given)
    assert text in str(caught.value)
