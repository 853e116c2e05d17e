# SPDX-License-Identifier: Apache-2.0
"""Check the RTL in every tool that it promises to build in.

    python scripts/lint_rtl.py [--jobs N] [--rtl DIR] [--fresh] [MODULE ...]

- Text: SPDX line, one module a file with the file's name, its end label, ASCII, 100 columns, no
  trailing blanks; roundel.f lists exactly the files that exist; tests/ or formal/ name each module.
  The file list of a vendor is roundel.f with its files in place of those of the same name.
- Every module alone, with its default parameters: Verilator -Wall, Icarus, Yosys read_verilog and
  Yosys read_slang with the guards against circuits that are wrong without an error.
- The whole in slang with every warning an error.
- Configurations across the parameter space elaborate; each impossible one fails in every tool with
  its own aes_error_ name (lint_rtl.yaml).
- The tops around soft processors (roundel_soft.f) with the processors from their Python packages,
  in every tool; what a tool says of a processor's own source is not counted.

A tool reads the files of the design that it checks. A check that passed is kept in the cache by
those files, the tool and this program. With names of modules, only the text and these modules alone
are checked.

Without Icarus its part is skipped by name, and with ROUNDEL_NO_SKIP=1 that is a failure.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

import yaml

from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError, RoundelError
from roundel.design.elaborate import named
from roundel.soft import hosts

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
COLUMNS = 100
SHOWN = 25  # last lines shown of what a failing tool said
TIMEOUT = 240.0  # seconds for one run of a tool
YOSYS = ("Yosys read_verilog", "Yosys read_slang")
PART = 12  # designs of one run of Yosys, so that none takes minutes

# Runs slang's own driver from its Python wheel.
SLANG = """\
import sys
from pyslang.driver import Driver
driver = Driver()
driver.addStandardArgs()
good = driver.parseCommandLine(" ".join(["slang", *sys.argv[1:]])) and driver.processOptions()
sys.exit(0 if good and driver.parseAllSources() and driver.runFullCompilation() else 1)
"""

# Yosys builds a wrong circuit from these without an error of its own.
GUARDS = ["-e", "implicitly declared", "-e", "used but has no driver", "-e", "multiple conflicting"]

# The same where processors are read too, which have nets that nothing drives.
FOREIGN_GUARDS = [
    "-e", "implicitly declared", "-e", "multiple conflicting",
    "-e", "Wire (aes_|[$]paramod[^ ]*aes_)[^ ]* is used but has no driver",
]  # fmt: skip

Values = Mapping[str, int]
Design = tuple[str, Values]  # a top and its parameters

_DATA = HERE / "lint_rtl.yaml"
_FOUND = yaml.safe_load(_DATA.read_text(encoding="utf-8"))
LEGAL: tuple[Design, ...] = tuple(
    (top, values) for top, configurations in _FOUND["legal"].items() for values in configurations
)
SYSTEMS: tuple[Design, ...] = tuple(
    (host.top, values) for host in hosts.HOSTS.values() for values in _FOUND["systems"]
)
ILLEGAL: tuple[tuple[str, Values, str], ...] = tuple(map(tuple, _FOUND["illegal"]))


@dataclass(frozen=True)
class Check:
    """One thing to check."""

    name: str  # in messages
    run: Callable[[], None]  # raises a FailureError for a fault
    key: Callable[[], str] = lambda: ""  # a digest of all that the check depends on; "": not kept


class ToolError(FailureError):
    """A tool failed or warned; `said` is all that it said."""

    def __init__(self, text: str, said: str) -> None:
        super().__init__("\n".join([text, *said.splitlines()[-SHOWN:]]))
        self.said = said


class _FailedError(Exception):
    """Carries the cause of a failed check past the cache."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause


class Skipped(Exception):  # noqa: N818
    """A check could not run; the text says what it needs."""


