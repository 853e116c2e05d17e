# SPDX-License-Identifier: Apache-2.0
"""Campaigns on a simulated core, and their expected results.

Every message takes the path of a user's file: through `roundel.sim.block_modes` and the handshakes
of the device. The expected results come from `roundel.verify.vectors` and from OpenSSL.
"""

import functools
import random
from collections.abc import Iterator

from roundel import design
from roundel.base.errors import FailureError
from roundel.base.progress import Progress
from roundel.design import Config
from roundel.sim import block_modes
from roundel.sim.device import BLOCK, Device
from roundel.verify import monte_carlo, reference
from roundel.verify.monte_carlo import MonteCarlo
from roundel.verify.packet_campaigns import Shape, compare
from roundel.verify.packet_exchange import BOTH, Packet, draw
from roundel.verify.record import Tally, difference

_MIXED = 64  # blocks of a mix of key sizes
MESSAGES = 60  # messages for each mode and direction in the random campaign


def shapes(config: Config) -> list[Shape]:
    """A core's abilities in each mode of the host and with each key size; CTR encrypts always."""
    own = BOTH if config.Direction == "both" else (config.Direction,)
    counter = BOTH if config.Direction != "decrypt" else ()
    return [
        Shape(mode, (bits,), counter if mode == "ctr" else own, config.KeySlots)
        for bits in design.key_sizes(config)
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
    mode and direction, and for each key size. With several key sizes a mix of blocks follows.
    """
    sizes = design.key_sizes(config)
    for shape in shapes(config):
        mode, (bits,) = shape.mode, shape.key_sizes
        for direction in shape.directions:
            name = f"{mode} {direction}" if len(sizes) == 1 else f"{mode}-{bits} {direction}"
            tally = Tally(f"random/{name}", seed)
            rng = random.Random(f"{seed} {name}")  # noqa: S311 - must repeat
            for number in range(messages):
                progress(f"random {mode.upper()} messages to {direction}", number / messages)
                size = BLOCK * int(300 ** rng.random() - (rng.random() < 0.1))
                if mode == "ctr":
                    size += rng.randrange(BLOCK)
                keys = {rng.randrange(config.KeySlots): rng.randbytes(bits // 8)}
                packet = draw(rng, mode, keys, BLOCK, text=size, directions=(direction,))
                device.set_stalls(
                    rng.getrandbits(64), rng.choice((0.0, 0.2, 0.9)), rng.choice((0.0, 0.2, 0.9))
                )
                label = f"message {number} ({size} bytes) of seed {seed}"
                tally.count(label, _fault(device, packet))
            device.set_stalls(0, 0.0, 0.0)
            yield tally
    if len(sizes) > 1:
        yield _mixed_blocks(config, device, seed, progress, messages)


def _mixed_blocks(
    config: Config, device: Device, seed: int, progress: Progress, rounds: int
) -> Tally:
    """Blocks of random key sizes, slots and directions behind each other, with keys in between."""
    tally = Tally("random/mixed sizes", seed)
    rng = random.Random(f"{seed} mixed")  # noqa: S311 - must repeat
    sizes, keys = design.key_sizes(config), dict[int, bytes]()
    directions = BOTH if config.Direction == "both" else (config.Direction,)
    for number in range(rounds):
        progress("random blocks of mixed key sizes", number / rounds)
        device.set_stalls(rng.getrandbits(64), rng.choice((0.0, 0.3)), rng.choice((0.0, 0.3, 0.9)))
        wanted = bytearray()
        try:
            for _ in range(_MIXED):
                if not keys or rng.random() < 0.1:
                    slot = rng.randrange(config.KeySlots)
                    keys[slot] = rng.randbytes(rng.choice(sizes) // 8)
                    device.load_key(keys[slot], slot)
                slot, decrypt = rng.choice(list(keys)), rng.choice(directions) == "decrypt"
                block = rng.randbytes(BLOCK)
                wanted += reference.cipher("ecb", decrypt, keys[slot], b"", block)
                device.push(block, decrypt=decrypt, slot=slot)
            fault = difference(bytes(wanted), device.pull(_MIXED))
        except FailureError as error:
            device.reset()
            keys.clear()
            fault = str(error)
        tally.count(f"mix {number} of seed {seed}", fault)
    device.set_stalls(0, 0.0, 0.0)
    return tally


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
