# SPDX-License-Identifier: Apache-2.0
"""The supported FPGAs.

Capacities are nextpnr 0.11's for each device; the speed grade only changes delays. A slice of these
FPGAs contains two LUT4 and two flip-flops.
"""

from dataclasses import dataclass

from roundel.base.errors import InputError


@dataclass(frozen=True)
class Target:
    """One FPGA with one speed grade."""

    name: str  # for example "ecp5-85k-8"
    device: str  # nextpnr's option, for example "--85k"
    speed: int  # speed grade, 6 (slowest) to 8
    lut4: int
    ff: int
    bram: int  # block RAMs of 18 kbit

    def options(self) -> list[str]:
        """The options of nextpnr-ecp5 for this FPGA."""
        return [self.device, "--package", "CABGA381", "--speed", str(self.speed)]


# Size: LUT4 (with an equal number of flip-flops), block RAMs.
_ECP5 = {"25k": (24288, 56), "45k": (43848, 108), "85k": (83640, 208)}
_TARGETS = {
    f"ecp5-{size}-{speed}": Target(f"ecp5-{size}-{speed}", f"--{size}", speed, lut4, lut4, bram)
    for size, (lut4, bram) in _ECP5.items()
    for speed in (6, 7, 8)
}


def targets() -> list[Target]:
    """Every target, the smallest and slowest first."""
    return list(_TARGETS.values())


def find_target(name: str) -> Target:
    """The target with a name."""
    if name not in _TARGETS:
        raise InputError(
            f"there is no target {name!r}; choose one of {', '.join(_TARGETS)}, or cells:PATH.lib "
            "for the standard cells of a liberty file."
        )
    return _TARGETS[name]