class Library:
    """The RTL in a directory with roundel.f, and the tools that read it; logs are in `scratch`.

    With the sources of soft processors, the tops around them are read too. Tools' messages about
    these sources do not count.
    """

    def __init__(self, rtl: Path, scratch: Path, processors: Sequence[Path] = ()) -> None:
        self.rtl = rtl
        self.scratch = scratch
        self.names = _listed(rtl / "roundel.f")
        self.tops = _listed(rtl / "roundel_soft.f")
        read = [*self.names, *(self.tops if processors else ())]
        self.files = [rtl / name for name in read]
        self.modules = [path.stem for path in self.files if not path.stem.endswith("_pkg")]
        self.vendors = sorted((rtl / "vendor").glob("*/*.sv"))
        self._logs = 0
        # Yosys' frontends split a command at blanks; under these links a path has none.
        (scratch / "rtl").symlink_to(rtl, target_is_directory=True)
        for path in processors:
            (scratch / path.name).symlink_to(path)
        self._foreign = [path.name for path in processors]
        self._paths = (*self.files, *processors)
        self._links = {path: f"rtl/{name}" for name, path in zip(read, self.files, strict=True)}
        self._links |= {path: path.name for path in processors}
        self._check = "check -assert" + (" aes_* $paramod*aes_*" if processors else "")
        self._waived = scratch / "foreign.vlt"
        text = "".join(f'lint_off -file "*{name}"\n' for name in self._foreign)
        self._waived.write_text(f"`verilator_config\n{text}", encoding="utf-8")

    def log(self) -> Path:
        """A new file for a tool's output."""
        self._logs += 1
        return self.scratch / f"{self._logs}.log"

    def read(self, *designs: Design) -> list[Path]:
        """The files of designs, in the order in which to compile them."""
        found = {path for top, _ in designs for path in named(self._paths, top)}
        return [path for path in self._paths if path in found]

    def _linked(self, *designs: Design) -> list[str]:
        """The same as names in the scratch directory."""
        return [self._links[path] for path in self.read(*designs)]

    def run(
        self, command: tools.Tool | list[str], *arguments: str, env: Mapping[str, str] | None = None
    ) -> str:
        """Run a tool and give back what it said."""
        log = self.log()
        try:
            programs.run(command, arguments, cwd=self.scratch, log=log, timeout=TIMEOUT, env=env)
        except FailureError as error:
            said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
            raise ToolError(str(error), said) from error
        return log.read_text(encoding="utf-8", errors="replace")

    def verilator(self, top: str, values: Values) -> None:
        """Lint with every warning an error, as Verilator has it by default."""
        self.run(
            tools.find("verilator"),
            *("--lint-only", "-Wall", "--timing", "--top-module", top),
            *(f"-G{name}={value}" for name, value in values.items()),
            # Theirs have a time scale, and so ours seem to lack one.
            *(("-Wno-TIMESCALEMOD", str(self._waived)) if self._foreign else ()),
            *self._linked((top, values)),
            env=tools.verilator_environment(),
        )

    def icarus(self, top: str, values: Values) -> None:
        """Elaborate; anything that Icarus says is a failure."""
        try:
            tool = tools.find("iverilog")
        except FailureError as error:
            raise Skipped(str(error)) from error
        said = self.run(
            tool,
            *("-g2012", "-Wall", "-t", "null", "-s", top),
            *(("-Wno-timescale",) if self._foreign else ()),
            *(f"-P{top}.{name}={value}" for name, value in values.items()),
            *self._linked((top, values)),
        )
        if any(
            line.strip() and not line.startswith(tuple(self._foreign)) for line in said.splitlines()
        ):
            raise ToolError(f"Icarus warns of {top}.", said)

    def yosys_verilog(self, tops: Sequence[Design]) -> None:
        """Build with read_verilog, top after top."""
        script = [f"read_verilog -sv {' '.join(self._linked(*tops))}", "design -save sources"]
        for top, values in tops:
            chosen = " ".join(f"-chparam {name} {value}" for name, value in values.items())
            script += ["design -load sources", f"hierarchy -check -top {top} {chosen}"]
            script += ["proc", "opt_clean", self._check]
        self._yosys(script)

    def yosys_slang(self, tops: Sequence[Design]) -> None:
        """Build with read_slang, top after top."""
        script, kept = [], "--keep-hierarchy" if self._foreign else ""
        for top, values in tops:
            chosen = " ".join(f"-G {name}={value}" for name, value in values.items())
            files = " ".join(self._linked((top, values)))
            script += ["design -reset"]
            script += [f"read_slang --threads 1 {kept} --top {top} {chosen} {files}"]
            script += [f"hierarchy -check -top {top}", "proc", "opt_clean", self._check]
        self._yosys(script)

    def _yosys(self, script: list[str]) -> None:
        path = self.log().with_suffix(".ys")
        path.write_text("\n".join(script) + "\n", encoding="utf-8")
        self.run(
            tools.find("yosys"), *(FOREIGN_GUARDS if self._foreign else GUARDS), "-s", path.name
        )

    def slang(self, top: str, values: Values) -> None:
        """Compile with every warning that slang has for this code, each an error."""
        self.run(
            [sys.executable, "-c", SLANG],
            *("-Wextra", "-Wconversion", "-Wno-sign-conversion", "-Werror", "--top", top),
            *(f"-G{name}={value}" for name, value in values.items()),
            *(("--timescale=1ns/1ps",) if self._foreign else ()),
            *(f"--suppress-warnings={name}" for name in self._foreign),
            *self._linked((top, values)),
        )


