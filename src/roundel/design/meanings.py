# SPDX-License-Identifier: Apache-2.0
"""What parameters and their named values mean, in words.

A parameter's meaning is the description of its field in `Config`. A named value's meaning is the
comment of its constant in the RTL's package.
"""

import functools
import re

from roundel.base.errors import FailureError
from roundel.design import files, tops
from roundel.design.config import Config
from roundel.design.elaborate import PACKAGE

__all__ = ["meaning", "value_meanings"]

_CONSTANT = re.compile(
    r"^ *localparam int (?P<name>\w+) = \S+;(?: *// (?P<comment>.*))?$", re.MULTILINE
)


def meaning(field: str) -> str:
    """What a parameter means, one or two sentences."""
    return Config.model_fields[field].description or ""


def value_meanings(field: str) -> dict[str, str]:
    """The named values of a parameter and what they mean; empty for a parameter with numbers."""
    comments = _comments()
    values = tops.choices(field)
    prefix = tops.constants_prefix(field)
    found = {name: comments.get(f"{prefix}{name.upper()}", "") for name in values}
    return (
        {tops.NO_MODE: "no mode: blocks in and blocks out", **found} if field == "Mode" else found
    )


@functools.cache
def _comments() -> dict[str, str]:
    """The comments of the package's constants, by name."""
    for path in files.sources():
        if path.stem == PACKAGE:
            text = path.read_text(encoding="utf-8")
            return {item["name"]: item["comment"] or "" for item in _CONSTANT.finditer(text)}
    raise FailureError(f"the RTL has no package {PACKAGE}; install Roundel again.")
