# SPDX-License-Identifier: Apache-2.0
"""Check the RTL in every supported tool.

    python scripts/lint_rtl.py [--jobs N] [--rtl DIR] [--fresh] [MODULE ...]

- Text: SPDX line, one module per file with the file's name, its end label, ASCII, 100 columns, no
  trailing blanks. roundel.f lists exactly the existing files. tests/ or formal/ name each module.
  The file list of a vendor is roundel.f with the vendor's files of equal name.
- Every module separately, with default parameters: Verilator -Wall (the pinned version, and 5.006
  of Debian 12), Icarus, Yosys read_verilog and Yosys read_slang, with the guards against wrong
  circuits without an error.
- The whole library in slang, with every warning an error.
- Configurations across the parameter space elaborate; each impossible configuration fails in every
  tool with its own roundel_error_ name (lint_rtl.yaml), also in a tool that treats the undefined
  module of this name as a black box.
- The tops around soft processors (roundel_soft.f) with the processors from their Python packages,
  in every tool; messages about a processor's own source do not count.

A tool reads the files of the checked design. The cache keeps a passed check by these files, the
tool and this program. With names of modules, only the text and these modules are checked.

Without Icarus or Verilator 5.006, the checks of this tool are skipped with a message; with
ROUNDEL_NO_SKIP=1, this is a failure. ROUNDEL_OLDEST_VERILATOR names another program than
/usr/bin/verilator.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from scripts.lint import tools as lint_tools  # noqa: E402
from scripts.lint.text import reasons, refusals, text_faults  # noqa: E402
from scripts.lint.tools import Design, Library, Skipped, ToolError, Values  # noqa: E402

from roundel.base import cache, tools  # noqa: E402
from roundel.base.errors import FailureError, RoundelError  # noqa: E402
from roundel.soft import hosts  # noqa: E402

# Designs per run of each front end of Yosys. read_verilog elaborates a module once for equal
# parameters; read_slang elaborates each instance.
YOSYS = {"Yosys read_verilog": 35, "Yosys read_slang": 12}

OLDEST = f"Verilator {lint_tools.OLDEST}"

_DATA = ROOT / "scripts" / "lint_rtl.yaml"
_FOUND = yaml.safe_load(_DATA.read_text(encoding="utf-8"))
LEGAL: tuple[Design, ...] = tuple(
    (top, values) for top, configurations in _FOUND["legal"].items() for values in configurations
)
SYSTEMS: tuple[Design, ...] = tuple(
    (host.top, values) for host in hosts.HOSTS.values() for values in _FOUND["systems"]
)
ILLEGAL: tuple[tuple[str, Values, str], ...] = tuple(map(tuple, _FOUND["illegal"]))
ERRORS = frozenset(message for _, _, message in ILLEGAL)


@dataclass(frozen=True)
class Check:
    """A single check."""

    name: str  # the name in messages
    run: Callable[[], None]  # raises a FailureError for a fault
    key: Callable[[], str] = lambda: ""  # a digest of all inputs of the check; "": not kept


class _FailedError(Exception):
    """Carries the cause of a failed check through the cache."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause


def _text(library: Library) -> None:
    if faults := list(text_faults(library, ERRORS)):
        raise FailureError("\n".join(faults))


def _must_fail(build: Callable[[], None], message: str) -> None:
    """Raise a FailureError unless a build fails with the message."""
    try:
        build()
    except ToolError as error:
        if not re.search(rf"\broundel_error_{message}\b", error.output):
            raise FailureError(f"fails without roundel_error_{message}: {error}") from error
    else:
        raise FailureError(f"elaborates, but must stop with roundel_error_{message}")


def checks(library: Library, names: Sequence[str] = ()) -> Iterator[Check]:
    """All checks, the long checks first, so that two workers end together.

    With names of modules, only the text and these modules.
    """
    alone: list[Design] = [
        (module, {}) for module in library.modules if not names or module in names
    ]
    legal = () if names else LEGAL
    for what, designs in (("single modules", alone), ("configurations", legal)):
        for tool, size in YOSYS.items():
            for begin in range(0, len(designs), size):
                part = designs[begin : begin + size]
                many = f"{begin + 1} to {begin + len(part)} of {len(designs)} {what}"
                yield _build(library, tool, many, part)
    yield Check("text", lambda: _text(library))
    for top, values in alone:
        yield _single(library, "Verilator", top, values)
        yield _single(library, OLDEST, top, values)
        yield _single(library, "Icarus", top, values)
    yield from _configurations(library, legal)
    for top, values, message in () if names else ILLEGAL:
        for tool in ("slang", "Verilator", "Icarus", *YOSYS):
            yield _single(library, tool, top, values, message)


