# SPDX-License-Identifier: Apache-2.0
"""Simulated devices with several key sizes, against OpenSSL.

State space: blocks of random sizes, slots and directions behind each other, with keys in between,
and keys of other sizes. Parameter space: every key schedule; a ring of varying turns with and
without overtaking, and a pipeline with bypassed rounds.
"""

import random

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel import design
from roundel.base.errors import InputError
from roundel.design import load_config
from roundel.sim.device import Device


@pytest.fixture
def rng() -> random.Random:
    return random.Random(1)


def _expected(key: bytes, block: bytes, decrypt: bool) -> bytes:
    cipher = Cipher(algorithms.AES(key), modes.ECB())
    work = cipher.decryptor() if decrypt else cipher.encryptor()
    return work.update(block) + work.finalize()


@pytest.mark.parametrize(
    "overrides",
    [
        ["KeySizes=128+192+256", "KeySchedule=stored", "KeySlots=4"],
        ["KeySizes=128+192+256", "KeySchedule=on_the_fly"],
        ["KeySizes=128+192", "KeySchedule=stored", "KeySlots=4", "Stages=3"],
        ["KeySizes=128+192+256", "KeySchedule=stored", "KeySlots=2", "Rounds=14", "Stages=2"],
        ["KeySizes=128+256", "KeySchedule=pipelined", "Rounds=2", "Stages=2"],
        ["KeySizes=128+192+256", "KeySchedule=stored", "KeySlots=512", "Rounds=7", "Stages=2"],
        ["KeySizes=128+192+256", "KeySchedule=stored", "KeySlots=512", "Stages=3"],
    ],
    ids=",".join,
)
def test_blocks_of_mixed_sizes(overrides: list[str], rng: random.Random) -> None:
    config = load_config("iterative-both", overrides)
    sizes = design.key_sizes(config)
    with Device.open(config) as device:
        for _ in range(6):
            keys, expected = dict[int, bytes](), b""
            for _ in range(100):
                if not keys or rng.random() < 0.15:
                    slot = rng.randrange(config.KeySlots)
                    keys[slot] = rng.randbytes(rng.choice(sizes) // 8)
                    device.load_key(keys[slot], slot)
                slot, decrypt = rng.choice(list(keys)), rng.random() < 0.5
                block = rng.randbytes(16)
                expected += _expected(keys[slot], block, decrypt)
                device.push(block, decrypt=decrypt, slot=slot)
            assert device.pull(100) == expected


def test_another_key_size_is_refused(rng: random.Random) -> None:
    config = load_config("iterative-both", ["KeySizes=128+256", "KeySchedule=stored"])
    with Device.open(config) as device, pytest.raises(InputError, match="128 or 256 bits, but 192"):
        device.load_key(rng.randbytes(24))
