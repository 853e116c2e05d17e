# SPDX-License-Identifier: Apache-2.0
"""Random packets through a packet engine, each compared with OpenSSL's result."""

import random
from collections.abc import Iterable, Sequence

from roundel.base.errors import FailureError
from roundel.sim.stream import Result, Stream
from roundel.verify.packet_exchange import BOTH, Exchange, Packet, draw


class Traffic:
    """Random packets of a mode from a seed, through an engine with a key in each slot.

    Attributes:
        random: The source of all random choices.
        keys: The keys by slot.
    """

    def __init__(
        self,
        device: Stream,
        mode: str,
        seed: int,
        slots: int,
        directions: Sequence[str] = BOTH,
    ) -> None:
        """Draw the keys and load them."""
        self.device = device
        self.mode = mode
        self.directions = directions
        self.random = random.Random(seed)
        self.keys = [self.random.randbytes(device.key_bytes) for _ in range(slots)]
        self.exchange = Exchange(device)
        self.load_all()

    def load_all(self) -> None:
        """Load every key, and run until all are taken."""
        for slot, key in enumerate(self.keys):
            self.device.load_key(key, slot)
        self.device.run()

    def replace_key(self) -> int:
        """Offer another key for any slot; return the slot."""
        slot = self.random.randrange(len(self.keys))
        self.keys[slot] = self.random.randbytes(self.device.key_bytes)
        self.device.load_key(self.keys[slot], slot)
        return slot

    def packet(
        self, text: int | None = None, aad: int | None = None, iv: bytes | None = None
    ) -> Packet:
        """A random packet of any slot, by default of random lengths and IV."""
        return draw(
            self.random,
            self.mode,
            self.keys,
            self.device.beat_bytes,
            text=text,
            aad=aad,
            iv=iv,
            directions=self.directions,
        )

    def send(self, packet: Packet) -> None:
        """Write a packet; a packet without text ends in one of two legal forms."""
        self.exchange.send(packet, end=self.random.choice(("text", "aad")))

    def send_wrong(self, command: bytes, error: int, data: bytes, comes: int | None = None) -> None:
        """Write an illegal packet.

        Args:
            command: The command of the packet.
            error: The expected error of the result.
            data: The bytes of the packet.
            comes: The largest number of text bytes in the output; all when None.
        """
        self.exchange.send_wrong(
            command,
            error,
            len(data) if comes is None else comes,
            lambda number: self.device.write(data, last=True, user=number),
        )

    def finish(self) -> list[Result]:
        """Run until all packets are finished, and return the results.

        Raises:
            FailureError: A result is wrong, or the hardware hangs.
        """
        results = []
        for number, outcome in enumerate(self.exchange.finish()):
            if outcome.fault or outcome.result is None:
                raise FailureError(f"packet {number}: {outcome.fault or 'nothing came'}")
            results.append(outcome.result)
        return results

    def go(self, packets: Iterable[Packet]) -> list[Result]:
        """Write packets, and `finish`."""
        for packet in packets:
            self.send(packet)
        return self.finish()
