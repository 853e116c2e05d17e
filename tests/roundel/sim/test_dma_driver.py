# SPDX-License-Identifier: Apache-2.0
"""A simulated DMA through the C driver: against OpenSSL, with bus faults, and its speed.

tests/rtl/top/test_roundel_dma.py tests roundel_dma on its buses alone.
"""

import random
from collections.abc import Iterator, Mapping

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.design import Config, load_config
from roundel.sim.driver import Dma, DmaLink, Request, Result
from roundel.sim.stream import Command, Stream
from roundel.system import load_link, measure_system
from roundel.verify.packet_campaigns import Shape
from roundel.verify.packet_exchange import Packet, draw

DMAS: dict[str, tuple[str, tuple[str, ...], Mapping[str, int]]] = {
    "gcm": ("gcm-1", ("Stages=1",), {}),
    "gcm-2": ("gcm-1", ("Lanes=2", "Rounds=2", "Stages=1", "KeyBits=192"), {"BurstBytes": 64}),
    "xts-4": ("xts-1", ("Lanes=4", "Rounds=1", "Stages=1"), {}),
    "ecb-8": ("ecb-1", ("Lanes=8", "Rounds=1", "Stages=1"), {"BurstBytes": 1024}),
    "ecb-16": ("ecb-1", ("Lanes=16", "Rounds=1", "Stages=1"), {"BurstBytes": 1024}),
    "gcm-4": ("gcm-1", ("Lanes=4", "Rounds=2", "Stages=1"), {"BusLanes": 2}),
    "ctr": ("ctr-1", ("Rounds=2", "Stages=2", "KeyBits=256"), {}),
    "cbc": ("cbc-1", ("Rounds=2", "Stages=1"), {}),
    "modes": (
        "gcm-1",
        ("Modes=ecb+cbc+ctr+gcm+cfb", "KeySizes=128+256", "Rounds=7", "Stages=1"),
        {},
    ),
}
# One lane, and several; several modes; each other design takes a minute to build.
EVERY_TIME = ("gcm", "xts-4", "modes")

ERROR_DEVICE, ERROR_TAG, ERROR_KEY, ERROR_LENGTH, CANCELLED = -4, -6, -7, -9, -10
ERROR_COMMAND = -8
SECOND = 10**9
FREE = DmaLink(1000, 4, 0, 0, 0, 0, 0, 0, 0)  # costs nothing; a cycle is a nanosecond


def request_of(packet: Packet, *, select: bool = False) -> Request:
    """A packet as a request; with `select` the request selects the mode."""
    return Request(
        packet.source,
        slot=packet.slot,
        decrypt=packet.decrypt,
        counter_32=packet.short,
        iv=packet.iv,
        aad=packet.aad,
        tag_bytes=packet.tag_bytes,
        tag=packet.given,
        mode=packet.mode if select else None,
    )


def judge(packet: Packet, result: Result) -> None:
    """Compare the result of a packet with the expected result."""
    if not packet.ok:
        assert result.status == ERROR_TAG, packet.described()
        assert not any(result.data)
        return
    assert result.status == 0, packet.described()
    assert result.data == packet.target, packet.described()
    assert result.tag[: len(packet.tag)] == packet.tag, packet.described()


def opened(name: str) -> tuple[Config, Dma]:
    preset, changes, parameters = DMAS[name]
    config = load_config(preset, changes)
    return config, Dma.open(config, parameters=parameters)


@pytest.fixture
def gcm() -> Iterator[Dma]:
    """A DMA with a key of zeros in slot 0."""
    with opened("gcm")[1] as dma:
        dma.load_key(bytes(16))
        yield dma


def sealed(dma: Dma, data: bytes) -> int:
    ticket = dma.submit(Request(data, iv=bytes(12), tag_bytes=16))
    assert ticket is not None
    return ticket


def is_right(result: Result, data: bytes) -> bool:
    found = result.status == 0 and result.data + result.tag
    return found == AESGCM(bytes(16)).encrypt(bytes(12), data, b"")


