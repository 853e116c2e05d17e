# SPDX-License-Identifier: Apache-2.0
"""The constants of the RTL's package: names, values and comments, from the package's text.

The named values of parameters are constants with a literal value, one a line. Reading the lines
takes a millisecond; loading slang for them would take most of the time of a short command.
"""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from roundel.base.errors import FailureError

PACKAGE = "aes_pkg"

_CONSTANT = re.compile(
    r"^ *localparam int (?P<name>\w+) = (?P<value>\d+);(?: *// (?P<comment>.*))?$", re.MULTILINE
)


@dataclass(frozen=True)
class Constant:
    """A constant, and the package's comment on its meaning, which can be empty."""

    value: int
    comment: str


@functools.cache
def constants(files: tuple[Path, ...]) -> Mapping[str, Constant]:
    """The package's constants with a literal value, by name, in its order."""
    for path in files:
        if path.stem == PACKAGE:
            text = path.read_text(encoding="utf-8")
            return {
                found["name"]: Constant(int(found["value"]), found["comment"] or "")
                for found in _CONSTANT.finditer(text)
            }
    raise FailureError(f"the RTL has no package {PACKAGE}; install Roundel again.")
