# SPDX-License-Identifier: Apache-2.0
"""What goes in and out of the driver: requests and results, facts, links and times."""

from dataclasses import dataclass

__all__ = ["Data", "DmaLink", "DmaTimes", "Facts", "Link", "Request", "Result", "Times"]

Data = bytes | bytearray | memoryview


@dataclass(frozen=True)
class Facts:
    """What a card is.

    Attributes:
        mode: Number of its mode, aes_pkg::MODE_*.
        encrypts: Whether it encrypts.
        decrypts: Whether it decrypts.
        lanes: Blocks side by side.
        key_bytes: Of a key, or of the two of XTS.
        key_slots: Keys that it holds.
        iv_bytes: Usual length of an IV.
        input_blocks: Blocks of 16 bytes in the input queue.
        output_blocks: The same of the output queue.
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
    """A packet for `Driver.submit`; see roundel_request in the driver's header.

    Attributes:
        data: What is encrypted or decrypted.
        slot: Key slot.
        decrypt: Direction.
        counter_32: CTR: the counter has 32 bits and not 128.
        iv: IV, first counter block, or tweak.
        aad: GCM: additional authenticated data.
        tag_bytes: GCM: bytes of the tag, 4 to 16; 0 for other modes.
        tag: GCM, to decrypt: the tag to compare with.
        target: Memory that the text goes to, as long as `data`, which may be the very memory of it.
            With it nothing is copied: `data`, `aad` and this belong to the driver until the result
            is there, or the device closed. Without it the text is in the result.
    """

    data: Data
    slot: int = 0
    decrypt: bool = False
    counter_32: bool = False
    iv: bytes = b""
    aad: Data = b""
    tag_bytes: int = 0
    tag: bytes = b""
    target: memoryview | None = None


@dataclass(frozen=True)
class Result:
    """What became of a request.

    Attributes:
        status: 0, or a negative status of the driver.
        data: Its text, zeros if it failed; empty where the request has a target, which has that.
        tag: 16 bytes, zero where there is none to show.
    """

    status: int
    data: bytes
    tag: bytes


@dataclass(frozen=True)
class Link:
    """A link between a processor and a card; see roundel_link in sim/roundel_card.h.

    Attributes:
        clock_ps: Period of the card's clock.
        posted: Words of 8 bytes that wait in front of the card.
        bytes: Of the widest access of each kind: 8, 16, and 32 or 64.
        write_ps: What an access of each kind occupies.
        read_ps: The same of reads.
    """

    clock_ps: int
    posted: int
    bytes: tuple[int, int, int]
    write_ps: tuple[int, int, int]
    read_ps: tuple[int, int, int]


@dataclass(frozen=True)
class Times:
    """Where the processor's time went, in picoseconds; see roundel_card_time.

    Attributes:
        write_ps: Writes, as the link has them.
        read_ps: Reads.
        control_write_ps: Those writes that are not of text: counts.
        control_read_ps: Those reads that are not of text: counts and results.
        full_ps: Waiting for a posted write to be taken.
        answer_ps: Waiting for the card's answer to a read.
        idle_ps: Waiting by itself.
        writes: How many.
        reads: How many.
        idles: How often it waited by itself.
        refused: Writes that the card refused.
    """

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
    """A link between a processor, its memory and a DMA; see roundel_dma_link in sim/roundel_dma.h.

    Attributes:
        clock_ps: Period of the device's clock.
        posted: Writes to registers that are on their way.
        write_ps: What such a write occupies.
        away_ps: Until it arrives.
        read_ps: A read of a register.
        read_latency_ps: From a burst's address until its first data.
        write_latency_ps: From a burst's last data until its answer.
        read_kib_ps: Between beats, for 1024 bytes of data from memory.
        write_kib_ps: The same of data to it.
        reads: Bursts under way.
        writes: The same of writes.
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
    """Where time went, of the processor in picoseconds, and of the device; see roundel_dma_time.

    Attributes:
        write_ps: Writes to registers.
        read_ps: Reads of registers.
        idle_ps: Waiting by itself.
        writes: How many writes.
        reads: How many reads.
        cycles: Of the device.
        descriptor_beats: Beats of descriptors.
        data_beats: Of packets.
        text_beats: Of text.
        record_beats: Of records.
        read_waits: Cycles in which something was asked for and nothing came.
        write_waits: Cycles in which a beat was offered and not taken.
    """

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
