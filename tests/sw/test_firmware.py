# SPDX-License-Identifier: Apache-2.0
"""The firmware's AES on this machine: in plain C, and with instructions in C."""

import itertools
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel import design
from roundel.base import programs, tools
from roundel.verify import vectors

FIRMWARE = design.driver_root() / "firmware"
PROGRAM = Path(__file__).with_name("firmware.c")
INSTRUCTIONS = Path(__file__).with_name("instructions.h")
VARIANTS = {
    "bytes": ("aes_bytes.c", "aes_modes.c"),
    "one_table": ("aes_one_table.c", "aes_modes.c"),
    "four_tables": ("aes_four_tables.c", "aes_modes.c"),
    "aes32": ("aes_aes32.c", "aes_modes.c"),
    "block": ("aes_block.c",),
    "block_direct": ("aes_block_direct.c",),
}
ONE_KEY = ("block_direct",)  # the last key set up; keys and blocks are aligned
SANITIZERS = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wstrict-prototypes", "-Werror")
SIZES = (128, 192, 256)
BLOCK = 16


def build(folder: Path, variant: str, *flags: str, compiler: str = "gcc") -> Path:
    sources = [PROGRAM, FIRMWARE / "aes_common.c"]
    sources += [FIRMWARE / name for name in VARIANTS[variant]]
    chosen: list[str | Path] = [
        "-std=c99", f"-DAES_VARIANT=AES_{variant.upper()}", f'-DAES_INSTRUCTIONS="{INSTRUCTIONS}"',
        "-I", FIRMWARE,
    ]  # fmt: skip
    command: list[str | Path] = [*WARNINGS, *flags, *chosen, *sources, "-o", folder / variant]
    tool = tools.find(compiler) if compiler == "gcc" else [compiler]
    programs.run(tool, command, cwd=folder, log=folder / "log.txt", timeout=120)
    return folder / variant


def need(name: str) -> str:
    """The name of a program that only Debian has; skips the test without the program."""
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not there; install it (Debian: apt install {name})")
    return name


