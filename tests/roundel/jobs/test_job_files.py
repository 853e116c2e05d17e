# SPDX-License-Identifier: Apache-2.0
"""Files between jobs: on the driver's disk, and as bytes in a worker's process."""

import pickle
import shutil
import tracemalloc

import pytest

from roundel.base import cache
from roundel.base.errors import MachineError
from roundel.jobs.batch import KeptFiles, keep_files


def test_files_wait_on_disk_and_arrive_as_bytes() -> None:
    tracemalloc.start()
    kept = [keep_files({"netlist": bytes([place]) * 1_000_000}) for place in range(20)]
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 2_000_000
    for place, files in enumerate(kept):
        assert dict(files) == {"netlist": bytes([place]) * 1_000_000}
    arrived = pickle.loads(pickle.dumps(kept[3]))  # noqa: S301 (our own)
    assert type(arrived) is dict
    assert arrived == dict(kept[3])


def test_no_file_needs_no_disk() -> None:
    assert keep_files({}) == {}
    assert not cache.cache_root().exists()


def test_a_file_that_is_gone() -> None:
    files = keep_files({"netlist": b"text"})
    assert isinstance(files, KeptFiles)
    with pytest.raises(KeyError):
        files["other"]
    shutil.rmtree(cache.cache_root())
    with pytest.raises(MachineError, match=r"an input of a job; run the command again"):
        files["netlist"]
