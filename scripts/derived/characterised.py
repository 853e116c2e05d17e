# SPDX-License-Identifier: Apache-2.0
"""The page of the characterised designs: how many designs `roundel choose` knows for each need."""

from collections import Counter

from scripts.derived.pages import table

from roundel.characterised import load_designs

__all__ = ["characterised"]

_TEXT = """\
# Characterised designs

The number of measured designs that `roundel choose` has for each target, mode and key size.
Designs without a mode are engines for blocks. Other parts of a family get the figures of these
designs if [the rules of `choose`](../how-to/choose.md#read-the-answer) permit. "3 seeds" are
designs placed with at least three seeds: those on or near a Pareto front. A family that is
mapped only has no seeds. [`roundel synth`](cli.md) measures any other design.
"""


def characterised() -> str:
    """The page."""
    designs = load_designs()
    counts: Counter[tuple[str, str, int]] = Counter()
    seeds: Counter[tuple[str, str, int]] = Counter()
    for row in designs.rows:
        fields = designs.fields(row)
        key = (row.target, str(fields["Mode"]), int(fields["KeyBits"]))
        counts[key] += 1
        seeds[key] += len(row.mhz) >= 3
    rows = [
        (target, "blocks" if mode == "none" else mode.upper(), str(bits), str(count),
         str(seeds[target, mode, bits]))
        for (target, mode, bits), count in sorted(counts.items())
    ]  # fmt: skip
    return _TEXT + "\n" + table(("Target", "Mode", "Key bits", "Designs", "3 seeds"), rows)
