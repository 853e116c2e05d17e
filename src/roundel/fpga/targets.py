# SPDX-License-Identifier: Apache-2.0
"""The parts that a design can be placed on.

Capacities are those that nextpnr 0.11 reports for each device; the speed grade changes delays
only. A slice of these parts holds two LUT4 and two flip-flops.
"""

from dataclasses import dataclass

from roundel.base.errors import InputError


@dataclass(frozen=True)
class Target:
    """One part in one speed grade."""

    name: str  # for example "ecp5-85k-8"
    device: str  # nextpnr's option, for example "--85k"
    speed: int  # speed grade, 6 (slowest) to 8
    lut4: int
    ff: int
    bram: int  # block RAMs of 18 kbit

    def options(self) -> list[str]:
        """The options by which nextpnr-ecp5 knows this part."""
        return [self.device, "--package", "CABGA381", "--speed", str(self.speed)]


# Size of the part: LUT4 (and as many flip-flops), block RAMs.
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
    """The target of a name."""
    if name not in _TARGETS:
        raise InputError(
            f"there is no target {name!r}; choose one of {', '.join(_TARGETS)}, or cells:PATH.lib "
            "for the standard cells of a liberty file."
        )
    return _TARGETS[name]
