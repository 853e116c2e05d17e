# SPDX-License-Identifier: Apache-2.0
"""Clusters on the command line: every form, and every refusal."""

import importlib
import shutil
from functools import partial
from typing import Any

import pytest
from distributed.core import Status

from roundel.base.errors import FailureError, InputError
from roundel.jobs import dask_pool
from roundel.jobs.cluster import SCHEDULERS, Cluster, parse_cluster


@pytest.fixture(autouse=True)
def _submits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every batch system is present."""
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")


@pytest.mark.parametrize(
    ("text", "options", "cluster", "label"),
    [
        ("local", {}, Cluster(), "local"),
        ("local", {"workers": 3}, Cluster(workers=3), "local"),
        ("local:1", {}, Cluster(workers=1), "local"),
        ("local:10000", {}, Cluster(workers=10000), "local"),
        ("dask://node7:8786", {}, Cluster("dask", "node7:8786"), "dask://node7:8786"),
        ("dask://10.0.0.1:1", {"patience": 5.0}, Cluster("dask", "10.0.0.1:1", patience=5.0),
         "dask://10.0.0.1:1"),
        ("slurm", {"workers": 20}, Cluster("slurm", workers=20), "slurm"),
        ("slurm:long-jobs_2.a", {"workers": 1}, Cluster("slurm", "long-jobs_2.a", 1),
         "slurm:long-jobs_2.a"),
        ("lsf:q", {"adapt": "0:50"}, Cluster("lsf", "q", adapt=(0, 50)), "lsf:q"),
        ("pbs", {"adapt": "3:3", "patience": 9.0},
         Cluster("pbs", adapt=(3, 3), patience=9.0), "pbs"),
        ("sge", {"adapt": "1:10000"}, Cluster("sge", adapt=(1, 10000)), "sge"),
    ],
)  # fmt: skip
def test_forms(text: str, options: dict[str, object], cluster: Cluster, label: str) -> None:
    found = parse_cluster(text, **options)  # type: ignore[arg-type]
    assert found == cluster
    assert found.label == label


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("", {}, "no cluster ''"),
        ("lokal", {}, "no cluster 'lokal'; write local:N, dask://HOST:PORT, or slurm"),
        ("tcp://host:1", {}, "no cluster"),
        ("local:0", {}, "--cluster local:0 is not possible; write local:N"),
        ("local:10001", {}, "is not possible"),
        ("local:-1", {}, "is not possible"),
        ("local:two", {}, "is not possible"),
        ("local:2", {"workers": 2}, "give the number of workers once: --cluster local:2, or"),
        ("local", {"workers": 0}, "0 workers are not possible; give 1 to 10000"),
        ("local", {"workers": 10001}, "10001 workers are not possible"),
        ("local", {"adapt": "1:2"}, "--adapt does not apply to --cluster local"),
        ("dask", {}, "has no address; write dask://HOST:PORT"),
        ("dask://", {}, "has no address"),
        ("dask://host", {}, "has no address"),
        ("dask://host:port", {}, "has no address"),
        ("dask://host:1/path", {}, "has no address"),
        ("dask://host:123456", {}, "has no address"),
        ("dask://host:65536", {}, "has no address"),
        ("dask:host:1", {}, "has no address"),
        ("dask://host:1", {"workers": 2}, "--workers does not apply to --cluster dask://host:1"),
        ("dask://host:1", {"adapt": "1:2"}, "--adapt does not apply to"),
        ("slurm", {}, "needs the number of workers; give either --workers N or --adapt MIN:MAX"),
        ("slurm", {"workers": 1, "adapt": "1:2"}, "give only one of --workers and --adapt"),
        ("slurm", {"workers": 0}, "0 workers are not possible"),
        ("slurm:a b", {"workers": 1}, "does not name a queue; write slurm:QUEUE"),
        ("slurm:a/b", {"workers": 1}, "does not name a queue"),
        ("slurm", {"adapt": "2"}, "--adapt 2 is not a range; write MIN:MAX"),
        ("slurm", {"adapt": "3:2"}, "is not a range"),
        ("slurm", {"adapt": "0:0"}, "is not a range"),
        ("slurm", {"adapt": "0:10001"}, "is not a range"),
        ("slurm", {"adapt": "-1:2"}, "is not a range"),
        ("slurm", {"adapt": "a:b"}, "is not a range"),
    ],
)
def test_what_is_refused(text: str, options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_cluster(text, **options)  # type: ignore[arg-type]
    told = str(caught.value)
    assert words in told
    assert told.endswith(".")
    assert "\n" not in told


@pytest.mark.parametrize("kind", SCHEDULERS)
def test_a_batch_system_that_is_not_there(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    scheduler = SCHEDULERS[kind]
    with pytest.raises(InputError, match=f"needs the program {scheduler.submit}, which is not on"):
        parse_cluster(kind, 1)


@pytest.mark.parametrize("workers", [0, -1, 10001])
def test_a_number_of_workers_that_does_nothing(workers: int) -> None:
    with pytest.raises(InputError, match=f"{workers} workers are not possible"):
        Cluster(workers=workers)


class _Workers:
    """The cluster class of dask-jobqueue: records the calls, and submits nothing."""

    status = Status.closed

    def __init__(self, asked: list[tuple[str, dict[str, Any]]], **settings: Any) -> None:
        self._asked = asked
        asked.append(("start", settings))

    def scale(self, **limits: int) -> None:
        self._asked.append(("scale", limits))

    def adapt(self, **limits: int) -> None:
        self._asked.append(("adapt", limits))

    def close(self, **_: object) -> None:
        self._asked.append(("close", {}))


@pytest.mark.parametrize("kind", SCHEDULERS)
@pytest.mark.parametrize(
    ("limits", "wanted"),
    [
        ({"workers": 3}, ("scale", {"jobs": 3})),
        # The first worker shows that the batch system provides workers.
        ({"adapt": (0, 5)}, ("adapt", {"minimum_jobs": 1, "maximum_jobs": 5})),
        ({"adapt": (2, 5)}, ("adapt", {"minimum_jobs": 2, "maximum_jobs": 5})),
    ],
)
def test_what_a_batch_system_is_asked(
    kind: str,
    limits: dict[str, Any],
    wanted: tuple[str, dict[str, int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, dict[str, Any]]] = []
    known = importlib.import_module("dask_jobqueue")
    monkeypatch.setattr(known, SCHEDULERS[kind].cluster, partial(_Workers, asked))

    def unreachable(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr("distributed.Client", unreachable)
    with pytest.raises(FailureError, match="no Dask scheduler answers"):
        dask_pool.open_pool(Cluster(kind, "long", **limits), print)
    (_, settings), second, *ends = asked
    assert settings["queue"] == "long"
    assert (settings["cores"], settings["processes"]) == (1, 1)  # a job of the system is a worker
    assert second == wanted
    assert ("close", {}) in ends
