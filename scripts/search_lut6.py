# SPDX-License-Identifier: Apache-2.0
"""Search networks of LUTs with six inputs for the S-boxes; docs/log/sbox-lut6.md has the method.

    python scripts/search_lut6.py encrypt      a network in the format of src/roundel/fpga/lut6.py
    python scripts/search_lut6.py decrypt
    python scripts/search_lut6.py encrypt --forms 13,2e,9a,75,cb,d5      these forms only

The search ends with the first network of `LUTS` LUTs. A functional of the input is a mask of input
bits: the XOR of these bits. A quadratic form has a bit for each product of two input bits, and a
bit for each input bit.
"""

import itertools
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import typer

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.lut6_results import (
    BASE,
    NUMBER,
    PARITY,
    SIX,
    TIMES,
    Array,
    Results,
    Search,
    Step,
    coordinates_in,
    multiply,
    power,
    rank,
    trace,
)

from roundel.fpga.lut_network import Network

LUTS = 31
_FIVE = 5  # inputs of a LUT beside the common term
_PAIRS = list(itertools.combinations(range(8), 2))


def product(a: int, b: int) -> int:
    """The quadratic form of the product of two functionals."""
    form = (a & b) << len(_PAIRS)
    for place, (i, j) in enumerate(_PAIRS):
        form |= ((a >> i & b >> j ^ a >> j & b >> i) & 1) << place
    return form


def linear(a: int) -> int:
    """The quadratic form of a functional."""
    return a << len(_PAIRS)


_PRODUCTS = np.array([[product(a, b) for b in range(256)] for a in range(256)])
_MONOMIALS = np.array(
    [sum((x >> i & x >> j & 1) << n for n, (i, j) in enumerate(_PAIRS)) | linear(x)
     for x in range(256)]
)  # fmt: skip
_LINEAR_SHIFT = len(_PAIRS)


def quadratic(values: Sequence[int]) -> int:
    """The quadratic form of a function of x, without the constant."""
    form = linear(sum((values[1 << i] ^ values[0]) << i for i in range(8)))
    for place, (i, j) in enumerate(_PAIRS):
        corners = values[0] ^ values[1 << i] ^ values[1 << j] ^ values[1 << i | 1 << j]
        form |= corners << place
    return form


def evaluate(form: int) -> list[int]:
    """The values of a quadratic form for every x."""
    return [(form & int(monomials)).bit_count() & 1 for monomials in _MONOMIALS]


@dataclass(frozen=True)
class Norm:
    """The part of a network from x and the forms to four bits of N."""

    # For each bit: the element n of Tr(n N), the quadratic form of the common term, its signals,
    # and the signals of the other term. Bits with an equal form share the LUT of the form.
    bits: tuple[tuple[int, int, tuple[int, ...], tuple[int, ...]], ...]


