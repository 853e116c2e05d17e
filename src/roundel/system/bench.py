# SPDX-License-Identifier: Apache-2.0
"""Throughput of a packet engine at its ports, in blocks per cycle.

Packets are sent back to back; two consecutive packets have different keys and IVs. Every result is
compared with OpenSSL's result, and a design with a wrong result has no figure. Other packets fill
the pipeline before the measurement starts. If an engine takes several streams, all streams carry
packets, and the beats of the streams alternate at random. Many packets are then in progress at both
ends of the measurement, so the number of ended packets is no measure of the work. The bench counts
blocks instead, and a packet takes its blocks divided by the blocks per cycle.
"""

import bisect
import random
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import Field

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Progress, null_progress
from roundel.base.record import Part, Record, Row
from roundel.design import Config
from roundel.sim.stream import Stream
from roundel.verify.packet_campaigns import Shape
from roundel.verify.packet_exchange import Exchange, Outcome, Packet, draw

BLOCK = 16
MIX = "imix"
IMIX = {40: 7, 576: 4, 1500: 1}
"""The simple Internet mix (RFC 6985): packets of each size in bytes, out of twelve packets."""
SIZES = ("40", "64", "256", "576", "1500", "9000", MIX)
PACKETS = 120
FEWEST = 12  # packets of a run: an Internet mix; fewer packets do not measure the rate
XTS_AHEAD = 132
"""More packets than XTS has tweaks in advance (`roundel_stream_pkg::xts_tweak_depth`).

These tweaks take cycles of the engine while earlier packets are in progress. The first packets of a
run are therefore slower, and the last packets are faster, than packets in the middle.
"""
LARGEST = 1 << 20  # bytes of a packet or a request
_MOST = 1 << 28  # bytes per run
_LONG = 1 << 14  # bytes of a packet whose tweak takes less than 0.1 % of the cycles


class SizeRecord(Part):
    """Packets of a size, or the Internet mix.

    Attributes:
        size: The text of a packet in bytes, or "imix".
        packets: The number of measured packets. With several streams: packets that ended during
            the measurement.
        bytes: The text of the measured packets. With several streams: the text of all packets in
            the measured cycles.
        blocks: The text in blocks of 16 bytes; a partial last block counts as a block.
        cycles: Cycles from the result before the first measured packet to the last result. With
            several streams: cycles from the block before the first measured block to the last
            measured block.
        blocks_per_cycle: `blocks` divided by `cycles`.
        blocks_per_cycle_per_lane: `blocks_per_cycle` divided by the number of lanes.
        cycles_per_packet: The average of the measured packets. With several streams: the average
            blocks of a packet divided by `blocks_per_cycle`.
    """

    size: int | str
    packets: int
    bytes: int
    blocks: int
    cycles: int
    blocks_per_cycle: float
    blocks_per_cycle_per_lane: float
    cycles_per_packet: float


class BenchRecord(Record):
    """The result of a packet engine's bench.

    Attributes:
        config: The configuration's name and its parameters.
        ports: "stream": the packet ports of the engine.
        seed: The seed of keys, IVs and data.
        aad_bytes: GCM: AAD of each packet.
        keys: The number of keys in rotation.
        sizes: The measurements, in the requested order.
        packets: Packets through the engine, each equal to OpenSSL's result, with the warm-up.
        bytes: The text of `packets`.
        seconds: Time of the simulation.
        mb_per_s: Simulated text in megabytes per second.
    """

    schema_: Literal["roundel.bench/1"] = Field(default="roundel.bench/1", alias="schema")
    config: Config
    ports: Literal["stream"] = "stream"
    seed: int
    aad_bytes: int
    keys: int
    sizes: list[SizeRecord]
    packets: int
    bytes: int
    seconds: float
    mb_per_s: float

    def to_rows(self) -> list[Row]:
        """A row for each packet size."""
        return [
            {
                "config": self.config.name,
                **self.config.fields(),
                "aad_bytes": self.aad_bytes,
                **item.model_dump(),
            }
            for item in self.sizes
        ]


