# SPDX-License-Identifier: Apache-2.0
"""Yosys' own gates, of which it makes what a liberty file says of a cell."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from roundel.base.errors import FailureError

Net = int | str
"""A net within a cell: a number, or a constant "0" or "1"."""


@dataclass(frozen=True)
class Gate:
    """One operation."""

    kind: str  # Yosys' name, for example "$_AND_"
    pins: Mapping[str, Net]  # by pin; the gate drives Y, a flip-flop or latch drives Q

    @property
    def target(self) -> Net:
        """The net that it drives."""
        return self.pins["Y" if "Y" in self.pins else "Q"]

    def sources(self) -> set[Net]:
        """The nets that it reads."""
        return {net for pin, net in self.pins.items() if pin not in ("Y", "Q")}


def is_register(kind: str) -> bool:
    """Whether a kind of gate is a flip-flop."""
    return kind.startswith(("$_DFF", "$_SDFF"))


_FUNCTIONS: dict[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "$_BUF_": lambda _, v: v["A"],
    "$_NOT_": lambda ones, v: v["A"] ^ ones,
    "$_AND_": lambda _, v: v["A"] & v["B"],
    "$_NAND_": lambda ones, v: (v["A"] & v["B"]) ^ ones,
    "$_OR_": lambda _, v: v["A"] | v["B"],
    "$_NOR_": lambda ones, v: (v["A"] | v["B"]) ^ ones,
    "$_XOR_": lambda _, v: v["A"] ^ v["B"],
    "$_XNOR_": lambda ones, v: v["A"] ^ v["B"] ^ ones,
    "$_ANDNOT_": lambda ones, v: v["A"] & (v["B"] ^ ones),
    "$_ORNOT_": lambda ones, v: v["A"] | (v["B"] ^ ones),
    "$_MUX_": lambda _, v: v["A"] ^ ((v["A"] ^ v["B"]) & v["S"]),
}


def compute(gate: Gate, values: Mapping[Net, Any], ones: Any) -> Any:
    """The output of a gate of logic from values by net: integers, or arrays of them.

    All bits of `ones` are set.
    """
    function = _FUNCTIONS.get(gate.kind)
    if function is None:
        raise FailureError(f"a cell is made of {gate.kind}, which is not known here; report this.")
    return function(ones, {pin: values[net] for pin, net in gate.pins.items() if pin != "Y"})
