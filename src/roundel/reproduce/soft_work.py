# SPDX-License-Identifier: Apache-2.0
"""The placement of a system: a soft processor with its memory, its console and a unit.

All systems of a host are mapped by one recipe, which the paper's data names and
docs/design/soft.md chooses. The processor's sources are of another project, so Yosys reads them as
they are, and the library's with them (`read_verilog`).
"""

import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

from roundel import design
from roundel.base.errors import FailureError
from roundel.design import elaborate as rtl
from roundel.fpga import flow, mapping, nextpnr, recipes
from roundel.fpga.harness import harness
from roundel.fpga.mapping import Cells, Circuit, Mapped, Watch
from roundel.fpga.nextpnr import Run
from roundel.fpga.record import Flow, Fmax
from roundel.fpga.targets import Target
from roundel.reproduce.soft import work_name
from roundel.reproduce.soft_record import SoftDesign, UnitName
from roundel.soft import hosts

__all__ = ["SoftWork"]

_FRONTEND: recipes.Frontend = "verilog"
_SIZE = {"picorv32": 2600.0, "vexriscv": 6100.0}  # LUT4 and flip-flops, roughly


class SoftWork:
    """The measurement of a host with a unit.

    Args:
        host: The processor.
        unit: The unit.
        parameters: Of the unit, where they are not to be as the RTL has them.
        recipe: How to map it.
        part: Where it is placed.
        timeout: Seconds that one run of place and route may take.
    """

    def __init__(
        self,
        host: str,
        unit: UnitName,
        parameters: Mapping[str, int],
        recipe: str,
        part: Target,
        timeout: float,
    ) -> None:
        self.host, self.unit, self._parameters = host, unit, parameters
        self._recipe, self._part, self._timeout = recipe, part, timeout
        self._mapped: Mapped | None = None
        self._netlist = Path()
        self._around = Cells(0, 0, 0, 0)

    @property
    def name(self) -> str:
        """What messages call it."""
        return work_name(self.host, self.unit)

    @property
    def size(self) -> float:
        """Its LUT4 and flip-flops, roughly before it is mapped."""
        if self._mapped is None:
            return _SIZE.get(self.host, 4000.0)
        return self._mapped.cells.lut4 + self._mapped.cells.ff

    def prepare(self, watch: Watch) -> None:
        """Map it, put the harness around it and make sure that the part can hold it."""
        host = hosts.find_host(self.host)
        processor = hosts.processor(host)
        values = {"Unit": design.choices("Unit")[self.unit], **self._parameters}
        own = tuple(design.soft_sources())
        library = (*design.sources(recipes.VENDOR), *design.cells(recipes.VENDOR))
        found = rtl.elaborate((*library, *own, processor), host.top, tuple(values.items()))
        if found.complaints:
            raise FailureError(f"{self.name} cannot be built: {', '.join(found.complaints)}.")
        own = tuple(path for path in own if path.stem in found.modules)
        circuit = Circuit(self.name, host.top, values, own, (processor,), found.modules)
        recipe = recipes.find_recipe(self._recipe)
        self._mapped = mapping.map_circuit(circuit, recipe, _FRONTEND, flow.YOSYS_TIMEOUT, watch)
        around = harness(host.top, found.ports)
        self._around = Cells(around.lut4, around.ff, 0, 0)
        flow.check_cells(self._mapped.cells, self._around, self._part)
        self._netlist = mapping.harnessed(self._mapped, around, flow.YOSYS_TIMEOUT, watch)

    def route(self, seed: int, watch: Watch) -> Run:
        """Place and route it with one seed."""
        return nextpnr.place_and_route(self._netlist, self._part, seed, watch, self._timeout)

    def record(self, runs: Sequence[Run]) -> SoftDesign:
        """The record from its runs.

        Raises:
            FailureError: The counts of Yosys and nextpnr do not agree.
        """
        assert self._mapped is not None  # noqa: S101 (prepare comes first)
        lut4, ff, bram = flow.own_cells(self._mapped.cells, self._around, runs)
        median = round(statistics.median(run.routed.fmax_mhz for run in runs), 2)
        typical = min(runs, key=lambda run: abs(run.routed.fmax_mhz - median))
        return SoftDesign(
            host=self.host,
            unit=self.unit,
            lut4=lut4,
            ff=ff,
            bram=bram,
            dsp=self._mapped.cells.dsp,
            fmax_mhz=Fmax(
                median=median, per_seed={str(run.seed): run.routed.fmax_mhz for run in runs}
            ),
            critical_path=typical.routed.critical_path,
            flow=Flow(
                frontend=_FRONTEND, recipe=self._mapped.recipe.name, options=list(runs[0].options)
            ),
            seconds=round(self._mapped.seconds + sum(run.seconds for run in runs), 1),
        )
