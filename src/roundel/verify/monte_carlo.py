# SPDX-License-Identifier: Apache-2.0
"""The Monte Carlo test of AESAVS (NIST, 2002, sections 6.4.1 and 6.4.2) for ECB and CBC.

A test starts from one key and one text and runs 100 times 1000 blocks, in which every block
depends on the one before and every key on the outputs under the key before; the last output
therefore answers for all 100,000 blocks. `PUBLISHED` holds the starts and the last outputs of the
samples that NIST publishes with the standard (CAVS 11.1, 2011): the package
`cryptography-vectors` has no Monte Carlo files for AES. Keys and data in it are published, no
secrets.
"""

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["INNER", "OUTER", "PUBLISHED", "MonteCarlo", "Outcome", "run", "run_mode"]

OUTER = 100
"""Keys in a test."""
INNER = 1000
"""Blocks under each key."""


@dataclass(frozen=True)
class MonteCarlo:
    """One published test.

    Attributes:
        mode: "ecb" or "cbc".
        direction: "encrypt" or "decrypt".
        key: The first key, 16, 24 or 32 bytes.
        iv: The first initialisation vector, 16 bytes, or empty for ECB.
        text: The first input block, 16 bytes: plaintext to encrypt, ciphertext to decrypt.
        last: The published output of the last block under the last key, 16 bytes.
    """

    mode: str
    direction: str
    key: bytes
    iv: bytes
    text: bytes
    last: bytes

    @property
    def name(self) -> str:
        """The name of the published file with the section, as "ECBMCT128 encrypt"."""
        return f"{self.mode.upper()}MCT{8 * len(self.key)} {self.direction}"


@dataclass(frozen=True)
class Outcome:
    """The outputs of the last two blocks under one key, and what the next key starts from."""

    before_last: bytes
    last: bytes
    next_key: bytes
    next_iv: bytes
    next_text: bytes


def run(
    test: MonteCarlo,
    key: bytes,
    iv: bytes,
    text: bytes,
    cipher: Callable[[bytes], bytes],
    blocks: int = INNER,
) -> Outcome:
    """The inner loop of the test, with a block cipher alone: chaining is done here.

    Args:
        test: Says mode and direction.
        key: The key that `cipher` uses; taken for the rule of the next key alone.
        iv: 16 bytes, or empty for ECB.
        text: The first input block.
        cipher: Ciphers one block in the test's direction under `key`.
        blocks: How many, at least 2; AESAVS asks for 1000.

    Returns:
        As `run_mode`.
    """

    def step(chain: bytes, block: bytes) -> bytes:
        if test.mode == "ecb":
            return cipher(block)
        if test.direction == "encrypt":
            return cipher(_xor(block, chain))
        return _xor(cipher(block), chain)

    return run_mode(test, key, iv, text, step, blocks)


def run_mode(
    test: MonteCarlo,
    key: bytes,
    iv: bytes,
    text: bytes,
    step: Callable[[bytes, bytes], bytes],
    blocks: int = INNER,
) -> Outcome:
    """The inner loop of the test, under one key, and the rules that give the next key and text.

    Args:
        test: Says mode and direction.
        key: The key that `step` uses; taken for the rule of the next key alone.
        iv: 16 bytes, or empty for ECB.
        text: The first input block.
        step: A message of one block in the test's mode and direction, by its IV and its block.
        blocks: How many, at least 2; AESAVS asks for 1000.

    Returns:
        What AESAVS calls CT[j-1], CT[j] (encrypt; PT for decrypt) for the last j, and the start of
        the next round of the outer loop.
    """
    encrypts = test.direction == "encrypt"
    before, last = b"", b""
    chain, behind = iv, iv
    for _ in range(blocks):
        output = step(chain, text)
        if test.mode == "ecb":
            text = output
        else:
            chain = output if encrypts else text
            # The next input is the output of the block before; before the first, the vector.
            text, behind = behind, output
        before, last = last, output
    tail = (before + last)[-len(key) :]
    next_text = last if test.mode == "ecb" else before
    next_iv = b"" if test.mode == "ecb" else last
    return Outcome(before, last, _xor(key, tail), next_iv, next_text)


