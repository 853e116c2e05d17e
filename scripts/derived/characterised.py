# SPDX-License-Identifier: Apache-2.0
"""The page of the characterised designs: how many designs `roundel choose` knows for each need."""

from collections import Counter

from scripts.derived.pages import table

from roundel.characterised import load_designs

__all__ = ["characterised"]

_TEXT = """\
# Characterised designs

The number of measured designs in the store of `roundel choose`, for each target, mode and key
size. "Blocks" are engines without a mode. The
[rules of `choose`](../how-to/choose.md#read-the-answer) say when another part of the family gets
the figures of a design. "3 seeds" counts the designs with at least three seeds; all designs on or
near a Pareto front are among them. A family that is mapped only has no seeds.
[`roundel synth`](cli.md) measures a design that is not in the store.
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
