# SPDX-License-Identifier: Apache-2.0
"""The page of a sweep: one HTML file that needs nothing else, for a browser without a network."""

import functools
import importlib.resources
import itertools
import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from roundel.base.errors import FailureError, InputError
from roundel.base.text_files import write_whole
from roundel.cells import CellsRecord
from roundel.explore.front import Metric, figures, metrics, pareto
from roundel.explore.record import ExploreRecord, Point
from roundel.fpga.record import SynthRecord

__all__ = ["page", "plotly", "write_page"]

_HERE = Path(__file__).parent


def write_page(record: ExploreRecord, path: Path) -> None:
    """Write the page of a record.

    Args:
        record: The record.
        path: The file, which is written anew.

    Raises:
        InputError: It cannot be written.
    """
    text = page(record)
    try:
        write_whole(path, text)
    except OSError as error:
        raise InputError(
            f"cannot write {path} ({error.strerror}); the results are in the store, give another "
            "place with --html."
        ) from error


def page(record: ExploreRecord) -> str:
    """The text of a record's page."""
    seeds = ", ".join(map(str, record.seeds))
    how = (
        f"placed and routed, median of {'seeds' if len(record.seeds) > 1 else 'seed'} {seeds}"
        if record.seeds
        else "mapped to standard cells, run and timed"
    )
    known = metrics(record.in_cells)
    done = sum(point.status == "done" for point in record.points)
    parts = {
        "TITLE": escape(f"Space {record.space}"),
        "SUMMARY": escape(f"{done} of {len(record.points)} points {how}."),
        "GOALS": escape(", ".join(known[goal].title for goal in record.goals)),
        "TABLE": _table(record),
        "FAILURES": _failures(record),
        "CAVEATS": _caveats(record),
        "IMPOSSIBLE": _impossible(record),
        "MEASURED": _measured(record),
        "DATA": _data(record),
        "SCRIPT": (_HERE / "page.js").read_text(encoding="utf-8"),
        "PLOTLY": plotly(),
    }
    text = (_HERE / "page.html").read_text(encoding="utf-8")
    return re.sub("@([A-Z]+)@", lambda found: parts[found[1]], text)


@functools.cache
def plotly() -> str:
    """The plotting library's script, to be put into a page.

    Raises:
        FailureError: It is not installed.
    """
    try:
        place = importlib.resources.files("plotly") / "package_data" / "plotly.min.js"
        return place.read_text(encoding="utf-8")
    except (ImportError, OSError) as error:
        raise FailureError(
            "plotly, which draws the page, is not installed; run `make setup`."
        ) from error


def _data(record: ExploreRecord) -> str:
    """What the script reads, as JSON that no text in it can end."""
    shown = [(point, found) for point in record.points if (found := point.measured)]
    known = metrics(record.in_cells)
    return _embedded(
        {
            "metrics": [
                {"name": item.name, "title": item.title, "better": item.better}
                for item in known.values()
            ],
            "first": ["kge" if record.in_cells else "lut4", "gbps"],
            "parameters": _varying([point for point, _ in shown]),
            "fronts": _fronts([(point.target, figures(found)) for point, found in shown], known),
            "targets": list(dict.fromkeys(point.target for point, _ in shown)),
            "points": [
                {
                    "number": point.number,
                    "target": point.target,
                    "front": point.front,
                    "figures": figures(found),
                    "values": _values(point),
                    "hover": _hover(point, found, known),
                }
                for point, found in shown
            ],
        }
    )


def _fronts(
    designs: Sequence[tuple[str, dict[str, float]]], known: Mapping[str, Metric]
) -> dict[str, list[int]]:
    """The front of every two metrics, by their names in alphabetical order."""
    return {
        ",".join(pair): sorted(pareto(designs, pair))
        for pair in itertools.combinations(sorted(known), 2)
    }


def _embedded(values: Any) -> str:
    return json.dumps(values).replace("&", "\\u0026").replace("<", "\\u003c")


def _values(point: Point) -> dict[str, int | str]:
    return {**point.config.own_fields(), "target": point.target, "status": point.status}


def _varying(points: list[Point]) -> list[str]:
    """The parameters by which points can be told apart: those with most sense as symbols first."""
    if not points:
        return []
    names = dict.fromkeys(name for point in points for name in _values(point))
    values = {name: {_values(point).get(name) for point in points} for name in names}
    several = [name for name, found in values.items() if len(found) > 1]
    return sorted(several, key=lambda name: len(values[name]) > 12) or ["target"]