def _listed(path: Path) -> list[str]:
    """The names in a list of files."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [name for line in lines if (name := line.partition("//")[0].strip())]


def text_faults(library: Library) -> Iterator[str]:
    """What is wrong with the sources as text, and with their list."""
    existing = sorted(
        path.relative_to(library.rtl).as_posix()
        for path in library.rtl.rglob("*.sv")
        if path not in library.vendors
    )
    listed = [*library.names, *library.tops]
    if duplicates := {name for name in listed if listed.count(name) > 1}:
        yield f"roundel.f lists {', '.join(sorted(duplicates))} more than once"
    for name in sorted(set(existing) ^ set(listed)):
        yield f"rtl/{name} {'is not in roundel.f' if name in existing else 'does not exist'}"
    uses = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("tests", "formal")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".py", ".sv"}
    )
    yield from _vendor_faults(library)
    tops = [library.rtl / name for name in library.tops]
    for path in [*dict.fromkeys([*library.files, *tops]), *library.vendors]:
        if not path.exists():
            continue
        where = f"rtl/{path.relative_to(library.rtl).as_posix()}"
        content = path.read_text(encoding="utf-8")
        lines = content.splitlines()
        if lines[:1] != ["// SPDX-License-Identifier: Apache-2.0"]:
            yield f"{where}:1: the first line is not the SPDX line"
        for number, line in enumerate(lines, 1):
            if len(line) > COLUMNS:
                yield f"{where}:{number}: {len(line)} columns, more than {COLUMNS}"
            if not line.isascii():
                yield f"{where}:{number}: not ASCII"
            if line != line.rstrip():
                yield f"{where}:{number}: trailing blanks"
        kind = "package" if path.stem.endswith("_pkg") else "module"
        defined = re.findall(rf"^{kind} (?:automatic )?(\w+)", content, re.MULTILINE)
        if defined != [path.stem]:
            yield f"{where}: defines {', '.join(defined) or 'nothing'}, not {path.stem} alone"
        if lines[-1:] != [f"end{kind} : {path.stem}"]:
            yield f"{where}: the last line is not `end{kind} : {path.stem}`"
        if not re.search(rf"\b{path.stem}\b", uses):
            yield f"{where}: no test and no proof names {path.stem}"
    errors = set(re.findall(r"\baes_error_(\w+) u_error\b", _all_text(library)))
    tried = {message for _, _, message in ILLEGAL}
    for message in sorted(errors ^ tried):
        yield (
            f"aes_error_{message} is in the RTL, but no impossible combination tries it"
            if message in errors
            else f"aes_error_{message} is tried, but it is not in the RTL"
        )


def _vendor_faults(library: Library) -> Iterator[str]:
    """What is wrong with the file lists of the vendors."""
    for vendor in sorted({path.parent.name for path in library.vendors}):
        own = {path.name for path in library.vendors if path.parent.name == vendor}
        for name in sorted(own - {path.name for path in library.files}):
            yield f"rtl/vendor/{vendor}/{name} stands in for no file of roundel.f"
        wanted = [
            f"vendor/{vendor}/{Path(name).name}" if Path(name).name in own else name
            for name in library.names
        ]
        path = library.rtl / f"roundel_{vendor}.f"
        if not path.is_file() or path.read_text(encoding="utf-8").split() != wanted:
            yield f"{path.name} is not roundel.f with the files of rtl/vendor/{vendor}"


def _all_text(library: Library) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in library.files if path.exists())


def _text(library: Library) -> None:
    if faults := list(text_faults(library)):
        raise FailureError("\n".join(faults))


def _must_fail(build: Callable[[], None], message: str) -> None:
    """Raise a FailureError unless a build fails at the module that bears the message."""
    try:
        build()
    except ToolError as error:
        if not re.search(rf"\baes_error_{message}\b", error.said):
            raise FailureError(f"fails, but not with aes_error_{message}: {error}") from error
    else:
        raise FailureError(f"elaborates, and should stop with aes_error_{message}")


def checks(library: Library, names: Sequence[str] = ()) -> Iterator[Check]:
    """All checks, the long ones first so that two workers end together.

    With names of modules, only the text and these modules alone.
    """
    alone: list[Design] = [
        (module, {}) for module in library.modules if not names or module in names
    ]
    legal = () if names else LEGAL
    for what, designs in (("modules alone", alone), ("configurations", legal)):
        for begin in range(0, len(designs), PART):
            part = designs[begin : begin + PART]
            many = f"{begin + 1} to {begin + len(part)} of {len(designs)} {what}"
            yield from _builds(library, many, part)
    yield Check("text", lambda: _text(library))
    for top, values in alone:
        yield _single(library, "Verilator", top, values)
        yield _single(library, "Icarus", top, values)
    yield from _configurations(library, legal)
    for top, values, message in () if names else ILLEGAL:
        for tool in ("slang", "Verilator", "Icarus", *YOSYS):
            yield _single(library, tool, top, values, message)


def system_checks(rtl: Path, scratch: Path) -> Iterator[Check]:
    """The checks of the tops around soft processors; one that is skipped where those are not."""
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
    yield from _builds(library, "systems", SYSTEMS)
    yield from _configurations(library, SYSTEMS)


def _builds(library: Library, what: str, designs: Sequence[Design]) -> Iterator[Check]:
    """The checks of designs by Yosys, which reads its own libraries once for all of them."""
    for tool, build in zip(YOSYS, (library.yosys_verilog, library.yosys_slang), strict=True):
        yield Check(
            f"{tool}: {what}", partial(build, designs), partial(_key, library, tool, designs)
        )


def _configurations(library: Library, designs: Sequence[Design]) -> Iterator[Check]:
    """The checks of configurations, one by one."""
    for top, values in designs:
        for tool in ("slang", "Verilator", "Icarus"):
            yield _single(library, tool, top, values)


def _single(library: Library, tool: str, top: str, values: Values, message: str = "") -> Check:
    """The check of a design by a tool; with a message, of a design that must fail with it."""
    build: dict[str, Callable[[], None]] = {
        "slang": lambda: library.slang(top, values),
        "Verilator": lambda: library.verilator(top, values),
        "Icarus": lambda: library.icarus(top, values),
        YOSYS[0]: lambda: library.yosys_verilog([(top, values)]),
        YOSYS[1]: lambda: library.yosys_slang([(top, values)]),
    }
    key = partial(_key, library, tool, [(top, values)], message)
    if message:
        name = f"{tool}: impossible {top} {_shown(values)}"
        return Check(name, lambda: _must_fail(build[tool], message), key)
    return Check(f"{tool}: {top} {_shown(values)}", build[tool], key)


def _key(library: Library, tool: str, designs: Sequence[Design], message: str = "") -> str:
    """A digest of what a check depends on; "" where the tool is missing."""
    names = {"Verilator": "verilator", "Icarus": "iverilog"}
    try:
        stamp = (
            version("pyslang") if tool == "slang" else tools.find(names.get(tool, "yosys")).stamp
        )
    except FailureError:
        return ""
    asked = repr([(top, dict(values)) for top, values in designs])
    return cache.digest(tool, stamp, asked, message, Path(__file__), *library.read(*designs))


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
    return " ".join(f"{name}={value}" for name, value in values.items()) or "as it is"


def main(arguments: list[str] | None = None) -> int:
    """Run all checks; 0 when none fails."""
    parser = argparse.ArgumentParser(description="Check the RTL in every tool.")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--rtl", type=Path, default=ROOT / "rtl", metavar="DIR")
    parser.add_argument("--fresh", action="store_true", help="run checks that passed before too")
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
        print("lint_rtl: ROUNDEL_NO_SKIP forbids skipping")
        failed, left = failed + left, 0
    passed = len(todo) - failed - left
    print(f"lint_rtl: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
