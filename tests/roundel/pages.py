# SPDX-License-Identifier: Apache-2.0
"""A page of every kind, from invented records."""

import itertools
from collections.abc import Callable

import pytest
from tests.roundel.choose import sample_designs

from roundel import design, system
from roundel.cells.record import CellsRecord, LibraryRecord
from roundel.choose.answer import choose
from roundel.choose.need import Need
from roundel.choose.page import page as choose_page
from roundel.design import Config, Facts, load_config
from roundel.explore import (
    CELLS_GOALS,
    DEFAULT_GOALS,
    ExploreRecord,
    Failure,
    Impossible,
    Point,
    pareto,
)
from roundel.explore.page import page as explore_page
from roundel.fpga.record import Flow, Fmax, SynthRecord
from roundel.fpga.timing import CriticalPath
from roundel.reproduce import load_paper
from roundel.reproduce.cells import CellsMeasured, cells_rows
from roundel.reproduce.data_soft import Soft
from roundel.reproduce.page import page as reproduce_page
from roundel.reproduce.rebuild import Measured, rows_of
from roundel.reproduce.record import ReproduceRecord, meanings
from roundel.reproduce.soft import SoftMeasured, soft_record, soft_rows, unit_of
from roundel.reproduce.soft_record import SoftDesign, SoftProgram
from roundel.reproduce.study import StudyPoint, StudyRecord
from roundel.system.page import page as system_page

CARD = "tong2002-card"
PATH = CriticalPath(logic_ns=1.0, routing_ns=3.0, levels=2, start="a_q", end="b_q.DI")


def synth_record(config: Config, target: str, index: int) -> SynthRecord:
    """A placed and routed design; a higher index is larger and takes fewer cycles a block."""
    lut4, mhz, cycles = 600 + 90 * index**2, 100.0 + 37 * index % 97, max(1, 12 - index)
    gbps = 0.128 * mhz / cycles
    return SynthRecord(
        config=config, target=target, lut4=lut4, ff=500, bram=0,
        fmax_mhz=Fmax(median=mhz, per_seed={"1": mhz, "2": mhz}), gbps=gbps, latency_cycles=10,
        cycles_per_block=cycles, mbps_per_slice=2000 * gbps / lut4, critical_path=PATH,
        flow=Flow(frontend="slang", recipe="nested", options=[]), tools={}, seconds=1.5,
    )  # fmt: skip


def cells_record(config: Config, target: str, index: int) -> CellsRecord:
    """A design in standard cells."""
    kge, mhz = 3.0 * (index + 1) ** 2, 300.0 + 37 * index % 97
    gbps = 0.128 * config.Lanes * mhz
    return CellsRecord(
        config=config, target=target, recipe="speed", kge=kge, cell_area=1000 * kge, cells=1, ff=2,
        library=LibraryRecord(
            name="l", conditions="c", wire_load="", nand2="n", nand2_area=1.0, digest="d"
        ),
        memory_bits=0, fmax_mhz=mhz, gbps=gbps, latency_cycles=11, latency_ns=11000 / mhz,
        cycles_per_block=1, gbps_per_kge=gbps / kge, gbps_per_mm2=1.0, critical_path=PATH,
        vectors=256, assumptions=["an ideal clock"], caveats=["2 outputs drive more"], tools={},
        seconds=1.0,
    )  # fmt: skip


def explore_record(in_cells: bool = False) -> ExploreRecord:
    """Twelve designs on two parts, or in two libraries; sizes and throughput span decades."""
    targets = ("small", "large") if in_cells else ("ecp5-85k-8", "ecp5-85k-6")
    goals = CELLS_GOALS if in_cells else DEFAULT_GOALS
    make = cells_record if in_cells else synth_record
    found: list[tuple[str, SynthRecord | CellsRecord]] = [
        (target, make(Config(name=f"mine+Stages={index}", Stages=index), target, index + place))
        for index in range(12)
        for place, target in enumerate(targets)
    ]
    designs = [(target, made.figures()) for target, made in found]
    front = pareto(designs, goals)
    points = [
        Point(
            number=place + 1, config=made.config, target=target, status="done",
            front=place in front, failures=[],
            synth=made if isinstance(made, SynthRecord) else None,
            cells=made if isinstance(made, CellsRecord) else None,
        )
        for place, (target, made) in enumerate(found)
    ]  # fmt: skip
    failure = Failure(
        step="cells" if in_cells else "route", seed=None if in_cells else 2, seconds=3.0,
        error="the tool crashed.", log="ERROR: <b> & died\n" + "x" * 300, log_path=None,
    )  # fmt: skip
    failed = Point(
        number=len(points) + 1, config=Config(name="fails"), target=targets[0], status="failed",
        front=False, synth=None, failures=[failure],
    )  # fmt: skip
    return ExploreRecord(
        space="mine", store="results.sqlite", recipe="auto", seeds=[] if in_cells else [1, 2],
        goals=list(goals), points=[*points, failed],
        impossible=[Impossible(config=Config(name="three"), reason="Rounds=3 is wrong.")],
        runs=25, runs_done=24, runs_made=25, tools={"yosys": "99.0"}, jobs=2, wall_seconds=60.0,
        cpu_seconds=100.0,
    )  # fmt: skip


