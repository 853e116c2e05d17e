# SPDX-License-Identifier: Apache-2.0
"""Standard cells: what a configuration costs in any liberty library, and how fast it is there.

`flow` is the way through: `library` reads a file of `liberty` by its `groups`, `recipes` and
`mapping` make a netlist of its cells, `vectors` runs blocks through that in a `simulator` and
`packets` packets, `timing` asks OpenSTA for the clock and `limits`, `power` for the watts, and
`record` is what the user gets, with `handover` the files. `identity` tells without a tool what a
result depends on.
"""

from roundel.cells.flow import assumptions, synth_cells
from roundel.cells.identity import CellsIdentity
from roundel.cells.library import Library, find_identity, find_library, is_cells, load_library
from roundel.cells.power import activities
from roundel.cells.recipes import DEFAULT, RECIPES, find_recipe
from roundel.cells.record import CellsRecord, LibraryRecord, LimitRecord, PowerRecord

__all__ = [
    "DEFAULT",
    "RECIPES",
    "CellsIdentity",
    "CellsRecord",
    "Library",
    "LibraryRecord",
    "LimitRecord",
    "PowerRecord",
    "activities",
    "assumptions",
    "find_identity",
    "find_library",
    "find_recipe",
    "is_cells",
    "load_library",
    "synth_cells",
]
