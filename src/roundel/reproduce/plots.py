# SPDX-License-Identifier: Apache-2.0
"""What a paper's page plots, as figures of plotly: plain data and layout.

What is published and what is measured differ in pattern and shape, not in colour alone.
"""

from collections.abc import Sequence
from typing import Any

from roundel.reproduce.data import Paper, Plot
from roundel.reproduce.quantities import QUANTITIES, number
from roundel.reproduce.record import ReproduceRecord, RowRecord
from roundel.reproduce.study import StudyRecord

__all__ = ["Figure", "figures"]

Figure = dict[str, Any]  # "data", "layout"

# Two colours that also differ in brightness; the patterns and shapes tell the same.
_COLOURS = {"published": "#e69f00", "measured": "#0b4f8a"}
_SYMBOLS = {"published": "circle-open", "measured": "diamond"}
_GAP = 0.06  # between plots side by side, of the whole width


def figures(paper: Paper, record: ReproduceRecord) -> list[Figure]:
    """All plots for which there is something to show."""
    found = []
    for plot in paper.plots:
        rows = [row for row in record.rows if row.table == plot.table]
        if any(row.measured for row in rows):
            found.append(
                _bars(plot, rows) if plot.points is None else _points(plot.title, plot.points, rows)
            )
    return found + (_study(record.study) if record.study is not None else [])


def _bars(plot: Plot, rows: Sequence[RowRecord]) -> Figure:
    """Bars by row, one plot beside the other for each quantity."""
    data = []
    layout: Figure = {"annotations": []}
    width = (1 - _GAP * (len(plot.bars) - 1)) / len(plot.bars)
    for place, quantity in enumerate(plot.bars):
        axis = "" if place == 0 else str(place + 1)
        left = place * (width + _GAP)
        layout[f"xaxis{axis}"] = {"domain": [left, left + width], "anchor": f"y{axis}"}
        layout[f"yaxis{axis}"] = {"anchor": f"x{axis}", "rangemode": "tozero"}
        layout["annotations"].append(
            {
                "text": QUANTITIES[quantity].label,
                "x": left + width / 2,
                "y": 1.08,
                "xref": "paper",
                "yref": "paper",
                "showarrow": False,
            }
        )
        for series in _COLOURS:
            values = [_value(row, series, quantity) for row in rows]
            bar = _bar(series, [row.row for row in rows], values, quantity)
            data.append({**bar, "xaxis": f"x{axis}", "yaxis": f"y{axis}", "showlegend": place == 0})
    return _figure(plot.title, data, layout)


def _points(title: str, axes: tuple[str, str], rows: Sequence[RowRecord]) -> Figure:
    """A point a row, published and measured, with a line between the two."""
    across, up = axes
    found = {
        series: {
            row.row: (x, y)
            for row in rows
            if (x := _value(row, series, across)) and (y := _value(row, series, up))
        }
        for series in _COLOURS
    }
    data: list[Figure] = []
    for name in (name for name in found["published"] if name in found["measured"]):
        ends = [found[series][name] for series in _COLOURS]
        data.append(
            {
                "type": "scatter",
                "mode": "lines",
                "x": [x for x, _ in ends],
                "y": [y for _, y in ends],
                "line": {"color": "#777", "dash": "dot", "width": 1},
                "showlegend": False,
                "hoverinfo": "skip",
            }
        )
    for series, points in found.items():
        data.append(
            {
                "type": "scatter",
                "mode": "markers+text",
                "name": series,
                "x": [x for x, _ in points.values()],
                "y": [y for _, y in points.values()],
                "text": list(points),
                "textposition": "top center",
                "cliponaxis": False,
                "marker": {"symbol": _SYMBOLS[series], "size": 12, "color": _COLOURS[series]},
            }
        )
    return _figure(
        title,
        data,
        {
            "xaxis": {"title": {"text": QUANTITIES[across].label}, "type": "log"},
            "yaxis": {"title": {"text": QUANTITIES[up].label}, "type": "log"},
        },
    )


def _study(study: StudyRecord) -> list[Figure]:
    """The S-box against its number of stages: delay with LUTs, and throughput per slice."""
    stages = study.stages()
    least = [study.best(count, "delay_lut") for count in stages]
    delays = _bar("measured", stages, [point.delay_ns for point in least], "delay_ns")
    luts = {
        "type": "scatter",
        "mode": "lines+markers",
        "name": "LUT4 an S-box",
        "x": stages,
        "y": [point.lut4_per_sbox for point in least],
        "yaxis": "y2",
        "marker": {"symbol": "square", "size": 10, "color": "#111"},
        "line": {"color": "#111", "dash": "dash"},
    }
    densest = [study.best(count, "mbps_per_slice").mbps_per_slice for count in stages]
    across = {"title": {"text": "stages of an S-box"}, "dtick": 1}
    return [
        _figure(
            "Delay and LUTs of one S-box in a pipeline, the least product",
            [{**delays, "name": "delay of a stage"}, luts],
            {
                "xaxis": across,
                "yaxis": {"title": {"text": "delay of a stage, ns"}, "rangemode": "tozero"},
                "yaxis2": {
                    "title": {"text": "LUT4 an S-box"},
                    "rangemode": "tozero",
                    "overlaying": "y",
                    "side": "right",
                },
            },
        ),
        _figure(
            "Throughput per area of one S-box in a pipeline",
            [{**_bar("measured", stages, densest, "mbps_per_slice"), "name": "throughput"}],
            {
                "xaxis": across,
                "yaxis": {"title": {"text": "Mbit/s per slice"}, "rangemode": "tozero"},
            },
        ),
    ]


def _bar(
    series: str, names: Sequence[str | int], values: Sequence[float | None], quantity: str
) -> Figure:
    published = series == "published"
    return {
        "type": "bar",
        "name": series,
        "legendgroup": series,
        "x": list(names),
        "y": list(values),
        "text": ["" if value is None else number(quantity, value) for value in values],
        "textposition": "outside",
        "cliponaxis": False,
        "marker": {
            "color": _COLOURS[series],
            "line": {"color": "#111", "width": 1},
            "pattern": {"shape": "/" if published else "", "fgcolor": "#111"},
        },
    }


def _figure(title: str, data: list[Figure], layout: Figure) -> Figure:
    common = {
        "title": {"text": title},
        "barmode": "group",
        "height": 460,
        "font": {"size": 14},
        "legend": {"orientation": "h", "y": -0.25},
        "margin": {"t": 100},
    }
    return {"data": data, "layout": {**common, **layout}}


def _value(row: RowRecord, series: str, quantity: str) -> float | None:
    """A row's figure of either series; an implied one counts as published."""
    told = {**row.implied, **row.published} if series == "published" else row.measured or {}
    value = told.get(quantity)
    return None if isinstance(value, list) else value
