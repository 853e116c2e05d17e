# SPDX-License-Identifier: Apache-2.0
"""The inputs and outputs of the driver: requests and results, facts, links and times."""

from dataclasses import dataclass

from roundel.sim.simulated import Data


@dataclass(frozen=True)
class Facts:
    """Properties of a device; the driver's header describes the fields in roundel_facts.

    `mode` is the number roundel_stream_pkg::MODE_*; queues count blocks of 16 bytes. Bit n of
    `encrypt_modes` and of `decrypt_modes` is for the mode with number n.
    """

    mode: int
    encrypts: bool
    decrypts: bool
    lanes: int
    key_bytes: int
    key_sizes: int
    key_slots: int
    iv_bytes: int
    input_blocks: int
    output_blocks: int
    encrypt_modes: int
    decrypt_modes: int


@dataclass(frozen=True)
class Request:
    """A packet for `Driver.submit`: roundel_request of the driver's header."""

    data: Data  # the text to encrypt or decrypt
    slot: int = 0  # the key's slot
    decrypt: bool = False  # the direction
    counter_32: bool = False  # CTR: the counter has 32 bits instead of 128
    iv: bytes = b""  # the IV, first counter block, or tweak
    aad: Data = b""  # GCM: additional authenticated data
    tag_bytes: int = 0  # GCM: bytes of the tag, 4, 8 or 12 to 16; other modes: 0
    tag: bytes = b""  # GCM decryption: the tag to compare
    # Memory for the resulting text, as long as `data`, possibly the same memory. With a target
    # nothing is copied: `data`, `aad` and the target belong to the driver until the result, or
    # until the device is closed. Without a target the result contains the text.
    target: memoryview | None = None
    mode: str | None = None  # a mode of a device with several; None: the mode of its facts


@dataclass(frozen=True)
class Result:
    """The result of a request."""

    status: int  # 0, or a negative status of the driver
    data: bytes  # the text, zeros after a failure; empty for a request with a target
    tag: bytes  # 16 bytes, zero without a tag


@dataclass(frozen=True)
class Link:
    """A link between a processor and a card: roundel_link in sim/roundel_card.h.

    Tuples have one value for each access method: single, simd and burst.
    """

    clock_ps: int
    posted: int
    bytes: tuple[int, ...]
    write_ps: tuple[int, ...]
    read_ps: tuple[int, ...]


@dataclass(frozen=True)
class Times:
    """The processor's time by activity in picoseconds: roundel_card_time in sim/roundel_card.h."""

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

    A write to a register occupies the processor for `write_ps` and arrives after `away_ps`. A read
    occupies the processor for `read_ps`. A read burst takes `read_latency_ps` from its address to
    its first data. A write burst takes `write_latency_ps` from its last data to its response. 1024
    bytes of data take `*_kib_ps`. `reads` and `writes` limit the outstanding bursts.
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
    """The time of a processor and a DMA by activity: roundel_dma_time in sim/roundel_dma.h."""

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
