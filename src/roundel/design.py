# SPDX-License-Identifier: Apache-2.0
"""What the RTL says of itself.

The names and values of parameters, the ports, the latency arithmetic and which combinations can
work stand in the SystemVerilog and nowhere else. This module elaborates the sources (`elaborate`)
and reads them from there.

A configuration without a mode is `CORE`, blocks in and blocks out, or with `Compact` the smaller
`COMPACT`, or with more lanes than one `LANES`, words of as many blocks; one with a mode is
`STREAM`, packets in and packets out, and that of CBC encryption `INTERLEAVED`, packets of many
streams side by side. Parameters that one of the five lacks have one value there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from roundel import elaborate as rtl
from roundel.elaborate import Elaborated, Port
from roundel.errors import FailureError, InputError

if TYPE_CHECKING:
    from roundel.config import Config

__all__ = [
    "BLOCKS",
    "CARD",
    "COMPACT",
    "CORE",
    "DMA",
    "INTERLEAVED",
    "LANES",
    "NO_MODE",
    "STREAM",
    "Facts",
    "Port",
    "cells",
    "check",
    "choices",
    "defaults",
    "driver_root",
    "facts",
    "objection",
    "parameters",
    "ports",
    "rtl_root",
    "settled",
    "sim_root",
    "soft_sources",
    "sources",
    "spelled",
    "top_of",
    "top_parameters",
    "unsuited",
]

CARD = "aes_card"  # STREAM behind a window of memory
DMA = "aes_dma"  # STREAM that fetches packets from memory
CORE = "aes_core"  # blocks in, blocks out
COMPACT = "aes_compact"  # the same in the fewest gates, a block at a time
BLOCKS = (CORE, COMPACT)  # tops with the ports of CORE
LANES = "aes_lanes"  # words of several blocks in and out, without back-pressure
STREAM = "aes_stream"  # commands and packets in, packets and results out
INTERLEAVED = "aes_stream_interleaved"  # as STREAM, of many streams: CBC encryption
NO_MODE = "none"  # the value of Mode that chooses CORE, COMPACT or LANES


@dataclass(frozen=True)
class Facts:
    """What follows from a configuration, read from the elaborated design.

    Attributes:
        num_rounds: Rounds of the cipher, Nr: 10, 12 or 14 (FIPS-197 section 5).
        latency_cycles: From a block's acceptance to its result at the engine's end.
        blocks_in_flight: Blocks that the engine, or all lanes of it, works on at once.
        cycles_per_block: From one block to the next in each lane while it is kept busy.
        queue_depth: Blocks, or beats of text, that the output queue holds; 0 without one.
        slot_bits: Width of a key slot's number.
        key_bits: Width of a key.
        round_cuts: Places of the registers in a round, a mask of the constants CUT_*.
        output_latency_cycles: From a block's, or a beat's, acceptance to its result on the output.
        zeroise_delay_cycles: After zeroise_i, in which a result of before may still be valid.
        key_load_cycles: The most from a key's handshake to the first block that may use it; None
            of packets, which wait for their key by themselves.
        lanes: Blocks side by side in a word.
        stream_cycles: From one block to the next of its stream, where a block waits for the one
            before it: CBC encryption; None elsewhere.
    """

    num_rounds: int
    latency_cycles: int
    blocks_in_flight: int
    cycles_per_block: int
    queue_depth: int
    slot_bits: int
    key_bits: int
    round_cuts: int
    output_latency_cycles: int
    zeroise_delay_cycles: int
    key_load_cycles: int | None
    lanes: int = 1
    stream_cycles: int | None = None


def _root(name: str, landmark: str) -> Path:
    """A directory of sources: inside an installed package, or beside `src` in a checkout."""
    package = Path(__file__).resolve().parent
    for place in (package / name, package.parents[1] / name):
        if (place / landmark).is_file():
            return place
    raise FailureError(f"the {name} sources are not installed with Roundel; install it again.")


def rtl_root() -> Path:
    """The directory of the SystemVerilog library."""
    return _root("rtl", "roundel.f")


def sim_root() -> Path:
    """The directory of the C++ harness around the simulated device."""
    return _root("sim", "roundel_sim.cpp")


def driver_root() -> Path:
    """The directory of the C driver and of the registers' headers beside it."""
    return _root("sw", "driver/include/roundel.h")


