# SPDX-License-Identifier: Apache-2.0
"""The units of an elaborated design: the separately mapped modules.

An S-box is a small network found by search. A mapping together with other logic restructures the
network and does not find it again. So the units are mapped separately, without changes across
their borders. Combinational S-boxes are units. If S-boxes contain registers (positions 1 to 7),
whole rounds are the units, with the logic between two registers.
"""

import functools
import re
from collections.abc import Container
from dataclasses import dataclass

from roundel.base.errors import FailureError
from roundel.design import Port


@dataclass(frozen=True)
class Unit:
    """A separately mapped module."""

    module: str  # the name in the elaborated design, without the backslash
    kind: str  # "round", "table", "rom", "tower", "gates", "step" or "expand"
    sequential: bool  # whether the module contains registers
    ports: tuple[Port, ...]  # in order
    direction: str = ""  # of a tower S-box: "encrypt", "decrypt" or "both"


_MODULE = re.compile(r"^module \\?(\S+)$(.*?)^end$", re.MULTILINE | re.DOTALL)
_CELL = re.compile(r"^  cell (\S+) ", re.MULTILINE)
_PORT = re.compile(r"^  wire (?:width (\d+) )?(input|output) (\d+) \\(\S+)$", re.MULTILINE)
_NAME = re.compile(
    r"\broundel_(?:(round)|sbox_(table|rom|tower|gates)|block_(step|expand))(?![a-z_])"
)
_TOWER = re.compile(r"\broundel_sbox_tower_(encrypt|decrypt|both)\b")
_REGISTERS = ("$dff", "$adff", "$sdff", "$aldff", "$mem", "DP16KD")


def units(rtlil: str, kinds: Container[str] | None = None) -> list[Unit]:
    """The units in elaborated.il with its hierarchy.

    Without `kinds`, the units of the FPGA flow; otherwise all modules of the kinds.
    """
    bodies = dict(_MODULE.findall(rtlil))
    cells = {
        name: {cell.removeprefix("\\") for cell in _CELL.findall(body)}
        for name, body in bodies.items()
    }

    @functools.cache
    def below(name: str) -> set[str]:
        """All modules below a module."""
        direct = cells[name] & cells.keys()
        return direct.union(*map(below, direct))

    found = []
    for name, body in bodies.items():
        kind = _kind(name)
        if kind:
            inside = set().union(*(cells[module] for module in (name, *below(name))))
            sequential = any(cell.startswith(_REGISTERS) for cell in inside)
            towers = _TOWER.findall(" ".join(below(name))) if kind == "tower" else []
            direction = towers[0] if towers else ""
            found.append(Unit(name, kind, sequential, _ports(name, body), direction))
    if kinds is not None:
        return [unit for unit in found if unit.kind in kinds]
    boxes = [unit for unit in found if unit.kind != "round"]
    rounds = [unit for unit in found if unit.kind == "round"]
    held = set().union(*(below(unit.module) for unit in rounds))
    if any(unit.sequential and unit.module in held for unit in boxes):
        return rounds + [unit for unit in boxes if unit.module not in held and not unit.sequential]
    return boxes


def _kind(module: str) -> str:
    """The kind of a unit, from the module's name; empty for other modules."""
    own = module if module.startswith("$paramod") else module.partition("$")[0]
    named = _NAME.search(own)
    return (named.group(1) or named.group(2) or named.group(3)) if named else ""


def _ports(module: str, body: str) -> tuple[Port, ...]:
    ports = sorted(
        (int(number), Port(name, "in" if way == "input" else "out", int(width or 1)))
        for width, way, number, name in _PORT.findall(body)
    )
    if not ports:
        raise FailureError(f"the elaborated module {module} has no ports; report this.")
    return tuple(port for _, port in ports)
