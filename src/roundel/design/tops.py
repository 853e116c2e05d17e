# SPDX-License-Identifier: Apache-2.0
"""The tops of the library and their parameters.

`roundel.design.Config` describes which configuration is which top. A parameter that a top lacks has
one value there. The names and values of parameters stand in the SystemVerilog alone; this module
reads the elaborated sources.
"""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from roundel.base.errors import InputError
from roundel.design import elaborate as rtl
from roundel.design import files
from roundel.design.constants import Constant, constants

CARD = "aes_card"  # STREAM behind a window of memory
DMA = "aes_dma"  # STREAM that fetches packets from memory
CORE = "aes_core"  # blocks in, blocks out
COMPACT = "aes_compact"  # the same in the fewest gates, a block at a time
BLOCKS = (CORE, COMPACT)  # tops with the ports of CORE
LANES = "aes_lanes"  # words of several blocks in and out, without back-pressure
STREAM = "aes_stream"  # commands and packets in, packets and results out
INTERLEAVED = "aes_stream_interleaved"  # as STREAM, of many streams: CBC encryption
NO_MODE = "none"  # the value of Mode that chooses CORE, COMPACT or LANES


class Fields(Protocol):
    """The part of a configuration that chooses its top and gives the top's parameters."""

    @property
    def Mode(self) -> str:  # noqa: N802 (the RTL's names)
        """The mode of operation, or `NO_MODE`."""

    @property
    def Direction(self) -> str:  # noqa: N802
        """Encrypt, decrypt or both."""

    @property
    def Lanes(self) -> int:  # noqa: N802
        """Blocks side by side in a word."""

    @property
    def Compact(self) -> int:  # noqa: N802
        """1 chooses `COMPACT`."""

    def fields(self) -> dict[str, int | str]:
        """The values of all parameters by name."""


def choices(field: str) -> dict[str, int]:
    """The named values of a parameter, from the package's constants, in the package's order.

    A name is in lower case, without the prefix: the constants KEY_SCHEDULE_* belong to the
    parameter KeySchedule. A parameter of other lanes has the values of the first lanes' parameter.
    A parameter of plain numbers has no names.
    """
    return {name: found.value for name, found in _named(field, files.sources()).items()}


def value_meanings(field: str) -> dict[str, str]:
    """The named values of a parameter, and what each of them means."""
    none = {NO_MODE: "blocks in and blocks out"} if field == "Mode" else {}
    return none | {name: found.comment for name, found in _named(field, files.sources()).items()}


@functools.cache
def _named(field: str, sources: tuple[Path, ...]) -> dict[str, Constant]:
    """The constants of a parameter by the names of its values."""
    prefix = f"{words(field.removeprefix('Other')).replace(' ', '_').upper()}_"
    return {
        name.removeprefix(prefix).lower(): found
        for name, found in constants(sources).items()
        if name.startswith(prefix)
    }


def top_of(config: Fields) -> str:
    """The module that a configuration is of."""
    if config.Mode == NO_MODE:
        return LANES if config.Lanes > 1 else COMPACT if config.Compact else CORE
    return INTERLEAVED if (config.Mode, config.Direction) == ("cbc", "encrypt") else STREAM


def unsuited(top: str) -> dict[str, int | str]:
    """The fields of a configuration that a top has no parameter for, with their value in it."""
    found = {field: value for field, (value, own) in _SINGLE.items() if top not in own}
    return found | _FIXED.get(top, {})


def settled(config: Fields) -> dict[str, int | str]:
    """The fields that have one value alone in a configuration's top and mode, with that value."""
    forwards: dict[str, int | str] = {"Direction": "both"} if config.Mode in _FORWARDS else {}
    return unsuited(top_of(config)) | forwards


# Modes that run the cipher forwards to encrypt and to decrypt.
_FORWARDS = ("ctr", "gcm")


# Fields that not all tops have as a parameter: their value in the others, and which have it.
_SINGLE: dict[str, tuple[int | str, tuple[str, ...]]] = {
    "Compact": (0, (COMPACT,)),
    "KeySchedule": ("stored", (CORE, LANES)),
    "Backpressure": (1, BLOCKS),
    "Lanes": (1, (STREAM, LANES)),
    "OtherLanes": (0, (STREAM, LANES)),
    "OtherSbox": ("rom", (STREAM, LANES)),
    "OtherCuts": (0, (STREAM, LANES)),
    "GhashCuts": (0, (STREAM,)),
    "Streams": (128, (INTERLEAVED,)),
    "Depth": (4, (INTERLEAVED,)),
    "BlockRam": (1, (STREAM, INTERLEAVED)),
}


# What else has one value in a top, or another one than `_SINGLE` tells.
_FIXED: dict[str, dict[str, int | str]] = {
    LANES: {"Backpressure": 0},
    COMPACT: {
        "Direction": "encrypt",
        "Rounds": 1,
        "Stages": 1,
        "RoundCuts": 0,
        "KeySchedule": "on_the_fly",
        "KeySlots": 1,
    },
}


# Fields that choose a top, which has no parameter for them.
_CHOOSING = {
    CORE: ("Mode",),
    COMPACT: ("Mode", "Compact"),
    LANES: ("Mode",),
    STREAM: (),
    INTERLEAVED: ("Mode", "Direction"),
}


def parameters(config: Fields) -> dict[str, int]:
    """The parameters of the top that make a configuration, as the RTL's integers."""
    top = top_of(config)
    lacking = {*unsuited(top), *_CHOOSING[top]}
    values = {}
    for field, value in config.fields().items():
        if field in lacking:
            continue
        if isinstance(value, str):
            named = choices(field)
            if value not in named:
                raise InputError(f"{field}={value} means nothing; it can be {either(named)}.")
            values[field] = named[value]
        else:
            values[field] = value
    return values


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


def words(field: str) -> str:
    """A parameter's name as words: "KeySchedule" becomes "key schedule"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", field).lower()


def either(values: Sequence[str] | Mapping[str, object]) -> str:
    """Alternatives as words: "1, 2 or 5"."""
    texts = list(values)
    return " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]
