# SPDX-License-Identifier: Apache-2.0
"""What the pins of `roundel_core` are driven with, made from two seeds.

One seed decides when something happens (valid, ready, slots, directions, zeroise), the other what
the keys and blocks are. Two runs with the same first seed and different second ones must look the
same on every valid and ready pin: nothing's timing may depend on a secret.

A source holds its offer until it is taken. While it offers nothing its payload is random, so that
a core that looks at a payload without its valid is found out.
"""

import random
from collections.abc import Collection
from dataclasses import dataclass, replace

from roundel.sim.device import Inputs
from roundel.verify.stress.scoreboard import Pins


@dataclass(frozen=True)
class Profile:
    """How busy the pins are: probabilities, each for one cycle, and slots."""

    block: float = 1.0  # a new block is offered
    take: float = 1.0  # a result is taken
    key: float = 0.0  # a new key is offered
    zeroise: float = 0.0  # `zeroise_i` is high
    clear: float = 0.0  # an offered key is a request to clear the slot
    same: float = 0.1  # a block or key is all zeros, all ones or a repetition of the one before
    # The one slot to offer blocks for. When None any slot; half of the blocks prefer a keyed slot.
    only: int | None = None
    key_slots: Collection[int] | None = None  # the slots to offer keys for; all when None


class Traffic:
    """A source of blocks, a source of keys and a sink of results.

    `control` seeds when something happens, `data` what the keys and blocks are. `directions` are
    the values that `in_decrypt_i` takes: True to decrypt, False to encrypt.
    """

    def __init__(
        self,
        control: int,
        data: int,
        *,
        key_bytes: int,
        slots: int,
        tag_bits: int,
        directions: Collection[bool] = (False, True),
    ) -> None:
        self._control = random.Random(control)  # noqa: S311 - a test that must repeat
        self._data = random.Random(data)  # noqa: S311
        self._key_bytes = key_bytes
        self._slots = slots
        self._tags = 1 << tag_bits
        self._directions = tuple(directions)
        self._drive = Inputs()
        self._before: dict[int, bytes] = {}  # the last random data of each size

    def next(self, profile: Profile, keyed: Collection[int]) -> Inputs:
        """The input pins of the next cycle; offers that are not yet taken are unchanged.

        A block for a slot that is not `keyed` waits, and a key for that slot is then offered soon.
        """
        old, only = self._drive, profile.only
        # Each cycle draws the same numbers, whatever the pins do.
        chance = [self._control.random() for _ in range(4)]
        picks = [self._control.randrange(self._slots) for _ in range(2)]
        prefer, clear = self._control.random(), self._control.random()
        decrypt = self._directions[self._control.randrange(len(self._directions))]
        tag = self._control.randrange(self._tags)
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
            # The keys' own pins mean nothing then, and are random.
            new.key, new.key_clear = key, clear < profile.clear
        self._drive = new
        return new

    def seen(self, pins: Pins) -> None:
        """Take note of what was taken in the cycle that `next` drove."""
        if pins.in_ready:
            self._drive.in_valid = False
        if pins.key_ready:
            self._drive.key_valid = False

    def offer_key(self, slot: int, *, clear: bool = False) -> None:
        """Offer a random key for this slot from the next cycle on, or ask to clear its key."""
        self._drive.key_valid, self._drive.key_slot = True, slot
        self._drive.key, self._drive.key_clear = self._data.randbytes(self._key_bytes), clear

    @property
    def key_offered(self) -> bool:
        """A key waits to be taken."""
        return self._drive.key_valid

    @property
    def idle(self) -> bool:
        """Neither a key nor a block waits to be taken."""
        return not (self._drive.key_valid or self._drive.in_valid)

    def withdraw(self) -> None:
        """Take back every offer: for a reset, the one time when a source may."""
        self._drive = Inputs()

    def _bytes(self, size: int, same: float) -> bytes:
        """Random data, at times one of the special cases."""
        kind, fresh = self._data.random(), self._data.randbytes(size)
        if kind < same / 3:
            return bytes(size)
        if kind < same * 2 / 3:
            return b"\xff" * size
        if kind < same and size in self._before:
            return self._before[size]
        self._before[size] = fresh
        return fresh
