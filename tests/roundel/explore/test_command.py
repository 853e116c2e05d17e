# SPDX-License-Identifier: Apache-2.0
"""The command `roundel explore`."""

from __future__ import annotations

import csv
import inspect
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundel.__main__ import main
from roundel.base.errors import FailureError
from roundel.cli.explore_command import explore
from roundel.design import Config
from roundel.explore import CELLS_GOALS, DEFAULT_GOALS, LIMIT, ExploreRecord
from roundel.jobs import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tests.roundel.explore.conftest import StandIn

SPACE = "base: iterative\naxes: {Stages: 0..2, Rounds: [1, 3]}\nseeds: [1, 2]\n"


@pytest.fixture(autouse=True)
def _space(place: Path) -> None:
    (place / "mine.yaml").write_text(SPACE)


def test_table(stand_in: StandIn, capsys: pytest.CaptureFixture[str], place: Path) -> None:
    assert main(["explore", "mine.yaml"]) == 0
    out, err = capsys.readouterr()
    store = place / "data" / "roundel" / "explore" / "mine.sqlite"
    assert f"] finished runs are kept in {store}\n" in err
    assert store.is_file()
    lines = out.splitlines()
    assert lines[0].strip() == "Space mine, median of seeds 1, 2; latency in cycles"
    assert " RAMs  latency to the output  Mbit/s/slice" in lines[1]
    names = [line.lstrip("* ").split()[0] for line in lines[2:5]]
    assert names == ["iterative+Stages=2", "iterative", "iterative+Stages=0"]  # the fastest first
    assert [line.startswith("*") for line in lines[2:5]] == [True, True, True]
    assert "* on the Pareto front of gbps, lut4, bram" in out
    assert "left out: 3 impossible configurations, first iterative+Stages=0,Rounds=3" in out
    assert "6 of 6 runs done, 6 in this call" in out
    assert main(["explore", "mine.yaml", "--goals", "gbps"]) == 0
    out = capsys.readouterr().out
    assert [line.startswith("*") for line in out.splitlines()[2:5]] == [True, False, False]
    assert "6 of 6 runs done, 0 in this call" in out


