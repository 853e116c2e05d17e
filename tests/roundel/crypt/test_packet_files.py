# SPDX-License-Identifier: Apache-2.0
"""Files through packet engines: as OpenSSL has them, and nothing left of them when something fails.

They go through the C driver and a DMA, or a card; those of CBC encryption through its streams. The
designs are those of other tests, so that most are built once.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from roundel.base.errors import FailureError, InputError
from roundel.crypt import driver_queue
from roundel.crypt.block_files import CipherRecord
from roundel.crypt.buffers import Space, Spaces
from roundel.crypt.requests import WHOLE, FileRequest, Operation
from roundel.crypt.run import run_files
from roundel.design import Config, load_config
from roundel.sim.block_modes import Direction
from roundel.sim.driver import AnyAccess
from roundel.verify import reference

CONFIGS = {
    "gcm": load_config("gcm-1", ["Stages=1"]),
    "ecb": load_config("iterative-both", ["Mode=ecb"]),
    "ecb-1": load_config("ecb-1", ["Rounds=1", "Stages=1"]),
    "cbc": load_config("iterative-both", ["Mode=cbc", "Direction=decrypt"]),
    "many": Config(
        name="small", Mode="cbc", Direction="encrypt", KeyBits=192, KeySlots=1, Streams=2, Depth=2
    ),
    "ctr": load_config("iterative-both", ["Mode=ctr"]),
    "xts": load_config("xts-1", ["Lanes=4", "Rounds=1", "Stages=1"]),
    "modes": load_config(
        "gcm-1",
        ["Modes=ecb+cbc+ctr+gcm+cfb", "KeySizes=128+256", "Rounds=7", "Stages=1"],
    ),
}
KEYS = [random.Random(number).randbytes(16) for number in range(7)]
KEY = KEYS[0]
LONG_KEYS = [random.Random(number).randbytes(24) for number in range(2)]
IV = bytes(range(12))
# Around a block, and around the pieces of a file.
SIZES = [0, 1, 15, 16, 17, 31, 32, 33, 700, 65535, 65536, 65537, 200_000]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder without drafts at the end of the test."""
    yield tmp_path
    assert not list(tmp_path.glob(".*"))


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def run(
    engine: str,
    direction: Direction,
    todo: list[FileRequest],
    access: AnyAccess | None = None,
    **more: Any,
) -> CipherRecord:
    config = CONFIGS[engine]
    return run_files(config, Operation(config.Mode, direction, **more), todo, access=access)


def padded(data: bytes) -> bytes:
    missing = 16 - len(data) % 16
    return data + bytes([missing] * missing)


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


