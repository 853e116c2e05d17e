# SPDX-License-Identifier: Apache-2.0
"""Packets, and the campaigns and stress with packets: the detection of a wrong engine.

OpenSSL replaces the hardware here; test_packet_engine.py has the real engine.
"""

import random
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from tests.roundel.sim.traffic import Traffic

from roundel.base.errors import FailureError
from roundel.base.progress import null_progress
from roundel.design import make_config
from roundel.verify import packet_campaigns, packet_stress, reference
from roundel.verify.packet_campaigns import Shape
from roundel.verify.packet_exchange import Exchange, draw
from roundel.verify.record import SHOWN, Tally

MODES = ("ecb", "cbc", "ctr", "gcm", "xts")
BOTH = ("encrypt", "decrypt")


def _shape(mode: str, slots: int = 4) -> Shape:
    return Shape(mode, (128,), BOTH, slots)


def _random(device: Any, seed: int = 1, packets: int = 120) -> Tally:
    shape = _shape(device.mode, device.slots)
    (tally,) = packet_campaigns.random_packets(shape, device, seed, null_progress, packets)
    return tally


def _stress(device: Any, seed: int = 1) -> dict[str, Tally]:
    shape = _shape(device.mode, device.slots)
    found = packet_stress.stress(shape, device, seed, null_progress)
    return {tally.name.removeprefix("stress/"): tally for tally in found}


@pytest.mark.parametrize("mode", MODES)
def test_a_right_engine_passes(soft_stream: Any, mode: str) -> None:
    device = soft_stream(mode, 4)
    shape = _shape(mode)
    for kind in ("kat", "mmt"):
        for tally in packet_campaigns.known_answers(
            shape, device, kind, null_progress, selected=mode == "gcm"
        ):
            assert (tally.failed, tally.failures) == (0, [])
            assert tally.passed
    tally = _random(device)
    assert (tally.passed, tally.failed, tally.failures) == (120, 0, [])
    parts = _stress(device)
    assert tuple(parts) == packet_stress.PARTS
    assert {name: (part.failed, part.failures) for name, part in parts.items()} == {
        name: (0, []) for name in parts
    }
    assert min(part.passed for part in parts.values()) > 60


@pytest.mark.parametrize("mode", ["ctr", "gcm"])
def test_one_slot_is_enough(soft_stream: Any, mode: str) -> None:
    device = soft_stream(mode, 1)
    assert _random(device).failed == 0
    assert all(part.failed == 0 for part in _stress(device).values())


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("text", "from byte"),
        ("tag", "expected the tag"),
        ("other key", "expected"),
        ("short tag", "expected a wrong packet, got the opposite"),
        ("always right", "expected a wrong packet, got the opposite"),
        ("shows tags", "expected no tag"),
        ("lost beat", "got nothing"),
        ("no last", "to end the packet"),
        ("beats of others", "got nothing"),
        ("two results", "expected the result number"),
        ("no result", "expected the result number"),
        ("hangs", "the simulated device hangs"),
    ],
)
def test_a_wrong_engine_is_found(soft_stream: Any, fault: str, told: str) -> None:
    device = soft_stream("gcm", 4, fault)
    tally = _random(device, packets=200)
    assert tally.failed
    assert any(told in failure for failure in tally.failures), tally.failures
    assert len(tally.failures) <= SHOWN
    assert "of seed 1 (gcm" in tally.failures[0]
    # The run continues from a reset, so one fault is not reported in all later packets.
    assert device.resets > 1


@pytest.mark.parametrize("fault", ["always right", "shows tags"])
def test_published_tags_find_it_too(soft_stream: Any, fault: str) -> None:
    device = soft_stream("gcm", 4, fault)
    found = packet_campaigns.known_answers(
        _shape("gcm"), device, "kat", null_progress, selected=True
    )
    failed = {tally.name: tally.failed for tally in found}
    assert failed["kat/gcmDecrypt128.rsp"]


@pytest.mark.parametrize(
    ("fault", "part"),
    [
        ("takes all", "errors"),
        ("keeps cleared keys", "keys"),
        ("keeps keys", "zeroise"),
        ("keeps packets", "zeroise"),
        ("slow key", "timing"),
        ("text", "stalls"),
        ("hangs", "reset"),
    ],
)
def test_the_part_that_is_about_it_finds_it(soft_stream: Any, fault: str, part: str) -> None:
    found = _stress(soft_stream("gcm", 4, fault))
    assert found[part].failed == 1
    assert f"{part} of seed 1, after" in found[part].failures[0]


@pytest.mark.parametrize("mode", ["ecb", "ctr"])
def test_errors_are_expected_in_every_mode(soft_stream: Any, mode: str) -> None:
    assert _stress(soft_stream(mode, 4, "takes all"))["errors"].failed == 1


def test_a_seed_repeats_packets_and_pauses(soft_stream: Any) -> None:
    devices = [soft_stream("gcm", 4) for _ in range(3)]
    for device, seed in zip(devices, (1, 1, 2), strict=True):
        _random(device, seed)
        _stress(device, seed)
    assert devices[0].stalls == devices[1].stalls != devices[2].stalls
    first, again, other = (draw(random.Random(seed), "gcm", [bytes(16)], 16) for seed in (1, 1, 2))
    assert first == again != other


