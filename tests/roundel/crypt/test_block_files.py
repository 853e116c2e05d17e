# SPDX-License-Identifier: Apache-2.0
"""A file through the simulated hardware: right, in bounded memory, and no rest after a failure.

OpenSSL gives the expected results. test_files.py tests the refusal of files.
"""

import os
import random
import resource
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import padding

from roundel.base.errors import FailureError, InputError
from roundel.crypt.block_files import PIECE, CipherRecord
from roundel.crypt.requests import FileRequest, Operation
from roundel.crypt.run import run_files
from roundel.design import Config, load_config
from roundel.sim.block_modes import Direction
from roundel.sim.device import BLOCK, Device
from roundel.verify import reference

KEY = bytes(range(16))
IV = {"ecb": b"", "cbc": bytes(range(16, 32)), "ctr": b"\xff" * 15 + b"\xf0"}
MODES = tuple(IV)
DIRECTIONS: tuple[Direction, ...] = ("encrypt", "decrypt")


@pytest.fixture(scope="module")
def config() -> Config:
    return load_config("iterative-table", ["Direction=both"])


@pytest.fixture
def rng() -> random.Random:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    return random.Random(seed)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder without drafts at the end of the test."""
    yield tmp_path
    assert not list(tmp_path.glob(".*"))


def openssl(mode: str, data: bytes, *, padded: bool) -> bytes:
    if padded:
        padder = padding.PKCS7(8 * BLOCK).padder()
        data = padder.update(data) + padder.finalize()
    return reference.cipher(mode, False, KEY, IV[mode], data)


def run(
    config: Config, direction: Direction, mode: str, *, key: bytes, source: Path, target: Path,
    iv: bytes = b"", pad: str | None = None, **more: Any,
) -> CipherRecord:  # fmt: skip
    job = FileRequest(source, target, key, iv)
    return run_files(config, Operation(mode, direction, pad), [job], **more)


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("size", [1, 15, 16, 17, 4096, PIECE, 2 * PIECE + 1])
def test_there_and_back(
    config: Config, folder: Path, rng: random.Random, mode: str, size: int
) -> None:
    data = rng.randbytes(size)
    plain = put(folder, "plain", data)
    record = run(
        config, "encrypt", mode, key=KEY, iv=IV[mode], source=plain, target=folder / "secret"
    )
    assert (folder / "secret").read_bytes() == openssl(mode, data, padded=mode != "ctr")
    blocks = -(-size // BLOCK) if mode == "ctr" else size // BLOCK + 1
    assert (record.bytes, record.blocks, record.mode) == (size, blocks, mode)
    assert record.cycles_per_block == record.cycles / blocks
    assert record.seconds > 0
    assert record.model_dump()["schema"] == "roundel.encrypt/1"
    if blocks > 1000 and mode != "cbc":
        assert 10 <= record.cycles_per_block < 10.01
    record = run(
        config, "decrypt", mode, key=KEY, iv=IV[mode], source=folder / "secret",
        target=folder / "back",
    )  # fmt: skip
    assert (folder / "back").read_bytes() == data
    assert plain.read_bytes() == data
    assert record.model_dump()["schema"] == "roundel.decrypt/1"
    assert record.blocks == blocks


@pytest.mark.parametrize("mode", MODES)
def test_an_empty_file(config: Config, folder: Path, mode: str) -> None:
    """With padding an empty file becomes one block, as in OpenSSL; without, it stays empty."""
    for pad in ("none", None) if mode != "ctr" else (None,):
        padded = pad is None and mode != "ctr"
        sealed = put(folder, "secret", b"old")
        record = run(
            config, "encrypt", mode, key=KEY, iv=IV[mode], pad=pad, force=True,
            source=put(folder, "plain", b""), target=sealed,
        )  # fmt: skip
        assert sealed.read_bytes() == openssl(mode, b"", padded=padded)
        assert len(sealed.read_bytes()) == (BLOCK if padded else 0)
        told = (record.bytes, record.bytes_out, record.blocks)
        assert told == (0, BLOCK * padded, int(padded))
        assert (record.cycles_per_block > 0) == padded
        record = run(
            config, "decrypt", mode, key=KEY, iv=IV[mode], pad=pad, force=True,
            source=sealed, target=folder / "back",
        )  # fmt: skip
        assert (folder / "back").read_bytes() == b""
        assert (record.bytes, record.bytes_out) == (BLOCK * padded, 0)


@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_without_padding(config: Config, folder: Path, rng: random.Random, mode: str) -> None:
    data = rng.randbytes(3 * PIECE)
    put(folder, "plain", data)
    for direction, source, target in (
        ("encrypt", "plain", "secret"),
        ("decrypt", "secret", "back"),
    ):
        record = run(
            config, DIRECTIONS[direction == "decrypt"], mode, key=KEY, iv=IV[mode], pad="none",
            source=folder / source, target=folder / target,
        )  # fmt: skip
        assert record.blocks == len(data) // BLOCK
    assert (folder / "secret").read_bytes() == openssl(mode, data, padded=False)
    assert (folder / "back").read_bytes() == data


def test_padding_alone(config: Config, folder: Path) -> None:
    secret = put(folder, "secret", openssl("cbc", b"", padded=True))
    target = folder / "back"
    run(config, "decrypt", "cbc", key=KEY, iv=IV["cbc"], source=secret, target=target)
    assert target.read_bytes() == b""


@pytest.mark.parametrize("mode", ["ecb", "cbc"])
@pytest.mark.parametrize(
    "tail",
    [
        "00" * 16,
        "11" * 16,
        "ff" * 16,
        "00" * 14 + "0102",
        "03" * 13 + "030203",
        "10" * 15 + "0f",
        "0f" + "10" * 15,
    ],
)
@pytest.mark.parametrize("before", [0, PIECE])
def test_bad_padding_leaves_nothing(
    config: Config, folder: Path, mode: str, tail: str, before: int
) -> None:
    data = bytes(before) + bytes.fromhex(tail)
    secret = put(folder, "secret", openssl(mode, data, padded=False))
    old = put(folder, "back", b"old")
    with pytest.raises(InputError, match="secret does not end in PKCS#7 padding after decryption"):
        run(config, "decrypt", mode, key=KEY, iv=IV[mode], source=secret, target=old, force=True)
    assert old.read_bytes() == b"old"
    assert sorted(path.name for path in folder.iterdir()) == ["back", "secret"]


@pytest.mark.parametrize("mode", ["ecb", "cbc"])
@pytest.mark.parametrize("size", [1, 15, 17, 100])
def test_part_of_a_block(config: Config, folder: Path, mode: str, size: int) -> None:
    source, target = put(folder, "in", bytes(size)), folder / "out"
    with pytest.raises(InputError, match=f"{size} bytes, but .* without padding .*padding pkcs7"):
        run(config, "encrypt", mode, key=KEY, iv=IV[mode], pad="none", source=source, target=target)
    for pad in ("pkcs7", "none"):
        with pytest.raises(InputError, match=f"{size} bytes, but {mode.upper()} encrypts"):
            run(
                config, "decrypt", mode, key=KEY, iv=IV[mode], pad=pad, source=source, target=target
            )
    assert not target.exists()


def unused(*_: object, **__: object) -> Device:
    raise AssertionError("a device is built for input that cannot be used")


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("mode", MODES)
def test_bad_input_is_told_before_anything_is_built(
    config: Config,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    mode: str,
    direction: Direction,
) -> None:
    monkeypatch.setattr(Device, "open", unused)
    source, target = put(folder, "in", bytes(32)), folder / "out"
    empty, taken = put(folder, "empty", b""), put(folder, "taken", b"old")

    def refused(message: str, **changes: object) -> None:
        given = {"key": KEY, "iv": IV[mode], "source": source, "target": target, **changes}
        with pytest.raises(InputError, match=message) as caught:
            run(config, direction, mode, **given)  # type: ignore[arg-type]
        text = str(caught.value)
        assert "\n" not in text
        assert text.endswith(".")
        assert not target.exists()

    for size in (0, 15, 17, 24, 32):
        refused(rf"the key has {8 * size} bits, but .* needs 128", key=b"\xab" * size)
    for size in (15, 17, 0 if mode != "ecb" else 16):
        refused(f"{mode.upper()} needs .*{size} bytes were given", iv=bytes(size))
    refused("there is no padding 'zero'; choose one of pkcs7, none", pad="zero")
    if mode == "ctr":
        refused("CTR needs no padding", pad="pkcs7")
    if direction == "decrypt" and mode != "ctr":
        refused("is empty, but .* encrypts to at least one block", source=empty)
    if mode == "ctr":
        refused("omit the padding", pad="none")
    refused(r"cannot read .*missing \(No such file", source=folder / "missing")
    refused("is a directory; give a regular file", source=folder)
    refused("taken exists; choose another name, or --force", target=taken)
    refused("is a directory; give a file name", target=folder, force=True)
    refused("the directory .*nowhere of out does not exist", target=folder / "nowhere" / "out")
    refused("in is also the input", target=source, force=True)
    refused("is a device", target=Path("/dev/full"), force=True)
    assert source.read_bytes() == bytes(32)
    assert taken.read_bytes() == b"old"


def test_unknown_mode(config: Config, folder: Path) -> None:
    source = put(folder, "in", bytes(16))
    with pytest.raises(InputError, match="no mode 'xts'"):
        run(config, "encrypt", "xts", key=KEY, source=source, target=folder / "out")


@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_hardware_without_the_direction(
    folder: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setattr(Device, "open", unused)
    source = put(folder, "in", bytes(16))
    with pytest.raises(InputError, match="iterative has no hardware to decrypt .*Direction=both"):
        run(
            load_config("iterative"), "decrypt", mode, key=KEY, iv=IV[mode], source=source,
            target=folder / "out",
        )  # fmt: skip


@pytest.mark.parametrize("change", [b"", bytes(40)])
def test_input_that_changes_meanwhile(config: Config, folder: Path, change: bytes) -> None:
    source, target = put(folder, "in", bytes(32)), folder / "out"

    def meddle(message: str, fraction: float | None = None) -> None:
        if fraction == 0.0 and message.startswith("encrypting"):
            source.write_bytes(change)

    with pytest.raises(FailureError, match="in changed during the run"):
        run(config, "encrypt", "ecb", key=KEY, source=source, target=target, progress=meddle)
    assert not target.exists()


def test_a_full_place(config: Config, folder: Path) -> None:
    with Device.open(config):
        pass  # built by now: the limit is for the output, not for the compiler's files
    source = put(folder, "in", bytes(100_000))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
    try:
        with pytest.raises(FailureError, match="writing .*out failed .*free some space"):
            run(config, "encrypt", "ecb", key=KEY, source=source, target=folder / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert sorted(path.name for path in folder.iterdir()) == ["in"]


def test_hardware_that_fails(config: Config, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = put(folder, "in", bytes(100))
    faulty = Path(__file__).parents[2] / "sim" / "faulty_core.v"
    with Device.open(load_config("iterative-table"), netlist=faulty) as device:
        monkeypatch.setattr(Device, "open", lambda *_, **__: device)
        key = b"\2" + KEY[1:]  # asks for the loss of a block
        with pytest.raises(FailureError, match="a block came out with tag 4 instead of 3"):
            run(config, "encrypt", "ecb", key=key, source=source, target=folder / "out")
    assert sorted(path.name for path in folder.iterdir()) == ["in"]


def test_memory_stays_bounded(config: Config, folder: Path) -> None:
    del config  # built by now, or by the child
    size = 12 << 20
    source = folder / "in"
    with source.open("wb") as handle:
        handle.truncate(size)
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from roundel.crypt.run import run_files\n"
        "from roundel.crypt.requests import FileRequest, Operation\n"
        "from roundel.design import load_config\n"
        "config = load_config('iterative-table', ['Direction=both'])\n"
        "source, target = map(Path, sys.argv[1:])\n"
        "before = None\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10\n"
        "def watch(message, fraction=None):\n"
        "    global before\n"
        "    if before is None and fraction is not None: before = peak()\n"
        "job = FileRequest(source, target, bytes(16), bytes(16))\n"
        "run_files(config, Operation('ctr', 'encrypt'), [job], progress=watch)\n"
        "print(peak() - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(source), str(folder / "out")],
        capture_output=True,
        check=True,
        text=True,
    )
    assert (folder / "out").stat().st_size == size
    assert int(done.stdout) < 16 * PIECE


INTERRUPTED = """
import os, signal, sys
from pathlib import Path
from roundel.base import programs
from roundel.crypt.run import run_files
from roundel.crypt.requests import FileRequest, Operation
from roundel.design import load_config
number = int(sys.argv[3])
signal.signal(number, programs.end_all)
def interrupt(message, fraction=None):
    if fraction:
        os.kill(os.getpid(), number)
config = load_config("iterative-table", ["Direction=both"])
job = FileRequest(Path(sys.argv[1]), Path(sys.argv[2]), bytes(16), bytes(16))
run_files(config, Operation("cbc", "encrypt"), [job], progress=interrupt)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(config: Config, folder: Path, number: int) -> None:
    del config  # built by now, or by the child
    source = put(folder, "in", os.urandom(3 * PIECE))
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(source), str(folder / "out"), str(int(number))],
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode != 0
    assert "KeyboardInterrupt" in done.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["in"]