class NormSearch:
    """The search for the norm: each bit of N is a form of six signals and a form of five."""

    def __init__(self, search: Search, signals: Sequence[int]) -> None:
        self.signals = signals
        # Tr(k c) is not 0 for every c in GF(2^4), so n and Tr(k n N) are one to one.
        k = next(k for k in range(256) if any(trace(multiply(k, b)) for b in BASE))
        self.values = [
            [trace(multiply(k, BASE[TIMES[n][search.norm[x]]])) for x in range(256)]
            for n in range(16)
        ]
        self.forms = [quadratic(values) for values in self.values]
        for form, values in zip(self.forms, self.values, strict=True):
            assert evaluate(form) == [value ^ values[0] for value in values]  # noqa: S101
        # The functional B(v, .) of the bilinear form of each n and v.
        self.bilinear = [
            [
                sum((v[x ^ 1 << i] ^ v[x] ^ v[1 << i] ^ v[0]) << i for i in range(8))
                for x in range(256)
            ]
            for v in self.values
        ]
        self.fives = [
            own for own in itertools.combinations(range(len(signals)), _FIVE)
            if rank([signals[n] for n in own]) == _FIVE
        ]  # fmt: skip
        spans = [span([signals[n] for n in own]) for own in self.fives]
        self.elements = np.array(spans)
        self.contains = np.zeros((len(spans), 256), dtype=bool)
        np.put_along_axis(self.contains, self.elements, True, axis=1)

    def find(self, shared: int) -> Norm | None:
        """A norm whose common term serves `shared` bits; one more term serves the other bits."""
        for six in itertools.combinations(range(len(self.signals)), SIX):
            if rank([self.signals[n] for n in six]) == SIX:
                found = self._common(six, shared)
                if found is not None:
                    return found
        return None

    def _common(self, six: tuple[int, ...], shared: int) -> Norm | None:
        """A norm whose common terms read these six signals."""
        p, q = [v for v in range(1, 256) if not any(PARITY[self.signals[n], v] for n in six)][:2]
        at_p, at_q = PARITY[self.elements, p], PARITY[self.elements, q]
        kernel = ~at_p & ~at_q
        good = kernel.sum(axis=1) == 8  # five signals and six signals span all functionals
        first_p, first_q = (at_p & ~at_q).argmax(axis=1), (~at_p & at_q).argmax(axis=1)
        lines = np.arange(len(self.elements))
        w_p, w_q = self.elements[lines, first_p], self.elements[lines, first_q]
        # In a sorted subspace the places 1, 2 and 4 are a basis.
        inner = np.sort(np.where(kernel, self.elements, 999), axis=1)[:, [1, 2, 4]]
        forms, owners, places = [], [], []
        for n in range(1, 16):
            alpha, beta = self.bilinear[n][p], self.bilinear[n][q]
            own = np.flatnonzero(good & self.contains[:, alpha] & self.contains[:, beta])
            if not len(own):
                continue
            base = self._particular(n, (p, q), w_p[own], w_q[own])
            a, b, c = inner[own].T
            free = [_PRODUCTS[a, b], _PRODUCTS[a, c], _PRODUCTS[b, c]]
            free += [w << _LINEAR_SHIFT for w in (a, b, c)]
            every = base[:, None]
            for form in free:
                every = np.concatenate([every, every ^ form[:, None]], axis=1)
            forms.append(every.ravel())
            owners.append(np.full(every.size, n))
            places.append(np.repeat(own, every.shape[1]))
        if len(forms) < 4:
            return None
        return self._chosen(
            six, np.concatenate(forms), np.concatenate(owners), np.concatenate(places), shared
        )

    def _particular(self, n: int, zeros: tuple[int, int], w_p: Array, w_q: Array) -> Array:
        """For each five signals, a form R of these with N + R in the six signals."""
        p, q = zeros
        alpha, beta = self.bilinear[n][p], self.bilinear[n][q]
        gamma = beta ^ np.where(PARITY[beta, p], w_p, 0)
        form = self.forms[n] ^ _PRODUCTS[w_p, alpha] ^ _PRODUCTS[w_q, gamma]
        for zero, w in ((p, w_p), (q, w_q)):
            if self.values[n][zero] ^ self.values[n][0]:
                form = form ^ (w << _LINEAR_SHIFT)
        return form

    def _chosen(
        self, six: tuple[int, ...], forms: Array, owners: Array, places: Array, shared: int
    ) -> Norm | None:
        """The norm of a form that `shared` independent bits have in common, if any."""
        pairs = np.unique(forms << 4 | owners)
        values, counts = np.unique(pairs >> 4, return_counts=True)
        for form in values[counts >= shared]:
            here = forms == form
            five = {
                int(n): self.fives[place]
                for n, place in zip(owners[here], places[here], strict=True)
            }
            common = independent(sorted(five))
            if len(common) < shared:
                continue
            bits = [(n, int(form), six, five[n]) for n in common]
            for n in sorted({int(n) for n in owners}):
                if len(bits) < 4 and rank([*(bit[0] for bit in bits), n]) > len(bits):
                    place = int(np.flatnonzero(owners == n)[0])
                    bits.append((n, int(forms[place]), six, self.fives[places[place]]))
            if len(bits) == 4:
                return Norm(tuple(bits))
        return None


def independent(vectors: Sequence[int]) -> list[int]:
    """The first vectors that are linearly independent."""
    found: list[int] = []
    for vector in vectors:
        if rank([*found, vector]) > len(found):
            found.append(vector)
    return found


def span(vectors: Sequence[int]) -> list[int]:
    """All sums of vectors, in increasing order."""
    found = [0]
    for vector in vectors:
        found += [other ^ vector for other in found]
    return sorted(found)


class Builder:
    """A network of LUTs whose tables follow from the values of the signals for every x."""

    def __init__(self) -> None:
        self.values = [[x >> bit & 1 for x in range(256)] for bit in range(8)]
        self.lines: list[str] = []

    def add(self, values: Sequence[int], inputs: Sequence[int]) -> int:
        """Add a LUT with these values, which its inputs decide; the number of its signal."""
        chosen = list(dict.fromkeys(inputs))
        assert len(chosen) <= SIX  # noqa: S101
        table: dict[int, int] = {}
        for x in range(256):
            index = sum(self.values[signal][x] << bit for bit, signal in enumerate(chosen))
            assert table.setdefault(index, values[x]) == values[x]  # noqa: S101
        word = sum(value << index for index, value in table.items())
        self.lines.append(f"{word:x} {' '.join(map(str, chosen))}")
        self.values.append(list(values))
        return len(self.values) - 1


