# SPDX-License-Identifier: Apache-2.0
"""The cache: keys, one complete build per key, and the state after a failure."""

import errno
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundel.base import cache
from roundel.base.errors import FailureError, InputError

if TYPE_CHECKING:
    from tests.conftest import Start


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def write(text: str) -> Callable[[Path], None]:
    def build(place: Path) -> None:
        (place / "result").write_text(text)

    return build


def refuse(place: Path) -> None:
    raise AssertionError(f"built again in {place}")


def test_root_is_the_users_unless_named(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    assert cache.cache_root() == root
    monkeypatch.delenv("ROUNDEL_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache.cache_root() == Path("/somewhere/roundel")
    monkeypatch.setenv("ROUNDEL_CACHE", "~/x")
    assert cache.cache_root() == Path.home() / "x"
    monkeypatch.setenv("ROUNDEL_CACHE", "relative")
    assert cache.cache_root().is_absolute()


def test_digest_tells_parts_apart(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"x")
    two.write_bytes(b"y")
    digests = [
        cache.digest("ab", "c"),
        cache.digest("a", "bc"),
        cache.digest("abc"),
        cache.digest(b"abc"),
        cache.digest("c", "ab"),
        cache.digest({"a": 1}),
        cache.digest({"a": "1"}),
        cache.digest('{"a": 1}'),
        cache.digest(one),
        cache.digest(two),
        cache.digest("x"),
        cache.digest(),
    ]
    assert len(set(digests)) == len(digests)
    assert all(len(item) == 32 and set(item) <= set("0123456789abcdef") for item in digests)


def test_digest_of_a_file_is_of_its_content(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"x")
    two.write_bytes(b"x")
    before = cache.digest(one)
    assert before == cache.digest(two)
    one.write_bytes(b"z")
    assert before != cache.digest(one)


def test_digest_of_a_mapping_has_no_order() -> None:
    assert cache.digest({"a": 1, "b": 2}) == cache.digest({"b": 2, "a": 1})


def test_digest_of_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FailureError, match="cannot read .*gone"):
        cache.digest(tmp_path / "gone")


def test_entry_is_built_once(root: Path) -> None:
    place = cache.entry("device", "k", write("first"))
    assert place == root / "device" / "k"
    assert (place / "result").read_text() == "first"
    assert cache.entry("device", "k", refuse) == place
    assert (cache.entry("device", "other", write("second")) / "result").read_text() == "second"
    assert (cache.entry("netlist", "k", write("third")) / "result").read_text() == "third"


def test_entry_is_invisible_until_it_is_whole(root: Path) -> None:
    def build(place: Path) -> None:
        assert place.parent == root / "device"
        assert not (root / "device" / "k").exists()
        (place / "result").touch()

    assert (cache.entry("device", "k", build) / "result").exists()


def test_failed_build_leaves_its_logs_and_no_entry(root: Path) -> None:
    def build(place: Path) -> None:
        (place / "tool.log").write_text("why")
        raise FailureError(f"tool failed; see {place / 'tool.log'}.")

    with pytest.raises(FailureError) as caught:
        cache.entry("device", "k", build)
    log = root / "failed" / "device-k" / "tool.log"
    assert log.read_text() == "why"
    assert str(caught.value) == f"tool failed; see {log}."
    assert [item.name for item in (root / "device").iterdir()] == [".k.lock"]
    assert (cache.entry("device", "k", write("now")) / "result").read_text() == "now"


def test_failed_build_without_a_log_names_what_it_left(root: Path) -> None:
    def build(place: Path) -> None:
        del place
        raise FailureError("the tool failed.")

    with pytest.raises(FailureError, match=rf"^the tool failed; .*{root}/failed/device-k\.$"):
        cache.entry("device", "k", build)


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, FileNotFoundError])
def test_interrupted_build_leaves_nothing(root: Path, error: type[BaseException]) -> None:
    def build(place: Path) -> None:
        (place / "half").touch()
        raise error

    with pytest.raises(error):
        cache.entry("device", "k", build)
    assert [item.name for item in (root / "device").iterdir()] == [".k.lock"]


