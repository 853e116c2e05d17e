# SPDX-License-Identifier: Apache-2.0
"""The need of a user: what the design must do, its limits, and the objective."""

import math
import re
from collections.abc import Iterable

from pydantic import Field

from roundel.base.errors import InputError, RoundelError, similar
from roundel.base.modes import FORWARD_MODES
from roundel.base.record import Part as _Object
from roundel.characterised import Head
from roundel.characterised.row import CELLS
from roundel.choose.names import Direction, Mode, Objective

Role = tuple[int, Direction]
"""The key size in bits and the direction of an engine."""

MARGIN = 0.05
"""The default margin, a reserve for other seeds of the placer; single seeds can exceed it."""

_LARGEST = 10**9  # of a whole number
_LARGEST_PACKET = 65536
_PERCENT = re.compile(r"\s*(\d{1,3}(?:\.\d{1,6})?)\s*%\s*")
_KEY_SIZES = (128, 192, 256)
_BLOCK = 16  # bytes
_WHOLE_BLOCKS = ("ecb", "cbc")  # modes whose packets have no partial block


class Need(_Object):
    """A need.

    Attributes:
        target: The part, or "cells:NAME" with the name of a library.
        gbps: The throughput in Gbit/s; None: any.
        mode: The mode of operation; "none": an engine for blocks.
        key_bits: The key sizes in bits; with several sizes, each must be possible at run time.
        direction: Encryption, decryption or both.
        packet_bytes: The throughput is needed with packets of this text, in bytes; None: with long
            packets, or with blocks.
        streams: CBC encryption: the number of independent packets or connections in flight at the
            same time. Other designs reach their throughput with one packet after the other.
        max_lut4: The limit of LUTs; None: the part.
        max_ram: The limit of block RAMs; None: the part.
        max_kge: The limit of the area in standard cells, in thousands of gate equivalents.
        latency_ns: The limit of the latency from a block to its result, in ns.
        mhz: The clock of the user's system in MHz. The design must reach this clock; throughput and
            latency are those at this clock. None: each design has its own clock.
        key_slots: The number of stored keys.
        backpressure: Whether the design must hold a result until the user accepts the result.
        margin: The part of a need, from 0 to 1, by which clock, throughput and latency must be
            better than needed.
        objective: The quantity by which designs are ranked.
    """

    target: str
    gbps: float | None = None
    mode: Mode = "none"
    key_bits: tuple[int, ...] = (128,)
    direction: Direction = "encrypt"
    packet_bytes: int | None = None
    streams: int = Field(default=1, ge=1)
    max_lut4: int | None = None
    max_ram: int | None = None
    max_kge: float | None = None
    latency_ns: float | None = None
    mhz: float | None = None
    key_slots: int | None = None
    backpressure: bool = False
    margin: float = MARGIN
    objective: Objective = "area"

    @property
    def in_cells(self) -> bool:
        """Whether the target is a library of standard cells."""
        return self.target.startswith(CELLS)

    @property
    def encrypts_cbc(self) -> bool:
        """Whether an engine of the need encrypts CBC."""
        return self.mode == "cbc" and self.direction != "decrypt"

    @property
    def roles(self) -> tuple[Role, ...]:
        """The key sizes and directions of the engines: no measured design has several key sizes.

        CBC needs one engine for each direction.
        """
        both = self.mode == "cbc" and self.direction == "both"
        directions: tuple[Direction, ...] = ("encrypt", "decrypt") if both else (self.direction,)
        return tuple((bits, direction) for bits in self.key_bits for direction in directions)


def parse_margin(text: str) -> float:
    """A margin as on a command line, "10%"; InputError for another text."""
    if not text.strip():
        raise InputError("--margin is empty; write it in per cent, for example --margin 10%.")
    found = _PERCENT.fullmatch(text)
    if not found:
        if text.strip().endswith("%"):
            raise InputError(f"--margin {text} is not possible; give 0% to less than 100%.")
        raise InputError(
            f"--margin {text} has no unit or is no number; write it in per cent, for example "
            f"--margin {text.strip() if text.strip().isdigit() else '10'}%."
        )
    value = float(found[1]) / 100
    if value >= 1:
        raise InputError(f"--margin {text} is too large; give less than 100%.")
    return value


def parse_key_bits(text: str) -> tuple[int, ...]:
    """Key sizes as on a command line, "128,256"; InputError for another text."""
    if not text.strip():
        raise InputError("--key-bits is empty; give 128, 192 or 256.")
    sizes: list[int] = []
    for item in text.split(","):
        if not item.strip():
            raise InputError(f"--key-bits {text} lacks a key size beside a comma.")
        if item.strip() not in map(str, _KEY_SIZES):
            raise InputError(f"AES has no {item.strip()!r}-bit key; use 128, 192 or 256.")
        sizes.append(int(item))
    if len(set(sizes)) < len(sizes):
        raise InputError(f"--key-bits {text} names a key size twice; give each size once.")
    return tuple(sorted(sizes))


def find_part(head: Head, name: str) -> str:
    """The target of the store with a user's name; InputError with the nearest names."""
    known = {item.lower(): item for item in (*head.parts, *head.libraries)}
    if name.lower() in known:
        return known[name.lower()]
    if name == CELLS or name.startswith(f"{CELLS}:"):
        return _library(head, name)
    raise InputError(f"there is no part {name!r}; {_nearest(name, head.parts)}.")


