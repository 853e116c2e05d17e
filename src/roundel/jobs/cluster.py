# SPDX-License-Identifier: Apache-2.0
"""Where the workers of a command are: this machine, a Dask cluster, or a batch system.

The engine is `dask.distributed`. A batch system (Slurm, LSF, PBS, SGE) runs Dask workers as its
jobs, through `dask-jobqueue`, whose own configuration files set account, memory and wall time.
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

    title: str  # its name for people
    cluster: str  # the class in `dask_jobqueue`
    submit: str  # the program that submits a job
    ask: tuple[str, ...]  # the command that shows the state of jobs; job numbers follow
    separator: str = " "  # between job numbers; a blank makes each an argument of its own

    def answer(self, numbers: Sequence[str]) -> str:
        """What the batch system says of the jobs with these numbers."""
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
    """Where the workers are."""

    kind: str = "local"  # "local", "dask", or a key of `SCHEDULERS`
    place: str = ""  # the address of a Dask scheduler, or the queue of a batch system; may be empty
    # How many workers; None for one for each processor of this machine, or for what a Dask cluster
    # has.
    workers: int | None = None
    # The least and the greatest number of workers, as jobs are waiting.
    adapt: tuple[int, int] | None = None
    patience: float = 600.0  # seconds within which the first worker must start

    def __post_init__(self) -> None:
        """Refuse, by an InputError, a number of workers that is out of range."""
        if self.workers is not None and not 1 <= self.workers <= _MOST:
            raise InputError(f"{self.workers} workers do nothing; give from 1 to {_MOST}.")

    @property
    def label(self) -> str:
        """The cluster as the user writes it."""
        mark = "://" if self.kind == "dask" else ":"
        return f"{self.kind}{mark}{self.place}" if self.place else self.kind


def parse_cluster(
    text: str, workers: int | None = None, adapt: str | None = None, patience: float = 600.0
) -> Cluster:
    """A cluster from the command line; see `roundel.cluster` for the arguments.

    Raises:
        InputError: The text is none of these, or a number does not fit it.
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
                raise InputError(f"--cluster {text} is not possible; write local:N, N from 1.")
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
        raise InputError(f"--cluster {text} names no queue; write {kind}:QUEUE.")
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
            f"where {SCHEDULERS[kind].title} accepts jobs."
        )
    return Cluster(kind, place, workers, _range(adapt), patience)


def _refuse(text: str, **options: object) -> None:
    """Refuse options that a cluster does not take."""
    for name, value in options.items():
        if value is not None:
            raise InputError(f"--{name} does not go with --cluster {text}; leave it out.")


def _range(adapt: str | None) -> tuple[int, int] | None:
    if adapt is None:
        return None
    found = _RANGE.fullmatch(adapt)
    if not found or not 1 <= int(found[2]) <= _MOST or int(found[1]) > int(found[2]):
        raise InputError(f"--adapt {adapt} is no range; write MIN:MAX, for example 0:50.")
    return int(found[1]), int(found[2])
