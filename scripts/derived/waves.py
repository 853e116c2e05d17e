# SPDX-License-Identifier: Apache-2.0
"""Timing diagrams from the waves of a passed bench in fusesoc/.

A column is a clock cycle, with the pins before the rising edge at its end. Unchanged columns are
omitted, and replaced by their number.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scripts.derived.drawing import Drawing
from vcd.reader import TokenKind, tokenize

from roundel.base.errors import FailureError

__all__ = ["CHANNELS", "Channel", "Scene", "diagram", "read"]

_LEFT, _CELL, _ROW, _HIGH, _TOP = 122, 31, 21, 14, 34
_KEPT = 1  # equal columns shown on both sides of omitted columns


@dataclass(frozen=True)
class Channel:
    """A valid/ready channel."""

    name: str  # the name in a diagram
    data: str  # the label of the payload's row
    begins: str  # the first letter of transfers' names
    last: bool = False  # whether transfers are parts of packets
    # The prefix of the pins on a bus; otherwise pins begin with `name` and end with their
    # direction.
    pins: str = ""
    # A signal with a stream number of 8 bits, and the number's lowest bit.
    stream: tuple[str, int] = ("", 0)

    def signal(self, end: str) -> str:
        """The bench's signal of a pin."""
        return f"{self.pins or f'{self.name}_'}{end}"

    @property
    def payload(self) -> str:
        """The bench's signal of the payload."""
        return self.data.removesuffix("_i").removesuffix("_o")

    @property
    def labels(self) -> tuple[str, str]:
        """The pins of the handshake, with the design's names."""
        out = self.name in ("out", "text", "result")
        ends = ("", "") if self.pins else ("_o", "_i") if out else ("_i", "_o")
        return self.signal("valid") + ends[0], self.signal("ready") + ends[1]


# From top to bottom.
CHANNELS: Mapping[str, tuple[Channel, ...]] = {
    "roundel_core": (
        Channel("key", "key_i", "k"),
        Channel("in", "in_block_i", "b"),
        Channel("out", "out_block_o", "b"),
    ),
    "roundel_stream": (
        Channel("key", "key_i", "k"),
        Channel("command", "command_i", "c"),
        Channel("beat", "beat_data_i", "t", last=True),
        Channel("text", "text_data_o", "t", last=True),
        Channel("result", "result_*_o", "r"),
    ),
    "roundel_axi": (
        Channel("aw", "s_axil_awaddr", "w", pins="s_axil_aw"),
        Channel("w", "s_axil_wdata", "w", pins="s_axil_w"),
        Channel("b", "s_axil_bresp", "w", pins="s_axil_b"),
        Channel("command", "s_axis_command_tdata", "c", pins="s_axis_command_t"),
        Channel("beat", "s_axis_tdata", "t", last=True, pins="s_axis_t"),
        Channel("text", "m_axis_tdata", "t", last=True, pins="m_axis_t"),
        Channel("result", "m_axis_result_tdata", "r", pins="m_axis_result_t"),
    ),
    "roundel_card_axi": (
        Channel("aw", "s_axi_awaddr", "w", pins="s_axi_aw"),
        Channel("w", "s_axi_wdata", "t", last=True, pins="s_axi_w"),
        Channel("b", "s_axi_bresp", "w", pins="s_axi_b"),
        Channel("ar", "s_axi_araddr", "r", pins="s_axi_ar"),
        Channel("r", "s_axi_rdata", "t", last=True, pins="s_axi_r"),
    ),
    "roundel_dma": (
        Channel("doorbell", "s_axil_awaddr", "d", pins="s_axil_aw"),
        Channel("ar", "m_axi_araddr", "r", pins="m_axi_ar"),
        Channel("r", "m_axi_rdata", "t", last=True, pins="m_axi_r"),
        Channel("aw", "m_axi_awaddr", "w", pins="m_axi_aw"),
        Channel("w", "m_axi_wdata", "t", last=True, pins="m_axi_w"),
        Channel("b", "m_axi_bid", "w", pins="m_axi_b"),
    ),
    "roundel_stream_interleaved": (
        Channel("key", "key_i", "k"),
        Channel("command", "command_i", "c", stream=("command", 64)),
        Channel("beat", "beat_data_i", "t", last=True, stream=("beat_id", 0)),
        Channel("text", "text_data_o", "t", last=True, stream=("text_id", 0)),
        Channel("result", "result_*_o", "r", stream=("result_id", 0)),
    ),
}


