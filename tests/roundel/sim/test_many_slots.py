# SPDX-License-Identifier: Apache-2.0
"""Simulated devices with more than 256 key slots, whose round keys are in block RAM.

OpenSSL gives the expected results.

State space: blocks of random slots behind each other; reloads and clears of slots while blocks of
other slots flow; zeroises, after which no slot has a key. Parameter space: 512 to 4,096 slots;
rings of one turn and of several, whose round keys have one RAM and several words a slot; each
direction; round keys in the first stage and in a later one; with and without an output queue.
"""

import random

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel.design import Config
from roundel.sim.device import BLOCK, Device, Inputs

CONFIGS: dict[str, dict[str, int | str]] = {
    "several turns": {"KeySlots": 1024, "Stages": 2},
    "one turn": {"KeySlots": 1024, "Stages": 3, "Rounds": 10},
    "both directions": {"KeySlots": 512, "Stages": 2, "Rounds": 2, "Direction": "both"},
    "decryption": {"KeySlots": 512, "Stages": 4, "Direction": "decrypt", "KeyBits": 256},
    "4096 slots": {"KeySlots": 4096, "Stages": 2, "Rounds": 6, "KeyBits": 192},
    "first stage": {"KeySlots": 512, "Stages": 2, "RoundCuts": 0x1001},
    "block RAM": {"KeySlots": 1024, "Stages": 4, "Rounds": 5, "Sbox": "rom", "Backpressure": 0},
}


def config(name: str) -> Config:
    return Config.model_validate({"name": name, "KeySchedule": "stored", **CONFIGS[name]})


@pytest.fixture
def rng() -> random.Random:
    return random.Random(1)


def openssl(key: bytes, data: bytes, *, decrypt: bool = False) -> bytes:
    reference = Cipher(algorithms.AES(key), modes.ECB())
    context = reference.decryptor() if decrypt else reference.encryptor()
    return context.update(data) + context.finalize()


def directions(device: Device) -> list[bool]:
    chosen = device.config.Direction
    return [False, True] if chosen == "both" else [chosen == "decrypt"]


@pytest.mark.parametrize("name", CONFIGS)
def test_random_slots(name: str, rng: random.Random) -> None:
    """All slots hold different keys; a slot in 20 gets another key while blocks are in flight."""
    with Device.open(config(name)) as device:
        slots = device.config.KeySlots
        device.set_watchdog(2 * 14 * slots + 10000)
        keys = [rng.randbytes(device.key_bytes) for _ in range(slots)]
        for slot in rng.sample(range(slots), slots):
            device.load_key(keys[slot], slot)
        expected = b""
        for _ in range(2000):
            slot, decrypt = rng.randrange(slots), rng.choice(directions(device))
            block = rng.randbytes(BLOCK)
            expected += openssl(keys[slot], block, decrypt=decrypt)
            device.push(block, decrypt=decrypt, slot=slot)
            if rng.random() < 0.05:
                slot = rng.choice([slot, rng.randrange(slots)])
                keys[slot] = rng.randbytes(device.key_bytes)
                device.load_key(keys[slot], slot)
        assert device.pull(2000) == expected


