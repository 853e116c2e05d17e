# SPDX-License-Identifier: Apache-2.0
"""Results of an S-box in two LUTs of six inputs for each bit; see scripts/search_lut6.py.

A functional of the input is a mask of input bits: the XOR of these bits.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

SIX = 6  # inputs of a LUT
_POLYNOMIAL = 0x11B
_POPCOUNT = np.array([value.bit_count() for value in range(256)])
PARITY = (_POPCOUNT[np.arange(256)[:, None] & np.arange(256)] & 1).astype(bool)

Array = Any


def multiply(a: int, b: int) -> int:
    """The product in GF(2^8)."""
    product = 0
    while b:
        product ^= a * (b & 1)
        a, b = a << 1, b >> 1
        if a & 256:
            a ^= _POLYNOMIAL
    return product


def power(a: int, exponent: int) -> int:
    """A power in GF(2^8)."""
    result = 1
    for _ in range(exponent):
        result = multiply(result, a)
    return result


def trace(a: int) -> int:
    """The trace from GF(2^8) to GF(2)."""
    total = 0
    for _ in range(8):
        total, a = total ^ a, multiply(a, a)
    return total


INVERSE = [power(a, 254) for a in range(256)]
SBOX = [
    sum(
        ((b >> i ^ b >> (i + 4) % 8 ^ b >> (i + 5) % 8 ^ b >> (i + 6) % 8 ^ b >> (i + 7) % 8) & 1)
        << i
        for i in range(8)
    )
    ^ 0x63
    for b in INVERSE
]
# GF(2^4) inside GF(2^8), with numbers 0 to 15 for the elements.
_FIELD = [a for a in range(256) if power(a, 16) == a]
BASE = [
    (n & 1) * _FIELD[1] ^ (n >> 1 & 1) * _FIELD[2] ^ (n >> 2 & 1) * _FIELD[4]
    ^ (n >> 3 & 1) * _FIELD[8]
    for n in range(16)
]  # fmt: skip
NUMBER = {a: n for n, a in enumerate(BASE)}
TIMES = np.array([[NUMBER[multiply(a, b)] for b in BASE] for a in BASE])


def rank(vectors: Sequence[int]) -> int:
    """The dimension of the span of bit vectors."""
    basis: list[int] = []
    for vector in vectors:
        for other in basis:
            vector = min(vector, vector ^ other)
        if vector:
            basis.append(vector)
    return len(basis)


BASES = [own for own in itertools.combinations(range(1, 16), 4) if rank(own) == len(own)]
"""The bases of GF(2^4) over GF(2)."""


def coordinates_in(basis: Sequence[int]) -> list[int]:
    """The coordinates of each element of GF(2^4) in a basis, as a number of four bits."""
    found = [0] * 16
    for combination in range(16):
        value = 0
        for bit in range(4):
            value ^= basis[bit] * (combination >> bit & 1)
        found[value] = combination
    return found


_COORDINATES = np.array([coordinates_in(basis) for basis in BASES])


def spare_inputs(basis: Sequence[int]) -> Array:
    """Inputs that the second LUT of a result has for other bits of the result.

    By the basis of the forms and the factor in GF(2^4); -1 if two LUTs do not suffice. `basis` is
    the basis of g. The first LUT reads all bits of g but one and all forms but one; the second LUT
    adds the products of the left-out bit and the left-out form.
    """
    rows = np.stack([_COORDINATES[:, TIMES[:, b]] for b in basis], axis=-1)  # forms, factor, g
    best = np.full(rows.shape[:2], -1)
    for bit, form in itertools.product(range(4), range(4)):
        of_bit = rows[..., bit]
        of_form = sum((rows[..., a] >> form & 1) << a for a in range(4))
        bits = of_form | np.where(of_bit > 0, 1 << bit, 0)
        forms = of_bit | np.where(of_form > 0, 1 << form, 0)
        best = np.maximum(best, SIX - 1 - _POPCOUNT[bits] - _POPCOUNT[forms])
    return best


@dataclass(frozen=True)
class Step:
    """A possible bit of the result: a product in one of the two spaces, and other bits."""

    bit: int
    others: frozenset[int]
    space: int  # 0 or 1
    factor: int  # in GF(2^4)


@dataclass(frozen=True)
class Results:
    """The part of a network from g to the result."""

    spaces: tuple[int, int]  # in GF(2^8)
    basis: tuple[int, ...]  # of g
    forms: tuple[tuple[int, ...], tuple[int, ...]]  # the bases of the two spaces of forms
    steps: tuple[Step, ...]  # in an order of computation


class Search:
    """The search for one direction. y is the argument of the reciprocal for the input x."""

    def __init__(self, direction: str) -> None:
        decrypt = direction == "decrypt"
        self.table = [SBOX.index(x) for x in range(256)] if decrypt else SBOX
        self.y = [INVERSE[self.table[x]] if decrypt else x for x in range(256)]
        self.norm = [NUMBER[power(y, 17)] for y in self.y]
        self.targets = [self._factor(bit) for bit in range(8)]

    def _factor(self, bit: int) -> int:
        """The k for which a bit of the result is Tr(k / y), but for a constant."""
        values = [self.table[x] >> bit & 1 for x in range(256)]
        for k in range(1, 256):
            found = {trace(multiply(k, INVERSE[self.y[x]])) ^ values[x] for x in range(256)}
            if len(found) == 1:
                return k
        raise AssertionError(bit)

    def functional(self, k: int) -> int:
        """The mask of Tr(k y^16) in the bits of x, without the constant."""
        values = [trace(multiply(k, power(self.y[1 << bit], 16))) for bit in range(8)]
        first = trace(multiply(k, power(self.y[0], 16)))
        return sum((value ^ first) << bit for bit, value in enumerate(values))

    @cached_property
    def spaces(self) -> list[tuple[int, list[int]]]:
        """The spaces H(k): k, and the functional of each element of GF(2^4)."""
        found: list[tuple[int, list[int]]] = []
        seen: set[int] = set()
        for k in range(1, 256):
            if k not in seen:
                line = [multiply(k, c) for c in BASE]
                seen |= set(line)
                found.append((k, [self.functional(a) for a in line]))
        return found

    def results(self, allowed: set[int]) -> Iterator[Results]:
        """Every result with two LUTs for each bit; first those with many bits of x as forms.

        `allowed` has the functionals that may be forms; empty: every functional.
        """
        pairs = list(itertools.combinations(self.spaces, 2))
        pairs.sort(key=lambda pair: -len(self._inputs(pair[0]) + self._inputs(pair[1])))
        spare = {basis: spare_inputs(basis) for basis in BASES}
        for pair in pairs:
            steps = list(self._steps(pair))
            bases = [
                [
                    n
                    for n, basis in enumerate(BASES)
                    if set(self._inputs(space)) <= set(basis)
                    and (not allowed or {space[1][c] for c in basis} <= allowed)
                ]
                for space in pair
            ]
            if not all(bases):
                continue
            for basis in BASES:
                own = [spare[basis][some] for some in bases]
                if order(steps, (own[0].max(axis=0), own[1].max(axis=0))) is None:
                    continue
                groups = [np.unique(caps, axis=0, return_inverse=True) for caps in own]
                for a, first in enumerate(groups[0][0]):
                    for b, second in enumerate(groups[1][0]):
                        found = order(steps, (first, second))
                        if found is None:
                            continue
                        for i in np.flatnonzero(groups[0][1].ravel() == a):
                            for j in np.flatnonzero(groups[1][1].ravel() == b):
                                forms = BASES[bases[0][i]], BASES[bases[1][j]]
                                ks = pair[0][0], pair[1][0]
                                yield Results(ks, basis, forms, tuple(found))

    @staticmethod
    def _inputs(space: tuple[int, list[int]]) -> list[int]:
        """The elements of a space that are bits of x."""
        return [c for c in range(1, 16) if space[1][c].bit_count() == 1]

    def _steps(self, pair: Sequence[tuple[int, list[int]]]) -> Iterator[Step]:
        factors = {
            multiply(k, BASE[c]): (place, c)
            for place, (k, _) in enumerate(pair)
            for c in range(1, 16)
        }
        for bit, size in itertools.product(range(8), range(4)):
            for others in itertools.combinations([o for o in range(8) if o != bit], size):
                k = self.targets[bit]
                for other in others:
                    k ^= self.targets[other]
                if k in factors:
                    yield Step(bit, frozenset(others), *factors[k])

    def signals(self, found: Results) -> list[int]:
        """The functionals that a network computes: the bits of x, then the other forms."""
        lines = dict(self.spaces)
        forms = [lines[k][c] for k, own in zip(found.spaces, found.forms, strict=True) for c in own]
        return [1 << bit for bit in range(8)] + [form for form in forms if form.bit_count() > 1]


def order(steps: Sequence[Step], spare: tuple[Array, Array]) -> list[Step] | None:
    """An order of all eight bits in which each bit adds earlier bits only; None without one."""
    usable = [step for step in steps if len(step.others) <= spare[step.space][step.factor]]
    done: set[int] = set()
    found: list[Step] = []
    while len(done) < 8:
        step = next((s for s in usable if s.bit not in done and s.others <= done), None)
        if step is None:
            return None
        found.append(step)
        done.add(step.bit)
    return found
