# SPDX-License-Identifier: Apache-2.0
"""What a space asks for, what of it a store has already, and what cannot work."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from roundel import design
from roundel.base.errors import InputError
from roundel.design import Config
from roundel.explore.board import Tally, Watcher
from roundel.explore.record import Impossible
from roundel.explore.space import Space
from roundel.explore.store import Row, Store, as_json

__all__ = ["LIMIT", "Asked", "Keys", "Plan", "Run", "make_plan"]

Run = tuple[Any, int, str]  # part or library, seed (0 without a placer), key

LIMIT = 200  # points, beyond which a sweep takes days and is begun only when that was said
_MANY = 100  # times the limit: so many are not even put to the RTL unasked

_CHUNK = 500  # configurations that the RTL was asked about, between two writes


class Keys(Protocol):
    """What gives keys: `roundel.fpga.identity.Identity`, or that of cells."""

    recipe: str
    tools: dict[str, str]

    def holds(self) -> bool:
        """Whether they still belong to what is made."""

    def of_design(self, config: Config) -> str:
        """The key of a configuration."""

    def of_run(self, design_key: str, part: Any, seed: int) -> str:
        """The key of that on a part with a seed, or in a library with 0."""


@dataclass(frozen=True)
class Asked:
    """A configuration that can work.

    Attributes:
        config: The configuration.
        key: What the store knows its mapping by.
    """

    config: Config
    key: str


@dataclass
class Plan:
    """What a space asks for and what is there.

    Attributes:
        space: The space.
        identity: Gives the keys.
        asked: The configurations that can work, in the order of the space.
        impossible: The others.
        rows: What the store has, by key.
    """

    space: Space
    identity: Keys
    asked: list[Asked] = field(default_factory=list)
    impossible: list[Impossible] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)

    def runs(self, item: Asked) -> Iterator[Run]:
        """The runs of a configuration: of place and route, or in a library of cells."""
        for target in self.space.targets:
            for seed in self.space.seeds or (0,):
                yield target, seed, self.identity.of_run(item.key, target, seed)

    def missing(self) -> list[tuple[Asked, list[Run]]]:
        """The runs of which nothing is known, by design; equal configurations count once."""
        first: dict[str, Asked] = {}
        for item in self.asked:
            first.setdefault(item.key, item)
        found = []
        for item in first.values():
            known = self.rows.get(item.key)
            runs = [run for run in self.runs(item) if run[2] not in self.rows]
            if runs and (known is None or known.status == "done"):
                found.append((item, runs))
        return found


def make_plan(
    space: Space,
    store: Store,
    *,
    identity: Keys,
    limit: int | None,
    retry_failed: bool,
    watcher: Watcher,
) -> Plan:
    """Compare a space with a store, and ask the RTL about what is new in it.

    Args:
        space: The space.
        store: The store; it keeps what the RTL says of combinations that cannot work.
        identity: Gives the keys.
        limit: Points that the space may have; None for any number.
        retry_failed: Whether to take failed results for none.
        watcher: Shown how far the questions are.

    Raises:
        InputError: No combination can work, or one cannot where none may be left out, or there are
            too many points.
    """
    many = len(space.configs) * len(space.targets)
    if limit is not None and many > _MANY * limit:
        raise InputError(_too_many(f"{many:,} points at most", limit))
    plan = Plan(space, identity)
    keyed = [Asked(config, identity.of_design(config)) for config in space.configs]
    plan.rows = store.get(item.key for item in keyed)
    plan.rows |= _objections(keyed, plan, store, watcher)
    for item in keyed:
        row = plan.rows.get(item.key)
        if row is not None and row.status == "impossible":
            plan.impossible.append(Impossible(config=item.config, reason=row.error))
        else:
            plan.asked.append(item)
    if plan.impossible and (space.impossible == "error" or not plan.asked):
        count, all_of_them = len(plan.impossible), len(space.configs)
        raise InputError(
            f"{count:,} of {all_of_them:,} configurations cannot work, first "
            f"{plan.impossible[0].config.name}: {plan.impossible[0].reason}"
        )
    points = len(plan.asked) * len(space.targets)
    if limit is not None and points > limit:
        runs = points * space.runs_of_point
        raise InputError(_too_many(f"{points:,} points, {runs:,} runs", limit))
    plan.rows |= store.get(key for item in plan.asked for _, _, key in plan.runs(item))
    if retry_failed:
        plan.rows = {key: row for key, row in plan.rows.items() if row.status != "failed"}
    return plan


def _too_many(what: str, limit: int) -> str:
    return (
        f"the space has {what}, and the limit is {limit:,}; narrow it, raise --limit, or give "
        "--yes to take any number."
    )


def _objections(
    keyed: Sequence[Asked], plan: Plan, store: Store, watcher: Watcher
) -> dict[str, Row]:
    """What the RTL objects to, of the configurations that the store does not know."""
    new = [item for item in keyed if item.key not in plan.rows]
    found: dict[str, Row] = {}
    rows: list[Row] = []
    for place, item in enumerate(new):
        if place % 20 == 0:
            watcher(Tally(note=f"asking the RTL about {len(new)} configurations, {place} done"))
        objection = design.objection(item.config)
        if objection is not None:
            rows.append(
                Row(
                    key=item.key,
                    step="map",
                    status="impossible",
                    name=item.config.name,
                    parameters=as_json(item.config.fields()),
                    error=objection,
                )
            )
        if len(rows) >= _CHUNK or place == len(new) - 1:
            store.put(*rows)
            found |= {row.key: row for row in rows}
            rows = []
    return found
