# SPDX-License-Identifier: Apache-2.0
"""Jobs for import by workers in other processes."""

import os
import signal
import socket
import time
from dataclasses import dataclass
from pathlib import Path

from roundel.base import programs
from roundel.base.errors import FailureError
from roundel.base.progress import Stage
from roundel.jobs import Identity, Job, Outcome, Report


@dataclass(frozen=True)
class Order:
    """The behaviour of a sample job.

    Attributes:
        seconds: The run time.
        die_once: A file; if the file is missing, the job makes the file and kills its worker.
        dies: Whether the job kills its worker each time.
        fails: Whether the job's tool fails.
        differs: The name of a variable whose value is part of the identity.
        sleeper: A file for the process number of a tool that sleeps.
    """

    seconds: float = 0.0
    die_once: str = ""
    differs: str = ""
    sleeper: str = ""
    fails: bool = False
    dies: bool = False


def identify(job: Job) -> Identity:
    order: Order = job.config
    return (("the variable", os.environ.get(order.differs, "")),)


def work(job: Job, report: Report) -> Outcome:
    order: Order = job.config
    if order.dies or (order.die_once and not Path(order.die_once).exists()):
        Path(order.die_once or "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if order.sleeper:
        script = f"echo $$ > {order.sleeper}; exec sleep 300"
        folder = Path(order.sleeper).parent
        programs.run(["sh"], ["-c", script], cwd=folder, log=folder / "log", timeout=300)
    if order.fails:
        raise FailureError("the tool crashed.")
    ends = time.monotonic() + order.seconds
    while (left := ends - time.monotonic()) > 0:
        report(Stage("sleeping", 0.5))
        time.sleep(min(left, 0.05))
    return Outcome(f'"{job.label}"', {"host": socket.gethostname().encode()})


def job(label: str, order: Order | None = None, **others: object) -> Job:
    return Job("route", label, work, identify, order or Order(), **others)  # type: ignore[arg-type]