def sources(vendor: str | None = None) -> list[Path]:
    """The library's files in the order in which to compile them, as absolute paths.

    Args:
        vendor: A directory in rtl/vendor: a file in it stands in for the one of the same name.
    """
    listed = _listed("roundel.f")
    if vendor is None:
        return listed
    own = {path.name: path for path in (rtl_root() / "vendor" / vendor).glob("*.sv")}
    return [own.get(path.name, path) for path in listed]


def soft_sources() -> list[Path]:
    """The tops around soft processors, to be compiled behind the library's files.

    The processors are not among them: `roundel.soft` finds those.
    """
    return _listed("roundel_soft.f")


def _listed(name: str) -> list[Path]:
    """The files of a list in rtl/, in its order."""
    text = (rtl_root() / name).read_text(encoding="utf-8")
    names = (line.partition("//")[0].strip() for line in text.splitlines())
    return [rtl_root() / name for name in names if name]


def cells(vendor: str) -> list[Path]:
    """Models of the cells that the files in rtl/vendor instantiate, each named after its module."""
    return sorted((sim_root() / vendor).glob("*.v"))


def choices(field: str) -> dict[str, int]:
    """The named values of a parameter, from the package's constants.

    Args:
        field: A parameter's name, for example "KeySchedule" for the constants KEY_SCHEDULE_*;
            that of other lanes has the values of the first ones.

    Returns:
        What the names (in lower case, without the prefix) stand for, in the package's order; empty
        for a parameter whose values are plain numbers.
    """
    prefix = f"{_words(field.removeprefix('Other')).replace(' ', '_').upper()}_"
    return {
        name.removeprefix(prefix).lower(): value
        for name, value in rtl.constants(tuple(sources())).items()
        if name.startswith(prefix)
    }


def top_of(config: "Config") -> str:
    """The module that a configuration is of."""
    if config.Mode == NO_MODE:
        return LANES if config.Lanes > 1 else COMPACT if config.Compact else CORE
    return INTERLEAVED if (config.Mode, config.Direction) == ("cbc", "encrypt") else STREAM


def unsuited(top: str) -> dict[str, int | str]:
    """The fields of a configuration that a top has no parameter for, with their value in it."""
    found = {field: value for field, (value, own) in _SINGLE.items() if top not in own}
    return found | _FIXED.get(top, {})


def settled(config: "Config") -> dict[str, int | str]:
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


def parameters(config: "Config") -> dict[str, int]:
    """The parameters of the top that make a configuration, as the RTL's integers.

    Raises:
        InputError: A named value does not exist.
    """
    top = top_of(config)
    lacking = {*unsuited(top), *_CHOOSING[top]}
    values = {}
    for field, value in config.fields().items():
        if field in lacking:
            continue
        if isinstance(value, str):
            named = choices(field)
            if value not in named:
                raise InputError(f"{field}={value} means nothing; it can be {_either(named)}.")
            values[field] = named[value]
        else:
            values[field] = value
    return values


def defaults(names: Iterable[str], top: str = CORE) -> dict[str, int]:
    """The values that the RTL gives to the named parameters of a top by itself."""
    values = _elaborate(top).values
    return {name: values[name] for name in names}


def top_parameters(top: str = CORE) -> tuple[str, ...]:
    """The names of all parameters of a top that an instance can set, in its order."""
    return _elaborate(top).settable


def spelled(field: str, value: object) -> str:
    """A parameter's value as people read it: a mask in hexadecimal digits, all else as it is."""
    masked = field.endswith("Cuts") and type(value) is int and value > 0
    return f"{value:#x}" if masked else str(value)


def check(config: "Config") -> None:
    """Make sure that a configuration can be built.

    Raises:
        InputError: It cannot; the text says which values would do instead.
    """
    _elaborate_possible(config)


def objection(config: "Config") -> str | None:
    """Why a configuration cannot be built, without advice, or None: for many at a time."""
    complaint = _complaint(config)
    return f"{complaint[1]}." if complaint else None


