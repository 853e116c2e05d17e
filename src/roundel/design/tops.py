# SPDX-License-Identifier: Apache-2.0
"""The tops of the library and their parameters.

The names and values of parameters stand in the SystemVerilog alone; this module reads the
elaborated sources. The named values of parameters are constants of the RTL's packages with a
literal value, one a line. Reading the lines takes a millisecond; loading slang for them would take
most of the time of a short command.
"""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from roundel.base.errors import FailureError
from roundel.design import elaborate as rtl
from roundel.design import files

CARD = "roundel_card"  # STREAM behind a window of memory
DMA = "roundel_dma"  # STREAM that fetches packets from memory
CORE = "roundel_core"  # blocks in, blocks out
COMPACT = "roundel_compact"  # the same in the fewest gates, a block at a time
BLOCKS = (CORE, COMPACT)  # tops with the ports of CORE
LANES = "roundel_lanes"  # words of several blocks in and out, without back-pressure
STREAM = "roundel_stream"  # commands and packets in, packets and results out
INTERLEAVED = "roundel_stream_interleaved"  # as STREAM, of many streams: CBC encryption
NO_MODE = "none"  # the value of Mode that chooses CORE, COMPACT or LANES


_CONSTANT = re.compile(
    r"^ *localparam int (?P<name>\w+) = (?P<value>\d+);(?: *// (?P<comment>.*))?$", re.MULTILINE
)
_PACKAGE = "_pkg"  # the end of a package's name


@dataclass(frozen=True)
class Constant:
    """A constant, and its comment in the package on its meaning, which can be empty."""

    value: int
    comment: str


@functools.cache
def constants(files: tuple[Path, ...]) -> Mapping[str, Constant]:
    """The packages' constants with a literal value, by name, in the order of the files."""
    texts = [path.read_text(encoding="utf-8") for path in files if path.stem.endswith(_PACKAGE)]
    if not texts:
        raise FailureError("the RTL has no packages; install Roundel again.")
    return {
        found["name"]: Constant(int(found["value"]), found["comment"] or "")
        for text in texts
        for found in _CONSTANT.finditer(text)
    }


def choices(field: str) -> dict[str, int]:
    """The named values of a parameter, from the packages' constants, in the packages' order.

    A name is in lower case, without the prefix: the constants KEY_SCHEDULE_* belong to the
    parameter KeySchedule. A parameter SecondX, of the lanes with another S-box, has the values of
    X. A parameter of plain numbers has no names.
    """
    return {name: found.value for name, found in _named(field, files.sources()).items()}


def value_meanings(field: str) -> dict[str, str]:
    """The named values of a parameter, and what each of them means."""
    none = {NO_MODE: "blocks in and blocks out"} if field == "Mode" else {}
    return none | {name: found.comment for name, found in _named(field, files.sources()).items()}


@functools.cache
def _named(field: str, sources: tuple[Path, ...]) -> dict[str, Constant]:
    """The constants of a parameter by the names of its values."""
    prefix = f"{words(field.removeprefix('Second')).replace(' ', '_').upper()}_"
    return {
        name.removeprefix(prefix).lower(): found
        for name, found in constants(sources).items()
        if name.startswith(prefix)
    }


def defaults(names: Iterable[str], top: str = CORE) -> dict[str, int]:
    """The values that the RTL gives to the named parameters of a top by itself."""
    values = rtl.elaborate(tuple(files.sources()), top, ()).values
    return {name: values[name] for name in names}


def top_parameters(top: str = CORE) -> tuple[str, ...]:
    """The names of all parameters of a top that an instance can set, in its order."""
    return rtl.elaborate(tuple(files.sources()), top, ()).settable


def spelled(field: str, value: object) -> str:
    """A parameter's value as people read it: a mask in hexadecimal digits, all else as it is."""
    masked = field.endswith("Cuts") and type(value) is int and value > 0
    return f"{value:#x}" if masked else str(value)


def listed(values: Mapping[str, object]) -> str:
    """Values of parameters as people read them: "Rounds=2,RoundCuts=0x24"."""
    return ",".join(f"{field}={spelled(field, value)}" for field, value in values.items())


def words(field: str) -> str:
    """A parameter's name as words: "KeySchedule" becomes "key schedule"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", field).lower()


def either(values: Sequence[str] | Mapping[str, object]) -> str:
    """Alternatives as words: "1, 2 or 5"."""
    texts = list(values)
    return " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]
