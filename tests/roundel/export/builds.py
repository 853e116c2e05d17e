# SPDX-License-Identifier: Apache-2.0
"""Builds of exported folders, kept by the contents of the files that a build reads.

Folders for different flows have equal sources and testbenches, so they share a build.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.kept import kept, stamps

from roundel.base import cache, tools
from roundel.base.errors import FailureError

VERILATOR = f"{sys.executable} -m roundel.base.verilator"
TOOLS = {"icarus": ("iverilog",), "verilator": ("verilator", "g++")}


def need(*names: str) -> None:
    """Skip the test if a program is missing."""
    for name in names:
        try:
            tools.find(name)
        except FailureError as missing:
            pytest.skip(str(missing))


def run(command: Sequence[str], folder: Path, environment: dict[str, str] | None = None) -> str:
    """The status and the output of a program."""
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", timeout=1500, check=False,
    )  # fmt: skip
    return f"status {done.returncode}\n{done.stdout}"


def once(name: str, folder: Path, parts: Sequence[str], command: Sequence[str], stamp: str) -> str:
    """The result of a command in a folder, kept if a command with the same files passed."""
    paths = sorted(path for part in parts for path in (folder / part).rglob("*") if path.is_file())
    names = [path.relative_to(folder).as_posix() for path in paths]
    key = cache.digest("export", name, stamp, *names, *paths)
    return kept(key, lambda text: text.startswith("status 0\n"), lambda: run(command, folder))


def simulate(folder: Path, simulator: str) -> str:
    """The result of the exported testbench in "icarus" or "verilator"."""
    need(*TOOLS[simulator])
    command = ["make", "-C", "sim", simulator, f"VERILATOR={VERILATOR}", "OPT=-O0"]
    return once(simulator, folder, ("rtl", "sim"), command, stamps(*TOOLS[simulator]))


def synthesise(folder: Path) -> str:
    """The result of the exported script for Yosys."""
    program = [sys.executable, "-m", "roundel.base.yosys", "-s", "synth.ys"]
    command = ["sh", "-c", f"cd yosys && {' '.join(program)}"]
    return once("yosys", folder, ("rtl", "yosys"), command, stamps("yosys"))


def vhdl(folder: Path) -> str:
    """The result of GHDL for the VHDL templates."""
    program = shutil.which("ghdl")
    if program is None:
        pytest.skip("ghdl is not on PATH; install it (Debian: apt install ghdl)")
    files = sorted(path.name for path in (folder / "templates").glob("*.vhd"))
    package = next(name for name in files if name.endswith("_pkg.vhd"))
    examples = [name for name in files if name != package]
    return run([program, "-a", "--std=93", package, *examples], folder / "templates")


def fusesoc(folder: Path, module: str, tool: str) -> str:
    """The result of a simulation by FuseSoC from the exported core file."""
    need(*TOOLS[tool])
    root = Path(__file__).resolve().parents[3]
    environment = dict(os.environ)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        environment[name] = str(folder / "home")
    command = [
        sys.executable, str(root / "scripts" / "run_fusesoc.py"), "--cores-root", str(folder),
        "run", "--build-root", str(folder / "build"), "--target=sim", f"--tool={tool}", module,
    ]  # fmt: skip
    return run(command, folder, environment)
