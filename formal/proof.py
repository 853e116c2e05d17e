# SPDX-License-Identifier: Apache-2.0
"""A proof: its top, its parameters and its method."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Proof"]

Method = Literal["bdd", "delay", "delay-bdd", "induction", "pdr"]


@dataclass(frozen=True)
class Proof:
    """A proof top, its parameters, and how it is decided.

    Attributes:
        name: As the runner and the tests call it.
        claim: What holds when it passes, one sentence.
        top: The module formal/<top>.sv.
        method: "bdd" (combinational: every violation is the constant 0 as decision diagrams),
            "delay" (for ever, for a pipeline: `depth` cycles on from any state),
            "delay-bdd" (the same by decision diagrams: for functions of few inputs),
            "induction" (for ever: the first cycles, and a step from any cycle that holds to the
            next) or "pdr" (for ever: abc finds what the step needs).
        parameters: Of the top.
        covers: Labels of the top's cover statements; each must be reached.
        depth: Cycles within which the covers must be reached; with "delay" those that a pipeline
            takes to be filled.
        stubs: RTL modules replaced by formal/stubs/, each by its path there.
        probes: Wires of the top, and the signals of the flattened design that each stands for, the
            most significant first.
        apart: (output, input): no combinational path may lead from the input port to the output
            port of `top`, which may be a module of the RTL. Decided on the netlist's structure.
        seconds: Limit for each run of a tool.
        long: It takes minutes, or long and says little that another does not; left to
            `make campaign`, and to formal/run.py --long.
    """

    name: str
    claim: str
    top: str
    method: Method | None = "pdr"
    parameters: Mapping[str, int] = field(default_factory=dict)
    covers: tuple[str, ...] = ()
    depth: int = 1
    stubs: tuple[str, ...] = ()
    probes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    apart: tuple[tuple[str, str], ...] = ()
    seconds: int = 240
    long: bool = False
