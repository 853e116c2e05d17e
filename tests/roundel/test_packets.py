# SPDX-License-Identifier: Apache-2.0
"""Files through packet engines: as OpenSSL has them, and nothing left of them when something fails.

The designs are those of the tests of streams, so that they are built once.
"""

import random
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from roundel import cipher, packets
from roundel.cipher import CipherRecord
from roundel.config import Config
from roundel.errors import FailureError, InputError
from roundel.files import Held
from roundel.jobs import WHOLE, Job, Mode
from roundel.modes import Direction
from roundel.stream import Stream
from roundel.verify import reference

CONFIGS = {
    "gcm": Config(
        name="two", Mode="gcm", KeyBits=192, Rounds=3, Stages=1, Sbox="table", Lanes=2, KeySlots=4
    ),
    "ecb": Config(name="ecb", Mode="ecb", Rounds=2, Stages=2, Sbox="table", Lanes=2),
    "cbc": Config(name="cbc", Mode="cbc", Direction="decrypt", KeyBits=192, Lanes=4),
    "many": Config(
        name="small", Mode="cbc", Direction="encrypt", KeyBits=192, KeySlots=1, Streams=2, Depth=2
    ),
    "ctr": Config(name="ctr", Mode="ctr", Rounds=10, Stages=0, Sbox="table"),
    "xts": Config(name="xts", Mode="xts", Rounds=10, Stages=6, Sbox="table"),
}
KEYS = [random.Random(number).randbytes(24) for number in range(7)]
KEY = KEYS[0]
IV = bytes(range(12))
SIZES = [0, 1, 15, 16, 17, 31, 32, 33, 700, cipher.PIECE, cipher.PIECE + 5]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in which, whatever happened, no draft stays."""
    yield tmp_path
    assert not list(tmp_path.glob(".*"))


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def run(mode: str, direction: Direction, todo: list[Job], **more: Any) -> CipherRecord:
    name = "cbc" if mode == "many" else mode
    return packets.run(CONFIGS[mode], Mode(name, direction, **more), todo)


@pytest.mark.parametrize("tag_bytes", [16, 12])
def test_gcm_there_and_back(folder: Path, tag_bytes: int) -> None:
    """Files of all sizes in one run, each with its tag at its end; then with wrong tags."""
    some = random.Random(5)
    todo, plains, sealed = [], [], []
    for number, size in enumerate(SIZES):
        plain, aad, iv = some.randbytes(size), some.randbytes(size % 40), some.randbytes(12)
        text, tag = reference.seal(KEY, iv, aad, plain)
        plains.append(plain)
        sealed.append(text + tag[:tag_bytes])
        todo.append(
            Job(
                put(folder, f"in{number}", plain),
                folder / f"sealed{number}",
                KEY,
                iv,
                put(folder, f"aad{number}", aad) if aad else None,
            )
        )
    record = run("gcm", "encrypt", todo, tag_bytes=tag_bytes)
    assert [job.target.read_bytes() for job in todo] == sealed
    assert record.bytes == sum(SIZES)
    assert record.bytes_out == sum(SIZES) + len(SIZES) * tag_bytes
    assert [item.tag for item in record.files] == [text[-tag_bytes:].hex() for text in sealed]
    assert record.model_dump()["files"][1]["in"] == str(todo[1].source)
    assert record.blocks == sum(-(-n // 16) + -(-(n % 40) // 16) for n in SIZES)
    back = [
        Job(job.target, folder / f"back{i}", KEY, job.iv, job.aad) for i, job in enumerate(todo)
    ]
    run("gcm", "decrypt", back, tag_bytes=tag_bytes)
    assert [job.target.read_bytes() for job in back] == plains


def test_text_of_any_length_waits_where_nobody_sees_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is too much for memory is in a file without a name, whether the tag is right or not."""
    init, read_result = Held.__init__, Stream.read_result
    nameless, modes = [], set()
    monkeypatch.setattr(Held, "__init__", lambda self, path: init(self, path, 1000))

    def watched(device: Stream) -> Any:
        for link in Path("/proc/self/fd").iterdir():
            if str(folder) in str(link.readlink() if link.is_symlink() else ""):
                status = link.stat()
                if status.st_nlink == 0:
                    nameless.append(status.st_size)
                    modes.add(stat.S_IMODE(status.st_mode))
        assert all(path.stat().st_size == 0 for path in folder.glob(".roundel-*"))
        return read_result(device)

    monkeypatch.setattr(Stream, "read_result", watched)
    plain = random.Random(1).randbytes(100_000)
    text, tag = reference.seal(KEY, IV, b"", plain)
    source = put(folder, "in", text + tag)
    run("gcm", "decrypt", [Job(source, folder / "out", KEY, IV)])
    assert (folder / "out").read_bytes() == plain
    assert max(nameless) > 50_000
    assert modes == {0o600}
    wrong = put(folder, "wrong", text + tag[::-1])
    with pytest.raises(FailureError, match="wrong is not authentic"):
        run("gcm", "decrypt", [Job(wrong, folder / "bad", KEY, IV)])
    assert sorted(path.name for path in folder.iterdir()) == ["in", "out", "wrong"]


