# SPDX-License-Identifier: Apache-2.0
"""Workers of a Dask cluster, in processes on other machines."""

import dataclasses
import importlib
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any

from roundel.base.errors import FailureError, MachineError
from roundel.base.progress import Stage
from roundel.jobs import job as jobs
from roundel.jobs.cluster import SCHEDULERS, Cluster
from roundel.jobs.job import Job, Result

_PERIOD = 2.0  # seconds between two looks at the workers
_PATIENCE = 10.0  # seconds for workers to end their jobs
_CONNECT = 20.0  # seconds for a scheduler to answer
_SUBMITTED = "Exit code"  # in the error of dask-jobqueue where a program of the system failed
_MEMORY = "8GB"  # of a worker's job, unless Dask's configuration says otherwise


def open_pool(cluster: Cluster, note: Callable[[str], None]) -> "DaskPool":
    """Connect to a cluster, or start one in a batch system, and wait for its first worker.

    FailureError if Dask is not installed, no scheduler answers, or no worker starts in time; the
    text holds the scheduler's answer.
    """
    try:
        import distributed
    except ImportError as error:
        raise FailureError(
            f"--cluster {cluster.label} needs dask.distributed; run `pip install roundel[cluster]`."
        ) from error
    answers = _Answers()
    _listen(answers)
    with ExitStack() as stack:  # whatever ends the start ends what was started
        own = None
        if cluster.kind != "dask":
            own = _batch_system(cluster)
            stack.callback(_end, own)
        try:
            address = own if own is not None else f"tcp://{cluster.place}"
            client: Any = distributed.Client(  # type: ignore[no-untyped-call]
                address, timeout=min(_CONNECT, cluster.patience), set_as_default=False
            )
        except OSError as error:
            raise FailureError(
                f"no Dask scheduler answers at {cluster.place}; check the address, and that "
                "`dask scheduler` runs there."
            ) from error
        stack.callback(_close, client)
        pool = DaskPool(client, cluster.patience)
        stack.callback(pool.end)
        pool.await_worker(cluster, own, note, answers)
        if own is not None and cluster.adapt is not None:
            own.adapt(minimum_jobs=cluster.adapt[0], maximum_jobs=cluster.adapt[1])
        pool.stack = stack.pop_all()
    return pool


class _Answers(logging.Handler):
    """What a batch system answered when a job was submitted, from dask-jobqueue's log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.last = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the text of an error."""
        error = record.exc_info[1] if record.exc_info else None
        if _SUBMITTED not in str(error):
            return
        lines = [line.strip() for line in str(error or record.getMessage()).splitlines()]
        told = [line for line in lines if "error" in line.lower()]
        self.last = (told or lines or [""])[-1]


def _listen(answers: logging.Handler) -> None:
    """Send what Dask and its event loop log to a handler, and nothing to the terminal."""
    known = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    for name in ("distributed", "tornado.application", "asyncio", *known):
        logger = logging.getLogger(name)
        logger.handlers = [answers]
        logger.setLevel(logging.ERROR)
        logger.propagate = False


def _batch_system(cluster: Cluster) -> Any:
    """Start a scheduler here, and its workers as jobs of a batch system."""
    import dask

    try:
        jobqueue = importlib.import_module("dask_jobqueue")
    except ImportError as error:
        raise FailureError(
            f"--cluster {cluster.kind} needs dask-jobqueue; run `pip install roundel[cluster]`."
        ) from error
    # A job whose worker dies runs once more.
    dask.config.set({"distributed.scheduler.allowed-failures": 1})
    settings: dict[str, Any] = {"cores": 1, "processes": 1}
    if not dask.config.get(f"jobqueue.{cluster.kind}.memory", None):
        settings["memory"] = _MEMORY
    if cluster.place:
        settings["queue"] = cluster.place
    skip = list(dask.config.get(f"jobqueue.{cluster.kind}.job-directives-skip", None) or [])
    # The tools' memory is not the worker's: Dask must not end workers for it.
    extra = ["--memory-limit", "0", "--no-dashboard"]
    try:
        made = getattr(jobqueue, SCHEDULERS[cluster.kind].cluster)(
            **settings,
            job_directives_skip=skip,
            worker_extra_args=extra,
            scheduler_options={"dashboard_address": ":0"},  # any free port
        )
    except (OSError, RuntimeError, ValueError) as error:
        raise FailureError(
            f"the Dask scheduler for --cluster {cluster.label} does not start "
            f"({str(error).splitlines()[0].rstrip('.')}); correct Dask's configuration."
        ) from error
    if cluster.adapt is not None:
        # The first worker shows that the system provides any; then there may be none.
        made.adapt(minimum_jobs=max(1, cluster.adapt[0]), maximum_jobs=cluster.adapt[1])
    else:
        made.scale(jobs=cluster.workers)
    return made


