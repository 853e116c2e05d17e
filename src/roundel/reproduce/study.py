# SPDX-License-Identifier: Apache-2.0
"""An S-box in a pipeline: delay, LUTs and throughput per area against the number of stages.

Many copies of the tower S-box are placed between the registers of the harness. The slowest path is
therefore the slowest of many copies, and a single lucky placement has no effect. Registers are at
some of the positions that `roundel_engine_pkg` numbers. Every set of positions is measured; the
best set represents its number of registers. An S-box with n inner registers has n + 1 stages. The
last stage ends in a register of the harness, which counts as part of the S-box.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from roundel.base.record import Part
from roundel.fpga import recipes
from roundel.fpga.ecp5 import ECP5
from roundel.fpga.flow import Placeable
from roundel.fpga.mapping import Circuit
from roundel.fpga.record import Fmax
from roundel.fpga.timing import CriticalPath
from roundel.reproduce.data import Measure
from roundel.reproduce.work import Placed

COPIES = 16  # S-boxes of a round

_TOP = "roundel_sbox_study"
_SOURCE = Path(__file__).with_name(f"{_TOP}.sv")

# Positions of roundel_engine_pkg before logic of the tower S-box: the terms, the norm, the norm's
# reciprocal, the products and the result. CUT_SUB_BYTES, at the output, adds a register without
# logic.
_INNER = (2, 3, 4, 5, 6)
_BEHIND = 8


class StudyPoint(Part):
    """An S-box with registers at some positions.

    Attributes:
        stages: Registers in a byte's path, including the output register.
        cuts: The register positions, as in the parameter RoundCuts.
        clock_mhz: The median over the seeds.
        per_seed: The clock by seed.
        delay_ns: 1000 / `clock_mhz`.
        lut4_per_sbox: LUT4.
        ff_per_sbox: Flip-flops, including the output register.
        mbps_per_slice: 8 bits x the clock / slices; slices are half the larger of LUT4 and FF.
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
    """The study of an S-box.

    Attributes:
        kind: "sbox".
        copies: The number of placed S-boxes.
        points: All measured sets of positions.
    """

    kind: Literal["sbox"] = "sbox"
    copies: int = COPIES
    points: list[StudyPoint]

    def stages(self) -> list[int]:
        """The measured numbers of stages."""
        return sorted({point.stages for point in self.points})

    def best(self, stages: int, by: Measure) -> StudyPoint:
        """The best point with a number of stages, by a measure."""
        return min((point for point in self.points if point.stages == stages), key=_order(by))

    def ranked(self, by: Measure) -> list[int]:
        """The numbers of stages, from the best point to the worst."""
        order = _order(by)
        return sorted(self.stages(), key=lambda stages: order(self.best(stages, by)))


def _order(by: Measure) -> Callable[[StudyPoint], float]:
    """A function whose value is lower for a better point."""
    if by == "delay_lut":
        return lambda point: point.delay_lut
    return lambda point: -point.mbps_per_slice


@dataclass(frozen=True)
class SboxDesign(Placeable):
    """Copies of an S-box with registers at some positions."""

    cuts: tuple[int, ...]
    recipe: str = field(default_factory=lambda: ECP5.find_recipe().name)
    frontend: recipes.Frontend = "slang"

    @property
    def name(self) -> str:
        """The design's name in messages."""
        positions = ", ".join(map(str, self.cuts))
        return f"S-box cut at {positions}" if positions else "S-box without a cut"

    @property
    def size(self) -> float:
        """Approximate LUT4 plus flip-flops."""
        return 100.0 * COPIES

    def module(self) -> Circuit:
        """The top of the study."""
        parameters = {"NumBytes": COPIES, "Cuts": sum(1 << cut for cut in self.cuts)}
        return Circuit(self.name, _TOP, parameters, (_SOURCE,))


def study_designs() -> list[SboxDesign]:
    """All designs of the study: all sets of inner positions, and the full set with the output."""
    sets = [
        positions
        for count in range(len(_INNER) + 1)
        for positions in itertools.combinations(_INNER, count)
    ]
    return [SboxDesign(positions) for positions in [*sets, (*_INNER, _BEHIND)]]


def study_record(results: Sequence[tuple[SboxDesign, Placed]]) -> StudyRecord:
    """The record of the study from its placed designs."""
    return StudyRecord(points=[_point(cut, placed) for cut, placed in results])


def _point(cut: SboxDesign, placed: Placed) -> StudyPoint:
    clock = Fmax.of(placed.runs)
    lut4, ff = placed.prepared.core.lut, placed.prepared.core.ff + 8 * COPIES
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
