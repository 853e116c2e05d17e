# SPDX-License-Identifier: Apache-2.0
"""The timing diagrams: bench, configuration and description of each."""

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.derived import cores, tops, waves

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError

__all__ = ["DIAGRAMS", "PLACE", "Diagram", "Span", "draw"]

PLACE = "docs/reference/tops"  # the folder of pages and drawings in the repository
_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Span:
    """A span from the cycle of one transfer to the first offer of another transfer."""

    start: tuple[str, str]  # channel and name of the first transfer
    end: tuple[str, str]  # channel and name of the other transfer
    fact: str  # a constant of the top equal to the length, or a text with `{n}` for the length
    moves: bool = False  # whether the span ends at the handshake of the other transfer


@dataclass(frozen=True)
class Diagram:
    """A timing diagram."""

    name: str  # of the file, without a suffix
    top: str
    values: Mapping[str, int]  # parameters that differ from the defaults
    scene: int  # the number of the bench's scene
    title: str
    words: str  # a description
    spans: tuple[Span, ...] = ()


def _key(title: str) -> Diagram:
    return Diagram(
        "roundel_core_key", "roundel_core", {}, 1, title,
        "The key is accepted in one cycle, and the block can follow in the next cycle, because "
        "the round keys are computed in parallel to the rounds. The engine is free in the cycle "
        "in which the block leaves the engine, so the next block could enter in this cycle.",
        (Span(("in", "b0"), ("out", "b0"), "OUTPUT_LATENCY"),),
    )  # fmt: skip


_PIPELINE = {"Rounds": 10, "KeySchedule": 1, "KeySlots": 4}
_STREAM = {"Rounds": 10, "Stages": 1}


# The descriptions of a mode's two diagrams: a single packet, and several packets.
_MODES = {
    "gcm": (
        "Here the command arrives some cycles earlier. It may also arrive with the first beat, "
        "which then waits inside for two cycles. The result follows after E(J0) and the hash are "
        "computed.",
        "A key is loaded into another slot; then follow four packets with changing keys, "
        "directions and lengths. The first packet waits for the new key. The other packets "
        "follow without gaps, except for AAD, which gives no text, and one cycle per packet for "
        "J0 and the length block.",
    ),
    "ctr": (
        "Without a tag, the result only waits for the text.",
        "The first packet waits for its new key; the following packets stay in order, each with "
        "its own key and first counter block.",
    ),
    "cbc": (
        "Decryption: the text is one cycle later than in ECB, because of the XOR.",
        "Each packet has its own key and IV; the chain restarts with each packet.",
    ),
    "ecb": (
        "The engine with its FIFOs, without further logic.",
        "The keys and the directions alternate.",
    ),
    "xts": (
        "The tweak is encrypted first, with Key2 in the same lanes, so the text is later.",
        "The short packets end with one byte in a separate beat, which needs ciphertext stealing; "
        "tweaks are encrypted ahead during other packets.",
    ),
}


_LATENCY = {"xts": "{n} cycles: tweak, then text"}


def _packets(mode: str, values: Mapping[str, int]) -> tuple[Diagram, Diagram]:
    """The two diagrams of every mode."""
    chosen = {"Mode": design.choices("Mode")[mode], **_STREAM, **values}
    upper = mode.upper()
    alone, several = _MODES[mode]
    return (
        Diagram(
            f"roundel_stream_{mode}_alone", "roundel_stream", chosen, 4,
            f"{upper}: a packet of one beat, alone", alone,
            (
                Span(("beat", "t9.0"), ("text", "t9.0"), _LATENCY.get(mode, "OUTPUT_LATENCY")),
                Span(("beat", "t9.0"), ("result", "r9"), "{n} cycles to the result"),
            ),
        ),
        Diagram(
            f"roundel_stream_{mode}_packets", "roundel_stream", chosen, 2,
            f"{upper}: consecutive packets", several,
        ),
    )  # fmt: skip


