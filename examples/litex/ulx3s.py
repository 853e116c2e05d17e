# SPDX-License-Identifier: Apache-2.0
"""Build the SoC for a ULX3S with an LFE5U-85F, with Yosys, nextpnr and ecppack from pip.

python examples/litex/ulx3s.py --output build/ulx3s
"""

import argparse
import os
import re
import sys
from pathlib import Path

from litex.gen import LiteXModule
from litex.soc.cores.clock import ECP5PLL
from litex.soc.integration.builder import Builder
from litex_boards.platforms import radiona_ulx3s
from migen import ClockDomain, Signal

sys.path.insert(0, str(Path(__file__).parent))
import vectors
from roundel.litex import environment
from system import HERE, System, build

CRYSTAL = 25e6
NAME = "ulx3s"


class Clocks(LiteXModule):
    """The clock of the SoC from the crystal of the board."""

    def __init__(self, platform, frequency: float):
        self.rst = Signal()
        self.cd_sys = ClockDomain()
        self.pll = ECP5PLL()
        self.comb += self.pll.reset.eq(platform.request("rst") | self.rst)
        self.pll.register_clkin(platform.request("clk25"), CRYSTAL)
        self.pll.create_clkout(self.cd_sys, frequency)
        # The ESP32 of the board resets the FPGA while this pin is low.
        self.comb += platform.request("wifi_gpio0").eq(1)


class Board(System):
    """The SoC on the board, with the UART of the USB port."""

    def __init__(self, frequency: float, **options):
        platform = radiona_ulx3s.Platform(device="LFE5U-85F", revision="2.0", toolchain="trellis")
        folder = HERE / "firmware"
        self.crg = Clocks(platform, frequency)
        sources = [folder / "main.c", folder / "console.c"]
        super().__init__(platform, int(frequency), sources, **options)


def main() -> None:
    """Write the bitstream, and print the LUTs and the clock."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("build/ulx3s"))
    parser.add_argument("--mhz", type=float, default=40.0)
    parser.add_argument("--config", default="gcm-1")
    parser.add_argument("-p", action="append", default=[], dest="overrides", metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=101)
    options = parser.parse_args()
    output = options.output.resolve()
    os.environ.update(environment())
    (output / "software").mkdir(parents=True, exist_ok=True)
    vectors.write(output / "software" / "vectors.h", 4)
    overrides = options.overrides or ["Rounds=1", "Stages=1"]
    soc = Board(options.mhz * 1e6, config=options.config, stream=None, overrides=overrides)
    builder = Builder(soc, output_dir=str(output), compile_software=False)
    builder.build(build_name=NAME, seed=options.seed, run=False)
    log = build(builder, "sh", f"build_{NAME}.sh")
    for line in figures(log.read_text(encoding="utf-8", errors="replace")):
        print(line)
    print(f"bitstream: {log.parent / NAME}.bit")


def figures(log: str) -> list[str]:
    """Cells in use, and the last clock frequency of each clock, from the log of nextpnr."""
    cells = re.findall(r"(?:TRELLIS_COMB|TRELLIS_FF|DP16KD|MULT18X18D): +\d+/ *\d+ +\d+%", log)
    clocks = dict(re.findall(r"Max frequency for clock +'([^']+)': (.*)", log))
    return [*dict.fromkeys(cells), *(f"{clock}: {found}" for clock, found in clocks.items())]


if __name__ == "__main__":
    main()
