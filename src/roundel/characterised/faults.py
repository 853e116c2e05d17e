# SPDX-License-Identifier: Apache-2.0
"""Faults of a store that the types of its objects do not exclude, each in words."""

from collections.abc import Mapping

from roundel.characterised.row import CELLS, Candidate, Head, Row

_KEY_BITS = (128, 192, 256)
_FROM_ONE = ("Rounds", "Lanes", "KeySlots", "Streams", "Depth")
_LARGEST = 10**6  # of a parameter

# Parameters that every top has, with the type of the value.
_REQUIRED: dict[str, type] = {"KeyBits": int, "Sbox": str, "Mode": str}


def fault_of_head(head: Head) -> str | None:
    """The fault of a head; None without a fault."""
    if "core" not in head.defaults:
        return "defaults: the top 'core' is missing"
    for top, fields in head.defaults.items():
        for name, kind in _REQUIRED.items():
            if not isinstance(fields.get(name), kind):
                return f"defaults.{top}.{name}: the default is missing, or has the wrong type"
        fault = fault_of_values(fields)
        if fault is not None:
            return f"defaults.{top}.{fault}"
    for name, part in head.parts.items():
        if part.placed and not part.ff:
            return f"parts.{name}.ff: a part with LUTs has flip-flops"
    for name in (*head.parts, *head.libraries):
        if name.startswith(f"{CELLS}:") != (name in head.libraries):
            return f"the name {name!r} is impossible: only a library's name begins with {CELLS}:"
    return None


def fault_of_row(head: Head, row: Row) -> str | None:
    """The fault of a row; None without a fault."""
    part = head.parts.get(row.target)
    if part is None and row.target not in head.libraries:
        return f"unknown target {row.target!r}"
    for name, value in (("lut", row.lut), ("ram", row.ram), ("kge", row.kge)):
        needed = (name == "kge") == (part is None)
        if needed != (value is not None):
            return f"{name}: a row on {row.target} {'has' if needed else 'cannot have'} this figure"
    placed = head.is_placed(row.target)
    if placed != bool(row.mhz):
        return f"mhz: a row on {row.target} {'has a' if placed else 'cannot have a'} clock"
    return fault_of_config(head, row)


def fault_of_config(head: Head, item: Row | Candidate) -> str | None:
    """The fault of the parameters of a row or candidate; None without a fault."""
    usual = head.defaults.get(item.top)
    if usual is None:
        return f"unknown top {item.top!r}"
    for name, value in item.config.items():
        if name not in usual:
            return f"config.{name}: the top {item.top!r} has no such parameter"
        if type(value) is not type(usual[name]):
            kind = "a number" if isinstance(usual[name], int) else "a name"
            return f"config.{name}: {value!r} is not {kind}"
    fault = fault_of_values(item.config)
    return None if fault is None else f"config.{fault}"


def fault_of_values(fields: Mapping[str, int | str]) -> str | None:
    """The fault of the values of parameters; None without a fault."""
    for name, value in fields.items():
        if name == "KeyBits" and value not in _KEY_BITS:
            return f"KeyBits: {value!r} is not 128, 192 or 256"
        least = int(name in _FROM_ONE)
        if name in _FROM_ONE and not isinstance(value, int):
            return f"{name}: {value!r} is not a number"
        if isinstance(value, int) and not least <= value <= _LARGEST:
            return f"{name}: {value} is not between {least} and {_LARGEST:,}"
    return None