def _library(head: Head, name: str) -> str:
    from roundel.cells import find_identity  # slow

    try:
        digest = find_identity(name)
    except RoundelError:
        digest = ""  # no file has the name
    for target, library in head.libraries.items():
        if library.digest == digest:
            return target
    if not head.libraries:
        raise InputError(f"the library {name} is not characterised; the store has no library.")
    known = f"the store has {', '.join(head.libraries)}"
    if digest:
        raise InputError(
            f"the library {name} is not characterised; {known}. Measure your library with "
            "`roundel explore`."
        )
    raise InputError(
        f"there is no library {name!r}, neither in the store nor as a file; {known}, and "
        "cells:PATH.lib is a file."
    )


def _nearest(name: str, names: Iterable[str]) -> str:
    every = list(names)
    near = similar(name, every, 3, 0.3)
    return f"the nearest names are {', '.join(near)}" if near else f"use {', '.join(every)}"


def check(need: Need) -> Need:
    """Check a need for values that contradict each other; the need itself.

    Raises:
        InputError: Two values contradict each other, or a value is impossible.
    """
    _check_ranges(need)
    if need.in_cells and (need.max_lut4 is not None or need.max_ram is not None):
        raise InputError(
            "--max-lut4 and --max-ram limit an FPGA, and the target is standard cells; use "
            "--max-kge."
        )
    if not need.in_cells and need.max_kge is not None:
        raise InputError(f"--max-kge limits standard cells; use --max-lut4 for {need.target}.")
    if not need.in_cells and need.objective == "energy":
        raise InputError(
            f"no energy is measured on {need.target}; the objective energy needs standard cells."
        )
    _check_packets(need)
    if need.latency_ns is not None and need.mhz is not None and need.latency_ns < 1000 / need.mhz:
        raise InputError(
            f"--latency-ns {need.latency_ns:g} is shorter than one cycle of --mhz {need.mhz:g} "
            f"({1000 / need.mhz:.2f} ns); raise one of them."
        )
    return need


def _check_ranges(need: Need) -> None:
    for option, value, least, most in (
        ("--gbps", need.gbps, 1e-6, 1e6), ("--latency-ns", need.latency_ns, 1e-3, 1e9),
        ("--mhz", need.mhz, 1e-3, 1e6), ("--max-kge", need.max_kge, 1e-3, 1e9),
    ):  # fmt: skip
        if value is None:
            continue
        if not 0 < value < math.inf:
            raise InputError(
                f"{option} {value:g} is not positive and finite; give a number above 0."
            )
        if not least <= value <= most:
            lowest = f"{least:.6f}".rstrip("0")
            raise InputError(f"{option} {value:g} is out of range; give {lowest} to {most:,.0f}.")
    for option, number in (
        ("--key-slots", need.key_slots), ("--max-lut4", need.max_lut4), ("--max-ram", need.max_ram),
    ):  # fmt: skip
        if number is not None and number > _LARGEST:
            raise InputError(f"{option} is out of range; give at most {_LARGEST:,}.")


def _check_packets(need: Need) -> None:
    if need.streams > 1 and not need.encrypts_cbc:
        raise InputError(
            "--streams is for CBC encryption: an engine of another function reaches its full rate "
            "with one packet after the other; omit --streams."
        )
    if need.packet_bytes is None:
        return
    if need.mode == "none":
        raise InputError(
            "--packet-bytes needs a mode, because an engine for blocks has no packets; give "
            "--mode, for example --mode gcm."
        )
    least = 16 if need.mode == "xts" else 1
    if not least <= need.packet_bytes <= _LARGEST_PACKET:
        number = f" {need.packet_bytes}" if abs(need.packet_bytes) <= _LARGEST else ""
        raise InputError(
            f"--packet-bytes{number} is not possible with --mode {need.mode}; give "
            f"{least} to {_LARGEST_PACKET}."
        )
    partial = need.packet_bytes % _BLOCK
    if need.mode in _WHOLE_BLOCKS and partial:
        less = need.packet_bytes - partial
        near = f"{less} or {less + _BLOCK}" if less else str(_BLOCK)
        raise InputError(
            f"--packet-bytes {need.packet_bytes} is not possible with --mode {need.mode}, whose "
            f"packets have whole blocks of 16 bytes; give {near}."
        )


def check_clock(head: Head, need: Need) -> None:
    """Check that a need on a family that is mapped only states a clock, if the need depends on one.

    Raises:
        InputError: The clock is missing.
    """
    if head.is_placed(need.target) or need.mhz is not None:
        return
    objective = need.objective in ("latency", "speed")
    for option, given in (
        ("--gbps", need.gbps is not None),
        ("--latency-ns", need.latency_ns is not None),
        (f"--objective {need.objective}", objective),
    ):
        if given:
            raise InputError(
                f"{need.target} is mapped only, without place and route, so no clock is measured "
                f"for {option}; give the clock that you assume with --mhz."
            )


def serves(need: Need, fields: dict[str, int | str], role: Role) -> bool:
    """Whether a design with these parameters has the functions of a role of a need."""
    bits, direction = role
    if fields["Mode"] != need.mode or fields["KeyBits"] != bits:
        return False
    if need.backpressure and not has_backpressure(fields):
        return False
    own = fields.get("Direction", "encrypt")
    return own in (direction, "both") or need.mode in FORWARD_MODES


def encrypts_cbc(fields: dict[str, int | str]) -> bool:
    """Whether a design encrypts CBC: only several packets in flight reach its full rate."""
    return fields["Mode"] == "cbc" and fields["Direction"] == "encrypt"


def has_backpressure(fields: dict[str, int | str]) -> bool:
    """Whether a design holds a result until the user accepts the result.

    Packet engines do. Engines for blocks do with Backpressure = 1, a parameter that engines with
    several lanes lack.
    """
    return fields["Mode"] != "none" or bool(fields.get("Backpressure", 0))