@pytest.mark.parametrize("pauses", [0.0, 0.5])
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in EVERY_TIME else pytest.mark.campaign) for name in DMAS],
)
def test_packets_are_those_of_openssl(name: str, pauses: float) -> None:
    config, dma = opened(name)
    shape, some = Shape.of(config), random.Random(f"{name} {pauses}")
    with dma:
        dma.set_pauses(some.getrandbits(64), pauses)
        keys = [shape.random_key(some) for _ in range(shape.slots)]
        for slot, key in enumerate(keys):
            dma.load_key(key, slot)
        live: list[tuple[int, Packet]] = []
        for _ in range(150):
            if some.random() < 0.1:
                slot = some.randrange(len(keys))
                keys[slot] = shape.random_key(some)
                dma.load_key(keys[slot], slot)
            mode = some.choice(shape.modes)
            packet = draw(some, mode, keys, 16, directions=shape.directions_of(mode))
            request = request_of(packet, select=len(shape.modes) > 1)
            ticket = dma.submit(request)
            while ticket is None:
                first, sent = live.pop(0)
                judge(sent, dma.wait(first, SECOND))
                ticket = dma.submit(request)
            live.append((ticket, packet))
        for ticket, packet in live:
            judge(packet, dma.wait(ticket, SECOND))


def test_a_long_packet_and_a_long_iv(gcm: Dma) -> None:
    """More bursts than may be under way, and more descriptors than the ring has places."""
    some = random.Random(3)
    data, iv = some.randbytes(100_003), some.randbytes(120)
    ticket = gcm.submit(Request(data, iv=iv, tag_bytes=16))
    assert ticket is not None
    result = gcm.wait(ticket, SECOND)
    assert result.data + result.tag == AESGCM(bytes(16)).encrypt(iv, data, b"")
    long = gcm.submit(Request(data[:50], iv=some.randbytes(20_000), tag_bytes=16))
    after = sealed(gcm, b"after it")
    assert long is not None
    assert gcm.wait(long, SECOND).status == 0
    assert is_right(gcm.wait(after, SECOND), b"after it")


def test_counts_of_descriptors_begin_again(gcm: Dma) -> None:
    """TAIL and FETCHED pass 2^16: an IV with many descriptors, and packets behind the IV."""
    for text in (b"some", b"in front of it"):
        assert is_right(gcm.wait(sealed(gcm, text), SECOND), text)
    iv = random.Random(4).randbytes(32 * 65_600)
    long = gcm.submit(Request(bytes(3), iv=iv, tag_bytes=16))
    behind = [sealed(gcm, bytes([number]) * 100) for number in range(40)]
    assert long is not None
    assert gcm.wait(long, SECOND).status == 0
    for number, ticket in enumerate(behind):
        assert is_right(gcm.wait(ticket, SECOND), bytes([number]) * 100)


def test_what_fails_disturbs_no_other() -> None:
    """An empty slot, an illegal length for XTS, and packets around both."""
    _, dma = opened("xts-4")
    some = random.Random(5)
    keys = [some.randbytes(32)]
    with dma:
        dma.load_key(keys[0])
        good = [draw(some, "xts", keys, 16) for _ in range(4)]
        empty = Request(bytes(64), slot=2, iv=bytes(16))
        short = Request(bytes(15), iv=bytes(16))
        asked = [request_of(good[0]), empty, request_of(good[1]), short, request_of(good[2])]
        tickets = [dma.submit(request) for request in [*asked, empty, request_of(good[3])]]
        results = [dma.wait(ticket, SECOND) for ticket in tickets if ticket is not None]
        assert [result.status for result in results] == [
            0, ERROR_KEY, 0, ERROR_LENGTH, 0, ERROR_KEY, 0,
        ]  # fmt: skip
        for packet, result in zip(good, results[::2], strict=True):
            judge(packet, result)
        # The largest number in flight, all dropped: no other packet helps the queue to advance.
        many = [dma.submit(empty) for _ in range(40)]
        assert {dma.wait(ticket, SECOND).status for ticket in many if ticket is not None} == {-7}
        judge(good[0], dma.wait(dma.submit(request_of(good[0])) or 0, SECOND))