def test_monte_carlo(soft_stream: Any) -> None:
    shape = Shape("cbc", (128,), ("decrypt",), 1)
    (tally,) = packet_campaigns.monte_carlo_tests(shape, soft_stream("cbc", 1), null_progress)
    assert (tally.name, tally.passed, tally.failed) == ("mct/CBCMCT128 decrypt", 100, 0)


def test_monte_carlo_finds_a_wrong_engine(soft_stream: Any) -> None:
    class Stale(soft_stream):  # type: ignore[misc]
        def load_key(self, key: bytes, slot: int = 0) -> None:
            if slot not in self.keys:
                super().load_key(key, slot)

    found = packet_campaigns.monte_carlo_tests(
        Shape("ecb", (128,), ("encrypt",), 1), Stale("ecb", 1), null_progress
    )
    assert [(tally.passed, tally.failed) for tally in found] == [(1, 1)]
    none = packet_campaigns.monte_carlo_tests(_shape("gcm"), soft_stream("gcm", 1), null_progress)
    assert not list(none)


def test_shape_of_a_configuration() -> None:
    gcm = make_config("x", {"Mode": "gcm", "KeyBits": 256, "KeySlots": 8, "Direction": "encrypt"})
    assert Shape.of(gcm) == Shape("gcm", (256,), BOTH, 8)
    ecb = make_config("x", {"Mode": "ecb", "Direction": "decrypt"})
    assert Shape.of(ecb) == Shape("ecb", (128,), ("decrypt",), 4)


def test_packets_of_all_kinds_are_drawn() -> None:
    some = random.Random(1)
    packets = [draw(some, "gcm", [bytes(16)], 16) for _ in range(300)]
    assert {packet.decrypt for packet in packets} == {False, True}
    assert 20 < sum(not packet.ok for packet in packets) < 80
    assert {packet.tag_bytes for packet in packets} == {4, 8, 12, 13, 14, 15, 16}
    assert {0, 1, 15, 16, 17} <= {len(packet.source) for packet in packets}
    assert {0, 1, 15, 16, 17} <= {len(packet.aad) for packet in packets}
    counters = [draw(some, "ctr", [bytes(16)], 16) for _ in range(300)]
    wraps = [packet for packet in counters if packet.iv[12:15] == b"\xff\xff\xff"]
    assert {packet.short for packet in wraps} == {False, True}


def test_short_counter_is_one_block_at_a_time() -> None:
    key, first = bytes(range(16)), bytes(12) + b"\xff\xff\xff\xfe"
    whole = reference.short_counter(key, first, bytes(80))
    blocks = [
        reference.cipher("ecb", False, key, b"", bytes(12) + count.to_bytes(4, "big"))
        for count in (2**32 - 2, 2**32 - 1, 0, 1, 2)
    ]
    assert whole == b"".join(blocks)
    assert reference.cipher("ctr", False, key, first, bytes(80)) != whole


def test_xts_by_blocks_is_that_of_openssl() -> None:
    some = random.Random(3)
    for size in (*range(16, 70), 512, 520):
        for bytes_of_keys in (32, 64):
            key, tweak, data = (some.randbytes(n) for n in (bytes_of_keys, 16, size))
            for decrypt in (False, True):
                openssl = reference.cipher("xts", decrypt, key, tweak, data)
                assert reference.xts_by_blocks(decrypt, key, tweak, data) == openssl
    data = some.randbytes(77)
    text = reference.cipher("xts", False, bytes(range(48)), bytes(16), data)
    assert reference.cipher("xts", True, bytes(range(48)), bytes(16), text) == data


def test_gcm_of_any_iv_is_that_of_openssl() -> None:
    some = random.Random(4)
    for size in (8, 11, 12, 13, 16, 17, 60, 64, 127, 128):
        key, iv, aad, plain = (some.randbytes(n) for n in (24, size, 33, 100))
        text, tag = reference.seal(key, iv, aad, plain)
        assert text + tag == AESGCM(key).encrypt(iv, plain, aad)


def test_nothing_of_before_is_left(soft_stream: Any) -> None:
    device = soft_stream("ctr", 1)
    exchange = Exchange(device)
    device.load_key(bytes(16))
    packet = draw(random.Random(1), "ctr", [bytes(16)], 16, text=50)
    exchange.send(packet)
    assert exchange.pending == 1
    device.run()
    exchange.forget()
    assert exchange.pending == 0
    assert exchange.finish() == []
    device.write(b"much", last=True, user=7)
    device.command(packet.command(), 7)
    device.run()
    (outcome,) = exchange.finish()
    assert outcome.fault == "1 results belong to no packet"


def test_a_failure_of_the_hardware_is_raised(soft_stream: Any) -> None:
    device = soft_stream("ctr", 1, "hangs")
    exchange = Exchange(device)
    for _ in range(5):
        exchange.send(draw(random.Random(1), "ctr", [bytes(16)], 16))
    with pytest.raises(FailureError):
        exchange.finish()


def test_traffic_tells_what_is_wrong(soft_stream: Any) -> None:
    traffic = Traffic(soft_stream("gcm", 4), "gcm", 1, 4)
    assert len(traffic.go(traffic.packet() for _ in range(20))) == 20
    traffic.send_wrong(bytes(48), 1, bytes(20), comes=0)
    assert [result.error for result in traffic.finish()] == [1]
    wrong = Traffic(soft_stream("gcm", 4, "text"), "gcm", 1, 4)
    with pytest.raises(FailureError, match="packet 10: from byte"):  # the first with a fault
        wrong.go(wrong.packet(50) for _ in range(20))
