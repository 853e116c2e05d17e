# SPDX-License-Identifier: Apache-2.0
"""Engines for a role: those on the target, and estimates of designs between measured designs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from roundel.characterised import Designs, Row
from roundel.characterised.row import FEWEST_ROWS
from roundel.choose.engines import (
    Engine,
    Fields,
    engine_of,
    on_target,
    parameters_of,
    with_rate,
)
from roundel.choose.need import Need, Role, serves
from roundel.choose.ratios import ratio

# Parameters that do not change the block RAMs: with LUT RAM in the family, and without.
_FREE = ("Stages", "RoundCuts", "Backpressure", "KeySlots", "KeySchedule")
_FREE_WITHOUT_LUT_RAM = ("RoundCuts", "KeySlots")


def engines(designs: Designs, need: Need, role: Role) -> list[Engine]:
    """Every characterised design that can serve a role on the target of a need."""
    timed = (with_rate(designs, need, engine) for engine in serving(designs, need, role))
    return [engine for engine in timed if engine is not None]


def serving(designs: Designs, need: Need, role: Role) -> Iterator[Engine]:
    """The designs with the functions of a role, also those whose rate for the need is unknown."""
    measured = list(on_target(designs, need.target))
    for engine in (*measured, *between(designs, need, role, measured)):
        if serves(need, engine.fields, role):
            yield engine


def between(
    designs: Designs, need: Need, role: Role, measured: Sequence[Engine]
) -> Iterator[Engine]:
    """Estimates of the candidates for a role, from the part of the family with the most rows."""
    wanted = [item for item in designs.candidates if serves(need, designs.fields(item), role)]
    family = _family(designs, need.target)
    rows_of = Counter(row.target for row in designs.rows if row.target in family)
    if not wanted or not rows_of or rows_of.most_common(1)[0][1] < FEWEST_ROWS:
        return
    from roundel.characterised import interpolation  # numpy is slow

    target = rows_of.most_common(1)[0][0]
    known = interpolation.model_of(designs, target)
    share = (1.0, "") if target == need.target else ratio(designs, need.target, target)
    if known is None or share is None or not known[0].reliable:
        return
    model, rows = known
    by_row = {engine.row.key: engine for engine in measured}
    recipes = {(row.config.get("Mode"), row.recipe) for row in rows}
    points = [
        (item, recipe, model.point(designs.fields(item), recipe))
        for item in wanted
        for mode, recipe in sorted(recipes, key=str)
        if mode == item.config.get("Mode")
    ]
    tried = [one for one in points if model.spans(one[2])]
    if not tried:
        return
    figures = model.estimate([point for *_, point in tried])
    rams = _Rams(designs, rows)
    nearest = model.nearest([point for *_, point in tried])
    for index, ((item, recipe, _), (place, distance)) in enumerate(
        zip(tried, nearest, strict=True)
    ):
        ram = rams.of(designs.fields(item))
        if distance > interpolation.REACH or ram is None:
            continue
        near = by_row.get(rows[place].key)
        clock = float(figures["mhz"][index]) * share[0] if "mhz" in figures else 0.0
        yield replace(
            near or engine_of(designs, rows[place], "scaled", "", share[0]),
            fields=designs.fields(item),
            parameters=parameters_of(designs, designs.fields(item)),
            recipe=recipe,
            source="interpolated",
            origin=f"from {len(rows)} designs on {target}",
            lut=float(figures["lut"][index]) if "lut" in figures else 0.0,
            ff=float(figures["ff"][index]),
            ram=ram,
            kge=float(figures["kge"][index]) if "kge" in figures else 0.0,
            mhz=clock,
            mhz_median=clock,
            seeds=0,
            cycles=item.cycles_per_block,
            bits=128 * item.lanes,
            latency_cycles=item.latency_cycles,
            stream_cycles=item.stream_cycles,
            allowances=model.allowances,
        )


def _family(designs: Designs, target: str) -> set[str]:
    """A target and the other parts of its family."""
    part = designs.head.parts.get(target)
    if part is None:
        return {target}
    return {name for name, other in designs.head.parts.items() if other.family == part.family}


class _Rams:
    """The block RAMs of a design, from the rows of a target with equal memories.

    In a family with LUT RAM, registers of a round, the queue and the key schedule do not change the
    block RAMs. In other families they do: queues and round keys can be in block RAM. If rows with
    equal memories disagree, these parameters count.
    """

    def __init__(self, designs: Designs, rows: Sequence[Row]) -> None:
        self._in_block_ram = False
        self._known = self._groups(designs, rows)
        if any(len(own) > 1 for own in self._known.values()):
            self._in_block_ram = True
            self._known = self._groups(designs, rows)

    def _groups(self, designs: Designs, rows: Sequence[Row]) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for row in rows:
            found.setdefault(self._memories(designs.fields(row)), set()).add(row.ram or 0)
        return found

    def of(self, fields: Fields) -> int | None:
        """The block RAMs of a design; None if no row, or rows with unequal numbers, tell."""
        own = self._known.get(self._memories(fields), set())
        return next(iter(own)) if len(own) == 1 else None

    def _memories(self, fields: Fields) -> str:
        """The parameters that decide the block RAMs, in a unique notation."""
        if not self._in_block_ram and fields["Sbox"] != "rom" and fields["Mode"] == "none":
            return "no memory"
        free = _FREE_WITHOUT_LUT_RAM if self._in_block_ram else _FREE
        return str(sorted(item for item in fields.items() if item[0] not in free))
