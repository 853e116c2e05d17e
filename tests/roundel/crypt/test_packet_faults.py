# SPDX-License-Identifier: Apache-2.0
"""Failures of files through packet engines: no output is left, no text appears early.

The designs are those of test_packet_files.py.
"""

import random
import resource
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from roundel.base.errors import FailureError, InputError
from roundel.crypt import block_files, buffers
from roundel.crypt.buffers import Space
from roundel.crypt.output_state import fill
from roundel.crypt.requests import FileRequest, Operation
from roundel.crypt.run import run_files
from roundel.design import load_config
from roundel.sim.block_modes import Direction
from roundel.sim.driver import Dma, Driver, Result
from roundel.verify import reference

CONFIGS = {
    "gcm": load_config("gcm-1", ["Stages=1"]),
    "ctr": load_config("iterative-both", ["Mode=ctr"]),
    "xts": load_config("xts-1", ["Lanes=4", "Rounds=1", "Stages=1"]),
}
KEYS = [random.Random(number).randbytes(16) for number in range(2)]
KEY = KEYS[0]
IV = bytes(range(12))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder without drafts at the end of the test."""
    yield tmp_path
    assert not list(tmp_path.glob(".*"))


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def run(mode: str, direction: Direction, todo: list[FileRequest]) -> None:
    run_files(CONFIGS[mode], Operation(mode, direction), todo)


def watch(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    before: Callable[[], None] = lambda: None,
    after: Callable[[Any], None] = lambda _: None,
) -> None:
    """Look around each call of a method of the driver."""
    real = getattr(Driver, name)

    def watched(*given: Any, **more: Any) -> Any:
        before()
        result = real(*given, **more)
        after(result)
        return result

    monkeypatch.setattr(Driver, name, watched)


@pytest.fixture
def spaces(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Space]]:
    """The working memory, which must be empty at the end."""
    seen: list[Space] = []
    init = Space.__init__

    def kept(space: Space, *given: Any) -> None:
        init(space, *given)
        seen.append(space)

    monkeypatch.setattr(Space, "__init__", kept)
    yield seen
    assert seen
    assert not any(any(space.view) for space in seen)


def test_text_of_any_length_waits_where_nobody_sees_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, spaces: list[Space]
) -> None:
    """Text that exceeds the memory is in a file without a name, for right and wrong tags."""
    nameless, modes = [], set()
    monkeypatch.setattr(buffers, "MEMORY", 1000)

    def look() -> None:
        for link in Path("/proc/self/fd").iterdir():
            if str(folder) in str(link.readlink() if link.is_symlink() else ""):
                status = link.stat()
                if status.st_nlink == 0:
                    nameless.append(status.st_size)
                    modes.add(stat.S_IMODE(status.st_mode))
        assert all(path.stat().st_size == 0 for path in folder.glob(".roundel-*"))

    watch(monkeypatch, "wait_within", look)
    plain = random.Random(1).randbytes(100_000)
    text, tag = reference.seal(KEY, IV, b"", plain)
    source = put(folder, "in", text + tag)
    run("gcm", "decrypt", [FileRequest(source, folder / "out", KEY, IV)])
    assert (folder / "out").read_bytes() == plain
    assert max(nameless) == 100_000
    assert modes == {0o600}
    wrong = put(folder, "wrong", text + tag[::-1])
    with pytest.raises(FailureError, match="wrong is not authentic"):
        run("gcm", "decrypt", [FileRequest(wrong, folder / "bad", KEY, IV)])
    assert sorted(path.name for path in folder.iterdir()) == ["in", "out", "wrong"]
    assert len(spaces) == 2


def test_a_full_disk_is_told_before_the_device_works(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit on the size of files replaces the disk: a mapped file must not grow during use."""
    monkeypatch.setattr(buffers, "MEMORY", 1000)
    source = put(folder, "in", bytes(100_000))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
    try:
        with pytest.raises(
            FailureError, match="writing .*out failed .File too large.; free some space"
        ):
            run("gcm", "encrypt", [FileRequest(source, folder / "out", KEY, IV)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [path.name for path in folder.iterdir()] == ["in"]


@pytest.mark.parametrize("wrong", ["text", "tag", "aad", "iv", "key", "length"])
@pytest.mark.parametrize("size", [40, 100_000])
def test_nothing_is_written_of_what_is_not_authentic(
    folder: Path, spaces: list[Space], wrong: str, size: int
) -> None:
    """No text is written, not even of the right packet in front of a wrong one."""
    plain, aad = random.Random(size).randbytes(size), b"head"
    text, tag = reference.seal(KEY, IV, aad, plain)
    good = FileRequest(
        put(folder, "good", text + tag), folder / "one", KEY, IV, put(folder, "a", aad)
    )
    if wrong in ("text", "tag"):
        place = size // 2 if wrong == "text" else size + 3
        changed = bytearray(text + tag)
        changed[place] ^= 1
        data = bytes(changed)
    else:
        data = text[:-1] + tag if wrong == "length" else text + tag
    bad = FileRequest(
        put(folder, "bad", data),
        folder / "two",
        KEYS[1] if wrong == "key" else KEY,
        bytes(12) if wrong == "iv" else IV,
        None if wrong == "aad" else folder / "a",
    )
    with pytest.raises(FailureError, match="bad is not authentic \\(wrong tag\\)") as caught:
        run("gcm", "decrypt", [good, bad])
    assert KEY.hex()[:12] not in str(caught.value)
    assert sorted(path.name for path in folder.iterdir()) == ["a", "bad", "good"]
    assert len(spaces) == 2


def test_plaintext_waits_for_its_tag(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No byte goes to the disk before the hardware's result."""
    plain = bytes(3 * block_files.PIECE)
    text, tag = reference.seal(KEY, IV, b"", plain)
    todo = [FileRequest(put(folder, "in", text + tag), folder / "out", KEY, IV)]
    waiting: list[list[int]] = []
    seen: list[list[int]] = []

    def look(result: Result | None) -> None:
        sizes = [path.stat().st_size for path in folder.glob(".roundel-*")]
        (waiting if result is None else seen).append(sizes)

    watch(monkeypatch, "wait_within", after=look)
    run("gcm", "decrypt", todo)
    assert seen == [[0]]
    assert len(waiting) > 10
    assert all(sizes == [0] for sizes in waiting)
    assert (folder / "out").read_bytes() == plain


@pytest.mark.parametrize("where", ["submit", "wait_within"])
def test_what_interrupts_leaves_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, spaces: list[Space], where: str
) -> None:
    todo = [
        FileRequest(
            put(folder, f"in{n}", b"x" * block_files.PIECE),
            folder / f"out{n}",
            KEY,
            bytes([n] * 12),
        )
        for n in range(3)
    ]
    calls = 0

    def interrupt() -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt

    watch(monkeypatch, where, interrupt)
    with pytest.raises(KeyboardInterrupt):
        run("gcm", "encrypt", todo)
    assert sorted(path.name for path in folder.iterdir()) == ["in0", "in1", "in2"]
    assert len(spaces) == 3


def shorter(path: Path) -> None:
    with path.open("r+b") as handle:
        handle.truncate(path.stat().st_size - 1)


def longer(path: Path) -> None:
    with path.open("ab") as handle:
        handle.write(b"x")


@pytest.mark.parametrize("change", [shorter, longer])
@pytest.mark.parametrize("when", ["before it is opened", "while it is read"])
@pytest.mark.parametrize(
    ("mode", "size", "iv"),
    [("gcm", 300_000, IV), ("ctr", 70_000, bytes(16)), ("xts", 600, bytes(16))],
)
def test_a_file_that_changes_while_it_is_read(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path], None],
    when: str,
    mode: str,
    size: int,
    iv: bytes,
) -> None:
    key = KEYS[0] + KEYS[1] if mode == "xts" else KEY
    source = put(folder, "in", bytes(size))
    if when == "before it is opened":
        watch(monkeypatch, "load_key", lambda: change(source))
    else:

        def changing(view: memoryview, handle: Any, path: Path) -> None:
            if not handle.tell():
                change(path)
            fill(view, handle, path)

        monkeypatch.setattr("roundel.crypt.driver_queue.fill", changing)
    with pytest.raises(FailureError, match="in changed during the run; repeat"):
        run(mode, "encrypt", [FileRequest(source, folder / "out", key, iv)])
    assert [path.name for path in folder.iterdir()] == ["in"]


