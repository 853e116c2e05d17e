# SPDX-License-Identifier: Apache-2.0
"""A page for each top: purpose, parameters and ports, latencies, drawings.

All contents come from the RTL: heads and comments of the sources, and figures of the elaborated
design. scripts/waves.py draws the timing diagrams.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scripts.derived import blocks, cores, timing, tops

__all__ = ["pages", "table"]

_HEAD = "<!-- Written by scripts/generate.py; do not edit. -->\n\n"


@dataclass(frozen=True)
class Table:
    """Latencies of some configurations."""

    rows: Sequence[
        Mapping[str, int]
    ]  # the parameters of each configuration that differ from the defaults
    facts: Mapping[str, str]  # constants of the top, with their titles


_STRUCTURES = (
    {"Rounds": 1, "Stages": 1, "KeySchedule": 0},
    {"Rounds": 1, "Stages": 4, "KeySchedule": 1},
    {"Rounds": 2, "Stages": 0, "KeySchedule": 1},
    {"Rounds": 5, "Stages": 2, "KeySchedule": 1},
    {"Rounds": 10, "Stages": 1, "KeySchedule": 1},
    {"Rounds": 10, "Stages": 4, "KeySchedule": 1},
    {"Rounds": 10, "Stages": 7, "KeySchedule": 2},
    {"KeyBits": 192, "Rounds": 12, "Stages": 4, "KeySchedule": 1},
    {"KeyBits": 256, "Rounds": 1, "Stages": 1, "KeySchedule": 0},
    {"KeyBits": 256, "Rounds": 14, "Stages": 4, "KeySchedule": 1},
)
_TABLES: Mapping[str, Table] = {
    "roundel_core": Table(
        _STRUCTURES,
        {
            "OUTPUT_LATENCY": "cycles from a block to its result",
            "CYCLES_PER_BLOCK": "cycles from block to block",
            "BLOCKS_IN_FLIGHT": "blocks in flight",
            "QUEUE_DEPTH": "blocks in the output FIFO",
            "KEY_LOAD_CYCLES": "cycles from a stored key to its first block",
        },
    ),
    "roundel_stream": Table(
        [
            {"Mode": mode, "Lanes": lanes, "Rounds": rounds, "Stages": stages}
            | ({"Direction": 1} if mode == 1 else {})
            for mode in (0, 1, 2, 3, 4)
            for lanes, rounds, stages in ((1, 1, 1), (1, 10, 1), (1, 10, 5), (4, 10, 1))
        ],
        {
            "OUTPUT_LATENCY": "cycles from a beat to its text",
            "CYCLES_PER_BLOCK": "cycles from beat to beat",
            "BLOCKS_IN_FLIGHT": "blocks in flight",
            "QUEUE_DEPTH": "beats in the output FIFO",
        },
    ),
    "roundel_axi": Table(
        [
            {"Mode": mode, "Lanes": lanes, "Rounds": rounds, "Stages": stages}
            for mode in (2, 3, 4)
            for lanes, rounds, stages in ((1, 1, 1), (1, 10, 5), (4, 10, 1))
        ],
        {
            "OUTPUT_LATENCY": "cycles from a beat to its text",
            "CYCLES_PER_BLOCK": "cycles from beat to beat",
            "QUEUE_DEPTH": "beats in the output FIFO",
        },
    ),
    "roundel_stream_interleaved": Table(
        [
            {"KeyBits": bits, "Rounds": rounds, "Stages": stages, "Streams": streams}
            for bits, rounds, stages, streams in (
                (128, 1, 1, 16),
                (128, 2, 2, 32),
                (128, 10, 1, 32),
                (128, 10, 6, 128),
                (256, 14, 1, 32),
                (256, 14, 6, 128),
            )
        ],
        {
            "STREAM_CYCLES": "cycles per block of one stream; streams that fill the ring",
            "TURNS": "cycles from block to block of several streams",
        },
    ),
}


_FIGURES = """\
In clock cycles, from the elaborated design, with the other parameters at their defaults.
`roundel show` gives the figures of any configuration.
"""
_LEGEND = """\
Drawn from the waves of the bench, after the bench has passed. A shaded cycle moves a transfer:
valid and ready are high. Unchanged cycles are omitted: +n stands for n cycles.
"""
_NAMES = {
    "roundel_core": "`k0` is a key for slot 0, `b2` a block and its result.\n",
    "roundel_stream": """\