class DaskPool:
    """Workers of a Dask cluster; see `roundel.jobs.pool.Pool`."""

    remote = True

    def __init__(self, client: Any, patience: float = 600.0) -> None:
        self._client = client
        self._patience = patience  # seconds that jobs may wait while there is no worker at all
        self._alone = time.monotonic()  # when a worker was last there
        self._executor = client.get_executor(pure=False)
        self._present: dict[str, int] = {}  # threads, by the workers' addresses
        self._excluded: set[str] = set()
        self._sent: dict[str, _Sent] = {}  # the jobs that have no result yet, by ticket
        self._stages: dict[str, Stage] = {}
        self._news: deque[str] = deque()
        self._ended = threading.Event()
        self.stack = ExitStack()  # ends the cluster
        client.subscribe_topic("all", self._hear)
        self._look()
        for look in (self._look, self._look_at_stages):
            threading.Thread(target=self._repeat, args=[look], daemon=True).start()

    @property
    def workers(self) -> int:
        """Threads of all workers that have refused no job; at least 1."""
        accepted = (n for address, n in self._present.items() if address not in self._excluded)
        return max(1, sum(accepted))

    @property
    def ahead(self) -> int:
        """A quarter of the workers' number waits at the scheduler."""
        return 1 + self.workers // 4

    def submit(self, job: Job, ticket: str) -> "Future[Result]":
        """See `Pool.submit`."""
        sent = _Sent(job, Future())
        sent.outer.set_running_or_notify_cancel()
        self._sent[ticket] = sent
        self._send(ticket, sent)
        return sent.outer

    def _send(self, ticket: str, sent: "_Sent") -> None:
        """Give a job to the workers that have refused none; all may have it if these are none."""
        sent.where = [item for item in self._present if item not in self._excluded]
        restricted = {"workers": sent.where} if self._excluded and sent.where else {}
        sent.number += 1
        key = f"{ticket}.{sent.number}"
        inner = self._executor.submit(_execute, sent.job, ticket, key=key, **restricted)
        sent.inner = inner
        inner.add_done_callback(lambda done: self._hand_over(ticket, sent, done))

    def _hand_over(self, ticket: str, sent: "_Sent", done: "Future[Result]") -> None:
        """Pass a result on, unless the job was sent anew."""
        if sent.inner is done:
            self._sent.pop(ticket, None)
            _settle(done, sent.outer)

    def _send_anew(self) -> None:
        """Send jobs anew whose workers have all gone."""
        for ticket, sent in list(self._sent.items()):
            if self._excluded and self._present and not set(sent.where) & set(self._present):
                old = sent.inner
                self._send(ticket, sent)
                if old is not None:
                    old.cancel()

    def stages(self) -> Mapping[str, Stage]:
        """See `Pool.stages`; as of some seconds ago."""
        return self._stages

    def news(self) -> Sequence[str]:
        """See `Pool.news`; MachineError if all workers have been gone for too long."""
        if time.monotonic() - self._alone > self._patience + 2 * _PERIOD:
            raise MachineError(
                f"the cluster has had no worker for {self._patience:g} s; finished runs are in "
                "the store: start workers and run the command again."
            )
        self._send_anew()
        return [self._news.popleft() for _ in range(len(self._news))]

    def elsewhere(self, result: Result) -> bool:
        """Exclude the worker that refused a job; MachineError if no worker is left."""
        self._excluded.add(result.worker)
        self._news.append(f"{result.host} refused a job: {result.refused}")
        if self._present and not set(self._present) - self._excluded:
            raise MachineError(
                f"every worker refused its job, {result.host} last: {result.refused}; install the "
                "driver's sources and tools on the workers."
            )
        return True

    def stop(self, tickets: Iterable[str]) -> None:
        """End jobs and their tools; a worker that does not answer is left after some seconds."""

        def tell() -> None:
            with suppress(Exception):  # a worker that is gone has no tools
                self._client.run(jobs.stop, list(tickets), on_error="ignore")

        teller = threading.Thread(target=tell, daemon=True)
        teller.start()
        teller.join(_PATIENCE)

    def end(self) -> None:
        """End the pool's own threads."""
        self._ended.set()
        self._executor.shutdown(wait=False)

    def close(self) -> None:
        """Let the workers go, and end those that were started for this pool."""
        self.stack.close()

    def await_worker(
        self, cluster: Cluster, own: Any, note: Callable[[str], None], answers: "_Answers"
    ) -> None:
        """Wait for the first worker; FailureError if none starts in time."""
        began = time.monotonic()
        while True:
            self._look()
            if self._present:
                return
            if answers.last:
                raise FailureError(
                    f"{SCHEDULERS[cluster.kind].title} refused the job of a worker: "
                    f"{answers.last.rstrip('.')}; correct --cluster {cluster.label}, or Dask's "
                    "configuration of the batch system."
                )
            answer = _ask(cluster, own)
            seconds = time.monotonic() - began
            if seconds > cluster.patience:
                raise FailureError(
                    f"--cluster {cluster.label} provided no worker in {cluster.patience:g} s "
                    f"({answer}); look at the queue, or give more --worker-timeout."
                )
            note(f"waiting for a worker of {cluster.label}, {seconds:.0f} s so far: {answer}")
            time.sleep(min(_PERIOD, max(0.1, cluster.patience - seconds)))

    def _repeat(self, look: Callable[[], None]) -> None:
        while not self._ended.wait(_PERIOD):
            with suppress(Exception):  # a scheduler that is gone ends the driver's futures
                look()

    def _look(self) -> None:
        """Learn which workers there are."""
        info = self._client.scheduler_info(n_workers=-1)["workers"]
        self._present = {address: int(worker["nthreads"]) for address, worker in info.items()}
        if self._present:
            self._alone = time.monotonic()

    def _look_at_stages(self) -> None:
        """Learn what the workers do; one that does not answer keeps the others' stages old."""
        found = self._client.run(jobs.stages, on_error="ignore")
        self._stages = {ticket: item for own in found.values() for ticket, item in own.items()}

    def _hear(self, event: tuple[float, Any]) -> None:
        """Report a worker that was lost with jobs of this pool; an event of the scheduler."""
        _, told = event
        if isinstance(told, dict) and told.get("action") == "remove-worker":
            keys = map(str, told.get("processing-tasks", ()))
            lost = sum(key.rpartition(".")[0] in self._sent for key in keys)
            if lost:
                place = str(told["worker"]).removeprefix("tcp://")
                jobs_run = "its job runs" if lost == 1 else f"its {lost} jobs run"
                self._news.append(
                    f"the worker at {place} was lost; {jobs_run} once more on another worker"
                )


