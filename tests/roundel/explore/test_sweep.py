# SPDX-License-Identifier: Apache-2.0
"""Sweeps: the chosen runs, failures, and the state after an interrupt."""

from __future__ import annotations

import dataclasses
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.roundel.explore.conftest import sweep

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError, InputError, MachineError
from roundel.design import Config, elaborate, make_config
from roundel.explore import ExploreRecord, Space, explore, make_space
from roundel.explore.plan import make_plan
from roundel.fpga import nextpnr
from roundel.fpga.nextpnr import warm_up
from roundel.jobs import Session, Store, Tally

if TYPE_CHECKING:
    from tests.conftest import Start
    from tests.roundel.explore.conftest import StandIn

STORE = Path("results.sqlite")


def configs(*stages: int, rounds: int = 1) -> list[Config]:
    values = [{"Stages": number, "Rounds": rounds} for number in stages]
    return [make_config(f"s{item['Stages']}r{rounds}", item) for item in values]


def space(
    *stages: int, targets: tuple[str, ...] = ("ecp5-85k-8",), seeds: tuple[int, ...] = (1, 2)
) -> Space:
    return Space.of("mine", configs(*stages), targets, seeds)


def test_every_point_has_a_record_like_that_of_synth(stand_in: StandIn) -> None:
    record = sweep(space(0, 2, targets=("ecp5-85k-8", "ecp5-25k-6")), STORE, jobs=2)
    assert [(p.number, p.config.name, p.target) for p in record.points] == [
        (1, "s0r1", "ecp5-85k-8"), (2, "s0r1", "ecp5-25k-6"),
        (3, "s2r1", "ecp5-85k-8"), (4, "s2r1", "ecp5-25k-6"),
    ]  # fmt: skip
    assert (record.runs, record.runs_done, record.runs_made) == (8, 8, 8)
    synth = record.points[2].synth
    assert synth is not None
    assert synth.config.Stages == 2
    assert (synth.lut4, synth.ff, synth.bram) == (3000, 300, 0)
    assert synth.fmax_mhz.per_seed == {"1": 221.0, "2": 222.0}
    assert synth.fmax_mhz.median == 221.5
    assert synth.gbps == pytest.approx(128 * 221.5 / 10 / 1000, abs=1e-4)
    assert synth.seconds == 1.5 + 2 * 2.5
    assert set(synth.tools) == {"yosys", "nextpnr-ecp5"} == set(record.tools)
    assert [p.front for p in record.points] == [True] * 4
    assert sorted(stand_in.mapped) == ["s0r1", "s2r1"]  # once for both parts


def test_what_was_done_is_not_done_again(stand_in: StandIn) -> None:
    first = explore(space(0, 1), STORE)
    begun = len(stand_in.routed)
    again = explore(space(0, 1), STORE)
    assert len(stand_in.routed) == begun == 4
    assert (again.runs_made, again.runs_done, again.wall_seconds) == (0, 4, 0.0)
    assert again.points == first.points


def test_a_repeated_run_of_24_points_takes_less_than_three_seconds(stand_in: StandIn) -> None:
    asked = space(*range(12), targets=("ecp5-85k-8", "ecp5-45k-8"), seeds=(1, 2, 3))
    assert len(explore(asked, STORE).points) == 24
    stand_in.routed.clear()
    began = time.monotonic()
    assert explore(asked, STORE).runs_done == 72
    assert time.monotonic() - began < 3
    assert not stand_in.routed


def test_a_seed_a_part_or_a_configuration_more_costs_that_alone(stand_in: StandIn) -> None:
    explore(space(0, seeds=(1,)), STORE)
    stand_in.routed.clear()
    explore(space(0, seeds=(1, 2)), STORE)
    assert stand_in.routed == [("s0r1", "ecp5-85k-8", 2)]
    explore(space(0, targets=("ecp5-85k-8", "ecp5-45k-8"), seeds=(1,)), STORE)
    assert stand_in.routed[1:] == [("s0r1", "ecp5-45k-8", 1)]
    explore(space(0, 3, seeds=(1,)), STORE)
    assert stand_in.routed[2:] == [("s3r1", "ecp5-85k-8", 1)]


