# SPDX-License-Identifier: Apache-2.0
"""cocotb bench of the example of docs/how-to/buses.md: keys and packets, with registers on APB."""

from typing import Any

import cocotb
import pytest
from tests.rtl.regs.bench_roundel_apb_bridge import Manager
from tests.rtl.regs.bridge_memory import Access

from roundel.base.errors import FailureError, InputError
from roundel.cocotb import AxiDriver, Packet, Register

KEY, IV = bytes(range(16)), bytes(range(16))


class ApbDriver(AxiDriver):
    """The driver of `roundel_axi`, with the registers on APB.

    Attributes:
        cycles: The cycles of each transfer.
    """

    def __init__(self, dut: Any) -> None:
        super().__init__(dut, mode="ctr")
        assert self.master is None
        self._manager = Manager(dut, dut.aclk)
        self.cycles: set[int] = set()

    async def _transfer(self, access: Access) -> int:
        data, error, cycles = await self._manager.access(access, 0)
        self.cycles.add(cycles)
        if error:
            raise FailureError("PSLVERR")
        return data

    async def read(self, address: int) -> int:
        return await self._transfer(Access(False, address))

    async def write(self, address: int, value: int) -> None:
        await self._transfer(Access(True, address, value))


@cocotb.test()
async def packets(dut: Any) -> None:
    aes = ApbDriver(dut)
    await aes.reset()
    assert await aes.read(Register.ID) == 0x534541
    await aes.load_key(1, KEY)
    await aes.load_key(2, KEY[::-1])
    for slot in (1, 2, 1):
        await aes.check(Packet(bytes(range(100)), IV, slot=slot))
    assert await aes.read(Register.PACKETS) == 3
    assert await aes.read(Register.KEY) == 0
    with pytest.raises(InputError, match="keys of 16 bytes, and the key has 32"):
        await aes.load_key(1, 2 * KEY)
    slots = await aes.read(Register.STREAMS) & 0x1FF
    with pytest.raises(InputError, match=f"no slot {slots}; the slots are 0 to"):
        await aes.load_key(slots, KEY)
    with pytest.raises(InputError, match="has no port s_axil_awvalid, so no AXI4-Lite"):
        await AxiDriver.read(aes, Register.ID)
    with pytest.raises(FailureError, match="PSLVERR"):
        await aes.write(Register.ID, 0)
    with pytest.raises(FailureError, match="PSLVERR"):
        await aes.read(0x800)
    assert await aes.read(Register.ERRORS) == 0x200
    assert aes.cycles == {10}
