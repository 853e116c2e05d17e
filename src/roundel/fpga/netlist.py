# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist that a simulator takes, in one file.

The circuit that was synthesised, and not the RTL, is then what a test vector runs through.

Of a core for blocks it is Verilog with the models of its cells: those that Yosys ships for the
part, unchanged, and our own of its block RAM, of which Yosys ships the ports alone. A packet engine
has so many cells that compiling such a file takes minutes: of it this is Yosys' JSON, whose tables
`roundel.sim.netlist` makes.
"""

import importlib.util
import re
import shutil
from pathlib import Path

from roundel import design
from roundel.base import cache, tools
from roundel.base.errors import FailureError
from roundel.design import Config
from roundel.fpga import mapping, recipes

__all__ = ["simulation_netlist", "verilog_netlist"]

_MODELS = "cells_sim.v"
_MODULE = re.compile(r"^module\s+(\w+).*?\bendmodule\b", re.MULTILINE | re.DOTALL)
_INSTANCE = re.compile(r"^\s*(\w+)\s+(?:#\(|[\\\w])", re.MULTILINE)
_INCLUDE = re.compile(r'^[ \t]*`include[ \t]+"([^"]+)"[ \t]*$', re.MULTILINE)


def simulation_netlist(
    config: Config, frontend: recipes.Frontend, recipe: recipes.Recipe, timeout: float
) -> Path:
    """The netlist of a configuration's core, for simulation.

    Args:
        config: The configuration.
        frontend: What reads the RTL.
        recipe: How it is mapped.
        timeout: Seconds that Yosys may take.

    Returns:
        A Verilog file with the top and the cells that it uses, or a JSON file with the top. The
        ports are those of the RTL. In Verilog nets are single bits with short names: a simulator
        would take the vectors that synthesis leaves for combinational loops.

    Raises:
        InputError: The configuration cannot work.
        FailureError: Yosys is missing, fails or takes too long, or ships no models.
    """
    mapped = mapping.map_core(config, recipe, frontend, timeout)
    if mapped.top == design.STREAM:
        return _json(tools.find("yosys"), mapped, timeout)
    return verilog_netlist(mapped, timeout)


def verilog_netlist(mapped: mapping.Mapped, timeout: float) -> Path:
    """A mapped circuit as Verilog for simulation, with the models of its cells.

    Raises:
        FailureError: Yosys is missing, fails or takes too long, or ships no models.
    """
    yosys, top = tools.find("yosys"), mapped.top
    models = _models(yosys)
    script = [
        f"read_rtlil {mapped.rtlil.name}",
        "splitnets",
        "rename -hide w:*",
        "opt_clean",
        f"select -module {top}",
        f"write_verilog -noattr -selected {top}.v",
    ]
    key = cache.digest("\n".join([yosys.stamp, *script]), *models.values(), mapped.rtlil)

    def build(draft: Path) -> None:
        shutil.copyfile(mapped.rtlil, draft / mapped.rtlil.name)
        mapping.run_script(yosys, script, draft, timeout)
        path = draft / f"{top}.v"
        mapping.whole(path)
        with path.open("a") as netlist:
            netlist.writelines(_used(path.read_text(), models))
        (draft / mapped.rtlil.name).unlink()

    return cache.entry("netlist", key, build) / f"{top}.v"


def _json(yosys: tools.Tool, mapped: mapping.Mapped, timeout: float) -> Path:
    """A netlist in Yosys' own form."""
    script = [f"read_rtlil {mapped.rtlil.name}", f"write_json {mapped.top}.json"]
    key = cache.digest("\n".join([yosys.stamp, *script]), mapped.rtlil)

    def build(draft: Path) -> None:
        shutil.copyfile(mapped.rtlil, draft / mapped.rtlil.name)
        mapping.run_script(yosys, script, draft, timeout)
        mapping.whole(draft / f"{mapped.top}.json")
        (draft / mapped.rtlil.name).unlink()

    return cache.entry("netlist", key, build) / f"{mapped.top}.json"


def _models(yosys: tools.Tool) -> dict[str, str]:
    """The models of the part's cells, by name: those that a Yosys ships, and our own."""
    share = _share(yosys)

    def text(name: str) -> str:
        try:
            found = (share / "ecp5" / name).read_text()
        except OSError as error:
            raise FailureError(
                f"yosys {yosys.version} ({yosys.origin}) ships no cell models in {share / 'ecp5'}; "
                "install it again."
            ) from error
        return _INCLUDE.sub(lambda line: text(line.group(1)), found)

    shipped = {found.group(1): found.group() for found in _MODULE.finditer(text(_MODELS))}
    return shipped | {path.stem: path.read_text() for path in design.cells(recipes.VENDOR)}


def _used(netlist: str, models: dict[str, str]) -> list[str]:
    """The models of the cells in a netlist, and of the cells in these."""
    used: dict[str, str] = {}
    texts = [netlist]
    while texts:
        names = set(_INSTANCE.findall(texts.pop()))
        for name in sorted(names & models.keys() - used.keys()):
            used[name] = f"\n{models[name]}\n"
            texts.append(models[name])
    return list(used.values())


def _share(yosys: tools.Tool) -> Path:
    """The directory of the data that a Yosys reads at run time."""
    if yosys.origin != "wheel":
        return Path(yosys.command[0]).resolve().parents[1] / "share" / "yosys"
    package = importlib.util.find_spec("pyosys")
    if package is None or package.origin is None:
        raise FailureError("package pyosys is not installed; run `make setup`.")
    return Path(package.origin).parent / "share"
