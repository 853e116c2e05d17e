# SPDX-License-Identifier: Apache-2.0
"""Campaigns on the simulated device: what runs, and what counts as right.

Every block takes the path of a user's file: through `roundel.sim.block_modes` and the handshakes
of the device. The expected answers are the published vectors of NIST and RFC 3686, and OpenSSL's
results through the package `cryptography`.
"""

import functools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.ciphers import modes as reference_modes

from roundel.base.errors import FailureError
from roundel.base.progress import Progress
from roundel.design import Config
from roundel.sim import block_modes
from roundel.sim.device import Device
from roundel.verify import monte_carlo, vectors

__all__ = [
    "MESSAGES",
    "Tally",
    "difference",
    "fits",
    "known_answers",
    "monte_carlo_tests",
    "random_messages",
]

MESSAGES = 60
"""Messages of each mode and direction in the random campaign."""
SHOWN = 5  # failures that are told in full


@dataclass
class Tally:
    """The count of one campaign.

    Attributes:
        name: Of the campaign, with the file or mode that it is about.
        seed: What its random choices follow from; None where there are none.
        passed: Vectors whose result was right.
        failed: The others.
        failures: The first of them, each with what was expected and what came out. Data of random
            messages, never their keys; the keys of published vectors are no secrets.
    """

    name: str
    seed: int | None = None
    passed: int = 0
    failed: int = 0
    failures: list[str] = field(default_factory=list)

    def note(self, what: str, expected: bytes, got: bytes | FailureError) -> None:
        """Count one vector, by its result or by how the device failed on it."""
        self.count(what, str(got) if isinstance(got, FailureError) else difference(expected, got))

    def count(self, what: str, fault: str) -> None:
        """Count one vector, by what is wrong with it; nothing is if that is empty."""
        if not fault:
            self.passed += 1
            return
        self.failed += 1
        if len(self.failures) < SHOWN:
            self.failures.append(f"{what}: {fault}")


def difference(expected: bytes, got: bytes) -> str:
    """Where two byte strings begin to differ, with the block there; empty if they are the same."""
    for start in range(0, max(len(expected), len(got)), 16):
        wanted, found = (data[start : start + 16].hex() for data in (expected, got))
        if wanted != found:
            return f"from byte {start} on expected {wanted or 'nothing'}, got {found or 'nothing'}"
    return ""


def fits(config: Config, mode: str, direction: str) -> bool:
    """Whether the engine can run a mode in a direction; CTR encrypts in both."""
    needed = "encrypt" if mode == "ctr" else direction
    return config.Direction in ("both", needed)


def known_answers(config: Config, device: Device, kind: str, progress: Progress) -> Iterator[Tally]:
    """Every published vector of a kind that the configuration can run, file by file.

    Args:
        config: The configuration.
        device: Its device, without stalls.
        kind: "kat" or "mmt".
        progress: Told which file is running.
    """
    for file in vectors.files(config.KeyBits):
        if file.kind != kind:
            continue
        progress(f"vectors of {file.name}")
        tally = Tally(f"{kind}/{file.name}")
        for vector in file.vectors:
            # The CTR files have encryptions alone; each answers for both directions.
            directions = ("encrypt", "decrypt") if file.mode == "ctr" else (vector.section,)
            for direction in directions:
                if not fits(config, file.mode, direction):
                    continue
                data, expected = vector.plaintext, vector.ciphertext
                if direction == "decrypt":
                    data, expected = expected, data
                got = _through(device, file.mode, direction, vector.key, vector.iv, data)
                tally.note(
                    f"{file.name} {direction} COUNT {vector.count}, published key "
                    f"{vector.key.hex()}",
                    expected,
                    got,
                )
        if tally.passed + tally.failed:
            yield tally


def published_tests(config: Config) -> list[monte_carlo.MonteCarlo]:
    """The published Monte Carlo tests that a configuration can run."""
    return [
        test
        for test in monte_carlo.PUBLISHED
        if 8 * len(test.key) == config.KeyBits and fits(config, test.mode, test.direction)
    ]


def has_answers(config: Config, kind: str) -> bool:
    """Whether a configuration can run a published vector of a kind, "kat" or "mmt"."""
    return any(
        fits(config, file.mode, vector.section)
        for file in vectors.files(config.KeyBits)
        if file.kind == kind
        for vector in file.vectors
    )


