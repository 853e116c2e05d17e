# SPDX-License-Identifier: Apache-2.0
"""Throughput of a whole system: requests through the driver and a link, checked and timed.

A fixed number of requests is in flight, each with a new IV and new data; the next submission waits
for the oldest request. The time is the simulated processor's time, from the first submission to the
last result. The processor's work between accesses takes no time, and keys are ready at the start.
The comparison with OpenSSL takes no time.
"""

import random
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Progress, null_progress
from roundel.design import Config
from roundel.sim.driver import ACCESSES, Access, Card, Dma, Driver, Request, Result, Times
from roundel.system import bench
from roundel.system.bench import LARGEST, random_packets
from roundel.system.link import Link
from roundel.system.record import ACTIVITIES, Activity, SizeRecord, SystemRecord
from roundel.verify.packet_exchange import Packet

SIZES = (64, 256, 1536, 4096, 15360)
MOST_REQUESTS = 64
_BLOCK = 16
_BITS = 8
_WHOLE = ("ecb", "cbc")  # modes of whole blocks
_FEWEST = 4  # requests per size
# Least bytes per size; fewer bytes give no steady rate.
_ENOUGH = {"card": 1 << 14, "dma": 1 << 18}
_MOST = 1 << 26  # bytes of a run: minutes of simulation
_CLOCKS = (1.0, 2000.0)  # MHz; with a slower clock the driver counts too many polls


def parse_sizes(text: str) -> list[int]:
    """Sizes as on a command line, "512,1536"; InputError for an impossible or repeated size."""
    sizes = [int(word) for word in bench.parse_sizes(text, "request", mix=False)]
    for size in sizes:
        if sizes.count(size) > 1:
            raise InputError(f"the sizes contain {size} twice; give each size once.")
    return sizes


def measure_system(
    config: Config,
    link: Link,
    sizes: Sequence[int] = SIZES,
    *,
    requests: int = 1,
    access: Access | Literal["dma"] | None = None,
    clock_mhz: float | None = None,
    count: int | None = None,
    seed: int | None = None,
    progress: Progress = null_progress,
) -> SystemRecord:
    """Measure the throughput of an engine through a link and the driver.

    The configuration has a mode. `sizes` are bytes of a request's text. `requests`, 1 to 64, are in
    flight. `access` is "dma" or an access to a card (default: "dma" if the link has DMA figures,
    otherwise the link's access). The default of `clock_mhz` is the link's clock. The default of
    `count`, the requests of each size, is at least two flights, and 16 KiB, or 256 KiB with a DMA.
    `seed` has 64 bits for keys, IVs and data.

    Raises:
        InputError: The configuration has no mode, or a value is unusable.
        FailureError: A result differs from OpenSSL's, or a tool or the device failed.
    """
    chosen = access or ("dma" if link.dma else link.access)
    if chosen not in (*ACCESSES, "dma"):
        choices = ", ".join([*ACCESSES, "dma"])
        raise InputError(f"there is no access {chosen!r}; choose one of {choices}.")
    kind = "dma" if chosen == "dma" else "card"
    counts = _check(config, sizes, requests, count, clock_mhz, kind)
    seed = secrets.randbits(64) if seed is None else seed
    some = random.Random(seed)  # noqa: S311 (test data)
    if chosen == "dma":
        device, spent = _open_dma(config, link, clock_mhz, progress)
    else:
        device, spent = _open_card(config, link, chosen, clock_mhz, progress)
    began = time.monotonic()
    with device:
        key_bytes = device.facts.key_bytes
        keys = [some.randbytes(key_bytes) for _ in range(min(config.KeySlots, 4))]
        for slot, key in enumerate(keys):
            device.load_key(key, slot)
            _warm(device, config, key, slot, some, seed)
        clock = clock_mhz or link.clock_mhz.value
        link_mbps = link.dma_mbps() if chosen == "dma" else link.mbps(chosen)
        engine_mbps = _engine_mbps(config, clock)
        found = []
        whole = sum(number * size for number, size in zip(counts, sizes, strict=True))
        for index, size in enumerate(sizes):
            before = sum(counts[item] * sizes[item] for item in range(index))

            def report(done: int, size: int = size, before: int = before) -> None:
                progress(f"requests of {size} bytes", (before + done * size) / whole)

            packets = random_packets(config, keys, [size] * counts[index], 0, some)
            took, times = _measure(device, spent, packets, requests, seed, report)
            mbps = _BITS * size * len(packets) / took * 1e6
            most = link.dma_flight_mbps(size, requests) if chosen == "dma" else link_mbps
            limit = min(item for item in (most, engine_mbps) if item is not None)
            found.append(
                SizeRecord(
                    bytes=size,
                    requests=len(packets),
                    ns=took / 1000,
                    cycles=took * clock / 1e6,
                    mbps=mbps,
                    link_mbps=most,
                    ratio=mbps / limit,
                    time={name: times.get(name, 0) / took for name in ACTIVITIES},
                )
            )
    return SystemRecord(
        config=config,
        device=kind,
        link=link,
        access=chosen,
        clock_mhz=clock,
        requests=requests,
        seed=seed,
        link_mbps=link_mbps,
        engine_mbps=engine_mbps,
        sizes=found,
        checked=sum(counts),
        seconds=time.monotonic() - began,
    )


