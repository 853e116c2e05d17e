# SPDX-License-Identifier: Apache-2.0
"""The systems and programs of a paper's soft processors, and their results.

A placed system is a soft processor with memory, console and unit. The paper's data names a mapping
recipe for all systems of a host (reasons: docs/explanation/soft.md#recipes). The processor's
sources belong to another project. Yosys reads these sources and the library's sources without
changes (`read_verilog`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from roundel import design
from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.fpga import flow, recipes
from roundel.fpga.ecp5 import ECP5_PLACER
from roundel.fpga.mapping import Circuit
from roundel.fpga.record import Fmax
from roundel.jobs import Session
from roundel.reproduce.data_soft import Soft
from roundel.reproduce.soft import FIRMWARE, SoftMeasured, unit_of, work_name
from roundel.reproduce.soft_programs import run_variants
from roundel.reproduce.soft_record import SoftDesign, SoftProgram, UnitName
from roundel.reproduce.work import Placed
from roundel.soft import hosts
from roundel.soft.firmware import COMPILER

_SIZE = {"picorv32": 2600.0, "vexriscv": 6100.0}  # approximate LUT4 plus flip-flops


@dataclass(frozen=True)
class SoftSystem(flow.Placeable):
    """A host with a unit, as a `Placeable`."""

    host: str
    unit: UnitName
    parameters: tuple[tuple[str, int], ...]  # the unit's values other than the RTL's defaults
    recipe: str
    frontend: recipes.Frontend = "verilog"

    @property
    def name(self) -> str:
        """The design's name in messages."""
        return work_name(self.host, self.unit)

    @property
    def size(self) -> float:
        """Approximate LUT4 plus flip-flops, before mapping."""
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
        lut4, ff, bram = flow.own_cells(prepared, ECP5_PLACER, runs)
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


class SoftPlan:
    """The systems to place and the programs to run; empty for a paper without soft processors.

    `systems` has the systems of every host with an installed package.
    """

    def __init__(self, soft: Soft | None) -> None:
        self.systems: list[SoftSystem] = []
        self._soft = soft
        self._failures: dict[str, str] = {}
        if soft is None:
            return
        for host, recipe in soft.hosts.items():
            try:
                hosts.processor(hosts.find_host(host))
            except FailureError as error:
                self._failures[host] = str(error)
                continue
            for unit in dict.fromkeys(map(unit_of, soft.variants)):
                values = tuple(soft.values(host, unit).items())
                self.systems.append(SoftSystem(host, unit, values, recipe))

    def finish(self, results: Sequence[Placed | FailureError], session: Session) -> SoftMeasured:
        """Run the programs; `results` belong to the systems, in order."""
        failures = dict(self._failures)
        designs: dict[tuple[str, str], SoftDesign] = {}
        for system, result in zip(self.systems, results, strict=True):
            try:
                if isinstance(result, FailureError):
                    raise result
                designs[system.host, system.unit] = system.record(result)
            except FailureError as error:
                failures[system.name] = str(error)
        programs: dict[tuple[str, str], SoftProgram] = {}
        if self._soft is not None and self.systems:
            names = list(dict.fromkeys(system.host for system in self.systems))
            try:
                tools.find(COMPILER)
            except FailureError as error:
                failures[FIRMWARE] = str(error)
            else:
                programs = run_variants(self._soft, names, session, failures)
        return SoftMeasured(designs, programs, failures)
