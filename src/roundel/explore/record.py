# SPDX-License-Identifier: Apache-2.0
"""The record of a sweep."""

from typing import Literal

from pydantic import Field

from roundel.base.record import Part, Record, Row
from roundel.cells import CellsRecord
from roundel.design import Config
from roundel.fpga.record import SynthRecord


class Failure(Part):
    """A step that failed.

    Attributes:
        step: "map" (Yosys), "route" (nextpnr) or "cells" (all of it in standard cells).
        seed: The placer's seed; None where there is none.
        error: One sentence.
        log: The last lines of its log; empty where there is none.
        log_path: The whole log, where it was written; None where there is none.
        seconds: What it took.
    """

    step: str
    seed: int | None
    error: str
    log: str
    log_path: str | None
    seconds: float


class Point(Part):
    """A configuration on a part, or in a library of standard cells.

    Attributes:
        number: From 1, in the order of the space.
        config: The configuration.
        target: The part or the library.
        recipe: How the design was mapped.
        status: "done"; "partial": some seeds failed; "failed".
        front: Whether no other point of the same part is superior in the goals; only points that
            are done take part.
        synth: The record of the seeds that were placed and routed, as `roundel synth` has it; None
            where there are none.
        cells: The same in standard cells.
        failures: What failed.
        rtl: A digest of the RTL that the configuration elaborates, without its comments.
    """

    number: int
    config: Config
    target: str
    recipe: str = ""
    status: Literal["done", "partial", "failed"]
    front: bool
    synth: SynthRecord | None
    cells: CellsRecord | None = None
    failures: list[Failure]
    rtl: str = ""

    @property
    def measured(self) -> SynthRecord | CellsRecord | None:
        """The record that there is."""
        return self.synth or self.cells


class Impossible(Part):
    """A combination that cannot work.

    Attributes:
        config: The configuration.
        reason: Why, one sentence.
    """

    config: Config
    reason: str


class ExploreRecord(Record):
    """All that a space came to.

    Attributes:
        space: The space's name.
        store: The file that has the results.
        recipe: How the designs were mapped; the recipes' names, with commas between.
        seeds: The placer's seeds; none in standard cells.
        goals: The figures that the Pareto front is about.
        points: Every configuration that can work on every part, or in every library.
        impossible: The combinations that cannot.
        runs: Runs that the space asks for: points times seeds, or points in standard cells.
        runs_done: Those whose result is there.
        runs_made: Those that were run now and not taken from the store; with those that failed.
        tools: Versions, by name.
        jobs: Tools that ran at a time.
        wall_seconds: From the first job's begin to the last one's end; 0 where none was run.
        cpu_seconds: Of all processors in that time, by the tools and this program.
    """

    schema_: Literal["roundel.explore/1"] = Field(default="roundel.explore/1", alias="schema")
    space: str
    store: str
    recipe: str
    seeds: list[int]
    goals: list[str]
    points: list[Point]
    impossible: list[Impossible]
    runs: int
    runs_done: int
    runs_made: int
    tools: dict[str, str]
    jobs: int
    wall_seconds: float
    cpu_seconds: float

    @property
    def in_cells(self) -> bool:
        """Whether it is about standard cells, which have no seeds."""
        return not self.seeds

    @property
    def failed(self) -> list[Point]:
        """The points of which not all is there."""
        return [point for point in self.points if point.status != "done"]

    def to_rows(self) -> list[Row]:
        """One row for each point; of a point that failed, no figures."""
        return [
            {
                "number": point.number,
                "config": point.config.name,
                **point.config.fields(),
                "target": point.target,
                "recipe": point.recipe,
                "status": point.status,
                "front": point.front,
                **(point.measured.figures() if point.measured else {}),
            }
            for point in self.points
        ]
