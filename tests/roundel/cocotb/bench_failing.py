# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of which one fails; test_simulation.py starts them."""

from typing import Any

import cocotb
from cocotb.triggers import Timer


@cocotb.test()
async def good(dut: Any) -> None:
    await Timer(10, "ns")


@cocotb.test()
async def bad(dut: Any) -> None:
    raise AssertionError("as it must be")
