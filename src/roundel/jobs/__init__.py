# SPDX-License-Identifier: Apache-2.0
"""Jobs: runs of tools as a graph, on this machine or on a cluster, with one store of results.

`job` is the unit of work. `pool` and `cluster` provide workers. `runner` runs a graph of jobs.
`store` keeps results, and `board` displays progress. `batch` joins these modules, and a command
opens a `session`.
"""

from roundel.jobs.batch import Batch, Work
from roundel.jobs.board import Board, Running, Tally, Watcher, silent
from roundel.jobs.cluster import Cluster, parse_cluster
from roundel.jobs.job import Identity, Job, Outcome, Report, Result, identity_of
from roundel.jobs.session import Session, local_workers, using
from roundel.jobs.store import Row, Store, as_json, check_directory, default_store

__all__ = [
    "Batch", "Board", "Cluster", "Identity", "Job", "Outcome", "Report", "Result", "Row", "Running",
    "Session", "Store", "Tally", "Watcher", "Work", "as_json", "check_directory", "default_store",
    "identity_of", "local_workers", "parse_cluster", "silent", "using",
]  # fmt: skip
