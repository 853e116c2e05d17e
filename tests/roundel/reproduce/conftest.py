# SPDX-License-Identifier: Apache-2.0
"""Designs and a study with invented, distinct figures."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from roundel import design
from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.design import Config, Facts
from roundel.fpga import flow
from roundel.fpga.flow import Placeable, Prepared
from roundel.fpga.mapping import Cells
from roundel.fpga.nextpnr import Run
from roundel.fpga.record import Flow, Fmax, SynthRecord
from roundel.fpga.targets import Target
from roundel.fpga.timing import CriticalPath, Routed
from roundel.reproduce import load_paper, rebuild
from roundel.reproduce.rebuild import Measured
from roundel.reproduce.study import SboxDesign, StudyRecord, study_designs, study_record
from roundel.reproduce.work import Placed

PATH = CriticalPath(logic_ns=1.0, routing_ns=3.0, levels=2, start="a_q", end="b_q.DI")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv("ROUNDEL_CACHE", str(place))
    return place


@pytest.fixture
def facts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, "facts", lambda _: Facts(10, 41, 40, 1, 42, 1, 128, 1, 43, 1, 12))


def synth_record(
    name: str, *, lut4: int = 1000, ff: int = 500, bram: int = 0, mhz: float = 100.0,
    cycles: int = 1, latency: int = 10,
) -> SynthRecord:  # fmt: skip
    gbps = 128 * mhz / cycles / 1000
    return SynthRecord(
        config=Config(name=name, Stages=4),
        target="ecp5-85k-8",
        lut4=lut4,
        ff=ff,
        bram=bram,
        fmax_mhz=Fmax(median=mhz, per_seed={"1": mhz}),
        gbps=gbps,
        latency_cycles=latency,
        cycles_per_block=cycles,
        mbps_per_slice=1000 * gbps / (max(lut4, ff) / 2),
        critical_path=PATH,
        flow=Flow(frontend="slang", recipe="nested", options=[]),
        tools={"yosys": "99.0"},
        seconds=1.5,
    )


def run(seed: int, mhz: float) -> Run:
    routed = Routed(fmax_mhz=mhz, lut4=1, ff=1, bram=0, critical_path=PATH)
    return Run(seed, Path("nowhere"), routed, 1.0, ())


def prepared(lut4: int = 0, ff: int = 0) -> Prepared:
    """A mapped design with invented figures."""
    around = Cells(1, 1, 0, 0)
    return Prepared(None, Cells(lut4, ff, 0, 0), around, "wide", "verilog", 1.0, Path("nowhere"))


def study_of(clock: Callable[[SboxDesign], float]) -> StudyRecord:
    """A study whose clock the test says; 48 LUT4 an S-box, and 14 flip-flops for each cut."""
    found = []
    for cut in study_designs():
        mhz, made = clock(cut), prepared(48 * 16, 14 * 16 * len(cut.cuts))
        runs = (run(1, mhz), run(2, mhz + 2), run(3, mhz - 9))
        found.append((cut, Placed(made, runs)))
    return study_record(found)


@pytest.fixture
def measured(facts: None) -> Callable[[str], Measured]:
    """All presets of a paper, each another, and a study."""
    del facts

    def make(paper: str) -> Measured:
        designs = {
            name: synth_record(name, lut4=1000 * (index + 1), mhz=100.0 + index, bram=index)
            for index, name in enumerate(load_paper(paper).presets())
        }
        return Measured(designs, {}, study_of(lambda cut: 100.0 * (1 + len(cut.cuts))))

    return make


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch, facts: None) -> dict[str, FailureError]:
    """Every design reaches at least 100 MHz; a test names the failing designs."""
    failing: dict[str, FailureError] = {}

    def place_all(
        items: Sequence[Placeable], part: Target, seeds: Sequence[int], *others: object
    ) -> list[Placed | FailureError]:
        assert part.name.startswith("ecp5-")
        placed = Placed(prepared(), tuple(run(seed, 100.0 + seed) for seed in seeds))
        return [failing.get(item.name) or placed for item in items]

    def record(
        config: Config, part: Target, prepared: Prepared, found: Sequence[Run]
    ) -> SynthRecord:
        return synth_record(config.name, mhz=found[0].routed.fmax_mhz)

    monkeypatch.setattr(rebuild, "place_all", place_all)
    monkeypatch.setattr(rebuild, "load_config", lambda name: Config(name=name))
    monkeypatch.setattr(flow, "record", record)
    monkeypatch.setattr(rebuild, "study_record", lambda _: None)
    found = tools.Tool("any", ["any"], "99.0", "wheel")
    monkeypatch.setattr(tools, "find", lambda _: found)
    return failing
