# SPDX-License-Identifier: Apache-2.0
"""Published designs beside ours, measured.

    from roundel.reproduce import load_paper, reproduce

    record = reproduce(load_paper("hodjat2004"), "ecp5-85k-8", [1, 2, 3])

A paper is a data file of this package: tables of rows, a row holds figures as published, each with
the place in the paper where it stands, and the preset that rebuilds the design. Another paper is
another file.
"""

from roundel.reproduce.data import Paper, load_paper, paper_names
from roundel.reproduce.rebuild import reproduce
from roundel.reproduce.record import ReproduceRecord, RowRecord

__all__ = ["Paper", "ReproduceRecord", "RowRecord", "load_paper", "paper_names", "reproduce"]
