# SPDX-License-Identifier: Apache-2.0
"""The record of a sweep."""

from typing import Literal

from pydantic import Field

from roundel.base.record import Part, Record, Row
from roundel.cells import CellsRecord
from roundel.design import Config
from roundel.explore.front import Kind
from roundel.fpga.record import MappedRecord, SynthRecord
from roundel.fpga.targets import targets


class Failure(Part):
    """A failed step.

    Attributes:
        step: "map" (Yosys), "route" (nextpnr) or "cells" (the whole flow to standard cells).
        seed: The placer's seed; None without placement.
        error: The error in one sentence.
        log: The last lines of the log; empty without a log.
        log_path: The path of the log; None without a log.
        seconds: The duration.
    """

    step: str
    seed: int | None
    error: str
    log: str
    log_path: str | None
    seconds: float


class Point(Part):
    """A configuration on an FPGA, or in a library of standard cells.

    Attributes:
        number: The number in the order of the space, from 1.
        config: The configuration.
        target: The FPGA or the library.
        recipe: The recipe of the mapping.
        status: "done"; "partial" if some seeds failed; "failed".
        front: Whether no other point of the same target is superior in the goals; only points with
            the status "done" count.
        synth: The record of the routed seeds, as of `roundel synth`; None without a routed seed.
        cells: The record in standard cells; None without a result in cells.
        mapped: The record in a family that is mapped only; None without such a result.
        failures: The failed steps.
        rtl: A digest of the elaborated RTL of the configuration, without comments.
    """

    number: int
    config: Config
    target: str
    recipe: str = ""
    status: Literal["done", "partial", "failed"]
    front: bool
    synth: SynthRecord | None
    cells: CellsRecord | None = None
    mapped: MappedRecord | None = None
    failures: list[Failure]
    rtl: str = ""

    @property
    def measured(self) -> SynthRecord | CellsRecord | MappedRecord | None:
        """The record of the point, `synth`, `cells` or `mapped`."""
        return self.synth or self.cells or self.mapped


class Impossible(Part):
    """An impossible combination.

    Attributes:
        config: The configuration.
        reason: The reason in one sentence.
    """

    config: Config
    reason: str


class ExploreRecord(Record):
    """All results of a space.

    Attributes:
        space: The space's name.
        store: The file with the results.
        recipe: The recipes of the mapping, separated by commas.
        seeds: The placer's seeds; empty without place and route.
        goals: The figures of the Pareto front.
        points: Every possible configuration with every target.
        impossible: The impossible combinations.
        runs: The required runs: points times seeds, or points without place and route.
        runs_done: The runs with a result.
        runs_made: The runs made now, including failed runs, without results from the store.
        tools: Versions by tool.
        jobs: The number of parallel tools.
        wall_seconds: From the first job's start to the last job's end; 0 without jobs.
        cpu_seconds: CPU time of all processors during this time, by the tools and this program.
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
    def kind(self) -> Kind:
        """The kind of the targets."""
        if self.seeds:
            return "placed"
        mapped = {target.name for target in targets() if not target.placed}
        return "mapped" if all(point.target in mapped for point in self.points) else "cells"

    @property
    def in_cells(self) -> bool:
        """Whether the space is in standard cells."""
        return self.kind == "cells"

    @property
    def failed(self) -> list[Point]:
        """The points with missing results."""
        return [point for point in self.points if point.status != "done"]

    def to_rows(self) -> list[Row]:
        """One row for each point; a failed point has no figures."""
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
