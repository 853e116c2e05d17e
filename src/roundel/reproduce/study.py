# SPDX-License-Identifier: Apache-2.0
"""One S-box in a pipeline: delay, LUTs and throughput per area against its number of stages.

Many copies of the tower S-box stand side by side between the registers of the harness, so that its
slowest path is the slowest of many and one lucky placement does not count. Within it, registers
stand at some of the places that `roundel_engine_pkg` numbers; every set of places is measured, and
of those with the same number of registers the best one is told. An S-box with n registers within
has n + 1 stages, the last of which ends in a register of the harness, counted as its own.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from roundel.base.record import Part
from roundel.fpga import recipes
from roundel.fpga.flow import Placeable
from roundel.fpga.mapping import Circuit
from roundel.fpga.record import Fmax
from roundel.fpga.timing import CriticalPath
from roundel.reproduce.data import Measure
from roundel.reproduce.work import Placed

COPIES = 16  # the S-boxes of one round

_TOP = "roundel_sbox_study"
_SOURCE = Path(__file__).with_name(f"{_TOP}.sv")

# Between these places of roundel_engine_pkg the tower S-box has logic: in front of its terms, its
# norm, the norm's reciprocal, the products and the result. CUT_SUB_BYTES, behind it, adds a plain
# delay.
_INNER = (2, 3, 4, 5, 6)
_BEHIND = 8


class StudyPoint(Part):
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


class StudyRecord(Part):
    """The study.

    Attributes:
        kind: "sbox".
        copies: S-boxes that were placed side by side.
        points: Every set of places that was measured.
    """

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


@dataclass(frozen=True)
class SboxDesign(Placeable):
    """Copies of an S-box with registers at some places."""

    cuts: tuple[int, ...]
    recipe: str = field(default_factory=lambda: recipes.find_recipe(recipes.AUTO).name)
    frontend: recipes.Frontend = "slang"

    @property
    def name(self) -> str:
        """The design's name in messages."""
        places = ", ".join(map(str, self.cuts))
        return f"S-box cut at {places}" if places else "S-box without a cut"

    @property
    def size(self) -> float:
        """LUT4 and flip-flops, roughly."""
        return 100.0 * COPIES

    def module(self) -> Circuit:
        """The top of the study."""
        parameters = {"NumBytes": COPIES, "Cuts": sum(1 << place for place in self.cuts)}
        return Circuit(self.name, _TOP, parameters, (_SOURCE,))


def study_designs() -> list[SboxDesign]:
    """All designs of the study: every set of the inner places, and all of them with one more."""
    sets = [
        places
        for count in range(len(_INNER) + 1)
        for places in itertools.combinations(_INNER, count)
    ]
    return [SboxDesign(places) for places in [*sets, (*_INNER, _BEHIND)]]


def study_record(results: Sequence[tuple[SboxDesign, Placed]]) -> StudyRecord:
    """The record of the study from its placed designs."""
    return StudyRecord(points=[_point(cut, placed) for cut, placed in results])


def _point(cut: SboxDesign, placed: Placed) -> StudyPoint:
    clock = Fmax.of(placed.runs)
    lut4, ff = placed.prepared.core.lut4, placed.prepared.core.ff + 8 * COPIES
    return StudyPoint(
        stages=len(cut.cuts) + 1,
        cuts=list(cut.cuts),
        clock_mhz=clock.median,
        per_seed=clock.per_seed,
        delay_ns=round(1000 / clock.median, 3),
        lut4_per_sbox=lut4 / COPIES,
        ff_per_sbox=ff / COPIES,
        mbps_per_slice=round(8 * COPIES * clock.median / (max(lut4, ff) / 2), 3),
        critical_path=clock.typical(placed.runs).routed.critical_path,
    )
