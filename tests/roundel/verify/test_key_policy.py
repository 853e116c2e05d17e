# SPDX-License-Identifier: Apache-2.0
"""Policies of keys in a simulated engine: roundel_key_policy, and the locks of roundel_stream.

`Model` is the expected behaviour: it remembers the key and the policy of each slot in the order of
the calls. The engine must refuse exactly the same commands, and a refused packet must have no
text, no tag and no effect on other packets.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from roundel import design
from roundel.base.errors import InputError
from roundel.design import load_config
from roundel.sim.stream import Policy, Stream
from roundel.verify.packet_campaigns import Shape
from roundel.verify.packet_exchange import BOTH, Exchange, Packet, draw

COMMAND, KEY, AAD, POLICY = 1, 2, 3, 6  # of roundel.sim.stream.ERRORS
COUNTED = ("gcm", "ccm")
CHAINED_SET = ["Modes=ecb+cbc+ctr+gcm+cfb+ofb+cmac+ccm", "Streams=8", "Stages=2", "KeySlots=4"]
ENGINES = {
    "streams": CHAINED_SET,
    "set": ["Modes=ecb+cbc+ctr+gcm+cfb", "Lanes=2", "KeySlots=4"],
    "text": ["Modes=ecb+cbc+ctr", "KeySlots=4"],
    "gcm": ["Mode=gcm", "KeySlots=4"],
    "xts": ["Mode=xts", "KeySlots=4"],
    "ecb": ["Mode=ecb", "KeySlots=4"],
    "one-slot": ["Mode=gcm", "KeySlots=1"],
    "many-slots": ["Modes=ctr+gcm+cmac", "Streams=8", "Stages=2", "KeySlots=512"],
}


class Model:
    """Keys, policies and packets of an engine, in the order of the calls."""

    def __init__(self, shape: Shape, device: Stream, seed: int) -> None:
        self.shape, self.device = shape, device
        self.random = random.Random(seed)
        self.exchange = Exchange(device)
        self.keys: dict[int, bytes] = {}
        self.policies: dict[int, Policy] = {}
        self.used: dict[tuple[int, str], int] = {}  # counted packets, by slot and mode
        self.locked: set[int] = set()
        self.refused = 0  # keys and clears of locked slots
        self.errors: list[int] = []  # of all packets, as expected
        device.keep_order(True)

    def load(self, slot: int, policy: Policy) -> None:
        """Load a random key into a slot, or have it refused because of a lock."""
        key = self.shape.random_key(self.random)
        self.device.load_key(key, slot, policy=policy)
        if slot in self.locked:
            self.refused += 1
            return
        self.keys[slot], self.policies[slot] = key, policy
        self.used = {at: count for at, count in self.used.items() if at[0] != slot}
        if policy.locked:
            self.locked.add(slot)

    def clear(self, slot: int) -> None:
        self.device.clear_key(slot)
        if slot in self.locked:
            self.refused += 1
        else:
            self.keys.pop(slot, None)

    def packet(self, slot: int, mode: str, direction: str) -> Packet:
        key = self.keys.get(slot) or self.shape.random_key(self.random)
        text = self.random.choice([16, 32, 48])
        packet = draw(
            self.random, mode, {slot: key}, self.device.beat_bytes, text=text,
            directions=(direction,), right=self.random.random() < 0.5,
        )  # fmt: skip
        return self.shape.placed(packet, self.random.randrange(self.shape.streams))

    def error(self, packet: Packet, *, privileged: bool) -> int:
        """The expected error of a command without a wrong field."""
        if packet.slot not in self.keys:
            return KEY
        policy = self.policies[packet.slot]
        modes = self.shape.modes if policy.modes is None else policy.modes
        allowed = packet.mode in modes and (policy.decrypt if packet.decrypt else policy.encrypt)
        counted = packet.mode in COUNTED and not packet.decrypt
        left = policy.invocations - self.used.get((packet.slot, packet.mode), 0)
        if not allowed or (policy.privileged and not privileged) or (counted and not left):
            return POLICY
        return 0

    def send(self, packet: Packet, *, privileged: bool = False) -> int:
        """Send a packet, or have it refused; returns the expected error."""
        error = self.error(packet, privileged=privileged)
        self.errors.append(error)
        if error:
            self.send_wrong(packet, error, privileged=privileged)
            return error
        self.exchange.send(packet, privileged=privileged)
        if packet.mode in COUNTED and not packet.decrypt:
            at = packet.slot, packet.mode
            self.used[at] = self.used.get(at, 0) + 1
        return error

    def send_wrong(
        self, packet: Packet, error: int, command: bytes = b"", *, privileged: bool = False
    ) -> None:
        """Send a packet that must have an error and no text."""

        def write(number: int) -> None:
            if packet.aad:
                self.device.write(packet.aad_beats, last=False, user=number)
            self.device.write(packet.source, last=True, user=number)

        self.exchange.send_wrong(
            command or packet.command(), error, 0, write, packet.stream, privileged=privileged
        )

    def finish(self) -> list[int]:
        """Run to the end, compare all packets and return their expected errors."""
        outcomes = self.exchange.finish()
        assert [outcome.fault for outcome in outcomes if outcome.fault] == []
        assert self.device.keys_refused == self.refused
        errors, self.errors = self.errors, []
        return errors


@contextmanager
def opened(name: str, seed: int) -> Iterator[Model]:
    """An engine with policies and its model."""
    engine = load_config("iterative", ENGINES[name])
    parameters = {**design.parameters(engine), "HasPolicy": 1}
    with Stream.open(f"policy-{name}", parameters) as device:
        # The memories of 512 keys of GCM are cleared in 24,576 cycles.
        device.set_watchdog(60_000)
        yield Model(Shape.of(engine), device, seed)


def kinds(shape: Shape) -> list[tuple[str, str]]:
    """Each mode and direction of an engine."""
    return [(mode, direction) for mode in shape.modes for direction in shape.directions_of(mode)]


@pytest.mark.parametrize("name", ["streams", "set", "text", "gcm", "xts", "ecb"])
def test_each_field_in_each_mode(name: str) -> None:
    """Each field respected and violated, alone, and right packets between refused packets."""
    with opened(name, 31) as model:
        for mode, direction in kinds(model.shape):
            others = [other for other in design.choices("Mode") if other != mode]
            free = Policy(modes=[mode], encrypt=direction == BOTH[0], decrypt=direction == BOTH[1])
            model.load(0, free)
            model.load(1, Policy(modes=others))
            model.load(2, Policy(encrypt=direction != BOTH[0], decrypt=direction != BOTH[1]))
            model.load(3, replace(free, privileged=True))
            for slot, privileged, error in [
                (0, False, 0), (1, False, POLICY), (0, True, 0), (2, True, POLICY), (0, False, 0),
                (2, False, POLICY), (3, True, 0), (3, False, POLICY), (3, True, 0),
                (1, True, POLICY), (3, True, 0),
            ]:  # fmt: skip
                packet = model.packet(slot, mode, direction)
                assert model.send(packet, privileged=privileged) == error
            model.finish()


@pytest.mark.parametrize("name", ["streams", "set", "xts", "one-slot"])
def test_a_packet_has_the_policy_of_its_own_key(name: str) -> None:
    """Strict and lax keys follow each other in a slot while packets of both are in flight."""
    with opened(name, 32) as model:
        some, lax = model.random, Policy()
        model.device.set_stalls(3, 0.1, 0.1)
        for _ in range(12):
            errors = []
            for turn in range(8):
                mode, direction = some.choice(kinds(model.shape))
                strict = some.choice(
                    [
                        Policy(modes=[other for other in model.shape.modes if other != mode]),
                        Policy(encrypt=direction != "encrypt", decrypt=direction != "decrypt"),
                        Policy(privileged=True),
                    ]
                )
                model.load(0, strict if turn % 2 else lax)
                for _ in range(some.randrange(1, 4)):
                    errors.append(model.send(model.packet(0, mode, direction)))
                    assert errors[-1] == (POLICY if turn % 2 else 0)
            assert model.finish() == errors


@pytest.mark.parametrize(
    ("name", "mode"), [("streams", "gcm"), ("streams", "ccm"), ("set", "gcm"), ("gcm", "gcm")]
)
@pytest.mark.parametrize("most", [1, 2, 5, 300])
def test_invocations(name: str, mode: str, most: int) -> None:
    """A key encrypts so many packets; decryption and refused packets do not count."""
    with opened(name, 33) as model:
        model.load(1, Policy(invocations=most, modes=COUNTED))
        model.load(2, Policy(invocations=most + 1))
        expected = []
        for count in range(most + 3):
            for slot, limit in ((1, most), (2, most + 1)):
                packet = model.packet(slot, mode, "encrypt")
                if count < 4:
                    # A wrong field, another slot without a key, and a decryption.
                    wrong = bytearray(packet.command())
                    wrong[0] |= 4
                    model.send_wrong(packet, COMMAND, bytes(wrong))
                    model.send(model.packet(3, mode, "encrypt"))
                    model.send(model.packet(slot, mode, "decrypt"))
                    expected += [KEY, 0]
                model.send(packet)
                expected.append(0 if count < limit else POLICY)
        # A new key has its own count.
        model.load(1, Policy(invocations=1))
        for error in (0, POLICY):
            model.send(model.packet(1, mode, "encrypt"))
            expected.append(error)
        assert model.finish() == expected


def test_a_failed_packet_of_gcm_counts() -> None:
    """A packet with ERROR_AAD was encrypted: its IV is used."""
    with opened("gcm", 34) as model:
        model.load(0, Policy(invocations=2))
        packet = replace(model.packet(0, "gcm", "encrypt"), aad=bytes(20))

        def write(number: int) -> None:
            model.device.write(bytes(16), last=True, user=number)

        model.exchange.send_wrong(packet.command(), AAD, 16, write)
        good = model.packet(0, "gcm", "encrypt")
        model.exchange.send(good)
        model.send_wrong(good, POLICY)
        model.finish()


@pytest.mark.parametrize("name", ["streams", "xts", "one-slot", "many-slots"])
def test_a_locked_slot_keeps_its_key_until_a_reset(name: str) -> None:
    with opened(name, 35) as model:
        last = model.shape.slots - 1
        kind = kinds(model.shape)
        model.load(last, Policy(locked=True))
        for _ in range(20):
            model.send(model.packet(last, *model.random.choice(kind)))
            model.load(last, Policy())
            model.send(model.packet(last, *model.random.choice(kind)))
            model.clear(last)
            if last:
                model.load(0, Policy())
                model.send(model.packet(0, *model.random.choice(kind)))
                model.clear(0)
            model.send(model.packet(last, *model.random.choice(kind)))
        assert set(model.finish()) == {0}
        assert model.refused == 40
        # Zeroise clears the key and keeps the lock.
        model.device.zeroise()
        model.device.run_cycles(300)
        model.exchange.forget()
        model.keys.clear()
        model.load(last, Policy())
        model.send(model.packet(last, *kind[0]))
        if last:
            model.load(0, Policy())
            model.send(model.packet(0, *kind[0]))
        assert model.finish() == [KEY] + [0] * bool(last)
        assert model.refused == 41
        # A reset opens the slot.
        model.device.reset()
        model.device.run_cycles(300)
        model.exchange.forget()
        model.locked.clear()
        model.keys.clear()
        for _ in range(2):
            model.load(last, Policy())
            model.send(model.packet(last, *kind[0]))
        assert model.finish() == [0, 0]


def test_a_key_that_is_not_stored_does_not_lock() -> None:
    """XTS refuses a key with equal halves; the clear of a slot has no policy."""
    with opened("xts", 36) as model:
        model.device.load_key(bytes(32), 0, policy=Policy(locked=True))
        model.load(0, Policy())
        model.send(model.packet(0, "xts", "encrypt"))
        assert model.finish() == [0]


@pytest.mark.parametrize("name", ["streams", "set", "text", "xts", "gcm", "many-slots"])
@pytest.mark.parametrize("stall", [0.0, 0.3])
def test_random_mixes(name: str, stall: float) -> None:
    """Random keys, clears, policies, modes and privileges, with packets of all slots in flight."""
    with opened(name, 37 + int(10 * stall)) as model:
        some = model.random
        model.device.set_stalls(5, stall, stall)
        seen = set[int]()
        for _ in range(15):
            for _ in range(20):
                slot = some.choice([0, 1, model.shape.slots - 1])
                if some.random() < 0.4:
                    names = [mode for mode in model.shape.modes if some.random() < 0.7]
                    policy = Policy(
                        modes=some.choice([None, names]),
                        encrypt=some.random() < 0.8,
                        decrypt=some.random() < 0.8,
                        privileged=some.random() < 0.3,
                        locked=some.random() < 0.01,
                        invocations=some.choice([1, 2, 3, 1 << 32]),
                    )
                    model.load(slot, policy)
                elif some.random() < 0.1:
                    model.clear(slot)
                for _ in range(some.randrange(3)):
                    packet = model.packet(slot, *some.choice(kinds(model.shape)))
                    seen.add(model.send(packet, privileged=some.random() < 0.5))
            model.finish()
        assert seen == {0, KEY, POLICY}


def test_without_has_policy_every_command_is_allowed() -> None:
    engine = load_config("iterative", ENGINES["gcm"])
    with Stream.open(engine.name, design.parameters(engine)) as device:
        model = Model(Shape.of(engine), device, 39)
        nothing = Policy(modes=[], encrypt=False, decrypt=False, privileged=True, locked=True)
        for _ in range(2):
            device.load_key(key := model.shape.random_key(model.random), 0, policy=nothing)
            model.keys[0], model.policies[0] = key, Policy()
            model.send(model.packet(0, "gcm", "encrypt"))
        assert model.finish() == [0, 0]


def test_impossible_policies() -> None:
    with pytest.raises(InputError, match="give 1 to 2\\^32"):
        Policy(invocations=0).packed()
    with pytest.raises(InputError, match="no mode 'xyz'"):
        Policy(modes=["xyz"]).packed()
    # Bits 0 to 8 the modes, 9 encrypt, 10 decrypt, 11 privileged, 12 locked, 13 on the invocations.
    assert Policy().packed() == 0x7FF
    strict = Policy(["gcm", "xts"], decrypt=False, privileged=True, locked=True, invocations=5)
    assert strict.packed() == 0b1_1_0_1_0_0001_1000 | 5 << 13