def test_json_and_html(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], valid_record: Callable[[Any], None]
) -> None:
    words = ["--store", "here.sqlite", "--html", "page.html", "--json", "--jobs", "1"]
    assert main(["explore", "mine.yaml", *words]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["schema"] == "roundel.explore/1"
    valid_record(record)
    valid_record(record["points"][0]["synth"])
    assert record["store"] == "here.sqlite"
    assert record["jobs"] == 1
    assert record["points"][0]["synth"]["schema"] == "roundel.synth/1"
    assert len(ExploreRecord(**record).points) == 3
    assert "Space mine" in Path("page.html").read_text()


def test_csv(stand_in: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(name: str, target: str, seed: int) -> None:
        if "Stages=2" in name:
            raise FailureError('nextpnr-ecp5 said "no, never".')

    stand_in.fail = fail
    assert main(["explore", "mine.yaml", "--csv", "points.csv", "--store", "s", "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    text = Path("points.csv").read_bytes().decode()
    assert text.count("\r\n") == text.count("\n") == 4
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["configuration"] for row in rows] == [p["config"]["name"] for p in record["points"]]
    for row, point in zip(rows, record["points"], strict=True):
        own = Config(**point["config"]).own_fields()
        for name in point["config"]:
            if name != "name":  # a parameter missing in the top is empty
                assert row[name] == str(own.get(name, ""))
        if point["synth"] is None:
            assert row["throughput_gbit_per_s"] == ""
            assert row["error"] == 'nextpnr-ecp5 said "no, never".'
            continue
        clocks = point["synth"]["fmax_mhz"]
        assert float(row["throughput_gbit_per_s"]) == point["synth"]["gbps"]
        assert float(row["fmax_median_mhz"]) == clocks["median"]
        assert float(row["fmax_min_mhz"]) == min(clocks["per_seed"].values())
        assert row["seeds"] == "1 2"
        assert int(row["lut4"]) == point["synth"]["lut4"]
        assert row["pareto_front"] == str(int(point["front"]))
        assert row["error"] == ""
    assert [row["status"] for row in rows] == ["done", "done", "failed"]


def test_csv_that_cannot_be_written(stand_in: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "mine.yaml", "--csv", "nowhere/points.csv"]) == 2
    assert "give another file with --csv." in capsys.readouterr().err
    assert not stand_in.mapped


def test_every_field_is_documented() -> None:
    text = Path(__file__).parents[3].joinpath("docs/reference/records.md").read_text()
    section = text.partition("## roundel.explore/1")[2].partition("\n## ")[0]
    for name in ExploreRecord.model_fields:
        assert name == "schema_" or f"`{name}`" in section, name


def test_failed_points_are_told_and_the_status_says_so(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(name: str, target: str, seed: int) -> None:
        if seed == 2 and "Stages=2" in name:
            raise FailureError("nextpnr-ecp5 crashed (signal 11).")

    stand_in.fail = fail
    assert main(["explore", "mine.yaml", "--json"]) == 1
    out, err = capsys.readouterr()
    assert [p["status"] for p in json.loads(out)["points"]] == ["done", "done", "partial"]
    assert err.splitlines()[-1] == (
        "roundel: error: 1 of 3 points failed; see the ends of their logs with --json "
        "or --html, and give --retry-failed to repeat the failed runs."
    )
    assert "failed: iterative+Stages=2, ecp5-85k-8, seed 2: nextpnr-ecp5 crashed" in err
    stand_in.fail = lambda name, target, seed: None
    assert main(["explore", "mine.yaml"]) == 1
    out = capsys.readouterr().out
    assert "iterative+Stages=2 (partial)" in out
    assert "failed: iterative+Stages=2, ecp5-85k-8, seed 2: nextpnr-ecp5 crashed" in out
    assert main(["explore", "mine.yaml", "--retry-failed"]) == 0


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["gone.yaml"], "cannot read the space gone.yaml"),
        (["quik"], "did you mean quick?"),
        (["mine.yaml", "--limit", "2"], "3 points, 6 runs, and the limit is 2;"),
        (["mine.yaml", "--goals", "speed"], "there is no goal 'speed'"),
        (["mine.yaml", "--jobs", "0"], "--jobs"),
        (["mine.yaml", "--limit", "0"], "--limit"),
        (["mine.yaml", "--timeout", "nan"], "--timeout"),
        (["mine.yaml", "--store", "."], "is a directory"),
        (
            ["mine.yaml", "--store", "gone/st.db"],
            "there is no directory gone to write st.db to; make the directory first.",
        ),
        (["mine.yaml", "--store", "here.db", "--limit", "2"], "and the limit is 2;"),
        (
            ["strict.yaml", "--store", "here.db"],
            "in strict.yaml: 3 of 6 configurations are impossible",
        ),
        (["strict.yaml", "--store", "here.db"], "; correct the values in strict.yaml."),
        (["mine.yaml", "--store", "mine.yaml"], "mine.yaml is not a store of Roundel"),
        (["mine.yaml", "--html", "gone/page.html"], "cannot write gone/page.html"),
        (["one.yaml"], "in one.yaml: Stages is a parameter, so this is one configuration and not"),
        (["iterative"], "iterative is a preset (one configuration), not a space; give it to"),
        ([], "SPACE"),
    ],
)
def test_refuses(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str], words: list[str], text: str
) -> None:
    Path("strict.yaml").write_text(SPACE + "impossible: error\n")
    Path("one.yaml").write_text("Stages: 2\n")
    before = sorted(Path().iterdir())
    assert main(["explore", *words]) == 2
    assert [path for path in sorted(Path().iterdir()) if path.name != "data"] == before
    out, err = capsys.readouterr()
    assert out == ""
    assert "are kept in" not in err
    told = err.splitlines()[-1]
    assert told.startswith("roundel: error: ")
    assert told.endswith(".")
    assert text in told
    assert stand_in.mapped == []
    assert Path("mine.yaml").read_text() == SPACE


def test_a_space_in_the_place_of_a_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "mine.yaml"]) == 2
    assert capsys.readouterr().err == (
        "roundel: error: mine.yaml is a space of configurations, not one configuration; give the "
        "space to `roundel explore mine.yaml`.\n"
    )


def test_yes(stand_in: StandIn) -> None:
    assert main(["explore", "mine.yaml", "--limit", "2", "--yes"]) == 0


def test_a_store_in_use(stand_in: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    with Store(Path("here.sqlite")):
        assert main(["explore", "mine.yaml", "--store", "here.sqlite"]) == 1
    assert "another run uses the store here.sqlite" in capsys.readouterr().err


def test_what_help_says_is_what_the_library_has() -> None:
    options = inspect.signature(explore).parameters
    assert options["limit"].default == LIMIT
    told = options["goals"].annotation.__metadata__[0].help
    assert f"default: {','.join(DEFAULT_GOALS)}; for cells {','.join(CELLS_GOALS)}" in told
