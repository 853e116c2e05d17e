# SPDX-License-Identifier: Apache-2.0
"""Spaces in standard cells: legal spaces, and the sweep, with a flow without run time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.roundel.cells.small import liberty
from tests.roundel.explore.conftest import sweep

from roundel.__main__ import main
from roundel.base.errors import FailureError, InputError, MachineError
from roundel.base.progress import Progress
from roundel.cells import CellsRecord, LibraryRecord, LimitRecord, works
from roundel.design import Config
from roundel.explore import ExploreRecord, load_space
from roundel.explore.compare import compare
from roundel.fpga.timing import CriticalPath

SPACE = """\
base: {Sbox: gates, KeySchedule: stored, Backpressure: 0}
axes: {Stages: 1..3, Rounds: [1, 3]}
targets: [cells:small.lib]
"""


class Flow:
    """Counts the calls; a configuration with `fails` registers fails."""

    def __init__(self) -> None:
        self.made: list[tuple[str, str, str]] = []
        self.fails = -1

    def synth(
        self,
        config: Config,
        target: str,
        progress: Progress,
        *,
        recipe: str,
        power: Sequence[str],
        timeout: float,
        output: Path | None,
    ) -> CellsRecord:
        assert not power
        assert output is None
        del timeout
        progress(f"{config.name}: mapping", 0.5)
        self.made.append((config.name, target, recipe))
        if config.Stages == self.fails:
            raise FailureError("OpenSTA cannot time the netlist (stopped early).")
        kge, mhz = 10.0 * config.Stages, 100.0 * config.Stages**2
        return CellsRecord(
            config=config,
            target=target,
            library=LibraryRecord(
                name="small", conditions="c", wire_load="", nand2="n", nand2_area=1.0, digest="d"
            ),
            recipe=recipe,
            kge=kge,
            cell_area=1000 * kge,
            cells=1,
            ff=2,
            memory_bits=0,
            fmax_mhz=mhz,
            gbps=0.0128 * mhz,
            latency_cycles=11,
            latency_ns=11000 / mhz,
            cycles_per_block=10,
            gbps_per_kge=0.0128 * mhz / kge,
            gbps_per_mm2=1.0,
            critical_path=CriticalPath(logic_ns=2.0, routing_ns=0, levels=20, start="a", end="b"),
            loads=LimitRecord(over=0, worst=0.5, where="NAND2/Y"),
            slews=None,
            vectors=256,
            assumptions=["an ideal clock"],
            caveats=["2 outputs drive more"] if config.Stages == 2 else [],
            tools={},
            seconds=3.0,
        )


@pytest.fixture
def flow(place: Path, monkeypatch: pytest.MonkeyPatch, sta: None) -> Flow:
    del sta
    (place / "mine.yaml").write_text(SPACE)
    (place / "small.lib").write_text(liberty())
    made = Flow()
    monkeypatch.setattr(works, "synth_cells", made.synth)
    return made


def test_a_sweep(flow: Flow, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "mine.yaml", "--html", "page.html", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert lines[0].strip() == "Space mine; latency in cycles"
    names = [line.lstrip("* ").split()[0] for line in lines[2:5]]
    assert names == ["mine+Stages=3", "mine+Stages=2", "mine"]
    assert "* on the Pareto front of gbps, kge" in out
    assert "- an ideal clock\n" in out
    assert out.count("drive more") == 1
    assert "- mine+Stages=2 in small: 2 outputs drive more\n" in out
    assert "left out: 3 impossible configurations" in out
    assert "3 of 3 runs done, 3 in this call" in out
    assert {(target, recipe) for _, target, recipe in flow.made} == {
        ("cells:small.lib", "balanced")
    }
    page = Path("page.html").read_text()
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert data["first"] == ["kge", "gbps"]
    assert [point["figures"]["kge"] for point in data["points"]] == [10.0, 20.0, 30.0]
    assert "mapped to standard cells, run and timed" in page
    assert "In standard cells with" in page
    assert "<li>mine+Stages=2 in small: 2 outputs drive more</li>" in page


def test_each_recipe_maps_each_configuration(
    flow: Flow, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine.yaml").write_text(SPACE + "recipe: [area, speed]\n")
    options = ["--store", "here.sqlite", "--csv", "points.csv", "--html", "page.html", "--json"]
    assert main(["explore", "mine.yaml", *options]) == 0
    record = ExploreRecord(**json.loads(capsys.readouterr().out))
    assert sorted(recipe for _, _, recipe in flow.made) == ["area"] * 3 + ["speed"] * 3
    assert [point.recipe for point in record.points] == ["area", "speed"] * 3
    assert all(point.cells and point.cells.recipe == point.recipe for point in record.points)
    assert (record.recipe, len(record.impossible)) == ("area,speed", 3)
    assert [row["recipe"] for row in record.to_rows()] == ["area", "speed"] * 3
    assert Path("points.csv").read_text().count(",speed,") == 3
    compared = compare(record, record)
    assert sum(item.figure.endswith(".kge") for item in compared.figures) == 6
    Path("mine.yaml").write_text(SPACE + "recipe: [balanced, auto]\n")
    with pytest.raises(InputError, match="the recipe balanced is given twice"):
        load_space("mine.yaml")
    Path("mine.yaml").write_text(SPACE + "recipe: []\n")
    with pytest.raises(InputError, match="there is no recipe"):
        load_space("mine.yaml")


def test_another_target_replaces_those_of_the_space(flow: Flow) -> None:
    Path("other.lib").write_text(liberty(wire_load=True))
    assert main(["explore", "mine.yaml", "--target", "cells:other.lib"]) == 0
    assert {target for _, target, _ in flow.made} == {"cells:other.lib"}
    assert main(["explore", "mine.yaml", "--target", "ecp5-1k-1"]) == 2


def test_results_stay(flow: Flow, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "mine.yaml", "--store", "here.sqlite"]) == 0
    capsys.readouterr()
    assert main(["explore", "mine.yaml", "--store", "here.sqlite", "--json"]) == 0
    assert len(flow.made) == 3
    record = ExploreRecord(**json.loads(capsys.readouterr().out))
    assert (record.runs, record.runs_done, record.runs_made, record.seeds) == (3, 3, 0, [])
    # Another recipe or library gives another result; another name of the same library does not.
    text = SPACE.replace("[cells:small.lib]", "[cells:other.lib]")
    Path("other.lib").write_text(liberty())
    Path("mine.yaml").write_text(text)
    assert main(["explore", "mine.yaml", "--store", "here.sqlite"]) == 0
    assert len(flow.made) == 3
    assert "small" in capsys.readouterr().out
    Path("other.lib").write_text(liberty(wire_load=True))
    assert main(["explore", "mine.yaml", "--store", "here.sqlite"]) == 0
    assert len(flow.made) == 6
    Path("mine.yaml").write_text(text + "recipe: speed\n")
    assert main(["explore", "mine.yaml", "--store", "here.sqlite"]) == 0
    assert len(flow.made) == 9


def test_a_failure_ends_nothing(flow: Flow, capsys: pytest.CaptureFixture[str]) -> None:
    flow.fails = 2
    assert main(["explore", "mine.yaml", "--html", "page.html"]) == 1
    out, err = capsys.readouterr()
    assert "failed: mine+Stages=2, cells:small.lib: OpenSTA cannot time the netlist" in out
    assert "2 of 3 runs done, 3 in this call" in out
    assert "1 of 3 points failed" in err
    assert "OpenSTA cannot time" in Path("page.html").read_text()
    flow.fails = -1
    assert main(["explore", "mine.yaml"]) == 1  # no second attempt by default
    assert main(["explore", "mine.yaml", "--retry-failed"]) == 0
    assert len(flow.made) == 4


def test_a_library_that_changes(flow: Flow) -> None:
    """A result is not kept if the file differs from the file of the key."""
    space = load_space("mine.yaml")
    path = Path("small.lib")

    class Changing(Flow):
        def synth(self, *args: Any, **options: Any) -> CellsRecord:
            found = super().synth(*args, **options)
            path.write_text(liberty(wire_load=True))
            return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(works, "synth_cells", Changing().synth)
        with pytest.raises(MachineError, match="3 jobs were not run .* the library is "):
            sweep(space, Path("here.sqlite"), jobs=1)
    path.write_text(liberty())
    record = sweep(space, Path("here.sqlite"), jobs=1)
    assert (len(flow.made), record.runs_made) == (3, 3)
    assert record.goals == ["gbps", "kge"]
    path.unlink()
    with pytest.raises(InputError, match=r"cannot read the liberty file small\.lib"):
        sweep(replace(space, recipes=("area",)), Path("here.sqlite"), jobs=1)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("targets: [cells:small.lib, ecp5-85k-8]", "ecp5-85k-8 is an FPGA among standard cells"),
        ("targets: [cells:small.lib, cells:small.lib]", "is given twice"),
        ("targets: [cells:small.lib, cells:./small.lib]", "are one library; give it once"),
        ('targets: ["cells:a\\0.lib"]', "is not a path"),
        ("targets: [cells:nowhere.lib]", "cannot read the liberty file nowhere.lib"),
        ("targets: cells:small.lib\nseeds: [1]", "seeds have no effect"),
        ("targets: cells:small.lib\nrecipe: wide", "no recipe 'wide' for cells"),
    ],
)
def test_what_no_space_may_be(place: Path, change: str, told: str) -> None:
    (place / "small.lib").write_text(liberty())
    (place / "mine.yaml").write_text(SPACE.replace("targets: [cells:small.lib]", change))
    with pytest.raises(InputError, match=told):
        load_space("mine.yaml")


@pytest.mark.parametrize("goals", ["lut4", "gbps,bram"])
def test_goals_of_parts_are_none_of_cells(
    flow: Flow, goals: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explore", "mine.yaml", "--goals", goals]) == 2
    assert "choose from gbps, kge" in capsys.readouterr().err
    assert not flow.made
