# SPDX-License-Identifier: Apache-2.0
"""The step of an induction: from any cycle in which all assertions hold, each holds in the next.

    python formal/step.py FILE.aig

The file is an and-inverter graph in the AIGER format (A. Biere, K. Heljanko, S. Wieringa, "AIGER
1.9 and beyond", FMV report 11/2, 2011). It is written down as clauses twice, the second cycle
behind the first, and CaDiCaL is asked about one assertion at a time: seconds, where all at once
take minutes.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Self

from pysat.solvers import Cadical195

__all__ = ["Graph", "step"]


@dataclass(frozen=True)
class Graph:
    """An and-inverter graph. A literal is twice a variable's number, and 1 more if it is inverted.

    Variable 0 is false, then come the inputs, the registers and the gates.

    Attributes:
        inputs: How many inputs there are.
        following: What each register holds in the next cycle.
        bad: True in a cycle in which an assertion does not hold.
        assumed: True in every cycle.
        gates: Of each AND gate, its two inputs.
    """

    inputs: int
    following: tuple[int, ...]
    bad: tuple[int, ...]
    assumed: tuple[int, ...]
    gates: tuple[tuple[int, int], ...]

    @classmethod
    def read(cls, path: Path) -> Self:
        """The graph in a binary AIGER file.

        Raises:
            ValueError: It is none, is cut short, or has what Yosys does not write.
        """
        try:
            with path.open("rb") as file:
                return cls._parse(file)
        except (IndexError, ValueError) as error:
            raise ValueError(f"{path} is no whole binary AIGER file: {error}") from error

    @classmethod
    def _parse(cls, file: IO[bytes]) -> Self:
        header = file.readline().split()
        if header[:1] != [b"aig"] or len(header) < 6:
            raise ValueError(f"its header is {header!r}")
        largest, inputs, registers, outputs, gates, *rest = (int(word) for word in header[1:])
        bad, assumed = (*rest, 0, 0)[:2]
        if any(rest[2:]) or largest != inputs + registers + gates:
            raise ValueError("it has justice or fairness properties, or holes")
        following = tuple(int(file.readline().split()[0]) for _ in range(registers))
        for _ in range(outputs):
            file.readline()
        return cls(
            inputs,
            following,
            tuple(int(file.readline()) for _ in range(bad)),
            tuple(int(file.readline()) for _ in range(assumed)),
            tuple(_gates(file, inputs + registers + 1, gates)),
        )


def _gates(file: IO[bytes], first: int, count: int) -> Iterator[tuple[int, int]]:
    """The inputs of the gates, each told by how far it lies below what comes before it."""
    for variable in range(first, first + count):
        left = 2 * variable - _number(file)
        right = left - _number(file)
        if not 0 <= right <= left < 2 * variable:
            raise ValueError(f"gate {variable} has the inputs {left} and {right}")
        yield left, right


def _number(file: IO[bytes]) -> int:
    """A number in groups of seven bits, the lowest first."""
    number = shift = 0
    while True:
        byte = file.read(1)[0]
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number


def step(graph: Graph) -> int | None:
    """Look for two cycles, the first with all assertions and the second without one.

    Args:
        graph: What the cycles are of. The first need not be one that can be reached.

    Returns:
        The index of the first assertion that the step does not show, or none: all follow.

    Raises:
        ValueError: No two cycles hold all assertions and what is assumed: all would follow.
    """
    size = 1 + graph.inputs + len(graph.following) + len(graph.gates)

    def clause_literal(literal: int, cycle: int) -> int:
        variable = cycle * size + (literal >> 1) + 1
        return -variable if literal & 1 else variable

    with Cadical195() as solver:
        for cycle in (0, 1):
            solver.add_clause([clause_literal(1, cycle)])
            first = size - len(graph.gates)
            for variable, (left, right) in enumerate(graph.gates, first):
                gate, a, b = (clause_literal(n, cycle) for n in (2 * variable, left, right))
                solver.add_clause([-gate, a])
                solver.add_clause([-gate, b])
                solver.add_clause([gate, -a, -b])
            for literal in graph.assumed:
                solver.add_clause([clause_literal(literal, cycle)])
        for register, literal in enumerate(graph.following, 1 + graph.inputs):
            before, behind = clause_literal(literal, 0), clause_literal(2 * register, 1)
            solver.add_clause([-before, behind])
            solver.add_clause([before, -behind])
        for literal in graph.bad:
            solver.add_clause([-clause_literal(literal, 0)])
        if not solver.solve(assumptions=[-clause_literal(literal, 1) for literal in graph.bad]):
            raise ValueError("no two cycles hold all assertions and assumptions")
        for index, literal in enumerate(graph.bad):
            if solver.solve(assumptions=[clause_literal(literal, 1)]) is not False:
                return index
    return None


def main() -> None:
    """Say what the step shows."""
    parser = argparse.ArgumentParser(description="Decide the step of an induction.")
    parser.add_argument("path", type=Path, metavar="FILE.aig")
    graph = Graph.read(parser.parse_args().path)
    failed = step(graph)
    if failed is None:
        print(f"{len(graph.bad)} assertions follow")
    else:
        print(f"assertion {failed} does not follow")


if __name__ == "__main__":
    main()
