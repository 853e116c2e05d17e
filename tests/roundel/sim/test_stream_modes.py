# SPDX-License-Identifier: Apache-2.0
"""roundel_stream with ECB, CBC decryption and CTR, against OpenSSL.

With the modules roundel_ecb, roundel_cbc_decrypt and roundel_ctr, and the common roundel_mode_keys,
roundel_sideband_lanes, roundel_text_datapath and roundel_ctr_blocks.

State space: packets of every small length, back to back and with pauses on each side, with keys
that change; counters that wrap; illegal packets; zeroise. Parameter space: each mode, one to four
lanes, rings of one turn and of several turns, without a register in a round and with some.
"""

from collections.abc import Iterator

import pytest
from tests.roundel.sim.traffic import Traffic

from roundel.sim.stream import Command, Stream
from roundel.verify.packet_exchange import BOTH

SLOTS = 4
DESIGNS: dict[str, dict[str, int]] = {
    "ecb": {"Mode": 0, "Lanes": 2, "Rounds": 2, "Stages": 2},
    "cbc": {"Mode": 1, "Direction": 1, "Lanes": 4, "Stages": 1, "KeyBits": 192},
    "ctr": {"Mode": 2, "Rounds": 10, "Stages": 0},
    "ctr-turns": {"Mode": 2, "Lanes": 2, "KeyBits": 256, "Rounds": 7, "Stages": 2},
}


def traffic_of(device: Stream, name: str, seed: int) -> Traffic:
    """Packets for a design, in the directions of the design."""
    mode = name[:3]
    return Traffic(device, mode, seed, SLOTS, ("decrypt",) if mode == "cbc" else BOTH)


@pytest.fixture(scope="module", params=DESIGNS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def device(name: str) -> Iterator[Stream]:
    with Stream.open(name, {"KeySlots": SLOTS, **DESIGNS[name]}) as opened:
        yield opened


@pytest.mark.parametrize(("idle", "stall"), [(0, 0), (0.3, 0.3), (0, 0.8), (0.8, 0)])
def test_packets_of_all_kinds_are_as_openssl_has_them(
    device: Stream, name: str, idle: float, stall: float
) -> None:
    traffic = traffic_of(device, name, 1)
    device.set_stalls(2, idle, stall)
    traffic.go([traffic.packet() for _ in range(150)])


def test_every_length_around_a_beat(device: Stream, name: str) -> None:
    traffic = traffic_of(device, name, 3)
    step = 1 if name.startswith("ctr") else 16
    traffic.go([traffic.packet(size) for size in range(0, 3 * device.beat_bytes, step)])


@pytest.mark.parametrize("name", ["ctr", "ctr-turns"], indirect=True)
def test_counters_wrap(device: Stream) -> None:
    traffic = Traffic(device, "ctr", 4, SLOTS)
    for low in (4, 8, 12, 16):
        first = bytes(16 - low) + b"\xff" * (low - 1) + b"\xf0"
        traffic.go([traffic.packet(700, iv=first) for _ in range(6)])


def test_packets_follow_each_other_without_a_cycle_between(device: Stream, name: str) -> None:
    traffic = traffic_of(device, name, 5)
    design = DESIGNS[name]
    turns = (design.get("KeyBits", 128) // 32 + 6) // design.get("Rounds", 1)
    size = 12 * device.beat_bytes
    results = traffic.go([traffic.packet(size) for _ in range(60)])
    cycles = results[-1].cycle - results[-21].cycle
    assert abs(cycles - 20 * 12 * turns) <= (2 * turns if turns > 1 else 0)


@pytest.mark.parametrize("name", ["ecb", "cbc"], indirect=True)
def test_text_of_no_whole_blocks_is_an_error_of_that_packet_alone(
    device: Stream, name: str
) -> None:
    traffic = traffic_of(device, name, 6)
    wrong = traffic.packet(16)
    traffic.send_wrong(wrong.command(), 5, bytes(33))
    traffic.go([traffic.packet(48)])


@pytest.mark.parametrize("place", [0, 1, 3, 4])
def test_command_that_means_nothing_is_refused(device: Stream, name: str, place: int) -> None:
    traffic = traffic_of(device, name, 7)
    packed = bytearray(traffic.packet(16).command())
    packed[place] ^= 0x84  # a flag, another mode, bytes of an absent tag or AAD
    traffic.send_wrong(bytes(packed), 1, bytes(64), comes=0)
    traffic.go([traffic.packet() for _ in range(5)])


@pytest.mark.parametrize("name", ["cbc"], indirect=True)
def test_direction_without_hardware_is_refused(device: Stream, name: str) -> None:
    traffic = traffic_of(device, name, 8)
    command = Command("cbc", False, 0, bytes(16), tag_bytes=0)
    traffic.send_wrong(command.packed(), 1, bytes(64), comes=0)
    traffic.go([traffic.packet() for _ in range(5)])


def test_keys_change_between_packets(device: Stream, name: str) -> None:
    traffic = traffic_of(device, name, 9)
    for _ in range(6):
        traffic.go([traffic.packet() for _ in range(10)])
        traffic.replace_key()
        device.run_cycles(3)


def test_zeroise_in_the_middle_of_a_packet(device: Stream, name: str) -> None:
    traffic = traffic_of(device, name, 10)
    for cycles in (0, 1, 2, 5, 20, 40, 100):
        packet = traffic.packet(500 * device.beat_bytes)
        traffic.send(packet)
        device.run_cycles(cycles)
        device.zeroise()
        traffic.exchange.forget()
        device.run_cycles(300)
        assert device.read_beat() is None, "text from before the clear came out"
        traffic.send_wrong(packet.command(), 2, bytes(16), comes=0)
        traffic.finish()
        traffic.load_all()
        traffic.go([traffic.packet() for _ in range(4)])
