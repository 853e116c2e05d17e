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

_PERIOD = 2.0  # seconds between two checks of the workers
_PATIENCE = 10.0  # timeout for workers to end their jobs, in seconds
_CONNECT = 20.0  # timeout of a scheduler's answer, in seconds
_SUBMITTED = "Exit code"  # in dask-jobqueue's error for a failed program of the system
_MEMORY = "8GB"  # default memory of a worker's job, without a value in Dask's configuration


def open_pool(cluster: Cluster, note: Callable[[str], None]) -> "DaskPool":
    """Connect to a cluster, or start a cluster in a batch system, and wait for the first worker.

    FailureError if Dask is not installed, no scheduler answers, or no worker starts in time; the
    message contains the scheduler's answer.
    """
    try:
        import distributed
    except ImportError as error:
        raise FailureError(
            f"--cluster {cluster.label} needs dask.distributed; run `pip install roundel[cluster]`."
        ) from error
    answers = _Answers()
    _listen(answers)
    with ExitStack() as stack:  # a failed start ends everything that was started
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
    """The batch system's answers to submitted jobs, from dask-jobqueue's log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.last = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the text of an error."""
        error = record.exc_info[1] if record.exc_info else None
        if _SUBMITTED not in str(error):
            return
        lines = [line.strip() for line in str(error or record.getMessage()).splitlines()]
        errors = [line for line in lines if "error" in line.lower()]
        self.last = (errors or lines or [""])[-1]


def _listen(answers: logging.Handler) -> None:
    """Send the logs of Dask and its event loop to a handler, not to the terminal."""
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
    # A job of a dead worker runs once more.
    dask.config.set({"distributed.scheduler.allowed-failures": 1})
    settings: dict[str, Any] = {"cores": 1, "processes": 1}
    if not dask.config.get(f"jobqueue.{cluster.kind}.memory", None):
        settings["memory"] = _MEMORY
    if cluster.place:
        settings["queue"] = cluster.place
    skip = list(dask.config.get(f"jobqueue.{cluster.kind}.job-directives-skip", None) or [])
    # Dask must not end workers because of the tools' memory.
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
        # The first worker shows that the system provides workers; afterwards the minimum may be 0.
        made.adapt(minimum_jobs=max(1, cluster.adapt[0]), maximum_jobs=cluster.adapt[1])
    else:
        made.scale(jobs=cluster.workers)
    return made


class DaskPool:
    """Workers of a Dask cluster; see `roundel.jobs.pool.Pool`."""

    remote = True

    def __init__(self, client: Any, patience: float = 600.0) -> None:
        self._client = client
        self._patience = patience  # timeout of jobs without any worker, in seconds
        self._alone = time.monotonic()  # the last time with a worker
        self._executor = client.get_executor(pure=False)
        self._present: dict[str, int] = {}  # threads, by the workers' addresses
        self._excluded: set[str] = set()
        self._sent: dict[str, _Sent] = {}  # the jobs without a result, by ticket
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
        """Threads of all workers without a refused job; at least 1."""
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
        """Send a job to the workers without a refused job; if all have refused, to all workers."""
        sent.where = [item for item in self._present if item not in self._excluded]
        restricted = {"workers": sent.where} if self._excluded and sent.where else {}
        sent.number += 1
        key = f"{ticket}.{sent.number}"
        inner = self._executor.submit(_execute, sent.job, ticket, key=key, **restricted)
        sent.inner = inner
        inner.add_done_callback(lambda done: self._hand_over(ticket, sent, done))

    def _hand_over(self, ticket: str, sent: "_Sent", done: "Future[Result]") -> None:
        """Pass a result to the runner, unless the job was sent again."""
        if sent.inner is done:
            self._sent.pop(ticket, None)
            _settle(done, sent.outer)

    def _send_again(self) -> None:
        """Send jobs again whose workers are all gone."""
        for ticket, sent in list(self._sent.items()):
            if self._excluded and self._present and not set(sent.where) & set(self._present):
                old = sent.inner
                self._send(ticket, sent)
                if old is not None:
                    old.cancel()

    def stages(self) -> Mapping[str, Stage]:
        """See `Pool.stages`; some seconds old."""
        return self._stages

    def news(self) -> Sequence[str]:
        """See `Pool.news`; MachineError if all workers have been gone for too long."""
        if time.monotonic() - self._alone > self._patience + 2 * _PERIOD:
            raise MachineError(
                f"the cluster has had no worker for {self._patience:g} s; the store keeps finished "
                "runs: start workers and run the command again."
            )
        self._send_again()
        return [self._news.popleft() for _ in range(len(self._news))]

    def elsewhere(self, result: Result) -> bool:
        """Exclude the worker with a refused job; MachineError if no worker is left."""
        self._excluded.add(result.worker)
        self._news.append(f"{result.host} refused a job: {result.refused}")
        if self._present and not set(self._present) - self._excluded:
            raise MachineError(
                f"every worker refused its job, {result.host} last: {result.refused}; install the "
                "driver's sources and tools on the workers."
            )
        return True

    def stop(self, tickets: Iterable[str]) -> None:
        """End jobs and their tools, with a timeout for workers that do not answer."""

        def notify() -> None:
            with suppress(Exception):  # a lost worker has no tools
                self._client.run(jobs.stop, list(tickets), on_error="ignore")

        notifier = threading.Thread(target=notify, daemon=True)
        notifier.start()
        notifier.join(_PATIENCE)

    def end(self) -> None:
        """End the threads of the pool."""
        self._ended.set()
        self._executor.shutdown(wait=False)

    def close(self) -> None:
        """Release the workers, and end the workers of a cluster started for this pool."""
        self.stack.close()

    def await_worker(
        self, cluster: Cluster, own: Any, note: Callable[[str], None], answers: "_Answers"
    ) -> None:
        """Wait for the first worker; FailureError after the timeout."""
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
                    f"({answer}); look at the queue, or raise --worker-timeout."
                )
            note(f"waiting for a worker of {cluster.label}, {seconds:.0f} s so far: {answer}")
            time.sleep(min(_PERIOD, max(0.1, cluster.patience - seconds)))

    def _repeat(self, look: Callable[[], None]) -> None:
        while not self._ended.wait(_PERIOD):
            with suppress(Exception):  # a lost scheduler ends the driver's futures
                look()

    def _look(self) -> None:
        """Update the list of workers."""
        info = self._client.scheduler_info(n_workers=-1)["workers"]
        self._present = {address: int(worker["nthreads"]) for address, worker in info.items()}
        if self._present:
            self._alone = time.monotonic()

    def _look_at_stages(self) -> None:
        """Update the stages; after a missing answer, all stages stay old."""
        found = self._client.run(jobs.stages, on_error="ignore")
        self._stages = {ticket: item for own in found.values() for ticket, item in own.items()}

    def _hear(self, event: tuple[float, Any]) -> None:
        """Report a lost worker with jobs of this pool; called for an event of the scheduler."""
        _, details = event
        if isinstance(details, dict) and details.get("action") == "remove-worker":
            keys = map(str, details.get("processing-tasks", ()))
            lost = sum(key.rpartition(".")[0] in self._sent for key in keys)
            if lost:
                address = str(details["worker"]).removeprefix("tcp://")
                jobs_run = "one job runs" if lost == 1 else f"{lost} jobs run"
                self._news.append(
                    f"the worker at {address} was lost; {jobs_run} again on another worker"
                )


