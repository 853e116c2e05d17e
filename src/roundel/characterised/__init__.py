# SPDX-License-Identifier: Apache-2.0
"""Characterised designs: measured figures of many configurations on many targets.

`row` defines a row and the head of the store, and `store` reads the files in `data`. `collect`
makes rows from records of `roundel explore`, and `packets` measures cycles per packet.
`interpolation` estimates the figures of designs between the measured designs, with the processes of
`gaussian`. `candidates` finds the designs to estimate, and `table` writes the figures of
a design for its data sheet.
"""

from roundel.characterised.row import Candidate, Head, PacketRate, Part, Power, Row
from roundel.characterised.store import DATA, Designs, load_designs
from roundel.characterised.table import measured_table

__all__ = [
    "DATA", "Candidate", "Designs", "Head", "PacketRate", "Part", "Power", "Row", "load_designs",
    "measured_table",
]  # fmt: skip
