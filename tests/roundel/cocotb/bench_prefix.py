# SPDX-License-Identifier: Apache-2.0
"""cocotb test of a top with a prefix and without some ports, for test_drivers.py."""

from typing import Any

import cocotb
import pytest

from roundel.base.errors import InputError
from roundel.cocotb import Packet, StreamDriver


@cocotb.test()
async def packet(dut: Any) -> None:
    aes = StreamDriver(dut, mode="ctr", prefix="aes_")
    await aes.reset()
    with pytest.raises(InputError, match="no slot 1; the slots are 0 to 0"):
        await aes.load_key(1, bytes(range(16)))
    await aes.load_key(0, bytes(range(16)))
    await aes.check(Packet(bytes(range(50)), bytes(range(16))))
    await aes.check(Packet(bytes(range(50)), bytes(range(16)), decrypt=True))
