# SPDX-License-Identifier: Apache-2.0
"""A system's record as one HTML file that needs nothing else: two plots and their table."""

import json
from html import escape
from pathlib import Path
from typing import Any

from roundel import __version__
from roundel.base.errors import InputError
from roundel.base.text_files import write_whole
from roundel.explore.page import plotly
from roundel.system.link import Figure, Link
from roundel.system.record import PLACES, SizeRecord, SystemRecord

__all__ = ["page", "write_page"]

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #111; background: #fff; margin: 0 auto;
  max-width: 76rem; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; }
th, td { border: 1px solid #bbb; padding: .2rem .5rem; text-align: right; }
td.text { text-align: left; }
"""

# Brightness and pattern differ too, for who does not see colours.
_BARS = {
    "write": ("#0b4f8a", ""),
    "read": ("#56a0d3", "/"),
    "control": ("#e69f00", "x"),
    "full": ("#7a7a7a", "."),
    "device": ("#b3446c", "\\"),
    "idle": ("#dddddd", "-"),
}


def write_page(record: SystemRecord, path: Path) -> None:
    """Write the page, anew if it is there already.

    Raises:
        InputError: It cannot be written.
    """
    try:
        write_whole(path, page(record))
    except OSError as error:
        raise InputError(
            f"cannot write {path} ({error.strerror}); give another place with --html."
        ) from error


def page(record: SystemRecord) -> str:
    """The page."""
    drawn = [_throughput(record), _time(record)]
    title = f"{record.config.name} at {record.link.name}"
    link = "none" if record.link_mbps is None else f"{record.link_mbps:,.1f} Mbit/s"
    # No text in the figures can end the script.
    data = json.dumps(drawn).replace("&", "\\u0026").replace("<", "\\u003c")
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            f"<p>{escape(record.link.title)}. {record.requests} in flight, {record.access} "
            f"accesses, a {escape(record.device)} at {record.clock_mhz:g} MHz; limit of the link "
            f"{link}, of the engine {record.engine_mbps:,.1f} Mbit/s. {record.checked} requests, "
            f"each as OpenSSL has it, by Roundel {escape(__version__)}.</p>",
            *(f'<div id="plot{index}"></div>' for index in range(len(drawn))),
            _table(record),
            "<h2>Where the processor was</h2><dl>",
            *(f"<dt>{place}</dt><dd>{escape(what)}</dd>" for place, what in PLACES.items()),
            "</dl>",
            _figures(record.link),
            f"<script>{plotly()}</script>",
            f"<script>{data}.forEach((figure, index) => Plotly.newPlot(`plot${{index}}`, "
            "figure.data, figure.layout, {displaylogo: false, responsive: true}));</script>",
            "</body></html>",
            "",
        ]
    )


def _by_size(record: SystemRecord) -> list[SizeRecord]:
    """Smallest first, as lines are drawn."""
    return sorted(record.sizes, key=lambda size: size.bytes)


def _throughput(record: SystemRecord) -> dict[str, Any]:
    """Mbit/s by size, with the limits as lines; that of the link is by size where that matters."""
    sizes = _by_size(record)
    lines = [("engine", [record.engine_mbps for _ in sizes], "dash")]
    limits = [size.link_mbps for size in sizes if size.link_mbps is not None]
    if len(limits) == len(sizes):
        lines.append(("link", limits, "dot"))
    across = [size.bytes for size in sizes]
    data: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": "system",
            "x": across,
            "y": [size.mbps for size in sizes],
            "marker": {"symbol": "diamond", "size": 11, "color": "#0b4f8a"},
        }
    ]
    data += [
        {
            "type": "scatter",
            "mode": "lines",
            "name": f"limit of the {name}",
            "x": across,
            "y": values,
            "line": {"dash": dash, "color": "#111"},
        }
        for name, values, dash in lines
    ]
    layout = {
        "xaxis": {"title": {"text": "bytes of a request"}, "type": "log"},
        "yaxis": {"title": {"text": "Mbit/s"}, "rangemode": "tozero"},
    }
    return _figure("Throughput by size", data, layout)


def _time(record: SystemRecord) -> dict[str, Any]:
    """Shares of the time by size, upon each other."""
    sizes = [f"{size.bytes:,}" for size in record.sizes]
    data = [
        {
            "type": "bar",
            "name": place,
            "x": sizes,
            "y": [100 * size.time[place] for size in record.sizes],
            "marker": {
                "color": _BARS[place][0],
                "line": {"color": "#111", "width": 1},
                "pattern": {"shape": _BARS[place][1], "fgcolor": "#111"},
            },
        }
        for place in PLACES
    ]
    layout = {
        "barmode": "stack",
        "xaxis": {"title": {"text": "bytes of a request"}, "type": "category"},
        "yaxis": {"title": {"text": "% of the processor's time"}},
    }
    return _figure("Where the processor's time went", data, layout)


def _figure(title: str, data: list[dict[str, Any]], layout: dict[str, Any]) -> dict[str, Any]:
    common = {"title": {"text": title}, "height": 440, "font": {"size": 14}}
    return {"data": data, "layout": {**common, **layout}}


def _table(record: SystemRecord) -> str:
    heads = ["bytes", "requests", "ns", "cycles", "Mbit/s", "link's limit", "of the lower limit"]
    heads += [f"{place}, %" for place in PLACES]
    lines = [
        [
            f"{size.bytes:,}",
            f"{size.requests:,}",
            f"{size.ns:,.0f}",
            f"{size.cycles:,.0f}",
            f"{size.mbps:,.1f}",
            "-" if size.link_mbps is None else f"{size.link_mbps:,.1f}",
            f"{size.ratio:.3f}",
            *(f"{100 * size.time[place]:.1f}" for place in PLACES),
        ]
        for size in record.sizes
    ]
    head = "".join(f'<th scope="col">{escape(item)}</th>' for item in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>" for line in lines
    )
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
        "</div>"
    )


def _figures(link: Link) -> str:
    """Every figure of the link with its source."""
    told: list[tuple[str, Figure]] = [
        ("clock, MHz", link.clock_mhz),
        ("words posted", link.posted_words),
    ]
    for name, kind in (("single", link.single), ("simd", link.simd), ("burst", link.burst)):
        told.append((f"{name}, write of {kind.bytes} bytes, ns", kind.write_ns))
        told.append((f"{name}, read of {kind.bytes} bytes, ns", kind.read_ns))
    if link.dma is not None:
        told += [
            ("DMA, until the first data of a read, ns", link.dma.read_latency_ns),
            ("DMA, from a write's last data until it is answered, ns", link.dma.write_latency_ns),
            ("DMA, write to a register, ns", link.dma.register_ns),
            ("DMA, reads, Gbit/s; 0: as the bus", link.dma.read_gbps),
            ("DMA, writes, Gbit/s; 0: as the bus", link.dma.write_gbps),
        ]
    rows = "".join(
        f'<tr><td class="text">{escape(name)}</td><td>{figure.value:g}</td>'
        f'<td class="text">{escape(figure.source)}</td></tr>'
        for name, figure in told
    )
    return f'<h2>The link</h2><div class="scroll"><table><tbody>{rows}</tbody></table></div>'
