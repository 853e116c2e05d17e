# SPDX-License-Identifier: Apache-2.0
"""Place and route: what a configuration costs on a part, and how fast it runs there.

`flow` is the way through: `recipes` and `mapping` make the netlist of the core alone, `harness`
goes around it, `nextpnr` places and routes both for a part of `targets`, `timing` reads what came
out, and `record` is what the user gets. `netlist` makes the mapped core simulate.
"""

from roundel.synth.flow import DEFAULT_SEEDS, netlist, parse_seeds, synth
from roundel.synth.recipes import AUTO, RECIPES, Recipe
from roundel.synth.record import Flow, Fmax, SynthRecord
from roundel.synth.targets import Target, find_target, targets
from roundel.synth.timing import CriticalPath

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