def system_record() -> system.SystemRecord:
    """149 Mbit/s of an engine's 3,200 and of 32,000 of a link with a DMA."""
    shares = (0.3, 0.25, 0.2, 0.05, 0.15, 0.05)
    sizes = [
        system.SizeRecord(
            bytes=size, requests=4, ns=32.0 * size * 1000 / mbps, cycles=8.0 * size, mbps=mbps,
            link_mbps=min(32000.0, 4.0 * size), ratio=mbps / 3200,
            time=dict(zip(system.ACTIVITIES, shares, strict=True)),
        )
        for size, mbps in ((4096, 149.0), (64, 21.5), (256, 64.0), (1536, 120.0), (15360, 151.0))
    ]  # fmt: skip
    return system.SystemRecord(
        config=load_config(CARD), device="dma", link=system.load_link("pcie-gen3-x8"),
        access="dma", clock_mhz=250, requests=1, seed=1, link_mbps=32000.0, engine_mbps=3200.0,
        sizes=sizes, checked=20, seconds=1.0,
    )  # fmt: skip


def study_record() -> StudyRecord:
    """A study of cuts at up to five places; delay and density span a decade."""
    cuts = [set_ for count in range(6) for set_ in itertools.combinations(range(2, 7), count)]
    return StudyRecord(
        points=[
            StudyPoint(
                stages=len(places) + 1, cuts=list(places), clock_mhz=1000 / delay, per_seed={},
                delay_ns=delay, lut4_per_sbox=48.0 + len(places), ff_per_sbox=8.0,
                mbps_per_slice=300 / delay, critical_path=PATH,
            )
            for places in cuts
            for delay in [12.0 / (1 + len(places)) ** 1.5 + 0.01 * sum(places)]
        ]
    )  # fmt: skip


def soft_measured(soft: Soft) -> SoftMeasured:
    """Systems and programs of every host; a later variant is faster."""
    designs: dict[tuple[str, str], SoftDesign] = {}
    programs: dict[tuple[str, str], SoftProgram] = {}
    parts = ("encrypt_key", "encrypt_block", "decrypt_key", "decrypt_block", "sum", "ecb_encrypt")
    for host in soft.hosts:
        for index, variant in enumerate(soft.variants):
            unit = unit_of(variant)
            designs[host, unit] = SoftDesign(
                host=host, unit=unit, lut4=2000 + 300 * index, ff=600 + index, bram=32 + index,
                dsp=0, fmax_mhz=Fmax(median=100.0 - index, per_seed={}), critical_path=PATH,
                flow=Flow(frontend="verilog", recipe="wide", options=[]), seconds=2.0,
            )  # fmt: skip
            cycles = {part: 90 * (6 - index) ** 2 * (n + 1) for n, part in enumerate(parts)}
            programs[host, variant] = SoftProgram(
                host=host, variant=variant, unit=unit, code_bytes=4096 >> index,
                table_bytes=512 * index, cycles={"128": cycles, "256": cycles}, passed=27,
            )  # fmt: skip
    return SoftMeasured(designs, programs)


def paper_record(name: str) -> ReproduceRecord:
    """A paper's record; every design has other figures."""
    paper = load_paper(name)
    study = study_record() if name == "hodjat2004" else None
    promised = None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(design, "facts", lambda _: Facts(10, 41, 40, 1, 42, 1, 128, 1, 43, 1, 12))
        if paper.cells is not None:
            designs = {
                row.design: cells_record(load_config(row.preset), "cells", index)
                for table in paper.cells.tables
                for index, row in enumerate(table.rows)
                if row.preset
            }
            rows = cells_rows(paper.cells, CellsMeasured(designs, {}))
        elif paper.soft is not None:
            told = soft_measured(paper.soft)
            rows = soft_rows(paper.soft, told)
            promised = soft_record(paper.soft, told)
        else:
            made = {
                preset: synth_record(load_config(preset), "ecp5-85k-8", index)
                for index, preset in enumerate(paper.presets())
            }
            rows = rows_of(paper, Measured(made, {}, study))
    return ReproduceRecord(
        paper=name, title=f"{paper.title} ({paper.authors}, {paper.year})", target="ecp5-85k-8",
        seeds=[] if paper.cells else [101, 102, 103], rows=rows, findings=["One is the fastest."],
        quantities=meanings(paper, rows), differences=["a </script> difference"],
        slips=list(paper.slips), study=study, soft=promised, designs={},
        failures={"last": "it failed."}, tools={"yosys": "99.0"}, seconds=1.0,
    )  # fmt: skip


def _paper(name: str) -> Callable[[], str]:
    return lambda: reproduce_page(load_paper(name), paper_record(name))


def _answer() -> str:
    """The page of an answer for packets."""
    store = sample_designs.designs()
    need = Need(target=sample_designs.PART, gbps=1.0, mode="gcm", packet_bytes=64)
    return choose_page(store, need, choose(store, need))


PAGES: dict[str, Callable[[], str]] = {
    "explore on parts": lambda: explore_page(explore_record()),
    "explore in cells": lambda: explore_page(explore_record(in_cells=True)),
    "chooser": lambda: choose_page(sample_designs.designs()),
    "answer": _answer,
    "system": lambda: system_page(system_record()),
    "paper with tables": _paper("jin2011"),
    "paper with a study": _paper("hodjat2004"),
    "paper in cells": _paper("dong2021"),
    "paper on soft processors": _paper("foerster2005"),
}
