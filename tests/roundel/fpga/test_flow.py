# SPDX-License-Identifier: Apache-2.0
"""From a configuration to a record, with tools controlled by the test.

State space: every failure of either tool (missing, fails, crashes, hangs, no result, wrong result),
in the first step and after a part of the work is cached.
"""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundel import fpga
from roundel.base.errors import FailureError, InputError
from roundel.design import Config
from roundel.jobs import Cluster, Session, Tally
from roundel.jobs.store import default_store

if TYPE_CHECKING:
    from tests.roundel.fpga.conftest import Fakes, Tiny


STORE = Path("here.sqlite")


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_record_has_every_documented_figure(fakes: Fakes, config: Config) -> None:
    record = json.loads(fpga.synth(config, "ecp5-85k-8", [1, 2, 4]).model_dump_json())
    assert record["schema"] == "roundel.synth/1"
    assert record["config"]["name"] == "tiny"
    assert record["target"] == "ecp5-85k-8"
    assert record["flow"]["options"][-4:-2] == ["--placer", "heap"]
    assert record["lut4"] == 90
    assert record["ff"] == 50
    assert record["bram"] == 0
    assert record["fmax_mhz"] == {"median": 102.0, "per_seed": {"1": 101, "2": 102, "4": 104}}
    assert record["gbps"] == pytest.approx(128 * 102 / 10 / 1000, abs=1e-4)
    assert record["latency_cycles"] == 12
    assert record["cycles_per_block"] == 10
    assert record["mbps_per_slice"] == pytest.approx(128 * 102 / 10 / (90 / 2), abs=1e-4)
    assert record["tools"] == {"yosys": "99.0", "nextpnr-ecp5": "99.0"}
    assert record["seconds"] > 0
    assert record["flow"]["recipe"] == "nested"
    assert record["critical_path"] == {
        "logic_ns": 0.75,
        "routing_ns": 4.0,
        "levels": 1,
        "start": "q",
        "end": "z.DI",
    }
    assert sorted(fakes.seeds()) == [1, 2, 4]


def test_the_median_of_two_seeds_is_their_mean(fakes: Fakes, config: Config) -> None:
    del fakes
    assert fpga.synth(config, "ecp5-25k-6", [1, 2]).fmax_mhz.median == 101.5


def test_slices_follow_the_scarcer_resource(fakes: Fakes, config: Config) -> None:
    fakes.set("FAKE_CELLS", "[100, 400]")
    record = fpga.synth(config, "ecp5-85k-8", [1])
    assert record.mbps_per_slice == pytest.approx(1000 * record.gbps / 200, abs=1e-3)


def test_a_repeated_run_starts_no_tool_and_gives_the_same(fakes: Fakes, config: Config) -> None:
    first = fpga.synth(config, "ecp5-85k-8", [1, 2])
    fakes.set("FAKE_YOSYS", "fail")
    fakes.set("FAKE_NEXTPNR", "fail")
    assert fpga.synth(config, "ecp5-85k-8", [1, 2]) == first
    assert sorted(fakes.seeds()) == [1, 2]


def test_the_cache_has_what_another_store_lacks(fakes: Fakes, config: Config) -> None:
    first = fpga.synth(config, "ecp5-85k-8", [1])
    with Session(STORE) as session:
        assert fpga.synth(config, "ecp5-85k-8", [1], session) == first
    assert fakes.seeds() == [1]


def test_results_are_kept_in_the_store_of_the_user_or_of_the_session(
    fakes: Fakes, config: Config
) -> None:
    def kept(path: Path) -> set[tuple[str, int, str]]:
        with closing(sqlite3.connect(path)) as base:
            return set(base.execute("SELECT step, seed, status FROM step").fetchall())

    fpga.synth(config, "ecp5-85k-8", [1])
    assert kept(default_store("results")) == {("map", 0, "done"), ("route", 1, "done")}
    fakes.set("FAKE_NEXTPNR", "fail 3")
    with Session(STORE, cluster=Cluster(workers=1)) as session, pytest.raises(FailureError):
        fpga.synth(config, "ecp5-85k-8", [3, 1], session)
    assert ("route", 3, "failed") in kept(STORE)
    fakes.set("FAKE_NEXTPNR", "")
    with Session(STORE) as session:  # a failure is tried again
        assert fpga.synth(config, "ecp5-85k-8", [3], session).fmax_mhz.median == 103


