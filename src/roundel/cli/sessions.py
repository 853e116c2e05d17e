# SPDX-License-Identifier: Apache-2.0
"""The session of a command: its store, its cluster and the progress board."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from roundel.jobs import Board, Session, check_directory, parse_cluster


@contextmanager
def open_session(
    store: Path | None,
    cluster: str,
    workers: int | None,
    adapt: str | None,
    worker_timeout: float,
    default: Path | None = None,
) -> Iterator[Session]:
    """Open a session from the options of a command; on Ctrl-C, name the store.

    `default` is the store of a user who names none (default: the store of all such commands).

    Raises:
        InputError: An option is unusable.
        MachineError: Another process writes the store.
    """
    where = parse_cluster(cluster, workers, adapt, worker_timeout)
    if store is not None:
        check_directory(store)
    with Board() as board, Session(store or default, cluster=where, watcher=board) as session:
        try:
            yield session
        except KeyboardInterrupt:
            sys.stderr.write(
                f"roundel: finished runs are in {session.store.path}; the same command "
                "continues there\n"
            )
            raise
