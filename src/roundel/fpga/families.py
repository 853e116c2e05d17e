# SPDX-License-Identifier: Apache-2.0
"""All FPGA families by name."""

from roundel.fpga.ecp5 import ECP5
from roundel.fpga.family import Family
from roundel.fpga.gatemate import GATEMATE
from roundel.fpga.gowin import GW2A, GW5A
from roundel.fpga.ice40 import ICE40, ICE40UP
from roundel.fpga.machxo import MACHXO2, MACHXO3
from roundel.fpga.mapped_only import CYCLONEV, XC7, XCUP
from roundel.fpga.nexus import NEXUS

FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        ECP5, NEXUS, ICE40, ICE40UP, MACHXO2, MACHXO3, GW2A, GW5A, GATEMATE, XC7, XCUP, CYCLONEV,
    )
}  # fmt: skip
