# SPDX-License-Identifier: Apache-2.0
"""The texts for readers in the exported folder: README, data sheet, licence, driver."""

import importlib.metadata
import itertools
import re
from pathlib import Path

from roundel import __version__, design
from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.export import rendering
from roundel.export.packets_bench import published_by
from roundel.export.scripts import Flow
from roundel.export.sources import Form
from roundel.export.wrapper import AXI, Wrapper

_AXI_HEADERS = ("roundel_registers.h",)
_SIMULATED = ("roundel_card.h", "roundel_dma.h")


def files(
    wrapper: Wrapper, flows: tuple[Flow, ...], form: Form, mhz: float, measured: str
) -> dict[str, str]:
    """The texts by path in the folder; `measured` is the text of the measured figures."""
    found = design.facts(wrapper.config)
    modes, numbers = design.modes(wrapper.config), design.choices("Mode")
    values = {
        "wrapper": wrapper,
        "module": wrapper.module,
        "config": wrapper.config,
        "key_sizes": design.key_sizes(wrapper.config),
        "facts": found,
        "flows": flows,
        "form": form,
        "proof": proof(form),
        "mhz": f"{mhz:g}",
        "version": __version__,
        "yosys": tools.find("yosys").version if "yosys" in {flow.name for flow in flows} else "",
        "measured": _measured(wrapper, measured),
        "mode": "/".join(name.upper() for name in modes),
        "mode_number": ", ".join(
            f"{numbers[name]}" + (f" for {name.upper()}" if len(modes) > 1 else "")
            for name in modes
        ),
        "heads": heads(wrapper),
        "source": published_by(wrapper.config.Mode),
        "gbps": f"{128 * found.lanes / found.cycles_per_block * mhz / 1000:.3g}",
    }
    sheets = {
        name: rendering.render(name, **values)
        for name in ("README.md", "datasheet.md", "reference.md")
    }
    return {**sheets, "LICENSE": licence(), **_software(wrapper)}


def proof(form: Form) -> str:
    """What is proven about plain Verilog, in a sentence with versions; else nothing."""
    if form != "verilog":
        return ""
    return (
        "Proven equal to the SystemVerilog sources of Roundel "
        f"{__version__} by Yosys {tools.find('yosys').version} and its abc."
    )


def heads(wrapper: Wrapper) -> dict[str, str]:
    """The heads of the top and, for a design for packets, of the module that defines packets."""
    names = [wrapper.top] if wrapper.is_blocks else [wrapper.top, design.STREAM]
    found = {}
    for name in dict.fromkeys(names):
        (path,) = (path for path in design.sources() if path.stem == name)
        lines = itertools.takewhile(
            lambda line: line.startswith("//"), path.read_text(encoding="utf-8").splitlines()[1:]
        )
        found[name] = "\n".join(line[2:].removeprefix(" ") for line in lines).strip()
    return found


def licence() -> str:
    """The text of Roundel's licence; FailureError if the package contains no LICENSE."""
    checkout = Path(__file__).resolve().parents[3] / "LICENSE"
    if checkout.is_file():
        return checkout.read_text(encoding="utf-8")
    for path in importlib.metadata.files("roundel") or ():
        if path.name == "LICENSE":
            return path.read_text(encoding="utf-8")
    raise FailureError("the licence is not installed with Roundel; install Roundel again.")


def _measured(wrapper: Wrapper, measured: str) -> str:
    """The measured figures of the configuration, or else those in the head of its preset.

    Both hold for the top of the configuration alone.
    """
    if wrapper.top != design.top_of(wrapper.config):
        return ""
    if measured:
        return measured
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
    if wrapper.top == AXI:
        paths = {f"sw/include/{name}": root / "include" / name for name in _AXI_HEADERS}
    else:
        parts = [root / "driver" / "Makefile", *(root / "driver").rglob("*.[ch]")]
        parts += (root / "include").glob("*.h")
        paths = {f"sw/{path.relative_to(root).as_posix()}": path for path in sorted(parts)}
        # The driver also opens simulated devices, by the interface of these headers.
        paths |= {f"sim/{name}": design.sim_root() / name for name in _SIMULATED}
    return {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
