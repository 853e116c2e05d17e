# SPDX-License-Identifier: Apache-2.0
"""Export of a configuration as a folder for the tools of others.

`export` writes the folder. `wrapper` makes a module with the used ports, `sources` collects the
RTL, `scripts` has the flows, and `folder` writes all files or none.
"""

from roundel.export.flow import MHZ, ExportRecord, export
from roundel.export.scripts import FLOWS
from roundel.export.wrapper import TOPS, portable_vendor

__all__ = ["FLOWS", "MHZ", "TOPS", "ExportRecord", "export", "portable_vendor"]
