# SPDX-License-Identifier: Apache-2.0
"""The workers of a command: this machine, a Dask cluster, or a batch system.

The engine is `dask.distributed`. A batch system (Slurm, LSF, PBS, SGE) runs Dask workers as its
jobs, through `dask-jobqueue`. The configuration files of `dask-jobqueue` set account, memory and
wall time.
"""

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from roundel.base.errors import InputError

_ADDRESS = re.compile(r"[^/\s]+:\d{1,5}")
_QUEUE = re.compile(r"[A-Za-z0-9_.-]+")
_RANGE = re.compile(r"(\d{1,5}):(\d{1,5})")
_MOST = 10_000  # workers


@dataclass(frozen=True)
class Scheduler:
    """A batch system."""

    title: str  # the name in messages
    cluster: str  # the class in `dask_jobqueue`
    submit: str  # the program that submits a job
    ask: tuple[str, ...]  # the command for the state of jobs; job numbers follow
    separator: str = " "  # between job numbers; with a blank, each number is an argument

    def answer(self, numbers: Sequence[str]) -> str:
        """The batch system's report on the jobs with these numbers."""
        command = [*self.ask, *self.separator.join(numbers).split()]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return f"{self.ask[0]} does not answer"
        lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        return f"{self.title}: {'; '.join(dict.fromkeys(lines)) or 'its jobs have ended'}"


SCHEDULERS = {
    "slurm": Scheduler(
        "Slurm",
        "SLURMCluster",
        "sbatch",
        ("squeue", "--noheader", "--format=%T (%r)", "--jobs"),
        separator=",",
    ),
    "lsf": Scheduler("LSF", "LSFCluster", "bsub", ("bjobs", "-noheader", "-pending")),
    "pbs": Scheduler("PBS", "PBSCluster", "qsub", ("qstat",)),
    "sge": Scheduler("SGE", "SGECluster", "qsub", ("qstat", "-j")),
}


@dataclass(frozen=True)
class Cluster:
    """The workers' cluster."""

    kind: str = "local"  # "local", "dask", or a key of `SCHEDULERS`
    place: str = ""  # the address of a Dask scheduler, or the queue of a batch system; may be empty
    # The number of workers; None: one worker per processor of this machine, or all workers of a
    # Dask cluster.
    workers: int | None = None
    # Minimum and maximum number of workers, for a number that follows the waiting jobs.
    adapt: tuple[int, int] | None = None
    patience: float = 600.0  # timeout of the first worker in seconds

    def __post_init__(self) -> None:
        """Raise an InputError for a number of workers out of range."""
        if self.workers is not None and not 1 <= self.workers <= _MOST:
            raise InputError(f"{self.workers} workers are not possible; give 1 to {_MOST}.")

    @property
    def label(self) -> str:
        """The cluster in the user's notation."""
        mark = "://" if self.kind == "dask" else ":"
        return f"{self.kind}{mark}{self.place}" if self.place else self.kind


def parse_cluster(
    text: str, workers: int | None = None, adapt: str | None = None, patience: float = 600.0
) -> Cluster:
    """A cluster from the command line; see `roundel.cluster` for the arguments.

    Raises:
        InputError: The text is no cluster, or an option does not apply.
    """
    kind, _, place = text.partition(":")
    if kind == "local":
        count = workers
        if place:
            if workers is not None:
                raise InputError(
                    f"give the number of workers once: --cluster {text}, or --workers {workers}."
                )
            if not place.isdecimal() or not 1 <= int(place) <= _MOST:
                raise InputError(f"--cluster {text} is not possible; write local:N with N from 1.")
            count = int(place)
        _refuse(text, adapt=adapt)
        return Cluster(workers=count)
    if kind == "dask":
        address = place.removeprefix("//")
        port = address.rpartition(":")[2]
        if not place.startswith("//") or not _ADDRESS.fullmatch(address) or int(port) > 65535:
            raise InputError(f"--cluster {text} has no address; write dask://HOST:PORT.")
        _refuse(text, workers=workers, adapt=adapt)
        return Cluster("dask", address, patience=patience)
    if kind not in SCHEDULERS:
        raise InputError(
            f"there is no cluster {text!r}; write local:N, dask://HOST:PORT, or slurm, lsf, pbs or "
            "sge, with a queue after a colon."
        )
    if place and not _QUEUE.fullmatch(place):
        raise InputError(f"--cluster {text} does not name a queue; write {kind}:QUEUE.")
    if workers is not None and adapt is not None:
        raise InputError("give only one of --workers and --adapt.")
    if workers is None and adapt is None:
        raise InputError(
            f"--cluster {kind} needs the number of workers; give either --workers N or --adapt "
            "MIN:MAX."
        )
    submit = SCHEDULERS[kind].submit
    if shutil.which(submit) is None:
        raise InputError(
            f"--cluster {kind} needs the program {submit}, which is not on PATH; run the command "
            f"on a machine where {SCHEDULERS[kind].title} accepts jobs."
        )
    return Cluster(kind, place, workers, _range(adapt), patience)


def _refuse(text: str, **options: object) -> None:
    """Raise an InputError for options that do not apply to a cluster."""
    for name, value in options.items():
        if value is not None:
            raise InputError(f"--{name} does not apply to --cluster {text}; omit --{name}.")


def _range(adapt: str | None) -> tuple[int, int] | None:
    if adapt is None:
        return None
    found = _RANGE.fullmatch(adapt)
    if not found or not 1 <= int(found[2]) <= _MOST or int(found[1]) > int(found[2]):
        raise InputError(f"--adapt {adapt} is not a range; write MIN:MAX, for example 0:50.")
    return int(found[1]), int(found[2])
