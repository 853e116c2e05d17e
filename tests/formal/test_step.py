# SPDX-License-Identifier: Apache-2.0
"""The step of an induction, on graphs small enough for a decision by hand.

A register pair counts 0, 1, 2, 0, ... The step proves that the pair is never 3. The step does not
prove that the pair is never 2, because 1 precedes 2.
"""

from pathlib import Path

import pytest
from formal.step import Graph, step

# Variables: 1 input, registers 2 (low) and 3 (high), gates from 4 on.
LOW, HIGH = 4, 6
NOT_ZERO_OR_MORE = [(LOW ^ 1, HIGH ^ 1)]  # gate 4: both low
THREE = [*NOT_ZERO_OR_MORE, (LOW, HIGH)]  # gate 5
TWO = [*THREE, (LOW ^ 1, HIGH)]  # gate 6


def encoded(number: int) -> bytes:
    """A number in the AIGER encoding."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def aiger(
    inputs: int,
    following: list[int],
    bad: list[int],
    assumed: list[int],
    gates: list[tuple[int, int]],
) -> bytes:
    """A binary AIGER file."""
    first = 1 + inputs + len(following)
    counts = (first - 1 + len(gates), inputs, len(following), 0, len(gates), len(bad), len(assumed))
    text = "aig " + " ".join(map(str, counts)) + "\n"
    text += "".join(f"{literal}\n" for literal in [*following, *bad, *assumed])
    body = b""
    for variable, pair in enumerate(gates, first):
        right, left = sorted(pair)
        body += encoded(2 * variable - left) + encoded(left - right)
    return text.encode() + body


def counter(bad: list[int], assumed: list[int] | None = None) -> bytes:
    """The counter: low follows 0 alone, high follows 1 alone."""
    gates = [*TWO, (LOW, HIGH ^ 1)]  # gate 7: 1
    return aiger(1, [8, 14], bad, assumed or [], gates)


def read(tmp_path: Path, content: bytes) -> Graph:
    path = tmp_path / "graph.aig"
    path.write_bytes(content)
    return Graph.read(path)


def test_what_follows(tmp_path: Path) -> None:
    assert step(read(tmp_path, counter([10]))) is None


def test_the_first_that_does_not_follow(tmp_path: Path) -> None:
    assert step(read(tmp_path, counter([10, 12]))) == 1


def test_an_assumption_helps(tmp_path: Path) -> None:
    assert step(read(tmp_path, counter([12], [14 ^ 1]))) is None


def test_assertions_help_each_other(tmp_path: Path) -> None:
    alone = aiger(0, [4, 4], [2], [], [])  # the second implies the first
    assert step(read(tmp_path, alone)) == 0
    assert step(read(tmp_path, aiger(0, [4, 4], [2, 4], [], []))) is None


def test_nothing_follows_from_a_contradiction(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no two cycles"):
        step(read(tmp_path, counter([10], [LOW, LOW ^ 1])))


def test_an_input_is_free(tmp_path: Path) -> None:
    assert step(read(tmp_path, aiger(1, [2], [4], [], []))) == 0


def test_numbers_of_several_bytes(tmp_path: Path) -> None:
    inputs = 300
    graph = read(tmp_path, aiger(inputs, [], [602], [], [(2, 600)]))
    assert graph.gates == ((600, 2),)
    assert step(graph) == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"aag 0 0 0 0 0\n",
        b"aig 1 1\n",
        b"aig 3 1 1 0 0\n2\n",  # a hole
        b"aig 2 1 1 0 0 0 0 1\n2\n1\n2\n",  # a justice property
        counter([10])[:-1],
        counter([10])[:20],
        b"aig 2 1 1 0 0\n",
        b"aig 2 1 0 0 1\n\x05\x00",  # a gate with an input below the constant
    ],
)
def test_what_is_no_graph(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ValueError, match="not a complete binary AIGER file"):
        read(tmp_path, content)
