# SPDX-License-Identifier: Apache-2.0
"""Jobs: runs of tools as a graph, on this machine or on a cluster, with one store of results.

`job` is the unit of work, `pool` and `cluster` are where jobs run, `runner` runs a graph of them,
`store` keeps results, `board` displays progress, `batch` joins these, and `session` is what a
command opens.
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
