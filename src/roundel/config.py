# SPDX-License-Identifier: Apache-2.0
"""Configurations: the RTL's parameters by the RTL's names, from presets, files and overrides."""

import difflib
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from roundel import design
from roundel.documents import fault, load_yaml
from roundel.errors import FailureError, InputError

__all__ = ["Config", "Preset", "load_config", "make_config", "nearest", "presets"]

_PRESETS = Path(__file__).parent / "presets"
_INTEGER = re.compile(r"[+-]?([0-9]{1,9}|0x[0-9a-fA-F]{1,8}|0b[01]{1,32})")
_SANE = 1000  # the design elaborates at once with any number up to it, and says what is wrong
_NEAR = 0.7  # of 1: "Slots" is near "KeySlots", "TagBits" and "Stages" only share letters
_SPDX = "SPDX-License-Identifier"


def _number(default: int, limit: int = _SANE) -> Any:
    """A parameter that is a number; which ones work is the RTL's to say."""
    return Field(default=default, ge=-limit, le=limit)


class Config(BaseModel):
    """One design: a value for each parameter of the top that a user chooses.

    `Mode` chooses the top: with `none` it is aes_core, blocks in and blocks out, or with `Compact`
    aes_compact, the same in fewer gates, or with several `Lanes` aes_lanes, words of as many
    blocks; else aes_stream, packets in and packets out, or with
    `Direction` for CBC encryption aes_stream_interleaved, packets of many streams. What the
    parameters mean is told in the heads of these; the values of the named ones are the constants of
    `aes_pkg` in lower case. Whether a combination works is the RTL's to say: `roundel.design.check`
    asks it.

    Attributes:
        name: What reports call it: a preset's name or a file's, with what was overridden.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, protected_namespaces=())

    name: str
    KeyBits: int = _number(128)
    Direction: str = "encrypt"
    Rounds: int = _number(1)
    Stages: int = _number(1)
    RoundCuts: int = _number(0, 1 << 20)
    Sbox: str = "tower"
    KeySchedule: str = "on_the_fly"
    KeySlots: int = _number(1)
    Backpressure: int = _number(1)
    Compact: int = _number(0, 1)
    Mode: str = design.NO_MODE
    Lanes: int = _number(1)
    OtherLanes: int = _number(0)
    OtherSbox: str = "rom"
    OtherCuts: int = _number(0, 1 << 20)
    GhashCuts: int = _number(0, 1 << 20)
    Streams: int = _number(128)
    Depth: int = _number(4)
    BlockRam: int = _number(1)

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, values: Any) -> Any:
        """What is not said is as the RTL of the chosen top has it."""
        if not isinstance(values, dict):
            return values
        if values.get("Mode", design.NO_MODE) != design.NO_MODE:
            return {**_STREAM_DEFAULTS, **values}
        lanes = values.get("Lanes", 1)
        return {"Backpressure": 0, **values} if type(lanes) is int and lanes > 1 else values

    @field_validator("Direction", "Sbox", "KeySchedule", "Mode", "OtherSbox")
    @classmethod
    def _named(cls, value: str, info: Any) -> str:
        named = _names(info.field_name)
        if value not in named:
            raise ValueError(f"it can be {', '.join(named)}{nearest(value, named)}")
        return value

    def fields(self) -> dict[str, int | str]:
        """The values of all parameters by name, without the configuration's own name."""
        return self.model_dump(exclude={"name"})

    def own_fields(self) -> dict[str, int | str]:
        """The values of the parameters that its top has, by name, and its mode."""
        lacking = design.unsuited(design.top_of(self))
        return {key: value for key, value in self.fields().items() if key not in lacking}

    def changed(self, name: str, values: Mapping[str, Any]) -> "Config":
        """The same configuration with other values, under another name.

        Where they choose another top or mode, what that has no choice of is left behind.

        Raises:
            InputError: There is no such parameter or value.
        """
        for key in values:
            _known(key)
        fields: dict[str, Any] = self.fields()
        found = _validated({**fields, **values, "name": name})
        return self._on_its_top(found, values)

    def _on_its_top(self, found: "Config", given: Container[str]) -> "Config":
        """A configuration made of this one, without what its top and mode have no choice of.

        Where a mode was left, its lanes are too.
        """
        if found.Mode == design.NO_MODE != self.Mode and "Lanes" not in given:
            found = found.model_copy(update={"Lanes": 1})
        if (design.top_of(found), found.Mode) == (design.top_of(self), self.Mode):
            return found
        left = {key: value for key, value in design.settled(found).items() if key not in given}
        return found.model_copy(update=left)

    def replaced(self, field: str, value: int | str) -> "Config":
        """The same configuration with another value of one parameter, not checked.

        Where that chooses another top or mode, what it has no choice of is left behind.
        """
        return self._on_its_top(self.model_copy(update={field: value}), {field})

    @staticmethod
    def candidates(field: str) -> Iterable[int | str]:
        """The values of one parameter that are worth trying, in rising order."""
        if field == "KeyBits":
            return (128, 192, 256)
        if field == "KeySlots":
            return [1 << power for power in range(9)]
        if field.endswith("Cuts"):
            return (0,)
        if field == "Lanes":
            return (1, 2, 4, 8, 16)
        if field in ("Streams", "Depth"):
            return [1 << power for power in range(1, 9)]
        if field in ("Backpressure", "BlockRam", "Compact"):
            return (0, 1)
        named = _names(field)
        return tuple(named) if named else range(15)  # no cipher has more rounds than 14


