# SPDX-License-Identifier: Apache-2.0
"""Links between a processor and a device, as data: what an access costs, and who measured it.

One YAML file a link. Every figure stands with its source; what a file may hold is told by the
models below, and a file that holds anything else is refused.
"""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from roundel.base.errors import FailureError, InputError, nearest
from roundel.base.yaml_files import is_path, parse_yaml, read_yaml
from roundel.sim import driver
from roundel.sim.driver import ACCESSES, Access

_FILES = Path(__file__).parent / "links"
_BITS = 8
_PICO = 1000  # ps in a ns

_Source = Annotated[str, Field(min_length=1)]


def _no_truth(value: object) -> object:
    """What YAML calls true is no figure."""
    if isinstance(value, bool):
        raise ValueError("a figure is a valid number and not true or false")
    return value


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Figure(_Data):
    """A number and where it comes from.

    Attributes:
        value: The number.
        source: Who measured it and where that stands, or what it follows from.
    """

    value: Annotated[float, BeforeValidator(_no_truth)]
    source: _Source


_MOST_NS = 1e6
_LEAST_GBPS, _MOST_GBPS = 0.01, 1e5
_LEAST_MHZ, _MOST_MHZ = 1.0, 2000.0
_MOST_POSTED = 65536


def _time(figure: Figure, info: ValidationInfo) -> Figure:
    if not 0 <= figure.value <= _MOST_NS:
        raise ValueError(f"{info.field_name} is 0 to {_MOST_NS:g}")
    return figure


def _rate(figure: Figure, info: ValidationInfo) -> Figure:
    if figure.value and not _LEAST_GBPS <= figure.value <= _MOST_GBPS:
        raise ValueError(f"{info.field_name} is 0, or {_LEAST_GBPS:g} to {_MOST_GBPS:g}")
    return figure


_Ns = Annotated[Figure, AfterValidator(_time)]
_Gbps = Annotated[Figure, AfterValidator(_rate)]


class Kind(_Data):
    """Accesses of one width.

    Attributes:
        bytes: That one of them moves.
        write_ns: What a write occupies of processor and link, in ns; 0 to a millisecond.
        read_ns: The same of a read, from its begin until its data is there.
    """

    bytes: int
    write_ns: _Ns
    read_ns: _Ns


class Dma(_Data):
    """What a device that moves data by itself meets on the link.

    Attributes:
        read_latency_ns: From a read's request until its first data, in ns; 0 to a millisecond.
        write_latency_ns: From a write's last data until memory has it and the device knows.
        register_ns: Of a write to a register, from the processor to the device.
        read_gbps: Of data from the processor's memory, in Gbit/s; 0: as fast as the bus.
        write_gbps: Of data to it.
    """

    read_latency_ns: _Ns
    write_latency_ns: _Ns
    register_ns: _Ns
    read_gbps: _Gbps
    write_gbps: _Gbps


