# SPDX-License-Identifier: Apache-2.0
"""The plan of a space: its configurations, the keys of their results, impossible configurations."""

from collections.abc import Iterator, Mapping, Sequence
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
from roundel.fpga.works import MAP_TOOLS, Keys
from roundel.jobs import Batch, Row, Tally, as_json

LIMIT = 200  # points; a larger sweep takes days and needs the user's consent
_MANY = 100  # times the limit: a larger space is refused before elaboration

_CHUNK = 500  # configurations to check between two writes

Shard = tuple[int, int]
"""The part k of n of a sweep, k from 1."""


@dataclass(frozen=True)
class Asked:
    """A configuration of a space with a recipe and the keys of its results."""

    config: Config
    recipe: str  # the recipe of the mapping, or "auto"
    checked: str  # the key of the RTL's objection
    # For each FPGA family by its name, the design to map and its key; empty in standard cells.
    designs: Mapping[str, tuple[ConfigDesign, str]]
    # Target, seed (0 without place and route) and key of each result. For a family that is mapped
    # only, the key is the key of the design.
    runs: tuple[tuple[Target | CellsTarget, int, str], ...]

    def all_keys(self) -> Iterator[str]:
        """All keys of rows for the configuration."""
        yield self.checked
        yield from (key for _, key in self.designs.values())
        yield from (key for _, _, key in self.runs)

    def recipe_on(self, target: Target | CellsTarget) -> str:
        """The recipe for a target: never "auto"."""
        if isinstance(target, CellsTarget):
            return self.recipe
        return self.designs[target.family.name][0].recipe


@dataclass
class Plan:
    """The required results of a space."""

    space: Space
    tools: dict[str, str]  # versions of the used tools, by name
    parts: Keys = field(default_factory=Keys)  # the keys of FPGA results
    libraries: CellsKeys = field(default_factory=CellsKeys)  # the keys of results in libraries
    # The possible configurations, in the order of the space.
    asked: list[Asked] = field(default_factory=list)
    impossible: list[Impossible] = field(default_factory=list)  # the impossible configurations


def parse_shard(text: str) -> Shard:
    """A part of a sweep in the user's notation, "3/200"; InputError for any other text."""
    first, slash, last = text.partition("/")
    if slash and first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last):
        return int(first), int(last)
    raise InputError(f"--shard {text} is not a part of a sweep; write K/N with K from 1 to N.")


def make_plan(space: Space, batch: Batch, *, limit: int | None, shard: Shard | None = None) -> Plan:
    """Determine the required results of a space, read their rows, and check new configurations.

    The batch also keeps the RTL's objections. InputError if all combinations are impossible, if an
    impossible combination may not be skipped, or if the number of points exceeds the limit.
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
    names = CELLS_TOOLS if space.in_cells else (*MAP_TOOLS, *_placers(space))
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
            f"in {origin}: {len(plan.impossible):,} of {len(configs):,} configurations are "
            f"impossible, first {lost.config.name}: {lost.reason.rstrip('.')}; correct the values "
            f"in {origin}."
        )
    points = len(plan.asked) * len(space.targets)
    if limit is not None and points > limit:
        runs = points * space.runs_of_point
        raise InputError(_too_many(f"{points:,} points, {runs:,} runs", limit))
    return plan


def _placers(space: Space) -> list[str]:
    """The programs for place and route of the families."""
    placers = [family.placer for family in space.families]
    return list(dict.fromkeys(placer.program for placer in placers if placer is not None))


def _keyed(plan: Plan, configs: Sequence[Config]) -> Iterator[Asked]:
    space, code = plan.space, code_digest(*design.FACTS_CODE)
    rules = cache.digest(code, version("pyslang"), *design.sources())
    pairs = ((config, recipe) for config in configs for recipe in space.recipes)
    for config, recipe in pairs:
        checked = cache.digest("objection", rules, config.fields())
        runs: list[tuple[Target | CellsTarget, int, str]] = []
        designs = {}
        if space.in_cells:
            asked = CellsDesign(config, recipe)
        for family in space.families:
            made = ConfigDesign.of(config, recipe, family=family)
            designs[family.name] = (made, plan.parts.of_design(made))
        for target in space.targets:
            if isinstance(target, CellsTarget):
                runs.append((target, 0, plan.libraries.of_run(asked, target.name)))
            else:
                _, key = designs[target.family.name]
                if not target.placed:
                    runs.append((target, 0, key))
                runs += (
                    (target, seed, plan.parts.of_run(key, target, seed)) for seed in space.seeds
                )
        yield Asked(config, recipe, checked, designs, tuple(runs))


def _too_many(size: str, limit: int) -> str:
    return (
        f"the space has {size}, and the limit is {limit:,}; reduce the space, raise --limit, or "
        "remove the limit with --yes."
    )


def _ask_rtl(keyed: Sequence[Asked], batch: Batch) -> None:
    """Check the configurations without a row in the store."""
    fresh = {
        item.checked: item
        for item in keyed
        if not any(key in batch.rows for key in item.all_keys())
    }
    new = list(fresh.values())
    rows: list[Row] = []
    for index, item in enumerate(new):
        if index % 20 == 0:
            note = f"checking {len(new)} configurations with the RTL, {index} done"
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
        if len(rows) >= _CHUNK or index == len(new) - 1:
            batch.keep(*rows)
            rows = []
