# SPDX-License-Identifier: Apache-2.0
"""Simulate the SoC with LiteX and Verilator: VexRiscv runs the C driver of Roundel.

python examples/litex/simulate.py --output build/litex
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from litex.build.generic_platform import Pins, Subsignal
from litex.build.io import CRG
from litex.build.sim import SimPlatform
from litex.build.sim.config import SimConfig
from litex.soc.integration.builder import Builder

sys.path.insert(0, str(Path(__file__).parent))
import vectors
from roundel.litex import environment
from system import HERE, System, build

FREQUENCY = 1_000_000  # of the clock in LiteX's simulation

_STREAM = [
    Subsignal("source_valid", Pins(1)), Subsignal("source_ready", Pins(1)),
    Subsignal("source_data", Pins(8)),
    Subsignal("sink_valid", Pins(1)), Subsignal("sink_ready", Pins(1)),
    Subsignal("sink_data", Pins(8)),
]  # fmt: skip


class Simulated(System):
    """The SoC with the pins of LiteX's simulation."""

    def __init__(self, output: Path, **options):
        pins = [("sys_clk", 0, Pins(1)), ("serial", 0, *_STREAM)]
        platform = SimPlatform("SIM", pins)
        folder = HERE / "firmware"
        sources = [folder / "main.c", folder / "console.c"]
        (output / "software").mkdir(parents=True, exist_ok=True)
        self.crg = CRG(platform.request("sys_clk"))
        super().__init__(platform, FREQUENCY, sources, uart_name="sim", **options)
        platform.add_debug(self)  # `sim_finish`
        # LiteX always compiles code for waves, which doubles the time of the build.
        quiet = output / "quiet.vlt"
        quiet.write_text('`verilator_config\ntracing_off -file "*"\n', encoding="utf-8")
        platform.add_source(str(quiet))


def main() -> None:
    """Build and run the simulation; status 1 unless the firmware prints PASS."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("build/litex"))
    parser.add_argument("--config", default="gcm-1")
    parser.add_argument("--stream", default="ctr-1")
    parser.add_argument("-p", action="append", default=[], dest="overrides", metavar="NAME=VALUE")
    parser.add_argument("--vectors", type=int, default=2)
    parser.add_argument("--optimise", default="O1", help="optimisation of g++")
    parser.add_argument("--cpu-variant", default="standard")
    parser.add_argument("--timeout", type=float, default=600, help="limit of the run in seconds")
    options = parser.parse_args()
    output = options.output.resolve()
    os.environ.update(environment())
    # Only these modules of LiteX's simulator, and an optimisation that suits a short simulation.
    flags = os.environ.get("MAKEFLAGS", "")
    os.environ["MAKEFLAGS"] = (
        rf"{flags} MODULES=clocker\ serial2console OPT_FAST=-{options.optimise}"
    )
    soc = Simulated(
        output,
        config=options.config,
        stream=options.stream,
        overrides=options.overrides,
        cpu_variant=options.cpu_variant,
    )
    vectors.write(output / "software" / "vectors.h", options.vectors)
    settings = SimConfig()
    settings.add_clocker("sys_clk", freq_hz=FREQUENCY)
    settings.add_module("serial2console", "serial")
    builder = Builder(soc, output_dir=str(output), compile_software=False)
    # Without a number of jobs, LiteX starts all compilers at once.
    jobs = os.cpu_count()
    builder.build(sim_config=settings, opt_level=options.optimise, jobs=jobs, run=False)
    # LiteX's own run returns no status and ignores a failure.
    gateware = build(builder, "bash", "build_sim.sh").parent
    try:
        run = subprocess.run(
            ["obj_dir/Vsim"], cwd=gateware, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            timeout=options.timeout, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as ended:
        sys.stdout.write((ended.stdout or b"").decode(errors="replace"))
        sys.exit(f"simulate.py: no PASS within {options.timeout:g} s; see --timeout.")
    text = run.stdout.decode(errors="replace")
    sys.stdout.write(text)
    if run.returncode or "PASS" not in text.split():
        sys.exit("simulate.py: the firmware did not print PASS.")


if __name__ == "__main__":
    main()
