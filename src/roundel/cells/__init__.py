# SPDX-License-Identifier: Apache-2.0
"""Standard cells: area and clock of a configuration in any liberty library.

`library` reads liberty files by `liberty`, and their cells by `cell`. `recipes` and `mapping` make
a netlist of these cells. `vectors` simulates the netlist. `timing` and `power` run OpenSTA for the
clock, the limits and the power. `flow` joins these steps and writes the files for later tools.
`works` makes a job of the steps, and `record` holds the result.
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
