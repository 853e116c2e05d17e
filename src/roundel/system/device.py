# SPDX-License-Identifier: Apache-2.0
"""Kinds of devices at the end of a link, and where a processor's time goes with each.

What measures knows a device by what the driver has for all of them, and by `spent`: how long the
processor was where, in words that one kind may have and another not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from roundel.base.progress import Progress
from roundel.design import Config
from roundel.sim.driver import Access, Card, Dma, Request, Result, Times
from roundel.system.link import Link
from roundel.system.record import Place

__all__ = ["KINDS", "Device", "Kind", "places_of_card"]


class Device(Protocol):
    """A simulated device behind the driver."""

    @property
    def key_bytes(self) -> int:
        """Bytes of a key."""

    @property
    def now_ps(self) -> int:
        """The simulated processor's time."""

    def load_key(self, key: bytes, slot: int) -> None:
        """Load a key."""

    def submit(self, request: Request) -> int | None:
        """Submit a request; gives its ticket, or None while as many as can be are under way."""

    def wait(self, ticket: int) -> Result:
        """A request's result, when it is there."""

    def strerror(self, status: int) -> str:
        """A status in words."""

    def spent(self) -> Mapping[Place, int]:
        """Picoseconds of the processor since the last call, by place; they add up to all of it."""

    def close(self) -> None:
        """Free it."""


@dataclass(frozen=True)
class Kind:
    """A kind of device.

    Attributes:
        name: What records call it.
        open: A device of a configuration at the end of a link, reached by an access; the clock, in
            MHz, is the link's own where it is None.
        link_mbps: What the link can do at most with it, in Mbit/s of text; None where it
            sets no limit.
        flight_mbps: The same with requests of so many bytes, and as many of them in flight.
    """

    name: str
    open: Callable[[Config, Link, Access, float | None, Progress], Device]
    link_mbps: Callable[[Link, Access], float | None]
    flight_mbps: Callable[[Link, Access, int, int], float | None]


class _CardDevice:
    """A card in a memory slot: the processor moves every block itself."""

    def __init__(self, card: Card, link: Link, clock_mhz: float | None) -> None:
        self._card, self._model = card, link.model(clock_mhz)
        card.set_link(self._model)

    @property
    def key_bytes(self) -> int:
        return self._card.facts.key_bytes

    @property
    def now_ps(self) -> int:
        return self._card.now_ps

    def load_key(self, key: bytes, slot: int) -> None:
        self._card.load_key(key, slot)

    def submit(self, request: Request) -> int | None:
        return self._card.submit(request)

    def wait(self, ticket: int) -> Result:
        return self._card.wait(ticket)

    def strerror(self, status: int) -> str:
        return self._card.strerror(status)

    def spent(self) -> Mapping[Place, int]:
        return places_of_card(self._card.times(clear=True), self._model.read_ps[0])

    def close(self) -> None:
        self._card.close()


def places_of_card(times: Times, look_ps: int) -> dict[Place, int]:
    """Where the time of a processor went that moved blocks itself.

    Args:
        times: What the link counted.
        look_ps: What one look at the card's counts occupies. The driver waits by itself after each
            look that found nothing to do: that look was waiting too.
    """
    vain = times.idles * look_ps
    return {
        "write": times.write_ps - times.control_write_ps,
        "read": times.read_ps - times.control_read_ps,
        "control": times.control_write_ps + times.control_read_ps - vain,
        "full": times.full_ps,
        "device": times.answer_ps + vain,
        "idle": times.idle_ps,
    }


def _open_card(
    config: Config, link: Link, access: Access, clock_mhz: float | None, progress: Progress
) -> Device:
    card = Card.open(config, access=access, progress=progress)
    return _CardDevice(card, link, clock_mhz)


class _DmaDevice:
    """A DMA: the processor rings the doorbell and looks at its own memory."""

    def __init__(self, dma: Dma, link: Link, clock_mhz: float | None) -> None:
        self._dma = dma
        dma.set_link(link.dma_model(clock_mhz))
        self._since = dma.now_ps

    @property
    def key_bytes(self) -> int:
        return self._dma.facts.key_bytes

    @property
    def now_ps(self) -> int:
        return self._dma.now_ps

    def load_key(self, key: bytes, slot: int) -> None:
        self._dma.load_key(key, slot)

    def submit(self, request: Request) -> int | None:
        return self._dma.submit(request)

    def wait(self, ticket: int) -> Result:
        return self._dma.wait(ticket)

    def strerror(self, status: int) -> str:
        return self._dma.strerror(status)

    def spent(self) -> Mapping[Place, int]:
        times, now = self._dma.times(clear=True), self._dma.now_ps
        whole, self._since = now - self._since, now
        control = times.write_ps + times.read_ps
        # What is neither waiting nor an access: a place for a posted write.
        return {
            "control": control,
            "full": whole - control - times.idle_ps,
            "device": times.idle_ps,
        }

    def close(self) -> None:
        self._dma.close()


def _open_dma(
    config: Config, link: Link, access: Access, clock_mhz: float | None, progress: Progress
) -> Device:
    del access  # it reaches memory itself
    link.dma_model(clock_mhz)
    return _DmaDevice(Dma.open(config, progress=progress), link, clock_mhz)


def _card_mbps(link: Link, access: Access, size: int, requests: int) -> float | None:
    del size, requests
    return link.mbps(access)


def _dma_mbps(link: Link, access: Access) -> float | None:
    del access
    return link.dma_mbps()


def _dma_flight_mbps(link: Link, access: Access, size: int, requests: int) -> float | None:
    del access
    return link.dma_flight_mbps(size, requests)


KINDS: dict[str, Kind] = {
    "card": Kind("card", _open_card, Link.mbps, _card_mbps),
    "dma": Kind("dma", _open_dma, _dma_mbps, _dma_flight_mbps),
}
"""Kinds of devices by name."""
