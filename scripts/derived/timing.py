# SPDX-License-Identifier: Apache-2.0
"""Which timing diagrams there are: of which bench and configuration, and what they show."""

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.derived import cores, tops, waves

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError

__all__ = ["DIAGRAMS", "PLACE", "Diagram", "Span", "draw"]

PLACE = "docs/reference/tops"  # of pages and drawings, in the repository
_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Span:
    """From the cycle that moves a transfer to the first that offers another."""

    start: tuple[str, str]  # channel and name of the first transfer
    end: tuple[str, str]  # channel and name of the other transfer
    fact: str  # a constant of the top that the length must be, or a text; `{n}` is the length
    moves: bool = False  # to the cycle that moves the other one


@dataclass(frozen=True)
class Diagram:
    """A timing diagram."""

    name: str  # of the file, without a suffix
    top: str
    values: Mapping[str, int]  # parameters that are not the defaults
    scene: int  # the number of the bench's scene
    title: str
    words: str  # a description
    spans: tuple[Span, ...] = ()


def _key(title: str) -> Diagram:
    return Diagram(
        "roundel_core_key", "roundel_core", {}, 1, title,
        "The key is taken in one cycle; the block can follow in the next, because the round keys "
        "are made beside the rounds. The place of the engine is free again in the cycle in which "
        "the block leaves it, so the next block could enter then.",
        (Span(("in", "b0"), ("out", "b0"), "OUTPUT_LATENCY"),),
    )  # fmt: skip


_PIPELINE = {"Rounds": 10, "KeySchedule": 1, "KeySlots": 4}
_STREAM = {"Rounds": 10, "Stages": 1}


# What the two diagrams of a mode show: a packet alone, and several.
_MODES = {
    "gcm": (
        "Here the command comes some cycles earlier. It may come with the first beat, which then "
        "waits inside for two cycles. The result follows when E(J0) and the hash are there.",
        "A key goes into another slot; then come four packets whose keys, directions and lengths "
        "change from one to the next. The first one waits for the new key. The rest follows with "
        "no gap but AAD, which gives no text, and a cycle a packet for J0 and the length block.",
    ),
    "ctr": (
        "Without a tag the result waits for the text alone.",
        "The first packet waits for its new key; those behind it follow in their order, each with "
        "its own key and first counter block.",
    ),
    "cbc": (
        "Decryption: the text is one cycle later than in ECB, for the XOR with the block before.",
        "Each packet has a key and an IV of its own; the chain begins anew with each.",
    ),
    "ecb": (
        "The engine and the queues around it, and nothing else.",
        "The keys alternate, and with them the directions.",
    ),
    "xts": (
        "The tweak is encrypted first, with Key2 and in the same lanes, so the text comes later.",
        "The short packets end with a byte in a beat of its own, which takes ciphertext stealing; "
        "tweaks are encrypted ahead while other packets are under way.",
    ),
}


_LATENCY = {"xts": "{n} cycles: tweak, then text"}


def _packets(mode: str, values: Mapping[str, int]) -> tuple[Diagram, Diagram]:
    """Two diagrams that every mode has."""
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
            f"{upper}: packets behind each other", several,
        ),
    )  # fmt: skip