def ask(program: Path, lines: list[str]) -> list[str]:
    """The answers of the program, a line per line of input."""
    done = subprocess.run(
        [program], input="\n".join(lines) + "\n", capture_output=True, text=True, check=False,
        timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    answers = done.stdout.splitlines()
    assert len(answers) == len(lines)
    return answers


def text(data: bytes) -> str:
    """Bytes in the text format of the program."""
    return data.hex() or "-"


@pytest.fixture(scope="module", params=VARIANTS)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A variant's program, with the sanitizers of addresses and of undefined behaviour."""
    return build(tmp_path_factory.mktemp(request.param), request.param, *SANITIZERS)


@pytest.mark.parametrize("bits", SIZES)
def test_every_published_answer(program: Path, bits: int) -> None:
    """Answers of NIST's CAVP and SP 800-38A, and of RFC 3686, also with an incomplete block."""
    asked, expected, modes_seen = [], [], set()
    for file in itertools.chain(*(vectors.files(mode, bits) for mode in ("ecb", "cbc", "ctr"))):
        for packet in file.packets:
            assert packet.target is not None
            direction = "decrypt" if packet.decrypt and packet.mode != "ctr" else "encrypt"
            mode = f"{packet.mode}_{direction}" if packet.mode != "ctr" else "ctr"
            asked.append(f"key 0 {direction} {bits} 0 {packet.key.hex()}")
            expected.append("0")
            asked.append(f"{mode} 0 0 0 {text(packet.iv)} {packet.source.hex()}")
            expected.append(packet.target.hex())
            modes_seen.add(mode)
    answers = [answer.split()[0] for answer in ask(program, asked)]
    assert len(modes_seen) == 5
    assert answers == expected


def openssl(mode: str, key: bytes, iv: bytes, data: bytes) -> tuple[bytes, bytes]:
    """The result of a mode and the next IV, by the library `cryptography`."""
    name, _, _ = mode.partition("_")
    whole = len(data) - len(data) % BLOCK
    chosen: dict[str, modes.Mode] = {"cbc": modes.CBC(iv), "ctr": modes.CTR(iv)} if iv else {}
    cipher: Cipher[Any] = Cipher(algorithms.AES(key), chosen.get(name, modes.ECB()))
    side = cipher.decryptor() if "decrypt" in mode else cipher.encryptor()
    given = side.update(data) + side.finalize()
    if mode == "ctr":
        blocks = -(-len(data) // BLOCK)
        return given, ((int.from_bytes(iv) + blocks) % 2**128).to_bytes(BLOCK)
    if name == "cbc" and data:
        return given, (given if mode == "cbc_encrypt" else data)[whole - BLOCK :]
    return given, iv


@pytest.mark.parametrize("seed", [1, 2005, 20261124])
def test_random_calls_agree_with_openssl(program: Path, seed: int) -> None:
    """Several keys in turn, any alignment, in place or not, counters that wrap.

    A variant with one key needs a new set-up of the key after the use of another key.
    """
    single = program.name in ONE_KEY
    last: tuple[bytes, str] | None = None
    draw = random.Random(seed)
    asked, expected = [], []
    keys: dict[int, tuple[bytes, str]] = {}
    for _ in range(600):
        slot = draw.randrange(4)
        offset = draw.choice((0, 0, 1, 2, 3, 4))
        act = draw.random()
        if slot not in keys or act < 0.2:
            key, side = draw.randbytes(draw.choice(SIZES) // 8), draw.choice(("encrypt", "decrypt"))
            keys[slot] = key, side
            last = keys[slot]
            offset -= offset % 4 * single
            asked.append(f"key {slot} {side} {8 * len(key)} {offset} {key.hex()}")
            expected.append("0")
            continue
        if act < 0.25:
            source = draw.choice(list(keys))
            keys[slot] = keys[source]
            asked.append(f"copy {slot} {source}")
            expected.append("ok")
            continue
        if act < 0.3:
            del keys[slot]
            last = None
            asked.append(f"forget {slot}")
            expected.append("0")
            continue
        key, side = keys[slot]
        choice = [f"ecb_{side}", f"cbc_{side}", f"{side}_block"] + ["ctr"] * (side == "encrypt")
        mode = draw.choice(choice)
        if single and mode.endswith("block"):
            offset = 0  # or the output is not aligned
        if single and last != keys[slot]:
            last = keys[slot]
            asked.append(f"key {slot} {side} {8 * len(key)} 0 {key.hex()}")
            expected.append("0")
        blocks = 1 if mode.endswith("block") else draw.randrange(6)
        data = draw.randbytes(BLOCK * blocks + (draw.randrange(BLOCK) if mode == "ctr" else 0))
        ones = draw.choice((0, 0, 1, 3, 4, 5, 8, 12, 15, 16))
        iv = draw.randbytes(BLOCK - ones) + b"\xff" * ones
        if ones:
            iv = iv[:-1] + bytes([0xFF - draw.randrange(4)])
        asked.append(f"{mode} {slot} {offset} {draw.randrange(2)} {iv.hex()} {text(data)}")
        expected.append(" ".join(map(text, openssl(mode, key, iv, data))))
    assert ask(program, asked) == expected


def test_a_size_that_aes_does_not_have_leaves_no_key(program: Path) -> None:
    """Neither does forgetting: later results are the same for any key, and no secret."""
    block, texts = "11" * 16, []
    refused = [0, 1, 64, 127, 129, 160, 255, 257, 512, -128]
    offsets = (0,) if program.name in ONE_KEY else (0, 1)
    asked, expected = [], []
    for key in (bytes([0x55] * 32), bytes(range(32))):
        for bits in SIZES:
            for side in ("encrypt", "decrypt"):
                # For a refused key, block-direct has read 16 bytes, which are no key either.
                odd = "55" * 16 if program.name in ONE_KEY else "-"
                ends = [f"key 0 {side} {bad} {off} {odd}" for bad in refused for off in offsets]
                for end in ["forget 0", *ends]:
                    asked.append(f"key 0 {side} {bits} 0 {key[: bits // 8].hex()}")
                    asked += [end, f"{side}_block 0 0 0 - {block}"]
                    expected += ["0", "0" if end == "forget 0" else "-1"]
                texts.append(openssl(f"ecb_{side}", key[: bits // 8], b"", bytes.fromhex(block))[0])
    answers = ask(program, asked)
    assert [answer for i, answer in enumerate(answers) if i % 3 != 2] == expected
    given = {answer.split()[0] for answer in answers[2::3]}
    if program.name in ONE_KEY:
        assert given == {"00" * BLOCK}
    else:
        assert len(given) == 2  # a direction each
    assert not given & {text.hex() for text in texts}


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("only_128", [0, 1])
def test_no_warning_and_right_at_full_speed(
    tmp_path: Path, variant: str, compiler: str, only_128: int
) -> None:
    """Also where longer keys are left out."""
    made = build(tmp_path, variant, "-O3", f"-DAES_ONLY_128={only_128}", compiler=need(compiler))
    key = bytes(range(32)).hex()
    offsets = (0,) if variant in ONE_KEY else (0, 1)
    answers = ask(
        made,
        [line for offset in offsets for bits in SIZES for line in (
            f"key 0 encrypt {bits} {offset} {key[: bits // 4]}",
            f"encrypt_block 0 {offset} 0 - 00112233445566778899aabbccddeeff",
        )],
    )  # fmt: skip
    # FIPS-197, appendix C.
    expected = {
        128: "69c4e0d86a7b0430d8cdb78070b4c55a -",
        192: "dda97ca4864cdfe06eaf70a0ec0d7191 -",
        256: "8ea2b7ca516745bfeafc49904b496089 -",
    }
    for bits, status, text_given in zip(
        SIZES * len(offsets), answers[::2], answers[1::2], strict=True
    ):
        refused = only_128 and bits != 128
        assert status == ("-1" if refused else "0")
        assert (text_given == expected[bits]) == (not refused)