def system_checks(rtl: Path, scratch: Path) -> Iterator[Check]:
    """The checks of the tops around soft processors; skipped without the processors."""
    try:
        processors = [hosts.processor(host) for host in hosts.HOSTS.values()]
    except FailureError as error:
        reason = str(error)

        def skip() -> None:
            raise Skipped(reason)

        yield Check("systems", skip)
        return
    scratch.mkdir()
    library = Library(rtl, scratch, processors)
    for tool in YOSYS:
        yield _build(library, tool, "systems", SYSTEMS)
    yield from _configurations(library, SYSTEMS)


def _build(library: Library, tool: str, what: str, designs: Sequence[Design]) -> Check:
    """The check of several designs in one run of Yosys."""
    build = library.yosys_verilog if tool == "Yosys read_verilog" else library.yosys_slang
    return Check(f"{tool}: {what}", partial(build, designs), partial(_key, library, tool, designs))


def _configurations(library: Library, designs: Sequence[Design]) -> Iterator[Check]:
    """The checks of configurations, one by one."""
    for top, values in designs:
        for tool in ("slang", "Verilator", OLDEST, "Icarus"):
            yield _single(library, tool, top, values)


def _single(library: Library, tool: str, top: str, values: Values, message: str = "") -> Check:
    """The check of a design by a tool; with a message, the design must fail with this message."""
    builds: dict[str, Callable[..., None]] = {
        "slang": partial(library.slang, top, values),
        "Verilator": partial(library.verilator, top, values),
        OLDEST: partial(library.oldest_verilator, top, values),
        "Icarus": partial(library.icarus, top, values),
        "Yosys read_verilog": partial(library.yosys_verilog, [(top, values)]),
        "Yosys read_slang": partial(library.yosys_slang, [(top, values)]),
    }
    build = builds[tool]
    key = partial(_key, library, tool, [(top, values)], message)
    if not message:
        return Check(f"{tool}: {top} {_shown(values)}", build, key)

    def refused() -> None:
        _must_fail(build, message)
        if message in refusals(library):
            names = [f"roundel_error_{reason}" for reason in sorted(reasons(library))]
            _must_fail(lambda: build(*library.black_boxes(names)), message)

    return Check(f"{tool}: impossible {top} {_shown(values)}", refused, key)


def _key(library: Library, tool: str, designs: Sequence[Design], message: str = "") -> str:
    """A digest of all inputs of a check; "" without the tool."""
    names = {"Verilator": "verilator", "Icarus": "iverilog"}
    try:
        if tool == OLDEST:
            stamp = " ".join(lint_tools.oldest_verilator())
        elif tool == "slang":
            stamp = version("pyslang")
        else:
            stamp = tools.find(names.get(tool, "yosys")).stamp
    except (FailureError, Skipped):
        return ""
    asked = repr([(top, dict(values)) for top, values in designs])
    own = (Path(__file__), Path(lint_tools.__file__))
    return cache.digest(tool, stamp, asked, message, *own, *library.read(*designs))


def _checked(check: Check, fresh: bool) -> None:
    """Run a check, unless it passed before with the same files and tools."""
    key = "" if fresh else check.key()
    if not key:
        check.run()
        return

    def build(draft: Path) -> None:
        del draft
        try:
            check.run()
        except (RoundelError, Skipped) as cause:
            raise _FailedError(cause) from cause

    try:
        cache.entry("lint", key, build)
    except _FailedError as failed:
        raise failed.cause from None


def _shown(values: Values) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items()) or "with defaults"


def main(arguments: list[str] | None = None) -> int:
    """Run all checks; 0 without a failure."""
    parser = argparse.ArgumentParser(description="Check the RTL in every supported tool.")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--rtl", type=Path, default=ROOT / "rtl", metavar="DIR")
    parser.add_argument("--fresh", action="store_true", help="also run checks that passed before")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="default: all")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    failed = 0
    skipped: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as scratch:
        library = Library(options.rtl.resolve(), Path(scratch))
        todo = list(checks(library, options.modules))
        if not options.modules:
            todo += system_checks(library.rtl, Path(scratch) / "systems")
        with ThreadPoolExecutor(options.jobs) as pool:
            futures = {pool.submit(_checked, check, options.fresh): check for check in todo}
            for number, future in enumerate(as_completed(futures), 1):
                check = futures[future]
                try:
                    future.result()
                except Skipped as reason:
                    skipped[str(reason)] = skipped.get(str(reason), 0) + 1
                except RoundelError as error:
                    failed += 1
                    print(f"FAILED {check.name}\n{error}", flush=True)
                if number % 20 == 0 or number == len(todo):
                    seconds = time.monotonic() - started
                    print(f"lint_rtl: {number} of {len(todo)} checks, {seconds:.0f} s", flush=True)
    for why, count in skipped.items():
        print(f"SKIPPED {count} checks: {why}", flush=True)
    left = sum(skipped.values())
    if left and os.environ.get("ROUNDEL_NO_SKIP"):
        print("lint_rtl: ROUNDEL_NO_SKIP makes skipped checks fail")
        failed, left = failed + left, 0
    passed = len(todo) - failed - left
    print(f"lint_rtl: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
