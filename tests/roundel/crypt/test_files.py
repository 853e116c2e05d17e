# SPDX-License-Identifier: Apache-2.0
"""Files of the user: refusals, and results that are complete or absent."""

import errno
import os
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import pytest

from roundel.base.errors import FailureError, InputError, RoundelError
from roundel.crypt.files import Data, replacements, source

if TYPE_CHECKING:
    from tests.conftest import Start

HIDDEN = ".roundel-"
NOBODY = 65534  # on Linux: a user without rights


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "plain"
    path.write_bytes(b"what is there")
    return path


@pytest.fixture
def ordinary() -> Iterator[Path]:
    """An empty folder of an ordinary user, who runs the test: permissions stop no superuser."""
    folder = Path(tempfile.mkdtemp())
    superuser = os.geteuid() == 0
    if superuser:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        if superuser:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)


@contextmanager
def replacement(path: Path, other: BinaryIO, *, force: bool) -> Iterator[Callable[[Data], None]]:
    with replacements(force=force) as begin:
        yield begin(path, other)


def write_to(path: Path, other: BinaryIO, data: bytes = b"new", *, force: bool = False) -> None:
    with replacement(path, other, force=force) as write:
        write(data)


def copy(path: Path, target: Path, *, force: bool = False, data: bytes | None = None) -> None:
    with source(path) as (handle, size):
        write_to(target, handle, handle.read() if data is None else data, force=force)
        assert size == path.stat().st_size


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def fail_with(number: int) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def test_a_file_is_written_whole(plain: Path, tmp_path: Path) -> None:
    copy(plain, tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == b"what is there"
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o600
    assert left(tmp_path) == ["out", "plain"]


def test_a_draft_is_its_owners_alone(plain: Path, tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        with source(plain) as (handle, _), replacement(tmp_path / "out", handle, force=False):
            (draft,) = tmp_path.glob(f"{HIDDEN}*")
            assert stat.S_IMODE(draft.stat().st_mode) == 0o600
    finally:
        os.umask(old)


def test_force_replaces_a_file(plain: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_bytes(b"old")
    with pytest.raises(InputError, match="out exists; choose another name, or --force"):
        copy(plain, out)
    assert out.read_bytes() == b"old"
    copy(plain, out, force=True)
    assert out.read_bytes() == b"what is there"
    assert left(tmp_path) == ["out", "plain"]


def test_force_leaves_the_old_file_when_the_new_one_fails(plain: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_bytes(b"old")

    def fail(handle: BinaryIO) -> None:
        with replacement(out, handle, force=True) as write:
            write(b"new")
            raise ZeroDivisionError

    with source(plain) as (handle, _), pytest.raises(ZeroDivisionError):
        fail(handle)
    assert out.read_bytes() == b"old"
    assert left(tmp_path) == ["out", "plain"]


@pytest.mark.parametrize("links", [True, False])
def test_of_many_files_all_take_their_names_or_none(
    plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", fail_with(errno.EPERM))
    places = [tmp_path / name for name in ("first", "second", "third")]

    def race(handle: BinaryIO) -> None:
        with replacements(force=False) as begin:
            for place in places:
                begin(place, handle)(b"new")
            places[1].write_bytes(b"another program's")

    with source(plain) as (handle, _), pytest.raises(InputError, match="second exists"):
        race(handle)
    assert left(tmp_path) == ["plain", "second"]
    assert places[1].read_bytes() == b"another program's"


def test_many_files(plain: Path, tmp_path: Path) -> None:
    with source(plain) as (handle, _), replacements(force=False) as begin:
        for name in ("first", "second"):
            begin(tmp_path / name, handle)(name.encode())
        assert not (tmp_path / "first").exists()
    assert (tmp_path / "first").read_bytes() == b"first"
    assert left(tmp_path) == ["first", "plain", "second"]


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_appears_meanwhile_stays(
    plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    out = tmp_path / "out"
    if not links:
        monkeypatch.setattr(os, "link", fail_with(errno.EPERM))

    def race(handle: BinaryIO) -> None:
        with replacement(out, handle, force=False) as write:
            write(b"new")
            out.write_bytes(b"another program's")

    with source(plain) as (handle, _), pytest.raises(InputError, match="out exists"):
        race(handle)
    assert out.read_bytes() == b"another program's"
    assert left(tmp_path) == ["out", "plain"]


def test_a_file_system_without_links(
    plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", fail_with(errno.ENOTSUP))
    copy(plain, tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == b"what is there"
    assert left(tmp_path) == ["out", "plain"]


def test_a_reserved_name_is_given_back(
    plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", fail_with(errno.ENOTSUP))
    monkeypatch.setattr(Path, "replace", fail_with(errno.EIO))
    with pytest.raises(FailureError, match=os.strerror(errno.EIO)):
        copy(plain, tmp_path / "out")
    assert left(tmp_path) == ["plain"]


def test_input_and_output_are_one(plain: Path, tmp_path: Path) -> None:
    (tmp_path / "soft").symlink_to(plain)
    (tmp_path / "hard").hardlink_to(plain)
    for name in ("plain", "soft", "hard"):
        for force in (False, True):
            with pytest.raises(InputError, match=f"{name} is also the input"):
                copy(plain, tmp_path / name, force=force, data=b"x")
    assert plain.read_bytes() == b"what is there"


def test_a_link_stays_a_link(plain: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "elsewhere" / "file")
    copy(plain, tmp_path / "out")
    assert (tmp_path / "out").is_symlink()
    assert (tmp_path / "elsewhere" / "file").read_bytes() == b"what is there"


def test_inputs_that_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "empty").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        cases = {
            tmp_path: "is a directory; give a regular file",
            tmp_path / "pipe": "is a pipe; give a regular file",
            tmp_path / "socket": "cannot read .*socket",
            Path(os.devnull): "is a device or socket",
            tmp_path / "none": r"cannot read .*none \(No such file",
            tmp_path / "empty" / "below": "Not a directory",
            tmp_path / "loop": "symbolic link",
            tmp_path / ("x" * 300): "File name too long",
            tmp_path / "two\nlines": r"two\\nlines",
            Path("null\0character"): "null",
            Path("-"): "standard input is not supported",
        }
        for path, message in cases.items():
            with pytest.raises(InputError, match=message) as caught, source(path):
                pass
            assert "\n" not in str(caught.value)


def test_an_empty_input(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    copy(tmp_path / "empty", tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == b""


def test_input_that_may_not_be_read(ordinary: Path) -> None:
    path = ordinary / "plain"
    path.write_bytes(b"x")
    path.chmod(0)
    with (
        pytest.raises(InputError, match=r"cannot read .*plain \(Permission denied\)"),
        source(path),
    ):
        pass


def test_outputs_that_are_no_files(plain: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    cases = {
        tmp_path: "is a directory; give a file name",
        tmp_path / "pipe": "is a pipe",
        Path("/dev/full"): "is a device or socket",
        tmp_path
        / "no"
        / "where": "the directory .*no of where does not exist; create the directory",
        plain / "below": "Not a directory",
        tmp_path / ("x" * 300): "File name too long",
        Path("null\0character"): "null",
        Path("-"): "standard output is not supported",
    }
    for path, message in cases.items():
        for force in (False, True):
            with pytest.raises(InputError, match=message):
                copy(plain, path, force=force, data=b"x")
    assert left(tmp_path) == ["pipe", "plain"]


def test_long_name_of_an_output(plain: Path, tmp_path: Path) -> None:
    copy(plain, tmp_path / ("x" * 255))
    assert (tmp_path / ("x" * 255)).read_bytes() == b"what is there"


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.EACCES, InputError),
        (errno.EROFS, InputError),
        (errno.EPERM, InputError),
        (errno.ENOSPC, FailureError),
        (errno.EDQUOT, FailureError),
        (errno.EIO, FailureError),
    ],
)
@pytest.mark.parametrize("call", ["open", "fsync", "link", "replace"])
def test_a_place_that_refuses(
    plain: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    kind: type[RoundelError],
    call: str,
) -> None:
    out = tmp_path / "out"
    with source(plain) as (handle, _):
        if call == "link" and number == errno.EPERM:
            # This error alone means a file system without links.
            monkeypatch.setattr(Path, "touch", fail_with(number))
        owner: Any = Path if call == "replace" else os
        monkeypatch.setattr(owner, call, fail_with(number))
        with pytest.raises(RoundelError) as caught:
            write_to(out, handle, force=call == "replace")
        monkeypatch.undo()
    assert type(caught.value) is kind
    assert os.strerror(number) in str(caught.value)
    assert left(tmp_path) == ["plain"]


def test_a_directory_without_permission(ordinary: Path) -> None:
    path = ordinary / "plain"
    path.write_bytes(b"x")
    ordinary.chmod(0o500)
    refused = pytest.raises(InputError, match=r"cannot write .*out \(Permission denied\)")
    with source(path) as (handle, _), refused:
        write_to(ordinary / "out", handle)
    assert left(ordinary) == ["plain"]


def test_a_full_place(plain: Path, tmp_path: Path) -> None:
    # A limit on the size of files acts like a full disk: the first part of a write is stored.
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(
            FailureError, match="writing .*out failed .File too large.; free some space"
        ):
            copy(plain, tmp_path / "out", data=bytes(5000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert left(tmp_path) == ["plain"]


CHILD = """
import signal, sys, time
from pathlib import Path
from roundel.base import programs
from roundel.crypt.files import replacements, source
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, programs.end_all)
with source(Path(sys.argv[1])) as (handle, _):
    with replacements(force=True) as begin:
        begin(Path(sys.argv[2]), handle)(b"part")
        print("writing", flush=True)
        time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(plain: Path, tmp_path: Path, start: "Start", number: int) -> None:
    out = tmp_path / "out"
    out.write_bytes(b"old")
    command = [sys.executable, "-c", CHILD, str(plain), str(out)]
    child = start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline() == "writing\n"
    assert any(name.startswith(HIDDEN) for name in left(tmp_path))
    child.send_signal(number)
    child.wait(timeout=30)
    assert child.returncode != 0
    assert left(tmp_path) == ["out", "plain"]
    assert out.read_bytes() == b"old"
