# SPDX-License-Identifier: Apache-2.0
"""The chooser as an HTML page: sliders for need and budget, the Pareto front, and a table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundel.base import html
from roundel.base.modes import FORWARD_MODES
from roundel.characterised import Designs, Part
from roundel.choose.demands import Demand, demands, meets
from roundel.choose.engines import Engine, on_target, with_rate
from roundel.choose.need import Need, encrypts_cbc
from roundel.choose.offers import Figures, figures_of
from roundel.choose.record import ChooseRecord

_STEPS = 200  # of a slider
_TABLE_MS = 120  # from the last move of a slider to the table
_SLIDERS = {"--gbps": "speed", "--max-lut4": "area", "--max-kge": "area", "--max-ram": "ram"}


@dataclass(frozen=True)
class _Shown:
    """An engine of the page, with its target."""

    target: str
    engine: Engine
    figures: Figures
    part: Part | None  # None in standard cells
    mhz: float | None  # the clock of the user's system, or the clock that the user assumes

    @property
    def area(self) -> float:
        return self.figures.lut if self.part else self.figures.kge

    @property
    def area_unit(self) -> str:
        return self.part.lut_kind if self.part else "kGE"

    @property
    def ram_unit(self) -> str:
        return self.part.ram_unit if self.part else "block RAMs"

    @property
    def clock(self) -> float:
        """The clock of throughput and latency in MHz; 0 without a clock."""
        return self.mhz or self.figures.mhz

    @property
    def speed(self) -> float:
        """The throughput in `speed_unit`."""
        return self.figures.gbps(self.clock) if self.clock else self.figures.bits_per_cycle

    @property
    def speed_unit(self) -> str:
        return "Gbit/s" if self.clock else "bits per cycle"


def write_page(
    designs: Designs, record: ChooseRecord, path: Path, found: Sequence[Sequence[Engine]]
) -> None:
    """Write the page of an answer over an older file; InputError if this is not possible.

    `found` has the engines of the answer for each role of the need.
    """
    html.write(path, page(designs, record.need, record, found))


def page(
    designs: Designs,
    need: Need | None = None,
    record: ChooseRecord | None = None,
    found: Sequence[Sequence[Engine]] = (),
) -> str:
    """The text of the page: the designs on the target of a need, or all measured designs.

    `found` has the engines of an answer for each role of the need. Their figures take the place of
    those of the store, and interpolated engines are shown as well.
    """
    targets = [need.target] if need else sorted({row.target for row in designs.rows})
    clock = need.mhz if need else None
    shown = [
        _Shown(target, engine, figures_of(engine), designs.head.parts.get(target), clock)
        for target in targets
        for engine in _engines(designs, need, target, found)
    ]
    mapped = sorted({item.target for item in shown if item.part and not item.part.placed})
    others = _others(designs, need)
    return html.render(
        Path(__file__).with_name("page.html"),
        _data(designs, shown, need, others),
        title=f"Designs on {need.target}" if need else "Characterised designs",
        need=need,
        record=record,
        table=_table(shown),
        count=len(shown),
        packet=need.packet_bytes if need else None,
        streams=_streams(need, shown),
        mapped_only=mapped,
        clock=clock,
        margin=_margin(designs, need),
        others=_texts(designs, need, others),
        estimates=any(item.engine.source == "interpolated" for item in shown),
        kinds=_kinds(shown),
    )


def _engines(
    designs: Designs, need: Need | None, target: str, found: Sequence[Sequence[Engine]]
) -> Iterator[Engine]:
    answered = [engine for own in found for engine in own]
    yield from answered
    known = {_identity(engine) for engine in answered}
    own = need or Need(target=target)
    for engine in on_target(designs, target):
        if _identity(engine) in known or (need is None and engine.source == "scaled"):
            continue
        if own.packet_bytes is None or engine.fields["Mode"] != "none":
            timed = with_rate(designs, own, engine)
            if timed is not None:
                yield timed


def _streams(need: Need | None, shown: Iterable[_Shown]) -> int:
    """The packets in flight of the shown engines for CBC encryption; 0 without such an engine."""
    if not any(encrypts_cbc(item.engine.fields) for item in shown):
        return 0
    return need.streams if need else 1


def _identity(engine: Engine) -> str:
    return f"{sorted(engine.fields.items())} {engine.recipe}"


def _kinds(shown: Iterable[_Shown]) -> list[str]:
    """The kinds of LUTs and block RAMs of each FPGA."""
    parts = {item.target: item.part for item in shown if item.part}
    return [f"{name}: {part.lut_kind}, {part.ram_kind}" for name, part in parts.items()]


def _cost(designs: Designs, item: _Shown) -> float:
    return item.figures.cost(designs.head, Need(target=item.target))


def _others(designs: Designs, need: Need | None) -> list[Demand]:
    """The demands of a need that no slider sets."""
    every = demands(designs.head, need) if need else []
    return [demand for demand in every if demand.option not in _SLIDERS]


def _texts(designs: Designs, need: Need | None, others: Iterable[Demand]) -> list[str]:
    """The demands that no slider sets, in words."""
    if need is None:
        return []
    texts = [
        f"{'at least' if demand.more else 'at most'} {demand.limit:.4g} {demand.unit} "
        f"({demand.option})"
        for demand in others
        if demand.option
    ]
    if designs.head.is_placed(need.target) and not need.in_cells:
        texts.append(f"the capacity of {need.target}")
    return texts


def _margin(designs: Designs, need: Need | None) -> str:
    """The margin of the first throughput in per cent; empty without a margin."""
    speeds = demands(designs.head, need) if need else []
    reserved = [demand for demand in speeds if demand.option == "--gbps" and demand.has_reserve]
    return f"{100 * need.margin:g}" if need and reserved else ""


def _first(designs: Designs, need: Need | None, target: str) -> dict[str, Any]:
    """The first state of the selects and the sliders: the limits of the need."""
    found: dict[str, Any] = {
        "target": target, "mode": "none", "bits": "128", "direction": "encrypt", "speed": None,
        "area": None, "ram": None,
    }  # fmt: skip
    if need:
        found |= {"mode": need.mode, "bits": str(need.key_bits[0]), "direction": need.direction}
        if need.mode == "cbc" and need.direction == "both":
            found["direction"] = "encrypt"  # no design has both
        for demand in demands(designs.head, need):
            if demand.option in _SLIDERS:
                found[_SLIDERS[demand.option]] = demand.limit
    return found


def _data(
    designs: Designs, shown: list[_Shown], need: Need | None, others: Sequence[Demand]
) -> dict[str, Any]:
    """The data of the page's script; empty without any design."""
    if not shown:
        return {}
    return {
        "steps": _STEPS,
        "table_ms": _TABLE_MS,
        "forwards": FORWARD_MODES,
        "first": _first(designs, need, shown[0].target),
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
                "able": meets(item.figures, others),
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
            f"{', '.join(names) or 'the defaults'} ({engine.recipe})",
            item.target,
            str(fields["Mode"]),
            str(fields["KeyBits"]),
            str(fields.get("Direction", "encrypt")),
            f"{item.area:,.0f}" if item.part else f"{item.area:,.1f}",
            item.area_unit,
            f"{item.figures.ff:,.0f}",
            f"{engine.ram:,.0f}",
            f"{item.figures.mhz:,.1f}" if engine.mhz else "-",
            f"{engine.mhz_median:,.1f}" if engine.mhz else "-",
            f"{item.figures.gbps(item.clock):,.3f}" if item.clock else "-",
            f"{item.figures.latency_ns(item.clock):,.1f}" if item.clock else "-",
            f"{engine.bits_per_cycle:,.1f}",
            f"{engine.latency_cycles:,}",
            engine.source,
        ]
        groups.append(html.Group([line]))
    return html.Table("designs", "Characterised designs", heads, groups)
