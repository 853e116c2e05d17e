# SPDX-License-Identifier: Apache-2.0
"""The record of a system: throughput by size, its limits, and where the time went."""

from typing import Literal, get_args

from pydantic import Field

from roundel.base.record import Part, Record, Row
from roundel.design import Config
from roundel.sim.driver import Access
from roundel.system.link import Link

Place = Literal["write", "read", "control", "full", "device", "idle"]

PLACES: dict[Place, str] = {
    "write": "requests and text, to the device over the link",
    "read": "text, from the device over the link",
    "control": "counts and results over the link",
    "full": "for a place on the link or in its queue of writes",
    "device": "for the device: answers later than the link needs, looks that found nothing",
    "idle": "by itself, between two looks",
}
"""Where the processor's time can go, in words."""

assert set(PLACES) == set(get_args(Place))  # noqa: S101 (both are written down here)


class SizeRecord(Part):
    """Requests of one size.

    Attributes:
        bytes: Of a request's text.
        requests: That were measured, from before the first to behind the last.
        ns: What they took of the simulated processor's time.
        cycles: The same, in cycles of the device's clock.
        mbps: Mbit/s of text, each bit once, that goes there and back.
        link_mbps: The most that the link can do with such requests; None where it sets no limit.
        ratio: Mbit/s over the lower one of that and the engine's limit.
        time: Shares of the time, by place; they add up to 1.
    """

    bytes: int
    requests: int
    ns: float
    cycles: float
    mbps: float
    link_mbps: float | None
    ratio: float
    time: dict[Place, float]


class SystemRecord(Record):
    """What a system reaches.

    Attributes:
        config: The configuration's name and its parameters.
        device: The kind of device: "card" or "dma".
        link: The link, every figure with its source.
        access: How the driver reached the device; "dma" where that moves data itself.
        clock_mhz: Of the device.
        requests: In flight at most.
        seed: Of keys, IVs and data.
        link_mbps: The most that the link can do with any request; None where it sets no limit.
        engine_mbps: The most that the engine can do.
        sizes: In the order that was asked for.
        checked: Requests whose results were those of OpenSSL: all of them.
        seconds: Of the simulation.
    """

    schema_: Literal["roundel.system/1"] = Field(default="roundel.system/1", alias="schema")
    config: Config
    device: str
    link: Link
    access: Access | Literal["dma"]
    clock_mhz: float
    requests: int
    seed: int
    link_mbps: float | None
    engine_mbps: float
    sizes: list[SizeRecord]
    checked: int
    seconds: float

    def to_rows(self) -> list[Row]:
        """One row for each size of requests; a share of time for each place."""
        return [
            {
                "config": self.config.name,
                **self.config.fields(),
                "link": self.link.name,
                "access": self.access,
                "clock_mhz": self.clock_mhz,
                "engine_mbps": self.engine_mbps,
                **item.model_dump(exclude={"time"}),
                **{f"time_{place}": share for place, share in item.time.items()},
            }
            for item in self.sizes
        ]
