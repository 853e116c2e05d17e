# SPDX-License-Identifier: Apache-2.0
"""The published AES test vectors, read from the files of the `cryptography-vectors` package.

The package (pinned in pyproject.toml) holds, under ``ciphers/AES``, for each key size of 128, 192
and 256 bits:

- ``ECB`` and ``CBC``, from NIST's CAVP (AESAVS, 2002): ``GFSbox``, ``KeySbox``, ``VarKey``,
  ``VarTxt`` (known answers, one block each) and ``MMT`` (messages of 1 to 10 blocks), each with an
  ``[ENCRYPT]`` and a ``[DECRYPT]`` section;
- ``CTR``: ``aes-*-ctr.txt``, the messages of RFC 3686 section 6, some of which end inside a block;
  an ``[ENCRYPT]`` section only, which serves both directions, as the counter mode encrypts in both.

It holds no Monte Carlo (MCT) files for AES: those answers are in `roundel.verify.monte_carlo`.

In all of them the vectors are published: a key that a failure message shows is no secret.
"""

import importlib.resources
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from roundel.base.errors import FailureError

__all__ = ["Vector", "VectorFile", "files", "parse"]

FIELDS = ("KEY", "IV", "PLAINTEXT", "CIPHERTEXT")


@dataclass(frozen=True)
class Vector:
    """One published answer.

    Attributes:
        section: "encrypt" or "decrypt", the part of the file that it stands in.
        count: Its COUNT in that section.
        key: 16, 24 or 32 bytes.
        iv: 16 bytes (CTR: the first counter block), or empty (ECB).
        plaintext: Whole blocks, but for CTR.
        ciphertext: As long as the plaintext.
    """

    section: str
    count: int
    key: bytes
    iv: bytes
    plaintext: bytes
    ciphertext: bytes


@dataclass(frozen=True)
class VectorFile:
    """One file of vectors.

    Attributes:
        name: Its name, for example "ECBGFSbox128.rsp".
        kind: "kat" (known answer) or "mmt" (multi-block message; the CTR files count as these).
        mode: "ecb", "cbc" or "ctr".
        key_bits: 128, 192 or 256.
        vectors: All of both sections, in the file's order; never empty.
    """

    name: str
    kind: str
    mode: str
    key_bits: int
    vectors: tuple[Vector, ...]


def parse(text: str, source: str) -> tuple[Vector, ...]:
    """Read one CAVP response file, or a text file laid out like one.

    Args:
        text: Sections "[ENCRYPT]" and "[DECRYPT]", in them records that begin with "COUNT = n" and
            hold lines "NAME = hexadecimal" with the names KEY, IV, PLAINTEXT and CIPHERTEXT;
            "#" starts a comment line.
        source: The file's name, for messages.

    Returns:
        The vectors in their order.

    Raises:
        FailureError: The text is not laid out so, a record is not whole, or there is none: a
            campaign that silently tests nothing is worse than one that fails.
    """
    vectors: list[Vector] = []
    section = ""
    record: dict[str, str] = {}

    def finish() -> None:
        if record:
            vectors.append(_vector(section, record, source))
            record.clear()

    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line in ("[ENCRYPT]", "[DECRYPT]"):
            finish()
            section = line[1:-1].lower()
            continue
        name, equals, value = (part.strip() for part in line.partition("="))
        if name == "COUNT":
            finish()
        if not equals or name in record or name not in ("COUNT", *FIELDS):
            raise FailureError(
                f"line {number} of the vector file {source} is not understood; "
                f"reinstall the package cryptography-vectors."
            )
        record[name] = value
    finish()
    if not vectors:
        raise FailureError(
            f"the vector file {source} holds no vector; reinstall the package cryptography-vectors."
        )
    return tuple(vectors)


def files(key_bits: int) -> Iterator[VectorFile]:
    """All vector files for one key size, known answers first, sorted by name.

    Args:
        key_bits: 128, 192 or 256.

    Raises:
        FailureError: The package is missing or not whole: ECB and CBC have four files of known
            answers and one of messages each, CTR has one.
    """
    for kind, mode, pattern, expected in (
        ("kat", "ecb", ("GFSbox", "KeySbox", "VarKey", "VarTxt"), 4),
        ("kat", "cbc", ("GFSbox", "KeySbox", "VarKey", "VarTxt"), 4),
        ("mmt", "ecb", ("MMT",), 1),
        ("mmt", "cbc", ("MMT",), 1),
        ("mmt", "ctr", ("-ctr",), 1),
    ):
        found = [
            place
            for place in sorted(_folder(mode), key=lambda place: place.name)
            if str(key_bits) in place.name and any(part in place.name for part in pattern)
        ]
        if len(found) != expected:
            raise FailureError(
                f"expected {expected} {mode.upper()} {kind.upper()} vector files for "
                f"{key_bits}-bit keys and found {len(found)}; "
                f"reinstall the package cryptography-vectors."
            )
        for place in found:
            vectors = parse(place.read_text(encoding="ascii"), place.name)
            if any(8 * len(vector.key) != key_bits for vector in vectors):
                raise FailureError(
                    f"the vector file {place.name} holds a key that is not of {key_bits} bits; "
                    f"reinstall the package cryptography-vectors."
                )
            yield VectorFile(place.name, kind, mode, key_bits, vectors)


def _folder(mode: str) -> Iterator[Traversable]:
    """The files of one mode in the package."""
    try:
        root = importlib.resources.files("cryptography_vectors")
        yield from (root / "ciphers" / "AES" / mode.upper()).iterdir()
    except (ModuleNotFoundError, OSError) as error:
        raise FailureError(
            "the AES test vectors are missing; install the package cryptography-vectors."
        ) from error


def _vector(section: str, record: dict[str, str], source: str) -> Vector:
    """One whole record as a vector."""
    try:
        data = {name: bytes.fromhex(record.get(name, "")) for name in FIELDS}
        vector = Vector(
            section,
            int(record["COUNT"]),
            data["KEY"],
            data["IV"],
            data["PLAINTEXT"],
            data["CIPHERTEXT"],
        )
    except (KeyError, ValueError) as error:
        raise FailureError(
            f"a record of the vector file {source} is broken (COUNT {record.get('COUNT', '?')}); "
            f"reinstall the package cryptography-vectors."
        ) from error
    if (
        not section
        or len(vector.key) not in (16, 24, 32)
        or len(vector.iv) not in (0, 16)
        or not vector.plaintext
        or len(vector.plaintext) != len(vector.ciphertext)
    ):
        raise FailureError(
            f"a record of the vector file {source} is not whole (COUNT {vector.count}); "
            f"reinstall the package cryptography-vectors."
        )
    return vector
