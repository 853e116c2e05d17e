# SPDX-License-Identifier: Apache-2.0
"""The tops of the library and their parameters.

Only the SystemVerilog defines the names and values of parameters; this module reads the elaborated
sources. The named values of parameters are constants of the RTL's packages, each with a literal
value on one line. Reading these lines takes a millisecond; loading slang would take most of the
time of a short command.
"""

import functools
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from roundel.base.errors import FailureError
from roundel.design import elaborate as rtl
from roundel.design import files

CARD = "roundel_card"  # STREAM behind a memory-mapped window
DMA = "roundel_dma"  # STREAM with a DMA that fetches packets from memory
CORE = "roundel_core"  # blocks in, blocks out
COMPACT = "roundel_compact"  # CORE with the fewest gates, one block at a time
BLOCKS = (CORE, COMPACT)  # tops with the ports of CORE
LANES = "roundel_lanes"  # words of several blocks in and out, without back-pressure
STREAM = "roundel_stream"  # commands and packets in, packets and results out
INTERLEAVED = "roundel_stream_interleaved"  # STREAM for many streams: CBC encryption
NO_MODE = "none"  # the value of Mode that chooses CORE, COMPACT or LANES
USER_BITS = 16  # UserBits of a packet engine in simulation: the number of a packet


_CONSTANT = re.compile(
    r"^ *localparam int (?P<name>\w+) = (?P<value>\d+);(?: *// (?P<comment>.*))?$", re.MULTILINE
)
_SETS = "KeySizes"  # the parameter whose named values are sets
_PACKAGE = "_pkg"  # suffix of a package's name


@dataclass(frozen=True)
class Constant:
    """A constant, and the comment on its meaning in the package, possibly empty."""

    value: int
    comment: str


@functools.cache
def constants(files: tuple[Path, ...]) -> Mapping[str, Constant]:
    """The constants of the packages with a literal value, by name, in the order of the files."""
    texts = [path.read_text(encoding="utf-8") for path in files if path.stem.endswith(_PACKAGE)]
    if not texts:
        raise FailureError("the RTL has no packages; install Roundel again.")
    return {
        found["name"]: Constant(int(found["value"]), found["comment"] or "")
        for text in texts
        for found in _CONSTANT.finditer(text)
    }


def choices(field: str) -> dict[str, int]:
    """The named values of a parameter, from the constants of the packages, in their order.

    A name is the constant's name in lower case without the prefix: the constants KEY_SCHEDULE_*
    belong to the parameter KeySchedule. A parameter SecondX, for the lanes with another S-box, has
    the values of X. A set of modes has the names of its modes: ecb+ctr. A numeric parameter has no
    named values.
    """
    if field == "Modes":
        return dict(_mode_sets(files.sources()))
    return {name: found.value for name, found in _named(field, files.sources()).items()}


@functools.cache
def _mode_sets(sources: tuple[Path, ...]) -> Mapping[str, int]:
    """The sets of at least two modes that an engine may have, and no set, as masks."""
    limits = _named("Modes", sources)
    modes = {name: 1 << found.value for name, found in _named("Mode", sources).items()}
    able = [name for name, bit in modes.items() if bit & limits["all"].value]
    sets = {
        "+".join(names): sum(modes[name] for name in names)
        for count in range(2, len(able) + 1)
        for names in itertools.combinations(able, count)
    }
    return {"one": limits["one"].value, **sets}


def value_meanings(field: str) -> dict[str, str]:
    """The named values of a parameter with their meanings."""
    none = {NO_MODE: "blocks in and blocks out"} if field == "Mode" else {}
    return none | {name: found.comment for name, found in _named(field, files.sources()).items()}


@functools.cache
def _named(field: str, sources: tuple[Path, ...]) -> dict[str, Constant]:
    """The constants of a parameter by the names of its values."""
    prefix = f"{words(field.removeprefix('Second')).replace(' ', '_').upper()}_"
    joint = "+" if field == _SETS else "_"  # "128+256" in the user's notation
    return {
        name.removeprefix(prefix).lower().replace("_", joint): found
        for name, found in constants(sources).items()
        if name.startswith(prefix)
    }


def defaults(names: Iterable[str], top: str = CORE) -> dict[str, int]:
    """The RTL's default values of the named parameters of a top."""
    values = rtl.elaborate(tuple(files.sources()), top, ()).values
    return {name: values[name] for name in names}


def top_parameters(top: str = CORE) -> tuple[str, ...]:
    """The names of all parameters of a top for an instance, in order."""
    return rtl.elaborate(tuple(files.sources()), top, ()).settable


def spelled(field: str, value: object) -> str:
    """A parameter's value in reports: masks in hexadecimal digits, other values unchanged."""
    masked = field.endswith("Cuts") and type(value) is int and value > 0
    return f"{value:#x}" if masked else str(value)


def listed(values: Mapping[str, object]) -> str:
    """Parameter values in reports: "Rounds=2,RoundCuts=0x24"."""
    return ",".join(f"{field}={spelled(field, value)}" for field, value in values.items())


def words(field: str) -> str:
    """A parameter's name as words: "KeySchedule" becomes "key schedule"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", field).lower()


def either(values: Sequence[str] | Mapping[str, object]) -> str:
    """Alternatives as words: "1, 2 or 5"."""
    texts = list(values)
    return " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]
