# SPDX-License-Identifier: Apache-2.0
"""Decide the step of an induction: a cycle with all assertions leads only to such a cycle.

    python formal/step.py FILE.aig

The file is an and-inverter graph in the AIGER format (A. Biere, K. Heljanko, S. Wieringa, "AIGER
1.9 and beyond", FMV report 11/2, 2011). The program writes the clauses of the graph for two
successive cycles. CaDiCaL then decides one assertion at a time, which takes seconds. A decision
of all assertions at once would take minutes.
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
    """An and-inverter graph, with the variables false, inputs, registers and gates in this order.

    A literal is twice a variable's number, plus 1 if the literal is inverted.

    Attributes:
        inputs: The number of inputs.
        following: For each register, the literal of the value in the next cycle.
        bad: Literals that are true in a cycle with a failed assertion.
        assumed: Literals that are true in every cycle.
        gates: The two input literals of each AND gate.
    """

    inputs: int
    following: tuple[int, ...]
    bad: tuple[int, ...]
    assumed: tuple[int, ...]
    gates: tuple[tuple[int, int], ...]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the graph of a binary AIGER file.

        Raises:
            ValueError: The file is no binary AIGER file, is truncated, or has parts that Yosys
            never writes.
        """
        try:
            with path.open("rb") as file:
                return cls._parse(file)
        except (IndexError, ValueError) as error:
            raise ValueError(f"{path} is not a complete binary AIGER file: {error}") from error

    @classmethod
    def _parse(cls, file: IO[bytes]) -> Self:
        header = file.readline().split()
        if header[:1] != [b"aig"] or len(header) < 6:
            raise ValueError(f"the header is {header!r}")
        largest, inputs, registers, outputs, gates, *rest = (int(word) for word in header[1:])
        bad, assumed = (*rest, 0, 0)[:2]
        if any(rest[2:]) or largest != inputs + registers + gates:
            raise ValueError("the file has justice or fairness properties, or unused variables")
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
    """Yield the gates' inputs, which the file encodes as differences from the previous literal."""
    for variable in range(first, first + count):
        left = 2 * variable - _number(file)
        right = left - _number(file)
        if not 0 <= right <= left < 2 * variable:
            raise ValueError(f"gate {variable} has the inputs {left} and {right}")
        yield left, right


def _number(file: IO[bytes]) -> int:
    """Return a number that the file encodes in groups of seven bits, the lowest group first."""
    number = shift = 0
    while True:
        byte = file.read(1)[0]
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number


def step(graph: Graph) -> int | None:
    """Search for two successive cycles, where only the second fails an assertion.

    Args:
        graph: The graph of both cycles. The first cycle may be unreachable.

    Returns:
        The index of the first assertion that the step does not prove, or None.

    Raises:
        ValueError: No two cycles meet all assertions and assumptions, so a proof would be empty.
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
            raise ValueError("no two cycles meet all assertions and assumptions")
        for index, literal in enumerate(graph.bad):
            if solver.solve(assumptions=[clause_literal(literal, 1)]) is not False:
                return index
    return None


def main() -> None:
    """Decide the step and print the result."""
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
