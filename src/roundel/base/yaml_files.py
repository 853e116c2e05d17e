# SPDX-License-Identifier: Apache-2.0
"""YAML as users write it: safe, and with each key once."""

from collections.abc import Hashable
from typing import Any

import yaml


class _TwiceError(yaml.constructor.ConstructorError):
    """A key stands twice in a mapping."""


class _Loader(yaml.SafeLoader):
    """The safe loader, which takes the last of two equal keys in silence, made to refuse them."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, Hashable):
                if key in seen:
                    raise _TwiceError(
                        None, None, f"{key!r} stands there twice", key_node.start_mark
                    )
                seen.add(key)
        return super().construct_mapping(node, deep)


def load_yaml(text: str) -> object:
    """The value of a YAML text; None if it is empty.

    Raises:
        yaml.YAMLError: It does not parse, or a mapping has a key twice; `problem` says what and
            `problem_mark` where.
        ValueError: It holds a date or number that does not exist.
        RecursionError: It is nested too deep.
    """
    return yaml.load(text, Loader=_Loader)  # noqa: S506 (a SafeLoader)


def fault(error: yaml.YAMLError, advice: str) -> str:
    """What is wrong with a text that `load_yaml` refuses, to follow "it" or the file's name."""
    mark = getattr(error, "problem_mark", None)
    where = f" in line {mark.line + 1}" if mark else ""
    problem = getattr(error, "problem", None) or "it does not parse"
    if isinstance(error, _TwiceError):
        return f"cannot be used{where}: {problem}; keep one of them."
    return f"is not YAML{where}: {problem}; {advice}"
