# SPDX-License-Identifier: Apache-2.0
"""The base of pages: columns of numbers, logarithmic axes, escaped text."""

import importlib.resources
from pathlib import Path

import pytest

from roundel.base import html
from roundel.base.errors import FailureError

TEMPLATE = """{% extends "base.html" %}
{% from "macros.html" import bullets, sortable %}
{% block main %}{{ sortable(table) }}{{ bullets("List", items) }}{% endblock %}
"""


@pytest.mark.parametrize(
    ("cells", "numeric"),
    [
        (["1", "2"], True),
        (["1,234.5", "-0.25", "7*", "1.20 x", "", "-"], True),
        (["1", "none"], False),
        (["2, 3"], False),
        (["1: 123.4"], False),
        (["", "-"], False),
    ],
)
def test_a_column_of_numbers(cells: list[str], numeric: bool) -> None:
    table = html.Table("t", "T", ["a", "b"], [html.Group([[cell, "text"]]) for cell in cells])
    assert table.numeric == [numeric, False]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 9.99], "linear"),
        ([1, 10, None], "log"),
        ([149, 32000], "log"),
        ([0, 32000], "linear"),
        ([-1, 32000], "linear"),
        ([], "linear"),
        ([None], "linear"),
    ],
)
def test_a_logarithmic_axis(values: list[float | None], kind: str) -> None:
    assert html.axis("MHz", values)["type"] == kind


def test_every_text_is_escaped(tmp_path: Path) -> None:
    template = tmp_path / "page.html"
    template.write_text(TEMPLATE)
    bad = "</script><b>&"
    table = html.Table("t", bad, [bad], [html.Group([[bad]])])
    plot = html.Plot(bad, [{"name": bad}], {})
    text = html.render(template, [plot], title=bad, table=table, items=[bad])
    assert bad not in text.replace(html.plotly(), "")
    assert text.count("&lt;/script&gt;&lt;b&gt;&amp;") == 7  # title, h1, region, caption, ...
    assert text.count("\\u003c/script\\u003e\\u003cb\\u003e\\u0026") == 2  # the plot's


def test_a_page_without_plots_has_no_plotting_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page without plots needs no plotly; any other page says how to install plotly."""

    def gone(_: str) -> Path:
        raise ModuleNotFoundError("plotly")

    template = tmp_path / "page.html"
    template.write_text(TEMPLATE)
    table = html.Table("t", "T", ["a"], [html.Group([["1"]])])
    html.plotly.cache_clear()
    monkeypatch.setattr(importlib.resources, "files", gone)
    assert "Plotly" not in html.render(template, [], title="T", table=table, items=[])
    with pytest.raises(FailureError, match="plotly is not installed; run"):
        html.render(template, [html.Plot("p", [], {})], title="T", table=table, items=[])
