# SPDX-License-Identifier: Apache-2.0
"""The flows: the scripts and constraints of each tool.

The scripts are Roundel's own. edalize makes whole-chip projects: its scripts need pins and write
bitstreams, its Radiant and Libero scripts synthesise only such projects, and a reader needs edalize
to change them. These scripts build the design alone, out of context, in a page of Tcl.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from roundel.base.errors import InputError, nearest
from roundel.export import texts
from roundel.export.sources import Sources
from roundel.export.wrapper import Wrapper, uses_rom

DEFINES = ("SYNTHESIS", "ROUNDEL_NO_ELABORATION_TASKS")


@dataclass(frozen=True)
class Flow:
    """A flow.

    Attributes:
        name: The name for --for, and of the folder with its files.
        tool: The tool's full name.
        kind: What the flow targets: an FPGA, standard cells, or both.
        scripts: The files in the flow's folder, each from a template of this name.
        constraints: The suffix of the constraint file; empty without.
        command: The command that runs the flow, in the flow's folder.
        part: The default part; empty if the user must give one or the flow has none.
    """

    name: str
    tool: str
    kind: Literal["fpga", "asic", "any"]
    scripts: tuple[str, ...]
    constraints: str
    command: str
    part: str = ""


FLOWS = {
    flow.name: flow
    for flow in (
        Flow("vivado", "AMD Vivado", "fpga", ("build.tcl",), "xdc",
             "vivado -mode batch -source build.tcl", "xc7a100tcsg324-1"),
        Flow("yosys", "Yosys", "any", ("synth.ys",), "", "yosys -s synth.ys"),
    )
}  # fmt: skip


def find_flows(names: str) -> tuple[Flow, ...]:
    """The flows in a list with commas; InputError for an unknown name or a repeated one."""
    found: list[Flow] = []
    for name in names.split(","):
        word = name.strip()
        if word not in FLOWS:
            raise InputError(
                f"there is no flow {word!r}{nearest(word, FLOWS)}; the flows are "
                f"{', '.join(FLOWS)}."
            )
        if FLOWS[word] in found:
            raise InputError(f"--for names {word} twice; name each flow once.")
        found.append(FLOWS[word])
    return tuple(found)


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
    wrapper: Wrapper, sources: Sources, flow: Flow, mhz: float, part: str | None
) -> dict[str, str]:
    """The files of a flow by path in the folder."""
    values = {
        "wrapper": wrapper,
        "module": wrapper.module,
        "sources": sources,
        "flow": flow,
        "part": part or flow.part,
        "mhz": mhz,
        "period": f"{1000 / mhz:.3f}",
        "defines": DEFINES,
        "constraints": f"{wrapper.module}.{flow.constraints}",
    }
    found = {
        f"{flow.name}/{name}": texts.render(f"{flow.name}/{name}", **values)
        for name in flow.scripts
    }
    if flow.constraints:
        found[f"{flow.name}/{wrapper.module}.{flow.constraints}"] = texts.render(
            f"constraints.{flow.constraints}", **values
        )
    return found
