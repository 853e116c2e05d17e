# SPDX-License-Identifier: Apache-2.0
"""Configurations from presets, files and overrides."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundel.base.errors import FailureError, InputError, nearest
from roundel.base.yaml_files import is_path, parse_yaml, read_yaml
from roundel.design import derived
from roundel.design.config import Config, check_name, make_config, top_of
from roundel.design.tops import listed

_PRESETS = Path(__file__).parent / "presets"
_SPDX = "SPDX-License-Identifier"
_SPACE_KEYS = ("axes", "configurations")  # keys of a file for `roundel explore`
_INTEGER = re.compile(r"[+-]?([0-9]{1,9}|0x[0-9a-fA-F]{1,8}|0b[01]{1,32})")


@dataclass(frozen=True)
class Preset:
    """A configuration included in Roundel."""

    name: str  # for `CONFIG` on the command line
    purpose: str  # use and cost, from the comment at the head of the file
    config: Config


def presets(*, papers: bool = False) -> list[Preset]:
    """List the configurations included in Roundel, sorted by name.

    With `papers`, list the papers' designs instead of Roundel's own. Each preset has a `name`, a
    `purpose` and a `config`.

    Raises:
        FailureError: A preset cannot be read.
    """
    found = []
    for path in _preset_files(papers):
        try:
            text = path.read_text(encoding="utf-8")
            found.append(Preset(path.stem, _purpose(text), _parse(path.stem, text, path.name)))
        except (OSError, InputError) as error:
            raise FailureError(f"the preset {path.stem} is broken: {error}") from error
    return found


def preset_names() -> list[str]:
    """The names of all presets, Roundel's own first."""
    return [path.stem for papers in (False, True) for path in _preset_files(papers)]


def load_config(source: str, overrides: Sequence[str] = ()) -> Config:
    """A possible configuration, from a preset's name or a YAML file, and overrides.

    A path contains a slash or a suffix. An override is "Name=value"; each name occurs once.

    Raises:
        InputError: The preset, file, parameter or value does not exist; a parameter is given twice;
            or the combination is impossible.
    """
    config = _load(source)
    values: dict[str, object] = {}
    for override in overrides:
        name, equals, value = override.partition("=")
        if not equals or not name or not value:
            raise InputError(f"-p {override} is not a parameter; write Name=value.")
        name = name.strip()
        check_name(name)
        if name in values:
            raise InputError(f"-p gives {name} twice; give it once.")
        values[name] = _integer(value) if _INTEGER.fullmatch(value) else value
    return apply_overrides(config, values)


_KEY_SIZE = {"KeyBits", "KeySizes"}
_MODE = {"Mode", "Modes"}


def apply_overrides(config: Config, values: Mapping[str, Any]) -> Config:
    """A configuration with a user's values, checked.

    InputError if the values select another top without a parameter that the configuration sets. A
    new mode or set of modes drops such parameters, because a mode accepts any configuration.
    """
    found = config.changed(None, values)
    lost = {
        name: value
        for name, value in config.own_fields().items()
        if name not in values
        and getattr(found, name) != value != Config.model_fields[name].default
        # A key size replaces the set of key sizes, and a set replaces the key size.
        and not (name in _KEY_SIZE and not _KEY_SIZE.isdisjoint(values))
        and not (name == "Mode" and "Modes" in values)  # the set gives the mode
    }
    if lost and values.keys().isdisjoint(_MODE):
        advice = " ".join(f"-p {name}={getattr(found, name)}" for name in lost)
        raise InputError(
            f"{listed(values)} selects {top_of(found)}, which ignores {listed(lost)} of "
            f"{config.name}; change {config.name}, or add {advice}."
        )
    derived.check(found)
    return found


def _integer(text: str) -> int:
    """A number in YAML's notation: decimal, or with 0x or 0b in front."""
    return int(text, 0) if text.lstrip("+-")[:2] in ("0x", "0b") else int(text)


def _load(source: str) -> Config:
    if is_path(source):
        if not source.isprintable():
            raise InputError(f"{source!r} has a control character; rename the file.")
        text = read_yaml(source, "configuration", " or a preset's name (`roundel presets`)")
        try:
            return _parse(Path(source).stem, text, source)
        except InputError as error:
            if str(error).startswith(source):
                raise
            raise InputError(f"in {source}: {error}") from error
    files = {path.stem: path for papers in (False, True) for path in _preset_files(papers)}
    if source not in files:
        raise InputError(
            f"there is no preset {source!r}{nearest(source, files)}; `roundel presets` and "
            "`roundel presets --papers` list all presets. The path of a file ends in .yaml."
        )
    return _parse(source, files[source].read_text(encoding="utf-8"), files[source].name)


def _preset_files(papers: bool) -> list[Path]:
    """The files of Roundel's own presets, or of the papers' presets."""
    folder = _PRESETS / "papers" if papers else _PRESETS
    return sorted(folder.glob("*.yaml"), key=_natural)


def _parse(name: str, text: str, origin: str) -> Config:
    values = parse_yaml(text, origin, "configuration", "write one `Name: value` a line")
    if values is None or values == {}:
        raise InputError(
            f"{origin} is a configuration without any value; write one `Name: value` a line, for "
            "example `KeyBits: 128`."
        )
    if not isinstance(values, dict) or not all(isinstance(key, str) for key in values):
        raise InputError(f"{origin} is not a configuration; write one `Name: value` a line.")
    if any(key in values for key in _SPACE_KEYS):
        raise InputError(
            f"{origin} is a space of configurations, not one configuration; give the space to "
            f"`roundel explore {origin}`."
        )
    return make_config(name, values)


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
