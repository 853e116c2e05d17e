# SPDX-License-Identifier: Apache-2.0
"""The page of a sweep: a plot of any two figures, and a table of all points."""

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from roundel.base import html
from roundel.cells import CellsRecord
from roundel.explore.front import AREA, SPEED, Metric, metrics, pareto
from roundel.explore.record import ExploreRecord, Point
from roundel.fpga.record import MAPPED_NOTE, MappedRecord, SynthRecord


def write_page(record: ExploreRecord, path: Path) -> None:
    """Write the page of a record over an older file; InputError if the file cannot be written."""
    html.write(path, page(record), "the results are in the store, ")


def page(record: ExploreRecord) -> str:
    """The text of a record's page."""
    known = metrics(record.kind)
    in_cells = [point.cells for point in record.points if point.cells]
    return html.render(
        Path(__file__).with_name("page.html"),
        _data(record),
        title=f"Space {record.space}",
        mapped_note=MAPPED_NOTE,
        record=record,
        done=sum(point.status == "done" for point in record.points),
        goals=", ".join(known[goal].title for goal in record.goals),
        table=_table(record),
        failures=[(point, failure) for point in record.points for failure in point.failures],
        caveats=[
            f"{found.config.name} in {found.library.name}: {text}"
            for found in in_cells
            for text in found.caveats
        ],
        assumptions=list(dict.fromkeys(text for found in in_cells for text in found.assumptions)),
        tools=", ".join(f"{name} {version}" for name, version in record.tools.items()),
        seconds=sum(found.seconds for point in record.points if (found := point.measured)),
    )


def _data(record: ExploreRecord) -> dict[str, Any]:
    """The data of the page's script; empty without any result."""
    shown = [
        (index, point, point.measured.figures())
        for index, point in enumerate(record.points)
        if point.measured
    ]
    if not shown:
        return {}
    known = metrics(record.kind)
    designs = [(point.target, values) for _, point, values in shown]
    return {
        "metrics": [
            {
                "name": item.name,
                "title": item.title,
                "better": item.better,
                "log": html.spans_decades(values[item.name] for _, _, values in shown),
            }
            for item in known.values()
        ],
        "first": [AREA[record.kind], SPEED[record.kind]],
        "parameters": _varying([point for _, point, _ in shown]),
        # The front for each pair of metrics, by their names in alphabetical order.
        "fronts": {
            ",".join(pair): sorted(pareto(designs, pair))
            for pair in itertools.combinations(sorted(known), 2)
        },
        "targets": list(dict.fromkeys(point.target for _, point, _ in shown)),
        "points": [
            {
                "row": f"points-{index}",
                "number": point.number,
                "target": point.target,
                "front": point.front,
                "figures": values,
                "values": _values(point),
            }
            for index, point, values in shown
        ],
    }


def _values(point: Point) -> dict[str, int | str]:
    return {
        **point.config.own_fields(),
        "target": point.target,
        "recipe": point.recipe,
        "status": point.status,
    }


def _varying(points: list[Point]) -> list[str]:
    """The varying parameters of points; parameters with at most 12 values come first."""
    names = dict.fromkeys(name for point in points for name in _values(point))
    values = {name: {_values(point).get(name) for point in points} for name in names}
    several = [name for name, found in values.items() if len(found) > 1]
    return sorted(several, key=lambda name: len(values[name]) > 12) or ["target"]


def _table(record: ExploreRecord) -> html.Table:
    names = dict.fromkeys(name for point in record.points for name in point.config.own_fields())
    known = metrics(record.kind)
    heads = ["#", "front", "name", "library" if record.in_cells else "part", "recipe", "status"]
    heads += [metric.title for metric in known.values()]
    heads += ["MHz by seed", "tools, s", *names]
    groups = []
    for point in record.points:
        own = point.config.own_fields()
        cells = [str(point.number), "*" if point.front else "", point.config.name, point.target]
        cells += [point.recipe, point.status, *_measured(point.measured, known)]
        cells += [str(own.get(name, "")) for name in names]
        groups.append(html.Group([cells], kind="front" if point.front else ""))
    return html.Table("points", "All points of the space", heads, groups, head=2)


def _measured(
    found: SynthRecord | CellsRecord | MappedRecord | None, known: Mapping[str, Metric]
) -> list[str]:
    """The table cells of a result: every metric, the clock of each seed, the tools' time."""
    if found is None:
        return [""] * (len(known) + 2)
    clocks = found.fmax_mhz.per_seed if isinstance(found, SynthRecord) else {}
    return [
        *(f"{value:,.{known[name].digits}f}" for name, value in found.figures().items()),
        ", ".join(f"{seed}: {mhz:.1f}" for seed, mhz in clocks.items()),
        f"{found.seconds:,.1f}",
    ]