DIAGRAMS: tuple[Diagram, ...] = (
    _key("A key and one block"),
    Diagram(
        "roundel_core_pipeline", "roundel_core", _PIPELINE, 2, "A block every cycle",
        "With ten rounds in hardware and stored keys. The blocks wait until the key is expanded, "
        "then one is taken in each cycle, and they are in flight at once.",
        (
            Span(("key", "k0"), ("in", "b1"), "KEY_LOAD_CYCLES", moves=True),
            Span(("in", "b1"), ("out", "b1"), "OUTPUT_LATENCY"),
        ),
    ),
    Diagram(
        "roundel_core_stall", "roundel_core", {}, 3, "Back-pressure",
        "Nobody takes results at first. The queue keeps them, and when its credits are gone "
        "`in_ready_o` stays low; nothing is lost, and all goes on when `out_ready_i` is back.",
    ),
    Diagram(
        "roundel_stream_gcm_key", "roundel_stream", {"Mode": 3, **_STREAM}, 1,
        "GCM: a key, a command, AAD and text, the result",
        "The key's slot is closed until the key and the powers of its hash key are there; command "
        "and beats may come at once and wait. Two beats of AAD give no text; four of text do.",
        (Span(("key", "k0"), ("text", "t0.0"), "{n} cycles from key to text"),),
    ),
    *_packets("gcm", {}),
    Diagram(
        "roundel_stream_gcm_stall", "roundel_stream", {"Mode": 3, **_STREAM}, 3,
        "GCM: back-pressure",
        "Text and results are not taken at first. The queues keep both, in order; the packets' "
        "beats are still accepted, as long as there is a credit for each.",
    ),
    *_packets("ctr", {}),
    *_packets("cbc", {"Direction": 1}),
    *_packets("ecb", {}),
    *_packets("xts", {}),
    Diagram(
        "roundel_axi_key", "roundel_axi", {"Mode": 3, **_STREAM}, 1,
        "GCM: a key over AXI4-Lite, then a packet",
        "The writes `w1` to `w4` give the words of the key to `KEY`, `w5` its slot to "
        "`KEY_COMMAND`. The bench reads `STATUS.key_busy` until the key is handed over, which is "
        "not drawn; command and packet could come at any time and would wait.",
        (Span(("aw", "w1"), ("b", "w1"), "{n} cycles to the answer"),),
    ),
    Diagram(
        "roundel_axi_alone", "roundel_axi", {"Mode": 3, **_STREAM}, 4,
        "GCM: a packet of one beat, alone",
        "As in roundel_stream, with the registers of roundel_packet_isolator behind it: shown "
        "data stays until "
        "it is taken, also over a zeroise.",
        (
            Span(("beat", "t9.0"), ("text", "t9.0"), "OUTPUT_LATENCY"),
            Span(("beat", "t9.0"), ("result", "r9"), "{n} cycles to the result"),
        ),
    ),
    Diagram(
        "roundel_card_axi_write", "roundel_card_axi", {"Mode": 3, **_STREAM}, 2,
        "GCM: a request with its data, and the count that hands it over",
        "First the bench looks for room. Then 48 bytes of request, AAD and text go into the input "
        "in one burst, a beat a cycle; two beats of data wait until their burst is under way. The "
        "second write is that of `INPUT_TAIL`.",
        (Span(("w", "t4.17"), ("b", "w4"), "{n} cycles to the answer"),),
    ),
    Diagram(
        "roundel_card_axi_read", "roundel_card_axi", {"Mode": 3, **_STREAM}, 3,
        "GCM: text and result",
        "The counts, of which one says that the result is there; the text, four blocks in a burst; "
        "the two blocks of the result. Then their places are given back.",
        (Span(("ar", "r22"), ("r", "t22.0"), "{n} cycles to the data"),),
    ),
    Diagram(
        "roundel_dma_packet", "roundel_dma", {"Mode": 3, **_STREAM}, 2,
        "GCM: a packet from the doorbell to its record",
        "The memory answers in the next cycle. Four beats are the descriptor; AAD and text are a "
        "burst each, as text begins with a word of its own. No address is that of a beat: text "
        "that goes to another place in its beats takes four of them. The record is written when "
        "the bus has answered all of the text.",
        (
            Span(("doorbell", "d16"), ("ar", "r0"), "{n} cycles to the descriptor's address"),
            Span(("r", "t2.4"), ("aw", "w0"), "{n} cycles through cipher and queues"),
            Span(("b", "w0"), ("aw", "w1"), "{n} cycles: its tag"),
        ),
    ),
    Diagram(
        "roundel_stream_interleaved_chain", "roundel_stream_interleaved", _STREAM, 1,
        "A key and a packet of one stream",
        "Each block waits for the one before it: alone, a stream has one in each LOOP_LATENCY "
        "cycles.",
        (Span(("text", "t0.0"), ("text", "t0.1"), "LOOP_LATENCY"),),
    ),
    Diagram(
        "roundel_stream_interleaved_alone", "roundel_stream_interleaved", _STREAM, 4,
        "A packet of one beat, alone", "Its command came some cycles before it.",
        (Span(("beat", "t9.0"), ("text", "t9.0"), "{n} cycles from beat to text"),),
    ),
    Diagram(
        "roundel_stream_interleaved_packets", "roundel_stream_interleaved", _STREAM, 2,
        "Four streams side by side",
        "Their beats come in turn; in even streams a packet of four blocks, in odd ones of one, "
        "each with its own key. The blocks of the others fill some of the time in which each "
        "stream waits.",
    ),
)  # fmt: skip


def draw() -> Iterator[tuple[str, str]]:
    """Every diagram, as its path in the repository and its text; each bench is run in Icarus."""
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
            raise FailureError(f"{bench} with {dict(values)} did not end as it should.")
        return waves.read(here / "waves.vcd", top)
