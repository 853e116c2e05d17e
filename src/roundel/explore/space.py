# SPDX-License-Identifier: Apache-2.0
"""Spaces: configurations with FPGAs and seeds, or with standard cells."""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, WithJsonSchema

from roundel import cells, design
from roundel.base.errors import FailureError, InputError, RoundelError, nearest
from roundel.base.yaml_files import is_path, parse_yaml, read_yaml
from roundel.design import Config
from roundel.explore.axes import RANGE, find_configuration, parse_seeds, products
from roundel.explore.front import Kind
from roundel.fpga import DEFAULT_SEEDS, find_target
from roundel.fpga.family import AUTO, Family
from roundel.fpga.flow import check_seeds
from roundel.fpga.targets import Target

_SPACES = Path(__file__).parent / "spaces"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,99}")


@dataclass(frozen=True)
class CellsTarget:
    """A library of standard cells."""

    name: str  # the user's notation, "cells:PATH" or "cells"
    identity: str  # a digest of the library's files

    def holds(self) -> bool:
        """Whether the library's files are unchanged."""
        try:
            return cells.find_identity(self.name) == self.identity
        except RoundelError:
            return False


@dataclass(frozen=True)
class Space:
    """Configurations, targets and seeds, before the RTL's check of the configurations."""

    name: str  # the name in reports and in the store
    configs: tuple[Config, ...]  # each with its own name
    # FPGAs with place and route, FPGA families that are mapped only, or libraries of standard
    # cells; all of one kind.
    targets: tuple[Target, ...] | tuple[CellsTarget, ...]
    # The placer's seeds; empty without place and route.
    seeds: tuple[int, ...] = DEFAULT_SEEDS
    # Names of the FPGA families' recipes, or "auto"; names of recipes for cells.
    recipes: tuple[str, ...] = (AUTO,)
    # Whether to skip and report an impossible combination, or to refuse the space.
    impossible: Literal["skip", "error"] = "skip"
    source: str = ""  # the file or name of the space, for messages

    @property
    def kind(self) -> Kind:
        """The kind of the targets."""
        first = self.targets[0]
        if isinstance(first, CellsTarget):
            return "cells"
        return "placed" if first.placed else "mapped"

    @property
    def in_cells(self) -> bool:
        """Whether the targets are standard cells."""
        return self.kind == "cells"

    @property
    def families(self) -> tuple[Family, ...]:
        """The FPGA families of the targets, each once; none in standard cells."""
        found = [target.family for target in self.targets if isinstance(target, Target)]
        return tuple({family.name: family for family in found}.values())

    @property
    def points_of_config(self) -> int:
        """The points of a configuration: one for each target and recipe."""
        return len(self.targets) * len(self.recipes)

    @property
    def runs_of_point(self) -> int:
        """The tool runs of a point, without the mapping shared by all FPGAs."""
        return len(self.seeds) or 1

    @classmethod
    def of(
        cls,
        name: str,
        configs: Sequence[Config],
        targets: Sequence[str],
        seeds: Sequence[int] | None = None,
        recipes: Sequence[str] = (AUTO,),
        impossible: Literal["skip", "error"] = "skip",
    ) -> Self:
        """A space from its parts; without seeds, FPGAs have the default seeds.

        Raises:
            InputError: A target, a seed or a recipe is unusable, given twice, or missing.

            FailureError: The default library is not installed, or Yosys is missing.
        """
        if not _NAME.fullmatch(name):
            raise InputError(
                f"{name!r} is not a name of a space; use letters, digits, then also . _ + -."
            )
        if not configs:
            raise InputError("there is no configuration; give at least one.")
        if not targets:
            raise InputError("there is no target; give at least one, for example ecp5-85k-8.")
        if not recipes:
            raise InputError("there is no recipe; give at least one, or omit recipe.")
        _check_once("configuration", [config.name for config in configs])
        _check_once("target", targets)
        if any(map(cells.is_cells, targets)):
            return cls(name, tuple(configs), *_in_cells(targets, seeds, recipes), impossible)
        found = tuple(find_target(target) for target in targets)
        mapped = [target.name for target in found if not target.placed]
        placed = [target.name for target in found if target.placed]
        if mapped and placed:
            raise InputError(
                f"{mapped[0]} is mapped only and {placed[0]} is placed and routed, with "
                "incomparable figures; use two spaces."
            )
        if mapped and seeds is not None:
            raise InputError(f"{mapped[0]} is mapped only, so seeds have no effect; omit seeds.")
        numbers: Sequence[int] = ()
        if placed:
            numbers = DEFAULT_SEEDS if seeds is None else seeds
            check_seeds(numbers)
        space = cls(name, tuple(configs), found, tuple(numbers), tuple(recipes), impossible)
        for family, config in itertools.product(space.families, configs):
            names = [family.find_recipe(recipe, config.Mode).name for recipe in recipes]
            _check_once("recipe", names)
        return space