def test_what_a_killed_process_left_is_removed(root: Path) -> None:
    orphan = root / "device" / ".k-orphan"
    orphan.mkdir(parents=True)
    (orphan / "half").touch()
    cache.entry("device", "k", write("whole"))
    assert not orphan.exists()


def test_cache_that_is_a_file(root: Path) -> None:
    root.write_text("not a directory")
    with pytest.raises(FailureError, match=r"cannot use the cache .* ROUNDEL_CACHE"):
        cache.entry("device", "k", refuse)


@pytest.mark.parametrize("where", ["/proc/nope", "loop/x", "x" * 300])
def test_cache_where_there_can_be_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / where))
    with pytest.raises(FailureError, match=r"cannot use the cache .* ROUNDEL_CACHE"):
        cache.entry("device", "k", refuse)


def test_cache_on_a_broken_disk() -> None:
    def build(place: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(place))

    with pytest.raises(FailureError, match=r"cannot use the cache .*Input/output error"):
        cache.entry("device", "k", build)


def test_cache_on_a_network_disk_without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(handle: object, operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", flock)
    with pytest.raises(FailureError, match=r"cannot use the cache .*No locks available"):
        cache.entry("device", "k", refuse)


def test_a_hit_is_a_use(root: Path) -> None:
    place = cache.entry("device", "k", write("first"))
    os.utime(place, (1000, 1000))
    cache.entry("device", "k", refuse)
    assert time.time() - place.stat().st_mtime < 60


def test_a_hit_in_a_cache_that_can_only_be_read(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = cache.entry("device", "k", write("first"))

    def utime(path: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "utime", utime)
    assert cache.entry("device", "k", refuse) == place


def test_a_lock_file_that_was_removed_locks_nothing(root: Path) -> None:
    """A process that waited for a removed lock file waits again, for the new lock file."""
    built = []

    def build(place: Path) -> None:
        built.append(place)
        time.sleep(1)

    def ask() -> None:
        cache.entry("device", "k", build)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    (root / "device").mkdir(parents=True)
    with cache.locked_at_once(root / "device" / "k") as held:
        assert held
        threads[0].start()
        time.sleep(0.5)
        assert not built
    time.sleep(0.3)
    threads[1].start()
    for thread in threads:
        thread.join()
    assert len(built) == 1


def test_missing_file_in_a_build_is_a_defect() -> None:
    def build(place: Path) -> None:
        (place / "gone").read_text()

    with pytest.raises(FileNotFoundError):
        cache.entry("device", "k", build)


def test_cache_in_nobodys_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_CACHE", "~no-such-user/x")
    with pytest.raises(
        InputError, match=r"ROUNDEL_CACHE=~no-such-user/x has no such home directory"
    ):
        cache.cache_root()


def test_two_processes_build_once(tmp_path: Path, start: "Start") -> None:
    script = (
        "import sys, time, pathlib\nfrom roundel.base import cache\n"
        "def build(place):\n"
        "    with open(sys.argv[1], 'a') as log: log.write('built\\n')\n"
        "    time.sleep(1)\n"
        "    (place / 'result').touch()\n"
        "assert (cache.entry('device', 'k', build) / 'result').exists()\n"
    )
    log = tmp_path / "log"
    processes = [start([sys.executable, "-c", script, str(log)]) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    assert log.read_text() == "built\n"


def test_what_is_done_every_time(root: Path) -> None:
    texts = iter(["first", "second"])

    def build(place: Path) -> str:
        (place / "result").touch()
        return next(texts)

    assert [cache.once("own", "k", build), cache.once("own", "k", build)] == ["first", "second"]
    assert [item.name for item in (root / "own").iterdir()] == [".k.lock"]


def test_what_is_done_every_time_and_fails_leaves_its_log(root: Path) -> None:
    def build(place: Path) -> None:
        (place / "log.txt").write_text("why")
        raise FailureError(f"tool failed; see {place / 'log.txt'}.")

    log = root / "failed" / "own-k" / "log.txt"
    with pytest.raises(FailureError) as caught:
        cache.once("own", "k", build)
    assert str(caught.value) == f"tool failed; see {log}."
    assert log.read_text() == "why"
