# SPDX-License-Identifier: Apache-2.0
"""The chooser as an HTML page: sliders for need and budget, the Pareto front, and a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundel.base import html
from roundel.characterised import Designs, Part
from roundel.choose.engines import Engine, on_target, with_packets
from roundel.choose.need import Need
from roundel.choose.offers import Offer
from roundel.choose.record import ChooseRecord

_STEPS = 200  # of a slider
_TABLE_MS = 120  # from the last move of a slider to the table


@dataclass(frozen=True)
class _Shown:
    """An engine of the page, with its target."""

    target: str
    engine: Engine
    part: Part | None  # None in standard cells
    mhz: float | None  # the clock that the user assumes in a family that is mapped only

    @property
    def area(self) -> float:
        return self.engine.lut if self.part else self.engine.kge

    @property
    def area_unit(self) -> str:
        return self.part.lut_kind if self.part else "kGE"

    @property
    def ram_unit(self) -> str:
        return self.part.ram_unit if self.part else "block RAMs"

    @property
    def clock(self) -> float:
        """The clock of throughput and latency in MHz; 0 without a clock."""
        return self.engine.mhz or self.mhz or 0.0

    @property
    def speed(self) -> float:
        """The throughput in `speed_unit`."""
        return self.engine.gbps(self.clock) if self.clock else self.engine.bits_per_cycle

    @property
    def speed_unit(self) -> str:
        return "Gbit/s" if self.clock else "bits per cycle"


def write_page(designs: Designs, record: ChooseRecord, path: Path) -> None:
    """Write the page of an answer over an older file; InputError if this is not possible."""
    html.write(path, page(designs, record.need, record))


def page(designs: Designs, need: Need | None = None, record: ChooseRecord | None = None) -> str:
    """The text of the page: the designs on the target of a need, or on every measured target."""
    targets = [need.target] if need else sorted({row.target for row in designs.rows})
    clock = need.mhz if need else None
    shown = [
        _Shown(target, engine, designs.head.parts.get(target), clock)
        for target in targets
        for engine in _engines(designs, need, target)
    ]
    mapped = sorted({item.target for item in shown if item.part and not item.part.placed})
    return html.render(
        Path(__file__).with_name("page.html"),
        _data(designs, shown, need),
        title=f"Designs on {need.target}" if need else "Characterised designs",
        need=need,
        record=record,
        table=_table(shown),
        count=len(shown),
        packet=need.packet_bytes if need else None,
        mapped_only=mapped,
        clock=clock,
        kinds=_kinds(shown),
    )


def _engines(designs: Designs, need: Need | None, target: str) -> Iterable[Engine]:
    for engine in on_target(designs, target):
        if need is None or need.packet_bytes is None:
            yield engine
        elif engine.fields["Mode"] != "none":
            timed = with_packets(designs, need, engine)
            if timed is not None:
                yield timed


def _kinds(shown: Iterable[_Shown]) -> list[str]:
    """The kinds of LUTs and block RAMs of each FPGA."""
    parts = {item.target: item.part for item in shown if item.part}
    return [f"{name}: {part.lut_kind}, {part.ram_kind}" for name, part in parts.items()]


def _cost(designs: Designs, item: _Shown) -> float:
    return Offer((item.engine,)).cost(designs.head, Need(target=item.target))


def _data(designs: Designs, shown: list[_Shown], need: Need | None) -> dict[str, Any]:
    """The data of the page's script; empty without any design."""
    if not shown:
        return {}
    return {
        "steps": _STEPS,
        "table_ms": _TABLE_MS,
        "first": {
            "target": need.target if need else shown[0].target,
            "mode": need.mode if need else "none",
            "bits": str(need.key_bits[0]) if need else "128",
            "direction": need.direction if need else "encrypt",
            "speed": need.gbps if need else None,
            "area": (need.max_lut4 or need.max_kge) if need else None,
            "ram": need.max_ram if need else None,
        },
        "points": [
            {
                "row": f"designs-{index}",
                "target": item.target,
                "mode": item.engine.fields["Mode"],
                "bits": str(item.engine.fields["KeyBits"]),
                "direction": item.engine.fields.get("Direction", "encrypt"),
                "speed": round(item.speed, 4),
                "speed_unit": item.speed_unit,
                "area": round(item.area, 2),
                "area_unit": item.area_unit,
                "ram_unit": item.ram_unit,
                "ram": item.engine.ram,
                "cost": round(_cost(designs, item), 6),
            }
            for index, item in enumerate(shown)
        ],
    }


def _table(shown: list[_Shown]) -> html.Table:
    heads = ["design", "target", "mode", "key bits", "direction", "area", "unit of area"]
    heads += ["flip-flops", "block RAMs", "MHz (lowest seed)", "MHz (median)", "Gbit/s"]
    heads += ["latency, ns", "bits per cycle", "latency, cycles", "source"]
    groups = []
    for item in shown:
        engine, fields = item.engine, item.engine.fields
        names = [
            f"{name}={value}"
            for name, value in engine.parameters.items()
            if name not in ("Mode", "KeyBits", "Direction")
        ]
        line = [
            f"{', '.join(names) or 'the defaults'} ({engine.row.recipe})",
            item.target,
            str(fields["Mode"]),
            str(fields["KeyBits"]),
            str(fields.get("Direction", "encrypt")),
            f"{item.area:,.0f}" if item.part else f"{item.area:,.1f}",
            item.area_unit,
            f"{engine.ff:,.0f}",
            f"{engine.ram:,.0f}",
            f"{engine.mhz:,.1f}" if engine.mhz else "-",
            f"{engine.mhz_median:,.1f}" if engine.mhz else "-",
            f"{engine.gbps(item.clock):,.3f}" if item.clock else "-",
            f"{engine.latency_ns(item.clock):,.1f}" if item.clock else "-",
            f"{engine.bits_per_cycle:,.1f}",
            f"{engine.latency_cycles:,}",
            engine.source,
        ]
        groups.append(html.Group([line]))
    return html.Table("designs", "Characterised designs", heads, groups)
