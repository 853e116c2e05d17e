# SPDX-License-Identifier: Apache-2.0
"""Links between a processor and a device: the cost of each access, and its source.

Each link is a YAML file. Every figure has a source. The models below define the contents of a file,
and a file with other contents is refused.
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
    """Refuse true and false of YAML as a figure."""
    if isinstance(value, bool):
        raise ValueError("a figure is a valid number and not true or false")
    return value


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Figure(_Data):
    """A number and its source.

    Attributes:
        value: The number.
        source: The author and location of the measurement, or the derivation of the number.
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
    """Accesses of a given width.

    Attributes:
        bytes: The bytes of an access.
        write_ns: Time of processor and link for a write, in ns; 0 to a millisecond.
        read_ns: Time of a read, from its start to its data, in ns; 0 to a millisecond.
    """

    bytes: int
    write_ns: _Ns
    read_ns: _Ns


class Dma(_Data):
    """The link's figures for a device with its own DMA.

    Attributes:
        read_latency_ns: From a read request to its first data, in ns; 0 to a millisecond.
        write_latency_ns: From a write's last data to the response at the device.
        register_ns: Time of a register write, from the processor to the device.
        read_gbps: Rate of data from the processor's memory, in Gbit/s; 0: the rate of the bus.
        write_gbps: Rate of data to the processor's memory, in Gbit/s; 0: the rate of the bus.
    """

    read_latency_ns: _Ns
    write_latency_ns: _Ns
    register_ns: _Ns
    read_gbps: _Gbps
    write_gbps: _Gbps


class Link(_Data):
    """A link between a processor and a device.

    Attributes:
        name: The name on the command line, or the file's name.
        title: A short description.
        clock_mhz: The clock of the device, 1 to 2,000 MHz.
        posted_words: The depth of the queue of posted writes, in words of 8 bytes.
        access: The driver's default access to a card.
        single: Accesses of 8 bytes, or of a 4-byte register.
        simd: Accesses of 16 bytes.
        burst: Accesses of a line of 32 or 64 bytes.
        dma: Figures for devices with their own DMA; None without figures.
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
        """The accesses of a width."""
        kinds: dict[Access, Kind] = {"single": self.single, "simd": self.simd, "burst": self.burst}
        return kinds[access]

    def mbps(self, access: Access) -> float | None:
        """The link's limit in Mbit/s of text; each byte is written and read back.

        None if accesses cost no time.
        """
        kind = self.kind(access)
        both = kind.write_ns.value + kind.read_ns.value
        return _BITS * kind.bytes / both * 1000 if both else None

    def model(self, clock_mhz: float | None = None) -> driver.Link:
        """The link of a simulated card, with a clock in MHz (default: the link's clock)."""
        kinds = [self.kind(access) for access in ACCESSES]
        return driver.Link(
            clock_ps=round(1e6 / (clock_mhz or self.clock_mhz.value)),
            posted=int(self.posted_words.value),
            bytes=tuple(kind.bytes for kind in kinds),
            write_ps=tuple(round(_PICO * kind.write_ns.value) for kind in kinds),
            read_ps=tuple(round(_PICO * kind.read_ns.value) for kind in kinds),
        )

    def dma_mbps(self) -> float | None:
        """The link's limit with a DMA in Mbit/s of text: the rate of the slower direction.

        None if the link is as fast as the device's bus.
        """
        dma = self._dma()
        rates = [rate for rate in (dma.read_gbps.value, dma.write_gbps.value) if rate]
        return 1000 * min(rates) if rates else None

    def dma_flight_mbps(self, size: int, requests: int) -> float | None:
        """The limit in Mbit/s of text, with `requests` requests of `size` bytes in flight.

        A request waits for the doorbell, its descriptor, its data, the response to its text, and
        the response to its record; the device takes no time. None if the waits cost no time.
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
        """The link of a simulated DMA, with a clock in MHz; InputError without DMA figures."""
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
                f"the link {self.name} has no figures for a DMA; choose another link or access."
            )
        return self.dma


def link_names() -> list[str]:
    """The names of Roundel's links."""
    return sorted(path.stem for path in _FILES.glob("*.yaml"))


def load_link(source: str) -> Link:
    """One of Roundel's links by name, or a link from a YAML file.

    A source with a slash or the suffix of YAML is a path.

    Raises:
        InputError: The link does not exist, or the file is not a link.
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
    values = parse_yaml(text, origin, "link", "copy the form of docs/how-to/system.md")
    if not isinstance(values, dict) or not all(isinstance(key, str) for key in values):
        raise InputError(f"{origin} is not a link; copy the form of docs/how-to/system.md.")
    try:
        return Link.model_validate({**values, "name": name})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        reason = str(first["msg"]).removeprefix("Value error, ")
        position = f" at {where}" if where else ""
        raise InputError(
            f"{origin} is not a link{position}: {reason[0].lower()}{reason[1:]}."
        ) from error
