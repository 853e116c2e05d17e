# SPDX-License-Identifier: Apache-2.0
"""Standard cells: the area of a configuration in any liberty library, and its clock there.

`library` reads liberty files by `liberty` and their cells by `cell`, `recipes` and `mapping` make a
netlist of these cells, `vectors` runs the netlist, `timing` asks OpenSTA for the clock and the
limits, and `power` for the power. `flow` joins these steps and writes the files for the next tool,
`works` makes a job of them, and `record` is the result.
"""

from roundel.cells.flow import assumptions
from roundel.cells.library import find_identity, find_library, is_cells
from roundel.cells.power import activities
from roundel.cells.recipes import DEFAULT, find_recipe
from roundel.cells.record import CellsRecord, LibraryRecord, LimitRecord
from roundel.cells.works import synth

__all__ = [
    "DEFAULT", "CellsRecord", "LibraryRecord", "LimitRecord", "activities", "assumptions",
    "find_identity", "find_library", "find_recipe", "is_cells", "synth",
]  # fmt: skip