@pytest.mark.parametrize("change", [shorter, longer])
def test_aad_that_changes_before_it_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
) -> None:
    aad = put(folder, "aad", bytes(50))
    job = FileRequest(put(folder, "in", bytes(50)), folder / "out", KEY, IV, aad)
    watch(monkeypatch, "load_key", lambda: change(aad))
    with pytest.raises(FailureError, match="aad changed during the run; repeat"):
        run("gcm", "encrypt", [job])
    assert sorted(path.name for path in folder.iterdir()) == ["aad", "in"]


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (lambda dma: dma.hold(True), "the simulated device hangs on .*in; report this"),
        (lambda dma: dma.fail(reads=1), "the hardware refuses .*in: the device or its bus"),
    ],
)
def test_a_device_that_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch, fault: Callable[[Dma], None], text: str
) -> None:
    """A stalled device is given up and closed in finite time."""
    opened = Dma.open

    def faulty(*given: Any, **more: Any) -> Dma:
        dma = opened(*given, **more)
        fault(dma)
        return dma

    monkeypatch.setattr(Dma, "open", faulty)
    with pytest.raises(FailureError, match=text):
        run("gcm", "encrypt", [FileRequest(put(folder, "in", bytes(500)), folder / "out", KEY, IV)])
    assert [path.name for path in folder.iterdir()] == ["in"]


