# SPDX-License-Identifier: Apache-2.0
"""Jobs on a Dask cluster: each worker is a process with a separate cache."""

import dataclasses
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.roundel.jobs.sample_jobs import Order, job

from roundel.base.errors import FailureError, MachineError
from roundel.jobs import Cluster, Session, Tally, Work, dask_pool
from roundel.jobs.store import Store

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.xdist_group("dask")


class Scheduler:
    """A Dask scheduler with workers, started like a user's."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._file = place / "scheduler.address"
        self._processes: list[subprocess.Popen[bytes]] = []
        # After the death of its worker a job runs once more, as in clusters started by Roundel.
        failures = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
        self._serve(["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                     "--scheduler-file", str(self._file)], failures)  # fmt: skip
        for _ in range(300):
            if self._file.exists() and self._file.stat().st_size:
                break
            time.sleep(0.1)
        address = self._file.read_text().partition('"address": "tcp://')[2].partition('"')[0]
        self.cluster = Cluster("dask", address, patience=60)

    def worker(self, **environment: str) -> "subprocess.Popen[bytes]":
        own = {"ROUNDEL_CACHE": str(self._place / f"cache{len(self._processes)}"), **environment}
        return self._serve(
            ["worker", "--scheduler-file", str(self._file), "--nthreads", "1", "--no-dashboard",
             "--no-nanny", "--host", "127.0.0.1", "--local-directory", str(self._place)], own,
        )  # fmt: skip

    def _serve(
        self, words: list[str], environment: dict[str, str] | None = None
    ) -> "subprocess.Popen[bytes]":
        with (self._place / f"{words[0]}{len(self._processes)}.log").open("wb") as log:
            made = subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
                env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", **(environment or {})},
                stdout=log,
                stderr=log,
            )
        self._processes.append(made)
        return made

    def close(self) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait()


@pytest.fixture
def scheduler(place: Path) -> Iterator[Scheduler]:
    made = Scheduler(place)
    yield made
    made.close()


@contextmanager
def session(scheduler: Scheduler, told: list[Tally] | None = None) -> Iterator[Session]:
    watcher: Callable[[Tally], None] = told.append if told is not None else lambda tally: None
    with Session(Path("store"), cluster=scheduler.cluster, watcher=watcher) as made:
        yield made


def await_condition(holds: Callable[[], bool]) -> None:
    """Wait, at most half a minute: the monitor looks every two seconds."""
    for _ in range(300):
        if holds():
            return
        time.sleep(0.1)
    pytest.fail("the expected event did not happen")


def works(*orders: Order) -> list[Work]:
    return [
        Work(f"key{number}", job(f"job {number}", order), "name", {}, 1.0)
        for number, order in enumerate(orders)
    ]


def test_jobs_run_on_workers_and_the_driver_keeps_their_results(scheduler: Scheduler) -> None:
    scheduler.worker()
    scheduler.worker()
    with session(scheduler) as opened:
        batch = opened.batch()
        batch.run(works(*[Order(0.2)] * 4, Order(fails=True)))
        assert opened.workers in (1, 2)
    with Store(Path("store")) as store:
        rows = store.get(f"key{number}" for number in range(5))
    assert [rows[f"key{number}"].result for number in range(4)] == [
        f'"job {number}"' for number in range(4)
    ]
    assert rows["key4"].error == "the tool crashed."
    assert all(row.host for row in rows.values())


def test_a_worker_that_dies_has_its_job_run_once_more(scheduler: Scheduler, place: Path) -> None:
    scheduler.worker()
    scheduler.worker()
    told: list[Tally] = []
    with session(scheduler, told) as opened:
        batch = opened.batch()
        batch.run(works(Order(1.0, die_once=str(place / "died")), Order(0.2)))
        assert batch.rows["key0"].result == '"job 0"'
        news: list[str] = []

        def reported() -> bool:
            news.extend([*batch.news, *opened.pool().news()])
            return any("was lost; one job runs again" in text for text in news)

        await_condition(reported)


def test_a_job_that_kills_two_workers_has_failed(scheduler: Scheduler) -> None:
    for _ in range(3):
        scheduler.worker()
    with session(scheduler) as opened:
        batch = opened.batch()
        batch.run(works(Order(dies=True), Order(0.2)))
        assert batch.rows["key1"].status == "done"
        assert batch.rows["key0"].error.startswith(
            "2 workers died while running the job, the last at"
        )
        assert set(opened.store.get(["key0", "key1"])) == {"key1"}  # the machines failed


def test_no_worker_is_left(scheduler: Scheduler) -> None:
    scheduler.cluster = dataclasses.replace(scheduler.cluster, patience=6.0)
    worker = scheduler.worker()
    with session(scheduler) as opened:
        opened.pool()
        worker.kill()
        with pytest.raises(MachineError, match="the cluster has had no worker for 6 s; the store"):
            opened.batch().run(works(Order()))


def test_a_worker_that_differs_refuses(scheduler: Scheduler, monkeypatch: object) -> None:
    scheduler.worker(SAMPLE="theirs")
    scheduler.worker(SAMPLE="ours")
    os.environ["SAMPLE"] = "ours"
    try:
        with session(scheduler) as opened:
            opened.pool()
            await_condition(lambda: opened.workers == 2)
            batch = opened.batch()
            batch.run(works(*[Order(0.3, differs="SAMPLE")] * 4))
            assert {row.status for row in batch.rows.values()} == {"done"}
            news = " ".join([*batch.news, *opened.pool().news()])
        assert "refused a job: the variable is theirs at the worker and ours at the driver" in news
    finally:
        del os.environ["SAMPLE"]


def test_every_worker_refuses(scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch) -> None:
    scheduler.worker(SAMPLE="theirs")
    monkeypatch.setenv("SAMPLE", "ours")
    with session(scheduler) as opened, pytest.raises(MachineError, match="every worker refused"):
        opened.batch().run(works(Order(differs="SAMPLE")))


def test_no_worker_in_time(scheduler: Scheduler) -> None:
    scheduler.cluster = dataclasses.replace(scheduler.cluster, patience=1.0)
    began = time.monotonic()
    with (
        session(scheduler) as opened,
        pytest.raises(FailureError, match=r"provided no worker in 1 s \(the Dask scheduler has no"),
    ):
        opened.batch().run(works(Order()))
    assert time.monotonic() - began < 30


def test_no_scheduler(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_pool, "_CONNECT", 2)
    where = Cluster("dask", "127.0.0.1:9", patience=1)
    with (
        Session(place / "store", cluster=where) as opened,
        pytest.raises(FailureError, match=r"no Dask scheduler answers at 127\.0\.0\.1:9;"),
    ):
        opened.batch().run(works(Order()))


def test_results_that_are_kept_need_no_cluster(place: Path) -> None:
    with Session(place / "store") as opened:
        opened.batch().run(works(Order()))
    with Session(place / "store", cluster=Cluster("dask", "127.0.0.1:9")) as opened:
        batch = opened.batch()
        batch.load(["key0"])
        batch.run([work for work in works(Order()) if work.key not in batch.rows])
        assert batch.rows["key0"].status == "done"


DRIVER = """
import signal, sys
from pathlib import Path
from roundel.base import programs
from roundel.jobs import Cluster, Session
from tests.roundel.jobs.sample_jobs import Order
from tests.roundel.jobs.test_dask_pool import works
signal.signal(signal.SIGINT, programs.end_all)
with Session(Path("store"), cluster=Cluster("dask", sys.argv[1])) as session:
    session.batch().run(works(Order(), Order(sleeper=sys.argv[2])))
"""


def test_an_interrupt_ends_the_tools_of_all_workers(scheduler: Scheduler, place: Path) -> None:
    scheduler.worker()
    scheduler.worker()
    sleeper = place / "sleeper"
    driver = subprocess.Popen(
        [sys.executable, "-c", DRIVER, scheduler.cluster.place, str(sleeper)],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        for _ in range(600):
            if sleeper.exists() and sleeper.read_text().strip():
                break
            assert driver.poll() is None, driver.communicate()
            time.sleep(0.1)
        number = int(sleeper.read_text())
        os.kill(number, 0)
        time.sleep(0.5)
        driver.send_signal(signal.SIGINT)
        _, err = driver.communicate(timeout=60)
    finally:
        driver.kill()
        driver.wait()
    assert "KeyboardInterrupt" in err
    for _ in range(50):
        status = Path(f"/proc/{number}/status")
        if not status.exists() or "\nState:\tZ" in status.read_text():
            break
        time.sleep(0.1)
    else:
        pytest.fail("the tool still runs")
    with Store(Path("store")) as store:
        assert set(store.get(["key0", "key1"])) == {"key0"}