@pytest.mark.parametrize(("tag_bytes", "access"), [(16, "dma"), (12, None), (16, "simd")])
def test_gcm_there_and_back(
    folder: Path, spaces: list[Space], tag_bytes: int, access: AnyAccess | None
) -> None:
    """Files of all sizes in one run, each with its tag at the end."""
    some = random.Random(5)
    todo, plains, sealed = [], [], []
    for number, size in enumerate(SIZES):
        plain, aad, iv = some.randbytes(size), some.randbytes((size + 3) % 40), some.randbytes(12)
        text, tag = reference.seal(KEY, iv, aad, plain)
        plains.append(plain)
        sealed.append(text + tag[:tag_bytes])
        todo.append(
            FileRequest(
                put(folder, f"in{number}", plain),
                folder / f"sealed{number}",
                KEY,
                iv,
                put(folder, f"aad{number}", aad) if aad else None,
            )
        )
    record = run("gcm", "encrypt", todo, access, tag_bytes=tag_bytes)
    assert record.access == (access or "dma")
    assert [job.target.read_bytes() for job in todo] == sealed
    assert record.bytes == sum(SIZES)
    assert record.bytes_out == sum(SIZES) + len(SIZES) * tag_bytes
    assert [item.tag for item in record.files] == [text[-tag_bytes:].hex() for text in sealed]
    assert record.model_dump()["files"][1]["in"] == str(todo[1].source)
    assert record.blocks == sum(-(-n // 16) + -(-((n + 3) % 40) // 16) for n in SIZES)
    back = [
        FileRequest(job.target, folder / f"back{i}", KEY, job.iv, job.aad)
        for i, job in enumerate(todo)
    ]
    run("gcm", "decrypt", back, access, tag_bytes=tag_bytes)
    assert [job.target.read_bytes() for job in back] == plains
    assert len(spaces) == 2 * len(SIZES)


@pytest.mark.parametrize(
    ("mode", "direction"),
    [("ecb", "encrypt"), ("ecb", "decrypt"), ("cbc", "decrypt"), ("ctr", "encrypt")],
)
def test_a_set_of_modes_runs_each_of_its_modes(
    folder: Path, mode: str, direction: Direction
) -> None:
    some, todo, wanted = random.Random(f"{mode} {direction}"), [], []
    for number, bits in enumerate((128, 256, 256, 128)):
        key, source = some.randbytes(bits // 8), some.randbytes(16 * some.randrange(200))
        iv = b"" if mode == "ecb" else some.randbytes(16)
        paths = put(folder, f"in{number}", source), folder / f"out{number}"
        todo.append(FileRequest(*paths, key, iv))
        wanted.append(reference.cipher(mode, direction == "decrypt", key, iv, source))
    pad = "none" if mode in ("ecb", "cbc") else None
    record = run_files(CONFIGS["modes"], Operation(mode, direction, pad), todo)
    assert record.mode == mode
    assert [job.target.read_bytes() for job in todo] == wanted


@pytest.mark.parametrize(
    ("mode", "direction", "text"),
    [
        ("cbc", "encrypt", "CBC encryption needs streams; give -p Streams=16"),
        ("xts", "decrypt", "has the modes ecb, cbc, ctr, gcm, cfb, not xts; choose one of these"),
    ],
)
def test_a_set_refuses_other_modes(
    folder: Path, mode: str, direction: Direction, text: str
) -> None:
    todo = [FileRequest(put(folder, "in", bytes(16)), folder / "out", KEY, bytes(16))]
    with pytest.raises(InputError, match=text):
        run_files(CONFIGS["modes"], Operation(mode, direction), todo)


def test_tag_of_its_own(folder: Path) -> None:
    plain = b"some text that has a tag elsewhere"
    text, tag = reference.seal(KEY, IV, b"", plain)
    source = put(folder, "in", plain)
    run("gcm", "encrypt", [FileRequest(source, folder / "out", KEY, IV, tag_file=folder / "tag")])
    assert (folder / "out").read_bytes() == text
    assert (folder / "tag").read_text() == f"{tag.hex()}\n"
    run("gcm", "decrypt", [FileRequest(folder / "out", folder / "back", KEY, IV, tag=tag)])
    assert (folder / "back").read_bytes() == plain
    with pytest.raises(FailureError, match="not authentic"):
        run("gcm", "decrypt", [FileRequest(folder / "out", folder / "bad", KEY, IV, tag=tag[::-1])])
    assert not (folder / "bad").exists()


def test_more_keys_than_slots(folder: Path) -> None:
    some = random.Random(9)
    todo, sealed = [], []
    for number in range(20):
        key, plain = some.choice(KEYS), some.randbytes(some.randrange(200))
        iv = some.randbytes(12)
        todo.append(
            FileRequest(put(folder, f"in{number}", plain), folder / f"out{number}", key, iv)
        )
        sealed.append(b"".join(reference.seal(key, iv, b"", plain)))
    run("gcm", "encrypt", todo)
    assert [job.target.read_bytes() for job in todo] == sealed


def test_packets_of_a_run_follow_each_other(folder: Path) -> None:
    """Packets of 64 bytes are five cycles apart: four blocks, and one for J0 and the length."""
    todo = [
        FileRequest(put(folder, f"in{n}", bytes(64)), folder / f"out{n}", KEY, bytes([n] * 12))
        for n in range(12)
    ]
    alone = run(
        "gcm", "encrypt", [FileRequest(todo[0].source, folder / "alone", KEY, bytes(12))]
    ).cycles
    assert run("gcm", "encrypt", todo).cycles - alone < 11 * 6


def test_a_long_file_takes_a_cycle_a_block(folder: Path) -> None:
    """One cycle per block, and the cycles of the key, the command and the tag."""
    job = FileRequest(put(folder, "in", bytes(400_000)), folder / "out", KEY, IV)
    record = run("gcm", "encrypt", [job])
    assert record.blocks == 25_000
    assert record.cycles < 25_000 + 600


def test_no_more_than_a_mebibyte_is_under_way(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    todo = [
        FileRequest(put(folder, f"in{n}", bytes(100_000)), folder / f"out{n}", KEY, bytes([n] * 12))
        for n in range(20)
    ]
    take, give_back = Spaces.take, Spaces.give_back
    held: list[int] = [0]

    def taking(spaces: Spaces, size: int, target: Path) -> Space:
        held.append(held[-1] + size)
        return take(spaces, size, target)

    def giving(spaces: Spaces, space: Space) -> None:
        held.append(held[-1] - len(space.view))
        give_back(spaces, space)

    monkeypatch.setattr(Spaces, "take", taking)
    monkeypatch.setattr(Spaces, "give_back", giving)
    run("gcm", "encrypt", todo)
    assert max(held) == 1_000_000
    assert held[-1] == 0


def test_pieces_of_a_file_follow_each_other(folder: Path) -> None:
    """An engine of ten cycles a block loses less than a block between two pieces."""
    todo = [
        FileRequest(put(folder, f"in{size}", bytes(size)), folder / f"out{size}", KEY, bytes(16))
        for size in (driver_queue.PIECE, 4 * driver_queue.PIECE)
    ]
    short, long = (run("ctr", "encrypt", [job]).cycles for job in todo)
    assert long - short < 10 * 3 * (driver_queue.PIECE // 16 + 1)


@pytest.mark.parametrize("access", ["dma", "single"])
def test_ctr(folder: Path, access: AnyAccess) -> None:
    """The counter wraps, in the first piece and in later pieces."""
    some = random.Random(2)
    todo, sealed = [], []
    for number, size in enumerate(SIZES):
        plain, iv = some.randbytes(size), (2**128 - 1 - size // 32).to_bytes(16, "big")
        todo.append(
            FileRequest(put(folder, f"in{number}", plain), folder / f"out{number}", KEY, iv)
        )
        sealed.append(reference.cipher("ctr", False, KEY, iv, plain))
    run("ctr", "encrypt", todo, access, reuse_iv=True)
    assert [job.target.read_bytes() for job in todo] == sealed
    back = [replace(job, source=job.target, target=folder / f"{job.target}b") for job in todo]
    record = run("ctr", "decrypt", back, access)
    assert [job.target.read_bytes() for job in back] == [job.source.read_bytes() for job in todo]
    assert record.blocks == sum(-(-size // 16) for size in SIZES)
    assert record.cycles_per_block > 10


@pytest.mark.parametrize("access", ["dma", "single"])
def test_ctr_with_a_counter_of_32_bits(folder: Path, access: AnyAccess) -> None:
    """The counter of 32 bits wraps without a carry, in the first piece and in later pieces."""
    some = random.Random(3)
    todo, sealed = [], []
    for number, size in enumerate(SIZES):
        plain, first = some.randbytes(size), 2**32 - 1 - size // 32
        nonce = some.randbytes(12)
        iv = nonce + first.to_bytes(4, "big")
        todo.append(
            FileRequest(put(folder, f"in{number}", plain), folder / f"out{number}", KEY, iv)
        )
        counters = b"".join(
            nonce + ((first + i) % 2**32).to_bytes(4, "big") for i in range(size // 16 + 1)
        )
        stream = reference.cipher("ecb", False, KEY, b"", counters)
        sealed.append(bytes(a ^ b for a, b in zip(plain, stream, strict=False)))
    record = run("ctr", "encrypt", todo, access, counter_bits=32)
    assert record.counter_bits == 32
    assert [job.target.read_bytes() for job in todo] == sealed
    back = [replace(job, source=job.target, target=folder / f"{job.target}b") for job in todo]
    run("ctr", "decrypt", back, access, counter_bits=32)
    assert [job.target.read_bytes() for job in back] == [job.source.read_bytes() for job in todo]


def test_an_empty_file(folder: Path) -> None:
    record = run(
        "ctr", "encrypt", [FileRequest(put(folder, "in", b""), folder / "out", KEY, bytes(16))]
    )
    assert (folder / "out").read_bytes() == b""
    assert (record.blocks, record.cycles_per_block) == (0, 0.0)


@pytest.mark.parametrize(("engine", "access"), [("ecb", "dma"), ("ecb-1", "burst")])
def test_ecb_with_padding(folder: Path, engine: str, access: AnyAccess) -> None:
    some = random.Random(4)
    plains = [some.randbytes(size) for size in SIZES]
    todo = [
        FileRequest(put(folder, f"in{n}", plain), folder / f"out{n}", KEY)
        for n, plain in enumerate(plains)
    ]
    record = run(engine, "encrypt", todo, access)
    sealed = [reference.cipher("ecb", False, KEY, b"", padded(plain)) for plain in plains]
    assert [job.target.read_bytes() for job in todo] == sealed
    assert record.blocks == sum(len(text) // 16 for text in sealed)
    back = [replace(job, source=job.target, target=folder / f"{job.target}b") for job in todo]
    run(engine, "decrypt", back, access)
    assert [job.target.read_bytes() for job in back] == plains


@pytest.mark.parametrize("access", ["dma", "single"])
def test_cbc_is_decrypted(folder: Path, access: AnyAccess) -> None:
    """A piece begins with the last block of the previous piece."""
    some, iv = random.Random(3), bytes(range(16))
    plains = [some.randbytes(size) for size in SIZES]
    sealed = [reference.cipher("cbc", False, KEY, iv, padded(plain)) for plain in plains]
    todo = [
        FileRequest(put(folder, f"in{n}", text), folder / f"out{n}", KEY, iv)
        for n, text in enumerate(sealed)
    ]
    run("cbc", "decrypt", todo, access)
    assert [job.target.read_bytes() for job in todo] == plains
    wrong = put(folder, "wrong", sealed[8][:-1] + b"x")
    with pytest.raises(InputError, match="wrong does not end in PKCS#7 padding"):
        run("cbc", "decrypt", [FileRequest(wrong, folder / "bad", KEY, iv)])
    with pytest.raises(InputError, match="Direction=decrypt has no hardware to encrypt"):
        run("cbc", "encrypt", [FileRequest(wrong, folder / "bad", KEY, iv)])
    assert not (folder / "bad").exists()


@pytest.mark.parametrize("access", ["dma", "simd"])
@pytest.mark.parametrize(
    ("size", "unit", "first"),
    [
        (0, 512, 0),
        (16, 512, 1),
        (1024, 512, 2**64 - 1),
        (1024 + 17, 512, 2**128 - 2),
        (3 * 4096, 4096, 7),
        (700, WHOLE, 5),
        (65535, WHOLE, 0),
        (65536, WHOLE, 0),
        (65537, WHOLE, 0),
        (200_000, 512, 2**128 - 200),
        (200_000, 1000, 3),
        (3008, 16, 1),
    ],
)
def test_xts(folder: Path, access: AnyAccess, size: int, unit: int | None, first: int) -> None:
    plain, keys = random.Random(size).randbytes(size), KEYS[0] + KEYS[1]
    sealed, step = b"", unit or size or 1
    for number, place in enumerate(range(0, size, step)):
        tweak = ((first + number) % 2**128).to_bytes(16, "little")
        sealed += reference.cipher("xts", False, keys, tweak, plain[place : place + step])
    iv = first.to_bytes(16, "little")
    source = put(folder, "in", plain)
    todo = [FileRequest(source, folder / "out", keys, iv)]
    record = run("xts", "encrypt", todo, access, sector_bytes=unit)
    assert (folder / "out").read_bytes() == sealed
    assert record.files[0].iv == iv.hex()
    back = FileRequest(folder / "out", folder / "back", keys, iv)
    run("xts", "decrypt", [back], access, sector_bytes=unit)
    assert (folder / "back").read_bytes() == plain


def test_cbc_is_encrypted_side_by_side(folder: Path) -> None:
    """More files than streams and more keys than slots, of all sizes, with and without padding."""
    some = random.Random(8)
    todo, sealed = [], []
    for number, size in enumerate([0, 1, 16, 700, 3, 20000, 31, 32, 5, 100, 0, 64]):
        key, iv, plain = some.choice(LONG_KEYS), some.randbytes(16), some.randbytes(size)
        todo.append(
            FileRequest(put(folder, f"in{number}", plain), folder / f"out{number}", key, iv)
        )
        sealed.append(reference.cipher("cbc", False, key, iv, padded(plain)))
    record = run("many", "encrypt", todo)
    assert record.access is None
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
        FileRequest(
            put(folder, f"in{n}", bytes(1600)), folder / f"out{n}", LONG_KEYS[0], bytes([n] * 16)
        )
        for n in range(2)
    ]
    alone = run("many", "encrypt", [replace(todo[0], target=folder / "alone")]).cycles
    assert run("many", "encrypt", todo).cycles < 1.4 * alone
    wrong = replace(todo[0], target=folder / "bad")
    with pytest.raises(
        InputError, match="small has no hardware to decrypt .* -p Direction=decrypt, or a"
    ):
        run("many", "decrypt", [wrong])
    with pytest.raises(InputError, match="CBC encryption has neither DMA nor card"):
        run("many", "encrypt", [wrong], "dma")
