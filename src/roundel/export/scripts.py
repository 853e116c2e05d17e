# SPDX-License-Identifier: Apache-2.0
"""The flows: the scripts and constraints of each tool.

The scripts are Roundel's own. edalize makes projects of whole chips: its scripts end with a
bitstream and need pins, and Design Compiler and Genus need further scripts of the user. The scripts
here build the design alone in a page of Tcl, which a reader can change without edalize. The core
file of the flow `fusesoc` gives a project all flows of edalize.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import yaml

from roundel import __version__
from roundel.base.errors import InputError, nearest
from roundel.export import rendering
from roundel.export.sources import Sources, joined
from roundel.export.wrapper import Wrapper, uses_rom
from roundel.fpga import targets

_PART = re.compile(r"[A-Za-z0-9_+./-]+( [A-Za-z0-9_+./-]+)*")  # a field, no code of Tcl
DEFINES = ("SYNTHESIS", "ROUNDEL_NO_ELABORATION_TASKS")


@dataclass(frozen=True)
class Flow:
    """A flow.

    Attributes:
        name: The name for --for, and of the folder with its files.
        tool: The tool's full name.
        kind: What the flow targets: an FPGA, standard cells, or both.
        scripts: The files in the flow's folder, each from a template of this name.
        constraints: The suffixes of the constraint files.
        command: The command that runs the flow, in the flow's folder.
        part: The default part, in fields with colons; empty if the flow has no parts.
    """

    name: str
    tool: str
    kind: Literal["fpga", "asic", "any"]
    scripts: tuple[str, ...]
    constraints: tuple[str, ...]
    command: str
    part: str = ""


FLOWS = {
    flow.name: flow
    for flow in (
        Flow("vivado", "AMD Vivado", "fpga", ("build.tcl",), ("xdc",),
             "vivado -mode batch -source build.tcl", "xc7a100tcsg324-1"),
        Flow("quartus", "Intel Quartus Prime", "fpga", ("build.tcl",), ("sdc",),
             "quartus_sh -t build.tcl", "Cyclone V:5CGXFC7C7F23C8"),
        Flow("radiant", "Lattice Radiant", "fpga", ("build.tcl",), ("sdc",),
             "radiantc build.tcl", "LIFCL-40-9BG400C"),
        Flow("diamond", "Lattice Diamond", "fpga", ("build.tcl",), ("lpf", "sdc"),
             "diamondc build.tcl", "LFE5U-85F-8BG756C"),
        Flow("gowin", "Gowin EDA", "fpga", ("build.tcl",), ("sdc",),
             "gw_sh build.tcl", "GW2A-18C:GW2A-LV18PG484C8/I7"),
        Flow("libero", "Microchip Libero SoC", "fpga", ("build.tcl",), ("sdc",),
             "libero SCRIPT:build.tcl", "PolarFire:MPF300T:FCG1152:-1"),
        Flow("yosys", "Yosys", "any", ("synth.ys",), (), "yosys -s synth.ys"),
        Flow("fusesoc", "FuseSoC", "any", (), (), "fusesoc --cores-root . run --target=sim"),
        Flow("openlane", "LibreLane", "asic", (), (), "librelane openlane.json"),
        Flow("dc", "Synopsys Design Compiler", "asic", ("build.tcl",), ("sdc",),
             "dc_shell -f build.tcl"),
        Flow("genus", "Cadence Genus", "asic", ("build.tcl",), ("sdc",),
             "genus -batch -files build.tcl"),
    )
}  # fmt: skip


def flow_names() -> list[str]:
    """The names of the flows, for completion."""
    return list(FLOWS)


def find_flows(names: str) -> tuple[Flow, ...]:
    """The flows in a list with commas; InputError for an unknown name or a repeated one."""
    found: list[Flow] = []
    for name in names.split(","):
        word = name.strip()
        if not word:
            where = "lacks a flow beside a comma" if names.strip() else "is empty"
            raise InputError(f"--for {names!r} {where}; the flows are {', '.join(FLOWS)}.")
        if word not in FLOWS:
            raise InputError(
                f"there is no flow {word!r}{nearest(word, FLOWS)}; the flows are "
                f"{', '.join(FLOWS)}."
            )
        if FLOWS[word] in found:
            raise InputError(f"--for names {word} twice; name each flow once.")
        found.append(FLOWS[word])
    return tuple(found)


def check_part(flows: Sequence[Flow], part: str) -> None:
    """Refuse a part that does not have the form of the only flow's default part."""
    if len(flows) > 1:
        raise InputError("--part needs a single flow, because each flow has its own parts.")
    (flow,) = flows
    if not flow.part:
        raise InputError(f"the script of {flow.name} has no part; omit --part.")
    fields = part.split(":")
    if part in {target.name for target in targets()}:
        raise InputError(
            f"{part} is a part of `roundel synth`; give the name of the vendor, for example "
            f"{flow.part}."
        )
    if len(fields) != len(flow.part.split(":")) or not all(map(_PART.fullmatch, fields)):
        raise InputError(
            f"{part!r} is not a part for {flow.name}; write it like the default, {flow.part}."
        )


