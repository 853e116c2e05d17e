# SPDX-License-Identifier: Apache-2.0
"""Modes of operation above the device, against SP 800-38A's examples and OpenSSL."""

import itertools
import random
import secrets
from collections.abc import Iterator

import pytest

from roundel.base.errors import InputError
from roundel.design import load_config
from roundel.sim import block_modes
from roundel.sim.device import BLOCK, Device
from roundel.verify import reference

DIRECTIONS: tuple[block_modes.Direction, ...] = ("encrypt", "decrypt")

# SP 800-38A appendix F: the key, the plaintext, and for each mode IV and ciphertext of AES-128.
KEY = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
PLAIN = bytes.fromhex(
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
)
EXAMPLES = {
    "ecb": (
        "",
        "3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf"
        "43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4",
    ),
    "cbc": (
        "000102030405060708090a0b0c0d0e0f",
        "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
        "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7",
    ),
    "ctr": (
        "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
        "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
        "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee",
    ),
}


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    with Device.open(load_config("iterative-table", ["Direction=both"])) as opened:
        yield opened


@pytest.fixture
def rng() -> random.Random:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    return random.Random(seed)


def openssl(mode: str, direction: str, key: bytes, iv: bytes, data: bytes) -> bytes:
    return reference.cipher(mode, direction == "decrypt", key, iv, data)


def encrypt(device: Device, mode: str, data: bytes, iv: bytes = b"") -> bytes:
    return block_modes.Stream(device, mode, "encrypt", iv=iv).update(data)


def decrypt(device: Device, mode: str, data: bytes, iv: bytes = b"") -> bytes:
    return block_modes.Stream(device, mode, "decrypt", iv=iv).update(data)


@pytest.mark.parametrize("mode", block_modes.MODES)
def test_published_examples(device: Device, mode: str) -> None:
    iv, ciphertext = map(bytes.fromhex, EXAMPLES[mode])
    device.load_key(KEY)
    assert encrypt(device, mode, PLAIN, iv=iv) == ciphertext
    assert decrypt(device, mode, ciphertext, iv=iv) == PLAIN


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("mode", block_modes.MODES)
def test_random_messages_in_random_pieces(
    device: Device, rng: random.Random, mode: str, direction: block_modes.Direction
) -> None:
    for _ in range(8):
        key, iv = rng.randbytes(16), b"" if mode == "ecb" else rng.randbytes(16)
        blocks = rng.choice([0, 1, 2, 3, rng.randrange(400)])
        size = blocks * BLOCK + (rng.randrange(BLOCK) if mode == "ctr" else 0)
        data = rng.randbytes(size)
        device.load_key(key)
        stream = block_modes.Stream(device, mode, direction, iv=iv)
        cuts = sorted(BLOCK * rng.randrange(blocks + 1) for _ in range(3))
        pieces = [data[a:b] for a, b in itertools.pairwise([0, *cuts, size])]
        kind = rng.choice([bytes, bytearray, memoryview])
        result = b"".join(stream.update(kind(piece)) for piece in pieces)
        assert result == openssl(mode, direction, key, iv, data), (key.hex(), iv.hex(), size, cuts)


@pytest.mark.parametrize("before", [0, 1, 2, 37])
def test_counter_wraps_at_all_128_bits(device: Device, rng: random.Random, before: int) -> None:
    key, data = rng.randbytes(16), rng.randbytes(40 * BLOCK + 5)
    iv = (2**128 - 1 - before).to_bytes(16, "big")
    device.load_key(key)
    stream = block_modes.Stream(device, "ctr", "encrypt", iv=iv)
    result = stream.update(data[: 38 * BLOCK]) + stream.update(data[38 * BLOCK :])
    assert result == openssl("ctr", "encrypt", key, iv, data)


