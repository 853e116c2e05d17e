# SPDX-License-Identifier: Apache-2.0
"""Requests of `roundel_dma`: random packets of a mode, layouts in memory, descriptors.

OpenSSL computes the expected results, through `cryptography`.
"""

import random
import struct
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from tests.rtl.top.design_modes import WHOLE

from roundel.sim.stream import Command
from roundel.verify import reference

IV_BYTES = (12, 12, 12, 8, 16, 17, 60, 112)  # GCM: the last three in two to four descriptors
LIST = 0x80  # bit 7 of byte 0
RUN = 16  # largest lead, in pieces, of sources over targets or of targets over sources

ERROR_COMMAND, ERROR_KEY, ERROR_LENGTH = 1, 2, 5
READ, WRITE, PIECES = 1, 2, 4  # bits of byte 17 of a record


@dataclass
class Piece:
    """A piece of memory of a request; `target`: text is written."""

    address: int
    size: int
    target: bool
    begin: int = 0  # offset in the packet: AAD, then text


@dataclass
class Request:
    """A request, and the expected result.

    Attributes:
        words: Words of roundel_stream, 48 bytes each, with the bytes of text in the first word.
        written: The text is written.
        flags: Byte 17 of the record.
        pieces: Without a list: a source, if there are data, and a target.
        loose: Bytes of an incomplete last block: any result is right.
    """

    words: list[bytearray]
    aad: bytes
    text: bytes
    target: bytes
    ok: bool = True
    error: int = 0
    tag: bytes = bytes(16)
    written: bool = True
    flags: int = 0
    loose: int = 0
    listed: bool = False
    pieces: list[Piece] = field(default_factory=list)
    number: int = 0

    def fault(self, error: int) -> "Request":
        """Expect an error and no text."""
        self.ok, self.error, self.tag, self.written = False, error, bytes(16), False
        return self

    def fail(self, flags: int) -> "Request":
        """Expect an error of the memory."""
        self.ok, self.tag, self.flags = False, bytes(16), self.flags | flags
        return self

    def sources(self) -> list[Piece]:
        return [piece for piece in self.pieces if not piece.target]

    def targets(self) -> list[Piece]:
        return [piece for piece in self.pieces if piece.target]

    def descriptors(self) -> list[bytes]:
        head = bytearray(self.words[0])
        places = [0, 0]
        if self.listed:
            head[0] |= LIST
        else:
            for piece in self.pieces:
                places[piece.target] = piece.address
        made = [bytes(head) + struct.pack("<QQ", *places)]
        made += [bytes(word) + b"\xee" * 16 for word in self.words[1:]]
        if self.listed:
            raw = b"".join(
                struct.pack("<QII", piece.address, piece.size, piece.target)
                for piece in self.pieces
            )
            raw += bytes(-len(raw) % 64)
            made += [raw[n : n + 64] for n in range(0, len(raw), 64)]
        return made

    def image(self) -> dict[int, int | None]:
        """The expected bytes of text by address; None: any value."""
        found: dict[int, int | None] = {}
        left: list[int | None] = list(self.target)
        if self.loose:
            left[-self.loose :] = [None] * self.loose
        for piece in self.targets():
            part, left = left[: piece.size], left[piece.size :]
            found.update(zip(range(piece.address, piece.address + len(part)), part, strict=True))
        return found


def packet(
    mode: str,
    rng: random.Random,
    key: bytes,
    slot: int,
    aad: int,
    text: int,
    iv_bytes: int = 0,
    *,
    encrypts: bool = True,
) -> Request:
    """A random packet; with GCM also a wrong tag."""
    plain, decrypt = rng.randbytes(text), rng.random() < 0.5 or not encrypts
    if mode == "gcm":
        return _sealed(rng, key, slot, rng.randbytes(aad), plain, iv_bytes)
    iv = b"" if mode == "ecb" else rng.randbytes(16)
    least = 16 if mode == "xts" else 0
    if text < least or (mode in WHOLE and text % 16):
        cipher = rng.randbytes(text)
    else:
        cipher = reference.cipher(mode, False, key, iv, plain)
    words = _words(Command(mode, decrypt, slot, iv, tag_bytes=0), text)
    source, target = (cipher, plain) if decrypt else (plain, cipher)
    made = Request(words, b"", source, target)
    if text < least:
        return made.fault(ERROR_LENGTH)
    if mode in WHOLE and text % 16:  # processed, with an error
        made.ok, made.error, made.loose = False, ERROR_LENGTH, text % 16
        size = text - made.loose
        done = reference.cipher(mode, decrypt, key, iv, made.text[:size])
        made.target = done + made.text[size:]
    return made


