# SPDX-License-Identifier: Apache-2.0
"""Simulated devices behind the C driver: cards and DMAs."""

import mmap
from collections.abc import Mapping
from typing import Literal, Self

from roundel.base.progress import Progress, null_progress
from roundel.design import Config
from roundel.sim.driver.base import Driver
from roundel.sim.driver.data import DmaLink, DmaTimes, Link, Times
from roundel.sim.driver.library import card_library, dma_library

Access = Literal["single", "simd", "burst"]
ACCESSES: tuple[Access, ...] = ("single", "simd", "burst")
"""How a processor reaches a card, in the driver's order."""

AnyAccess = Access | Literal["dma"]
"""The same, or a device that reaches the processor's memory itself."""

_DMA = len(ACCESSES)  # ROUNDEL_ACCESS_DMA
_WIDTHS: dict[Access, int] = {"single": 8, "simd": 16, "burst": 64}  # bytes of an access
_BLOCK = 16  # bytes of a lane in a beat


class Card(Driver):
    """A card in a memory slot, from `Card.open` to `close`."""

    _kind = "card"

    def __init__(self, where: str, access: Access = "single", timeout_ns: int = 0) -> None:
        """Open a device by the driver's own name for it, "sim:LIBRARY" or "mmio:PATH[@OFFSET]".

        Raises:
            FailureError: It is not there, or is no card.
        """
        super().__init__(where, ACCESSES.index(access), timeout_ns)
        self.access = access

    @classmethod
    def open(
        cls,
        config: Config,
        *,
        access: Access = "single",
        parameters: Mapping[str, int] | None = None,
        timeout_ns: int = 0,
        progress: Progress = null_progress,
    ) -> Self:
        """A simulated card of a configuration, built if the cache does not have it.

        The configuration has a mode. `access` is how the driver reaches the card's memory,
        `parameters` are further ones of roundel_card, for example InputBlocks. The driver itself
        waits for at most `timeout_ns`; 0 stands for a second.

        Raises:
            InputError: The configuration has no mode that a card can have.
            FailureError: A tool is missing or fails.
        """
        return cls(f"sim:{card_library(config, parameters or {}, progress)}", access, timeout_ns)

    def set_link(self, link: Link) -> None:
        """Put a simulated card at the end of a link; InputError if a value is impossible."""
        self._set_link("roundel_link", link)

    def write_memory(self, address: int, data: bytes) -> None:
        """One write of a simulated card's processor, past the driver; see roundel_card_write."""
        self._told("write", address, self._ffi.from_buffer("uint8_t[]", data), len(data))

    def read_memory(self, address: int, size: int) -> bytes:
        """One read, likewise."""
        found = bytearray(size)
        buffer = self._ffi.from_buffer("uint8_t[]", found, require_writable=True)
        self._told("read", address, buffer, size)
        return bytes(found)

    def times(self, *, clear: bool = False) -> Times:
        """Where the processor's time went since the last clear."""
        return self._times(Times, clear)

    @property
    def moved_bytes(self) -> int:
        """About how many bytes went into a simulated device and out of it; it grows as it works."""
        times = self.times()
        # It waits by itself after each look that found nothing to do.
        return _WIDTHS[self.access] * (times.writes + times.reads - times.idles)


class Dma(Driver):
    """A DMA, which fetches packets itself, from `Dma.open` to `close`."""

    _kind = "dma"

    def __init__(
        self,
        where: str,
        timeout_ns: int = 0,
        memory: bytearray | mmap.mmap | None = None,
        address: int = 0,
    ) -> None:
        """Open a device by the driver's own name for it, "sim:LIBRARY" or "mmio:PATH[@OFFSET]".

        The driver waits at most `timeout_ns` (0: one second). A real device needs `memory`, which
        it sees at the bus address `address`; the driver owns the memory until `close`.

        Raises:
            InputError: It needs memory, or more of it, or from another address on.
            FailureError: It is not there, or is no DMA.
        """
        super().__init__(where, _DMA, timeout_ns, memory, address)

    @classmethod
    def open(
        cls,
        config: Config,
        *,
        parameters: Mapping[str, int] | None = None,
        timeout_ns: int = 0,
        progress: Progress = null_progress,
    ) -> Self:
        """A simulated DMA of a configuration, built if the cache does not have it.

        Arguments and errors are those of `Card.open`; `parameters` belong to roundel_dma, for
        example BurstBytes.
        """
        return cls(f"sim:{dma_library(config, parameters or {}, progress)}", timeout_ns)

    def set_link(self, link: DmaLink) -> None:
        """Put a simulated DMA at the end of a link; InputError if a value is impossible."""
        self._set_link("roundel_dma_link", link)

    def set_pauses(self, seed: int, probability: float) -> None:
        """Have every channel of a simulated DMA's bus pause at random; below 1."""
        self._told("set_pauses", seed, int(65536 * probability))

    def fail(self, *, reads: int = 0, writes: int = 0, rings: bool = False) -> None:
        """Have the next bursts refused by the bus: of packets and text, or of the rings."""
        self._told("fail", rings, reads, writes)

    def hold(self, hold: bool) -> None:
        """Have the bus stand still, or go on."""
        self._told("hold", hold)

    def times(self, *, clear: bool = False) -> DmaTimes:
        """Where time went since the last clear."""
        return self._times(DmaTimes, clear)

    @property
    def moved_bytes(self) -> int:
        """About how many bytes went into a simulated device and out of it; it grows as it works."""
        times = self.times()
        beats = times.descriptor_beats + times.data_beats + times.text_beats + times.record_beats
        return self.facts.lanes * _BLOCK * beats
