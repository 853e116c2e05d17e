# SPDX-License-Identifier: Apache-2.0
"""Draw the timing diagrams of the tops, or compare them with what is committed.

    python scripts/waves.py            run the benches of fusesoc/ in Icarus, write the drawings
    python scripts/waves.py --check    say which of them is stale; change nothing

They show the waves of benches that passed; a test compares them.
"""

import argparse
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.derived import timing

from roundel.base.errors import RoundelError

ROOT = Path(__file__).resolve().parents[1]
COMMAND = "python scripts/waves.py"


def main(arguments: list[str] | None = None) -> int:
    """Write or compare; 0 when all is written or up to date."""
    parser = argparse.ArgumentParser(description="Draw timing diagrams from waves.")
    parser.add_argument("--check", action="store_true", help="compare only; 1 if any is stale")
    options = parser.parse_args(arguments)
    try:
        drawn = dict(timing.draw())
    except RoundelError as error:
        print(f"waves: {error}", file=sys.stderr)
        return 1
    stale = [
        place
        for place, text in drawn.items()
        if not (ROOT / place).is_file() or (ROOT / place).read_text(encoding="utf-8") != text
    ]
    for place in stale:
        if options.check:
            print(f"waves: {place} is stale; run `{COMMAND}` and commit it.", file=sys.stderr)
        else:
            (ROOT / place).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / place).write_text(drawn[place], encoding="utf-8")
            print(f"waves: wrote {place}")
    if not stale:
        print(f"waves: {len(drawn)} drawings are up to date")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