@dataclass
class Cell:
    """A channel in a cycle: its handshake, and the name of the offered transfer."""

    valid: bool
    ready: bool
    name: str = ""
    last: bool = False


@dataclass
class Scene:
    """The cycles of a scene."""

    first: int = 0  # the number of the first cycle, from the start of the simulation
    cells: dict[str, list[Cell]] = field(default_factory=dict)  # by channel, one cell per cycle

    def cycle(self, channel: str, chosen: Callable[[Cell], bool]) -> int:
        """The first cycle of the scene with a chosen cell."""
        for number, cell in enumerate(self.cells[channel]):
            if chosen(cell):
                return number
        raise FailureError(f"the waves have no matching cycle of {channel}.")


def _changes(path: Path) -> dict[str, list[tuple[int, str]]]:
    """The times and binary values of each signal of the bench, in order of time."""
    signals: dict[str, list[tuple[int, str]]] = {}
    # By the code that the file gives to a net, for all names of the net: bits and changes.
    nets: dict[str, tuple[int, list[tuple[int, str]]]] = {}
    scopes, time = 0, 0
    with path.open("rb") as file:
        for token in tokenize(file):
            if token.kind is TokenKind.SCOPE:
                scopes += 1
            elif token.kind is TokenKind.UPSCOPE:
                scopes -= 1
            elif token.kind is TokenKind.VAR and scopes == 1:
                net = nets.setdefault(token.var.id_code, (token.var.size, []))
                signals[token.var.reference] = net[1]
            elif token.kind is TokenKind.CHANGE_TIME:
                time = token.time_change
            elif token.kind in (TokenKind.CHANGE_SCALAR, TokenKind.CHANGE_VECTOR):
                scalar = token.kind is TokenKind.CHANGE_SCALAR
                change = token.scalar_change if scalar else token.vector_change
                if change.id_code in nets:
                    size, changes = nets[change.id_code]
                    value = change.value
                    changes.append((time, value if isinstance(value, str) else f"{value:0{size}b}"))
    return signals


def read(path: Path, top: str) -> dict[int, Scene]:
    """The scenes of a bench run, by number."""
    waves = _changes(path)
    samples = [time for time, value in waves["clk"] if value == "0" and time > 0]

    def sampled(name: str) -> list[str]:
        wave = waves[name]
        found, place, now = [], 0, "x"
        for time in samples:
            while place < len(wave) and wave[place][0] < time:
                now = wave[place][1]
                place += 1
            found.append(now)
        return found

    numbers = [int(value, 2) for value in sampled("scene")]
    scenes: dict[int, Scene] = {}
    for channel in CHANNELS[top]:
        valid, ready = sampled(channel.signal("valid")), sampled(channel.signal("ready"))
        last = sampled(channel.signal("last")) if channel.last else ["1"] * len(samples)
        slot = sampled("key_slot") if channel.name == "key" else None
        stream, low = channel.stream
        streams = sampled(stream) if stream else []
        aad = _aad_beats(CHANNELS[top], sampled, len(samples)) if channel.name == "beat" else []
        packet, beats = 0, Counter[int]()
        for cycle, number in enumerate(numbers):
            if number not in scenes:
                scenes[number] = Scene(cycle)
            row = scenes[number].cells.setdefault(channel.name, [])
            if {valid[cycle], ready[cycle]} - {"0", "1"}:
                raise FailureError(f"{channel.name} of {top} is unknown in cycle {cycle}.")
            cell = Cell(valid[cycle] == "1", ready[cycle] == "1")
            row.append(cell)
            if not cell.valid:
                continue
            cell.last = channel.last and last[cycle] == "1"
            place = int(streams[cycle], 2) >> low & 0xFF if stream else packet
            cell.name = f"{channel.begins}{place}"
            if slot is not None:
                cell.name = f"k{int(slot[cycle], 2)}"
            elif channel.last:
                before, beat = aad[place] if place < len(aad) else 0, beats[place]
                cell.name = f"a{place}.{beat}" if beat < before else f"t{place}.{beat - before}"
            if cell.ready:
                packet += last[cycle] == "1"
                beats[place] = 0 if last[cycle] == "1" else beats[place] + 1
    return scenes