def _hover(point: Point, found: SynthRecord | CellsRecord, known: Mapping[str, Metric]) -> str:
    """What is shown of a point under the pointer; plotly reads a little HTML."""
    shown = [
        f"{known[name].title}: {value:,.{known[name].digits}f}"
        for name, value in figures(found).items()
    ]
    lines = [
        f"<b>{point.number}. {escape(point.config.name)}</b>",
        *shown,
        *([f"MHz by seed: {_clocks(found)}"] if isinstance(found, SynthRecord) else []),
        *(f"{escape(name)}: {escape(str(value))}" for name, value in _values(point).items()),
    ]
    return "<br>".join(lines)


def _clocks(found: SynthRecord | CellsRecord) -> str:
    """Its clock, by seed where there is a placer."""
    if isinstance(found, CellsRecord):
        return ""
    return ", ".join(f"{seed}: {mhz:.1f}" for seed, mhz in found.fmax_mhz.per_seed.items())


def _table(record: ExploreRecord) -> str:
    """All points; figures as text for people, with what to sort by beside it."""
    names = list(
        dict.fromkeys(name for point in record.points for name in point.config.own_fields())
    )
    known = metrics(record.in_cells)
    where = "library" if record.in_cells else "part"
    heads = [("#", "n"), ("front", ""), ("name", ""), (where, ""), ("status", "")]
    heads += [(metric.title, "n") for metric in known.values()]
    heads += [("MHz by seed", ""), ("tools, s", "n"), *((name, "") for name in names)]
    rows = []
    for point in record.points:
        cells = [
            _cell(str(point.number), point.number),
            _cell("*" if point.front else ""),
            _cell(point.config.name),
            _cell(point.target),
            _cell(point.status),
        ]
        found = point.measured
        if found is None:
            cells += [_cell("", "")] * len(known) + [_cell(""), _cell("", "")]
        else:
            cells += [
                _cell(f"{value:,.{known[name].digits}f}", value)
                for name, value in figures(found).items()
            ]
            cells.append(_cell(_clocks(found)))
            cells.append(_cell(f"{found.seconds:,.1f}", found.seconds))
        own = point.config.own_fields()
        cells += [_cell(str(own.get(name, ""))) for name in names]
        mark = ' class="front"' if point.front else ""
        rows.append(f"<tr{mark}>{''.join(cells)}</tr>")
    top = "".join(
        f'<th class="{kind}" scope="col"><button type="button">{escape(head)}</button></th>'
        for head, kind in heads
    )
    body = "\n".join(rows)
    return f'<table id="points"><thead><tr>{top}</tr></thead><tbody>\n{body}\n</tbody></table>'


def _cell(text: str, number: float | str | None = None) -> str:
    if number is None:
        return f"<td>{escape(text)}</td>"
    return f'<td class="n" data-key="{number}">{escape(text)}</td>'


def _failures(record: ExploreRecord) -> str:
    parts = []
    for point in record.points:
        for failure in point.failures:
            what = "mapping" if failure.seed is None else f"seed {failure.seed}"
            log = f"<pre>{escape(failure.log)}</pre>" if failure.log else ""
            parts.append(
                f"<details><summary>{point.number}. {escape(point.config.name)}, "
                f"{escape(point.target)}, {what}, {failure.seconds:,.0f} s: "
                f"{escape(failure.error)}</summary>{log}</details>"
            )
    return f"<h2>Failed</h2>\n{''.join(parts)}" if parts else ""


def _impossible(record: ExploreRecord) -> str:
    if not record.impossible:
        return ""
    lines = "".join(
        f"<li>{escape(item.config.name)}: {escape(item.reason)}</li>" for item in record.impossible
    )
    return (
        f"<h2>Left out</h2><details><summary>{len(record.impossible)} combinations cannot work"
        f"</summary><ul>{lines}</ul></details>"
    )


def _caveats(record: ExploreRecord) -> str:
    """What is to be known of single designs."""
    lines = "".join(
        f"<li>{escape(f'{point.config.name} in {point.cells.library.name}: {text}')}</li>"
        for point in record.points
        if point.cells
        for text in point.cells.caveats
    )
    return f"<h2>What to know of single designs</h2><ul>{lines}</ul>" if lines else ""


def _measured(record: ExploreRecord) -> str:
    tools = ", ".join(f"{name} {version}" for name, version in record.tools.items())
    seconds = sum(found.seconds for point in record.points if (found := point.measured))
    how = (
        f"After place and route with {tools}, recipe {record.recipe}; the harness around a design "
    )
    how += "is not counted."
    if record.in_cells:
        told = dict.fromkeys(
            text for point in record.points if point.cells for text in point.cells.assumptions
        )
        how = f"In standard cells with {tools}, recipe {record.recipe}: {'; '.join(told)}."
    text = f"{how} The tools took {seconds:,.0f} s for these points when they were run."
    if record.wall_seconds:
        text += (
            f" The last sweep made {record.runs_made} runs in {record.wall_seconds:,.0f} s with "
            f"{record.jobs} at a time."
        )
    return escape(text)
