# SPDX-License-Identifier: Apache-2.0
"""Jobs on a Slurm of one node; this test starts the daemons."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dask_jobqueue.slurm import SLURMCluster
from tests.roundel.jobs.one_node_slurm import INSTALL, missing, one_node_slurm
from tests.roundel.jobs.sample_jobs import Order, job

from roundel.base.errors import FailureError
from roundel.jobs import Session, Work, parse_cluster

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.xdist_group("dask")


@pytest.fixture(scope="module")
def slurm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    lacking = missing()
    if lacking:
        pytest.skip(f"{lacking[0]} is not installed; run `{INSTALL}`")
    if os.geteuid() != 0:
        pytest.skip("Slurm's daemons need root")
    with one_node_slurm(tmp_path_factory.mktemp("slurm")) as environment:
        yield environment


@pytest.fixture(autouse=True)
def _environment(slurm: dict[str, str], place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del place  # the working folder: Slurm writes the workers' logs there
    for name in ("SLURM_CONF", "PATH"):
        monkeypatch.setenv(name, slurm[name])
    monkeypatch.setenv("DASK_JOBQUEUE__SLURM__INTERFACE", "lo")
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{ROOT}")
    import dask

    dask.config.refresh()


def works(*orders: Order) -> list[Work]:
    return [
        Work(f"key{number}", job(f"job {number}", order), "name", {}, 1.0)
        for number, order in enumerate(orders)
    ]


def test_jobs_run_on_two_workers(place: Path) -> None:
    cluster = parse_cluster("slurm:all", workers=2, patience=90)
    with Session(place / "store", cluster=cluster) as session:
        batch = session.batch()
        batch.run(works(*[Order(0.5)] * 6, Order(fails=True)))
    assert [batch.rows[f"key{number}"].status for number in range(7)] == [*["done"] * 6, "failed"]


def test_workers_come_as_jobs_are_waiting(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, int]] = []
    adapt = SLURMCluster.adapt

    def noted(own: SLURMCluster, **limits: int) -> object:
        asked.append(limits)
        return adapt(own, **limits)

    monkeypatch.setattr(SLURMCluster, "adapt", noted)
    cluster = parse_cluster("slurm:all", adapt="0:2", patience=90)
    with Session(place / "store", cluster=cluster) as session:
        batch = session.batch()
        batch.run(works(*[Order(0.5)] * 4))
    assert {row.status for row in batch.rows.values()} == {"done"}
    # One worker shows that the system provides workers; afterwards none is required.
    assert asked == [
        {"minimum_jobs": 1, "maximum_jobs": 2}, {"minimum_jobs": 0, "maximum_jobs": 2}
    ]  # fmt: skip


@pytest.mark.parametrize("how", [{"workers": 1}, {"adapt": "0:2"}])
def test_a_refusal_is_reported_at_once(
    place: Path, how: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    cluster = parse_cluster("slurm:nowhere", patience=60, **how)
    with (
        Session(place / "store", cluster=cluster) as session,
        pytest.raises(FailureError, match="Slurm refused the job of a worker: .*Invalid part"),
    ):
        session.batch().run(works(Order()))
    assert capfd.readouterr().err == ""


def test_a_closed_partition_provides_no_worker(place: Path) -> None:
    cluster = parse_cluster("slurm:closed", workers=1, patience=4)
    with (
        Session(place / "store", cluster=cluster) as session,
        pytest.raises(
            FailureError,
            match=r"--cluster slurm:closed provided no worker in 4 s \(Slurm: PENDING \(Part",
        ),
    ):
        session.batch().run(works(Order()))