@pytest.mark.parametrize("name", ["several turns", "one turn", "both directions", "block RAM"])
def test_loads_delay_no_block_of_another_slot(name: str, rng: random.Random) -> None:
    """Each block enters in the same cycle with and without loads of other slots."""
    with Device.open(config(name)) as device:
        used, loaded = rng.sample(range(device.config.KeySlots), 2)
        keys = {slot: rng.randbytes(device.key_bytes) for slot in (used, loaded)}
        blocks = [rng.randbytes(BLOCK) for _ in range(600)]
        decrypt = directions(device)[-1]
        times = list[list[int]]()
        for loads in (False, True):
            device.reset()
            device.set_watchdog(2 * 14 * device.config.KeySlots + 10000)
            for slot, key in keys.items():
                device.load_key(key, slot)
            device.process(blocks[0], decrypt=decrypt, slot=used)
            device.process(blocks[0], decrypt=decrypt, slot=loaded)
            sent, results, handshakes = list[int](), b"", 0
            for cycle in range(12 * len(blocks)):
                now = Inputs(
                    key_valid=loads,
                    key_slot=loaded,
                    key=keys[loaded],
                    in_valid=len(sent) < len(blocks),
                    in_decrypt=decrypt,
                    in_slot=used,
                    in_block=blocks[min(len(sent), len(blocks) - 1)],
                    out_ready=True,
                )
                seen = device.step(now)
                handshakes += loads and seen.key_ready
                if now.in_valid and seen.in_ready:
                    sent.append(cycle)
                if seen.out_valid:
                    results += seen.out_block
            assert results == openssl(keys[used], b"".join(blocks), decrypt=decrypt)
            assert handshakes > 5 or not loads
            times.append(sent)
        assert times[0] == times[1]


@pytest.mark.parametrize("name", ["several turns", "one turn", "both directions", "block RAM"])
def test_zeroise_clears_every_slot(name: str, rng: random.Random) -> None:
    """A zeroise ends in KeySlots cycles per turn; then no slot has a key, and each takes one."""
    with Device.open(config(name)) as device:
        chosen = device.config
        slots, turns = chosen.KeySlots, (chosen.KeyBits // 32 + 6) // chosen.Rounds
        device.set_watchdog(2 * turns * slots + 10000)
        keys = [rng.randbytes(device.key_bytes) for _ in range(slots)]
        for slot in range(slots):
            device.load_key(keys[slot], slot)
        decrypt = directions(device)[-1]
        block = rng.randbytes(BLOCK)
        for slot in (0, slots - 1, rng.randrange(slots)):
            assert device.process(block, decrypt=decrypt, slot=slot) == openssl(
                keys[slot], block, decrypt=decrypt
            )
        device.step(Inputs(zeroise=True, out_ready=True))
        key, cycles = rng.randbytes(device.key_bytes), 0
        offer = Inputs(key_valid=True, key_slot=5, key=key, out_ready=True)
        while True:
            offer.in_valid, offer.in_slot = True, cycles % slots
            seen = device.step(offer)
            assert not seen.in_ready
            cycles += 1
            if seen.key_ready:
                break
        latency = 14 * 13 + 2  # of the longest ring
        assert turns * slots < cycles < turns * slots + latency + 40
        for slot in range(slots):
            assert slot == 5 or not device.step(Inputs(in_valid=True, in_slot=slot)).in_ready
        for slot in rng.sample(range(slots), slots):
            keys[slot] = rng.randbytes(device.key_bytes)
            device.load_key(keys[slot], slot)
        for slot in rng.sample(range(slots), 100):
            assert device.process(block, decrypt=decrypt, slot=slot) == openssl(
                keys[slot], block, decrypt=decrypt
            )


def test_a_zeroise_in_any_cycle_of_a_key_load(rng: random.Random) -> None:
    """The loaded slot stays without a key; contracts watch the memory of flags."""
    with Device.open(config("several turns")) as device:
        device.set_watchdog(30000)
        for distance in range(100):
            device.load_key(rng.randbytes(device.key_bytes), 700)
            for _ in range(distance):
                device.step(Inputs())
            device.step(Inputs(zeroise=True))
            for _ in range(4):
                assert not device.step(Inputs(in_valid=True, in_slot=700)).in_ready


def test_a_cleared_slot_waits(rng: random.Random) -> None:
    with Device.open(config("several turns")) as device:
        key, block = rng.randbytes(device.key_bytes), rng.randbytes(BLOCK)
        device.set_watchdog(30000)
        for slot in (700, 701):
            device.load_key(key, slot)
        device.clear_key(700)
        device.process(block, slot=701)
        for _ in range(200):
            assert not device.step(Inputs(in_valid=True, in_slot=700)).in_ready
