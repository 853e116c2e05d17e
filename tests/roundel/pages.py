# SPDX-License-Identifier: Apache-2.0
"""A page of every kind, from records that no tool measured."""

from collections.abc import Callable

import pytest
from tests.roundel.reproduce import test_cells_paper as of_cells
from tests.roundel.reproduce import test_soft as of_soft
from tests.roundel.reproduce.conftest import study_of, synth_record

from roundel import design, explore, system
from roundel.cells import CellsRecord
from roundel.design import Config, Facts, load_config
from roundel.explore.page import page as explore_page
from roundel.fpga.record import SynthRecord
from roundel.reproduce import load_paper
from roundel.reproduce.cells import CellsMeasured, cells_rows
from roundel.reproduce.page import page as reproduce_page
from roundel.reproduce.rebuild import Measured, rows_of
from roundel.reproduce.record import ReproduceRecord, RowRecord, meanings
from roundel.reproduce.soft import SoftMeasured, soft_record, soft_rows
from roundel.reproduce.soft_programs import unit_of
from roundel.reproduce.study import SboxWork
from roundel.system.page import page as system_page

CARD = "tong2002-card"


def explore_record(in_cells: bool = False) -> explore.ExploreRecord:
    """Twelve designs on two parts, or in two libraries; sizes and throughput span decades."""
    targets = ("small", "large") if in_cells else ("ecp5-85k-8", "ecp5-85k-6")
    goals = explore.CELLS_GOALS if in_cells else explore.DEFAULT_GOALS
    found: list[tuple[str, SynthRecord | CellsRecord]] = []
    for index in range(12):
        config = Config(name=f"mine+Stages={index}", Stages=index % 4, Sbox="tower")
        for target in targets:
            mhz = 100.0 + 37 * index % 97 + 40 * targets.index(target)
            made: SynthRecord | CellsRecord = (
                of_cells.record(config, "speed", mhz)
                if in_cells
                else synth_record(config.name, lut4=600 + 90 * index**2, mhz=mhz, cycles=12 - index)
            )
            update = {"config": config, "target": target}
            found.append((target, made.model_copy(update=update | _in_size(made, index))))
    front = explore.pareto([(target, explore.figures(made)) for target, made in found], goals)
    points = [
        explore.Point(
            number=place + 1, config=made.config, target=target, status="done",
            front=place in front, failures=[],
            synth=made if isinstance(made, SynthRecord) else None,
            cells=made if isinstance(made, CellsRecord) else None,
        )
        for place, (target, made) in enumerate(found)
    ]  # fmt: skip
    failure = explore.Failure(
        step="cells" if in_cells else "route", seed=None if in_cells else 2, seconds=3.0,
        error="the tool crashed.", log="ERROR: <b> & died\n" + "x" * 300, log_path=None,
    )  # fmt: skip
    failed = explore.Point(
        number=len(points) + 1, config=Config(name="fails"), target=targets[0], status="failed",
        front=False, synth=None, failures=[failure],
    )  # fmt: skip
    return explore.ExploreRecord(
        space="mine", store="results.sqlite", recipe="auto", seeds=[] if in_cells else [1, 2],
        goals=list(goals), points=[*points, failed],
        impossible=[explore.Impossible(config=Config(name="three"), reason="Rounds=3 is wrong.")],
        runs=25, runs_done=24, runs_made=25, tools={"yosys": "99.0"}, jobs=2, wall_seconds=60.0,
        cpu_seconds=100.0,
    )  # fmt: skip


def _in_size(made: SynthRecord | CellsRecord, index: int) -> dict[str, float]:
    return {} if isinstance(made, SynthRecord) else {"kge": 3.0 * (index + 1) ** 2}


def system_record() -> system.SystemRecord:
    """149 Mbit/s of an engine's 3,200 and of 32,000 of a link with a DMA."""
    shares = (0.3, 0.25, 0.2, 0.05, 0.15, 0.05)
    sizes = [
        system.SizeRecord(
            bytes=size, requests=4, ns=32.0 * size * 1000 / mbps, cycles=8.0 * size, mbps=mbps,
            link_mbps=min(32000.0, 4.0 * size), ratio=mbps / 3200,
            time=dict(zip(system.PLACES, shares, strict=True)),
        )
        for size, mbps in ((4096, 149.0), (64, 21.5), (256, 64.0), (1536, 120.0), (15360, 151.0))
    ]  # fmt: skip
    return system.SystemRecord(
        config=load_config(CARD), device="dma", link=system.load_link("pcie-gen3-x8"),
        access="dma", clock_mhz=250, requests=1, seed=1, link_mbps=32000.0, engine_mbps=3200.0,
        sizes=sizes, checked=20, seconds=1.0,
    )  # fmt: skip


def paper_record(name: str) -> ReproduceRecord:
    """A paper's record; every design has other figures."""
    paper = load_paper(name)
    study, promised = None, None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(design, "facts", lambda _: Facts(10, 41, 40, 1, 42, 1, 128, 1, 43, 1, 12))
        rows: list[RowRecord]
        if paper.cells is not None:
            asked = paper.cells
            designs = {
                row.design: of_cells.record(load_config(row.preset), row.recipe, 300.0 + 20 * index)
                for table in asked.tables
                for index, row in enumerate(table.rows)
                if row.preset
            }
            rows = cells_rows(asked, CellsMeasured(designs, {}))
        elif paper.soft is not None:
            units = {variant: unit_of(variant) for variant in paper.soft.variants}
            told = SoftMeasured(
                {(host, unit): of_soft.design_of(host, unit)
                 for host in paper.soft.hosts for unit in units.values()},
                {(host, variant): of_soft.program_of(host, variant)
                 for host in paper.soft.hosts for variant in units},
            )  # fmt: skip
            rows, promised = (
                soft_rows(paper.soft, units, told),
                soft_record(paper.soft, units, told),
            )
        else:
            study = study_of(_clock) if name == "hodjat2004" else None
            made = {
                preset: synth_record(preset, lut4=900 * (index + 1) ** 2, mhz=100.0 + 9 * index)
                for index, preset in enumerate(paper.presets())
            }
            rows = rows_of(paper, Measured(made, {}, study))
    return ReproduceRecord(
        paper=name, title=f"{paper.title} ({paper.authors}, {paper.year})", target="ecp5-85k-8",
        seeds=[] if paper.cells else [101, 102, 103], rows=rows, findings=["One is the fastest."],
        quantities=meanings(paper, rows), differences=["a </script> difference"],
        slips=paper.slips, study=study, soft=promised, designs={}, failures={"last": "it failed."},
        tools={"yosys": "99.0"}, seconds=1.0,
    )  # fmt: skip


def _clock(work: SboxWork) -> float:
    return 100.0 * (1 + len(work.cuts)) - sum(work.cuts)


def _paper(name: str) -> Callable[[], str]:
    return lambda: reproduce_page(load_paper(name), paper_record(name))


PAGES: dict[str, Callable[[], str]] = {
    "explore on parts": lambda: explore_page(explore_record()),
    "explore in cells": lambda: explore_page(explore_record(in_cells=True)),
    "system": lambda: system_page(system_record()),
    "paper with tables": _paper("jin2011"),
    "paper with a study": _paper("hodjat2004"),
    "paper in cells": _paper("dong2021"),
    "paper on soft processors": _paper("foerster2005"),
}
