# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist in one file, for simulation instead of the RTL.

A core for blocks becomes Verilog with the models of its cells. Yosys includes the models of the
ECP5 cells, except the block RAM's, whose model is our own. A packet engine has too many cells:
compiling the Verilog would take minutes. A packet engine therefore becomes Yosys' JSON for
`roundel.sim.netlist`.
"""

import importlib.util
import re
from dataclasses import replace
from pathlib import Path

from roundel import design
from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.design import Config
from roundel.fpga import recipes
from roundel.fpga.ecp5 import ECP5
from roundel.fpga.family import AUTO
from roundel.fpga.mapping import Circuit, Mapped, map_circuit
from roundel.fpga.yosys import YOSYS_TIMEOUT, step

_MODULE = re.compile(r"^module\s+(\w+).*?\bendmodule\b", re.MULTILINE | re.DOTALL)
_INSTANCE = re.compile(r"^\s*(\w+)\s+(?:#\(|[\\\w])", re.MULTILINE)
_INCLUDE = re.compile(r'^[ \t]*`include[ \t]+"([^"]+)"[ \t]*$', re.MULTILINE)


def netlist(config: Config, frontend: str = "slang", *, recipe: str = AUTO) -> Path:
    """The mapped netlist of a configuration's core, for simulation instead of the RTL.

    The file contains the top without parameters, for `Device.open`; with a mode, for `Stream.open`.
    A packet engine has the user bits of the simulated RTL, so the same campaigns can distinguish
    its packets.

    Raises:
        InputError: A name is unusable, or the configuration is impossible.
        FailureError: Yosys is missing, fails or takes too long.
    """
    reader, chosen = recipes.find_frontend(frontend), ECP5.find_recipe(recipe, config.Mode)
    design.check(config)
    circuit = Circuit.core(config)
    if circuit.top not in design.BLOCKS:
        parameters = {**circuit.parameters, "UserBits": design.USER_BITS}
        circuit = replace(circuit, parameters=parameters)
    mapped = map_circuit(circuit, ECP5, chosen, reader, YOSYS_TIMEOUT)
    if mapped.top != design.STREAM:
        return verilog_netlist(mapped, YOSYS_TIMEOUT)
    name, source = f"{mapped.top}.json", mapped.rtlil
    script = [f"read_rtlil {source.name}", f"write_json {name}"]
    return step("netlist", script, {source.name: source}, [name], YOSYS_TIMEOUT) / name


def verilog_netlist(mapped: Mapped, timeout: float) -> Path:
    """A mapped circuit as Verilog for simulation, with the models of its cells.

    The ports equal the RTL's. Nets are single bits with short names: a simulator would see
    combinational loops in the vectors of synthesis.
    """
    top = mapped.top
    models = _models(tools.find("yosys"))
    script = [
        f"read_rtlil {mapped.rtlil.name}",
        "splitnets",
        "rename -hide w:*",
        "opt_clean",
        f"select -module {top}",
        f"write_verilog -noattr -selected {top}.v",
    ]

    def add_models(directory: Path) -> None:
        path = directory / f"{top}.v"
        with path.open("a") as netlist:
            netlist.writelines(_used(path.read_text(), models))

    # The models are sources of the step, as parts of its key.
    sources: dict[str, Path | str] = {mapped.rtlil.name: mapped.rtlil}
    sources["models.v"] = "\n".join(models.values())
    return step("netlist", script, sources, [f"{top}.v"], timeout, check=add_models) / f"{top}.v"


def _models(yosys: tools.Tool) -> dict[str, str]:
    """The models of the FPGA's cells, by name: Yosys' models, and our own."""
    share = _share(yosys)

    def text(name: str) -> str:
        try:
            found = (share / "ecp5" / name).read_text()
        except OSError as error:
            raise FailureError(
                f"yosys {yosys.version} ({yosys.origin}) has no cell models in {share / 'ecp5'}; "
                "install yosys again."
            ) from error
        return _INCLUDE.sub(lambda line: text(line.group(1)), found)

    shipped = {found[1]: found[0] for found in _MODULE.finditer(text("cells_sim.v"))}
    return shipped | {path.stem: path.read_text() for path in design.cells(ECP5.vendor)}


def _used(netlist: str, models: dict[str, str]) -> list[str]:
    """The models of the cells in a netlist, and of the cells in these models."""
    used: dict[str, str] = {}
    texts = [netlist]
    while texts:
        names = set(_INSTANCE.findall(texts.pop()))
        for name in sorted(names & models.keys() - used.keys()):
            used[name] = f"\n{models[name]}\n"
            texts.append(models[name])
    return list(used.values())


def _share(yosys: tools.Tool) -> Path:
    """The directory of the data of a Yosys installation."""
    if yosys.origin != "wheel":
        return Path(yosys.command[0]).resolve().parents[1] / "share" / "yosys"
    package = importlib.util.find_spec("pyosys")
    if package is None or package.origin is None:
        raise FailureError("package pyosys is not installed; run `make setup`.")
    return Path(package.origin).parent / "share"
