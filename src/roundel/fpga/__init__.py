# SPDX-License-Identifier: Apache-2.0
"""Place and route: what a configuration costs on a part, and how fast it runs there.

`flow` is the way through: `recipes` and `mapping` make the netlist of the core alone, `harness`
goes around it, `nextpnr` places and routes both for a part of `targets`, `timing` reads what came
out, and `record` is what the user gets. `netlist` makes the mapped core simulate.
"""

from roundel.fpga.flow import DEFAULT_SEEDS, netlist, parse_seeds, synth
from roundel.fpga.recipes import AUTO, RECIPES, Recipe
from roundel.fpga.record import Flow, Fmax, SynthRecord
from roundel.fpga.targets import Target, find_target, targets
from roundel.fpga.timing import CriticalPath

__all__ = [
    "AUTO",
    "DEFAULT_SEEDS",
    "RECIPES",
    "CriticalPath",
    "Flow",
    "Fmax",
    "Recipe",
    "SynthRecord",
    "Target",
    "find_target",
    "netlist",
    "parse_seeds",
    "synth",
    "targets",
]
