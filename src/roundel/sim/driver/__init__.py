# SPDX-License-Identifier: Apache-2.0
"""The C driver of `sw/driver/`, and simulated devices for the driver: cards and DMAs.

`library` compiles the driver and devices, `base` and `data` wrap the driver's functions in Python,
and `devices` opens a card or a DMA.
"""

from roundel.sim.driver.base import Driver
from roundel.sim.driver.data import DmaLink, DmaTimes, Facts, Link, Request, Result, Times
from roundel.sim.driver.devices import ACCESSES, Access, AnyAccess, Card, Dma

__all__ = [
    "ACCESSES", "Access", "AnyAccess", "Card", "Dma", "DmaLink", "DmaTimes", "Driver", "Facts",
    "Link", "Request", "Result", "Times",
]  # fmt: skip