@dataclass(eq=False)
class _Sent:
    """A job that workers have."""

    job: Job
    outer: "Future[Result]"  # the future of its result, which the runner waits for
    inner: "Future[Result] | None" = None  # the future of the present attempt
    where: Sequence[str] = ()  # the workers that the present attempt may go to
    number: int = 0  # how often the job was sent


def _close(client: Any) -> None:
    with suppress(Exception):
        client.close(timeout=5)


def _end(cluster: Any) -> None:
    """Close a cluster, also one whose submission failed."""
    from distributed.core import Status

    with suppress(Exception):
        cluster.close(timeout=30)
    if cluster.status != Status.closed:
        # A worker whose job was refused never started, and dask-jobqueue cannot close it.
        cluster._futures.clear()  # noqa: SLF001
        cluster._created.clear()  # noqa: SLF001
        cluster.status = Status.running
        with suppress(Exception):
            cluster.close(timeout=30)


def _execute(job: Job, ticket: str) -> Result:
    """Do a job on a worker; a machine that fails refuses the job."""
    from distributed import get_worker

    address = get_worker().address
    try:
        return dataclasses.replace(jobs.execute(job, ticket), worker=address)
    except MachineError as error:
        return Result(refused=str(error).rstrip("."), host=address, worker=address)


def _settle(done: "Future[Result]", outer: "Future[Result]") -> None:
    """Pass a result on; a job whose workers died has failed."""
    from distributed import KilledWorker

    if done.cancelled():
        outer.set_exception(MachineError("the Dask scheduler cancelled a job; run it again."))
        return
    error = done.exception()
    if error is None:
        outer.set_result(done.result())
    elif isinstance(error, KilledWorker):
        last = str(error.last_worker.address).removeprefix("tcp://")
        count = error.allowed_failures + 1
        text = f"{count} workers died running the job, the last at {last}."
        outer.set_result(Result(error=text, lost=True))
    elif _is_missing(error):
        outer.set_exception(
            MachineError("a worker cannot import roundel; install the driver's version there.")
        )
    else:
        outer.set_exception(error)


def _is_missing(error: BaseException | None) -> bool:
    """Whether an error is that a worker has no Roundel."""
    while error is not None:
        if isinstance(error, ModuleNotFoundError) and str(error.name).startswith("roundel"):
            return True
        error = error.__cause__
    return False


def _ask(cluster: Cluster, own: Any) -> str:
    """What the scheduler says of the workers that are to come."""
    if own is None:
        return "the Dask scheduler has no worker"
    scheduler = SCHEDULERS[cluster.kind]
    numbers = [
        str(item.job_id) for item in list(own.workers.values()) if getattr(item, "job_id", None)
    ]
    if not numbers:
        return f"{scheduler.title} has not accepted a job yet"
    return scheduler.answer(numbers)