DIAGRAMS: tuple[Diagram, ...] = (
    _key("A key and one block"),
    Diagram(
        "roundel_core_pipeline", "roundel_core", _PIPELINE, 2, "A block every cycle",
        "With ten rounds in hardware and stored keys. The blocks wait for the key expansion; "
        "then one block is accepted per cycle, and all blocks are in flight at once.",
        (
            Span(("key", "k0"), ("in", "b1"), "KEY_LOAD_CYCLES", moves=True),
            Span(("in", "b1"), ("out", "b1"), "OUTPUT_LATENCY"),
        ),
    ),
    Diagram(
        "roundel_core_stall", "roundel_core", {}, 3, "Back-pressure",
        "At first the user accepts no results. The FIFO stores the results. When the credits "
        "are used up, `in_ready_o` stays low. No block is lost, and all blocks continue with "
        "`out_ready_i`.",
    ),
    Diagram(
        "roundel_stream_gcm_key", "roundel_stream", {"Mode": 3, **_STREAM}, 1,
        "GCM: a key, a command, AAD and text, the result",
        "The slot of the key is closed until the key and the powers of its hash key are ready; "
        "command and beats may arrive at once and wait. Two beats of AAD give no text; four "
        "beats of text do.",
        (Span(("key", "k0"), ("text", "t0.0"), "{n} cycles from key to text"),),
    ),
    *_packets("gcm", {}),
    Diagram(
        "roundel_stream_gcm_stall", "roundel_stream", {"Mode": 3, **_STREAM}, 3,
        "GCM: back-pressure",
        "At first the user accepts no text and no results. The FIFOs store both, in order; "
        "beats are still accepted while credits remain.",
    ),
    *_packets("ctr", {}),
    *_packets("cbc", {"Direction": 1}),
    *_packets("ecb", {}),
    *_packets("xts", {}),
    Diagram(
        "roundel_axi_key", "roundel_axi", {"Mode": 3, **_STREAM}, 1,
        "GCM: a key over AXI4-Lite, then a packet",
        "The writes `w1` to `w4` write the words of the key to `KEY`, and `w5` writes the slot "
        "to `KEY_COMMAND`. The bench polls `STATUS.key_busy` until the key is loaded, which is "
        "not drawn. Command and packet could arrive at any time and would wait.",
        (Span(("aw", "w1"), ("b", "w1"), "{n} cycles to the answer"),),
    ),
    Diagram(
        "roundel_axi_alone", "roundel_axi", {"Mode": 3, **_STREAM}, 4,
        "GCM: a packet of one beat, alone",
        "As in roundel_stream, followed by the registers of roundel_packet_isolator: an offered "
        "beat stays until its handshake, also during a zeroise.",
        (
            Span(("beat", "t9.0"), ("text", "t9.0"), "OUTPUT_LATENCY"),
            Span(("beat", "t9.0"), ("result", "r9"), "{n} cycles to the result"),
        ),
    ),
    Diagram(
        "roundel_card_axi_write", "roundel_card_axi", {"Mode": 3, **_STREAM}, 2,
        "GCM: a request with its data, and the write of its count",
        "First the bench reads the free entries. Then 48 bytes of request, AAD and text are "
        "written to the input in one burst, one beat per cycle; two beats of data wait for the "
        "start of their burst. The second write is to `INPUT_TAIL`.",
        (Span(("w", "t4.17"), ("b", "w4"), "{n} cycles to the answer"),),
    ),
    Diagram(
        "roundel_card_axi_read", "roundel_card_axi", {"Mode": 3, **_STREAM}, 3,
        "GCM: text and result",
        "The counts, which show that the result is available; the text, four blocks in a burst; "
        "the two blocks of the result. Then the entries are released.",
        (Span(("ar", "r18"), ("r", "t18.0"), "{n} cycles to the data"),),
    ),
    Diagram(
        "roundel_dma_packet", "roundel_dma", {"Mode": 3, **_STREAM}, 2,
        "GCM: a packet from the doorbell to its record",
        "The memory answers in the next cycle. Four beats are the descriptor; AAD and text are "
        "one burst each, because text begins with a new word. All addresses are unaligned: four "
        "beats of text at a different offset take four beats. The record is written after the "
        "bus has answered the whole text.",
        (
            Span(("doorbell", "d16"), ("ar", "r0"), "{n} cycles to the descriptor's address"),
            Span(("r", "t2.4"), ("aw", "w0"), "{n} cycles through cipher and queues"),
            Span(("b", "w0"), ("aw", "w1"), "{n} cycles: its tag"),
        ),
    ),
    Diagram(
        "roundel_stream_interleaved_chain", "roundel_stream_interleaved", _STREAM, 1,
        "A key and a packet of one stream",
        "Each block waits for the previous block: a single stream has one block per STREAM_CYCLES "
        "cycles.",
        (Span(("text", "t0.0"), ("text", "t0.1"), "STREAM_CYCLES"),),
    ),
    Diagram(
        "roundel_stream_interleaved_alone", "roundel_stream_interleaved", _STREAM, 4,
        "A packet of one beat, alone", "The command arrived some cycles earlier.",
        (Span(("beat", "t9.0"), ("text", "t9.0"), "{n} cycles from beat to text"),),
    ),
    Diagram(
        "roundel_stream_interleaved_packets", "roundel_stream_interleaved", _STREAM, 2,
        "Four parallel streams",
        "The beats of the streams alternate; even streams have packets of four blocks, odd "
        "streams packets of one block, each with its own key. The blocks of other streams fill a "
        "part of each stream's waiting time.",
    ),
)  # fmt: skip