def test_all_that_can_change_a_result_is_in_its_key(
    stand_in: StandIn, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made() -> int:
        return explore(space(0, seeds=(1,)), STORE).runs_made

    assert (made(), made()) == (1, 0)
    changed = Space.of("mine", configs(0), ["ecp5-85k-8"], [1], recipes=["wide"])
    assert explore(changed, STORE).runs_made == 1
    real = tools.find
    for name in ("yosys", "nextpnr-ecp5"):
        newer = dataclasses.replace(real(name), version_line="99")
        with monkeypatch.context() as other:
            other.setattr(
                tools, "find", lambda wanted, new=newer: new if wanted == new.name else real(wanted)
            )
            assert (made(), made()) == (1, 0)
    source = place / "edited.sv"
    source.write_text("// an edit of the RTL")
    grow(monkeypatch, source)
    assert (made(), made()) == (1, 0)


def grow(monkeypatch: pytest.MonkeyPatch, source: Path) -> None:
    """Make a file part of every design."""
    real = design.closure

    def closure(top: str, parameters: Mapping[str, int], **more: Any) -> tuple[Path, ...]:
        return (*real(top, parameters, **more), source)

    monkeypatch.setattr(design, "closure", closure)


def test_an_edit_of_the_rtl_during_a_sweep(
    stand_in: StandIn, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mapped designs continue; nothing is kept under an outdated key."""
    source = place / "edited.sv"
    source.write_text("// as it was")
    grow(monkeypatch, source)

    def edit(name: str, target: str, seed: int) -> None:
        if name == "s1r1":
            source.write_text("// edited")

    stand_in.fail = edit
    with pytest.raises(
        MachineError,
        match=r"2 jobs were not run because sources or tools changed \(s1r1, mapping: the RTL",
    ):
        sweep(space(0, 1, 2), STORE, jobs=1)
    assert stand_in.mapped == ["s0r1", "s1r1"]
    assert {name for name, _, _ in stand_in.routed} == {"s0r1"}
    source.write_text("// as it was")
    stand_in.fail = lambda name, target, seed: None
    assert explore(space(0, 1, 2), STORE).runs_made == 4


def test_equal_configurations_are_run_once_and_reported_each(stand_in: StandIn) -> None:
    twins = [make_config(name, {"Stages": 2}) for name in ("one", "other")]
    record = explore(Space.of("mine", twins, ["ecp5-85k-8"], [1]), STORE)
    assert stand_in.mapped == ["one"]
    assert len(stand_in.routed) == 1
    assert [p.synth.config.name for p in record.points if p.synth] == ["one", "other"]


def test_combinations_that_cannot_work_are_left_out_and_named(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    mixed = [*configs(0, 1), *configs(0, rounds=3)]
    record = explore(Space.of("mine", mixed, ["ecp5-85k-8"], [1]), STORE)
    assert [item.config.name for item in record.impossible] == ["s0r3"]
    assert record.impossible[0].reason == "Rounds=3 is not possible: so it is."
    assert [p.config.name for p in record.points] == ["s0r1", "s1r1"]
    monkeypatch.setattr(design, "objection", lambda config: pytest.fail("asked again"))
    assert explore(Space.of("mine", mixed, ["ecp5-85k-8"], [1]), STORE).impossible == (
        record.impossible
    )


def test_combinations_that_cannot_work_may_be_an_error(stand_in: StandIn) -> None:
    mixed = [*configs(0, 1), *configs(0, rounds=3)]
    strict = Space.of("mine", mixed, ["ecp5-85k-8"], [1], impossible="error")
    with pytest.raises(
        InputError,
        match=r"^in the space mine: 1 of 3 configurations are impossible, first s0r3: Rounds",
    ):
        explore(strict, STORE)
    nothing = Space.of("mine", configs(0, rounds=3), ["ecp5-85k-8"], [1])
    with pytest.raises(InputError, match=r"1 of 1 configurations are impossible"):
        explore(nothing, STORE)
    assert not stand_in.mapped


def test_the_rtl_itself_objects() -> None:
    assert design.objection(make_config("one", {})) is None
    objection = design.objection(make_config("three", {"Rounds": 3}))
    assert objection is not None
    assert objection.startswith("Rounds=3 ")
    assert objection.endswith(".")


def test_too_many_points(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = space(*range(5))
    with pytest.raises(InputError, match=r"5 points, 10 runs, and the limit is 4;.*--yes"):
        explore(asked, STORE, limit=4)
    assert not stand_in.mapped
    assert len(explore(asked, STORE, limit=5).points) == 5
    monkeypatch.setattr(design, "objection", lambda config: pytest.fail("asked"))
    with pytest.raises(InputError, match=r"201 points at most, and the limit is 2;"):
        explore(space(*range(201)), STORE, limit=2)


def die(stand_in: StandIn, name: str, seed: int) -> None:
    def fail(this: str, target: str, number: int) -> None:
        if (this, number) == (name, seed):
            log = Path("tool.log").absolute()
            log.write_text("".join(f"line {n}\n" for n in range(100)) + "ERROR: <it> & died\n")
            raise FailureError(f"nextpnr-ecp5 crashed (signal 11); see {log}.", log)

    stand_in.fail = fail


def test_a_tool_that_dies_at_one_point(stand_in: StandIn) -> None:
    die(stand_in, "s1r1", 2)
    told: list[Tally] = []
    record = sweep(space(0, 1, 2), STORE, watcher=told.append)
    assert [p.status for p in record.points] == ["done", "partial", "done"]
    assert (record.runs, record.runs_done, record.runs_made) == (6, 5, 6)
    partial = record.points[1]
    assert not partial.front
    assert partial.synth is not None
    assert list(partial.synth.fmax_mhz.per_seed) == ["1"]
    (failure,) = partial.failures
    assert (failure.step, failure.seed) == ("route", 2)
    assert failure.error.startswith("nextpnr-ecp5 crashed (signal 11)")
    assert failure.log.splitlines()[-2:] == ["line 99", "ERROR: <it> & died"]
    assert len(failure.log.splitlines()) == 40
    assert failure.log_path == str(Path("tool.log").absolute())
    assert (told[-1].total, told[-1].done, told[-1].failed) == (6, 5, 1)
    assert told[-1].failures[0].startswith("s1r1, ecp5-85k-8, seed 2: nextpnr-ecp5 crashed")


def test_what_failed_is_run_again_only_when_asked(stand_in: StandIn) -> None:
    die(stand_in, "s1r1", 2)
    explore(space(0, 1), STORE)
    stand_in.fail = lambda name, target, seed: None
    stand_in.routed.clear()
    Path("tool.log").unlink()
    kept = explore(space(0, 1), STORE)
    assert not stand_in.routed
    assert kept.points[1].failures[0].log.endswith("died")  # the store has the log
    fixed = explore(space(0, 1), STORE, retry_failed=True)
    assert stand_in.routed == [("s1r1", "ecp5-85k-8", 2)]
    assert [p.status for p in fixed.points] == ["done", "done"]
    assert explore(space(0, 1), STORE).failed == []


def test_a_design_that_cannot_be_mapped(stand_in: StandIn) -> None:
    die(stand_in, "s1r1", 0)
    told: list[Tally] = []
    record = sweep(space(0, 1), STORE, watcher=told.append)
    assert [p.status for p in record.points] == ["done", "failed"]
    assert record.points[1].synth is None
    assert [(f.step, f.seed) for f in record.points[1].failures] == [("map", None)]
    assert (told[-1].done, told[-1].failed) == (2, 2)
    stand_in.mapped.clear()
    sweep(space(0, 1), STORE, watcher=told.append)
    assert stand_in.mapped == []
    assert (told[-1].done, told[-1].failed) == (2, 2)
    stand_in.fail = lambda name, target, seed: None
    assert explore(space(0, 1), STORE, retry_failed=True).failed == []


def test_a_mapping_that_fails_later_keeps_what_was_routed(stand_in: StandIn) -> None:
    explore(space(0, seeds=(1,)), STORE)
    die(stand_in, "s0r1", 0)
    record = explore(space(0, seeds=(1, 2)), STORE)
    assert record.points[0].status == "partial"
    assert explore(space(0, seeds=(1,)), STORE).failed == []


def test_a_design_too_large_for_one_of_the_parts(stand_in: StandIn) -> None:
    stand_in.lut4 = lambda config: 30_000
    record = explore(space(0, targets=("ecp5-25k-8", "ecp5-45k-8")), STORE)
    assert [p.status for p in record.points] == ["failed", "done"]
    assert "too large for ecp5-25k-8" in record.points[0].failures[0].error
    assert record.points[0].failures[0].log_path is None


def test_large_designs_begin_first(stand_in: StandIn) -> None:
    ways = [make_config(f"r{rounds}", {"Rounds": rounds}) for rounds in (1, 10, 2, 5)]
    stand_in.lut4 = lambda config: 1000 * config.Rounds
    sweep(Space.of("mine", ways, ["ecp5-85k-8"], [1]), STORE, jobs=1)
    assert stand_in.mapped == ["r10", "r5", "r2", "r1"]
    # Before a small design is mapped, the runs of a large mapped design continue.
    assert stand_in.routed[0][0] == "r10"


def test_a_machine_that_fails_is_not_blamed_on_a_point(stand_in: StandIn) -> None:
    def full(name: str, target: str, seed: int) -> None:
        if seed == 2:
            raise MachineError("cannot use the cache (No space left on device).")

    stand_in.fail = full
    with pytest.raises(MachineError, match="No space left"):
        sweep(space(0, 1), STORE, jobs=1)
    stand_in.fail = lambda name, target, seed: None
    done = len(stand_in.routed)
    record = explore(space(0, 1), STORE)
    assert record.failed == []
    assert record.runs_made == 4 - done


def test_a_store_in_use_and_a_number_of_jobs_that_does_nothing(stand_in: StandIn) -> None:
    with Store(STORE), pytest.raises(MachineError, match="another run uses"):
        explore(space(0), STORE)
    with pytest.raises(InputError, match="0 workers are not possible"):
        sweep(space(0), STORE, jobs=0)


def test_nextpnr_is_made_ready_once_and_before_any_run(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready: list[int] = []

    def run(*arguments: object, **options: object) -> None:
        time.sleep(0.1)
        assert not stand_in.routed
        ready.append(1)

    monkeypatch.setattr(programs, "run", run)
    monkeypatch.setattr(nextpnr, "warm_up", warm_up)
    sweep(space(0, 1), STORE, jobs=3)
    assert ready == [1]

    def broken(placer: object, timeout: float) -> None:
        raise FailureError("nextpnr-ecp5 crashed.")

    monkeypatch.setattr(nextpnr, "warm_up", broken)
    with pytest.raises(MachineError, match="nextpnr-ecp5 crashed"):
        explore(space(4), STORE)


def test_time_left_goes_to_nothing(stand_in: StandIn) -> None:
    told: list[Tally] = []
    sweep(space(0, 1, 2), STORE, jobs=1, watcher=told.append)
    left = [tally.left for tally in told if tally.total]
    assert None not in left
    assert left[0] > 1  # type: ignore[operator]
    assert left[-1] == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_no_process_and_a_store_that_resumes(
    stand_in: StandIn, place: Path, start: Start, number: int
) -> None:
    (place / "mine.yaml").write_text(
        "configurations: [{Stages: 0}, {Stages: 1}]\nseeds: [1, 2, 3]\n"
    )
    sleepers = place / "sleepers"
    program = Path(__file__).parent / "conftest.py"
    words = ["explore", "mine.yaml", "--store", str(STORE), "--jobs", "2"]
    process = start(
        [sys.executable, str(program), *words],
        env={**os.environ, "EXPLORE_SLEEPERS": str(sleepers)},
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    for _ in range(3000):
        if sleepers.exists() and len(sleepers.read_text().split()) == 2:
            break
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    done = _done(STORE)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert f"finished runs are in {STORE}; repeat the command to continue\n" in err
    assert err.endswith("roundel: error: interrupted.\n")
    assert out == ""
    for child in sleepers.read_text().split():
        status = Path("/proc") / child / "status"
        assert not status.exists() or "\nState:\tZ" in status.read_text()
    assert _done(STORE) == done  # ended runs do not count as failed
    record = _resumed()
    assert record.runs_done == 6
    assert record.runs_made == 6 - done
    assert len(stand_in.routed) == 6 - done


def _done(store: Path) -> int:
    base = sqlite3.connect(store)
    try:
        return int(base.execute("SELECT count(*) FROM step WHERE step = 'route'").fetchone()[0])
    finally:
        base.close()


def _resumed() -> ExploreRecord:
    both = [make_config(f"Stages={number}", {"Stages": number}) for number in (0, 1)]
    return explore(Space.of("mine", both, ["ecp5-85k-8"], [1, 2, 3]), STORE)


def test_a_plan_elaborates_each_configuration_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One elaboration decides whether a design can be built, and gives its files."""
    compiled: list[object] = []
    real = elaborate._compile

    def count(*given: Any) -> object:
        compiled.append(given[1:])
        return real(*given)

    monkeypatch.setattr(elaborate, "_compile", count)
    axes = {"Stages": "0..2", "Rounds": [1, 2], "Sbox": ["tower", "gates"]}
    # No other test has a configuration of 32 stored keys, so no kept result exists.
    base = {"KeySchedule": "stored", "KeySlots": 32}
    blocks = {name: [value] for name, value in base.items()}
    space = make_space({"base": "iterative", "axes": {**axes, **blocks}, "seeds": [1]})
    with Session(Path("new.sqlite")) as session:
        compiled.clear()  # the elaborations of reading the space
        plan = make_plan(space, session.batch(), limit=None)
    assert len(plan.asked) + len(plan.impossible) == 12
    assert len(compiled) in (11, 12)
    assert len(compiled) == len(set(compiled))
