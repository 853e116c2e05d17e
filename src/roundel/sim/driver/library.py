# SPDX-License-Identifier: Apache-2.0
"""The C driver as a library, compiled on first use, and simulated devices for it.

The declarations are those of the driver's own headers.
"""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cffi

from roundel import design
from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Progress, null_progress
from roundel.design import Config, elaborate
from roundel.sim import verilated

__all__ = ["card_library", "dma_library", "driver_library"]

_LIBRARY = "libroundel.so"
_FLAGS = ("-std=c99", "-O2", "-fPIC", "-Wall", "-Wextra", "-Wconversion", "-Werror")
_TIMEOUT = 300.0
_HARNESSES = ("roundel_card", "roundel_dma")


@functools.cache
def driver_library() -> tuple[cffi.FFI, Any]:
    """The driver's library, compiled if the cache does not have it, and its declarations."""
    include = design.driver_root() / "driver" / "include"
    ffi = cffi.FFI()
    headers = [include / "roundel.h", include / "roundel_simulated.h"]
    for header in [*headers, *(design.sim_root() / f"{harness}.h" for harness in _HARNESSES)]:
        ffi.cdef(verilated.interface(header))
    path = _compiled()
    try:
        return ffi, ffi.dlopen(str(path))
    except OSError as error:
        raise FailureError(
            f"the driver at {path} does not load; delete {path.parent} and try again."
        ) from error


def _compiled() -> Path:
    root, compiler = design.driver_root(), tools.find("gcc")
    sources = sorted((root / "driver" / "src").glob("*.c"))
    directories = [root / "driver" / "include", root / "driver" / "src", root / "include"]
    headers = [
        *(path for place in directories for path in sorted(place.glob("*.h"))),
        *(design.sim_root() / f"{harness}.h" for harness in _HARNESSES),
    ]
    include = [
        option for place in (*directories, design.sim_root()) for option in ("-I", str(place))
    ]
    key = cache.digest(compiler.stamp, " ".join(_FLAGS), *sources, *headers)

    def make(draft: Path) -> None:
        programs.run(
            compiler,
            [*_FLAGS, *include, "-shared", *sources, "-o", _LIBRARY, "-ldl", "-lpthread"],
            cwd=draft,
            log=draft / "log.txt",
            timeout=_TIMEOUT,
        )

    return cache.entry("driver", key, make) / _LIBRARY


def card_library(
    config: Config, more: Mapping[str, int], progress: Progress = null_progress
) -> Path:
    """The library of a simulated card of a configuration, with further parameters of aes_card."""
    return _simulated(config, design.CARD, "roundel_card", "card", more, progress)


def dma_library(
    config: Config, more: Mapping[str, int], progress: Progress = null_progress
) -> Path:
    """The library of a simulated DMA of a configuration, with further parameters of aes_dma."""
    return _simulated(config, design.DMA, "roundel_dma", "DMA", more, progress)


def _simulated(
    config: Config, top: str, harness: str, what: str, more: Mapping[str, int], progress: Progress
) -> Path:
    if design.top_of(config) != design.STREAM:
        raise InputError(
            f"{config.name} is no packet engine that a {what} can have; choose one with a mode, "
            "for example -p Mode=gcm."
        )
    design.check(config)
    values = {**design.parameters(config), **more}
    values = {**design.defaults(design.top_parameters(top), top), **values}
    found = elaborate.elaborate(tuple(design.sources()), top, tuple(values.items()))
    if found.complaints:
        why = found.complaints[0].removeprefix(elaborate.ERROR).replace("_", " ")
        raise InputError(f"a {what} of {config.name} cannot be built so: {why}.")
    model = verilated.Model(
        f"{what} of {config.name}",
        top,
        values,
        design.closure(top, values),
        harness,
        lambda _: {},
        values,
    )
    return verilated.build_model(model, progress)
