# SPDX-License-Identifier: Apache-2.0
"""What a paper's page plots.

Published and measured figures differ in pattern and in shape.
"""

import textwrap
from collections.abc import Mapping, Sequence

from roundel.base import html
from roundel.reproduce.data import Paper
from roundel.reproduce.quantities import QUANTITIES, number
from roundel.reproduce.record import ReproduceRecord, RowRecord
from roundel.reproduce.study import StudyPoint, StudyRecord
from roundel.reproduce.tables import by_table

Values = Sequence[float | None]

_SYMBOLS = {"published": "circle-open", "measured": "diamond"}
_PATTERNS = {"published": "/", "measured": ""}
_NAME = 22  # characters of a line of a design's name beside an axis


def figures(paper: Paper, record: ReproduceRecord) -> list[html.Plot]:
    """All plots that have a measured figure: one for each quantity, or for two against each other.

    A point refers to the group of its row: "table0-1" is the second row of the first table.
    """
    tables = by_table(record)
    found = []
    for plot in paper.plots:
        rows = tables.get(plot.table, [])
        if not any(row.measured for row in rows):
            continue
        first = f"table{list(tables).index(plot.table)}"
        places = {f"{first}-{index}": row for index, row in enumerate(rows)}
        if plot.points is not None:
            found.append(_points(plot.title, plot.points, places))
        for quantity in plot.bars:
            label = QUANTITIES[quantity].label
            title = f"{plot.title}: {label}" if len(plot.bars) > 1 else plot.title
            told = {
                place: row
                for place, row in places.items()
                if any(_value(row, series, quantity) is not None for series in _SYMBOLS)
            }
            names = [row.row for row in told.values()]
            values = {
                series: [_value(row, series, quantity) for row in told.values()]
                for series in _SYMBOLS
            }
            found.append(_bars(title, quantity, names, values, list(told)))
    return found + (_study(record.study) if record.study is not None else [])


def _bars(
    title: str, quantity: str, names: Sequence[str], series: Mapping[str, Values],
    places: Sequence[str],
) -> html.Plot:  # fmt: skip
    """A horizontal bar for each design and series; dots if the axis is logarithmic.

    The length of a bar says nothing on a logarithmic axis.
    """
    values = [value for told in series.values() for value in told]
    dots = html.spans_decades(values)
    up = ["<br>".join(textwrap.wrap(name, _NAME)) for name in names]
    data = [
        html.trace(
            "markers+text" if dots else "bar", name, told, up, places, orientation="h",
            text=["" if value is None else number(quantity, value) for value in told],
            textposition="middle right" if dots else "outside",
            marker={"symbol": _SYMBOLS[name]} if dots else {"pattern": {"shape": _PATTERNS[name]}},
        )
        for name, told in series.items()
    ]  # fmt: skip
    layout = {
        "xaxis": html.axis(QUANTITIES[quantity].label, values),
        "yaxis": {"type": "category", "autorange": "reversed"},
        "scattermode": "group",
        "margin": {"r": 70},  # for the last text
        "height": 130 + 24 * len(names) * len(series),
    }
    return html.Plot(title, data, layout)


def _points(title: str, axes: tuple[str, str], rows: Mapping[str, RowRecord]) -> html.Plot:
    """A point for each row and series; a line connects a published point to the measured one."""
    across, up = axes
    found = {
        series: {
            place: (x, y)
            for place, row in rows.items()
            if (x := _value(row, series, across)) and (y := _value(row, series, up))
        }
        for series in _SYMBOLS
    }
    data = [
        html.trace(
            "markers+text", series, [x for x, _ in points.values()],
            [y for _, y in points.values()], list(points), marker={"symbol": _SYMBOLS[series]},
            text=["" if series == "published" and place in found["measured"] else rows[place].row
                  for place in points],
            textposition=["top center", "bottom center"] * len(points),
        )
        for series, points in found.items()
    ]  # fmt: skip
    both = [place for place in found["published"] if place in found["measured"]]
    ends = [(*(points[place] for points in found.values()), (None, None)) for place in both]
    across_ends, up_ends = ([end[way] for line in ends for end in line] for way in (0, 1))
    data.append(
        html.trace("lines", "", across_ends, up_ends, [], showlegend=False, hoverinfo="skip",
                   line={"color": "#888", "dash": "dot", "width": 1})
    )  # fmt: skip
    told = [point for points in found.values() for point in points.values()]
    layout = {
        "xaxis": html.axis(QUANTITIES[across].label, [x for x, _ in told]),
        "yaxis": html.axis(QUANTITIES[up].label, [y for _, y in told]),
    }
    return html.Plot(title, data, layout)


def _study(study: StudyRecord) -> list[html.Plot]:
    """One S-box against its number of stages: delay and LUTs of the least product, throughput."""
    stages = study.stages()
    names = [f"{count} stage{'s' if count > 1 else ''}" for count in stages]
    least = [study.best(count, "delay_lut") for count in stages]
    densest = [study.best(count, "mbps_per_slice") for count in stages]
    product = "of one S-box in a pipeline, the least product of delay and LUT4"
    plots: list[tuple[str, str, list[StudyPoint]]] = [
        (f"Delay of a stage {product}", "delay_ns", least),
        (f"LUT4 {product}", "lut4_per_sbox", least),
        ("Throughput per area of one S-box in a pipeline", "mbps_per_slice", densest),
    ]
    return [
        _bars(
            title, quantity, names, {"measured": [getattr(point, quantity) for point in points]},
            [f"study-{study.points.index(point)}" for point in points],
        )
        for title, quantity, points in plots
    ]  # fmt: skip


def _value(row: RowRecord, series: str, quantity: str) -> float | None:
    """A row's figure of either series; an implied one counts as published."""
    told = {**row.implied, **row.published} if series == "published" else row.measured or {}
    value = told.get(quantity)
    return None if isinstance(value, list) else value
