# SPDX-License-Identifier: Apache-2.0
"""Engines for a role: those on the target, and estimates of designs between measured designs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from roundel.characterised import Candidate, Designs, Row
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

if TYPE_CHECKING:
    from roundel.characterised.interpolation import Group

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
    family = designs.head.family(need.target)
    rows_of = Counter(row.target for row in designs.rows if row.target in family)
    if not wanted or not rows_of or rows_of.most_common(1)[0][1] < FEWEST_ROWS:
        return
    from roundel.characterised import interpolation  # numpy is slow

    target = rows_of.most_common(1)[0][0]
    share = (1.0, "") if target == need.target else ratio(designs, need.target, target)
    if share is None:
        return
    by_row = {engine.row.key: engine for engine in measured}
    rams = _Rams(designs, [row for row in designs.rows if row.target == target])
    by_group: dict[interpolation.GroupName, list[Candidate]] = {}
    for item in wanted:
        by_group.setdefault(interpolation.name_of(item.top, designs.fields(item)), []).append(item)
    for name, group in interpolation.groups_of(designs, target).items():
        own = by_group.get(name, [])
        if own and group.reliable:
            for engine in _estimates(designs, group, own, rams, by_row, share[0]):
                yield replace(engine, origin=f"from {group.sources} designs on {target}")


def _estimates(
    designs: Designs,
    group: "Group",
    wanted: Sequence[Candidate],
    rams: "_Rams",
    by_row: Mapping[str, Engine],
    share: float,
) -> Iterator[Engine]:
    """Estimates of the candidates of a group; `by_row` has the measured engines by their row.

    `share` is the clock of the need's part, divided by the clock of the group's part.
    """
    from roundel.characterised.interpolation import REACH  # numpy is slow

    recipes = sorted({row.recipe for row in group.rows})
    tried = [
        (item, designs.fields(item), recipe)
        for item in wanted
        for recipe in recipes
        if group.spans(designs.fields(item), recipe)
    ]
    if not tried:
        return
    known = [(fields, recipe) for _, fields, recipe in tried]
    figures, nearest = group.estimate(known), group.nearest(known)
    for index, (item, fields, recipe) in enumerate(tried):
        place, distance = nearest[index]
        ram = rams.of(fields)
        if distance > REACH or ram is None:
            continue
        value = {name: float(own[index]) for name, own in figures.items()}
        near = group.rows[place]
        clock = share * value.get("mhz", 0.0)
        yield replace(
            by_row.get(near.key) or engine_of(designs, near, "scaled", "", share),
            fields=fields,
            parameters=parameters_of(designs, fields),
            recipe=recipe,
            source="interpolated",
            lut=value.get("lut", 0.0),
            ff=value["ff"],
            ram=ram,
            kge=value.get("kge", 0.0),
            mhz=clock,
            mhz_median=clock,
            seeds=0,
            cycles=item.cycles_per_block,
            bits=128 * item.lanes,
            latency_cycles=item.latency_cycles,
            stream_cycles=item.stream_cycles,
            allowances=group.allowances,
        )


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
        """The block RAMs of a design; None without such a row, or if the rows disagree."""
        own = self._known.get(self._memories(fields), set())
        return next(iter(own)) if len(own) == 1 else None

    def _memories(self, fields: Fields) -> str:
        """The parameters that decide the block RAMs, in a unique notation."""
        if not self._in_block_ram and fields["Sbox"] != "rom" and fields["Mode"] == "none":
            return "no memory"
        free = _FREE_WITHOUT_LUT_RAM if self._in_block_ram else _FREE
        return str(sorted(item for item in fields.items() if item[0] not in free))
