# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the driver of `roundel_stream`, for test_drivers.py."""

import dataclasses
import itertools
from typing import Any

import cocotb
import pytest

from roundel.base.errors import FailureError, InputError
from roundel.cocotb import Packet, StreamDriver, drivers

KEY, OTHER = bytes(range(16)), bytes(range(16, 32))
IV = bytes(range(12))
PACKETS = [
    Packet(bytes(range(100)), IV, bytes(20), slot=1, user=1),
    Packet(b"", IV, slot=1),
    Packet(b"", IV, b"aad", slot=3, user=1),
    Packet(b"x" * 33, bytes(60), slot=3),
]


async def started(dut: Any) -> StreamDriver:
    aes = StreamDriver(dut)
    await aes.reset()
    await aes.load_key(1, KEY)
    await aes.load_key(3, OTHER, least_tag=12)
    return aes


@cocotb.test()
async def packets(dut: Any) -> None:
    aes = await started(dut)
    for packet in PACKETS:
        await aes.check(packet)
    aes.sink.set_pause_generator(itertools.cycle([1, 1, 0]))
    for packet in PACKETS:
        aes.send(packet)
    with pytest.raises(FailureError, match="an earlier packet is under way"):
        await aes.process(PACKETS[0])
    for packet in PACKETS:
        result = await aes.receive()
        assert (result.ok, result.user, len(result.text)) == (True, packet.user, len(packet.text))
    with pytest.raises(FailureError, match="send a packet first"):
        await aes.receive()


@cocotb.test()
async def faults(dut: Any) -> None:
    aes = await started(dut)
    sealed = await aes.check(PACKETS[0])
    opened = dataclasses.replace(PACKETS[0], text=sealed.text, decrypt=True, tag=sealed.tag)
    assert (await aes.check(opened)).ok
    assert not (await aes.check(dataclasses.replace(opened, tag=bytes(16)))).ok
    empty = await aes.process(Packet(b"x", IV, slot=2))
    assert (empty.error, empty.text, empty.meaning) == (2, b"", "the key slot is empty")
    short = await aes.process(Packet(b"x", IV, slot=3, decrypt=True, tag=bytes(8)))
    assert short.error == 1  # shorter than least_tag
    with pytest.raises(FailureError, match="slot 2 has no key"):
        await aes.check(Packet(b"x", IV, slot=2))
    for size in (15, 17, 32):
        with pytest.raises(InputError, match=f"keys of 16 bytes, and the key has {size}"):
            await aes.load_key(1, bytes(size))
    for slot in (-1, 4):
        with pytest.raises(InputError, match=f"no slot {slot}; the slots are 0 to 3"):
            await aes.load_key(slot, KEY)
    await aes.check(PACKETS[0])


@cocotb.test()
async def no_result(dut: Any) -> None:
    aes = await started(dut)
    aes._sent.append(PACKETS[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drivers, "_CYCLES", 100)
        with pytest.raises(FailureError, match="the result of the packet did not come within 100"):
            await aes.receive()
    await aes.check(PACKETS[0])


@cocotb.test()
async def wrong_result(dut: Any) -> None:
    """`check` compares: the driver knows another key than the hardware."""
    aes = await started(dut)
    aes._keys[1] = OTHER
    with pytest.raises(AssertionError, match=r"text, tag of the packet differ from OpenSSL"):
        await aes.check(PACKETS[0])
