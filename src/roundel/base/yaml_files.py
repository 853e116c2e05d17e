# SPDX-License-Identifier: Apache-2.0
"""YAML files of users: without code, and with unique keys."""

from collections.abc import Hashable
from pathlib import Path
from typing import Any

import yaml

from roundel.base.errors import InputError


class _TwiceError(yaml.constructor.ConstructorError):
    """A mapping contains a key twice."""


class _Loader(yaml.SafeLoader):
    """The safe loader, extended to refuse equal keys in a mapping, of which YAML keeps the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, Hashable):
                if key in seen:
                    raise _TwiceError(None, None, f"{key!r} is given twice", key_node.start_mark)
                seen.add(key)
        return super().construct_mapping(node, deep)


def load_yaml(text: str) -> object:
    """The value of a YAML text; None for an empty text.

    Raises:
        yaml.YAMLError: The text does not parse, or a mapping has a key twice; `problem` describes
            the fault and `problem_mark` its position.
        ValueError: The text contains a date or number that does not exist.
        RecursionError: The text is nested too deep.
    """
    return yaml.load(text, Loader=_Loader)  # noqa: S506 (a SafeLoader)


def parse_yaml(text: str, origin: str, what: str, advice: str) -> Any:
    """The value of a YAML text that a user wrote; InputError if the text is no YAML.

    The message begins with `origin`, for example the file's name, and ends with `advice`; `what` is
    the expected kind of content.
    """
    try:
        return load_yaml(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "the text does not parse"
        reason = f"is not YAML{where}: {problem}; {advice}."
        if isinstance(error, _TwiceError):
            reason = f"cannot be used{where}: {problem}; keep one of them."
        raise InputError(f"{origin} {reason}") from error
    except (ValueError, RecursionError) as error:  # a date that does not exist; too deep nesting
        raise InputError(f"{origin} contains a value that no {what} can have; {advice}.") from error


def is_path(source: str) -> bool:
    """Whether a source is a path (with a slash, or with the suffix of YAML), not a name."""
    return "/" in source or Path(source).suffix in (".yaml", ".yml")


def read_yaml(source: str, what: str, otherwise: str = "") -> str:
    """The text of a user's YAML file; InputError if the file cannot be read.

    The message contains `what`, the kind of file, and `otherwise`, the alternatives to a file.
    """
    try:
        return Path(source).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{source} is not a text file; give a YAML file.") from error
    except OSError as error:
        raise InputError(
            f"cannot read the {what} {source} ({error.strerror}); give a YAML file{otherwise}."
        ) from error
