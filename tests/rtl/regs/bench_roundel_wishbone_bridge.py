# SPDX-License-Identifier: Apache-2.0
"""cocotb bench of `roundel_wishbone_bridge` with Wishbone hosts and an AXI4-Lite memory.

- ``classic``: random reads and writes of a classic host, refused ones too, with random pauses;
  data, errors and attributes as expected; some cycles are aborted, and the next request gets its
  own answer.
- ``pipelined``: a host that offers the next request before the answer of the last one.
"""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from tests.rtl.regs.bridge_memory import Access, Memory, Model, accesses


async def start(dut: Any) -> None:
    Clock(dut.clk_i, 10, unit="ns").start()
    dut.rst_ni.value = 0
    dut.s_wb_cyc.value = 0
    dut.s_wb_stb.value = 0
    await ClockCycles(dut.clk_i, 3)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await RisingEdge(dut.clk_i)


def offer(dut: Any, access: Access) -> None:
    dut.s_wb_cyc.value = 1
    dut.s_wb_stb.value = 1
    dut.s_wb_we.value = access.write
    dut.s_wb_adr.value = access.address // 4
    dut.s_wb_dat_w.value = access.data
    dut.s_wb_sel.value = access.strobes
    dut.s_wb_prot.value = access.prot


def answer(dut: Any) -> tuple[bool, int] | None:
    """Error and data, if the bridge answers in this cycle."""
    ack, err = int(dut.s_wb_ack.value), int(dut.s_wb_err.value)
    assert not (ack and err)
    if not ack and not err:
        return None
    return bool(err), int(dut.s_wb_dat_r.value)


@cocotb.test()
async def classic(dut: Any) -> None:
    rng, model = random.Random(3), Model()
    memory = Memory(dut, dut.clk_i, dut.rst_ni, 11)
    await start(dut)
    for access in accesses(4, 300):
        memory.seen.clear()
        offer(dut, access)
        # A write stays in the memory whether the host waits for the answer or not.
        patience = rng.randrange(2, 6) if not access.write and rng.random() < 0.2 else 1000
        found = None
        while found is None and patience:
            await RisingEdge(dut.clk_i)
            found, patience = answer(dut), patience - 1
        idle = rng.choice((0, 0, 1, 4))
        if found is None or idle:  # end the cycle
            dut.s_wb_cyc.value = 0
            dut.s_wb_stb.value = 0
            for _ in range(max(idle, 1)):
                await RisingEdge(dut.clk_i)
                assert answer(dut) is None
        if found is None:
            continue
        expected, refused = model.answer(access)
        assert found[0] == refused, access
        assert access.write or refused or found[1] == expected, access
        assert memory.seen[-1] == (access.write, access.prot)


@cocotb.test()
async def pipelined(dut: Any) -> None:
    rng, model, memory = random.Random(5), Model(), Memory(dut, dut.clk_i, dut.rst_ni, 13)
    await start(dut)
    waiting = accesses(6, 300)
    accepted: list[Access] = []
    offered, done = False, 0
    while done < 300:
        if waiting and not offered and rng.random() < 0.7:
            offer(dut, waiting[0])
            offered = True
        await RisingEdge(dut.clk_i)
        found = answer(dut)
        if found is not None:
            access = accepted.pop(0)
            expected, refused = model.answer(access)
            assert found[0] == refused, access
            assert access.write or refused or found[1] == expected, access
            done += 1
        if offered and not int(dut.s_wb_stall.value):
            accepted.append(waiting.pop(0))
            offered = False
            dut.s_wb_stb.value = 0
        assert len(accepted) <= 1
    assert memory.seen