def counted(key: bytes, iv: bytes, data: bytes) -> bytes:
    """CTR with a counter of 32 bits, from OpenSSL's ECB of the counter blocks."""
    first = int.from_bytes(iv[12:], "big")
    blocks = b"".join(
        iv[:12] + ((first + i) % 2**32).to_bytes(4, "big") for i in range(len(data) // BLOCK + 1)
    )
    stream = openssl("ecb", "encrypt", key, b"", blocks)
    return bytes(a ^ b for a, b in zip(data, stream, strict=False))


@pytest.mark.parametrize("before", [0, 1, 2, 37])
def test_counter_of_32_bits_wraps_without_a_carry(
    device: Device, rng: random.Random, before: int
) -> None:
    key, data = rng.randbytes(16), rng.randbytes(40 * BLOCK + 5)
    iv = rng.randbytes(12) + (2**32 - 1 - before).to_bytes(4, "big")
    device.load_key(key)
    stream = block_modes.Stream(device, "ctr", "encrypt", iv=iv, counter_bits=32)
    result = stream.update(data[: 38 * BLOCK]) + stream.update(data[38 * BLOCK :])
    assert result == counted(key, iv, data)
    assert result != openssl("ctr", "encrypt", key, iv, data)


def test_ctr_decrypts_with_the_forward_cipher(rng: random.Random) -> None:
    config = load_config("iterative-table")
    block_modes.check(config, "ctr", "decrypt")
    key, iv, data = rng.randbytes(16), rng.randbytes(16), rng.randbytes(100)
    with Device.open(config) as encrypts_only:
        encrypts_only.load_key(key)
        assert decrypt(encrypts_only, "ctr", data, iv=iv) == openssl(
            "ctr", "decrypt", key, iv, data
        )


@pytest.mark.parametrize(
    ("has", "mode", "direction"),
    [
        ("encrypt", "ecb", "decrypt"),
        ("encrypt", "cbc", "decrypt"),
        ("decrypt", "ecb", "encrypt"),
        ("decrypt", "cbc", "encrypt"),
        ("decrypt", "ctr", "encrypt"),
        ("decrypt", "ctr", "decrypt"),
    ],
)
def test_hardware_without_the_direction(
    has: str, mode: str, direction: block_modes.Direction
) -> None:
    config = load_config("iterative", [f"Direction={has}"])
    other = "decrypt" if has == "encrypt" else "encrypt"
    with pytest.raises(InputError, match=f"no hardware to {other} blocks .*-p Direction=both"):
        block_modes.check(config, mode, direction)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("mode", block_modes.MODES)
def test_hardware_with_both_directions(mode: str, direction: block_modes.Direction) -> None:
    block_modes.check(load_config("iterative", ["Direction=both"]), mode, direction)


@pytest.mark.parametrize(("mode", "size"), [("ecb", 16), ("cbc", 0), ("cbc", 15), ("ctr", 17)])
def test_wrong_length_of_the_iv(device: Device, mode: str, size: int) -> None:
    with pytest.raises(InputError, match=f"{mode.upper()} needs .* {size} bytes were given"):
        encrypt(device, mode, bytes(16), iv=bytes(size))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("mode", ["ecb", "cbc"])
@pytest.mark.parametrize("size", [1, 15, 17])
def test_part_of_a_block(
    device: Device, mode: str, direction: block_modes.Direction, size: int
) -> None:
    iv = b"" if mode == "ecb" else bytes(16)
    with pytest.raises(InputError, match=f"{size} bytes are not a multiple of 16"):
        block_modes.Stream(device, mode, direction, iv=iv).update(bytes(size))


def test_ctr_goes_on_after_whole_blocks_alone(device: Device) -> None:
    device.load_key(KEY)
    stream = block_modes.Stream(device, "ctr", "encrypt", iv=bytes(16))
    stream.update(bytes(32))
    stream.update(bytes(5))
    assert stream.update(b"") == b""
    with pytest.raises(InputError, match="only the last piece"):
        stream.update(bytes(16))


def test_unknown_mode(device: Device) -> None:
    with pytest.raises(InputError, match="no mode 'xts'; choose one of ecb, cbc, ctr"):
        encrypt(device, "xts", bytes(16))
    with pytest.raises(InputError, match="no mode 'gcm'"):
        block_modes.check(device.config, "gcm", "encrypt")
