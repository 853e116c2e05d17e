# SPDX-License-Identifier: Apache-2.0
"""A session: its store, the start and end of its workers, and its display."""

import threading
import time
from pathlib import Path

import pytest
from tests.roundel.jobs.sample_jobs import Order, job

from roundel.base.errors import InputError, MachineError
from roundel.base.progress import Stage
from roundel.jobs import (
    Cluster,
    Job,
    Outcome,
    Report,
    Session,
    Store,
    Tally,
    Work,
    local_workers,
    using,
)
from roundel.jobs.pool import LocalPool
from roundel.jobs.store import default_store

STORE = Path("here.sqlite")


def run(session: Session, *labels: str) -> None:
    batch = session.batch()
    batch.load(labels)
    batch.expect(labels)
    batch.run(
        Work(label, job(label), label, {}, 1.0) for label in labels if label not in batch.rows
    )


def test_a_store_that_is_named_is_held_alone(place: Path) -> None:
    with Session(STORE) as session:
        assert session.store.path == STORE
        with pytest.raises(MachineError, match="another run uses the store here"):
            Session(STORE)
    with Session(STORE):  # the first session released the store
        pass


def test_sessions_share_the_default_store(place: Path) -> None:
    with Session() as one, Session() as other:
        run(one, "a")
        run(other, "b")
        assert one.store.path == other.store.path == default_store("results")
        assert one.store.path.is_relative_to(place / "data")
        assert set(one.store.get(["a", "b"])) == {"a", "b"}


def test_a_session_that_is_refused_leaves_no_store() -> None:
    with pytest.raises(InputError), Session(STORE):
        raise InputError("no such part.")
    assert not STORE.exists()


def test_workers_start_with_the_first_job(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def pool(workers: int) -> LocalPool:
        made.append(workers)
        return LocalPool(workers)

    monkeypatch.setattr("roundel.jobs.session.LocalPool", pool)
    with Session(STORE, cluster=Cluster(workers=3)) as session:
        assert session.workers == 3
        assert made == []
        run(session, "a")
        run(session, "b")
        assert made == [3]
    with Session(STORE) as session:
        run(session, "a", "b")
        assert made == [3]
        assert session.workers == local_workers()


def test_the_end_of_a_session_waits_for_its_jobs() -> None:
    began, ended = threading.Event(), threading.Event()

    def work(job: Job, report: Report) -> Outcome:
        began.set()
        try:
            while True:
                report(Stage("working", 0.5))
                time.sleep(0.01)
        finally:
            ended.set()

    def tick(tally: Tally) -> None:
        if began.is_set():
            raise KeyboardInterrupt

    long = Job("route", "long", work, lambda _: (), None)
    with pytest.raises(KeyboardInterrupt), Session(STORE, watcher=tick) as session:
        session.batch().run([Work("a", long, "a", {}, 1.0)])
    assert ended.is_set()


def test_whether_files_go_with_the_jobs() -> None:
    with Session(STORE) as session:
        assert not session.ships
    with Session(STORE, cluster=Cluster("dask", "host:1")) as session:
        assert session.ships


def test_work_that_is_no_job_is_displayed() -> None:
    told: list[Tally] = []
    with Session(STORE, watcher=told.append) as session:
        session.progress("packets of tong2002", 0.25)
        session.progress("reading")
    assert [tally.head for tally in told] == ["packets of tong2002 (25%)", "reading"]


def test_a_session_that_is_given_stays_open() -> None:
    with Session(STORE) as session:
        with using(session) as same:
            assert same is session
        run(session, "a")
    with using(STORE) as own:
        assert own.store.path == STORE
    with Store(STORE) as store:
        assert set(store.get(["a"])) == {"a"}
    with using(None) as shared:
        assert shared.store.path == default_store("results")


def test_jobs_of_one_session_are_those_of_another() -> None:
    """The second session finds all results, also those of a failed job."""
    with Session(STORE) as session:
        batch = session.batch()
        batch.run([Work("a", job("a", Order(fails=True)), "a", {}, 1.0)])
    with Session(STORE) as session:
        batch = session.batch()
        batch.load(["a"])
        assert batch.rows["a"].error == "the tool crashed."
        again = session.batch(retry_failed=True)
        again.load(["a"])
        assert again.rows == {}