@dataclass(eq=False)
class _Sent:
    """A job on its way through the workers."""

    job: Job
    outer: "Future[Result]"  # the future of the result for the runner
    inner: "Future[Result] | None" = None  # the future of the present attempt
    where: Sequence[str] = ()  # the permitted workers of the present attempt
    number: int = 0  # the number of attempts


def _close(client: Any) -> None:
    with suppress(Exception):
        client.close(timeout=5)


def _end(cluster: Any) -> None:
    """Close a cluster, also after a failed submission."""
    from distributed.core import Status

    with suppress(Exception):
        cluster.close(timeout=30)
    if cluster.status != Status.closed:
        # dask-jobqueue cannot close a worker without a start, after a refused job.
        cluster._futures.clear()  # noqa: SLF001
        cluster._created.clear()  # noqa: SLF001
        cluster.status = Status.running
        with suppress(Exception):
            cluster.close(timeout=30)


def _execute(job: Job, ticket: str) -> Result:
    """Execute a job on a worker; a failing machine refuses the job."""
    from distributed import get_worker

    address = get_worker().address
    try:
        return dataclasses.replace(jobs.execute(job, ticket), worker=address)
    except MachineError as error:
        return Result(refused=str(error).rstrip("."), host=address, worker=address)


def _settle(done: "Future[Result]", outer: "Future[Result]") -> None:
    """Pass a result to the runner; a job with dead workers has failed."""
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
        text = f"{count} workers died while running the job, the last at {last}."
        outer.set_result(Result(error=text, lost=True))
    elif _is_missing(error):
        outer.set_exception(
            MachineError("a worker cannot import roundel; install the driver's version.")
        )
    else:
        outer.set_exception(error)


def _is_missing(error: BaseException | None) -> bool:
    """Whether an error is a missing Roundel on a worker."""
    while error is not None:
        if isinstance(error, ModuleNotFoundError) and str(error.name).startswith("roundel"):
            return True
        error = error.__cause__
    return False


def _ask(cluster: Cluster, own: Any) -> str:
    """The scheduler's report on the requested workers."""
    if own is None:
        return "the Dask scheduler has no worker"
    scheduler = SCHEDULERS[cluster.kind]
    numbers = [
        str(item.job_id) for item in list(own.workers.values()) if getattr(item, "job_id", None)
    ]
    if not numbers:
        return f"{scheduler.title} has not accepted a job yet"
    return scheduler.answer(numbers)
