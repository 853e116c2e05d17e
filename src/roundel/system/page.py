# SPDX-License-Identifier: Apache-2.0
"""The page of a system: two plots, the table of sizes, and every figure of the link."""

from collections.abc import Sequence
from pathlib import Path

from roundel.base import html
from roundel.system.link import Figure, Link
from roundel.system.record import ACTIVITIES, Activity, SizeRecord, SystemRecord

# A pattern for each activity: the bars differ without colour.
_PATTERNS: dict[Activity, str] = {
    "write": "", "read": "/", "control": "x", "full": ".", "device": "\\", "idle": "-",
}  # fmt: skip


def write_page(record: SystemRecord, path: Path) -> None:
    """Write the page over an older file; InputError if the file cannot be written."""
    html.write(path, page(record))


def page(record: SystemRecord) -> str:
    """The text of a record's page."""
    sizes = sorted(record.sizes, key=lambda size: size.bytes)
    return html.render(
        Path(__file__).with_name("page.html"),
        [_throughput(record.engine_mbps, sizes), _time(sizes)],
        title=f"{record.config.name} at {record.link.name}",
        record=record,
        activities=ACTIVITIES,
        sizes=_table(record.engine_mbps, sizes),
        link=_figures(record.link),
    )


def _throughput(engine_mbps: float, sizes: Sequence[SizeRecord]) -> html.Plot:
    """Throughput and limits by size; the limit of a link with a DMA depends on the size."""
    lines = {
        "system": [size.mbps for size in sizes],
        "limit of the engine": [engine_mbps] * len(sizes),
        "limit of the link": [size.link_mbps for size in sizes if size.link_mbps is not None],
    }
    if len(lines["limit of the link"]) < len(sizes):
        del lines["limit of the link"]
    across = [size.bytes for size in sizes]
    looks = (("solid", "diamond"), ("dash", "line-ew-open"), ("dot", "circle-open"))
    data = [
        html.trace("lines+markers", name, across, values, _groups(sizes),
                   line={"dash": dash}, marker={"symbol": symbol})
        for (name, values), (dash, symbol) in zip(lines.items(), looks, strict=False)
    ]  # fmt: skip
    layout = {
        "xaxis": html.axis("size of a request, bytes", across),
        "yaxis": html.axis("throughput, Mbit/s", [v for values in lines.values() for v in values]),
    }
    return html.Plot("Throughput by size of request", data, layout)


def _time(sizes: Sequence[SizeRecord]) -> html.Plot:
    across = [f"{size.bytes:,}" for size in sizes]
    data = [
        html.trace("bar", name, across, [100 * size.time[name] for size in sizes],
                   _groups(sizes), marker={"pattern": {"shape": shape}})
        for name, shape in _PATTERNS.items()
    ]  # fmt: skip
    layout = {
        "barmode": "stack",
        "xaxis": {"title": {"text": "size of a request, bytes"}, "type": "category"},
        "yaxis": {"title": {"text": "share of the processor's time, %"}},
    }
    return html.Plot("The processor's time by size of request", data, layout)


def _groups(sizes: Sequence[SizeRecord]) -> list[str]:
    return [f"sizes-{index}" for index in range(len(sizes))]


def _table(engine_mbps: float, sizes: Sequence[SizeRecord]) -> html.Table:
    heads = [
        "size, bytes", "requests", "time, ns", "time, cycles", "throughput, Mbit/s",
        "limit of the engine, Mbit/s", "limit of the link, Mbit/s", "share of the lower limit",
        *(f"{name}, %" for name in ACTIVITIES),
    ]  # fmt: skip
    groups = [
        html.Group([[
            f"{size.bytes:,}", f"{size.requests:,}", f"{size.ns:,.0f}", f"{size.cycles:,.0f}",
            f"{size.mbps:,.1f}", f"{engine_mbps:,.1f}",
            "-" if size.link_mbps is None else f"{size.link_mbps:,.1f}",
            f"{size.ratio:.3f}", *(f"{100 * size.time[name]:.1f}" for name in ACTIVITIES),
        ]])
        for size in sizes
    ]  # fmt: skip
    return html.Table("sizes", "Requests by size", heads, groups)


def _figures(link: Link) -> html.Table:
    shown: list[tuple[str, Figure, str]] = [
        ("clock", link.clock_mhz, "MHz"),
        ("posted writes", link.posted_words, "words of 8 bytes"),
    ]
    for name, kind in (("single", link.single), ("simd", link.simd), ("burst", link.burst)):
        shown.append((f"{name}, write of {kind.bytes} bytes", kind.write_ns, "ns"))
        shown.append((f"{name}, read of {kind.bytes} bytes", kind.read_ns, "ns"))
    if link.dma is not None:
        shown += [
            ("DMA, read request to first data", link.dma.read_latency_ns, "ns"),
            ("DMA, last data of a write to response", link.dma.write_latency_ns, "ns"),
            ("DMA, write to a register", link.dma.register_ns, "ns"),
            ("DMA, reads (0: rate of the bus)", link.dma.read_gbps, "Gbit/s"),
            ("DMA, writes (0: rate of the bus)", link.dma.write_gbps, "Gbit/s"),
        ]
    groups = [
        html.Group([[name, f"{figure.value:g}", unit, figure.source]])
        for name, figure, unit in shown
    ]
    return html.Table("link", "Figures of the link", ["figure", "value", "unit", "source"], groups)