def draw() -> Iterator[tuple[str, str]]:
    """Every diagram: path in the repository, and text; runs each bench in Icarus."""
    runs: dict[tuple[str, tuple[tuple[str, int], ...]], dict[int, waves.Scene]] = {}
    for diagram in DIAGRAMS:
        run = (diagram.top, tuple(diagram.values.items()))
        if run not in runs:
            runs[run] = _simulate(diagram.top, diagram.values)
        scene = runs[run][diagram.scene]
        facts = tops.values(diagram.top, diagram.values)
        spans = [_measure(scene, span, facts) for span in diagram.spans]
        title = f"{diagram.top}: {diagram.title}"
        yield f"{PLACE}/{diagram.name}.svg", waves.diagram(diagram.top, scene, title, spans)


def _measure(scene: waves.Scene, span: Span, facts: Mapping[str, int]) -> tuple[int, int, str]:
    start = scene.cycle(
        span.start[0], lambda cell: cell.name == span.start[1] and cell.valid and cell.ready
    )
    end = scene.cycle(
        span.end[0],
        lambda cell: cell.name == span.end[1] and cell.valid and (cell.ready or not span.moves),
    )
    length = end - start
    if span.fact.isupper():
        if length != facts[span.fact]:
            raise FailureError(f"{span} takes {length} cycles, {span.fact} is {facts[span.fact]}.")
        return start, end, f"{span.fact} = {length}"
    return start, end, span.fact.format(n=length)


def _simulate(top: str, values: Mapping[str, int]) -> dict[int, waves.Scene]:
    compiler, runner = tools.find("iverilog"), tools.find("vvp")
    bench = f"tb_{top}"
    folder = _ROOT / cores.BENCHES
    with tempfile.TemporaryDirectory() as scratch:
        here = Path(scratch)
        programs.run(
            compiler,
            [
                *("-g2012", "-s", bench, "-o", "bench.vvp"),
                *(f"-P{bench}.{name}={value}" for name, value in values.items()),
                *design.arguments(design.sources()),
                *(folder / name for name in cores.bench_files(top)),
            ],
            cwd=here,
            log=here / "compile.log",
            timeout=600,
        )
        programs.run(
            runner,
            ["-n", "bench.vvp", "+vcd=waves.vcd"],
            cwd=here,
            log=here / "run.log",
            timeout=600,
        )
        if "are right" not in (here / "run.log").read_text(encoding="utf-8"):
            raise FailureError(f"{bench} with {dict(values)} failed or did not end.")
        return waves.read(here / "waves.vcd", top)