`k1` is a key for slot 1, `c2` the command of packet 2, `a2.0` the first beat of its AAD, `t2.1` the
second beat of its text, `*` the last beat, `r2` the result of packet 2.
""",
    "roundel_axi": """\
`w1` is the second write, in all three channels; `c2` the command of packet 2, `a2.0` the first beat
of its AAD, `t2.1` the second beat of its text, `*` the last beat, `r2` the result of packet 2.
""",
    "roundel_card_axi": """\
`w1` is the second write burst and `r1` the second read burst, in the channels of addresses and
responses; `t1.0` the first beat of data, `*` the last beat.
""",
    "roundel_dma": """\
`d1` is the second write to a register, here the doorbell; `r1` is the second read burst and `w1`
the second write burst, in the channels of addresses and responses; `t1.0` the first beat of data,
`*` the last beat.
""",
    "roundel_stream_interleaved": """\
`k1` is a key for slot 1, `c2` the command of a packet of stream 2, `t2.1` its second beat, `*` the
last beat, `r2` the result.
""",
}


def pages() -> Iterator[tuple[str, str]]:
    """The pages and their block diagrams: path in the repository, and text."""
    for name, text in blocks.draw().items():
        yield f"{timing.PLACE}/{name}.svg", text
    for name in tops.TOPS:
        yield f"{timing.PLACE}/{name}.md", _page(tops.read(name))


def _page(top: tops.Top) -> str:
    text = f"{_HEAD}# {top.name}\n\n{top.purpose}\n\n"
    text += f"Source: [`rtl/{top.path}`](../../../rtl/{top.path}). FuseSoC: "
    text += f"[`{cores.VENDOR}:{top.name}`](../../how-to/fusesoc.md), with lint and a bench.\n\n"
    for drawn in blocks.DIAGRAMS:
        if drawn.top == top.name:
            text += f"![{drawn.title}]({drawn.name}.svg)\n\n"
    text += f"## Use\n\n```text\n{top.contract}\n```\n\n## Parameters\n"
    text += table(
        ("Parameter", "Default", "Meaning"),
        [
            (f"`{item.name}`", f"`{item.default}`", _cell(cores.meaning(item, top)))
            for item in top.parameters
        ],
    )
    text += "\n## Ports\n\nWidths are those of the default parameters.\n"
    text += table(
        ("Port", "Direction", "Bits", "Range", "Meaning"),
        [
            (
                f"`{port.name}`",
                port.direction,
                str(port.width),
                f"`{port.range}`" if port.range else "",
                _cell(port.meaning),
            )
            for port in top.ports
        ],
    )
    return text + _latency(top) + _timing(top)


def _latency(top: tops.Top) -> str:
    """Figures of the elaborated design; empty for a top with all figures in its head."""
    chosen = _TABLES.get(top.name)
    if chosen is None:
        return ""
    fields = list(dict.fromkeys(name for row in chosen.rows for name in row))
    defaults = {item.name: item.value for item in top.parameters}
    rows = []
    for row in chosen.rows:
        facts = tops.values(top.name, row)
        if row.get("KeySchedule", 1) != 1:
            facts.pop("KEY_LOAD_CYCLES")  # only for stored keys
        rows.append(
            (
                *(cores.spelled(name, row.get(name, defaults[name])) for name in fields),
                *(str(facts.get(name, "")) for name in chosen.facts),
            )
        )
    named = [f"{meaning} (`{name}`)" for name, meaning in chosen.facts.items()]
    titles = (*(f"`{name}`" for name in fields), *named)
    return f"\n## Latency\n\n{_FIGURES}{table(titles, rows)}"


def _timing(top: tops.Top) -> str:
    """The drawings of the top, with descriptions."""
    text = f"\n## Timing\n\n{_LEGEND}{_NAMES[top.name]}"
    for drawn in timing.DIAGRAMS:
        if drawn.top == top.name:
            title = f"{top.name}: {drawn.title}"
            values = ", ".join(
                f"`{name}` {cores.spelled(name, value)}" for name, value in drawn.values.items()
            )
            text += f"\n### {drawn.title}\n\n{drawn.words}\n\n"
            text += f"Parameters: {values or 'the defaults'}.\n\n"
            text += f"![{title}]({drawn.name}.svg)\n"
    return text


def table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; empty without rows."""
    if not rows:
        return ""
    lines = [titles, tuple("---" for _ in titles), *rows]
    return "\n" + "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
