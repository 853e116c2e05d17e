# SPDX-License-Identifier: Apache-2.0
"""Synthesis to cells as a job: kept results, files sent with the job, and messages of failures.

State space: a new store and one with the result; an output directory; a failure with a log; a
worker with the driver's disk and one without. A stub replaces the flow.
"""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from tests.roundel.cells.small import liberty

from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Stage
from roundel.cells import works
from roundel.cells.library import find_files, find_identity
from roundel.cells.record import CellsRecord, LibraryRecord
from roundel.cells.works import CellsDesign, CellsKeys, cells_record_of, cells_work, synth
from roundel.design import Config, make_config
from roundel.fpga.timing import CriticalPath
from roundel.jobs import Row, Session, identity_of
from roundel.jobs.job import execute

pytestmark = pytest.mark.usefixtures("sta")
CONFIG = make_config("mine", {"Sbox": "gates"})
TARGET = "cells:small.lib"
STORE = Path("results.sqlite")


def record_of(config: Config, target: str) -> CellsRecord:
    return CellsRecord(
        config=config, target=target, recipe="balanced", kge=8.5, cell_area=1.0, cells=5000, ff=600,
        library=LibraryRecord(
            name="small", conditions="", wire_load="", nand2="N", nand2_area=1.0, digest="d"
        ),
        memory_bits=0, fmax_mhz=500.0, gbps=6.4, latency_cycles=12, latency_ns=24.0,
        cycles_per_block=10, gbps_per_kge=0.75, gbps_per_mm2=1.0, vectors=1, power=[],
        critical_path=CriticalPath(logic_ns=1.0, routing_ns=0, levels=3, start="a", end="b"),
        assumptions=[], tools={}, seconds=1.0,
    )  # fmt: skip


class Flow:
    """Counts the calls, and fails on request.

    Attributes:
        asked: The target and the options of each call.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.error: FailureError | None = None

    def __call__(self, config: Config, target: str, progress: Any, **options: Any) -> CellsRecord:
        progress(f"{config.name}: mapping", 0.5)
        progress("compiling")
        self.asked.append((target, options))
        if self.error is not None:
            raise self.error
        return record_of(config, target)


@pytest.fixture(autouse=True)
def flow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flow:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("small.lib").write_text(liberty())
    made = Flow()
    monkeypatch.setattr(works, "synth_cells", made)
    return made


def test_a_result_is_kept_under_all_names_of_configuration_and_library(flow: Flow) -> None:
    with Session(STORE) as session:
        first = synth(CONFIG, TARGET, session)
        assert first == record_of(CONFIG, TARGET)
        named = synth(CONFIG.model_copy(update={"name": "other"}), "cells:./small.lib", session)
        assert (named.config.name, named.target) == ("other", "cells:./small.lib")
        assert len(flow.asked) == 1
        synth(CONFIG, TARGET, session, recipe="speed")
        synth(CONFIG, TARGET, session, power=["settled"])
        synth(CONFIG.replaced("Stages", 2), TARGET, session)
        Path("small.lib").write_text(liberty(wire_load=True))
        synth(CONFIG, TARGET, session)
    assert len(flow.asked) == 5
    assert [options["recipe"] for _, options in flow.asked[:2]] == ["balanced", "speed"]
    assert flow.asked[2][1]["power"] == ("settled",)


def test_an_output_directory_is_written_each_time(flow: Flow) -> None:
    with Session(STORE) as session:
        synth(CONFIG, TARGET, session)
        synth(CONFIG, TARGET, session, output=Path("out"))
        synth(CONFIG, TARGET, session, output=Path("out"))
    assert [options["output"] for _, options in flow.asked] == [None, Path("out"), Path("out")]


def test_a_failure_names_its_log_and_is_tried_again(flow: Flow) -> None:
    log = Path("sta.log").absolute()
    log.write_text("ERROR: no clock\n")
    flow.error = FailureError(f"sta failed; see {log}.", log)
    with Session(STORE) as session:
        with pytest.raises(FailureError, match=r"^sta failed; see .*/sta\.log\.$") as caught:
            synth(CONFIG, TARGET, session)
        assert caught.value.log == log
        flow.error = None
        assert synth(CONFIG, TARGET, session).kge == 8.5


def test_power_of_packets_is_refused_before_anything_runs(flow: Flow) -> None:
    packets = make_config("packets", {"Mode": "gcm"})
    with Session(STORE) as session:
        assert synth(packets, TARGET, session).kge == 8.5
        with pytest.raises(InputError, match="packets processes packets"):
            synth(packets, TARGET, session, power=["settled"])
    assert len(flow.asked) == 1


def test_the_stages_of_a_job(flow: Flow) -> None:
    asked, keys = CellsDesign(CONFIG, "balanced"), CellsKeys()
    work = cells_work(asked, TARGET, keys.of_run(asked, TARGET), keys)
    stages: list[Stage] = []
    works.synth_in_cells(work.job, stages.append)
    # The board has the configuration's name in the job's label.
    assert stages == [Stage("mapping", 0.5), Stage("compiling", 0.0)]


def test_a_library_that_is_missing(flow: Flow) -> None:
    with pytest.raises(InputError, match=r"cannot read the liberty file gone\.lib"):
        synth(CONFIG, "cells:gone.lib")
    assert not flow.asked


@pytest.mark.parametrize("target", [TARGET, "cells:small.lib,more.lib"])
def test_the_library_goes_with_the_job_to_a_worker_without_the_disk(
    flow: Flow, target: str
) -> None:
    """The job carries the files of the user, not the flow's own file."""
    Path("more.lib").write_text(liberty(wire_load=True))
    asked = CellsDesign(CONFIG, "balanced")
    keys = CellsKeys()
    key = keys.of_run(asked, target)
    assert dict(cells_work(asked, target, key, keys).job.inputs) == {}
    work = cells_work(asked, target, key, keys, ship=True)
    job = dataclasses.replace(work.job, identity=identity_of(work.job))
    assert find_identity(target) in dict(job.identity).values()
    texts = [path.read_text() for path in find_files(target)]
    for path in find_files(target):
        path.unlink()
    elsewhere = execute(dataclasses.replace(job, remote=True))
    assert (elsewhere.refused, elsewhere.error) == ("", "")
    ((received, _),) = flow.asked
    assert [path.read_text() for path in find_files(received)] == texts
    assert CellsRecord.model_validate_json(elsewhere.figures).kge == 8.5
    # The user's name for the library, not the name of the worker's copy.
    row = Row("key", "cells", "done", "mine", "{}", result=elsewhere.figures)
    assert cells_record_of(row, CONFIG, target).target == target
    execute(dataclasses.replace(job, remote=True))
    assert flow.asked[0][0] == flow.asked[1][0]  # the worker keeps one copy
