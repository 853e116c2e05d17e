# SPDX-License-Identifier: Apache-2.0
"""Makes `scripts`, which is no package of the command, importable."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