def test_a_missing_mode_disturbs_no_other() -> None:
    """The driver refuses a mode that the device lacks; the hardware refuses a direction."""
    config, dma = opened("modes")
    shape, some = Shape.of(config), random.Random(8)
    with dma:
        facts, numbers = dma.facts, {mode: design.choices("Mode")[mode] for mode in shape.modes}
        assert facts.decrypt_modes == sum(1 << number for number in numbers.values())
        assert facts.encrypt_modes == facts.decrypt_modes & ~(
            1 << numbers["cbc"] | 1 << numbers["cfb"]
        )
        assert facts.key_sizes == 0b101
        keys = [shape.random_key(some) for _ in range(shape.slots)]
        for slot, key in enumerate(keys):
            dma.load_key(key, slot)
        sent = []
        for mode in (*shape.modes, *shape.modes):
            packet = draw(some, mode, keys, 16, text=64, directions=("decrypt",))
            good = dma.submit(request_of(packet, select=True))
            bad = dma.submit(Request(bytes(32), iv=bytes(16), mode=some.choice(("cbc", "cfb"))))
            with pytest.raises(InputError, match="out of range"):
                dma.submit(Request(bytes(32), iv=bytes(16), mode="xts"))
            sent.append((packet, good or 0, bad or 0))
        for packet, good, bad in sent:
            judge(packet, dma.wait(good, SECOND))
            result = dma.wait(bad, SECOND)
            assert (result.status, any(result.data)) == (ERROR_COMMAND, False)


@pytest.mark.parametrize(("reads", "writes"), [(1, 0), (0, 1)])
def test_the_bus_refuses_a_burst(gcm: Dma, reads: int, writes: int) -> None:
    """The request of the burst fails, and no other request."""
    gcm.fail(reads=reads, writes=writes)
    texts = [bytes([number]) * 700 for number in range(6)]
    results = [gcm.wait(ticket, SECOND) for ticket in [sealed(gcm, text) for text in texts]]
    assert [result.status for result in results] == [ERROR_DEVICE, 0, 0, 0, 0, 0]
    assert not any(results[0].data)
    for text, result in zip(texts[1:], results[1:], strict=True):
        assert is_right(result, text)


def test_a_descriptor_that_cannot_be_read_stops_all_until_a_reset(gcm: Dma) -> None:
    gcm.fail(rings=True, reads=1)
    first, second = sealed(gcm, b"one"), sealed(gcm, b"two")
    assert gcm.wait(first, SECOND).status == ERROR_DEVICE
    assert gcm.wait(second, SECOND).status == ERROR_DEVICE
    with pytest.raises(FailureError, match="the device or its bus failed"):
        sealed(gcm, b"three")
    gcm.reset()
    gcm.load_key(bytes(16))
    assert is_right(gcm.wait(sealed(gcm, b"four"), SECOND), b"four")


def test_a_record_that_cannot_be_written_is_noticed(gcm: Dma) -> None:
    """The record never arrives, and neither do later records."""
    gcm.fail(rings=True, writes=1)
    first, second = sealed(gcm, b"one"), sealed(gcm, b"two")
    assert gcm.wait(first).status == ERROR_DEVICE
    assert gcm.wait(second).status == ERROR_DEVICE
    gcm.reset()
    gcm.load_key(bytes(16))
    assert is_right(gcm.wait(sealed(gcm, b"three"), SECOND), b"three")


def test_a_bus_that_stands_still(gcm: Dma) -> None:
    """A time-out, and then the request continues."""
    gcm.hold(True)
    ticket = sealed(gcm, bytes(500))
    with pytest.raises(FailureError, match="did not finish in time"):
        gcm.wait(ticket, 10_000)
    gcm.hold(False)
    assert is_right(gcm.wait(ticket, SECOND), bytes(500))


