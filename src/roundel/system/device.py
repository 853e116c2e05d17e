# SPDX-License-Identifier: Apache-2.0
"""Kinds of devices at the end of a link, and where a processor's time goes with each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from roundel.base.progress import Progress
from roundel.design import Config
from roundel.sim.driver import Access, Card, Dma, Driver, Times
from roundel.system.link import Link
from roundel.system.record import Place

Spent = Callable[[], Mapping[Place, int]]
"""Gives picoseconds of the processor since the last call, by place; they add up to all of it."""


@dataclass(frozen=True)
class Kind:
    """A kind of device."""

    name: str  # what records call it
    # Opens a device of a configuration at the end of a link, reached by an access, with a clock in
    # MHz (default: the link's).
    open: Callable[[Config, Link, Access, float | None, Progress], tuple[Driver, Spent]]
    # The limit of the link with it, in Mbit/s of text; None without a limit.
    link_mbps: Callable[[Link, Access], float | None]
    # The same with requests of a size, and a number of them in flight.
    flight_mbps: Callable[[Link, Access, int, int], float | None]


def _open_card(
    config: Config, link: Link, access: Access, clock_mhz: float | None, progress: Progress
) -> tuple[Driver, Spent]:
    """A card in a memory slot: the processor moves every block itself."""
    model = link.model(clock_mhz)
    card = Card.open(config, access=access, progress=progress)
    card.set_link(model)
    return card, lambda: places_of_card(card.times(clear=True), model.read_ps[0])


def places_of_card(times: Times, look_ps: int) -> dict[Place, int]:
    """Where the time of a processor went that moved blocks itself.

    One read of the card's counts takes `look_ps`. The driver waits by itself after each read that
    found nothing to do, so these reads are waiting too.
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


def _open_dma(
    config: Config, link: Link, _: Access, clock_mhz: float | None, progress: Progress
) -> tuple[Driver, Spent]:
    """A DMA: the processor rings the doorbell and looks at its own memory."""
    model = link.dma_model(clock_mhz)
    dma = Dma.open(config, progress=progress)
    dma.set_link(model)
    since = dma.now_ps

    def spent() -> Mapping[Place, int]:
        nonlocal since
        times, now = dma.times(clear=True), dma.now_ps
        whole, since = now - since, now
        control = times.write_ps + times.read_ps
        # The rest is neither waiting nor an access: it waited for a place of a posted write.
        full = whole - control - times.idle_ps
        return {"control": control, "full": full, "device": times.idle_ps}

    return dma, spent


KINDS: dict[str, Kind] = {
    "card": Kind("card", _open_card, Link.mbps, lambda link, access, *_: link.mbps(access)),
    "dma": Kind(
        "dma",
        _open_dma,
        lambda link, _: link.dma_mbps(),
        lambda link, _, size, requests: link.dma_flight_mbps(size, requests),
    ),
}
"""Kinds of devices by name."""
