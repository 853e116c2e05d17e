# SPDX-License-Identifier: Apache-2.0
"""What a space asks for: its configurations, the keys of their results, and what cannot work."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version

from roundel import design
from roundel.base import cache, tools
from roundel.base.closure import code_digest
from roundel.base.errors import InputError
from roundel.cells.works import CELLS_TOOLS, CellsDesign, CellsKeys
from roundel.design import Config
from roundel.explore.record import Impossible
from roundel.explore.space import CellsTarget, Space
from roundel.fpga.flow import ConfigDesign
from roundel.fpga.targets import Target
from roundel.fpga.works import MAP_TOOLS, ROUTE_TOOLS, Keys
from roundel.jobs import Batch, Row, Tally, as_json

LIMIT = 200  # points; a larger sweep takes days, and starts only when the user says so
_MANY = 100  # times the limit: above it the space is refused before the RTL is elaborated

_CHUNK = 500  # configurations that the RTL is asked about, between two writes

Shard = tuple[int, int]
"""The part k of n of a sweep, k from 1."""


@dataclass(frozen=True)
class Asked:
    """A configuration of a space with a recipe and the keys of its results."""

    config: Config
    recipe: str  # how the configuration is mapped
    checked: str  # the key of the RTL's objection to it
    key: str  # the key of its mapping; empty in standard cells
    # Target, seed (0 in standard cells) and key of each result.
    runs: tuple[tuple[Target | CellsTarget, int, str], ...]

    def all_keys(self) -> Iterator[str]:
        """All keys of rows that the configuration can have."""
        yield self.checked
        if self.key:
            yield self.key
        yield from (key for _, _, key in self.runs)


@dataclass
class Plan:
    """What a space asks for."""

    space: Space
    tools: dict[str, str]  # versions of the tools that take part, by name
    parts: Keys = field(default_factory=Keys)  # the keys of parts
    libraries: CellsKeys = field(default_factory=CellsKeys)  # the keys of libraries
    # The configurations that can work, in the order of the space.
    asked: list[Asked] = field(default_factory=list)
    impossible: list[Impossible] = field(default_factory=list)  # the others


def parse_shard(text: str) -> Shard:
    """A part of a sweep as a user writes it, "3/200"; InputError if the text is no such part."""
    first, slash, last = text.partition("/")
    if slash and first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last):
        return int(first), int(last)
    raise InputError(f"--shard {text} is no part of a sweep; write K/N with K from 1 to N.")


def make_plan(space: Space, batch: Batch, *, limit: int | None, shard: Shard | None = None) -> Plan:
    """Find what a space asks for, read its rows, and ask the RTL about new configurations.

    The batch also keeps the RTL's objections. InputError if no combination can work, if one cannot
    that may not be left out, or if there are too many points.
    """
    first, last = shard or (1, 1)
    configs = space.configs[first - 1 :: last]
    if not configs:
        raise InputError(
            f"shard {first}/{last} has no configuration; the space has {len(space.configs)}."
        )
    many = len(configs) * space.points_of_config
    if limit is not None and many > _MANY * limit:
        raise InputError(_too_many(f"{many:,} points at most", limit))
    names = CELLS_TOOLS if space.in_cells else (*MAP_TOOLS, *ROUTE_TOOLS)
    plan = Plan(space, {name: tools.find(name).version for name in names})
    with design.unchanged():
        keyed = list(_keyed(plan, configs))
        batch.load(key for item in keyed for key in item.all_keys())
        _ask_rtl(keyed, batch)
    plan.asked = [item for item in keyed if item.checked not in batch.rows]
    refused = {item.checked: item.config for item in keyed if item.checked in batch.rows}
    plan.impossible = [
        Impossible(config=config, reason=batch.rows[key].error) for key, config in refused.items()
    ]
    if plan.impossible and (space.impossible == "error" or not plan.asked):
        lost, origin = plan.impossible[0], space.source or f"the space {space.name}"
        raise InputError(
            f"in {origin}: {len(plan.impossible):,} of {len(configs):,} configurations cannot "
            f"work, first {lost.config.name}: {lost.reason.rstrip('.')}; correct the values in "
            f"{origin}."
        )
    points = len(plan.asked) * len(space.targets)
    if limit is not None and points > limit:
        runs = points * space.runs_of_point
        raise InputError(_too_many(f"{points:,} points, {runs:,} runs", limit))
    return plan


def _keyed(plan: Plan, configs: Sequence[Config]) -> Iterator[Asked]:
    space, code = plan.space, code_digest(*design.FACTS_CODE)
    rules = cache.digest(code, version("pyslang"), *design.sources())
    for config, recipe in itertools.product(configs, space.recipes):
        checked = cache.digest("objection", rules, config.fields())
        runs: list[tuple[Target | CellsTarget, int, str]] = []
        key = ""
        if space.in_cells:
            asked = CellsDesign(config, recipe)
        else:
            key = plan.parts.of_design(ConfigDesign.of(config, recipe))
        for target in space.targets:
            if isinstance(target, CellsTarget):
                runs.append((target, 0, plan.libraries.of_run(asked, target.name)))
            else:
                runs += (
                    (target, seed, plan.parts.of_run(key, target, seed)) for seed in space.seeds
                )
        yield Asked(config, recipe, checked, key, tuple(runs))


def _too_many(what: str, limit: int) -> str:
    return (
        f"the space has {what}, and the limit is {limit:,}; narrow it, raise --limit, or give "
        "--yes to take any number."
    )


def _ask_rtl(keyed: Sequence[Asked], batch: Batch) -> None:
    """Ask the RTL about the configurations of which the store has no row."""
    fresh = {
        item.checked: item
        for item in keyed
        if not any(key in batch.rows for key in item.all_keys())
    }
    new = list(fresh.values())
    rows: list[Row] = []
    for place, item in enumerate(new):
        if place % 20 == 0:
            note = f"asking the RTL about {len(new)} configurations, {place} done"
            batch.watcher(Tally(note=note))
        objection = design.objection(item.config)
        if objection is not None:
            rows.append(
                Row(
                    key=item.checked,
                    step="check",
                    status="impossible",
                    name=item.config.name,
                    parameters=as_json(item.config.fields()),
                    error=objection,
                )
            )
        if len(rows) >= _CHUNK or place == len(new) - 1:
            batch.keep(*rows)
            rows = []
