# SPDX-License-Identifier: Apache-2.0
"""A rebuilt paper as one HTML file that needs nothing else: plots, then every table.

Every plotted figure stands in a table too.
"""

import itertools
import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

from roundel import __version__
from roundel.base.errors import InputError
from roundel.base.text_files import write_whole
from roundel.explore.page import plotly
from roundel.reproduce.data import Paper
from roundel.reproduce.plots import Figure, figures
from roundel.reproduce.quantities import QUANTITIES, number
from roundel.reproduce.record import ReproduceRecord, RowRecord
from roundel.reproduce.soft_record import PromiseRecord
from roundel.reproduce.study import StudyPoint, StudyRecord
from roundel.reproduce.tables import columns, promise_lines, shown, times

__all__ = ["page", "write_page"]

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #111; background: #fff; margin: 0 auto;
  max-width: 76rem; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; }
caption { text-align: left; padding: .3rem 0; }
th, td { border: 1px solid #bbb; padding: .2rem .5rem; text-align: right; }
th[scope=row], td.text { text-align: left; } tr.ratio td { white-space: nowrap; }
tr.published td { font-style: italic; } tr.ratio td { font-weight: bold; }
tbody { border-top: 2px solid #555; }
"""


def page(paper: Paper, record: ReproduceRecord) -> str:
    """The page.

    Args:
        paper: The paper; it says what is plotted.
        record: What was measured for it.
    """
    drawn = figures(paper, record)
    seeds = ", ".join(map(str, record.seeds))
    median = f", median of seeds {seeds}" if len(record.seeds) > 1 else f", seed {seeds}"
    median = median if record.seeds else ""
    versions = ", ".join(f"{name} {version}" for name, version in record.tools.items())
    title = f"{record.paper} on {record.target}"
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{escape(record.title)}</h1>",
            f"<p>Measured on {escape(record.target)}{median}, with "
            f"{escape(versions)}, by Roundel {escape(__version__)}.</p>",
            *(f'<div class="plot" id="plot{index}"></div>' for index in range(len(drawn))),
            *_tables(record),
            _study_table(record.study) if record.study is not None else "",
            _promises(record.soft.promises) if record.soft is not None else "",
            _list("Found", record.findings),
            _list("What differs from the paper", record.differences),
            _list("In the paper", record.slips),
            _list("Notes", [f"{row.table}, {row.row}: {row.note}" for row in record.rows]),
            _list("Not measured", [f"{name}: {why}" for name, why in record.failures.items()]),
            _meanings(record),
            *([f"<script>{plotly()}</script>", _script(drawn)] if drawn else []),
            "</body></html>",
            "",
        ]
    )


def write_page(paper: Paper, record: ReproduceRecord, path: Path) -> None:
    """Write the page, anew if it is there already.

    Raises:
        InputError: It cannot be written.
    """
    text = page(paper, record)
    try:
        write_whole(path, text)
    except OSError as error:
        raise InputError(
            f"cannot write {path} ({error.strerror}); the runs are kept, give another place with "
            "--html."
        ) from error


def _script(drawn: Sequence[Figure]) -> str:
    """Draws the figures; no text in them can end the script."""
    data = json.dumps(drawn).replace("&", "\\u0026").replace("<", "\\u003c")
    return (
        f"<script>{data}.forEach((figure, index) => Plotly.newPlot(`plot${{index}}`, figure.data, "
        "figure.layout, {displaylogo: false, responsive: true}));</script>"
    )


def _tables(record: ReproduceRecord) -> list[str]:
    """Every table: a body a design, with a line each for published, measured and the ratio."""
    parts = []
    for table, group in itertools.groupby(record.rows, key=lambda row: row.table):
        rows = list(group)
        names = columns(rows)
        heads = "".join(f'<th scope="col">{escape(QUANTITIES[name].label)}</th>' for name in names)
        parts += [
            f"<h2>{escape(table)}</h2>",
            '<div class="scroll"><table><caption>A star marks what follows from the paper\'s '
            "figures by arithmetic.</caption>",
            f'<thead><tr><th scope="col">design</th><th scope="col"></th>{heads}</tr></thead>',
            *(_body(row, names) for row in rows),
            "</table></div>",
        ]
    return parts


def _body(row: RowRecord, names: Sequence[str]) -> str:
    lines: list[tuple[str, str, list[str]]] = []
    if row.published or row.implied:
        implied = {name: f"{number(name, value)}*" for name, value in row.implied.items()}
        cells = [implied.get(name) or shown(name, row.published.get(name)) for name in names]
        lines.append(("published", "published", cells))
    if row.measured is None:
        lines.append(("measured", "not measured", [""] * len(names)))
    else:
        word = "predicted" if row.kind == "system" else "measured"
        label = f"{word}, {row.preset}" if row.preset else word
        lines.append(("measured", label, [shown(name, row.measured.get(name)) for name in names]))
    if row.ratio:
        lines.append(("ratio", "ratio", [times(row.ratio.get(name)) for name in names]))
    head = f'<th scope="row" rowspan="{len(lines)}">{escape(row.row)}</th>'
    text = "".join(
        f'<tr class="{kind}">{head if index == 0 else ""}<td class="text">{escape(label)}</td>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for index, (kind, label, cells) in enumerate(lines)
    )
    return f"<tbody>{text}</tbody>"


def _study_table(study: StudyRecord) -> str:
    """Every point of the study."""
    heads = [
        "stages", "registers within, at places", "ns", "MHz", "LUT4 an S-box", "FF an S-box",
        "Mbit/s per slice",
    ]  # fmt: skip
    ordered = sorted(study.points, key=lambda point: (point.stages, point.delay_ns))
    return "\n".join(
        [
            f"<h2>Every cut of the S-box, {study.copies} S-boxes side by side</h2>",
            '<div class="scroll"><table><thead><tr>',
            *(f'<th scope="col">{escape(head)}</th>' for head in heads),
            "</tr></thead><tbody>",
            *(_study_line(point) for point in ordered),
            "</tbody></table></div>",
        ]
    )


def _study_line(point: StudyPoint) -> str:
    cells = [
        str(point.stages),
        ", ".join(map(str, point.cuts)) or "none",
        f"{point.delay_ns:.2f}",
        f"{point.clock_mhz:.1f}",
        f"{point.lut4_per_sbox:.1f}",
        f"{point.ff_per_sbox:.1f}",
        f"{point.mbps_per_slice:.1f}",
    ]
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"


def _promises(promises: list[PromiseRecord]) -> str:
    """Every bound that Roundel sets itself."""
    heads = ["figure", "host", "variant", "", "bound", "measured"]
    return "\n".join(
        [
            "<h2>Bounds that Roundel sets itself</h2>",
            '<div class="scroll"><table><thead><tr>',
            *(f'<th scope="col">{escape(head)}</th>' for head in heads),
            "</tr></thead><tbody>",
            *(
                "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>"
                for line in promise_lines(promises)
            ),
            "</tbody></table></div>",
        ]
    )


def _list(title: str, items: Sequence[str]) -> str:
    if not items:
        return ""
    lines = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f"<h2>{escape(title)}</h2><ul>{lines}</ul>"


def _meanings(record: ReproduceRecord) -> str:
    """What the columns are."""
    better = {"more": "; more is better", "less": "; less is better", "either": ""}
    lines = "".join(
        f"<dt>{escape(item.label)}</dt><dd>{escape(item.measured)}{better[item.better]}"
        f"{escape(f'; {item.paper}' if item.paper else '')}</dd>"
        for item in record.quantities.values()
    )
    return f"<h2>What the figures are</h2><dl>{lines}</dl>"
