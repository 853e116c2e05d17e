# SPDX-License-Identifier: Apache-2.0
"""cocotb bench of `roundel_apb_bridge` with an APB manager and an AXI4-Lite memory.

- ``accesses_with_pauses``: random reads and writes with strobes and attributes, refused ones too,
  with random pauses of the memory and of the manager; data, errors and attributes as expected.
- ``time``: an access to a memory without a pause.
"""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from tests.rtl.regs.bridge_memory import Access, Memory, Model, accesses


class Manager:
    """An APB4 manager; the caller starts the clock and releases the reset."""

    def __init__(self, dut: Any, clock: Any) -> None:
        self._dut, self._clock = dut, clock
        dut.s_apb_psel.value = 0
        dut.s_apb_penable.value = 0

    async def access(self, access: Access, idle: int) -> tuple[int, bool, int]:
        """Data, error and cycles of a transfer, after idle cycles."""
        dut = self._dut
        if idle:
            await ClockCycles(self._clock, idle)
        dut.s_apb_psel.value = 1
        dut.s_apb_pwrite.value = access.write
        dut.s_apb_paddr.value = access.address
        dut.s_apb_pwdata.value = access.data
        dut.s_apb_pstrb.value = access.strobes if access.write else 0
        dut.s_apb_pprot.value = access.prot
        cycles = 1
        await RisingEdge(self._clock)
        dut.s_apb_penable.value = 1
        while True:
            await RisingEdge(self._clock)
            cycles += 1
            if int(dut.s_apb_pready.value):
                dut.s_apb_psel.value = 0
                dut.s_apb_penable.value = 0
                data = int(dut.s_apb_prdata.value)
                return data, bool(int(dut.s_apb_pslverr.value)), cycles
            assert not int(dut.s_apb_pslverr.value)


async def started(dut: Any) -> Manager:
    """The manager of a bridge after its reset."""
    Clock(dut.pclk, 10, unit="ns").start()
    dut.presetn.value = 0
    manager = Manager(dut, dut.pclk)
    await ClockCycles(dut.pclk, 3)
    await FallingEdge(dut.pclk)
    dut.presetn.value = 1
    await RisingEdge(dut.pclk)
    return manager


@cocotb.test()
async def accesses_with_pauses(dut: Any) -> None:
    memory, model, rng = Memory(dut, dut.pclk, dut.presetn, 7), Model(), random.Random(1)
    manager = await started(dut)
    for access in accesses(2, 300):
        memory.seen.clear()
        data, error, _ = await manager.access(access, rng.choice((0, 0, 1, 3)))
        expected, refused = model.answer(access)
        assert error == refused, access
        assert access.write or refused or data == expected, access
        assert memory.seen == [(access.write, access.prot)]


@cocotb.test()
async def time(dut: Any) -> None:
    Memory(dut, dut.pclk, dut.presetn, None)
    manager = await started(dut)
    times = {(await manager.access(Access(write, 0), 0))[2] for write in (True, False)}
    assert max(times) <= 7, times
