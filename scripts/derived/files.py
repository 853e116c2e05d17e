# SPDX-License-Identifier: Apache-2.0
"""The command line of a script that writes or compares derived files."""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from roundel.base.errors import RoundelError

__all__ = ["update"]


def update(
    name: str,
    purpose: str,
    root: Path,
    builds: Iterable[Callable[[], Mapping[Path, str]]],
    good: str,
    arguments: Sequence[str] | None,
) -> int:
    """Write the derived files that differ, or report these files; 1 after a report.

    All files are below the root. A build computes files after the files of earlier builds are
    written. `good` is the message without a report.
    """
    parser = argparse.ArgumentParser(description=purpose)
    parser.add_argument("--check", action="store_true", help="only compare; 1 if a file is stale")
    options = parser.parse_args(arguments)
    wrong = sum(_settle(name, root, build, options.check) for build in builds)
    if not wrong:
        print(f"{name}: {good}")
    return 1 if wrong else 0


def _settle(name: str, root: Path, build: Callable[[], Mapping[Path, str]], check: bool) -> int:
    """Write or compare the files of one build; returns the number of reports."""
    try:
        found = build()
    except RoundelError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    stale = [
        path
        for path, text in found.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    for path in stale:
        name_, command = path.relative_to(root), f"python scripts/{name}.py"
        if check:
            print(
                f"{name}: {name_} is stale; run `{command}` and commit the file.", file=sys.stderr
            )
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(found[path], encoding="utf-8")
            print(f"{name}: wrote {name_}")
    return len(stale) if check else 0
