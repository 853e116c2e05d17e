# SPDX-License-Identifier: Apache-2.0
"""The record of a system: throughput by size, its limits, and the time of the processor."""

from typing import Literal, get_args

from pydantic import Field

from roundel.base.record import Part, Record, Row
from roundel.design import Config
from roundel.sim.driver import Access
from roundel.system.link import Link

Activity = Literal["write", "read", "control", "full", "device", "idle"]

ACTIVITIES: dict[Activity, str] = {
    "write": "writing requests and text to the device over the link",
    "read": "reading text from the device over the link",
    "control": "reading counts and results, and writing registers over the link",
    "full": "waiting for the link or for space in its queue of writes",
    "device": "waiting for the device: late answers, and polls without a result",
    "idle": "waiting between two polls",
}
"""The activities of the processor, with their meaning."""

assert set(ACTIVITIES) == set(get_args(Activity))  # noqa: S101 (both lists are literals)


class SizeRecord(Part):
    """Requests of a size.

    Attributes:
        bytes: The text of a request.
        requests: The number of measured requests.
        ns: The simulated processor's time for the requests, in ns.
        cycles: The same time in cycles of the device's clock.
        mbps: Mbit/s of text; each bit, written and read back, counts once.
        link_mbps: The link's limit for requests of this size; None without a limit.
        ratio: `mbps` divided by the lower of `link_mbps` and the engine's limit.
        time: Shares of the time by activity; the sum is 1.
    """

    bytes: int
    requests: int
    ns: float
    cycles: float
    mbps: float
    link_mbps: float | None
    ratio: float
    time: dict[Activity, float]


class SystemRecord(Record):
    """The throughput of a system.

    Attributes:
        config: The configuration's name and its parameters.
        device: The kind of device: "card" or "dma".
        link: The link; every figure has a source.
        access: The driver's access to the device; "dma" for a DMA.
        clock_mhz: The clock of the device.
        requests: The limit of requests in flight.
        seed: The seed of keys, IVs and data.
        link_mbps: The link's limit for requests of any size; None without a limit.
        engine_mbps: The engine's limit.
        sizes: The measurements, in the requested order.
        checked: The requests, whose results all equal OpenSSL's.
        seconds: Time of the simulation.
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
        """A row for each request size; a share of time for each activity."""
        return [
            {
                "config": self.config.name,
                **self.config.fields(),
                "link": self.link.name,
                "access": self.access,
                "clock_mhz": self.clock_mhz,
                "engine_mbps": self.engine_mbps,
                **item.model_dump(exclude={"time"}),
                **{f"time_{name}": share for name, share in item.time.items()},
            }
            for item in self.sizes
        ]
