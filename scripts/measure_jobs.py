# SPDX-License-Identifier: Apache-2.0
"""Measure the job runner: overhead for each job, and how busy workers are.

    python scripts/measure_jobs.py local            # seconds a job in threads of this process
    python scripts/measure_jobs.py dask             # seconds a job on two Dask workers
    python scripts/measure_jobs.py workers 64 30    # busy share of 64 workers with jobs of 30 s

The jobs do nothing, or sleep. `dask` starts two worker processes; `workers` starts a scheduler
with worker threads in this process, so that a machine of two cores can have many.
"""

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import typer

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from roundel.base.stages import Stage
from roundel.jobs import Cluster, Identity, Job, Outcome, Report, Session, Work

app = typer.Typer(add_completion=False, rich_markup_mode=None, help=__doc__)


def identify(job: Job) -> Identity:
    """A job without sources."""
    del job
    return ()


def sleep(job: Job, report: Report) -> Outcome:
    """Sleep for the seconds of the job's configuration."""
    report(Stage("sleeping", 0.5))
    time.sleep(job.config)
    return Outcome("{}")


def works(seconds: list[float]) -> list[Work]:
    """Jobs that sleep."""
    return [
        Work(str(number), Job("route", str(number), sleep, identify, item), "", {}, item)
        for number, item in enumerate(seconds)
    ]


def run(seconds: list[float], cluster: Cluster) -> float:
    """Run jobs with a new store; the wall time without the start of the workers."""
    with (
        tempfile.TemporaryDirectory() as place,
        Session(Path(place) / "store", cluster=cluster) as session,
    ):
        session.pool()
        batch = session.batch()
        batch.run(works(seconds))
        return batch.wall


@app.command()
def local(jobs: int = 500) -> None:
    """Overhead of a job in a thread of this process."""
    wall = run([0.0] * jobs, Cluster(workers=2))
    print(f"local: {1000 * wall / jobs:.2f} ms a job, {jobs} jobs, 2 threads")


@app.command()
def dask(jobs: int = 200) -> None:
    """Overhead of a job on two Dask worker processes."""
    from distributed import LocalCluster

    made: Any = LocalCluster
    with made(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        address = cluster.scheduler_address.removeprefix("tcp://")
        wall = run([0.0] * jobs, Cluster("dask", address))
    print(f"dask: {1000 * wall / jobs:.1f} ms a job, {jobs} jobs, 2 workers")


@app.command()
def workers(
    count: Annotated[int, typer.Argument()] = 64,
    seconds: Annotated[float, typer.Argument()] = 30.0,
    rounds: int = 6,
) -> None:
    """How busy many workers are with jobs of about one length (20 % more or less)."""
    from distributed import LocalCluster

    rng = random.Random(1)  # noqa: S311 (no secret)
    lengths = [seconds * rng.uniform(0.8, 1.2) for _ in range(count * rounds)]
    made: Any = LocalCluster
    with made(
        n_workers=count,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address=":0",
    ) as cluster:
        address = cluster.scheduler_address
        wall = run(lengths, Cluster("dask", address.removeprefix("tcp://")))
    share = sum(lengths) / (count * wall)
    print(
        f"workers: {share:.3f} busy, {count} workers, {len(lengths)} jobs of "
        f"{statistics.mean(lengths):.1f} s in the mean"
    )


if __name__ == "__main__":
    app()
