# SPDX-License-Identifier: Apache-2.0
"""Files in chained modes, as OpenSSL has them: each file is a packet in a stream of the engine."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundel.base.errors import FailureError, InputError
from roundel.crypt.block_files import CipherRecord
from roundel.crypt.requests import FileRequest, Operation
from roundel.crypt.run import run_files, with_mode
from roundel.design import load_config
from roundel.sim.block_modes import Direction
from roundel.verify import reference

ENGINE = load_config("iterative", ["Modes=ctr+cbc+cfb+ofb+cmac+ccm", "Streams=4"])
KEYS = [random.Random(number).randbytes(16) for number in range(6)]  # more than slots
SIZES = [0, 1, 15, 16, 17, 32, 700, 33_000]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder without drafts at the end of the test."""
    yield tmp_path
    assert not list(tmp_path.glob(".*"))


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def run(mode: str, direction: Direction, todo: list[FileRequest], tag_bytes: int) -> CipherRecord:
    return run_files(ENGINE, Operation(mode, direction, tag_bytes=tag_bytes), todo)


def sealed(mode: str, key: bytes, iv: bytes, aad: bytes, plain: bytes, size: int) -> bytes:
    """The output of an encryption."""
    if mode == "ccm":
        return b"".join(reference.seal_ccm(key, iv, aad, plain, size))
    if mode == "cmac":
        return plain + reference.authenticate(key, plain)[:size]
    if mode == "cbc":
        missing = 16 - len(plain) % 16
        return reference.cipher("cbc", False, key, iv, plain + bytes([missing]) * missing)
    return reference.cipher(mode, False, key, iv, plain)


@pytest.mark.parametrize(
    ("mode", "iv_bytes", "tag_bytes"),
    [("cfb", 16, 16), ("ofb", 16, 16), ("cbc", 16, 16), ("cmac", 0, 16), ("cmac", 0, 5),
     ("ccm", 7, 16), ("ccm", 12, 4), ("ccm", 13, 10)],
)  # fmt: skip
def test_there_and_back(folder: Path, mode: str, iv_bytes: int, tag_bytes: int) -> None:
    """Files of all sizes in one run, with more files than streams and more keys than slots."""
    some = random.Random(f"{mode} {iv_bytes} {tag_bytes}")
    todo, plains, wanted = [], [], []
    for number, size in enumerate(SIZES):
        plain, iv, key = some.randbytes(size), some.randbytes(iv_bytes), some.choice(KEYS)
        aad = some.randbytes((7 * number) % 40) if mode == "ccm" else b""
        plains.append(plain)
        wanted.append(sealed(mode, key, iv, aad, plain, tag_bytes))
        todo.append(
            FileRequest(
                put(folder, f"in{number}", plain), folder / f"sealed{number}", key, iv,
                put(folder, f"aad{number}", aad) if aad else None,
            )
        )  # fmt: skip
    record = run(mode, "encrypt", todo, tag_bytes)
    assert [job.target.read_bytes() for job in todo] == wanted
    assert record.access is None
    tagged = mode in ("ccm", "cmac")
    tags = [text[-tag_bytes:].hex() if tagged else None for text in wanted]
    assert [item.tag for item in record.files] == tags
    if mode in ("cfb", "cbc"):  # decrypted without streams
        return
    back = [
        FileRequest(job.target, folder / f"back{number}", job.key, job.iv, job.aad)
        for number, job in enumerate(todo)
    ]
    record = run(mode, "decrypt", back, tag_bytes)
    assert [job.target.read_bytes() for job in back] == plains
    assert record.bytes_out == sum(SIZES)


def test_cfb_is_decrypted_through_the_dma(folder: Path) -> None:
    some = random.Random(4)
    plain, iv = some.randbytes(70_001), some.randbytes(16)
    text = put(folder, "in", reference.cipher("cfb", False, KEYS[0], iv, plain))
    engine = load_config("iterative", [f"{k}={v}" for k, v in with_mode("cfb", "decrypt").items()])
    job = FileRequest(text, folder / "out", KEYS[0], iv)
    assert run_files(engine, Operation("cfb", "decrypt"), [job]).access == "dma"
    assert (folder / "out").read_bytes() == plain


@pytest.mark.parametrize(("mode", "iv"), [("ccm", bytes(11)), ("cmac", b"")])
def test_wrong_tag_leaves_nothing(folder: Path, mode: str, iv: bytes) -> None:
    """A right and a wrong file in a run: no output of both remains."""
    plain = random.Random(1).randbytes(100)
    text = sealed(mode, KEYS[0], iv, b"", plain, 16)
    right = put(folder, "right", text)
    wrong = put(folder, "wrong", text[:50] + bytes([text[50] ^ 1]) + text[51:])
    todo = [FileRequest(path, folder / f"{path.name}.out", KEYS[0], iv) for path in (right, wrong)]
    with pytest.raises(FailureError, match="wrong is not authentic"):
        run(mode, "decrypt", todo, 16)
    assert not list(folder.glob("*.out"))


@pytest.mark.parametrize(("mode", "iv"), [("ccm", bytes(11)), ("cmac", b"")])
def test_tag_of_its_own(folder: Path, mode: str, iv: bytes) -> None:
    plain = b"some text that has a tag elsewhere"
    text = sealed(mode, KEYS[0], iv, b"", plain, 8)
    job = FileRequest(
        put(folder, "in", plain), folder / "out", KEYS[0], iv, tag_file=folder / "tag"
    )
    run(mode, "encrypt", [job], 8)
    assert (folder / "out").read_bytes() == text[:-8]
    assert (folder / "tag").read_text() == f"{text[-8:].hex()}\n"
    run(mode, "decrypt", [FileRequest(job.target, folder / "back", KEYS[0], iv, tag=text[-8:])], 8)
    assert (folder / "back").read_bytes() == plain


@pytest.mark.parametrize(
    ("mode", "size", "iv_bytes", "tag_bytes", "says"),
    [
        ("ccm", 65_536, 13, 16, "at most 65535 with a nonce of 13 bytes"),
        ("ccm", 16, 12, 5, "a tag of CCM cannot have 5 bytes"),
        ("cmac", 16, 0, 3, "a tag of CMAC cannot have 3 bytes"),
    ],
)
def test_impossible_lengths(
    folder: Path, mode: str, size: int, iv_bytes: int, tag_bytes: int, says: str
) -> None:
    job = FileRequest(put(folder, "in", bytes(size)), folder / "out", KEYS[0], bytes(iv_bytes))
    with pytest.raises(InputError, match=says):
        run(mode, "encrypt", [job], tag_bytes)
    assert not (folder / "out").exists()


def test_a_set_without_streams_encrypts_no_chained_mode(folder: Path) -> None:
    engine = load_config("iterative", ["Modes=ctr+cbc"])
    job = FileRequest(put(folder, "in", bytes(16)), folder / "out", KEYS[0], bytes(16))
    with pytest.raises(InputError, match=r"CBC encryption needs streams; give -p Streams=16"):
        run_files(engine, Operation("cbc", "encrypt"), [job])