def build(search: Search, results: Results, norm: Norm, names: NormSearch) -> str:
    """The network of a result and a norm, in the format of `Network.parse`."""
    net = Builder()
    signal = dict(zip((1 << bit for bit in range(8)), range(8), strict=True))
    waiting = search.signals(results)[8:]
    while waiting:
        form, parts = next((f, own) for f in waiting if (own := sum_of(f, signal)) is not None)
        signal[form] = net.add([int(PARITY[form, x]) for x in range(256)], parts)
        waiting.remove(form)
    places = [signal[form] for form in names.signals]
    terms: dict[int, int] = {}
    bits = []
    for n, form, six, five in norm.bits:
        if form not in terms:
            terms[form] = net.add(evaluate(form), [places[place] for place in six])
        bits.append(net.add(names.values[n], [terms[form], *(places[place] for place in five)]))
    reciprocal = [NUMBER[power(BASE[n], 14)] for n in range(16)]
    coordinates = coordinates_in(results.basis)
    of_g = [coordinates[reciprocal[n]] for n in search.norm]
    g = [net.add([value >> bit & 1 for value in of_g], bits) for bit in range(4)]
    outputs: dict[int, int] = {}
    lines = dict(search.spaces)
    for step in results.steps:
        basis = results.forms[step.space]
        forms = [signal[lines[results.spaces[step.space]][c]] for c in basis]
        target = [search.table[x] >> step.bit & 1 for x in range(256)]
        others = [outputs[other] for other in sorted(step.others)]
        # Tr(k y^16) for x = 0, which the functionals omit.
        factors = [multiply(results.spaces[step.space], BASE[c]) for c in basis]
        constants = [trace(multiply(k, power(search.y[0], 16))) for k in factors]
        outputs[step.bit] = add_result(net, results, step, (g, forms, constants), (target, others))
    return "\n".join([*net.lines, " ".join(str(outputs[bit]) for bit in range(8))])


def sum_of(form: int, signal: dict[int, int]) -> list[int] | None:
    """At most six signals whose sum is a functional; None without these."""
    for other in (0, *signal):
        own = [signal[1 << bit] for bit in range(8) if (form ^ other) >> bit & 1]
        own += [signal[other]] if other else []
        if len(own) <= SIX:
            return own
    return None


def add_result(
    net: Builder,
    results: Results,
    step: Step,
    signals: tuple[list[int], list[int], list[int]],
    target: tuple[list[int], list[int]],
) -> int:
    """Add the two LUTs of a bit of the result; the number of the bit's signal."""
    g, forms, constants = signals
    values, others = target
    coordinates = coordinates_in(results.forms[step.space])
    rows = [coordinates[TIMES[step.factor][b]] for b in results.basis]
    used = {(a, b) for a in range(4) for b in range(4) if rows[a] >> b & 1}
    best: tuple[list[int], set[tuple[int, int]]] | None = None
    for bit, form in itertools.product(range(4), range(4)):
        late = {(a, b) for a, b in used if a == bit or b == form}
        inputs = [*sorted({g[a] for a, _ in late}), *sorted({forms[b] for _, b in late})]
        if best is None or len(inputs) < len(best[0]):
            best = inputs, used - late
    assert best is not None  # noqa: S101
    inputs, early = best
    first = [
        sum(net.values[g[a]][x] & (net.values[forms[b]][x] ^ constants[b]) for a, b in early) & 1
        for x in range(256)
    ]
    early_inputs = [*sorted({g[a] for a, _ in early}), *sorted({forms[b] for _, b in early})]
    return net.add(values, [net.add(first, early_inputs), *inputs, *others])


def main(
    direction: Annotated[Literal["encrypt", "decrypt"], typer.Argument(help="The S-box.")],
    forms: Annotated[
        str, typer.Option(help="Masks of the forms beside the bits of x, hexadecimal, with commas.")
    ] = "",
) -> None:
    """Search a network of `LUTS` LUTs and print the network."""
    search = Search(direction)
    own = {int(mask, 16) for mask in forms.split(",") if mask}
    allowed = {*own, *(1 << bit for bit in range(8))} if own else set()
    tried: set[tuple[int, ...]] = set()
    for results in search.results(allowed):
        signals = search.signals(results)
        mark = tuple(sorted(signals))
        shared = 4 - (LUTS - 16 - 4 - 4 - 1 - (len(signals) - 8)) if mark not in tried else 0
        if not 1 <= shared <= 4:
            continue
        tried.add(mark)
        sys.stderr.write(f"forms {len(tried)}: {len(signals) - 8} LUTs\n")
        names = NormSearch(search, signals)
        norm = names.find(shared)
        if norm is not None:
            text = build(search, results, norm, names)
            network = Network.parse(text)
            assert [network.substitute(x) for x in range(256)] == search.table  # noqa: S101
            sys.stdout.write(f"{text}\n")
            sys.stderr.write(f"{len(network.luts)} LUTs\n")
            return


if __name__ == "__main__":
    typer.run(main)
