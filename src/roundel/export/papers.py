# SPDX-License-Identifier: Apache-2.0
"""The texts for readers in the exported folder: README, data sheet, licence, driver."""

import importlib.metadata
import re
from pathlib import Path

from roundel import __version__, design
from roundel.base.errors import FailureError
from roundel.export import texts
from roundel.export.scripts import Flow
from roundel.export.sources import Form
from roundel.export.wrapper import AXI, Wrapper

_SIMULATED = ("sim", "simulated")  # files of the driver for the simulated device


def files(
    wrapper: Wrapper, flows: tuple[Flow, ...], form: Form, mhz: float
) -> dict[str, str]:
    """The texts by path in the folder."""
    found = design.facts(wrapper.config)
    values = {
        "wrapper": wrapper,
        "module": wrapper.module,
        "config": wrapper.config,
        "facts": found,
        "flows": flows,
        "form": form,
        "mhz": f"{mhz:g}",
        "version": __version__,
        "measured": _measured(wrapper),
        "mode": wrapper.config.Mode.upper(),
        "gbps": f"{128 * found.lanes / found.cycles_per_block * mhz / 1000:.3g}",
    }
    sheets = {
        name: texts.render(template, **values)
        for name, template in (("README.md", "README.md"), ("datasheet.md", "datasheet.md"))
    }
    return {**sheets, "LICENSE": licence(), **_software(wrapper)}


def licence() -> str:
    """The text of Roundel's licence; FailureError if the package has lost it."""
    checkout = Path(__file__).resolve().parents[3] / "LICENSE"
    if checkout.is_file():
        return checkout.read_text(encoding="utf-8")
    for path in importlib.metadata.files("roundel") or ():
        if path.name == "LICENSE":
            return path.read_text(encoding="utf-8")
    raise FailureError("the licence is not installed with Roundel; install Roundel again.")


def _measured(wrapper: Wrapper) -> str:
    """The measured figures of an unchanged preset, or nothing.

    The head of a preset states figures with part, tools and seeds. They hold for the top of the
    configuration alone.
    """
    if wrapper.top != design.top_of(wrapper.config):
        return ""
    for papers in (False, True):
        for preset in design.presets(papers=papers):
            if preset.config == wrapper.config and "easured" in preset.purpose:
                return re.split(r"(?=\bMeasured )", preset.purpose, maxsplit=1)[-1]
    return ""


def _software(wrapper: Wrapper) -> dict[str, str]:
    """The register headers of a bus top, and the C driver of the DMA."""
    if not wrapper.is_bus:
        return {}
    root = design.driver_root()
    paths = [root / "include" / "roundel_registers.h"]
    if wrapper.top != AXI:
        paths.append(root / "include" / "roundel_dma_registers.h")
        paths.append(root / "include" / "roundel_card_registers.h")  # the driver has both devices
        paths += [
            path
            for path in sorted((root / "driver").rglob("*.[ch]"))
            if not any(path.stem.endswith(word) or f"_{word}_" in path.stem for word in _SIMULATED)
        ]
    return {
        f"sw/{path.relative_to(root).as_posix()}": path.read_text(encoding="utf-8")
        for path in paths
    }