# What the RTL gives a stream where a core has another value.
_STREAM_DEFAULTS = {"Direction": "both", "KeySchedule": "stored", "KeySlots": 4}


def _names(field: str) -> tuple[str, ...]:
    """The names that the value of a field can have; none for a number."""
    return (*([design.NO_MODE] if field == "Mode" else []), *design.choices(field))


@dataclass(frozen=True)
class Preset:
    """A configuration that ships with Roundel.

    Attributes:
        name: What `CONFIG` on the command line takes.
        purpose: What it is for and what it costs, from the comment at the head of its file.
        config: Its values.
    """

    name: str
    purpose: str
    config: Config


def presets() -> list[Preset]:
    """All presets, in the order of their names.

    Raises:
        FailureError: The installation is broken: a preset cannot be read.
    """
    found = []
    for path in sorted(_PRESETS.glob("*.yaml"), key=_natural):
        try:
            text = path.read_text(encoding="utf-8")
            found.append(Preset(path.stem, _purpose(text), _parse(path.stem, text, path.name)))
        except (OSError, InputError) as error:
            raise FailureError(f"the preset {path.stem} is broken: {error}") from error
    return found


def load_config(source: str, overrides: Sequence[str] = ()) -> Config:
    """A configuration that can be built, from a preset or a file, and overrides.

    Args:
        source: A preset's name, or the path of a YAML file (told by a slash or a suffix).
        overrides: "Name=value" each, no name twice.

    Raises:
        InputError: There is no such preset, file, parameter or value, one is given twice, or the
            combination cannot work.
    """
    config = _load(source)
    values: dict[str, object] = {}
    for override in overrides:
        name, equals, value = override.partition("=")
        if not equals or not name or not value:
            raise InputError(f"-p {override} is not a parameter; write it as Name=value.")
        name = name.strip()
        _known(name)
        if name in values:
            raise InputError(f"-p gives {name} twice; give it once.")
        values[name] = _integer(value) if _INTEGER.fullmatch(value) else value
    changed = {key: value for key, value in values.items() if config.fields()[key] != value}
    if changed:
        label = ",".join(f"{key}={design.spelled(key, value)}" for key, value in changed.items())
        config = config.changed(f"{config.name}+{label}", values)
    design.check(config)
    return config


def _integer(text: str) -> int:
    """A number as YAML writes it: decimal, or with 0x or 0b in front."""
    return int(text, 0) if text.lstrip("+-")[:2] in ("0x", "0b") else int(text)


