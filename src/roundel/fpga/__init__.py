# SPDX-License-Identifier: Apache-2.0
"""Place and route: the cells of a configuration on a part, and its clock there.

`recipes` and `mapping` make the netlist of the design alone, `harness` goes around it, `nextpnr`
places and routes both for a part of `targets`, and `timing` reads the outcome. `flow` joins these
steps, `works` makes jobs of them, and `record` is the result. `netlist` makes a mapped design that
simulates.
"""

from roundel.fpga.flow import DEFAULT_SEEDS, parse_seeds
from roundel.fpga.netlist import netlist
from roundel.fpga.recipes import AUTO, RECIPES
from roundel.fpga.record import SynthRecord
from roundel.fpga.targets import find_target, targets
from roundel.fpga.works import synth

__all__ = [
    "AUTO", "DEFAULT_SEEDS", "RECIPES", "SynthRecord", "find_target", "netlist", "parse_seeds",
    "synth", "targets",
]  # fmt: skip
