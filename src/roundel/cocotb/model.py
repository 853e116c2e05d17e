# SPDX-License-Identifier: Apache-2.0
"""Verilator models of a top for cocotb, kept in the cache.

cocotb's own runner makes each signal of a design visible. A model then takes several times as long
to build; `build` makes only the signals of the top visible.
"""

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import cocotb_tools.config

from roundel import design
from roundel.base import cache, programs, tools

_MAIN = cocotb_tools.config.share_dir / "lib" / "verilator" / "verilator.cpp"

# Compiling takes longer than simulating, which is mostly Python.
_FLAGS = "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1"
_TIMEOUT = 1200.0  # for a build, in seconds


def environment() -> dict[str, str]:
    """The environment in which cocotb's own runner finds Roundel's Verilator and can build.

    The result is a copy of this process's environment with changed variables:
    `os.environ.update(environment())`, before `get_runner("verilator")`. The package of Verilator
    contains no program on PATH, and its makefiles lack some flags; without these flags g++ reports
    `Vtop__pch.h.fast: linker input file not found`.

    Raises:
        FailureError: Verilator is missing.
        InputError: A variable names no program.
    """
    return tools.verilator_environment()


def _options(top: str) -> list[str | Path]:
    """The options of Verilator for every design."""
    libraries = cocotb_tools.config.libs_dir
    return [
        *("--cc", "--exe", "--build", "-j", "2", "--vpi", "--prefix", "Vtop", "-Mdir", "."),
        *("--timescale", "1ns/1ps", "--x-initial", "unique", "-Wno-fatal", "-Wno-lint"),
        *("-Wno-style", "--top-module", top, "-o", top, "-MAKEFLAGS", _FLAGS, "-LDFLAGS"),
        f"-Wl,-rpath,{libraries} -L{libraries} -lcocotbvpi_verilator",
        _MAIN,
    ]


def _verilate(options: Sequence[str | Path], directory: Path) -> None:
    programs.run(
        tools.find("verilator"),
        options,
        cwd=directory,
        log=directory / "log.txt",
        timeout=_TIMEOUT,
        env=environment(),
    )


def _runtime() -> Path:
    """A directory with the common objects of all simulations, which take as long as a design.

    The objects come from an empty design; the rest of that design is dropped.
    """
    options = _options("nothing")
    version = tools.find("verilator").stamp

    def make(draft: Path) -> None:
        (draft / "nothing.v").write_text("module nothing; endmodule\n", encoding="utf-8")
        _verilate([*options, "nothing.v"], draft)
        for path in draft.iterdir():
            if not re.fullmatch(r"verilated\w*\.o", path.name):
                path.unlink()

    return cache.entry("bench-runtime", cache.digest(version, *map(str, options), _MAIN), make)


def build(
    top: str,
    parameters: Mapping[str, int] | None = None,
    *,
    sources: Iterable[Path] | None = None,
    registers_of: Iterable[str] = (),
) -> Path:
    """The directory of a simulation, built unless the cache has the directory.

    Args:
        top: The module. The test sees its ports and its other signals.
        parameters: The parameters of the top; the others have the RTL's defaults.
        sources: The source files in compile order, headers (*.svh) included; by default the files
            of the library that the top needs.
        registers_of: Modules below the top whose signals with names *_q are visible too.

    Raises:
        FailureError: Verilator is missing or fails, or no file declares the top.
    """
    options = _options(top)
    options += [f"-G{name}={value}" for name, value in (parameters or {}).items()]
    visible = f'`verilator_config\npublic_flat_rw -module "{top}" -var "*"\n'
    visible += "".join(f'public_flat_rd -module "{name}" -var "*_q"\n' for name in registers_of)
    version = tools.find("verilator").stamp
    if sources is None:
        files = design.closure(top, parameters or {})
    else:
        files = tuple(path.resolve() for path in sources)
    key = cache.digest(version, visible, *map(str, options), _MAIN, *files)

    def make(draft: Path) -> None:
        (draft / "visible.vlt").write_text(visible, encoding="utf-8")
        ready = list(_runtime().iterdir())
        for path in ready:
            shutil.copy(path, draft)
        # With -o, make does not build these objects again.
        old = " ".join(f"-o {path.name}" for path in ready)
        _verilate([*options, "-MAKEFLAGS", old, "visible.vlt", *design.arguments(files)], draft)

    return cache.entry("bench", key, make)
