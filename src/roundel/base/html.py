# SPDX-License-Identifier: Apache-2.0
"""HTML pages with plots and sortable tables; a page is one file and needs no network.

A package's page is a Jinja2 template that extends `templates/base.html`. The template holds the
prose; Python computes tables and plots. Every text is escaped.
"""

import functools
import importlib.resources
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from roundel import __version__
from roundel.base.errors import FailureError, InputError
from roundel.base.text_files import write_whole

_TEMPLATES = Path(__file__).parent / "templates"
_NUMBER = re.compile(r"[-+]?[\d,]*\.?\d+\*?( x)?")
_MISSING = ("", "-")  # cells without a value

Figure = dict[str, Any]  # a trace or a layout of plotly


@dataclass(frozen=True)
class Group:
    """Lines that stay together when a table is sorted."""

    lines: Sequence[Sequence[str]]  # the cells' texts, at least one line
    key: int = 0  # the line by which the group sorts
    kind: str = ""  # the group's class in the style sheet


@dataclass(frozen=True)
class Table:
    """A table that a reader can sort by every column."""

    name: str  # unique on its page; the group at `index` has the identifier `name-index`
    caption: str  # what the table shows
    heads: Sequence[str]  # the columns' heads, with units
    # The content. Points of plots refer to groups.
    groups: Sequence[Group]
    head: int = 0  # the column that names a line

    @property
    def numeric(self) -> list[bool]:
        """For each column, whether the column has values and only numbers."""
        columns = zip(*(line for group in self.groups for line in group.lines), strict=True)
        filled = [[cell for cell in column if cell not in _MISSING] for column in columns]
        return [bool(cells) and all(map(_NUMBER.fullmatch, cells)) for cells in filled]


@dataclass(frozen=True)
class Plot:
    """A plot."""

    title: str  # what the plot shows
    data: Sequence[Figure]  # Plotly's traces; `plots.js` adds colours, fonts and default sizes
    layout: Figure  # Plotly's layout


def trace(
    kind: str, name: str, x: Sequence[Any], y: Sequence[Any], groups: Sequence[str], **more: object
) -> Figure:
    """Plotly's trace: bars, or a scatter plot whose mode is `kind`, for example "markers".

    `groups` has, for each point, the identifier of its group in a table.
    """
    own = {"type": "bar"} if kind == "bar" else {"type": "scatter", "mode": kind}
    return {**own, "name": name, "x": x, "y": y, "customdata": groups, **more}


def spans_decades(values: Iterable[float | None]) -> bool:
    """Whether an axis is logarithmic: all values are positive, and largest / smallest >= 10."""
    known = [value for value in values if value is not None]
    return bool(known) and min(known) > 0 and max(known) >= 10 * min(known)


def axis(title: str, values: Iterable[float | None]) -> Figure:
    """Plotly's axis for some values: logarithmic if they span decades, else linear from zero."""
    kind = "log" if spans_decades(values) else "linear"
    return {"title": {"text": title}, "type": kind, "rangemode": "tozero"}


def render(template: Path, data: object, **values: object) -> str:
    """The text of a page, from a template that extends `base.html` and from the template's values.

    `data` becomes JSON for the page's script: a list of `Plot`, or the data of the template's own
    script. With empty `data` the page has no script for plots; otherwise it contains Plotly, and a
    FailureError is raised if Plotly is not installed.
    """
    loader = jinja2.FileSystemLoader([template.parent, _TEMPLATES])
    pages = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    pages.globals |= {
        "raw": lambda name: Markup(loader.get_source(pages, name)[0]),  # noqa: S704 (our own file)
        "plotly": lambda: Markup(plotly()),  # noqa: S704 (the library)
        "version": __version__,
    }
    pages.policies["json.dumps_kwargs"] = {"default": vars}
    return pages.get_template(template.name).render(data=data, **values)


@functools.cache
def plotly() -> str:
    """The script of the plotting library; FailureError if the library is not installed."""
    try:
        place = importlib.resources.files("plotly") / "package_data" / "plotly.min.js"
        return place.read_text(encoding="utf-8")
    except (ImportError, OSError) as error:
        raise FailureError(
            "plotly is not installed; run `pip install plotly` to draw pages."
        ) from error


def write(path: Path, text: str, kept: str = "") -> None:
    """Write a page over an older file; on failure raise an InputError and keep the older file.

    The error contains `kept`, a clause that names the file with the page's results.
    """
    try:
        write_whole(path, text)
    except OSError as error:
        raise InputError(
            f"cannot write {path} ({error.strerror}); {kept}give another file with --html."
        ) from error
