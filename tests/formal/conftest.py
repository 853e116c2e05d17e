# SPDX-License-Identifier: Apache-2.0
"""Makes the folder `formal` importable, which is not a package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