def _check(
    config: Config,
    sizes: Sequence[int],
    requests: int,
    count: int | None,
    clock_mhz: float | None,
    kind: str,
) -> list[int]:
    if design.top_of(config) != design.STREAM:
        raise InputError(
            f"{config.name} is not a packet engine with a card or DMA; choose a configuration with "
            "a mode, for example Mode=gcm."
        )
    if not 1 <= requests <= MOST_REQUESTS:
        raise InputError(
            f"the driver cannot have {requests} requests in flight; give 1 to {MOST_REQUESTS}."
        )
    if clock_mhz is not None and not _CLOCKS[0] <= clock_mhz <= _CLOCKS[1]:
        raise InputError(
            f"a device has no clock of {clock_mhz:g} MHz; give {_CLOCKS[0]:g} to {_CLOCKS[1]:g}."
        )
    if not sizes:
        raise InputError("there is no size; give at least one size.")
    mode = config.Mode
    for size in sizes:
        if not 1 <= size <= LARGEST:
            raise InputError(f"a request cannot have {size} bytes; give 1 to {LARGEST}.")
        if mode in _WHOLE and size % _BLOCK:
            raise InputError(
                f"{mode.upper()} needs whole blocks, not {size} bytes; give multiples of 16."
            )
        if mode == "xts" and size < _BLOCK:
            raise InputError(f"an XTS request cannot have {size} bytes; give at least 16.")
    if count is not None and count < requests:
        raise InputError(
            f"{count} requests cannot fill a flight of {requests}; give a count of at least "
            f"{requests}."
        )
    enough = _ENOUGH[kind]
    counts = [count or max(_FEWEST, 2 * requests, -(-enough // size)) for size in sizes]
    whole = sum(number * size for number, size in zip(counts, sizes, strict=True))
    if whole > _MOST:
        raise InputError(
            f"these requests have {whole >> 20} MiB, more than {_MOST >> 20}; give smaller sizes "
            "or a smaller count."
        )
    return counts


Spent = Callable[[], Mapping[Activity, int]]
"""Returns the processor's picoseconds since the last call by activity, without gaps."""


def _open_card(
    config: Config, link: Link, access: Access, clock_mhz: float | None, progress: Progress
) -> tuple[Driver, Spent]:
    """A card in a memory slot: the processor moves every block."""
    model = link.model(clock_mhz)
    card = Card.open(config, access=access, progress=progress)
    card.set_link(model)
    return card, lambda: activities_of_card(card.times(clear=True), model.read_ps[0])


def activities_of_card(times: Times, look_ps: int) -> dict[Activity, int]:
    """The time of a processor that moves the blocks, by activity.

    A read of the card's counts takes `look_ps`. The driver waits after each read without new
    results, and therefore these reads count as waiting.
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
    config: Config, link: Link, clock_mhz: float | None, progress: Progress
) -> tuple[Driver, Spent]:
    """A DMA: the processor rings the doorbell and polls its own memory."""
    model = link.dma_model(clock_mhz)
    dma = Dma.open(config, progress=progress)
    dma.set_link(model)
    since = dma.now_ps

    def spent() -> Mapping[Activity, int]:
        nonlocal since
        times, now = dma.times(clear=True), dma.now_ps
        whole, since = now - since, now
        control = times.write_ps + times.read_ps
        # The rest is neither idle nor an access: the processor waits for a posted write's buffer.
        full = whole - control - times.idle_ps
        return {"control": control, "full": full, "device": times.idle_ps}

    return dma, spent


def _engine_mbps(config: Config, clock_mhz: float) -> float:
    facts = design.facts(config)
    return _BITS * _BLOCK * facts.lanes * clock_mhz / facts.cycles_per_block


def _warm(
    device: Driver, config: Config, key: bytes, slot: int, some: random.Random, seed: int
) -> None:
    """Run a request without measurement, which prepares the key of the slot."""
    packet = replace(random_packets(config, [key], [_BLOCK], 0, some)[0], slot=slot)
    ticket = device.submit(_request(packet))
    if ticket is None:
        raise FailureError("the driver refuses its first request; report this defect.")
    _judge(device, packet, device.wait(ticket), seed)


def _measure(
    device: Driver,
    spent: Spent,
    packets: Sequence[Packet],
    requests: int,
    seed: int,
    report: Callable[[int], None],
) -> tuple[int, Mapping[Activity, int]]:
    """The time of packets in ps, in total and by activity, with `requests` requests in flight."""
    results: list[Result] = []
    flight: deque[int] = deque()
    spent()
    begin = device.now_ps
    for number, packet in enumerate(packets):
        report(number)
        if len(flight) == requests:
            results.append(device.wait(flight.popleft()))
        ticket = device.submit(_request(packet))
        if ticket is None:
            raise FailureError("the driver refuses a request after a result; report this defect.")
        flight.append(ticket)
    results += [device.wait(ticket) for ticket in flight]
    took, times = device.now_ps - begin, spent()
    for packet, result in zip(packets, results, strict=True):
        _judge(device, packet, result, seed)
    return took, times


def _request(packet: Packet) -> Request:
    return Request(
        packet.source,
        slot=packet.slot,
        decrypt=packet.decrypt,
        counter_32=packet.short,
        iv=packet.iv,
        tag_bytes=packet.tag_bytes,
        tag=packet.given,
    )


def _judge(device: Driver, packet: Packet, result: Result, seed: int) -> None:
    if result.status:
        raise FailureError(
            f"{packet.described()}, seed {seed}: driver error: {device.strerror(result.status)}."
        )
    if result.data != packet.target or result.tag[: len(packet.tag)] != packet.tag:
        raise FailureError(f"{packet.described()}, seed {seed}: the result differs from OpenSSL's.")
