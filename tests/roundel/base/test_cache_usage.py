# SPDX-License-Identifier: Apache-2.0
"""The contents of the cache, and the entries removed by pruning."""

import fcntl
import os
import time
from pathlib import Path

import pytest

from roundel.base import cache, cache_usage
from roundel.base.errors import FailureError

DAY = 86400.0


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def put(kind: str, key: str, size: int, days: float) -> Path:
    """An entry of a given size, last used some days ago."""

    def build(place: Path) -> None:
        (place / "inner").mkdir()
        (place / "inner" / "data").write_bytes(bytes(size - 1))
        (place / "log").write_bytes(b"x")
        (place / "link").symlink_to("gone")

    place = cache.entry(kind, key, build)
    (place / "link").unlink()
    used = time.time() - days * DAY
    os.utime(place, (used, used))
    return place


def names(entries: list[cache_usage.Entry]) -> list[str]:
    return [f"{entry.kind}/{entry.path.name}" for entry in entries]


def left(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.glob("*/*"))


def test_sizes_by_kind(root: Path) -> None:
    assert cache_usage.entries() == []
    put("mapped", "a", 100, 3)
    put("device", "b", 1000, 1)
    put("device", "c", 3000, 2)
    kinds = cache_usage.by_kind(cache_usage.entries())
    assert [(name, [entry.size for entry in found]) for name, found in kinds.items()] == [
        ("device", [1000, 3000]),
        ("mapped", [100]),
    ]
    oldest = min(entry.last_use for entry in kinds["device"])
    assert time.time() - oldest == pytest.approx(2 * DAY, abs=60)


def test_what_was_not_used_for_long_is_removed(root: Path) -> None:
    put("device", "old", 10, 31)
    put("mapped", "used", 10, 31)
    put("mapped", "new", 10, 29)
    cache.entry("mapped", "used", lambda _: None)
    done = cache_usage.prune(30 * DAY, None)
    assert names(done.removed) == ["device/old"]
    assert sorted(names(done.kept)) == ["mapped/new", "mapped/used"]
    assert done.busy == []
    assert left(root) == ["mapped/.new.lock", "mapped/.used.lock", "mapped/new", "mapped/used"]


def test_the_least_recently_used_are_removed_until_the_rest_fits(root: Path) -> None:
    for days, key in enumerate("abcd", 1):
        put("device", key, 100, days)
    assert names(cache_usage.prune(None, 400).removed) == []
    assert names(cache_usage.prune(None, 399).removed) == ["device/d"]
    assert names(cache_usage.prune(None, 150).removed) == ["device/c", "device/b"]
    assert names(cache_usage.prune(None, 0).removed) == ["device/a"]
    assert left(root) == []


def test_both_limits(root: Path) -> None:
    for days, key in enumerate("abcd", 1):
        put("device", key, 100, days)
    assert names(cache_usage.prune(3.5 * DAY, 200).removed) == ["device/d", "device/c"]


def test_a_dry_run_removes_nothing(root: Path) -> None:
    put("device", "a", 100, 1)
    assert names(cache_usage.prune(None, 0, dry_run=True).removed) == ["device/a"]
    assert (root / "device" / "a" / "log").exists()


def test_what_is_being_built_stays(root: Path) -> None:
    put("device", "a", 100, 9)
    done = []

    def build(draft: Path) -> None:
        (draft / "half").write_bytes(bytes(50))
        done.append(cache_usage.prune(0, 0))
        assert (draft / "half").exists()

    assert (cache.entry("device", "k", build) / "half").exists()
    assert names(done[0].removed) == ["device/a"]
    assert [entry.kind for entry in done[0].kept] == ["unfinished"]
    assert done[0].busy == done[0].kept


def test_an_entry_whose_lock_is_held_stays(root: Path) -> None:
    place = put("device", "a", 100, 9)
    with (root / "device" / ".a.lock").open() as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        done = cache_usage.prune(0, None)
    assert names(done.busy) == ["device/a"]
    assert (place / "log").exists()


def test_what_is_used_meanwhile_stays(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = put("device", "a", 100, 9)
    found = cache_usage.entries()
    cache.entry("device", "a", lambda _: None)
    monkeypatch.setattr(cache_usage, "entries", lambda: found)
    assert names(cache_usage.prune(DAY, 0).busy) == ["device/a"]
    assert (place / "log").exists()


def test_what_killed_processes_and_failed_builds_left(root: Path) -> None:
    orphan = root / "device" / ".k-r4nd_m"
    orphan.mkdir(parents=True)
    (orphan / "half").touch()
    interrupted = root / "device" / ".j-pruned"
    interrupted.mkdir()

    def fail(draft: Path) -> None:
        (draft / "log").write_text("why")
        raise FailureError("no.")

    with pytest.raises(FailureError):
        cache.entry("mapped", "f", fail)
    done = cache_usage.prune(DAY, None)
    assert names(done.removed) == ["unfinished/.j-pruned", "unfinished/.k-r4nd_m"] or names(
        done.removed
    ) == ["unfinished/.k-r4nd_m", "unfinished/.j-pruned"]
    assert left(root) == ["failed/mapped-f", "mapped/.f.lock"]
    assert names(cache_usage.prune(None, 0).removed) == ["failed/mapped-f"]
    assert left(root) == []


def test_what_others_remove_meanwhile(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put("device", "a", 100, 9)
    found = cache_usage.entries()
    assert names(cache_usage.prune(DAY, None).removed) == ["device/a"]
    monkeypatch.setattr(cache_usage, "entries", lambda: found)
    assert names(cache_usage.prune(DAY, None).removed) == []


def test_a_removed_entry_is_built_again(root: Path) -> None:
    put("device", "a", 100, 9)
    cache_usage.prune(DAY, None)
    assert put("device", "a", 50, 0).is_dir()


def test_a_cache_that_is_a_file(root: Path) -> None:
    root.write_text("no directory")
    with pytest.raises(FailureError, match=r"cannot use the cache .* ROUNDEL_CACHE"):
        cache_usage.entries()