def check_flows(wrapper: Wrapper, flows: Iterable[Flow]) -> None:
    """Refuse a flow that does not suit the design."""
    for flow in flows:
        if flow.kind != "asic":
            continue
        if uses_rom(wrapper.config):
            raise InputError(
                f"{flow.name} makes standard cells, and the S-boxes of {wrapper.config.name} are "
                "block RAM; choose -p Sbox=tower, table or gates, or an FPGA flow."
            )
        if not wrapper.is_blocks and wrapper.config.BlockRam:
            raise InputError(
                f"{flow.name} makes standard cells, and the queues of {wrapper.config.name} are "
                "block RAM; choose -p BlockRam=0, or an FPGA flow."
            )


def flow_files(
    wrapper: Wrapper,
    sources: Sources,
    flow: Flow,
    mhz: float,
    part: str | None,
    benches: Sequence[str],
) -> dict[str, str]:
    """The files of a flow by path in the folder.

    `benches` are the files of the testbench in compile order, for flows that also simulate.
    """
    values = {
        "wrapper": wrapper,
        "module": wrapper.module,
        "sources": sources,
        "flow": flow,
        "part": part or flow.part,
        "mhz": f"{mhz:g}",
        "period": f"{1000 / mhz:.3f}",
        "outside": f"{200 / mhz:.3f}",
        "pins": sum(pin.width for pin in wrapper.pins),
        "defines": DEFINES,
        "constraints": [f"{wrapper.module}.{suffix}" for suffix in flow.constraints],
    }
    found = {
        f"{flow.name}/{name}": rendering.render(f"{flow.name}/{name}", **values)
        for name in flow.scripts
    }
    found |= {
        f"{flow.name}/{wrapper.module}.{suffix}": rendering.render(
            f"constraints.{suffix}", **values
        )
        for suffix in flow.constraints
    }
    if flow.name == "gowin" and sources.kind == "systemVerilog":
        macros = "".join(f"`define {name}\n" for name in DEFINES)
        found[f"gowin/{wrapper.module}_rtl.sv"] = macros + joined(wrapper.files)
    if flow.name == "fusesoc":
        found[f"{wrapper.module}.core"] = _core_file(wrapper, sources, benches)
    if flow.name == "openlane":
        found["openlane.json"] = _openlane(wrapper, sources, mhz)
    return found


def _openlane(wrapper: Wrapper, sources: Sources, mhz: float) -> str:
    """The configuration of LibreLane; its folder is the directory of the design.

    LibreLane's own constraints have the clock, delays of a fifth of the period outside of the
    design, driving cells, loads and uncertainty.
    """
    found: dict[str, object] = {
        "meta": {"version": 2, "flow": "Classic"},
        "DESIGN_NAME": wrapper.module,
        "VERILOG_FILES": [f"dir::{path}" for path in sources.compiled],
        "VERILOG_DEFINES": list(DEFINES),
        "CLOCK_PORT": wrapper.clock,
        "CLOCK_PERIOD": round(1000 / mhz, 3),
    }
    if sources.include:
        found["VERILOG_INCLUDE_DIRS"] = [f"dir::{sources.include}"]
    return json.dumps(found, indent=2) + "\n"


def _core_file(wrapper: Wrapper, sources: Sources, benches: Sequence[str]) -> str:
    """The core file for FuseSoC, with targets for lint, simulation and use in a design."""
    source, bench = "systemVerilogSource", f"tb_{wrapper.module}"
    headers = [path for path in sources.files if path.endswith(".svh")]
    listed: list[object] = [
        {path: {"is_include_file": True, "include_path": sources.include}} for path in headers
    ]
    listed += [
        path if path.endswith(".sv") else {path: {"file_type": "verilogSource"}}
        for path in sources.compiled
    ]
    core = {
        "name": f"::{wrapper.module}:{__version__}",
        "description": f"{wrapper.top} of Roundel, configuration {wrapper.config.name}",
        "filesets": {
            "rtl": {"files": listed, "file_type": source},
            "bench": {"files": list(benches), "file_type": source},
        },
        "targets": {
            "default": {"filesets": ["rtl"], "toplevel": wrapper.module},
            "lint": {
                "flow": "lint",
                "flow_options": {"tool": "verilator"},
                "filesets": ["rtl"],
                "toplevel": wrapper.module,
            },
            "sim": {
                "flow": "sim",
                "flow_options": {
                    "tool": "icarus",
                    "iverilog_options": ["-g2012"],
                    "mode": "binary",
                    "verilator_options": ["--timing", "-Wno-fatal", "-CFLAGS -O0", "-j 0"],
                },
                "filesets": ["rtl", "bench"],
                "toplevel": bench,
            },
        },
    }
    return "CAPI=2:\n" + yaml.safe_dump(core, sort_keys=False, width=100)
