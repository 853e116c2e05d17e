# SPDX-License-Identifier: Apache-2.0
"""The placement of a system: a soft processor with its memory, its console and a unit.

All systems of a host are mapped by one recipe, which the paper's data names and
docs/design/soft.md chooses. The processor's sources are of another project, so Yosys reads them as
they are, and the library's with them (`read_verilog`).
"""

from dataclasses import dataclass

from roundel import design
from roundel.fpga import flow, recipes
from roundel.fpga.mapping import Circuit
from roundel.fpga.record import Fmax
from roundel.reproduce.soft import work_name
from roundel.reproduce.soft_record import SoftDesign, UnitName
from roundel.reproduce.work import Placed
from roundel.soft import hosts

_SIZE = {"picorv32": 2600.0, "vexriscv": 6100.0}  # LUT4 and flip-flops, roughly


@dataclass(frozen=True)
class SoftSystem(flow.ModuleDesign):
    """A host with a unit, as a `Placeable`."""

    host: str
    unit: UnitName
    parameters: tuple[tuple[str, int], ...]  # of the unit, where not as in the RTL; by name
    recipe: str
    frontend: recipes.Frontend = "verilog"

    @property
    def name(self) -> str:
        """The design's name in messages."""
        return work_name(self.host, self.unit)

    @property
    def size(self) -> float:
        """LUT4 and flip-flops, roughly, before the design is mapped."""
        return _SIZE.get(self.host, 4000.0)

    def module(self) -> Circuit:
        """The system: the library's top with the processor's source."""
        host = hosts.find_host(self.host)
        parameters = {"Unit": design.choices("Unit")[self.unit], **dict(self.parameters)}
        processor = hosts.processor(host)
        return Circuit(self.name, host.top, parameters, design.soft_sources(), (processor,))

    def record(self, placed: Placed) -> SoftDesign:
        """The record of the placed system."""
        prepared, runs = placed.prepared, placed.runs
        lut4, ff, bram = flow.own_cells(prepared, runs)
        clock = Fmax.of(runs)
        return SoftDesign(
            host=self.host,
            unit=self.unit,
            lut4=lut4,
            ff=ff,
            bram=bram,
            dsp=prepared.core.dsp,
            fmax_mhz=clock,
            critical_path=clock.typical(runs).routed.critical_path,
            flow=prepared.flow(runs),
            seconds=round(placed.seconds, 1),
        )