def monte_carlo_tests(config: Config, device: Device, progress: Progress) -> Iterator[Tally]:
    """The published Monte Carlo tests that the configuration can run, in full.

    Each of the 100 keys counts as one vector. The last output must be the published one; the
    outputs under the keys before it are compared with OpenSSL's, so that a failure is told where
    it arises, and the test stops there.
    """
    for test in published_tests(config):
        tally = Tally(f"mct/{test.name}")
        decrypt = test.direction == "decrypt"
        key, iv, text = test.key, test.iv, test.text
        for index in range(monte_carlo.OUTER):
            progress(f"Monte Carlo {test.name}", index / monte_carlo.OUTER)
            what = f"{test.name} COUNT {index}, published key {key.hex()}"
            expected = monte_carlo.run(test, key, iv, text, _reference(key, decrypt)).last
            if index == monte_carlo.OUTER - 1:
                expected = test.last
            try:
                device.load_key(key)
                ciphered = functools.partial(device.process, decrypt=decrypt)
                found = monte_carlo.run(test, key, iv, text, ciphered)
            except FailureError as error:
                device.reset()
                tally.note(what, expected, error)
                break
            tally.note(what, expected, found.last)
            if tally.failed:
                break
            key, iv, text = found.next_key, found.next_iv, found.next_text
        yield tally


def random_messages(
    config: Config, device: Device, seed: int, progress: Progress, messages: int = MESSAGES
) -> Iterator[Tally]:
    """Random messages of random lengths under random keys, with random pauses on both sides.

    Lengths are 0 to 300 blocks, short ones more often; in CTR the last block need not be full, and
    the counter at times runs through its largest value. Every message has a slot and pauses of its
    own.

    Args:
        config: The configuration.
        device: Its device; its stalls are changed.
        seed: All follows from it.
        progress: Told what is running.
        messages: For each mode and direction.
    """
    for mode in ("ecb", "cbc", "ctr"):
        for direction in ("encrypt", "decrypt"):
            if not fits(config, mode, direction):
                continue
            tally = Tally(f"random/{mode} {direction}", seed)
            rng = random.Random(f"{seed} {mode} {direction}")  # noqa: S311 - must repeat
            for number in range(messages):
                progress(f"random {mode.upper()} messages to {direction}", number / messages)
                key = rng.randbytes(config.KeyBits // 8)
                iv = b"" if mode == "ecb" else _vector(rng)
                size = 16 * int(300 ** rng.random() - (rng.random() < 0.1))
                if mode == "ctr":
                    size += rng.randrange(16)
                data = rng.randbytes(size)
                slot = rng.randrange(config.KeySlots)
                device.set_stalls(
                    rng.getrandbits(64), rng.choice((0.0, 0.2, 0.9)), rng.choice((0.0, 0.2, 0.9))
                )
                got = _through(device, mode, direction, key, iv, data, slot)
                tally.note(
                    f"message {number} ({size} bytes) of seed {seed}",
                    _openssl(mode, direction, key, iv, data),
                    got,
                )
            device.set_stalls(0, 0.0, 0.0)
            yield tally


def _vector(rng: random.Random) -> bytes:
    """A random initialisation vector, at times one after which a counter soon overflows."""
    if rng.random() < 0.3:
        return (2**128 - 1 - rng.randrange(40)).to_bytes(16, "big")
    return rng.randbytes(16)


def _through(
    device: Device, mode: str, direction: str, key: bytes, iv: bytes, data: bytes, slot: int = 0
) -> bytes | FailureError:
    """One message through the device, or how the device failed; then it is reset."""
    try:
        device.load_key(key, slot)
        act = block_modes.encrypt if direction == "encrypt" else block_modes.decrypt
        return act(device, mode, data, iv=iv, slot=slot)
    except FailureError as error:
        device.reset()
        return error


def _openssl(mode: str, direction: str, key: bytes, iv: bytes, data: bytes) -> bytes:
    """The same message by OpenSSL."""
    chosen: reference_modes.ECB | reference_modes.CBC | reference_modes.CTR
    if mode == "ecb":
        chosen = reference_modes.ECB()
    elif mode == "cbc":
        chosen = reference_modes.CBC(iv)
    else:
        chosen = reference_modes.CTR(iv)
    reference = Cipher(algorithms.AES(key), chosen)
    context = reference.encryptor() if direction == "encrypt" else reference.decryptor()
    return context.update(data) + context.finalize()


def _reference(key: bytes, decrypt: bool) -> Callable[[bytes], bytes]:
    """One block at a time by OpenSSL."""
    cipher = Cipher(algorithms.AES(key), reference_modes.ECB())
    return (cipher.decryptor() if decrypt else cipher.encryptor()).update
