# SPDX-License-Identifier: Apache-2.0
"""The example of LiteX in a simulation, kept by the contents of its inputs."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest
from tests.kept import kept, stamps

from roundel import design
from roundel.base import cache, tools
from roundel.base.errors import FailureError

EXAMPLE = Path(__file__).parents[3] / "examples" / "litex"
SMALL = ("-p", "Rounds=1", "-p", "Stages=1")
_TOOLS = ("verilator", "g++", "make", "riscv64-unknown-elf-gcc")
_HEADERS = {  # of LiteX's simulator, with Debian's packages
    "json-c/json.h": "libjson-c-dev",
    "event2/event.h": "libevent-dev",
    "zlib.h": "zlib1g-dev",
}
_PACKAGES = ("litex", "migen", "pythondata-cpu-vexriscv", "cryptography-vectors")


def need() -> None:
    """Skip the test if a program or a header is missing; the reason has the remedy."""
    for name in _TOOLS:
        try:
            tools.find(name)
        except FailureError as missing:
            pytest.skip(str(missing))
    for header, package in _HEADERS.items():
        probe = subprocess.run(
            [*tools.find("g++").command, "-E", "-x", "c", "-"], input=f"#include <{header}>\n",
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if probe.returncode:
            pytest.skip(
                f"{header} is missing; LiteX's simulator needs the header "
                f"(Debian: apt install {package})"
            )


def simulate(folder: Path, *options: str) -> str:
    """The status and the output of a simulation, kept if the simulation passed."""
    parts = [
        path
        for part in ("driver", "include")
        for path in (design.driver_root() / part).rglob("*.[ch]")
    ]
    root = Path(design.__file__).parents[1]
    modules = [
        path
        for part in ("litex", "export", "base", "design", "verify")
        for path in (root / part).rglob("*")
        if path.suffix in (".py", ".yaml")
    ]
    own = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".c", ".h")]
    paths = sorted([*own, *parts, *modules])
    packages = " ".join(importlib.metadata.version(name) for name in _PACKAGES)
    key = cache.digest(
        "litex", " ".join(options), stamps(*_TOOLS), packages, *paths, *design.sources()
    )
    return kept(key, lambda text: text.startswith("status 0\n"), lambda: _run(folder, options))


def _run(folder: Path, options: tuple[str, ...]) -> str:
    done = subprocess.run(
        [sys.executable, EXAMPLE / "simulate.py", "--output", folder, *options],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
        errors="replace", timeout=3600, check=False,
    )  # fmt: skip
    return f"status {done.returncode}\n{done.stdout}{done.stderr[-4000:]}"
