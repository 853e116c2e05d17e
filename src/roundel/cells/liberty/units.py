# SPDX-License-Identifier: Apache-2.0
"""Units of liberty files, in the one spelling that all tools read alike.

OpenSTA takes "1 ns" for a second, and abc takes any time that it does not know for a nanosecond.
Both say so in a log at most. Here "1 ns", "1.0NS" and "1000ps" become "1ns"; a unit that OpenSTA
cannot express ends the run.
"""

import re

from roundel.base.errors import InputError
from roundel.cells.liberty.syntax import Complex, Group, Simple, Source, Statement, number

# Simple attributes, by the suffix of their unit.
SUFFIXES = {
    "time_unit": "s",
    "voltage_unit": "V",
    "current_unit": "A",
    "leakage_power_unit": "W",
    "pulling_resistance_unit": "ohm",
    "resistance_unit": "ohm",
}
_LOAD = "capacitive_load_unit"
_PREFIXES = {"k": 1e3, "": 1.0, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15}
_UNIT = re.compile(r"([+]?[\d.]+(?:e[+-]?\d+)?)?\s*([a-z]+)", re.IGNORECASE)
# OpenSTA's scales; the largest that fits comes first, so that 1000 ps are written 1ns.
_MULTIPLES = (100, 10, 1)


def canonical_units(library: Group, source: Source) -> list[Statement]:
    """The units of a library as statements, for the head of the written one.

    Raises:
        InputError: A unit cannot be read, or OpenSTA cannot express it.
    """
    units: list[Statement] = []
    for name, suffix in SUFFIXES.items():
        found = library.find(name)
        if found is not None:
            value = _simple(library.text(name), name, suffix, source, found.at)
            units.append(Simple(name, value))
    found = library.find(_LOAD)
    if found is not None:
        units.append(Complex(_LOAD, _load(library.text(_LOAD), source, found.at)))
    return units


def value_of(text: str, suffix: str) -> float | None:
    """A unit's value in SI units; None of a text that is no such unit."""
    found = _UNIT.fullmatch(text.strip())
    if found is None or not found[2].lower().endswith(suffix.lower()):
        return None
    prefix = found[2][: -len(suffix)]
    factor = number(found[1] or "1")
    # M is mega or, in capitals throughout, milli.
    if prefix == "M" or prefix.lower() not in _PREFIXES or factor is None or factor <= 0:
        return None
    return factor * _PREFIXES[prefix.lower()]


def _simple(text: str, name: str, suffix: str, source: Source, at: int) -> str:
    value = value_of(text, suffix)
    if value is not None:
        for prefix, scale in _PREFIXES.items():
            for multiple in _MULTIPLES:
                if abs(value / (multiple * scale) - 1) < 1e-6:
                    return f"{multiple}{prefix}{suffix}"
    raise InputError(
        f"{source.place(at)} has the {name} {text!r}; write 1, 10 or 100 and a unit, for example "
        f"1{'n' if suffix == 's' else ''}{suffix}."
    )


def _load(text: str, source: Source, at: int) -> list[str]:
    value = value_of(text.replace(",", " "), "f")
    if value is None:
        raise InputError(
            f"{source.place(at)} has the {_LOAD} ({text}); write a number and ff or pf, for "
            "example (1, pf)."
        )
    spelt = _UNIT.fullmatch(text.replace(",", " ").strip())
    if spelt and spelt[2].lower() in ("ff", "pf"):
        return [(spelt[1] or "1").lstrip("+"), spelt[2].lower()]
    return [f"{value * 1e12:.9g}", "pf"]