def test_a_long_packet_tells_how_far_it_is(folder: Path) -> None:
    job = FileRequest(put(folder, "in", bytes(400_000)), folder / "out", KEY, IV)
    for access in ("dma", "burst"):
        told: list[float] = []

        def listen(message: str, fraction: float | None = None, told: list[float] = told) -> None:
            if message == "encrypting in" and fraction is not None:
                told.append(fraction)

        run_files(
            CONFIGS["gcm"], Operation("gcm", "encrypt"), [job], access=access, force=True,
            progress=listen,
        )  # fmt: skip
        assert told == sorted(told)
        assert len({round(fraction, 1) for fraction in told}) == 11
        assert told[-1] == 1


def test_outputs_are_refused_before_anything_is_built(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unused(*_: object, **__: object) -> Dma:
        raise AssertionError("a device is built for input that cannot be used")

    monkeypatch.setattr(Dma, "open", unused)
    source = put(folder, "in", bytes(5))
    there = put(folder, "there", b"old")
    for job, text in (
        (FileRequest(source, there, KEY, IV), "there exists"),
        (FileRequest(source, folder / "out", KEY, IV, tag_file=there), "there exists"),
        (FileRequest(source, folder / "out", KEY, IV, aad=folder / "gone"), "cannot read .*gone"),
        (FileRequest(source, folder / "out", KEY, IV, aad=folder), "is a directory"),
        (FileRequest(folder / "gone", folder / "out", KEY, IV), "cannot read .*gone"),
        (FileRequest(source, source, KEY, IV), "is also the input"),
    ):
        with pytest.raises(InputError, match=text):
            run("gcm", "encrypt", [job])
    assert there.read_bytes() == b"old"
    assert sorted(path.name for path in folder.iterdir()) == ["in", "there"]
