# SPDX-License-Identifier: Apache-2.0
"""All FPGA families by name."""

from roundel.fpga.family import Family
from roundel.fpga.targets import targets

FAMILIES: dict[str, Family] = {target.family.name: target.family for target in targets()}
