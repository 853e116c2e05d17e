# SPDX-License-Identifier: Apache-2.0
"""Place and route: cells and clock of a configuration on an FPGA.

`recipes` and `mapping` make the netlist of the design. `harness` is a wrapper around the design.
`nextpnr` places and routes both for a part of `targets`, and `timing` reads the report. `flow`
joins these steps, `works` makes jobs of the steps, and `record` holds the result. `netlist` makes
a mapped design for simulation.
"""

from roundel.fpga.ecp5 import ECP5
from roundel.fpga.family import AUTO, Family
from roundel.fpga.flow import DEFAULT_SEEDS, parse_seeds
from roundel.fpga.netlist import netlist
from roundel.fpga.record import MappedRecord, SynthRecord
from roundel.fpga.targets import find_target, targets
from roundel.fpga.works import map_only, synth

__all__ = [
    "AUTO", "DEFAULT_SEEDS", "ECP5", "Family", "MappedRecord", "SynthRecord", "find_target",
    "map_only", "netlist", "parse_seeds", "synth", "targets",
]  # fmt: skip