def _sealed(
    rng: random.Random, key: bytes, slot: int, aad: bytes, plain: bytes, iv_bytes: int
) -> Request:
    iv = rng.randbytes(iv_bytes or rng.choice(IV_BYTES))
    sealed = AESGCM(key).encrypt(iv, plain, aad)
    cipher, tag = sealed[:-16], sealed[-16:]
    if rng.random() < 0.5:
        command = Command("gcm", False, slot, iv, len(aad), 16)
        return Request(_words(command, len(plain)), aad, plain, cipher, tag=tag)
    compared, given = rng.randrange(12, 17), bytearray(tag)
    ok = rng.random() < 0.7
    if not ok:
        given[rng.randrange(compared)] ^= 1 << rng.randrange(8)
    command = Command("gcm", True, slot, iv, len(aad), compared, bytes(given))
    words = _words(command, len(plain))
    return Request(words, aad, cipher, plain, ok=ok, tag=tag if ok else bytes(16))


def _words(command: Command, text: int) -> list[bytearray]:
    raw = bytearray(command.packed())
    raw[12:16] = text.to_bytes(4, "little")
    return [raw[n : n + 48] for n in range(0, len(raw), 48)]


def cut(rng: random.Random, size: int, count: int) -> list[int]:
    """Sizes of at most `count` pieces with the sum `size`, some of them 0."""
    places = sorted(rng.randrange(size + 1) for _ in range(count - 1))
    return [end - begin for begin, end in zip([0, *places], [*places, size], strict=True)]


def lay_out(
    rng: random.Random,
    made: Request,
    area: int,
    room: int,
    word: int,
    *,
    pieces: int = 0,
    place: bool = False,
) -> None:
    """Place a request in an area of memory: sources in its lower half, targets in the upper one.

    Args:
        rng: Source of random numbers.
        made: A request without pieces.
        area: Address of the area.
        room: Bytes of the area.
        word: Bytes of a word of text.
        pieces: Number of pieces of each kind in a list; 0: no list.
        place: Text overwrites the source.
    """
    data = len(made.aad) + len(made.text)
    made.listed = pieces > 0
    if not made.listed:
        source = area + rng.randrange(64)
        target = source + len(made.aad) if place else area + room // 2 + rng.randrange(64)
        made.pieces = [Piece(source, data, target=False)]
        made.pieces.append(Piece(target, len(made.text), target=True, begin=len(made.aad)))
        return
    sizes = cut(rng, len(made.aad), rng.randrange(1, pieces + 1)) if place and made.aad else []
    sources = sizes + cut(rng, data - sum(sizes), pieces)
    found = _scatter(rng, sources, area, 0, target=False)
    if place:
        text = [piece for piece in found if piece.begin >= len(made.aad)]
        twins = [Piece(one.address, one.size, target=True, begin=one.begin) for one in text]
    else:
        twins = _scatter(
            rng, cut(rng, len(made.text), pieces), area + room // 2, len(made.aad), target=True
        )
    # Few pieces: any order. Otherwise a target stands behind the sources of two words: the word of
    # the target's first byte, and the next word, which XTS may need.
    if pieces < RUN // 2:
        turns = [False] * len(found) + [True] * len(twins)
        rng.shuffle(turns)
        queues = {False: iter(found), True: iter(twins)}
        made.pieces = [next(queues[turn]) for turn in turns]
    else:
        first = len(made.aad)
        made.pieces = sorted(
            found + twins,
            key=lambda piece: (
                first + ((piece.begin - first) // word + 2) * word if piece.target else piece.begin,
                piece.target,
            ),
        )
    # The list ends with the packet.
    made.pieces = trimmed(made.pieces, data, len(made.text))


def _scatter(
    rng: random.Random, sizes: list[int], address: int, begin: int, *, target: bool
) -> list[Piece]:
    made = []
    for size in sizes:
        address += rng.choice((0, 1, rng.randrange(40)))
        made.append(Piece(address, size, target, begin))
        address += size
        begin += size
    return made


def trimmed(pieces: list[Piece], data: int, text: int) -> list[Piece]:
    """The pieces up to the end of the packet."""
    left, kept = [data, text], []
    for piece in pieces:
        if not any(left):
            break
        left[piece.target] -= piece.size
        kept.append(piece)
    return kept
