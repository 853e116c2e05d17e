# SPDX-License-Identifier: Apache-2.0
"""A proof: top, parameters and method."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Method", "Proof"]

Method = Literal["bdd", "delay", "delay-bdd", "induction", "pdr"]


@dataclass(frozen=True)
class Proof:
    """A statement about the RTL, and the method of its decision.

    Attributes:
        name: The proof's name in the runner and in the tests.
        claim: The property that holds after the proof passes, in one sentence.
        top: The module formal/<top>.sv.
        method: "bdd" (combinational: the decision diagram of each violation is the constant 0),
            "delay" (unbounded, for a pipeline: `depth` cycles from any state),
            "delay-bdd" (as "delay", by decision diagrams, for functions of few inputs),
            "induction" (unbounded: the first cycles, and the step from any valid cycle to the
            next) or "pdr" (unbounded: abc finds the invariants).
        parameters: The parameters of the top.
        covers: Labels of the top's cover statements; each must be reached.
        depth: The covers must be reached within this number of cycles. With "delay", the number
            of cycles that fill the pipeline.
        stubs: Replaced modules of the RTL, by path in formal/stubs/.
        probes: Wires of the top, with the signals of the flattened design that drive each wire,
            the most significant signal first.
        no_comb_path: (output, input): no combinational path may lead from the input port to the
            output port of `top`, which may be an RTL module. The netlist's structure decides.
        free_clocks: Each clock is a free input of the top: a clock of 1 in a step of the solver
            loads the registers. The top assumes 1 for the clock of its own registers.
        seconds: The time limit for each run of a tool.
        long: Only `make campaign` and formal/run.py --long run the proof. It takes minutes, or
            adds little to another proof.
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
    no_comb_path: tuple[tuple[str, str], ...] = ()
    free_clocks: bool = False
    seconds: int = 240
    long: bool = False
