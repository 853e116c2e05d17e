# SPDX-License-Identifier: Apache-2.0
"""Simulated devices for the C driver: cards and DMAs."""

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
"""The access methods of a processor to a card, in the driver's order."""

AnyAccess = Access | Literal["dma"]
"""The access methods to a card, or "dma": the device itself accesses the processor's memory."""

_DMA = len(ACCESSES)  # ROUNDEL_ACCESS_DMA
_WIDTHS: dict[Access, int] = {"single": 8, "simd": 16, "burst": 64}  # bytes of an access
_BLOCK = 16  # bytes of a lane in a beat


class Card(Driver):
    """A card in a memory slot, from `Card.open` to `close`."""

    _kind = "card"

    def __init__(self, where: str, access: Access = "single", timeout_ns: int = 0) -> None:
        """Open a device by the driver's name, "sim:LIBRARY" or "mmio:PATH[@OFFSET]".

        Raises:
            FailureError: The device is missing, or is no card.
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
        """A simulated card of a configuration, built if missing in the cache.

        The configuration must have a mode. `access` is the driver's access method. `parameters` are
        further parameters of roundel_card, for example InputBlocks. `timeout_ns` is the driver's
        timeout; 0: one second.

        Raises:
            InputError: The configuration has no mode supported by a card.
            FailureError: A tool is missing or fails.
        """
        return cls(f"sim:{card_library(config, parameters or {}, progress)}", access, timeout_ns)

    def set_link(self, link: Link) -> None:
        """Set the link of a simulated card; InputError for impossible values."""
        self._set_link("roundel_link", link)

    def write_memory(self, address: int, data: bytes) -> None:
        """One write by a simulated card's processor, without the driver; see roundel_card_write."""
        self._checked("write", address, self._ffi.from_buffer("uint8_t[]", data), len(data))

    def read_memory(self, address: int, size: int) -> bytes:
        """One read by a simulated card's processor, without the driver."""
        found = bytearray(size)
        buffer = self._ffi.from_buffer("uint8_t[]", found, require_writable=True)
        self._checked("read", address, buffer, size)
        return bytes(found)

    def times(self, *, clear: bool = False) -> Times:
        """The processor's time by activity since the last clear."""
        return self._times(Times, clear)

    @property
    def moved_bytes(self) -> int:
        """An estimate of the bytes moved into and out of a simulated device."""
        times = self.times()
        # The driver waits after each poll without work.
        return _WIDTHS[self.access] * (times.writes + times.reads - times.idles)


class Dma(Driver):
    """A DMA with packets in memory, from `Dma.open` to `close`."""

    _kind = "dma"

    def __init__(
        self,
        where: str,
        timeout_ns: int = 0,
        memory: bytearray | mmap.mmap | None = None,
        address: int = 0,
    ) -> None:
        """Open a device by the driver's name, "sim:LIBRARY" or "mmio:PATH[@OFFSET]".

        The driver waits at most `timeout_ns` (0: one second). A real device needs `memory`, at the
        bus address `address`; the driver owns the memory until `close`.

        Raises:
            InputError: The memory is missing, too small, or at an unusable address.
            FailureError: The device is missing, or is no DMA.
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
        """A simulated DMA of a configuration, built if missing in the cache.

        Arguments and errors are those of `Card.open`; `parameters` belong to roundel_dma, for
        example BurstBytes.
        """
        return cls(f"sim:{dma_library(config, parameters or {}, progress)}", timeout_ns)

    def set_link(self, link: DmaLink) -> None:
        """Set the link of a simulated DMA; InputError for impossible values."""
        self._set_link("roundel_dma_link", link)

    def set_pauses(self, seed: int, probability: float) -> None:
        """Pause every channel of a simulated DMA's bus at random, with a probability below 1."""
        self._checked("set_pauses", seed, int(65536 * probability))

    def fail(self, *, reads: int = 0, writes: int = 0, rings: bool = False) -> None:
        """Fail the next bursts on the bus: of packets and text, or of the rings."""
        self._checked("fail", rings, reads, writes)

    def hold(self, hold: bool) -> None:
        """Stall the bus, or end the stall."""
        self._checked("hold", hold)

    def times(self, *, clear: bool = False) -> DmaTimes:
        """The times by activity since the last clear."""
        return self._times(DmaTimes, clear)

    @property
    def moved_bytes(self) -> int:
        """An estimate of the bytes moved into and out of a simulated device."""
        times = self.times()
        beats = times.descriptor_beats + times.data_beats + times.text_beats + times.record_beats
        return self.facts.lanes * _BLOCK * beats
