# SPDX-License-Identifier: Apache-2.0
"""Liberty files: read once here, and written for the tools in the one form that all read alike.

`syntax` reads and writes statements. `expressions` and `tables` read and write the contents of
statements. `cells` decides which cells the flow can use, `canonical` makes one library of one or
several files, and `for_abc` writes its gates for abc.
"""

from roundel.cells.liberty.canonical import Facts, rewrite
from roundel.cells.liberty.cells import Reason
from roundel.cells.liberty.for_abc import for_abc
from roundel.cells.liberty.syntax import Source, number, write

__all__ = ["Facts", "Reason", "Source", "for_abc", "number", "rewrite", "write"]
