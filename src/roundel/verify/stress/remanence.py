# SPDX-License-Identifier: Apache-2.0
"""Secrets that no register may hold after a zeroise or a reset.

`trail` computes all values of an AES core between a key, a block and the result: the round keys of
FIPS-197 section 5.2 and every intermediate state of sections 5.1 and 5.3. `Residue` searches for
pieces of these values in signals of the simulator.

A piece is 64 bits, at a multiple of 32 bits from the end: two adjacent words of an expanded key, or
half a state. The complement of a piece counts too, because registers may hold complements. A random
value equals one of 200,000 pieces with a probability of 10^-14.
"""

from collections.abc import Iterable

from roundel.verify.reference import xor

_ONES = (1 << 64) - 1


def _multiply(left: int, right: int) -> int:
    """The product in GF(2^8), FIPS-197 section 4.2."""
    product = 0
    while right:
        product ^= left if right & 1 else 0
        left = (left << 1) ^ (0x11B if left & 0x80 else 0)
        right >>= 1
    return product


def _sbox() -> bytes:
    """The S-box of FIPS-197 section 5.1.1: the inverse, then the affine map."""
    box = bytearray(256)
    power, inverse = 1, 1  # 3^n and 3^-n run through all non-zero elements
    for _ in range(255):
        turned = inverse * 0x01010101
        box[power] = 0x63 ^ (
            (turned ^ turned >> 4 ^ turned >> 5 ^ turned >> 6 ^ turned >> 7) & 0xFF
        )
        power, inverse = _multiply(power, 3), _multiply(inverse, 0xF6)
    box[0] = 0x63
    return bytes(box)


SBOX = _sbox()
INVERSE_SBOX = bytes(SBOX.index(value) for value in range(256))
DOUBLE = {factor: bytes(_multiply(value, factor) for value in range(256)) for factor in range(16)}
# Byte n of the result of ShiftRows is this byte of its input.
SHIFT = [4 * ((column + row) % 4) + row for column in range(4) for row in range(4)]


def round_keys(key: bytes) -> list[bytes]:
    """The expanded key, FIPS-197 section 5.2: Nr + 1 round keys of 16 bytes."""
    size = len(key) // 4
    words = [key[4 * i : 4 * i + 4] for i in range(size)]
    factor = 1
    for index in range(size, 4 * (size + 7)):
        word = words[-1]
        if index % size == 0:
            word = (word[1:] + word[:1]).translate(SBOX)
            word = bytes([word[0] ^ factor]) + word[1:]
            factor = _multiply(factor, 2)
        elif size > 6 and index % size == 4:
            word = word.translate(SBOX)
        words.append(xor(word, words[index - size]))
    whole = b"".join(words)
    return [whole[16 * i : 16 * i + 16] for i in range(size + 7)]


def trail(key: bytes, block: bytes, decrypt: bool) -> list[bytes]:
    """Every state of a block, from the input to the result; 16 bytes each."""
    keys = round_keys(key)
    order = keys[::-1] if decrypt else keys
    box = INVERSE_SBOX if decrypt else SBOX
    shift = [SHIFT.index(byte) for byte in range(16)] if decrypt else SHIFT
    states = [block, xor(block, order[0])]
    for number, round_key in enumerate(order[1:], 1):
        shifted = bytes(states[-1][byte] for byte in shift)
        states += [shifted, shifted.translate(box)]
        last = number == len(order) - 1
        if not (decrypt or last):
            states.append(_mix(states[-1], (2, 3, 1, 1)))
        states.append(xor(states[-1], round_key))
        if decrypt and not last:
            states.append(_mix(states[-1], (14, 11, 13, 9)))
    return states


def _mix(state: bytes, factors: tuple[int, int, int, int]) -> bytes:
    """MixColumns and InvMixColumns, FIPS-197 sections 5.1.3 and 5.3.3."""
    mixed = bytearray(16)
    for index in range(16):
        column, row = divmod(index, 4)
        for offset, factor in enumerate(factors):
            mixed[index] ^= DOUBLE[factor][state[4 * column + (row + offset) % 4]]
    return bytes(mixed)


class Residue:
    """The pieces of erased secrets."""

    LIMIT = 200_000
    """The largest number of pieces."""

    def __init__(self) -> None:
        self._pieces: dict[int, str] = {}

    @property
    def full(self) -> bool:
        """Whether enough pieces are recorded; later blocks show no other errors."""
        return len(self._pieces) >= self.LIMIT

    def add_key(self, key: bytes) -> None:
        """Add a key and all its round keys.

        The zero key is no secret: after a clear, its key schedule may continue.
        """
        if any(key):
            self._add(b"".join(round_keys(key)), "a round key")

    def add_block(self, key: bytes, block: bytes, decrypt: bool, *, ends: bool = True) -> None:
        """Add the intermediate states of a block; `ends` adds the block and its result."""
        states = trail(key, block, decrypt)
        for state in states if ends else states[1:-1]:
            self._add(state, "a block or state")

    def search(self, values: Iterable[tuple[str, str]]) -> str:
        """Search for a piece in signals; returns the piece and its location, or an empty text.

        A signal is its name and its bits as text, the most significant bit first. Pieces with bits
        other than 0 and 1 are skipped.
        """
        for name, bits in values:
            for end in range(len(bits), 63, -32):
                piece = bits[end - 64 : end]
                if piece.strip("01"):
                    continue
                found = self._pieces.get(int(piece, 2))
                if found is not None:
                    return f"{found} from before is still in {name}"
        return ""

    def _add(self, data: bytes, kind: str) -> None:
        for start in range(0, len(data) - 7, 4):
            piece = data[start : start + 8]
            # Special test data, for example all zeros, is no evidence.
            if len(set(piece)) > 4:
                value = int.from_bytes(piece, "big")
                self._pieces.setdefault(value, kind)
                self._pieces.setdefault(value ^ _ONES, kind)
