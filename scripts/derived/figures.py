# SPDX-License-Identifier: Apache-2.0
"""Published figures of place and route, from one record.

`roundel explore headline --json` measures the record. This module writes its figures into every
Markdown table and every preset that publishes them, and makes sure that the RTL of each design is
still the RTL that was measured.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from roundel import design
from roundel.base.errors import FailureError
from roundel.explore.record import ExploreRecord, Point
from roundel.fpga.record import SynthRecord

__all__ = ["COMMAND", "RECORD", "load", "page_with_figures", "preset_with_figures", "texts"]

_ROOT = Path(__file__).resolve().parents[2]
RECORD = _ROOT / "docs" / "figures" / "headline.json"
COMMAND = "roundel explore headline --json > docs/figures/headline.json"

# A row is filled if its first cell names a design of the record: `NAME`.
_NAMED = re.compile(r"^\|[^|`]*\*\*[^|`]*`([\w.-]+)`[^|]*\|")
_MEASURED = "# Measured: "


def _clock(synth: SynthRecord) -> str:
    """The median clock with the range of the seeds."""
    values = synth.fmax_mhz.per_seed.values()
    return f"{synth.fmax_mhz.median:.1f} ({min(values):.1f} to {max(values):.1f})"


# The cell of a column, by its title.
_CELLS: dict[str, Callable[[SynthRecord], str]] = {
    "LUT4": lambda synth: f"{synth.lut4:,}",
    "FF": lambda synth: f"{synth.ff:,}",
    "RAMs": lambda synth: str(synth.bram),
    "MHz": _clock,
    "cycles a block": lambda synth: str(synth.cycles_per_block),
    "Gbit/s": lambda synth: f"{synth.gbps:.2f}" if synth.gbps < 10 else f"{synth.gbps:.1f}",
    "Mbit/s per slice": lambda synth: f"{synth.mbps_per_slice:.2f}",
}


def load(path: Path = RECORD) -> dict[str, SynthRecord]:
    """The measured designs by name.

    Raises:
        FailureError: There is no record, a point in it is missing, or the RTL of a point has
            changed since it was measured.
    """
    try:
        record = ExploreRecord.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise FailureError(
            f"{path.name} is no record of published figures; run `{COMMAND}`."
        ) from error
    return {point.config.name: _measured(point) for point in record.points}


def _measured(point: Point) -> SynthRecord:
    name = point.config.name
    if point.synth is None or point.status != "done":
        raise FailureError(f"the record of published figures lacks {name}; run `{COMMAND}`.")
    if point.rtl != design.fingerprint(design.load_config(name)):
        raise FailureError(
            f"the RTL of {name} has changed since its published figures were measured; run "
            f"`{COMMAND}`."
        )
    return point.synth


def page_with_figures(text: str, found: dict[str, SynthRecord]) -> str:
    """A Markdown page with the figures of the record in the rows that name its designs."""
    titles: list[str] = []
    lines = []
    for line in text.splitlines(keepends=True):
        if not line.startswith("|"):
            titles = []
        elif not titles:
            titles = _cells(line)
        named = _NAMED.match(line)
        if named and named[1] in found and "MHz" in titles:
            line = _filled(line, titles, found[named[1]])
        lines.append(line)
    return "".join(lines)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _filled(line: str, titles: Sequence[str], synth: SynthRecord) -> str:
    cells = [
        _CELLS[title](synth) if title in _CELLS else cell
        for title, cell in zip(titles, _cells(line), strict=True)
    ]
    return f"| {' | '.join(cells)} |\n"


def preset_with_figures(text: str, synth: SynthRecord) -> str:
    """A preset with the figures of the record in the comment at its head."""
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith(_MEASURED)]
    head = next(place for place, line in enumerate(lines) if not line.startswith("#"))
    rams = f", {synth.bram} RAMs" if synth.bram else ""
    seeds = ", ".join(synth.fmax_mhz.per_seed)
    measured = (
        f"{_MEASURED}{synth.lut4:,} LUT4, {synth.ff:,} FF{rams}, {_clock(synth)} MHz, "
        f"{_CELLS['Gbit/s'](synth)} Gbit/s\n",
        f"# on {synth.target}, median and range of seeds {seeds}.\n",
    )
    rest = [line for line in lines[:head] if not line.startswith(f"# on {synth.target}, median")]
    return "".join([*rest, *measured, *lines[head:]])


def texts() -> Iterator[tuple[Path, str]]:
    """Every file that publishes a figure, as it must be.

    Raises:
        FailureError: The record is missing, incomplete, or older than the RTL.
    """
    found = load()
    for path in (_ROOT / "README.md", *sorted((_ROOT / "docs").rglob("*.md"))):
        text = path.read_text(encoding="utf-8")
        filled = page_with_figures(text, found)
        if filled != text or any(f"`{name}`" in text for name in found):
            yield path, filled
    folder = design.rtl_root().parent / "src" / "roundel" / "design" / "presets"
    for name, synth in found.items():
        path = folder / f"{name}.yaml"
        yield path, preset_with_figures(path.read_text(encoding="utf-8"), synth)
