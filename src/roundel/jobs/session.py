# SPDX-License-Identifier: Apache-2.0
"""A session: the store, the workers and the display of a command's batches."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal, Self

from roundel.jobs.batch import Batch
from roundel.jobs.board import Tally, Watcher, silent
from roundel.jobs.cluster import Cluster
from roundel.jobs.pool import LocalPool, Pool
from roundel.jobs.store import Store, default_store


def local_workers() -> int:
    """The number of parallel tools on this machine: the processors available to this process."""
    return len(os.sched_getaffinity(0))


class Session:
    """Store, workers and display for batches of jobs; a context manager.

    Workers start with the first job. A command whose results are all stored needs no cluster.

    Args:
        store: The file of results; default: a store shared by all commands.
        cluster: The workers; default: one worker for each processor of this machine.
        watcher: The display.

    Raises:
        InputError: The store is unusable.
        MachineError: Another process writes the store.
    """

    def __init__(
        self,
        store: Path | None = None,
        *,
        cluster: Cluster | None = None,
        watcher: Watcher = silent,
    ) -> None:
        self.watcher = watcher
        self._cluster = cluster or Cluster()
        self._pool: Pool | None = None
        self._stack = ExitStack()
        shared = store is None
        self.store = self._stack.enter_context(
            Store(store or default_store("results"), exclusive=not shared)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:  # noqa: PYI036 (passed on)
        self._stack.__exit__(*error)

    @property
    def workers(self) -> int:
        """The number of parallel tools, now or after the start of the workers."""
        if self._pool is not None:
            return self._pool.workers
        return self._cluster.workers or local_workers()

    @property
    def ships(self) -> bool:
        """Whether jobs must contain their files, because workers may lack this machine's disk."""
        return self._cluster.kind != "local"

    def progress(self, message: str, fraction: float | None = None) -> None:
        """Display work other than jobs; a `roundel.base.progress.Progress`."""
        share = "" if fraction is None else f" ({fraction:.0%})"
        self.watcher(Tally(note=f"{message}{share}"))

    def pool(self) -> Pool:
        """The workers; the first call starts the workers.

        Raises:
            FailureError: The cluster provides no worker.
        """
        if self._pool is None:

            def note(text: str) -> None:
                self.watcher(Tally(note=text))

            if self._cluster.kind == "local":
                self._pool = LocalPool(self.workers)
            else:
                from roundel.jobs.dask_pool import open_pool

                self._pool = open_pool(self._cluster, note)
            self._stack.callback(self._pool.close)
        return self._pool

    def batch(
        self,
        *,
        retry_failed: bool = False,
        on_failure: Literal["continue", "drop", "end"] = "continue",
    ) -> Batch:
        """A batch of jobs; see `Batch` for the arguments."""
        return Batch(self.store, self.pool, self.watcher, retry_failed, on_failure)


@contextmanager
def using(session: Session | Path | None) -> Iterator[Session]:
    """The given session, left open; or a session on this machine, closed at the end."""
    if isinstance(session, Session):
        yield session
    else:
        with Session(session) as own:
            yield own