def test_another_seed_costs_that_seed_alone(fakes: Fakes, config: Config) -> None:
    fpga.synth(config, "ecp5-85k-8", [1, 2])
    fpga.synth(config, "ecp5-85k-8", [1, 2, 3])
    assert sorted(fakes.seeds()) == [1, 2, 3]
    fpga.synth(config, "ecp5-45k-8", [3])
    assert sorted(fakes.seeds()) == [1, 2, 3, 3]


def test_a_change_of_the_rtl_or_a_parameter_counts(
    fakes: Fakes, tiny: Tiny, config: Config
) -> None:
    fpga.synth(config, "ecp5-85k-8", [1])
    fakes.set("FAKE_CELLS", "[300, 50]")
    tiny.parameters["Invert"] = 1
    assert fpga.synth(config, "ecp5-85k-8", [1]).lut4 == 290
    fakes.set("FAKE_CELLS", "[400, 50]")
    tiny.source.write_text(tiny.source.read_text().replace("2'b00", "2'b01"))
    assert fpga.synth(config, "ecp5-85k-8", [1]).lut4 == 390


def test_an_edit_that_leaves_the_netlist_alone_keeps_what_was_routed(
    fakes: Fakes, tiny: Tiny, config: Config
) -> None:
    fpga.synth(config, "ecp5-85k-8", [1])
    tiny.source.write_text("// a comment\n" + tiny.source.read_text())
    fpga.synth(config, "ecp5-85k-8", [1])
    assert fakes.seeds() == [1]


def test_the_recipe_is_the_best_known_or_the_one_asked_for(fakes: Fakes, config: Config) -> None:
    del fakes
    assert fpga.synth(config, "ecp5-85k-8", [1]).flow.recipe == "nested"
    record = fpga.synth(config, "ecp5-85k-8", [1], recipe="narrow")
    assert (record.flow.recipe, record.lut4) == ("narrow", 100)


def test_progress_tells_of_each_seed_and_never_goes_back(fakes: Fakes, config: Config) -> None:
    fakes.set("FAKE_NEXTPNR", "slow")
    told: list[Tally] = []
    with Session(STORE, cluster=Cluster(workers=2), watcher=told.append) as session:
        fpga.synth(config, "ecp5-85k-8", [1, 7], session)
    both = {"tiny, ecp5-85k-8, seed 1", "tiny, ecp5-85k-8, seed 7"}
    assert {"tiny, mapping"} in [{job.label for job in tally.running} for tally in told]
    assert both in [{job.label for job in tally.running} for tally in told]
    done = [tally.done for tally in told]
    assert done == sorted(done)
    assert (told[-1].total, told[-1].done, told[-1].left) == (2, 2, 0)