def _check_once(what: str, items: Iterable[str]) -> None:
    twice = [item for item, count in Counter(items).items() if count > 1]
    if twice:
        raise InputError(f"the {what} {twice[0]} is given twice; give it once.")


def _in_cells(
    targets: Sequence[str], seeds: Sequence[int] | None, recipes: Sequence[str]
) -> tuple[tuple[CellsTarget, ...], tuple[int, ...], tuple[str, ...]]:
    """Libraries, no seeds, and recipes for cells; InputError or FailureError as for `Space.of`."""
    parts = [target for target in targets if not cells.is_cells(target)]
    if parts:
        raise InputError(
            f"{parts[0]} is an FPGA among standard cells, with incomparable costs; use two spaces."
        )
    if seeds is not None:
        raise InputError("standard cells are not placed, so seeds have no effect; omit seeds.")
    names = tuple(
        cells.find_recipe(cells.DEFAULT if recipe == AUTO else recipe).name for recipe in recipes
    )
    _check_once("recipe", names)
    found = tuple(CellsTarget(name, cells.find_library(name).identity) for name in targets)
    for index, target in enumerate(found):
        for other in found[:index]:
            if other.identity == target.identity:
                raise InputError(f"{other.name} and {target.name} are one library; give it once.")
    return found, (), names


# `axes` checks these values; the schemas are for editors.
_SPAN = {"type": "string", "pattern": RANGE.pattern}
_Axis = Annotated[
    Any,
    WithJsonSchema(
        {"anyOf": [{"type": kind} for kind in ("string", "integer")]
         + [{"type": "array", "items": {"type": ["string", "integer"]}}]}
    ),
]  # fmt: skip
_Seed = {"anyOf": [{"type": "integer", "minimum": 1}, _SPAN]}
_Seeds = Annotated[
    Any, WithJsonSchema({"anyOf": [*_Seed["anyOf"], {"type": "array", "items": _Seed}]})
]