def parse_sizes(text: str, subject: str = "packet", *, mix: bool = True) -> list[str]:
    """Sizes as on a command line, "40,1500,imix" (imix only with `mix`), or an InputError."""
    sizes = [item.strip() for item in text.split(",")]
    for size in sizes:
        number = size.isascii() and size.isdigit() and len(size) <= 9
        if not ((mix and size == MIX) or (number and 1 <= int(size) <= LARGEST)):
            raise InputError(
                f"a {subject} cannot have {size!r} bytes; give sizes from 1 to {LARGEST}"
                f"{', or imix,' if mix else ''} with commas between them."
            )
    return sizes


def bench_stream(
    config: Config,
    sizes: Sequence[str] = SIZES,
    *,
    packets: int = PACKETS,
    aad_bytes: int = 0,
    seed: int | None = None,
    progress: Progress = null_progress,
) -> BenchRecord:
    """Measure blocks per cycle at the ports of a packet engine; the configuration has a mode.

    `sizes` are bytes of a packet's text, or "imix"; ECB and CBC round sizes up to whole blocks. For
    each size, `packets` are measured. Half that number is sent before. With several streams, a
    packet of each stream is sent before and after; with XTS, `XTS_AHEAD` packets. With GCM each
    packet has `aad_bytes` of additional authenticated data. `seed` has 64 bits for keys, IVs and
    data.

    Raises:
        InputError: The configuration has no mode, or a value is unusable.
        FailureError: A result differs from OpenSSL's, or a tool or the device failed.
    """
    top = design.top_of(config)
    if top in (*design.BLOCKS, design.LANES):
        raise InputError(
            f"{config.name} takes blocks, not packets; set Mode=gcm, or choose a preset with a "
            "mode (`roundel presets`)."
        )
    _check(config, sizes, packets, aad_bytes)
    seed = secrets.randbits(64) if seed is None else seed
    some = random.Random(seed)  # noqa: S311 (test data)
    found: list[SizeRecord] = []
    sent, size_sum, seconds = 0, 0, 0.0
    with Stream.open(config.name, design.parameters(config), top=top, progress=progress) as device:
        streams = device.streams
        keys = [some.randbytes(device.key_bytes) for _ in range(config.KeySlots)]
        for slot, key in enumerate(keys):
            device.load_key(key, slot)
        device.run()
        for index, size in enumerate(sizes):
            progress(f"packets of {_size_text(size)}", index / len(sizes))
            before, after = _unmeasured(config, size, packets, streams)
            lengths = _lengths(config, size, before + packets + after, some)
            made = random_packets(config, keys, lengths, aad_bytes, some, streams)
            outcomes, took = _through(device, made, some)
            seconds += took
            for outcome in outcomes:
                if outcome.fault:
                    raise FailureError(
                        f"{config.name} differs from OpenSSL with packets of "
                        f"{_size_text(size)}, seed {seed}: {outcome.fault}."
                    )
            found.append(_record(config, size, lengths, outcomes, before, packets, streams))
            sent += len(lengths)
            size_sum += sum(lengths)
    return BenchRecord(
        config=config,
        seed=seed,
        aad_bytes=aad_bytes,
        keys=len(keys),
        sizes=found,
        packets=sent,
        bytes=size_sum,
        seconds=seconds,
        mb_per_s=size_sum / seconds / 1e6,
    )


def _check(config: Config, sizes: Sequence[str], packets: int, aad_bytes: int) -> None:
    if packets < FEWEST:
        raise InputError(f"{packets} packets are too few for a rate; give at least {FEWEST}.")
    if aad_bytes and config.Mode != "gcm":
        raise InputError(f"{config.Mode.upper()} has no AAD; omit the bytes of AAD.")
    if not 0 <= aad_bytes <= LARGEST:
        raise InputError(f"a packet cannot have {aad_bytes} bytes of AAD; give 0 to {LARGEST}.")
    for size in sizes:
        length = max(IMIX) if size == MIX else int(size)
        if config.Mode == "xts" and length < BLOCK:
            raise InputError(f"an XTS packet cannot have {size} bytes; give at least 16.")
        if packets * length > _MOST:
            raise InputError(
                f"{packets} packets of {_size_text(size)} exceed {_MOST >> 20} MiB; give fewer."
            )


def _size_text(size: str) -> str:
    return "the Internet mix" if size == MIX else f"{size} bytes"