@pytest.mark.parametrize("seed", range(6))
def test_zeroise_in_the_middle(gcm: Dma, seed: int) -> None:
    """Every request in progress is dropped with text zero; later requests are right."""
    some = random.Random(seed)
    gcm.set_pauses(seed, some.choice((0.0, 0.3, 0.7)))
    for _ in range(5):
        tickets = [sealed(gcm, some.randbytes(some.randrange(3000))) for _ in range(20)]
        for ticket in tickets[: some.randrange(4)]:
            assert gcm.wait(ticket, SECOND).status == 0
            tickets.remove(ticket)
        gcm.zeroise()
        for ticket in tickets:
            found = gcm.wait(ticket, SECOND)
            assert found.status in (0, CANCELLED)
            assert found.status == 0 or not any(found.data)
        assert gcm.wait(sealed(gcm, b"no key"), SECOND).status == ERROR_KEY
        gcm.load_key(bytes(16))
        assert is_right(gcm.wait(sealed(gcm, b"with one"), SECOND), b"with one")


def test_closing_while_busy() -> None:
    _, dma = opened("gcm")
    dma.load_key(bytes(16))
    for _ in range(30):
        sealed(dma, bytes(2000))
    dma.close()
    with pytest.raises(FailureError, match="closed"):
        sealed(dma, b"")


# ---- Speed --------------------------------------------------------------------------------------


def test_long_and_short_transfers_leave_what_they_should() -> None:
    """Share of the slower of link and engine: 0.97 at 64 KiB, 0.80 at 512 bytes, 8 in flight."""
    record = measure_system(
        load_config("gcm-1"), load_link("axi-local"), [512, 65536], requests=8, seed=1
    )
    short, long = record.sizes
    assert record.access == "dma"
    assert long.ratio >= 0.97, long
    assert short.ratio >= 0.80, short
    assert sum(long.time.values()) == pytest.approx(1)


def test_a_small_request_costs_few_cycles_of_its_own() -> None:
    """Doorbell to record of 16 bytes, beyond the engine's cycles, on a bus without latency."""
    config = load_config("gcm-1")
    with Stream.open(config.name, design.parameters(config)) as engine:
        engine.load_key(bytes(16))
        engine.run_cycles(2000)
        engine.command(Command(iv=bytes(12)))
        engine.write(bytes(16), last=True)
        of_engine = 0
        while engine.read_result() is None:
            engine.run_cycles(1)
            of_engine += 1
            assert of_engine < 1000
    with Dma.open(config) as dma:
        dma.set_link(FREE)
        dma.load_key(bytes(16))
        dma.wait(sealed(dma, bytes(16)), SECOND)
        began = dma.now_ps
        dma.wait(sealed(dma, bytes(16)), SECOND)
        cycles = (dma.now_ps - began) / 1000
    assert cycles - of_engine <= 40, (cycles, of_engine)


def test_a_bus_wider_than_the_lanes_is_refused() -> None:
    with pytest.raises(InputError, match="bus lanes must be 1 2 4 or 8 up to lanes"):
        Dma.open(load_config("ecb-1", ("Lanes=4",)), parameters={"BusLanes": 8})


def test_a_link_without_a_dma_is_refused() -> None:
    with pytest.raises(InputError, match="no figures for a DMA"):
        measure_system(load_config("gcm-1"), load_link("pilchard-wc"), [64], access="dma")


def test_requests_are_independent_of_what_was_in_memory(gcm: Dma) -> None:
    """The same request twice, with other lengths in between: no data are left over."""
    first = gcm.wait(sealed(gcm, b"again"), SECOND)
    gcm.wait(sealed(gcm, bytes(77)), SECOND)
    assert first == gcm.wait(sealed(gcm, b"again"), SECOND)
