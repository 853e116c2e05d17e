# SPDX-License-Identifier: Apache-2.0
"""Draw the timing diagrams of the tops, or compare them with what is committed.

    python scripts/waves.py            run the benches of fusesoc/ in Icarus, write the drawings
    python scripts/waves.py --check    say which of them is stale; change nothing

They show the waves of benches that passed; a test compares them.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.derived import files, timing

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: list[str] | None = None) -> int:
    """Write or compare; 0 when all is written or up to date."""

    def derive() -> dict[Path, str]:
        return {ROOT / place: text for place, text in timing.draw()}

    purpose = "Draw timing diagrams from waves."
    return files.update("waves", purpose, ROOT, [derive], "all drawings are up to date", arguments)


if __name__ == "__main__":
    sys.exit(main())