def _unmeasured(config: Config, size: str, packets: int, streams: int) -> tuple[int, int]:
    """The number of packets before and after the measured packets."""
    if streams > 1:
        return streams, streams
    if config.Mode == "xts" and (size == MIX or int(size) <= _LONG):
        return XTS_AHEAD, XTS_AHEAD
    return packets // 2, 0


def _lengths(config: Config, size: str, count: int, some: random.Random) -> list[int]:
    if size == MIX:
        dozen = [length for length, times in IMIX.items() for _ in range(times)]
        lengths = [length for _ in range(-(-count // 12)) for length in some.sample(dozen, 12)]
        lengths = lengths[:count]
    else:
        lengths = [int(size)] * count
    if config.Mode in ("ecb", "cbc"):
        return [length + -length % BLOCK for length in lengths]
    return lengths


def random_packets(
    config: Config,
    keys: Sequence[bytes],
    lengths: Sequence[int],
    aad_bytes: int,
    some: random.Random,
    streams: int = 1,
) -> list[Packet]:
    """Valid packets with these lengths; key slots, directions and streams rotate."""
    mode, directions = config.Mode, Shape.of(config).directions
    packets = []
    for number, length in enumerate(lengths):
        slot = number % len(keys)
        packet = draw(
            some, mode, {slot: keys[slot]}, BLOCK, text=length, aad=aad_bytes,
            iv=some.randbytes({"gcm": 12, "ecb": 0}.get(mode, BLOCK)), right=True,
            directions=[directions[number % len(directions)]],
        )  # fmt: skip
        packets.append(replace(packet, stream=number % streams))
    return packets


def _through(
    device: Stream, packets: Sequence[Packet], some: random.Random
) -> tuple[list[Outcome], float]:
    """The outcomes of packets, and the seconds of the simulation."""
    exchange = Exchange(device)
    if device.streams > 1:
        exchange.send_together(packets, some)
    else:
        for packet in packets:
            exchange.send(packet)
    began = time.monotonic()
    device.run(results=len(packets))
    seconds = time.monotonic() - began
    return exchange.finish(), seconds


def _record(
    config: Config,
    size: str,
    lengths: Sequence[int],
    outcomes: Sequence[Outcome],
    before: int,
    packets: int,
    streams: int,
) -> SizeRecord:
    """The figures of the measured packets; with several streams, of the blocks in the middle."""
    results = [outcome.result.cycle for outcome in outcomes if outcome.result]
    if streams == 1:
        begin, end = results[before - 1], results[before + packets - 1]
        measured = lengths[before : before + packets]
        size_bytes = sum(measured)
        blocks = sum(map(_blocks, measured))
        blocks_per_packet = blocks / packets
    else:
        texts = sorted(beat.cycle for outcome in outcomes for beat in outcome.beats)
        positions = design.facts(config).blocks_in_flight
        first, last = _window(texts, sorted(results), before, packets, positions)
        begin, end = texts[first], texts[last]
        blocks = last - first
        size_bytes = BLOCK * blocks
        whole = lengths[: len(lengths) // FEWEST * FEWEST]  # whole Internet mixes
        blocks_per_packet = sum(map(_blocks, whole)) / len(whole)
    rate = blocks / (end - begin)
    return SizeRecord(
        size=size if size == MIX else int(size),
        packets=packets,
        bytes=size_bytes,
        blocks=blocks,
        cycles=end - begin,
        blocks_per_cycle=rate,
        blocks_per_cycle_per_lane=rate / (config.Lanes if streams == 1 else 1),
        cycles_per_packet=blocks_per_packet / rate,
    )


def _blocks(length: int) -> int:
    """The blocks of a text; a partial last block counts as a block."""
    return -(-length // BLOCK)


def _window(
    texts: Sequence[int], results: Sequence[int], before: int, packets: int, positions: int
) -> tuple[int, int]:
    """The numbers of the last text beat before the measurement, and of the last measured beat.

    `texts` and `results` are cycles in order. The measurement starts with the result of the last
    packet `before`, and lasts for `packets` results. The distance of two blocks depends on their
    positions in the ring. If the ring is full, whole turns of its `positions` have no such error:
    the number of blocks is a multiple of `positions`.
    """
    begin, end = results[before - 1], results[before + packets - 1]
    first = bisect.bisect_right(texts, begin) - 1
    last = bisect.bisect_right(texts, end) - 1
    whole = (last - first) // positions * positions
    return first, first + (whole or last - first)