def make_config(name: str, values: Mapping[str, Any]) -> Config:
    """A configuration from values by parameter, of which the RTL was not asked.

    Raises:
        InputError: There is no such parameter or value.
    """
    for key in values:
        _known(key)
    return _validated({**values, "name": name})


def _load(source: str) -> Config:
    path = Path(source)
    if path.suffix in (".yaml", ".yml") or "/" in source:
        try:
            return _parse(path.stem, path.read_text(encoding="utf-8"), source)
        except UnicodeDecodeError as error:
            raise InputError(f"{source} is not a text file; give a YAML file.") from error
        except OSError as error:
            raise InputError(
                f"cannot read the configuration {source} ({error.strerror}); give a YAML file or a "
                "preset's name (`roundel presets`)."
            ) from error
    path = _PRESETS / f"{source}.yaml"
    names = [item.stem for item in _PRESETS.glob("*.yaml")]
    if source not in names:
        raise InputError(
            f"there is no preset {source!r}{nearest(source, names)}; "
            "`roundel presets` lists them, and a file is given as a path that ends in .yaml."
        )
    return _parse(source, path.read_text(encoding="utf-8"), path.name)


def _parse(name: str, text: str, origin: str) -> Config:
    try:
        values = load_yaml(text)
    except yaml.YAMLError as error:
        raise InputError(f"{origin} {fault(error, 'write `Name: value`.')}") from error
    except (ValueError, RecursionError) as error:  # a date that no calendar has; endless nesting
        raise InputError(
            f"{origin} holds what no configuration does; write one `Name: value` a line."
        ) from error
    if values is None or values == {}:
        raise InputError(
            f"{origin} is a configuration without any value; write one `Name: value` a line, for "
            "example `KeyBits: 128`."
        )
    if not isinstance(values, dict) or not all(isinstance(key, str) for key in values):
        raise InputError(f"{origin} is not a configuration; write one `Name: value` a line.")
    return make_config(name, values)


def _known(name: str) -> None:
    """Refuse a parameter that does not exist."""
    names = [field for field in Config.model_fields if field != "name"]
    if name in names:
        return
    for top in (*design.BLOCKS, design.LANES, design.STREAM, design.INTERLEAVED):
        if name in design.top_parameters(top):
            raise InputError(
                f"{name} is a parameter of {top} and not one of the command's, which are "
                f"{', '.join(names)}; set it where you instantiate the core."
            )
    raise InputError(
        f"there is no parameter {name!r}{nearest(name, names)}; the parameters are "
        f"{', '.join(names)}."
    )


def _validated(values: dict[str, Any]) -> Config:
    """A configuration from values whose names are known."""
    try:
        return Config(**values)
    except ValidationError as error:
        first = error.errors()[0]
        field, value = first["loc"][0], first["input"]
        match first["type"]:
            case "value_error":
                reason = str(first["ctx"]["error"])
            case "int_type" | "int_from_float":
                reason = "it is a whole number"
            case "string_type":
                reason = f"it can be {', '.join(_names(str(field)))}"
            case _:
                reason = "no design has such a number"
        given = design.spelled(str(field), value)
        raise InputError(f"{field}={given} is not possible: {reason}.") from error


def nearest(word: str, words: Iterable[str]) -> str:
    """A suggestion, where one of the words is near."""
    lower = {item.lower(): item for item in words}
    near = difflib.get_close_matches(word.lower(), lower, n=1, cutoff=_NEAR)
    return f" (did you mean {lower[near[0]]}?)" if near else ""


def _purpose(text: str) -> str:
    """The comment at the head of a preset, on one line."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        if _SPDX not in line:
            lines.append(line.removeprefix("#").strip())
    return " ".join(lines).strip()


def _natural(path: Path) -> tuple[str, int]:
    """Sort "unrolled-2" before "unrolled-10"."""
    head, dash, tail = path.stem.rpartition("-")
    return (head, int(tail)) if dash and tail.isdigit() else (path.stem, 0)