def facts(config: "Config") -> Facts:
    """What follows from a configuration.

    Raises:
        InputError: The combination of values cannot work.
    """
    values = _elaborate_possible(config).values
    return Facts(
        num_rounds=values["NUM_ROUNDS"],
        latency_cycles=values["LATENCY"],
        blocks_in_flight=values["BLOCKS_IN_FLIGHT"],
        cycles_per_block=values["CYCLES_PER_BLOCK"],
        queue_depth=values["QUEUE_DEPTH"],
        slot_bits=values["SLOT_BITS"],
        key_bits=values["KeyBits"],
        round_cuts=values["ROUND_CUTS"],
        output_latency_cycles=values["OUTPUT_LATENCY"],
        zeroise_delay_cycles=values["ZEROISE_DELAY"],
        key_load_cycles=values.get("KEY_LOAD_CYCLES"),
        lanes=values.get("Lanes", 1),
        stream_cycles=values.get("STREAM_CYCLES"),
    )


def ports(config: "Config") -> list[Port]:
    """The ports of the top, in the order of its head.

    Raises:
        InputError: The combination of values cannot work.
    """
    return list(_elaborate_possible(config).ports)


def _elaborate(top: str, values: Iterable[tuple[str, int]] = ()) -> Elaborated:
    return rtl.elaborate(tuple(sources()), top, tuple(values))


def _elaborate_possible(config: "Config") -> Elaborated:
    complaint = _complaint(config)
    if complaint:
        raise InputError(_explain(config, *complaint))
    return _elaborate(top_of(config), parameters(config).items())


def _complaint(config: "Config") -> tuple[list[str], str] | None:
    """Why a configuration cannot be built: the fields that it is about, and a clause; or None."""
    top, fields = top_of(config), config.fields()
    for field, value in settled(config).items():
        if fields[field] != value:
            choosing = {
                INTERLEAVED: ["Mode", "Direction"],
                LANES: ["Mode", "Lanes"],
                COMPACT: ["Mode", "Compact"],
            }.get(top, ["Mode"])
            given = " and ".join(f"{name}={fields[name]}" for name in choosing)
            return [*choosing, field], (
                f"{field}={spelled(field, fields[field])} with {given} is not possible: "
                f"{top} has {field}={value} and no other"
            )
    if (config.Mode, config.Direction) == ("cbc", "both"):
        return ["Mode", "Direction"], (
            f"Direction=both with Mode=cbc is not possible: {INTERLEAVED} encrypts, {STREAM} "
            "decrypts, and none does both"
        )
    found = _elaborate(top, parameters(config).items())
    if not found.complaints:
        return None
    text = found.complaints[0].removeprefix(rtl.ERROR).replace("_", " ")
    number = f"the number of rounds, {found.values['NUM_ROUNDS']} for a {config.KeyBits}-bit key"
    text = text.replace("the number of rounds", number)
    named = _mentioned(fields, text) or list(parameters(config))
    given = " with ".join(f"{field}={spelled(field, fields[field])}" for field in named)
    return named, f"{given} is not possible: {text}"


def _mentioned(fields: Iterable[str], text: str) -> list[str]:
    """The fields that a text is about; "other lanes" are not "lanes" too."""
    names = list(fields)
    found = set()
    for field in sorted(names, key=len, reverse=True):
        if _words(field) in text:
            found.add(field)
            text = text.replace(_words(field), "")
    return [field for field in names if field in found]


def _explain(config: "Config", named: Sequence[str], clause: str) -> str:
    """A sentence that says what is not possible, with the values that would do instead."""
    ways = [
        f"{field} can be {_either(values)}"
        for field in named
        if (values := list(_alternatives(config, field, named)))
    ]
    advice = f"; with the rest as it is, {', or '.join(ways)}" if ways else ""
    return f"{clause}{advice}."


def _alternatives(config: "Config", field: str, named: Sequence[str]) -> Iterator[str]:
    """The values of one field with which the rest of a configuration can be built.

    Of those that choose another top, only ones that keep the other named fields as they are.
    """
    fields = config.fields()
    for value in config.candidates(field):
        other = config.replaced(field, value)
        kept = other.fields()
        same = all(kept[name] == fields[name] for name in named if name != field)
        if same and _complaint(other) is None:
            yield spelled(field, value)


def _words(field: str) -> str:
    """A parameter's name as words: "KeySchedule" becomes "key schedule"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", field).lower()


def _either(values: Sequence[str] | Mapping[str, object]) -> str:
    """Alternatives as words: "1, 2 or 5"."""
    texts = list(values)
    return " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]
