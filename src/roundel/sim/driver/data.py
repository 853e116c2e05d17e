# SPDX-License-Identifier: Apache-2.0
"""What goes in and out of the driver: requests and results, facts, links and times."""

from dataclasses import dataclass

from roundel.sim.simulated import Data


@dataclass(frozen=True)
class Facts:
    """What a device is; the header of the driver describes the fields of roundel_facts.

    `mode` is the number roundel_stream_pkg::MODE_*; queues count blocks of 16 bytes.
    """

    mode: int
    encrypts: bool
    decrypts: bool
    lanes: int
    key_bytes: int
    key_slots: int
    iv_bytes: int
    input_blocks: int
    output_blocks: int


@dataclass(frozen=True)
class Request:
    """A packet for `Driver.submit`: roundel_request of the driver's header."""

    data: Data  # the text to encrypt or decrypt
    slot: int = 0  # the key's slot
    decrypt: bool = False  # the direction
    counter_32: bool = False  # CTR: the counter has 32 bits and not 128
    iv: bytes = b""  # the IV, first counter block, or tweak
    aad: Data = b""  # GCM: additional authenticated data
    tag_bytes: int = 0  # GCM: bytes of the tag, 4 to 16; 0 for other modes
    tag: bytes = b""  # GCM, to decrypt: the tag to compare with
    # Memory for the resulting text, as long as `data` and possibly the same memory. With a target
    # nothing is copied: `data`, `aad` and the target belong to the driver until the result is
    # there, or the device is closed. Without it the text is in the result.
    target: memoryview | None = None


@dataclass(frozen=True)
class Result:
    """What became of a request."""

    status: int  # 0, or a negative status of the driver
    data: bytes  # the text, zeros if the request failed; empty if the request has a target
    tag: bytes  # 16 bytes, zero where there is none to show


@dataclass(frozen=True)
class Link:
    """A link between a processor and a card: roundel_link in sim/roundel_card.h.

    Tuples have one value for each kind of access: single, simd and burst.
    """

    clock_ps: int
    posted: int
    bytes: tuple[int, ...]
    write_ps: tuple[int, ...]
    read_ps: tuple[int, ...]


@dataclass(frozen=True)
class Times:
    """Where the processor's time went, in picoseconds: roundel_card_time in sim/roundel_card.h."""

    write_ps: int
    read_ps: int
    control_write_ps: int
    control_read_ps: int
    full_ps: int
    answer_ps: int
    idle_ps: int
    writes: int
    reads: int
    idles: int
    refused: int


@dataclass(frozen=True)
class DmaLink:
    """A link between a processor, its memory and a DMA: roundel_dma_link in sim/roundel_dma.h.

    A write to a register occupies `write_ps` and arrives after `away_ps`; a read occupies
    `read_ps`. A read burst takes `read_latency_ps` from its address to its first data, a write
    burst `write_latency_ps` from its last data to its answer, and 1024 bytes of data `*_kib_ps`.
    `reads` and `writes` limit the bursts in flight.
    """

    clock_ps: int
    posted: int
    write_ps: int
    away_ps: int
    read_ps: int
    read_latency_ps: int
    write_latency_ps: int
    read_kib_ps: int
    write_kib_ps: int
    reads: int = 64
    writes: int = 64


@dataclass(frozen=True)
class DmaTimes:
    """Where the time of a processor and of a DMA went: roundel_dma_time in sim/roundel_dma.h."""

    write_ps: int
    read_ps: int
    idle_ps: int
    writes: int
    reads: int
    cycles: int
    descriptor_beats: int
    data_beats: int
    text_beats: int
    record_beats: int
    read_waits: int
    write_waits: int
