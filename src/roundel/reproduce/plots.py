# SPDX-License-Identifier: Apache-2.0
"""The plots of a paper's page.

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
_NAME = 22  # characters per line of a design's name beside an axis


def figures(paper: Paper, record: ReproduceRecord) -> list[html.Plot]:
    """All plots with a measured figure: a plot for each quantity or pair of quantities.

    A point refers to the group of its row: "table0-1" is the second row of the first table.
    """
    tables = by_table(record)
    found = []
    for plot in paper.plots:
        rows = tables.get(plot.table, [])
        if not any(row.measured for row in rows):
            continue
        first = f"table{list(tables).index(plot.table)}"
        groups = {f"{first}-{index}": row for index, row in enumerate(rows)}
        if plot.points is not None:
            found.append(_points(plot.title, plot.points, groups))
        for quantity in plot.bars:
            label = QUANTITIES[quantity].label
            title = f"{plot.title}: {label}" if len(plot.bars) > 1 else plot.title
            shown = {
                group: row
                for group, row in groups.items()
                if any(_value(row, series, quantity) is not None for series in _SYMBOLS)
            }
            names = [row.row for row in shown.values()]
            values = {
                series: [_value(row, series, quantity) for row in shown.values()]
                for series in _SYMBOLS
            }
            found.append(_bars(title, quantity, names, values, list(shown)))
    return found + (_study(record.study) if record.study is not None else [])


def _bars(
    title: str, quantity: str, names: Sequence[str], series: Mapping[str, Values],
    groups: Sequence[str],
) -> html.Plot:  # fmt: skip
    """A horizontal bar for each design and series; dots on a logarithmic axis.

    The length of a bar has no meaning on a logarithmic axis.
    """
    values = [value for line in series.values() for value in line]
    dots = html.spans_decades(values)
    up = ["<br>".join(textwrap.wrap(name, _NAME)) for name in names]
    data = [
        html.trace(
            "markers+text" if dots else "bar", name, line, up, groups, orientation="h",
            text=["" if value is None else number(quantity, value) for value in line],
            textposition="middle right" if dots else "outside",
            marker={"symbol": _SYMBOLS[name]} if dots else {"pattern": {"shape": _PATTERNS[name]}},
        )
        for name, line in series.items()
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
    """A point for each row and series; a line connects published and measured points."""
    across, up = axes
    found = {
        series: {
            group: (x, y)
            for group, row in rows.items()
            if (x := _value(row, series, across)) and (y := _value(row, series, up))
        }
        for series in _SYMBOLS
    }
    data = [
        html.trace(
            "markers+text", series, [x for x, _ in points.values()],
            [y for _, y in points.values()], list(points), marker={"symbol": _SYMBOLS[series]},
            text=["" if series == "published" and group in found["measured"] else rows[group].row
                  for group in points],
            textposition=["top center", "bottom center"] * len(points),
        )
        for series, points in found.items()
    ]  # fmt: skip
    both = [group for group in found["published"] if group in found["measured"]]
    ends = [(*(points[group] for points in found.values()), (None, None)) for group in both]
    across_ends, up_ends = ([end[axis] for line in ends for end in line] for axis in (0, 1))
    data.append(
        html.trace("lines", "", across_ends, up_ends, [], showlegend=False, hoverinfo="skip",
                   line={"color": "#888", "dash": "dot", "width": 1})
    )  # fmt: skip
    shown = [point for points in found.values() for point in points.values()]
    layout = {
        "xaxis": html.axis(QUANTITIES[across].label, [x for x, _ in shown]),
        "yaxis": html.axis(QUANTITIES[up].label, [y for _, y in shown]),
    }
    return html.Plot(title, data, layout)


def _study(study: StudyRecord) -> list[html.Plot]:
    stages = study.stages()
    names = [f"{count} stage{'s' if count > 1 else ''}" for count in stages]
    least = [study.best(count, "delay_lut") for count in stages]
    densest = [study.best(count, "mbps_per_slice") for count in stages]
    product = "of an S-box in a pipeline, at the least product of delay and LUT4"
    plots: list[tuple[str, str, list[StudyPoint]]] = [
        (f"Delay of a stage {product}", "delay_ns", least),
        (f"LUT4 {product}", "lut4_per_sbox", least),
        ("Throughput per area of an S-box in a pipeline", "mbps_per_slice", densest),
    ]
    return [
        _bars(
            title, quantity, names, {"measured": [getattr(point, quantity) for point in points]},
            [f"study-{study.points.index(point)}" for point in points],
        )
        for title, quantity, points in plots
    ]  # fmt: skip


def _value(row: RowRecord, series: str, quantity: str) -> float | None:
    """A row's figure of a series; an implied figure counts as published."""
    figures = {**row.implied, **row.published} if series == "published" else row.measured or {}
    value = figures.get(quantity)
    return None if isinstance(value, list) else value
