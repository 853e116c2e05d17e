# SPDX-License-Identifier: Apache-2.0
"""Yosys scripts as steps, with files kept by content."""

import json
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError
from roundel.base.progress import Stage

Watch = Callable[[Stage], None]

YOSYS_TIMEOUT = 1800.0  # timeout in seconds; the largest pipelines take some minutes

# Commands that remove source positions from a netlist. An edit of the RTL without a change of the
# circuit then keeps the netlist, and the kept results of place and route stay valid.
WITHOUT_POSITIONS = ("setattr -mod -unset src", "setattr -unset src")


def step(
    kind: str,
    script: Sequence[str],
    sources: Mapping[str, Path | str],
    made: Sequence[str],
    timeout: float,
    watch: Watch | None = None,
    check: Callable[[Path], None] | None = None,
    *,
    copies: bool = False,
) -> Path:
    """The directory of a script's run: script map.ys, log yosys.log, time seconds.json.

    `kind` is the name of the result's directory in the cache. The script reads `sources`, files or
    texts by name, and writes the files `made`. `watch` receives Yosys' pass once a second; an
    exception in `watch` ends Yosys. `check` checks the directory before the cache keeps it. Sources
    are links into the cache; with `copies` they are files, for running the script again by hand.

    Raises:
        FailureError: Yosys is missing, fails or takes too long, or does not write a file.
    """
    key = cache.digest("\n".join([tools.find("yosys").stamp, *script]), *sources.values())

    def build(draft: Path) -> None:
        for name, source in sources.items():
            place = draft / name
            place.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(source, str):
                place.write_text(source)
            elif copies:
                shutil.copyfile(source, place)
            else:
                cache.link(place, source)
        run_script(script, draft, timeout, watch)
        check_written(draft, made)
        if check is not None:
            check(draft)

    return cache.entry(kind, key, build)


def run_script(
    script: Sequence[str], cwd: Path, timeout: float, watch: Watch | None = None, name: str = ""
) -> float:
    """Run Yosys commands in a directory; returns the seconds of Yosys.

    `name` is the name of script and log in a directory with several; see `step` for the rest.
    """
    commands = f"{name or 'map'}.ys"
    (cwd / commands).write_text("\n".join([*script, ""]))
    log = cwd / f"{name or 'yosys'}.log"
    started = time.monotonic()
    programs.run(
        tools.find("yosys"),
        ["-s", commands],
        cwd=cwd,
        log=log,
        timeout=timeout,
        watch=(lambda _: watch(_stage(log))) if watch else None,
    )
    seconds = time.monotonic() - started
    (cwd / "seconds.json").write_text(f"{seconds:.2f}\n")
    return seconds


def seconds_of(*steps: Path) -> float:
    """The total time of Yosys for steps, when they were run."""
    return float(sum(json.loads((place / "seconds.json").read_text()) for place in steps))


def cell_counts(path: Path, top: str, log: Path) -> tuple[Counter[str], float]:
    """The cells of a flat module by type, and their area, from a file of `stat -json`.

    Raises:
        FailureError: The file cannot be read; the message names the log of the run.
    """
    try:
        found = json.loads(path.read_text())["modules"][f"\\{top}"]
        return Counter(found["num_cells_by_type"]), float(found.get("area", 0.0))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FailureError(f"the statistics of Yosys cannot be read; see {log}.") from error


def check_written(directory: Path, names: Sequence[str]) -> None:
    """Check that Yosys wrote files: the exit status can be 0 without files."""
    for name in names:
        path = directory / name
        if not path.is_file() or path.stat().st_size == 0:
            raise FailureError(
                f"yosys ended without an error but without {name}; see {directory / 'yosys.log'}."
            )


_PASS = re.compile(rb"^\d+\.\d+\. Executing (\w+)", re.MULTILINE)
_PASSES = 52  # passes of the top two levels in synth_ecp5


def _stage(log: Path) -> Stage:
    """The progress of Yosys, from its log."""
    passes = _PASS.findall(log.read_bytes())
    name = passes[-1].decode().lower() if passes else "reading"
    return Stage(name, min(0.95, len(passes) / _PASSES))
