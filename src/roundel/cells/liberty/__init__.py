# SPDX-License-Identifier: Apache-2.0
"""Liberty files: parsed here, then written in one form with the same meaning for all tools.

`syntax` reads and writes statements. `expressions` and `tables` read and write the contents of
statements. `cells` selects the usable cells. `canonical` makes one library from one or several
files, and `for_abc` writes the library's gates for abc.
"""

from roundel.cells.liberty.canonical import Facts, rewrite
from roundel.cells.liberty.cells import Reason
from roundel.cells.liberty.for_abc import for_abc
from roundel.cells.liberty.syntax import Source, number, write

__all__ = ["Facts", "Reason", "Source", "for_abc", "number", "rewrite", "write"]
