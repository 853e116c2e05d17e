# SPDX-License-Identifier: Apache-2.0
"""cocotb drivers of the packet engines, and a runner that needs no simulator on PATH.

    from roundel.cocotb import AxiDriver, Packet, simulate

`AxiDriver` drives `roundel_axi`, and `StreamDriver` drives `roundel_stream`: load a key, send a
packet, compare the result with OpenSSL. A top of your own works too if its ports have the same
names. `simulate` builds a top with Verilator and runs the cocotb tests of a module. `environment`
gives Roundel's Verilator to cocotb's own runner.

The drivers need cocotbext-axi: `pip install 'roundel[cocotb]'`. The other parts of Roundel do not
import this package.
"""

try:
    from roundel.cocotb.drivers import AxiDriver, StreamDriver
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] not in ("cocotb", "cocotb_bus", "cocotbext"):
        raise
    raise ModuleNotFoundError(
        f"roundel.cocotb needs the package {error.name}; run `pip install 'roundel[cocotb]'`.",
        name=error.name,
    ) from error
from roundel.cocotb.model import build, environment
from roundel.cocotb.packets import Packet, Result, expected
from roundel.cocotb.registers import Register
from roundel.cocotb.simulation import simulate

__all__ = [
    "AxiDriver", "Packet", "Register", "Result", "StreamDriver", "build", "environment",
    "expected", "simulate",
]  # fmt: skip