def _aad_beats(
    channels: Sequence[Channel], sampled: Callable[[str], list[str]], cycles: int
) -> list[int]:
    """The AAD beats of each packet, from the accepted commands."""
    commands, beats = (
        next(item for item in channels if item.name == name) for name in ("command", "beat")
    )
    valid, ready = sampled(commands.signal("valid")), sampled(commands.signal("ready"))
    command = sampled(commands.payload)
    width = len(sampled(beats.signal("keep"))[-1])
    bytes_a_beat = max(16, width)
    found = []
    for cycle in range(cycles):
        if valid[cycle] == ready[cycle] == "1":
            length = int(command[cycle], 2) >> 32 & 0xFFFFFFFF
            found.append(-(-length // bytes_a_beat))
    return found


def diagram(top: str, scene: Scene, title: str, spans: Sequence[tuple[int, int, str]]) -> str:
    """An SVG of a scene of a top; a span is a pair of cycles with a text, drawn as an arrow."""
    marked = {cycle for first, last, _ in spans for cycle in (first, last)}
    columns = _columns(scene, marked)
    channels = [
        item for item in CHANNELS[top] if any(cell.valid for cell in scene.cells[item.name])
    ]
    drawing = Drawing(title)
    left = max(_LEFT, 14 + 6.9 * max(len(label) for item in channels for label in item.labels))
    bottom = _TOP + (3 * _ROW + 8) * len(channels)
    x = left
    places: dict[int, float] = {}
    for column in columns:
        if column.hidden:
            middle = x + _CELL / 2
            drawing.text(middle, _TOP - 14, f"+{column.hidden}", "tiny middle faint")
        else:
            places[column.cycle] = x
            number = str(column.cycle - columns[0].cycle)
            drawing.text(x + _CELL / 2, _TOP - 4, number, "tiny middle faint")
        drawing.line([(x, _TOP), (x, bottom)], "grid")
        x += _CELL
    drawing.line([(x, _TOP), (x, bottom)], "grid")
    drawing.text(left - 8, _TOP - 4, "cycle", "tiny end faint")
    y = float(_TOP) + 4
    for channel in channels:
        y = _channel(drawing, channel, scene.cells[channel.name], columns, (left, y)) + 8
    for place, column in enumerate(columns):
        if column.hidden:
            begin = left + place * _CELL
            drawing.box(begin + 5, _TOP - 10, _CELL - 10, bottom - _TOP + 12, "gap")
            for line in (begin + 5, begin + _CELL - 5):
                drawing.line([(line, _TOP - 10), (line, bottom + 2)], "frame")
    for first, last, words in spans:
        start, end = places[first] + _CELL / 2, places[last] + _CELL / 2
        bottom += 20
        for at in (start, end):
            drawing.line([(at, bottom - 7), (at, bottom + 5)], "arrow")
        drawing.arrow([(start, bottom), (end, bottom)], both=True)
        middle = (start + end) / 2
        drawing.text(middle, bottom - 5, words, "small middle strong")
    return drawing.svg(x + 12, bottom + 14)


@dataclass(frozen=True)
class _Column:
    """A cycle, or a number of omitted cycles after it."""

    cycle: int
    hidden: int = 0


def _columns(scene: Scene, marked: set[int]) -> list[_Column]:
    rows = list(scene.cells.values())
    states = [
        tuple((cell.valid, cell.ready, cell.name) for cell in cells)
        for cells in zip(*rows, strict=True)
    ]
    busy = [cycle for cycle, state in enumerate(states) if any(valid for valid, _, _ in state)]
    first, last = max(0, busy[0] - 1), min(len(states) - 1, busy[-1] + 1)
    columns: list[_Column] = []
    cycle = first
    while cycle <= last:
        end = cycle
        while end < last and states[end + 1] == states[cycle] and end + 1 not in marked:
            end += 1
        moving = any(valid and ready for valid, ready, _ in states[cycle])
        length = end - cycle + 1
        if length > 2 * _KEPT + 2 and not moving:
            columns += [_Column(number) for number in range(cycle, cycle + _KEPT)]
            columns.append(_Column(cycle + _KEPT, length - 2 * _KEPT))
            columns += [_Column(number) for number in range(end + 1 - _KEPT, end + 1)]
        else:
            columns += [_Column(number) for number in range(cycle, end + 1)]
        cycle = end + 1
    return columns


def _channel(
    drawing: Drawing,
    channel: Channel,
    cells: Sequence[Cell],
    columns: Sequence[_Column],
    corner: tuple[float, float],
) -> float:
    """Draw a channel to the right of and below a corner; returns the next y."""
    begin, y = corner
    for place, column in enumerate(columns):
        cell = cells[column.cycle]
        if cell.valid and cell.ready and not column.hidden:
            drawing.box(begin + place * _CELL, y - 3, _CELL, 3 * _ROW, "moves")
    shown = [cells[column.cycle] for column in columns]
    for name, values in zip(
        channel.labels,
        ([cell.valid for cell in shown], [cell.ready for cell in shown]),
        strict=True,
    ):
        drawing.text(begin - 8, y + _HIGH - 2, name, "small end")
        _bit(drawing, values, begin, y)
        y += _ROW
    drawing.text(begin - 8, y + _HIGH - 2, channel.data, "small end")
    start = 0
    while start < len(columns):
        end = start
        name = cells[columns[start].cycle].name
        while (
            end + 1 < len(columns)
            and cells[columns[end + 1].cycle].name == name
            and not (cells[columns[end].cycle].valid and cells[columns[end].cycle].ready)
        ):
            end += 1
        left, right = begin + start * _CELL, begin + (end + 1) * _CELL
        if name:
            middle, half = y + _HIGH / 2, _HIGH / 2
            corners = [(left, middle), (left + 3, middle - half), (right - 3, middle - half)]
            corners += [(right, middle), (right - 3, middle + half), (left + 3, middle + half)]
            drawing.shape(corners, "data")
            last = any(cells[column.cycle].last for column in columns[start : end + 1])
            words = f"{name}*" if last else name
            drawing.text(
                begin + _middle(columns, start, end), y + _HIGH - 3.5, words, "tiny middle"
            )
        else:
            drawing.line([(left, y + _HIGH / 2), (right, y + _HIGH / 2)], "grid")
        start = end + 1
    return y + _ROW


def _middle(columns: Sequence[_Column], start: int, end: int) -> float:
    """The middle of the longest part of some columns without omitted columns."""
    parts: list[list[int]] = [[]]
    for place in range(start, end + 1):
        if columns[place].hidden:
            parts.append([])
        else:
            parts[-1].append(place)
    part = max(parts, key=len)
    return (part[0] + part[-1] + 1) * _CELL / 2


def _bit(drawing: Drawing, values: Sequence[bool], begin: float, y: float) -> None:
    points = []
    for place, value in enumerate(values):
        level = y if value else y + _HIGH
        points += [(begin + place * _CELL, level), (begin + (place + 1) * _CELL, level)]
    drawing.line(points)