def _xor(left: bytes, right: bytes) -> bytes:
    """The sum in GF(2) of two byte strings of one length."""
    total = int.from_bytes(left, "big") ^ int.from_bytes(right, "big")
    return total.to_bytes(len(left), "big")


def _published(mode: str, direction: str, key: str, iv: str, text: str, last: str) -> MonteCarlo:
    """One published test from hexadecimal."""
    return MonteCarlo(
        mode,
        direction,
        bytes.fromhex(key),
        bytes.fromhex(iv),
        bytes.fromhex(text),
        bytes.fromhex(last),
    )


PUBLISHED = (
    _published(
        "ecb",
        "encrypt",
        "139a35422f1d61de3c91787fe0507afd",
        "",
        "b9145a768b7dc489a096b546f43b231f",
        "fb2649694783b551eacd9d5db6126d47",
    ),
    _published(
        "ecb",
        "decrypt",
        "0c60e7bf20ada9baa9e1ddf0d1540726",
        "",
        "b08a29b11a500ea3aca42c36675b9785",
        "d1d2bfdc58ffcad2341b095bce55221e",
    ),
    _published(
        "ecb",
        "encrypt",
        "b9a63e09e1dfc42e93a90d9bad739e5967aef672eedd5da9",
        "",
        "85a1f7a58167b389cddc8a9ff175ee26",
        "5d1196da8f184975e240949a25104554",
    ),
    _published(
        "ecb",
        "decrypt",
        "4b97585701c03fbebdfa8555024f589f1482c58a00fdd9fd",
        "",
        "d0bd0e02ded155e4516be83f42d347a4",
        "b63ef1b79507a62eba3dafcec54a6328",
    ),
    _published(
        "ecb",
        "encrypt",
        "f9e8389f5b80712e3886cc1fa2d28a3b8c9cd88a2d4a54c6aa86ce0fef944be0",
        "",
        "b379777f9050e2a818f2940cbbd9aba4",
        "c5d2cb3d5b7ff0e23e308967ee074825",
    ),
    _published(
        "ecb",
        "decrypt",
        "2b09ba39b834062b9e93f48373b8dd018dedf1e5ba1b8af831ebbacbc92a2643",
        "",
        "89649bd0115f30bd878567610223a59d",
        "e3d3868f578caf34e36445bf14cefc68",
    ),
    _published(
        "cbc",
        "encrypt",
        "8809e7dd3a959ee5d8dbb13f501f2274",
        "e5c0bb535d7d54572ad06d170a0e58ae",
        "1fd4ee65603e6130cfc2a82ab3d56c24",
        "7bed7671c8913aa1330f193761523e67",
    ),
    _published(
        "cbc",
        "decrypt",
        "287b07c78f8e3e1be7c41b3d96c04e6e",
        "41b461f9464fd515d25413b4241002b8",
        "7c54923b0490a9d4de4ec1ce6790aa4d",
        "4769317b0562c45949c18b3855f8bf4a",
    ),
    _published(
        "cbc",
        "encrypt",
        "dea64f83cfe6a0a183ddbe865cfca059b3c615c1623d63fc",
        "426fbc087b50b395c0fc81ef9fd6d1aa",
        "cd0b8c8a8179ecb171b64c894a4d60fd",
        "e6457bfc3433e80299c52b2be418f582",
    ),
    _published(
        "cbc",
        "decrypt",
        "a24ebd4d7a080c28caae984b5098a9ea38cf7280e2c5f122",
        "c5aeb9b51ad5108371c59d0b90816310",
        "eb2c4e2712591ff13b8ac7870c9c404c",
        "836424eadf8155aaf9a9a51391a1cf7e",
    ),
    _published(
        "cbc",
        "encrypt",
        "632bac4fe4db44cfcf18cfa90b43f86f378611b8d968595eb89e7ae98624564a",
        "ff8127621be616803e3f002377730185",
        "90ed17475f0a62bc381ba1f3ffbfff33",
        "bade1667b42f537f0cb3f5573a949aaa",
    ),
    _published(
        "cbc",
        "decrypt",
        "31397ad8cc79c519e0f46e0f70303587e38958d70723b771552336b7771f6311",
        "4139cb54eeac3fcf36ed72941122c40f",
        "27a1d5c10fe45b801d15f56e654a70f0",
        "9be831799a79b0955241f308f0d5b2e1",
    ),
)
