# SPDX-License-Identifier: Apache-2.0
"""Block diagrams of the tops; all modules of a diagram must be in the elaborated design."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

from scripts.derived import tops
from scripts.derived.drawing import Drawing

from roundel.base.errors import FailureError

__all__ = ["DIAGRAMS", "Block", "Diagram", "Wire", "draw"]

_X, _Y, _WIDTH, _HEIGHT = 204, 96, 154, 54  # distances of blocks, and size of a block
_MARGIN = 28
Point = tuple[float, float]


@dataclass(frozen=True)
class Block:
    """A box."""

    name: str  # the module, or the name of an outside block
    words: tuple[str, ...]  # the task of the block, line by line
    at: Point  # column and row
    module: bool = True  # whether it is a module of the design


@dataclass(frozen=True)
class Wire:
    """An arrow between the sides of two blocks."""

    start: str  # the name of a block
    end: str  # the name of a block
    words: str = ""  # the signals
    sides: str = "ew"  # of start and end: two of e, w, n, s
    shift: float = 0  # offset from the middle of both sides, in pixels
    both: bool = False  # whether the arrow has two heads


@dataclass(frozen=True)
class Diagram:
    """A block diagram."""

    name: str  # of the file, without a suffix
    top: str  # the top; a wire may start or end at a port, as an outside block
    values: Mapping[str, int]  # a configuration with all modules of the diagram
    title: str
    blocks: tuple[Block, ...]
    wires: tuple[Wire, ...]


def _port(name: str, at: Point, *words: str) -> Block:
    return Block(name, words, at, module=False)


DIAGRAMS = (
    Diagram(
        "roundel_core", "roundel_core", {"Rounds": 5, "KeySchedule": 1, "KeySlots": 2},
        "roundel_core: the engine between credits and a FIFO",
        (
            _port("key_*", (0, 0), "key, slot"),
            _port("in_*", (0, 1), "block, slot,", "direction, tag"),
            Block(
                "roundel_key_schedule", ("round keys: on the fly,", "stored or pipelined"), (2, 0),
            ),
            Block("roundel_credit_counter", ("credits: free entries", "of the FIFO"), (1, 2)),
            Block("roundel_ring", ("R rounds of S registers,", "Nr/R turns a block"), (2, 1)),
            Block("roundel_round", ("SubBytes, ShiftRows, Mix-", "Columns, AddRoundKey"), (2, 2)),
            Block("roundel_fifo", ("waiting results,", "in order"), (3, 1)),
            _port("out_*", (4, 1), "block, tag"),
        ),
        (
            Wire("key_*", "roundel_key_schedule"),
            Wire("in_*", "roundel_ring", "with a credit"),
            Wire("roundel_credit_counter", "in_*", "in_ready_o", "ws"),
            Wire("roundel_key_schedule", "roundel_ring", "round keys", "sn", both=True),
            Wire("roundel_ring", "roundel_round", "R times", "sn", both=True),
            Wire("roundel_ring", "roundel_fifo"),
            Wire("roundel_fifo", "out_*"),
            Wire("roundel_fifo", "roundel_credit_counter", "an entry is free again", "ss"),
        ),
    ),
    Diagram(
        "roundel_stream", "roundel_stream", {"Mode": 3},
        "roundel_stream: a mode between a source and a sink of packets",
        (
            _port("key_*", (0, 0), "key, slot"),
            _port("command_*", (0, 1), "48 bytes a packet"),
            _port("beat_*", (0, 2), "AAD, then text"),
            Block("roundel_key_guard", ("delays a key while", "packets use its slot"), (1, 0)),
            Block("roundel_packet_source", ("commands and beats", "become words"), (1, 1.5)),
            Block("roundel_stream_mode", ("counters, chaining,", "hash of the mode"), (2, 1.5)),
            Block("roundel_lanes", ("N rings on one", "key schedule"), (2, 2.75)),
            Block("roundel_packet_sink", ("FIFOs of text and", "results; credits"), (3, 1.5)),
            _port("text_*", (4, 1), "text, beat by beat"),
            _port("result_*", (4, 2), "ok, error, tag"),
        ),
        (
            Wire("key_*", "roundel_key_guard"),
            Wire("command_*", "roundel_packet_source", shift=-10),
            Wire("beat_*", "roundel_packet_source", shift=10),
            Wire("roundel_key_guard", "roundel_stream_mode", "a key, if its slot is free", "en"),
            Wire("roundel_key_guard", "roundel_packet_source", "slots with a key", "sn", both=True),
            Wire("roundel_packet_source", "roundel_stream_mode", "words"),
            Wire("roundel_stream_mode", "roundel_lanes", "blocks", "sn", both=True),
            Wire("roundel_stream_mode", "roundel_packet_sink"),
            Wire("roundel_packet_sink", "text_*", shift=-10),
            Wire("roundel_packet_sink", "result_*", shift=10),
            Wire("roundel_packet_sink", "roundel_packet_source", "credits of the FIFOs", "ss"),
        ),
    ),
    Diagram(
        "roundel_stream_gcm", "roundel_stream", {"Mode": 3},
        "GCM inside roundel_stream: a word of N blocks a cycle through cipher and hash",
        (
            _port("key", (0, 0), "after the guard"),
            _port("word", (0, 1), "AAD or text"),
            Block("roundel_gcm_front", ("counters; J0 and the", "length block at the end"), (1, 1)),
            Block("roundel_sideband_lanes", ("E(counter), E(J0),", "E(0) for a key"), (2, 1)),
            _port("XOR", (3, 1), "with the text,", "in roundel_gcm"),
            Block("roundel_ghash_keys", ("powers of the hash", "key, slot by slot"), (2, 0)),
            Block("roundel_ghash", ("N products a cycle,", "sums of words far apart"), (3, 0)),
            _port("text", (4, 1), "to the sink"),
            _port("tag", (4, 0), "hash XOR E(J0)"),
        ),
        (
            Wire("key", "roundel_ghash_keys"),
            Wire("word", "roundel_gcm_front"),
            Wire("roundel_gcm_front", "roundel_sideband_lanes"),
            Wire("roundel_sideband_lanes", "XOR"),
            Wire("XOR", "text"),
            Wire("roundel_sideband_lanes", "roundel_ghash_keys", "key; H = E(0)", "ns", both=True),
            Wire("roundel_ghash_keys", "roundel_ghash"),
            Wire("XOR", "roundel_ghash", "ciphertext, AAD", "ns"),
            Wire("roundel_ghash", "tag"),
        ),
    ),
    Diagram(
        "roundel_axi", "roundel_axi", {"Mode": 3},
        "roundel_axi: registers and whole packets around roundel_stream",
        (
            _port("s_axil_*", (0, 0), "registers, keys"),
            _port("s_axis_command_*", (0, 1), "48 bytes a packet"),
            _port("s_axis_*", (0, 2), "AAD, then text"),
            Block(
                "roundel_axil_registers", ("keys, zeroise, counters,", "errors, interrupts"),
                (3, 0),
            ),
            Block("roundel_packet_isolator", ("ends or drops", "zeroised packets"), (1.5, 1.5)),
            Block("roundel_stream", ("the mode, and packets", "in their order"), (3, 2.75)),
            _port("irq", (4, 0), "if enabled"),
            _port("m_axis_*", (4, 1), "text, beat by beat"),
            _port("m_axis_result_*", (4, 2), "ok, error, tag"),
        ),
        (
            Wire("s_axil_*", "roundel_axil_registers", both=True),
            Wire("s_axis_command_*", "roundel_packet_isolator", shift=-10),
            Wire("s_axis_*", "roundel_packet_isolator", shift=10),
            Wire("roundel_packet_isolator", "roundel_stream", "packets", "sw", both=True),
            Wire("roundel_axil_registers", "roundel_stream", "keys, zeroise", "sn"),
            Wire("roundel_axil_registers", "irq"),
            Wire("roundel_packet_isolator", "m_axis_*", shift=-10),
            Wire("roundel_packet_isolator", "m_axis_result_*", shift=10),
        ),
    ),
    Diagram(
        "roundel_card_axi", "roundel_card_axi", {"Mode": 3},
        "roundel_card_axi: bursts of AXI4 as accesses to a card with FIFOs",
        (
            _port("s_axi_aw*, w*, ar*", (0, 0.5), "bursts to 32 KiB"),
            _port("s_axi_b*, r*", (0, 1.5), "OKAY or SLVERR"),
            Block("roundel_axi_window", ("beats in turn;", "answers to B and R"), (1, 1)),
            Block("roundel_card_window", ("registers or FIFOs,", "refused accesses"), (2, 1)),
            Block(
                "roundel_axil_registers", ("keys, zeroise, counters,", "errors, interrupts"),
                (3, 0),
            ),
            Block("roundel_card_input", ("blocks of requests,", "AAD and text"), (3, 1)),
            Block("roundel_card_output", ("blocks of text,", "and of results"), (3, 2)),
            Block("roundel_stream", ("the mode, and packets", "in their order"), (4, 1.5)),
            _port("irq", (1, 0), "if enabled"),
        ),
        (
            Wire("s_axi_aw*, w*, ar*", "roundel_axi_window", shift=-10),
            Wire("s_axi_b*, r*", "roundel_axi_window", shift=10, both=True),
            Wire("roundel_axi_window", "roundel_card_window", both=True),
            Wire("roundel_card_window", "roundel_axil_registers", shift=10, both=True),
            Wire("roundel_card_window", "roundel_card_input"),
            Wire("roundel_card_window", "roundel_card_output", both=True),
            Wire("roundel_card_input", "roundel_stream", "requests", shift=-10),
            Wire("roundel_card_output", "roundel_stream", "results", shift=10, both=True),
            Wire("roundel_axil_registers", "irq", sides="we", shift=-10),
            Wire("roundel_axil_registers", "roundel_stream", "keys, zeroise", "en"),
        ),
    ),
    Diagram(
        "roundel_dma", "roundel_dma", {"Mode": 3},
        "roundel_dma: packets from memory through a mode, and back",
        (
            _port("s_axil_*", (0, 0), "keys, rings, doorbell"),
            _port("m_axi_ar*, r*", (0, 1.5), "reads"),
            Block("roundel_dma_registers", ("addresses and counts", "of the rings"), (1, 0)),
            Block("roundel_dma_fetch", ("descriptors out of", "their ring"), (1, 1)),
            Block("roundel_dma_read", ("bytes at any address", "become words"), (1, 2)),
            Block("roundel_dma_decode", ("requests, and pieces", "of their memory"), (2, 1)),
            Block("roundel_request_engine", ("keys, and the mode", "behind plain bytes"), (2, 2.7)),
            Block("roundel_dma_write", ("words to bytes at any", "address, in bursts"), (3, 2)),
            Block("roundel_dma_complete", ("statuses of requests;", "records"), (4, 2.7)),
            _port("m_axi_aw*, w*, b*", (3, 1), "writes"),
            _port("irq", (3, 0), "if enabled"),
        ),
        (
            Wire("s_axil_*", "roundel_dma_registers", both=True),
            Wire("m_axi_ar*, r*", "roundel_dma_fetch", shift=-10, both=True),
            Wire("m_axi_ar*, r*", "roundel_dma_read", shift=10, both=True),
            Wire("roundel_dma_registers", "roundel_dma_fetch", "doorbell", "sn"),
            Wire("roundel_dma_registers", "irq"),
            Wire("roundel_dma_fetch", "roundel_dma_decode"),
            Wire("roundel_dma_decode", "roundel_dma_read", "sources", "se", shift=-18),
            Wire("roundel_dma_decode", "roundel_request_engine", sides="sn"),
            Wire("roundel_dma_decode", "roundel_dma_write", "targets", "sw", shift=18),
            Wire("roundel_dma_read", "roundel_request_engine", "data", "sw"),
            Wire("roundel_request_engine", "roundel_dma_write", "text", "es", shift=-10),
            Wire("roundel_request_engine", "roundel_dma_complete", "results", shift=10),
            Wire("roundel_dma_complete", "roundel_dma_write", "records", "ne", both=True),
            Wire("roundel_dma_write", "m_axi_aw*, w*, b*", sides="ns", both=True),
        ),
    ),
    Diagram(
        "roundel_stream_interleaved", "roundel_stream_interleaved", {},
        "roundel_stream_interleaved: a FIFO and a chain for each stream around one ring",
        (
            _port("key_*", (0, 0), "key, slot"),
            _port("command_*", (0, 1), "48 bytes a packet"),
            _port("beat_*", (0, 2), "text, of any stream"),
            Block("roundel_key_guard", ("delays a key while", "packets use its slot"), (1, 0)),
            Block("roundel_interleaved_commands", ("two commands of", "each stream"), (1, 1)),
            Block(
                "roundel_interleaved_admission", ("admits beats with a", "command and an entry"),
                (1, 2),
            ),
            Block("roundel_chain", ("XOR with IV or chain,", "the ring"), (2, 2)),
            Block(
                "roundel_chain_ready_queue", ("streams with a block", "that is ready"), (2, 3),
            ),
            Block("roundel_interleaved_sink", ("FIFOs of text and", "results; credits"), (3, 2)),
            _port("text_*", (4, 1.5), "text, and its stream"),
            _port("result_*", (4, 2.5), "ok, error, stream"),
        ),
        (
            Wire("key_*", "roundel_key_guard"),
            Wire("command_*", "roundel_interleaved_commands"),
            Wire("beat_*", "roundel_interleaved_admission"),
            Wire("roundel_key_guard", "roundel_chain", "a key, if its slot is free", "en"),
            Wire(
                "roundel_interleaved_commands", "roundel_interleaved_admission", "IV, slot",
                "sn", both=True,
            ),
            Wire("roundel_interleaved_admission", "roundel_chain", "words"),
            Wire(
                "roundel_chain", "roundel_chain_ready_queue", "next stream", "sn", both=True,
            ),
            Wire("roundel_chain", "roundel_interleaved_sink"),
            Wire("roundel_interleaved_sink", "text_*", shift=-10),
            Wire("roundel_interleaved_sink", "result_*", shift=10),
        ),
    ),
)  # fmt: skip


def draw() -> dict[str, str]:
    """All diagrams, by file name without a suffix."""
    return {diagram.name: _draw(diagram) for diagram in DIAGRAMS}


def _draw(diagram: Diagram) -> str:
    there = tops.modules(diagram.top, diagram.values)
    drawing = Drawing(diagram.title)
    blocks = {block.name: block for block in diagram.blocks}
    for block in diagram.blocks:
        if block.module and block.name not in there:
            raise FailureError(f"{diagram.top} has no {block.name}; correct its drawing.")
        x, y = _corner(block)
        drawing.box(x, y, _WIDTH, _HEIGHT, "box" if block.module else "frame")
        drawing.text(x + _WIDTH / 2, y + 16, block.name, "small middle title")
        for number, words in enumerate(block.words):
            drawing.text(x + _WIDTH / 2, y + 31 + 13 * number, words, "tiny middle")
    lowest = 0.0
    for wire in diagram.wires:
        points = _route(wire, blocks[wire.start], blocks[wire.end])
        drawing.arrow(points, wire.both)
        lowest = max(lowest, *(y for _, y in points))
        if wire.words:
            _label(drawing, wire, points)
    right = max(_corner(block)[0] for block in diagram.blocks) + _WIDTH
    lowest = max(lowest, *(_corner(block)[1] + _HEIGHT for block in diagram.blocks))
    return drawing.svg(right + 12, lowest + 24)


def _corner(block: Block) -> Point:
    return 12 + block.at[0] * _X, _MARGIN + block.at[1] * _Y


def _side(block: Block, side: str, shift: float) -> Point:
    x, y = _corner(block)
    return {
        "e": (x + _WIDTH, y + _HEIGHT / 2 + shift),
        "w": (x, y + _HEIGHT / 2 + shift),
        "n": (x + _WIDTH / 2 + shift, y),
        "s": (x + _WIDTH / 2 + shift, y + _HEIGHT),
    }[side]


def _route(wire: Wire, start: Block, end: Block) -> list[Point]:
    """The corners of an arrow: straight, with one bend, or with two bends."""
    leaves, arrives = wire.sides[0], wire.sides[1]
    # The shift applies to the end with several arrows.
    meets = abs(start.at[1] - end.at[1]) not in (0, 1) and wire.shift != 0
    outside = not start.module
    first = _side(start, leaves, 0 if meets and outside else wire.shift)
    last = _side(end, arrives, wire.shift if outside or not meets else 0)
    upright = (leaves in "ns", arrives in "ns")
    if (first[0] == last[0] or first[1] == last[1]) and leaves != arrives:
        return [first, last]
    if leaves == arrives:
        away = 22 if leaves == "s" else -16
        level = (max if leaves == "s" else min)(first[1], last[1]) + away
        return [first, (first[0], level), (last[0], level), last]
    if upright == (False, False):
        middle = (first[0] + last[0]) / 2
        return [first, (middle, first[1]), (middle, last[1]), last]
    corner = (last[0], first[1]) if upright == (False, True) else (first[0], last[1])
    return [first, corner, last]


def _label(drawing: Drawing, wire: Wire, points: list[Point]) -> None:
    """Write the text of an arrow above its longest horizontal part, or beside a vertical part."""
    parts = list(itertools.pairwise(points))
    level = [part for part in parts if part[0][1] == part[1][1]]
    if level:
        (x1, y), (x2, _) = max(level, key=lambda part: abs(part[0][0] - part[1][0]))
        share = 0.25 if wire.sides[0] == wire.sides[1] else 0.5  # avoids crossing lines
        drawing.text(x2 + (x1 - x2) * share, y - 5, wire.words, "tiny middle strong")
    else:
        (x, y1), (_, y2) = parts[0]
        drawing.text(x + 7, (y1 + y2) / 2 + 3, wire.words, "tiny strong")
