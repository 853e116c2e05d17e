# SPDX-License-Identifier: Apache-2.0
"""The Monte Carlo test of AESAVS (NIST, 2002, sections 6.4.1 and 6.4.2) for ECB and CBC.

A test starts with a key and a text, and runs 100 times 1000 blocks. Every block depends on the
block before. Every key depends on the outputs with the key before. The last output therefore
checks all 100,000 blocks. `PUBLISHED` holds the tests of `monte_carlo.rsp`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel.base.errors import FailureError
from roundel.base.progress import Progress
from roundel.verify import reference
from roundel.verify.record import Tally, difference
from roundel.verify.vectors import records

FILE = Path(__file__).with_suffix(".rsp")
OUTER = 100  # keys in a test
_INNER = 1000  # blocks for each key

# Encrypts or decrypts a message of a single block: from its IV and input to its output.
Step = Callable[[bytes, bytes], bytes]


@dataclass(frozen=True)
class MonteCarlo:
    """A published test."""

    mode: str  # "ecb" or "cbc"
    direction: str  # "encrypt" or "decrypt"
    key: bytes  # the first key, 16, 24 or 32 bytes
    iv: bytes  # the first initialisation vector, 16 bytes, or empty for ECB
    text: bytes  # the first input block: plaintext to encrypt, ciphertext to decrypt
    last: bytes  # the published output of the last block with the last key

    @property
    def name(self) -> str:
        """The name of the published file with the section, for example "ECBMCT128 encrypt"."""
        return f"{self.mode.upper()}MCT{8 * len(self.key)} {self.direction}"


PUBLISHED = tuple(
    MonteCarlo(
        item.fields["mode"], item.fields["direction"], *item.bytes("key", "iv", "text", "last")
    )
    for item in records(FILE.read_text(encoding="ascii"), FILE.name)
)


@dataclass(frozen=True)
class Outcome:
    """The output of the last block with a key, and the next key, IV and text."""

    last: bytes
    next_key: bytes
    next_iv: bytes
    next_text: bytes


def run(test: MonteCarlo, key: bytes, iv: bytes, text: bytes, step: Step) -> Outcome:
    """The inner loop: 1000 blocks, and the rules of AESAVS for the next key, IV and text.

    `step` processes a block with `key`. The IV is empty for ECB; `text` is the first input block.
    """
    before, last = b"", b""
    chain, behind = iv, iv
    for _ in range(_INNER):
        output = step(chain, text)
        if test.mode == "ecb":
            text = output
        else:
            chain = output if test.direction == "encrypt" else text
            # The next input is the output before; before the first output, the vector.
            text, behind = behind, output
        before, last = last, output
    next_key = reference.xor(key, (before + last)[-len(key) :])
    return Outcome(last, next_key, *((b"", last) if test.mode == "ecb" else (last, before)))


def chained(test: MonteCarlo, cipher: Callable[[bytes], bytes]) -> Step:
    """The step for a cipher that processes a block in the test's direction."""
    if test.mode == "ecb":
        return lambda _, block: cipher(block)
    if test.direction == "encrypt":
        return lambda chain, block: cipher(reference.xor(block, chain))
    return lambda chain, block: reference.xor(cipher(block), chain)


def by_openssl(test: MonteCarlo, key: bytes) -> Step:
    """The step of OpenSSL with a key; a single context, because a new context is slow."""
    openssl = Cipher(algorithms.AES(key), modes.ECB())
    context = openssl.decryptor() if test.direction == "decrypt" else openssl.encryptor()
    return chained(test, context.update)


def campaign(
    fits: Callable[[MonteCarlo], bool],
    load: Callable[[MonteCarlo, bytes], Step],
    reset: Callable[[], None],
    progress: Progress,
) -> Iterator[Tally]:
    """The published tests for the hardware, in full; every key counts as a vector.

    `load` loads a key and returns the step of the hardware; `reset` resets the hardware after a
    failure. Every key's output is compared with OpenSSL, the last output with the published output.
    A wrong output ends a test, because every later key would be wrong too.
    """
    for test in filter(fits, PUBLISHED):
        tally = Tally(f"mct/{test.name}")
        key, iv, text = test.key, test.iv, test.text
        for index in range(OUTER):
            progress(f"Monte Carlo {test.name}", index / OUTER)
            label = f"{test.name} COUNT {index}, published key {key.hex()}"
            expected = run(test, key, iv, text, by_openssl(test, key)).last
            if index == OUTER - 1:
                expected = test.last
            try:
                found = run(test, key, iv, text, load(test, key))
            except FailureError as error:
                reset()
                tally.count(label, str(error))
                break
            tally.count(label, difference(expected, found.last))
            if tally.failed:
                break
            key, iv, text = found.next_key, found.next_iv, found.next_text
        yield tally
