# SPDX-License-Identifier: Apache-2.0
"""The record of a system: throughput by size, its limits, and where the time went."""

from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from roundel.base.record import Record, Row
from roundel.design import Config
from roundel.sim.driver import Access
from roundel.system.link import Link

__all__ = ["PLACES", "Place", "SizeRecord", "SystemRecord"]

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


class SizeRecord(BaseModel):
    """Requests of one size."""

    model_config = ConfigDict(frozen=True)

    bytes: int  # of a request's text
    requests: int  # measured requests
    ns: float  # time of the simulated processor for all of them
    cycles: float  # the same time in cycles of the device's clock
    mbps: float  # Mbit/s of text, each bit once, that goes there and back
    # The most that the link can do with such requests; None where it sets no limit.
    link_mbps: float | None
    ratio: float  # Mbit/s over the lower one of that and the engine's limit
    time: dict[Place, float]  # shares of the time, by place; they add up to 1


class SystemRecord(Record):
    """What a system reaches."""

    schema_: Literal["roundel.system/1"] = Field(default="roundel.system/1", alias="schema")
    config: Config  # the configuration's name and its parameters
    device: str  # the kind of device: "card" or "dma"
    link: Link  # the link, every figure with its source
    # How the driver reached the device; "dma" where that moves data itself.
    access: Access | Literal["dma"]
    clock_mhz: float  # of the device
    requests: int  # in flight at most
    seed: int  # of keys, IVs and data
    # The most that the link can do with any request; None where it sets no limit.
    link_mbps: float | None
    engine_mbps: float  # the most that the engine can do
    sizes: list[SizeRecord]  # in the order that was asked for
    checked: int  # requests whose results were those of OpenSSL: all of them
    seconds: float  # of the simulation

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
