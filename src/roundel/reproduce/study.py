# SPDX-License-Identifier: Apache-2.0
"""One S-box in a pipeline: delay, LUTs and throughput per area against its number of stages.

Many copies of the tower S-box stand side by side between the registers of the harness, so that its
slowest path is the slowest of many and one lucky placement does not count. Within it, registers
stand at some of the places that `aes_pkg` numbers; every set of places is measured, and of those
with the same number of registers the best one is told. An S-box with n registers within has n + 1
stages, the last of which ends in a register of the harness, counted as its own.
"""

import itertools
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from roundel.design import Port
from roundel.fpga import mapping, nextpnr, recipes
from roundel.fpga.flow import YOSYS_TIMEOUT
from roundel.fpga.harness import harness
from roundel.fpga.mapping import Cells, Circuit, Watch
from roundel.fpga.nextpnr import Run
from roundel.fpga.targets import Target
from roundel.fpga.timing import CriticalPath
from roundel.reproduce.data import Measure

__all__ = ["SboxWork", "StudyPoint", "StudyRecord", "study_record", "study_works"]

COPIES = 16  # the S-boxes of one round

_TOP = "roundel_sbox_study"
_SOURCE = Path(__file__).with_name(f"{_TOP}.sv")

# Between these places of aes_pkg the tower S-box has logic: in front of its terms, its norm, the
# norm's reciprocal, the products and the result. CUT_SUB_BYTES, behind it, adds a plain delay.
_INNER = (2, 3, 4, 5, 6)
_BEHIND = 8


class StudyPoint(BaseModel):
    """An S-box with registers at some places.

    Attributes:
        stages: Registers that a byte passes, with the one that takes the result.
        cuts: The places, as in the parameter RoundCuts.
        clock_mhz: The median over the seeds.
        per_seed: The clock by seed.
        delay_ns: 1000 / the clock.
        lut4_per_sbox: LUT4.
        ff_per_sbox: Flip-flops, with those that take the result.
        mbps_per_slice: 8 bits x the clock / slices, the larger of LUT4 and flip-flops, halved.
        critical_path: The slowest path of the seed nearest to the median.
    """

    model_config = ConfigDict(frozen=True)

    stages: int
    cuts: list[int]
    clock_mhz: float
    per_seed: dict[str, float]
    delay_ns: float
    lut4_per_sbox: float
    ff_per_sbox: float
    mbps_per_slice: float
    critical_path: CriticalPath

    @property
    def delay_lut(self) -> float:
        """The product of delay and LUTs: less is better."""
        return self.delay_ns * self.lut4_per_sbox


class StudyRecord(BaseModel):
    """The study.

    Attributes:
        kind: "sbox".
        copies: S-boxes that were placed side by side.
        points: Every set of places that was measured.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["sbox"] = "sbox"
    copies: int = COPIES
    points: list[StudyPoint]

    def stages(self) -> list[int]:
        """The numbers of stages that were measured."""
        return sorted({point.stages for point in self.points})

    def best(self, stages: int, by: Measure) -> StudyPoint:
        """The point of so many stages that is the best by a measure."""
        return min((point for point in self.points if point.stages == stages), key=_order(by))

    def ranked(self, by: Measure) -> list[int]:
        """The numbers of stages, that of the best point first."""
        order = _order(by)
        return sorted(self.stages(), key=lambda stages: order(self.best(stages, by)))


def _order(by: Measure) -> Callable[[StudyPoint], float]:
    """What is less, the better a point is by a measure."""
    if by == "delay_lut":
        return lambda point: point.delay_lut
    return lambda point: -point.mbps_per_slice


class SboxWork:
    """The measurement of one set of places.

    Args:
        cuts: The places.
        part: Where it is placed.
        timeout: Seconds that one run of place and route may take.
    """

    def __init__(self, cuts: Sequence[int], part: Target, timeout: float) -> None:
        self.cuts = tuple(cuts)
        self._part, self._timeout = part, timeout
        self._netlist: Path | None = None
        self.cells = Cells(0, 0, 0, 0)
        self.seconds = 0.0

    @property
    def name(self) -> str:
        """What messages call it."""
        places = ", ".join(map(str, self.cuts))
        return f"S-box cut at {places}" if places else "S-box without a cut"

    @property
    def size(self) -> float:
        """Its LUT4 and flip-flops, roughly."""
        return 100.0 * COPIES

    def prepare(self, watch: Watch) -> None:
        """Map it and put the harness around it."""
        mask = sum(1 << place for place in self.cuts)
        circuit = Circuit(self.name, _TOP, {"NumBytes": COPIES, "Cuts": mask}, (_SOURCE,))
        recipe = recipes.find_recipe(recipes.AUTO)
        mapped = mapping.map_circuit(circuit, recipe, "slang", YOSYS_TIMEOUT, watch)
        ports = [
            Port("clk_i", "in", 1),
            Port("rst_ni", "in", 1),
            Port("byte_i", "in", 8 * COPIES),
            Port("byte_o", "out", 8 * COPIES),
        ]
        self.cells, self.seconds = mapped.cells, mapped.seconds
        self._netlist = mapping.harnessed(mapped, harness(_TOP, ports), YOSYS_TIMEOUT, watch)

    def route(self, seed: int, watch: Watch) -> Run:
        """Place and route it with one seed."""
        assert self._netlist is not None  # noqa: S101 (prepare comes first)
        return nextpnr.place_and_route(self._netlist, self._part, seed, watch, self._timeout)


def study_works(part: Target, timeout: float) -> list[SboxWork]:
    """All that the study measures: every set of the places within, and all of them and one more."""
    sets = [
        places
        for count in range(len(_INNER) + 1)
        for places in itertools.combinations(_INNER, count)
    ]
    return [SboxWork(places, part, timeout) for places in [*sets, (*_INNER, _BEHIND)]]


def study_record(results: Sequence[tuple[SboxWork, Sequence[Run]]]) -> StudyRecord:
    """The record of the study from its runs."""
    return StudyRecord(points=[_point(work, runs) for work, runs in results])


def _point(work: SboxWork, runs: Sequence[Run]) -> StudyPoint:
    clock = round(statistics.median(run.routed.fmax_mhz for run in runs), 2)
    typical = min(runs, key=lambda run: abs(run.routed.fmax_mhz - clock))
    ff = work.cells.ff + 8 * COPIES
    slices = max(work.cells.lut4, ff) / 2
    return StudyPoint(
        stages=len(work.cuts) + 1,
        cuts=list(work.cuts),
        clock_mhz=clock,
        per_seed={str(run.seed): run.routed.fmax_mhz for run in runs},
        delay_ns=round(1000 / clock, 3),
        lut4_per_sbox=work.cells.lut4 / COPIES,
        ff_per_sbox=ff / COPIES,
        mbps_per_slice=round(8 * COPIES * clock / slices, 3),
        critical_path=typical.routed.critical_path,
    )
