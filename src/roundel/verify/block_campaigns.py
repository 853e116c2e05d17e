# SPDX-License-Identifier: Apache-2.0
"""Campaigns on a simulated core, and their expected results.

Every message takes the path of a user's file: through `roundel.sim.block_modes` and the handshakes
of the device. The expected results come from `roundel.verify.vectors` and from OpenSSL.
"""

import functools
import random
from collections.abc import Iterator

from roundel.base.errors import FailureError
from roundel.base.progress import Progress
from roundel.design import Config
from roundel.sim import block_modes
from roundel.sim.device import BLOCK, Device
from roundel.verify import monte_carlo
from roundel.verify.monte_carlo import MonteCarlo
from roundel.verify.packet_campaigns import Shape, compare
from roundel.verify.packet_exchange import BOTH, Packet, draw
from roundel.verify.record import Tally, difference

MESSAGES = 60  # messages for each mode and direction in the random campaign


def shapes(config: Config) -> list[Shape]:
    """A core's abilities in each mode of the host; CTR encrypts in both directions."""
    own = BOTH if config.Direction == "both" else (config.Direction,)
    counter = BOTH if config.Direction != "decrypt" else ()
    return [
        Shape(mode, config.KeyBits, counter if mode == "ctr" else own, config.KeySlots)
        for mode in block_modes.MODES
    ]


def known_answers(config: Config, device: Device, kind: str, progress: Progress) -> Iterator[Tally]:
    """All published vectors of a kind ("kat" or "mmt") for the core, file by file."""
    for shape in shapes(config):
        yield from compare(
            shape, lambda batch: [_fault(device, packet) for packet in batch], kind, progress
        )


def monte_carlo_tests(config: Config, device: Device, progress: Progress) -> Iterator[Tally]:
    """All published Monte Carlo tests for the core; see `roundel.verify.monte_carlo`."""

    def fits(test: MonteCarlo) -> bool:
        return any(shape.can_test(test) for shape in shapes(config))

    def load(test: MonteCarlo, key: bytes) -> monte_carlo.Step:
        device.load_key(key)
        decrypt = test.direction == "decrypt"
        return monte_carlo.chained(test, functools.partial(device.process, decrypt=decrypt))

    return monte_carlo.campaign(fits, load, device.reset, progress)


def random_messages(
    config: Config, device: Device, seed: int, progress: Progress, messages: int = MESSAGES
) -> Iterator[Tally]:
    """Random messages with random keys, and random pauses at input and output.

    Messages have 0 to 300 blocks; most are short. In CTR the last block may be partial, and the
    counter sometimes wraps. Every message has its own key slot and pauses. `messages` run for each
    mode and direction.
    """
    for shape in shapes(config):
        mode = shape.mode
        for direction in shape.directions:
            tally = Tally(f"random/{mode} {direction}", seed)
            rng = random.Random(f"{seed} {mode} {direction}")  # noqa: S311 - must repeat
            for number in range(messages):
                progress(f"random {mode.upper()} messages to {direction}", number / messages)
                size = BLOCK * int(300 ** rng.random() - (rng.random() < 0.1))
                if mode == "ctr":
                    size += rng.randrange(BLOCK)
                keys = {rng.randrange(config.KeySlots): rng.randbytes(config.KeyBits // 8)}
                packet = draw(rng, mode, keys, BLOCK, text=size, directions=(direction,))
                device.set_stalls(
                    rng.getrandbits(64), rng.choice((0.0, 0.2, 0.9)), rng.choice((0.0, 0.2, 0.9))
                )
                label = f"message {number} ({size} bytes) of seed {seed}"
                tally.count(label, _fault(device, packet))
            device.set_stalls(0, 0.0, 0.0)
            yield tally


def _fault(device: Device, packet: Packet) -> str:
    """The fault of a message through the device; the device is reset after a failure."""
    try:
        device.load_key(packet.key, packet.slot)
        stream = block_modes.Stream(
            device,
            packet.mode,
            "decrypt" if packet.decrypt else "encrypt",
            iv=packet.iv,
            slot=packet.slot,
            counter_bits=32 if packet.short else 128,
        )
        return difference(packet.target or b"", stream.update(packet.source))
    except FailureError as error:
        device.reset()
        return str(error)