@pytest.mark.parametrize(
    ("seeds", "words"),
    [("", "whole numbers"), ("1,x", "whole numbers"), ("1,,2", "whole numbers"),
     ("1.5", "whole numbers"), ("0", "seed 0"), ("-3", "seed -3"), ("1,2,1", "twice"),
     (str(2**31), "seed 2147483648"),
     ("3..1", "whole numbers"), ("1..", "whole numbers"), ("1..x", "whole numbers"),
     ("1..2,2", "twice"),
     ("1..99999999999999999999", "more than 1,000 seeds"),
     ("99999999999999999999", r"whole numbers from 1 to 2\^31 - 1\.$")],
)  # fmt: skip
def test_seeds_that_cannot_be_used(seeds: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        fpga.parse_seeds(seeds)


def test_seeds_as_written() -> None:
    assert fpga.parse_seeds("3, 1,20") == [3, 1, 20]
    assert fpga.parse_seeds("7,101..103") == [7, 101, 102, 103]


def test_names_that_do_not_exist(fakes: Fakes, config: Config, cache: Path) -> None:
    with pytest.raises(InputError, match=r"no target 'ecp5-12k-8'.*ecp5-25k-6.*ecp5-85k-8"):
        fpga.synth(config, "ecp5-12k-8")
    with pytest.raises(
        InputError, match=r"no synthesis recipe 'best'.*auto, nested, nested-level, narrow, wide"
    ):
        fpga.synth(config, "ecp5-85k-8", recipe="best")
    with pytest.raises(InputError, match=r"no front end 'vhdl'.*slang or verilog"):
        fpga.synth(config, "ecp5-85k-8", frontend="vhdl")
    with pytest.raises(InputError, match="no seed"):
        fpga.synth(config, "ecp5-85k-8", [])
    assert not fakes.seeds()
    assert not cache.exists()


@pytest.mark.parametrize(
    ("cells", "words"),
    [("[30000, 50]", r"29,9\d\d|30,0\d\d LUT4 instead of 24,288"),
     ("[100, 25000]", r"25,0\d\d FF instead of 24,288")],
)  # fmt: skip
def test_a_design_too_large_is_told_before_it_is_placed(
    fakes: Fakes, config: Config, cells: str, words: str
) -> None:
    fakes.set("FAKE_CELLS", cells)
    with pytest.raises(FailureError, match=words) as caught:
        fpga.synth(config, "ecp5-25k-8", [1])
    assert _one_sentence(caught.value)
    assert not fakes.seeds()


@pytest.mark.parametrize("mode", ["fail", "crash", "empty", "empty netlist", "strange", "garbled"])
def test_yosys_that_fails_leaves_its_log_and_no_result(
    fakes: Fakes, config: Config, cache: Path, mode: str
) -> None:
    fakes.set("FAKE_YOSYS", mode)
    with pytest.raises(FailureError) as caught:
        fpga.synth(config, "ecp5-85k-8", [1], recipe="nested")
    assert _one_sentence(caught.value)
    assert _log_named_in(caught.value).name == "yosys.log"
    assert "mapped" not in _kinds(cache)
    fakes.set("FAKE_YOSYS", "")
    assert fpga.synth(config, "ecp5-85k-8", [1], recipe="nested").lut4 == 90


@pytest.mark.parametrize("mode", ["fail", "crash", "silent"])
def test_nextpnr_that_fails_leaves_its_log_and_no_result(
    fakes: Fakes, config: Config, cache: Path, mode: str
) -> None:
    fakes.set("FAKE_NEXTPNR", mode)
    with pytest.raises(FailureError) as caught:
        fpga.synth(config, "ecp5-85k-8", [1])
    assert _one_sentence(caught.value)
    assert "nextpnr" in str(caught.value)
    assert str(cache / "failed") in str(caught.value)
    assert "routed" not in _kinds(cache)
    fakes.set("FAKE_NEXTPNR", "")
    assert fpga.synth(config, "ecp5-85k-8", [1]).fmax_mhz.median == 101


def test_a_tool_that_hangs_is_stopped(fakes: Fakes, config: Config, cache: Path) -> None:
    fakes.set("FAKE_NEXTPNR", "hang")
    with pytest.raises(FailureError, match=r"nextpnr-ecp5 was stopped after 1 s"):
        fpga.synth(config, "ecp5-85k-8", [1], timeout=1)
    assert "routed" not in _kinds(cache)


def test_yosys_that_hangs_is_stopped(
    fakes: Fakes, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundel.fpga.flow.YOSYS_TIMEOUT", 1.0)
    fakes.set("FAKE_YOSYS", "hang")
    with pytest.raises(FailureError, match=r"yosys was stopped after 1 s"):
        fpga.synth(config, "ecp5-85k-8", [1])


def test_the_first_failure_ends_the_other_seeds(fakes: Fakes, config: Config) -> None:
    fakes.set("FAKE_NEXTPNR", "fail 1")
    started = time.monotonic()
    with Session(STORE, cluster=Cluster(workers=2)) as session:  # noqa: SIM117
        with pytest.raises(FailureError, match="not with this seed"):
            fpga.synth(config, "ecp5-85k-8", [1, 2, 3, 4], session)
    assert time.monotonic() - started < 20  # the other seeds would sleep for a minute
    assert set(fakes.seeds()) <= {1, 2, 3}  # at most one more than the workers


@pytest.mark.parametrize("name", ["yosys", "nextpnr-ecp5"])
def test_a_tool_that_is_missing(
    fakes: Fakes, config: Config, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("PATH", str(fakes.directory))
    (fakes.directory / name).unlink()
    with pytest.raises(FailureError, match=f"{name} .* is not on PATH") as caught:
        fpga.synth(config, "ecp5-85k-8", [1])
    assert _one_sentence(caught.value)


def test_counts_that_disagree_are_not_reported(fakes: Fakes, config: Config) -> None:
    fakes.set("FAKE_NEXTPNR", "more")
    with pytest.raises(FailureError, match="the figures are unreliable"):
        fpga.synth(config, "ecp5-85k-8", [1])


def _one_sentence(error: Exception) -> bool:
    text = str(error)
    return text.endswith(".") and "\n" not in text


def _log_named_in(error: Exception) -> Path:
    """The log named in an error; the file must exist."""
    (path,) = [
        Path(word.strip(".,;")) for word in str(error).replace("(", " ").split() if ".log" in word
    ]
    assert path.is_file()
    return path


def _kinds(cache: Path) -> set[str]:
    """The kinds of kept results, complete or partial."""
    return {kind.name for kind in cache.iterdir() if any(path.is_dir() for path in kind.iterdir())}