class SpaceFile(BaseModel):
    """A space in a file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str | None = Field(None, description="Name in reports (default: the file's).")
    base: str | dict[str, int | str] = Field(
        default_factory=dict, description="The preset or the parameters to start from."
    )
    axes: dict[str, _Axis] | list[dict[str, _Axis]] | None = Field(
        None, description="Values by parameter; every combination is a configuration."
    )
    configurations: list[str | dict[str, int | str]] | None = Field(
        None, description="Presets, or parameters with an optional `preset`, instead of axes."
    )
    targets: str | list[str] = Field(
        "ecp5-85k-8",
        description="FPGAs, FPGA families that are mapped only (for example xc7), or libraries of "
        "standard cells (cells:PATH.lib).",
    )
    seeds: _Seeds = Field(None, description="Seeds of the placer (default: 1, 2, 3).")
    recipe: str | list[str] = Field(
        AUTO, description="Recipe of the mapping; with several recipes, each maps every design."
    )
    impossible: Literal["skip", "error"] = Field(
        "skip", description="Whether to skip or to refuse impossible combinations."
    )


def spaces() -> list[str]:
    """The names of the spaces included in Roundel."""
    return sorted(path.stem for path in _SPACES.glob("*.yaml"))


def load_space(source: str, targets: Sequence[str] = ()) -> Space:
    """A space from a YAML file, or an included space by its name.

    A source with a slash or the suffix of YAML is a path. Non-empty `targets` replace the targets
    of the file; targets that are mapped only also remove the seeds of the file. InputError if the
    file is missing or is no space; FailureError if the default library is not installed.
    """
    path = source
    if not is_path(source):
        path = str(_SPACES / f"{source}.yaml")
        if source in design.preset_names():
            raise InputError(
                f"{source} is a preset (one configuration), not a space; give it to `roundel show` "
                f"or `roundel synth`, or choose a space from {', '.join(spaces())}."
            )
        if source not in spaces():
            raise InputError(
                f"there is no space {source!r}{nearest(source, spaces())}; Roundel includes "
                f"{', '.join(spaces())}. The path of a file ends in .yaml."
            )
    text = read_yaml(path, "space")
    try:
        values = parse_yaml(text, "the file", "space", "write `axes:` and below it")
        if not isinstance(values, dict):
            raise InputError("there is no space; write `axes:` and below it `Stages: 0..2`.")
        if targets:
            values["targets"] = list(targets)
            if not any(map(cells.is_cells, targets)) and not any(
                find_target(target).placed for target in targets
            ):
                values.pop("seeds", None)
        return replace(_space(_checked(values), Path(path).stem), source=source)
    except FailureError:
        raise
    except RoundelError as error:
        raise InputError(f"in {source}: {error}") from error


def make_space(values: Mapping[str, Any]) -> Space:
    """A space from the content of a file, as a dictionary; InputError for wrong content."""
    return _space(_checked(dict(values)), "space")


def _checked(values: dict[Any, Any]) -> SpaceFile:
    """The keys and values of a file, if valid for a space."""
    for key in values:
        if key in Config.model_fields and key != "name":
            raise InputError(
                f"{key} is a parameter, so this is one configuration and not a space; give it to "
                "`roundel show` or `roundel synth`, or write the parameters below `axes:`."
            )
        if key not in SpaceFile.model_fields:
            raise InputError(
                f"there is no key {key!r}{nearest(str(key), SpaceFile.model_fields)}; the keys are "
                f"{', '.join(SpaceFile.model_fields)}."
            )
    try:
        return SpaceFile(**values)
    except ValidationError as error:
        first = error.errors()[0]
        path = ".".join(str(part) for part in first["loc"] if not _is_type(part))
        expected = _EXPECTED.get(str(first["loc"][0]), "check the value")
        raise InputError(f"{path}={first['input']!r} is not possible; {expected}.") from error


def _is_type(part: int | str) -> bool:
    """Whether a part of an error's location is a type tried by pydantic, not a key."""
    return isinstance(part, str) and (part in ("str", "int") or "[" in part)


_EXPECTED = {
    "name": "a name is text",
    "base": "base is a preset's name, or one `Name: value` a line",
    "axes": "axes have one `Name: [value, value]` or `Name: 0..9` a line",
    "configurations": "configurations are a list of presets' names or of parameters",
    "targets": "targets are a list of parts, for example [ecp5-85k-8], or [cells:PATH.lib]",
    "recipe": "a recipe is a name, and several are a list",
    "impossible": "choose skip or error",
}


def _space(file: SpaceFile, stem: str) -> Space:
    name = file.name if file.name is not None else stem
    if (file.axes is None) == (file.configurations is None):
        raise InputError(
            "give either axes, whose values are combined, or configurations, a list; the file has "
            f"{'neither' if file.axes is None else 'both'}."
        )
    if file.configurations is not None:
        if file.base != {}:
            raise InputError("base needs axes; name the preset in each configuration instead.")
        configs = [find_configuration(item) for item in file.configurations]
    else:
        base = find_configuration(file.base, name)
        blocks = file.axes if isinstance(file.axes, list) else [file.axes or {}]
        configs = list(products(base, blocks))
    targets = [file.targets] if isinstance(file.targets, str) else file.targets
    seeds = None if file.seeds is None else parse_seeds(file.seeds)
    recipes = [file.recipe] if isinstance(file.recipe, str) else file.recipe
    return Space.of(name, configs, targets, seeds, recipes, file.impossible)
