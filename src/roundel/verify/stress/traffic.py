# SPDX-License-Identifier: Apache-2.0
"""The inputs of the pins of `roundel_core`, made from two seeds.

The first seed determines the times of all events (valid, ready, slots, directions, zeroise). The
second seed determines the keys and blocks. Two runs with the same first seed must be identical on
every valid and ready pin: no timing may depend on a secret.

A source holds its offer until the handshake. Without an offer the payload is random, and therefore
a core that uses a payload without its valid fails.
"""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from roundel.sim.device import Inputs
from roundel.verify.stress.scoreboard import Pins


@dataclass(frozen=True)
class Profile:
    """The load of the pins: probabilities per cycle, and slots."""

    block: float = 1.0  # a new block is offered
    take: float = 1.0  # a result is taken
    key: float = 0.0  # a new key is offered
    zeroise: float = 0.0  # `zeroise_i` is high
    clear: float = 0.0  # an offered key is a request to clear the slot
    same: float = 0.1  # a block or key is all zeros, all ones or equal to its predecessor
    # The slot of offered blocks. When None any slot; half of the blocks prefer a slot with a key.
    only: int | None = None
    key_slots: Collection[int] | None = None  # the slots of offered keys; all slots when None
    key_bits: int | None = None  # the size of offered keys; each size of the design when None


class Traffic:
    """A source of blocks, a source of keys and a sink of results.

    `control` seeds the times of events, `data` the keys and blocks. `key_sizes` are the key sizes
    of the design in bits; with one size, `key_size_i` has any value. With several sizes, an eighth
    of the offered keys have a size that no key has. `directions` are the values of `in_decrypt_i`:
    True for decryption, False for encryption.
    """

    def __init__(
        self,
        control: int,
        data: int,
        *,
        key_sizes: Sequence[int],
        slots: int,
        tag_bits: int,
        directions: Collection[bool] = (False, True),
    ) -> None:
        self._control = random.Random(control)  # noqa: S311 - a test that must repeat
        self._data = random.Random(data)  # noqa: S311
        self._key_bytes = max(key_sizes) // 8
        self._key_sizes = key_sizes
        self._slots = slots
        self._tags = 1 << tag_bits
        self._directions = tuple(directions)
        self._drive = Inputs()
        self._before: dict[int, bytes] = {}  # the last random data of each size

    def next(self, profile: Profile, keyed: Collection[int]) -> Inputs:
        """The input pins of the next cycle; waiting offers are unchanged.

        A block for a slot without a key (not in `keyed`) waits; an offer of a key follows soon.
        """
        old, only = self._drive, profile.only
        # Each cycle draws the same number of random values, independent of the pins.
        chance = [self._control.random() for _ in range(4)]
        picks = [self._control.randrange(self._slots) for _ in range(2)]
        prefer, clear = self._control.random(), self._control.random()
        decrypt = self._directions[self._control.randrange(len(self._directions))]
        tag = self._control.randrange(self._tags)
        size = self._size(profile.key_bits, wrong=True)
        block, key = self._bytes(16, profile.same), self._bytes(self._key_bytes, profile.same)
        starved = old.in_valid and old.in_slot not in keyed
        new = replace(old, zeroise=chance[3] < profile.zeroise, out_ready=chance[1] < profile.take)
        if not old.in_valid:
            slot = picks[0] if only is None else only
            if only is None and keyed and prefer < 0.5 and slot not in keyed:
                slot = sorted(keyed)[picks[0] % len(keyed)]
            new.in_valid, new.in_decrypt, new.in_slot = chance[0] < profile.block, decrypt, slot
            new.in_tag, new.in_block = tag, block
        if not old.key_valid:
            slots = profile.key_slots
            allowed = range(self._slots) if slots is None else sorted(slots)
            wanted = chance[2] < max(profile.key, 0.3 if starved else 0.0)
            new.key_valid = wanted and len(allowed) > 0
            new.key_slot = picks[1] if not allowed else allowed[picks[1] % len(allowed)]
            if starved and old.in_slot in allowed:
                new.key_slot = old.in_slot
            # Without a valid, the payload of the key channel is random.
            new.key, new.key_clear, new.key_size = key, clear < profile.clear, size
        self._drive = new
        return new

    def seen(self, pins: Pins) -> None:
        """Record the handshakes of the cycle of `next`."""
        if pins.in_ready:
            self._drive.in_valid = False
        if pins.key_ready:
            self._drive.key_valid = False

    def offer_key(self, slot: int, *, clear: bool = False, bits: int | None = None) -> None:
        """Offer a random key for a slot from the next cycle, or request a clear of its key.

        The key has `bits` bits; None: a random size of the design.
        """
        self._drive.key_valid, self._drive.key_slot = True, slot
        self._drive.key_size = self._size(bits, wrong=False)
        self._drive.key, self._drive.key_clear = self._data.randbytes(self._key_bytes), clear

    @property
    def key_offered(self) -> bool:
        """Whether a key waits for its handshake."""
        return self._drive.key_valid

    @property
    def idle(self) -> bool:
        """Whether neither a key nor a block waits for its handshake."""
        return not (self._drive.key_valid or self._drive.in_valid)

    def withdraw(self) -> None:
        """Withdraw every offer, which is allowed only at a reset."""
        self._drive = Inputs()

    def _size(self, bits: int | None, *, wrong: bool) -> int:
        """The value of `key_size_i` for a key of `bits` bits, or for a random key."""
        pick = self._control.randrange(8)
        if len(self._key_sizes) == 1:
            return pick % 4
        if wrong and bits is None and pick == 0:
            return 3
        return (bits or self._key_sizes[pick % len(self._key_sizes)]) // 64 - 2

    def _bytes(self, size: int, same: float) -> bytes:
        kind, fresh = self._data.random(), self._data.randbytes(size)
        if kind < same / 3:
            return bytes(size)
        if kind < same * 2 / 3:
            return b"\xff" * size
        if kind < same and size in self._before:
            return self._before[size]
        self._before[size] = fresh
        return fresh