@pytest.mark.parametrize("wrong", ["text", "tag", "aad", "iv", "key", "length"])
@pytest.mark.parametrize("size", [40, 3 * cipher.PIECE // 2])
def test_nothing_is_written_of_what_is_not_authentic(folder: Path, wrong: str, size: int) -> None:
    """Not even of the right packet in front of it."""
    plain, aad = random.Random(size).randbytes(size), b"head"
    text, tag = reference.seal(KEY, IV, aad, plain)
    good = Job(put(folder, "good", text + tag), folder / "one", KEY, IV, put(folder, "a", aad))
    if wrong in ("text", "tag"):
        place = size // 2 if wrong == "text" else size + 3
        changed = bytearray(text + tag)
        changed[place] ^= 1
        data = bytes(changed)
    else:
        data = text[:-1] + tag if wrong == "length" else text + tag
    bad = Job(
        put(folder, "bad", data),
        folder / "two",
        KEYS[1] if wrong == "key" else KEY,
        bytes(12) if wrong == "iv" else IV,
        None if wrong == "aad" else folder / "a",
    )
    with pytest.raises(FailureError, match="bad is not authentic, its tag is wrong") as caught:
        run("gcm", "decrypt", [good, bad])
    assert KEY.hex()[:12] not in str(caught.value)
    assert sorted(path.name for path in folder.iterdir()) == ["a", "bad", "good"]


def test_plaintext_waits_for_its_tag(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No byte goes to the disk before the hardware's result."""
    plain = bytes(3 * cipher.PIECE)
    text, tag = reference.seal(KEY, IV, b"", plain)
    todo = [Job(put(folder, "in", text + tag), folder / "out", KEY, IV)]
    read_result, seen = Stream.read_result, []

    def watched(device: Stream) -> Any:
        result = read_result(device)
        if result is not None:
            seen.append([path.stat().st_size for path in folder.glob(".roundel-*")])
        return result

    monkeypatch.setattr(Stream, "read_result", watched)
    run("gcm", "decrypt", todo)
    assert seen == [[0]]
    assert (folder / "out").read_bytes() == plain


def test_tag_of_its_own(folder: Path) -> None:
    plain = b"some text that has a tag elsewhere"
    text, tag = reference.seal(KEY, IV, b"", plain)
    source = put(folder, "in", plain)
    run("gcm", "encrypt", [Job(source, folder / "out", KEY, IV, tag_file=folder / "tag")])
    assert (folder / "out").read_bytes() == text
    assert (folder / "tag").read_text() == f"{tag.hex()}\n"
    run("gcm", "decrypt", [Job(folder / "out", folder / "back", KEY, IV, tag=tag)])
    assert (folder / "back").read_bytes() == plain
    with pytest.raises(FailureError, match="not authentic"):
        run("gcm", "decrypt", [Job(folder / "out", folder / "bad", KEY, IV, tag=tag[::-1])])
    assert not (folder / "bad").exists()


def test_more_keys_than_slots(folder: Path) -> None:
    some = random.Random(9)
    todo, sealed = [], []
    for number in range(20):
        key, plain = some.choice(KEYS), some.randbytes(some.randrange(200))
        iv = some.randbytes(12)
        todo.append(Job(put(folder, f"in{number}", plain), folder / f"out{number}", key, iv))
        sealed.append(b"".join(reference.seal(key, iv, b"", plain)))
    run("gcm", "encrypt", todo)
    assert [job.target.read_bytes() for job in todo] == sealed


def test_packets_of_a_run_follow_each_other(folder: Path) -> None:
    """One run of many takes less than a quarter of the cycles of as many runs."""
    todo = [
        Job(put(folder, f"in{n}", bytes(64)), folder / f"out{n}", KEY, bytes([n] * 12))
        for n in range(12)
    ]
    alone = run("gcm", "encrypt", [Job(todo[0].source, folder / "alone", KEY, bytes(12))]).cycles
    assert run("gcm", "encrypt", todo).cycles < 3 * alone


@pytest.mark.parametrize("size", SIZES)
def test_ctr(folder: Path, size: int) -> None:
    plain, iv = random.Random(size).randbytes(size), b"\xff" * 15 + b"\xf0"
    key = KEY[:16]
    source = put(folder, "in", plain)
    run("ctr", "encrypt", [Job(source, folder / "out", key, iv)])
    assert (folder / "out").read_bytes() == reference.cipher("ctr", False, key, iv, plain)
    record = run("ctr", "decrypt", [Job(folder / "out", folder / "back", key, iv)])
    assert (folder / "back").read_bytes() == plain
    assert record.blocks == -(-size // 16)
    assert (record.cycles_per_block > 0) == (size > 0)


@pytest.mark.parametrize("size", [0, 16, 17, 700, cipher.PIECE])
def test_ecb_with_padding(folder: Path, size: int) -> None:
    plain, key = random.Random(size).randbytes(size), KEY[:16]
    source = put(folder, "in", plain)
    record = run("ecb", "encrypt", [Job(source, folder / "out", key)])
    missing = 16 - size % 16
    sealed = reference.cipher("ecb", False, key, b"", plain + bytes([missing] * missing))
    assert (folder / "out").read_bytes() == sealed
    assert record.blocks == len(sealed) // 16
    run("ecb", "decrypt", [Job(folder / "out", folder / "back", key)])
    assert (folder / "back").read_bytes() == plain


@pytest.mark.parametrize(
    ("size", "unit", "first"),
    [
        (0, 512, 0),
        (16, 512, 1),
        (1024, 512, 2**64 - 1),
        (1024 + 17, 512, 2**128 - 2),
        (3 * 4096, 4096, 7),
        (700, WHOLE, 5),
        (cipher.PIECE + 31, WHOLE, 0),
    ],
)
def test_xts(folder: Path, size: int, unit: int | None, first: int) -> None:
    plain, keys = random.Random(size).randbytes(size), KEYS[0] + KEYS[1][:8]
    sealed, step = b"", unit or size or 1
    for number, place in enumerate(range(0, size, step)):
        tweak = ((first + number) % 2**128).to_bytes(16, "little")
        sealed += reference.cipher("xts", False, keys, tweak, plain[place : place + step])
    iv = first.to_bytes(16, "little")
    source = put(folder, "in", plain)
    record = run("xts", "encrypt", [Job(source, folder / "out", keys, iv)], sector_bytes=unit)
    assert (folder / "out").read_bytes() == sealed
    assert record.files[0].iv == iv.hex()
    back = Job(folder / "out", folder / "back", keys, iv)
    run("xts", "decrypt", [back], sector_bytes=unit)
    assert (folder / "back").read_bytes() == plain


def test_cbc_is_decrypted(folder: Path) -> None:
    iv, plain = bytes(range(16)), random.Random(3).randbytes(700)
    sealed = reference.cipher("cbc", False, KEY, iv, plain + bytes([4] * 4))
    run("cbc", "decrypt", [Job(put(folder, "in", sealed), folder / "out", KEY, iv)])
    assert (folder / "out").read_bytes() == plain
    wrong = put(folder, "wrong", sealed[:-1] + b"x")
    with pytest.raises(InputError, match="wrong does not end in PKCS#7 padding"):
        run("cbc", "decrypt", [Job(wrong, folder / "bad", KEY, iv)])
    with pytest.raises(InputError, match="cbc has no hardware to encrypt"):
        run("cbc", "encrypt", [Job(wrong, folder / "bad", KEY, iv)])
    assert not (folder / "bad").exists()


def test_cbc_is_encrypted_side_by_side(folder: Path) -> None:
    """More files than streams and keys than slots, of all sizes; what is padded and what is not."""
    some = random.Random(8)
    todo, sealed = [], []
    for number, size in enumerate([0, 1, 16, 700, 3, 20000, 31, 32, 5, 100, 0, 64]):
        key, iv, plain = some.choice(KEYS[:2]), some.randbytes(16), some.randbytes(size)
        todo.append(Job(put(folder, f"in{number}", plain), folder / f"out{number}", key, iv))
        missing = 16 - size % 16
        sealed.append(reference.cipher("cbc", False, key, iv, plain + bytes([missing] * missing)))
    record = run("many", "encrypt", todo)
    assert [job.target.read_bytes() for job in todo] == sealed
    assert record.blocks == sum(len(text) // 16 for text in sealed)
    whole = [replace(job, target=folder / f"bare{n}") for n, job in enumerate(todo)][2::9]
    run("many", "encrypt", whole, pad="none")
    assert [len(job.target.read_bytes()) for job in whole] == [16, 64]
    assert all(
        text.startswith(job.target.read_bytes())
        for job, text in zip(whole, sealed[2::9], strict=True)
    )
    empty = replace(todo[0], target=folder / "empty")
    assert run("many", "encrypt", [empty], pad="none").bytes_out == 0


def test_two_files_of_cbc_take_less_than_twice_as_long(folder: Path) -> None:
    todo = [
        Job(put(folder, f"in{n}", bytes(1600)), folder / f"out{n}", KEY, bytes([n] * 16))
        for n in range(2)
    ]
    alone = run("many", "encrypt", [replace(todo[0], target=folder / "alone")]).cycles
    assert run("many", "encrypt", todo).cycles < 1.4 * alone
    wrong = replace(todo[0], target=folder / "bad")
    with pytest.raises(
        InputError, match="small has no hardware to decrypt .* -p Direction=decrypt, or a"
    ):
        run("many", "decrypt", [wrong])


def test_what_interrupts_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    todo = [
        Job(put(folder, f"in{n}", bytes(cipher.PIECE)), folder / f"out{n}", KEY, bytes([n] * 12))
        for n in range(3)
    ]
    write, calls = Stream.write, 0

    def interrupted(*given: Any, **more: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        write(*given, **more)

    monkeypatch.setattr(Stream, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        packets.run(CONFIGS["gcm"], Mode("gcm", "encrypt"), todo)
    assert sorted(path.name for path in folder.iterdir()) == ["in0", "in1", "in2"]


def test_outputs_are_refused_before_anything_is_built(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unused(*_: object, **__: object) -> Stream:
        raise AssertionError("a device is built for input that cannot be used")

    monkeypatch.setattr(Stream, "open", unused)
    source = put(folder, "in", bytes(5))
    there = put(folder, "there", b"old")
    for job, text in (
        (Job(source, there, KEY, IV), "there exists"),
        (Job(source, folder / "out", KEY, IV, tag_file=there), "there exists"),
        (Job(source, folder / "out", KEY, IV, aad=folder / "gone"), "cannot read .*gone"),
        (Job(source, folder / "out", KEY, IV, aad=folder), "is a directory"),
        (Job(folder / "gone", folder / "out", KEY, IV), "cannot read .*gone"),
        (Job(source, source, KEY, IV), "is the input itself"),
    ):
        with pytest.raises(InputError, match=text):
            run("gcm", "encrypt", [job])
    assert there.read_bytes() == b"old"
    assert sorted(path.name for path in folder.iterdir()) == ["in", "there"]
