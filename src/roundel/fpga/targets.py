# SPDX-License-Identifier: Apache-2.0
"""The supported FPGAs.

Capacities are nextpnr 0.11's for each device. A target of a family that is mapped only is a family
without a part, and has no capacities.
"""

from dataclasses import dataclass

from roundel.base.errors import InputError, similar
from roundel.fpga.ecp5 import ECP5
from roundel.fpga.family import Family, Placer
from roundel.fpga.gatemate import GATEMATE
from roundel.fpga.gowin import GW2A, GW5A
from roundel.fpga.ice40 import ICE40, ICE40UP
from roundel.fpga.machxo import MACHXO2, MACHXO3
from roundel.fpga.mapped_only import CYCLONEV, XC7, XCUP
from roundel.fpga.nexus import NEXUS

_NEAREST = 3  # suggested names of an unknown target


@dataclass(frozen=True)
class Target:
    """One FPGA with one speed grade, or a family that is mapped only."""

    name: str  # for example "ecp5-85k-8"
    family: Family
    part: tuple[str, ...] = ()  # the options of nextpnr for device, package and speed
    lut: int = 0
    ff: int = 0
    bram: int = 0  # block RAMs of the family's kind
    pins: tuple[str, str, str, str] | tuple[()] = ()  # for the ports of the harness, in order

    @property
    def placed(self) -> bool:
        """Whether designs are placed and routed; otherwise they are mapped only."""
        return self.family.placer is not None

    @property
    def placer(self) -> Placer:
        """Place and route; ValueError for a target that is mapped only."""
        if self.family.placer is None:
            raise ValueError(f"{self.name} has no place and route")
        return self.family.placer

    def options(self) -> list[str]:
        """The options of nextpnr for this FPGA."""
        return list(self.part)


# Size: LUT4 (with an equal number of flip-flops), block RAMs.
_ECP5 = {"25k": (24288, 56), "45k": (43848, 108), "85k": (83640, 208)}
_TARGETS = {
    target.name: target
    for target in (
        *(
            Target(
                f"ecp5-{size}-{speed}",
                ECP5,
                (f"--{size}", "--package", "CABGA381", "--speed", str(speed)),
                lut4,
                lut4,
                bram,
            )
            for size, (lut4, bram) in _ECP5.items()
            for speed in (6, 7, 8)
        ),
        Target(
            "nexus-40",
            NEXUS,
            ("--device", "LIFCL-40-9BG400C"),
            32256,
            32256,
            84,
            pins=("L5", "M5", "N5", "P5"),
        ),
        Target("ice40-up5k", ICE40UP, ("--up5k", "--package", "sg48"), 5280, 5280, 30),
        Target("ice40-hx8k", ICE40, ("--hx8k", "--package", "ct256"), 7680, 7680, 32),
        Target("machxo2-1200", MACHXO2, ("--device", "LCMXO2-1200HC-6TG144C"), 1280, 1280, 7),
        Target("machxo3-6900", MACHXO3, ("--device", "LCMXO3LF-6900C-6BG400C"), 6864, 6864, 26),
        Target(
            "gw2a-18",
            GW2A,
            ("--device", "GW2A-LV18PG256C8/I7", "--vopt", "family=GW2A-18"),
            20736,
            15552,
            46,
            pins=("H11", "T3", "T2", "L16"),
        ),
        Target(
            "gw5a-25",
            GW5A,
            ("--device", "GW5A-LV25MG121NC1/I0", "--vopt", "family=GW5A-25A"),
            23040,
            23040,
            56,
            pins=("E2", "H10", "H11", "L5"),
        ),
        Target("gatemate-a1", GATEMATE, ("--device", "CCGM1A1"), 40960, 40960, 64),
        *(Target(family.name, family) for family in (XC7, XCUP, CYCLONEV)),
    )
}


def targets() -> list[Target]:
    """Every target by family; the smallest and slowest of a family first."""
    return list(_TARGETS.values())


def find_target(name: str) -> Target:
    """The target with a name.

    Raises:
        InputError: There is no such target; the message suggests similar names.
    """
    if name not in _TARGETS:
        near = similar(name, _TARGETS, _NEAREST, 0.4)
        hint = f" (did you mean {' or '.join(near)}?)" if near else ""
        raise InputError(
            f"there is no target {name!r}{hint}; choose one of {', '.join(_TARGETS)}, or "
            "cells:PATH.lib for the standard cells of a liberty file."
        )
    return _TARGETS[name]