class Link(_Data):
    """A link.

    Attributes:
        name: Its name on the command line, or its file's.
        title: What it is.
        clock_mhz: The clock of the device at its end, 1 to 2,000 MHz.
        posted_words: Words of 8 bytes that a processor may have written and the device not taken.
        access: How the driver reaches a card (the default).
        single: Accesses of 8 bytes, or of a register's 4.
        simd: Of 16 bytes.
        burst: Of a line of 32 or 64 bytes.
        dma: For devices that move data by themselves, where it is known.
    """

    name: str
    title: str = Field(min_length=1)
    clock_mhz: Figure
    posted_words: Figure
    access: Literal["single", "simd", "burst"]
    single: Kind
    simd: Kind
    burst: Kind
    dma: Dma | None = None

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if not _LEAST_MHZ <= self.clock_mhz.value <= _MOST_MHZ:
            raise ValueError(
                f"clock_mhz is more than 0, at least {_LEAST_MHZ:g} and at most {_MOST_MHZ:g}"
            )
        words = self.posted_words.value
        if not 1 <= words <= _MOST_POSTED or words != int(words):
            raise ValueError(f"posted_words is a whole number from 1 to {_MOST_POSTED}")
        widths = (self.single.bytes, self.simd.bytes, self.burst.bytes)
        if widths not in ((8, 16, 32), (8, 16, 64)):
            raise ValueError("an access has 8 bytes as single, 16 as simd, 32 or 64 as burst")
        return self

    def kind(self, access: Access) -> Kind:
        """Accesses of one width."""
        kinds: dict[Access, Kind] = {"single": self.single, "simd": self.simd, "burst": self.burst}
        return kinds[access]

    def mbps(self, access: Access) -> float | None:
        """What the link can do at most: text written and read back, in Mbit/s of text.

        None where accesses cost nothing.
        """
        kind = self.kind(access)
        both = kind.write_ns.value + kind.read_ns.value
        return _BITS * kind.bytes / both * 1000 if both else None

    def model(self, clock_mhz: float | None = None) -> driver.Link:
        """The link of a simulated card, with a clock in MHz (default: the link's)."""
        kinds = [self.kind(access) for access in ACCESSES]
        return driver.Link(
            clock_ps=round(1e6 / (clock_mhz or self.clock_mhz.value)),
            posted=int(self.posted_words.value),
            bytes=tuple(kind.bytes for kind in kinds),
            write_ps=tuple(round(_PICO * kind.write_ns.value) for kind in kinds),
            read_ps=tuple(round(_PICO * kind.read_ns.value) for kind in kinds),
        )

    def dma_mbps(self) -> float | None:
        """What the link can do at most with a DMA, in Mbit/s of text: the rate of its slower way.

        None where it is as fast as the device's bus.
        """
        dma = self._dma()
        rates = [rate for rate in (dma.read_gbps.value, dma.write_gbps.value) if rate]
        return 1000 * min(rates) if rates else None

    def dma_flight_mbps(self, size: int, requests: int) -> float | None:
        """The limit in Mbit/s of text, with `requests` requests of `size` bytes in flight.

        Each request waits for the doorbell, its descriptor, its data, the answer to its text, and
        the answer to its record; the device itself takes no time. None if these waits cost no time.
        """
        dma, most = self._dma(), self.dma_mbps()
        trips = dma.register_ns.value
        trips += 2 * (dma.read_latency_ns.value + dma.write_latency_ns.value)
        rates = (dma.read_gbps.value, dma.write_gbps.value)
        trips += sum(_BITS * size / rate for rate in rates if rate)
        limits = [most] if most else []
        if trips:
            limits.append(1000 * _BITS * size * requests / trips)
        return min(limits, default=None)

    def dma_model(self, clock_mhz: float | None = None) -> driver.DmaLink:
        """The link of a simulated DMA, with a clock in MHz; InputError if it has no DMA."""
        dma = self._dma()
        kib = 1024 * _BITS * _PICO
        return driver.DmaLink(
            clock_ps=round(1e6 / (clock_mhz or self.clock_mhz.value)),
            posted=int(self.posted_words.value),
            write_ps=round(_PICO * self.single.write_ns.value),
            away_ps=round(_PICO * dma.register_ns.value),
            read_ps=round(_PICO * self.single.read_ns.value),
            read_latency_ps=round(_PICO * dma.read_latency_ns.value),
            write_latency_ps=round(_PICO * dma.write_latency_ns.value),
            read_kib_ps=round(kib / dma.read_gbps.value) if dma.read_gbps.value else 0,
            write_kib_ps=round(kib / dma.write_gbps.value) if dma.write_gbps.value else 0,
        )

    def _dma(self) -> Dma:
        if self.dma is None:
            raise InputError(
                f"the link {self.name} has no figures for a DMA; choose another link, or another "
                "access."
            )
        return self.dma


def link_names() -> list[str]:
    """The names of the links that ship with Roundel."""
    return sorted(path.stem for path in _FILES.glob("*.yaml"))


def load_link(source: str) -> Link:
    """A link that ships with Roundel, by its name, or a link of a YAML file.

    A source with a slash or the suffix of YAML is a path.

    Raises:
        InputError: There is no such link, or the file holds none.
        FailureError: The installation is broken: the link's file cannot be read.
    """
    names = link_names()
    if is_path(source):
        text = read_yaml(source, "link", f" or one of {', '.join(names)}")
        return _parse(Path(source).stem, text, source)
    if source not in names:
        raise InputError(
            f"there is no link {source!r}{nearest(source, names)}; choose one of "
            f"{', '.join(names)}, or give a file as a path that ends in .yaml."
        )
    path = _FILES / f"{source}.yaml"
    try:
        return _parse(source, path.read_text(encoding="utf-8"), path.name)
    except (OSError, InputError) as error:
        raise FailureError(f"the link {source} is broken: {error}") from error


def _parse(name: str, text: str, origin: str) -> Link:
    values = parse_yaml(text, origin, "link", "write it as the links are")
    if not isinstance(values, dict) or not all(isinstance(key, str) for key in values):
        raise InputError(f"{origin} is no link; write it as docs/how-to/system.md shows.")
    try:
        return Link.model_validate({**values, "name": name})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        reason = str(first["msg"]).removeprefix("Value error, ")
        told = f" at {where}" if where else ""
        raise InputError(f"{origin} is no link{told}: {reason[0].lower()}{reason[1:]}.") from error
