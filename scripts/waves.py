# SPDX-License-Identifier: Apache-2.0
"""Draw the timing diagrams of the tops, or compare them with the committed diagrams.

    python scripts/waves.py            run the benches of fusesoc/ in Icarus, write the drawings
    python scripts/waves.py --check    list stale drawings; change nothing

The drawings show the waves of passed benches; a test compares the drawings.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.derived import files, timing

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: list[str] | None = None) -> int:
    """Write or compare; 0 if all drawings are written or up to date."""

    def derive() -> dict[Path, str]:
        return {ROOT / path: text for path, text in timing.draw()}

    purpose = "Draw timing diagrams from waves."
    return files.update("waves", purpose, ROOT, [derive], "all drawings are up to date", arguments)


if __name__ == "__main__":
    sys.exit(main())
