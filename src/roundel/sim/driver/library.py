# SPDX-License-Identifier: Apache-2.0
"""The C driver as a library, compiled on first use, and simulated devices for the driver.

The driver's own headers contain the declarations.
"""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cffi

from roundel import design
from roundel.base import tools
from roundel.base.errors import InputError
from roundel.base.progress import Progress, null_progress
from roundel.design import Config, elaborate
from roundel.sim import verilated
from roundel.sim.simulated import compiled, load

_FLAGS = ("-std=c99", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror")
_HARNESSES = ("roundel_card", "roundel_dma")


@functools.cache
def driver_library() -> tuple[cffi.FFI, Any]:
    """The driver's library, compiled if missing in the cache, and its declarations."""
    root = design.driver_root()
    directories = [root / "driver" / "include", root / "driver" / "src", root / "include"]
    harnesses = [design.sim_root() / f"{harness}.h" for harness in _HARNESSES]
    include = [option for path in (*directories, design.sim_root()) for option in ("-I", str(path))]
    library = compiled(
        "driver",
        tools.find("gcc"),
        _FLAGS,
        [*include, "-ldl", "-lpthread"],
        sorted(directories[1].glob("*.c")),
        [*(path for folder in directories for path in sorted(folder.glob("*.h"))), *harnesses],
    )
    interfaces = [directories[0] / name for name in ("roundel.h", "roundel_simulated.h")]
    return load("the driver", library, *interfaces, *harnesses)


def card_library(
    config: Config, more: Mapping[str, int], progress: Progress = null_progress
) -> Path:
    """The library of a configuration's simulated card, with further parameters of roundel_card."""
    return _simulated(config, design.CARD, "roundel_card", "card", more, progress)


def dma_library(
    config: Config, more: Mapping[str, int], progress: Progress = null_progress
) -> Path:
    """The library of a simulated DMA of a configuration, with further parameters of roundel_dma."""
    return _simulated(config, design.DMA, "roundel_dma", "DMA", more, progress)


def _simulated(
    config: Config, top: str, harness: str, what: str, more: Mapping[str, int], progress: Progress
) -> Path:
    if design.top_of(config) != design.STREAM:
        raise InputError(
            f"{config.name} is not a packet engine, so a {what} is not possible; choose a "
            "configuration with a mode, for example -p Mode=gcm."
        )
    design.check(config)
    own = design.wrapper_parameters(config, top)
    values = {**design.defaults(design.top_parameters(top), top), **own, **more}
    found = elaborate.elaborate(tuple(design.sources()), top, tuple(values.items()))
    if found.complaints:
        why = found.complaints[0].removeprefix(elaborate.ERROR).replace("_", " ")
        raise InputError(f"a {what} of {config.name} is not possible: {why}.")
    name, files = f"{what} of {config.name}", design.closure(top, values)
    model = verilated.Model(name, top, values, files, harness, lambda _: {}, values)
    return verilated.build_model(model, progress)
