# SPDX-License-Identifier: Apache-2.0
"""Published designs compared with measured designs of Roundel.

    from roundel.reproduce import load_paper, reproduce

    record = reproduce(load_paper("hodjat2004"), "ecp5-85k-8", [1, 2, 3])

A paper is a data file of this package. The file holds tables of rows. A row holds the published
figures, their location in the paper, and the preset that rebuilds the design. A further paper needs
only a further file.
"""

from roundel.reproduce.data import Paper, load_paper, paper_names
from roundel.reproduce.rebuild import reproduce
from roundel.reproduce.record import ReproduceRecord, RowRecord

__all__ = ["Paper", "ReproduceRecord", "RowRecord", "load_paper", "paper_names", "reproduce"]
