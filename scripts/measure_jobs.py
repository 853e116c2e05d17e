# SPDX-License-Identifier: Apache-2.0
"""Measure the job runner: overhead per job, utilisation of workers, and planning.

    python scripts/measure_jobs.py local            # time per job in threads of this process
    python scripts/measure_jobs.py dask             # time per job on two Dask workers
    python scripts/measure_jobs.py workers 64 30    # utilisation of 64 workers with jobs of 30 s
    python scripts/measure_jobs.py slurm            # CPU utilisation of a sweep on one-node Slurm
    python scripts/measure_jobs.py plan 1000        # CPU time to plan 1,000 configurations

The jobs sleep or return at once. `dask` starts two worker processes; `workers` starts a scheduler
with worker threads in this process, for many workers on two cores. `slurm` maps and routes 12 small
points with an empty cache; it needs root and Debian's Slurm.
"""

import dataclasses
import os
import random
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack, chdir
from pathlib import Path
from typing import Annotated, Any

import typer

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.roundel.jobs import one_node_slurm

from roundel import design
from roundel.base.progress import Stage
from roundel.explore import explore
from roundel.explore.plan import make_plan
from roundel.explore.space import make_space
from roundel.jobs import Cluster, Identity, Job, Outcome, Report, Session, Work

app = typer.Typer(add_completion=False, rich_markup_mode=None, help=__doc__)


def identify(job: Job) -> Identity:
    """A job without sources."""
    del job
    return ()


def sleep(job: Job, report: Report) -> Outcome:
    """Sleep for the number of seconds in the job's configuration."""
    report(Stage("sleeping", 0.5))
    time.sleep(job.config)
    return Outcome("{}")


def works(seconds: list[float]) -> list[Work]:
    """Sleeping jobs."""
    return [
        Work(str(number), Job("route", str(number), sleep, identify, item), "", {}, item)
        for number, item in enumerate(seconds)
    ]


def run(seconds: list[float], cluster: Cluster) -> float:
    """Run jobs with a new store; returns the wall time without the start of the workers."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Session(Path(folder) / "store", cluster=cluster) as session,
    ):
        session.pool()
        batch = session.batch()
        batch.run(works(seconds))
        return batch.wall


@app.command()
def local(jobs: int = 500) -> None:
    """Measure the overhead of a job in a thread of this process."""
    wall = run([0.0] * jobs, Cluster(workers=2))
    print(f"local: {1000 * wall / jobs:.2f} ms per job, {jobs} jobs, 2 threads")


@app.command()
def dask(jobs: int = 200) -> None:
    """Measure the overhead of a job on two Dask worker processes."""
    from distributed import LocalCluster

    made: Any = LocalCluster
    with made(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        address = cluster.scheduler_address.removeprefix("tcp://")
        wall = run([0.0] * jobs, Cluster("dask", address))
    print(f"dask: {1000 * wall / jobs:.1f} ms per job, {jobs} jobs, 2 workers")


@app.command()
def workers(
    count: Annotated[int, typer.Argument()] = 64,
    seconds: Annotated[float, typer.Argument()] = 30.0,
    rounds: int = 6,
) -> None:
    """Measure the utilisation of many workers with jobs of similar length (+-20 %)."""
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
        f"workers: utilisation {share:.3f}, {count} workers, {len(lengths)} jobs of "
        f"{statistics.mean(lengths):.1f} s on average"
    )


@app.command()
def slurm() -> None:
    """Measure a sweep of 12 points: CPU utilisation of two workers of a one-node Slurm."""
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        folder = Path(place)
        (folder / "slurm").mkdir()
        found = stack.enter_context(one_node_slurm.one_node_slurm(folder / "slurm"))
        os.environ.update({name: found[name] for name in ("SLURM_CONF", "PATH")})
        # A node inherits the environment at the submission of its job.
        os.environ |= {"ROUNDEL_CACHE": place, "DASK_JOBQUEUE__SLURM__INTERFACE": "lo"}
        os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parents[1] / "src")
        axes = {"Sbox": ["tower", "table"], "Direction": ["encrypt", "decrypt"]}
        space = make_space(
            {"base": "iterative", "axes": axes, "targets": ["ecp5-85k-8"], "seeds": [1, 2, 3]}
        )
        stack.enter_context(chdir(place))  # Slurm writes the workers' logs there
        cluster = Cluster("slurm", "all", workers=2)
        session = stack.enter_context(Session(folder / "store", cluster=cluster))
        session.pool()
        record = explore(space, session)
    share = record.cpu_seconds / (2 * record.wall_seconds)
    print(
        f"slurm: {share:.3f} of two processors used, {record.runs_done} points, "
        f"{record.wall_seconds:.0f} s"
    )


@app.command()
def plan(count: Annotated[int, typer.Argument()] = 1000) -> None:
    """Measure the CPU time per configuration to plan a sweep of parts and to make its record."""
    axes = {
        "Rounds": [1, 2, 5, 10], "Stages": "0..4", "Sbox": ["tower", "table", "rom", "gates"],
        "KeySlots": [1, 2, 4], "KeySchedule": ["on_the_fly", "stored"], "KeyBits": [128, 256],
        "Direction": ["encrypt", "both"],
    }  # fmt: skip
    space = make_space({"base": "iterative", "axes": axes, "seeds": [1, 2, 3]})
    with tempfile.TemporaryDirectory() as folder, Session(Path(folder) / "store") as session:
        first = dataclasses.replace(space, configs=space.configs[:1])
        make_plan(first, session.batch(), limit=None)  # reads the sources
        space = dataclasses.replace(space, configs=space.configs[1 : count + 1])
        for state in ("new", "known"):
            began = time.process_time()
            found = make_plan(space, session.batch(), limit=None)
            seconds = time.process_time() - began
            print(f"plan: {1000 * seconds / len(space.configs):.1f} ms per {state} configuration")
    began = time.process_time()
    with design.unchanged():
        for item in found.asked:
            design.fingerprint(item.config)
    seconds = time.process_time() - began
    print(f"plan: {1000 * seconds / len(found.asked):.1f} ms per fingerprint")


if __name__ == "__main__":
    app()
