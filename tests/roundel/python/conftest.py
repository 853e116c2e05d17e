# SPDX-License-Identifier: Apache-2.0
"""Records of every kind, small and complete."""

from pathlib import Path

import pytest

from roundel.cells.record import CellsRecord, LibraryRecord, PowerRecord
from roundel.design import Config, load_config
from roundel.explore.record import ExploreRecord, Failure, Point
from roundel.fpga.record import Flow, Fmax, SynthRecord
from roundel.fpga.timing import CriticalPath

PATH = CriticalPath(logic_ns=1.0, routing_ns=2.0, levels=3, start="a", end="b")


def synth_record(config: Config, lut4: int = 2000, target: str = "ecp5-85k-8") -> SynthRecord:
    return SynthRecord(
        config=config,
        target=target,
        lut4=lut4,
        ff=600,
        bram=0,
        fmax_mhz=Fmax(median=100.0, per_seed={"1": 100.0, "2": 110.0, "3": 90.0}),
        gbps=1.28,
        latency_cycles=12,
        cycles_per_block=10,
        mbps_per_slice=1.28,
        critical_path=PATH,
        flow=Flow(frontend="slang", recipe="auto", options=[]),
        tools={},
        seconds=1.0,
    )


def cells_record(config: Config, power: list[PowerRecord]) -> CellsRecord:
    library = LibraryRecord(
        name="lib", conditions="", wire_load="", nand2="N", nand2_area=1.0, digest="d"
    )
    return CellsRecord(
        config=config, target="cells", library=library, recipe="balanced", kge=8.5,
        cell_area=1.0, cells=5000, ff=600, memory_bits=0, fmax_mhz=500.0, gbps=6.4,
        latency_cycles=12, latency_ns=24.0, cycles_per_block=10, gbps_per_kge=0.75,
        gbps_per_mm2=1.0, critical_path=PATH, vectors=1, power=power, assumptions=[], tools={},
        seconds=1.0,
    )  # fmt: skip


def explore_record(points: list[Point], tmp_path: Path) -> ExploreRecord:
    return ExploreRecord(
        space="s", store=str(tmp_path / "s.sqlite"), recipe="auto", seeds=[1, 2, 3],
        goals=["gbps"], points=points, impossible=[], runs=3, runs_done=3, runs_made=3, tools={},
        jobs=1, wall_seconds=1.0, cpu_seconds=1.0,
    )  # fmt: skip


def point(number: int, record: SynthRecord | None, config: Config) -> Point:
    failures = [] if record else [
        Failure(step="map", seed=None, error="no.", log="", log_path=None, seconds=1.0)
    ]  # fmt: skip
    return Point(
        number=number,
        config=config,
        target="ecp5-85k-8",
        status="done" if record else "failed",
        front=number == 1,
        synth=record,
        failures=failures,
    )


@pytest.fixture
def iterative() -> Config:
    return load_config("iterative")
