# SPDX-License-Identifier: Apache-2.0
"""Simulated hardware: a core, a packet engine, and the two devices behind the C driver.

Each class is a context manager. Verilator builds a design on its first use, which takes up to a
minute; later uses take the design from the cache.
"""

from pathlib import Path
from typing import Any, Self

from roundel import design
from roundel.base.errors import InputError
from roundel.base.progress import Progress, null_progress
from roundel.python.configs import ConfigLike, load
from roundel.sim import device, driver, stream, verilated
from roundel.sim.driver.library import card_library, dma_library


class _Opened:
    """A class with the method `open`, which is equal to a call of the class."""

    @classmethod
    def open(cls, *arguments: Any, **named: Any) -> Self:
        """Open a device; equal to a call of the class."""
        return cls(*arguments, **named)


class Device(_Opened, device.Device):
    """A simulated core: blocks in, blocks out, with keys in slots.

    Example:
        with roundel.Device("iterative") as device:
            device.load_key(bytes(16))
            ciphertext = device.process(bytes(64))
    """

    def __init__(
        self,
        config: ConfigLike,
        *,
        netlist: str | Path | None = None,
        progress: Progress = null_progress,
    ) -> None:
        """Open a core after reset, without a key.

        Args:
            config: A preset's name, the path of a YAML file, or a configuration without a mode.
            netlist: A Verilog file that replaces the RTL.
            progress: A function that is called with a message and the finished share.

        Raises:
            InputError: The configuration has a mode or cannot work.
            FailureError: A tool is missing or fails.
        """
        chosen = load(config)
        path = None if netlist is None else Path(netlist)
        super().__init__(chosen, verilated.build(chosen, path, progress))


class Stream(_Opened, stream.Stream):
    """A simulated packet engine: commands and text in, text and results out."""

    def __init__(
        self,
        config: ConfigLike,
        *,
        netlist: str | Path | None = None,
        progress: Progress = null_progress,
    ) -> None:
        """Open a packet engine after reset, without a key.

        Args:
            config: A preset's name, the path of a YAML file, or a configuration with a mode.
            netlist: A Verilog file that replaces the RTL.
            progress: A function that is called with a message and the finished share.

        Raises:
            InputError: The configuration has no mode or cannot work.
            FailureError: A tool is missing or fails.
        """
        chosen = load(config)
        if chosen.Mode == design.NO_MODE:
            raise InputError(f'{chosen.name} has no mode; use a preset with one or Mode="gcm".')
        library = stream.Stream.library(
            chosen.name,
            design.parameters(chosen),
            design.top_of(chosen),
            None if netlist is None else Path(netlist),
            progress,
        )
        super().__init__(chosen.name, library)


class Card(_Opened, driver.Card):
    """A simulated card in a memory slot, behind the C driver: requests in, results out.

    Example:
        with roundel.Card("gcm-1") as card:
            card.load_key(bytes(16))
            ticket = card.submit(request)
            result = card.wait(ticket)
    """

    def __init__(
        self,
        config: ConfigLike,
        *,
        access: driver.Access = "single",
        timeout_ns: int = 0,
        progress: Progress = null_progress,
    ) -> None:
        """Open a card.

        Args:
            config: A preset's name, the path of a YAML file, or a configuration with a mode.
            access: How the driver reaches the card's memory: "single", "simd" or "burst".
            timeout_ns: Limit for the driver's own waits, in ns of simulated time; 0 is a second.
            progress: A function that is called with a message and the finished share.

        Raises:
            InputError: No card exists for the configuration.
            FailureError: A tool is missing or fails.
        """
        library = card_library(load(config), {}, progress)
        super().__init__(f"sim:{library}", access, timeout_ns)


class Dma(_Opened, driver.Dma):
    """A simulated DMA, behind the C driver: the device fetches requests from memory."""

    def __init__(
        self, config: ConfigLike, *, timeout_ns: int = 0, progress: Progress = null_progress
    ) -> None:
        """Open a DMA.

        Args:
            config: A preset's name, the path of a YAML file, or a configuration with a mode.
            timeout_ns: Limit for the driver's own waits, in ns of simulated time; 0 is a second.
            progress: A function that is called with a message and the finished share.

        Raises:
            InputError: No DMA exists for the configuration.
            FailureError: A tool is missing or fails.
        """
        library = dma_library(load(config), {}, progress)
        super().__init__(f"sim:{library}", timeout_ns)
