# SPDX-License-Identifier: Apache-2.0
"""The test program of Tong, Lo, Lee and Leong 2002, on a simulated card of ours.

"When the software test program was started, all data blocks were loaded into memory. Next, the
initial time was recorded and data blocks were written to Pilchard. After filling the whole input
buffer of the Rijndael core, the program read a buffer of ciphertext from Pilchard" (section 7). So
a buffer is written, then one is read, and nothing else is done meanwhile. Their card counts blocks
by itself as they are written and read; ours is told, after every 16 blocks.
"""

import struct
from collections.abc import Iterator

from roundel.base.errors import FailureError
from roundel.sim.driver import Card

BLOCK = 16
_BUFFER = 512  # blocks
_TOLD = 16  # after as many the card is told
_HEAD_BLOCKS = 3
_LOOKS = 100_000
_STATUS, _INPUT_TAIL, _OUTPUT_HEAD, _RESULT_HEAD = range(0x1010, 0x1030, 8)
_RESULTS, _INPUT, _OUTPUT = 0x2000, 0x4000, 0x6000


def run_program(card: Card, data: bytes, width: int) -> tuple[int, bytes]:
    """Encrypt whole blocks as the paper's program does, on a card with a key in slot 0 and a link.

    `width` is the size of an access in bytes, 8, 16 or 32, for which the link has a cost.
    The result is the time in ps of the simulated processor, and the ciphertext. FailureError if the
    card does not answer, or refuses the request.
    """
    program = _Program(card, width)
    begin = card.now_ps
    text = program.run(data)
    return card.now_ps - begin, text


class _Program:
    def __init__(self, card: Card, width: int) -> None:
        self._card, self._width = card, width
        self._tail = self._head = 0

    def run(self, data: bytes) -> bytes:
        head = struct.pack("<4xIII", 0, 0, len(data)).ljust(_HEAD_BLOCKS * BLOCK, b"\0")
        left, text, there = head + data, b"", -_HEAD_BLOCKS
        while left:
            buffer, left = left[: _BUFFER * BLOCK], left[_BUFFER * BLOCK :]
            self._write(buffer)
            there += len(buffer) // BLOCK
            text += self._read(there)
        if not self._card.read_memory(_RESULTS + BLOCK, self._kind(_RESULTS + BLOCK, BLOCK))[0] & 1:
            raise FailureError("the card refused the paper's request.")
        self._put(_RESULT_HEAD, 2)
        return text

    def _write(self, buffer: bytes) -> None:
        """Fill the input."""
        for start in range(0, len(buffer), _TOLD * BLOCK):
            part = buffer[start : start + _TOLD * BLOCK]
            base = _INPUT + BLOCK * (self._tail % _BUFFER)
            for address, size in self._accesses(base, len(part)):
                self._card.write_memory(address, part[address - base :][:size])
            self._tail += len(part) // BLOCK
            self._put(_INPUT_TAIL, self._tail)

    def _read(self, tail: int) -> bytes:
        """Read the output up to a count, what is there first."""
        text = b""
        for _ in range(_LOOKS):
            if self._head == tail:
                return text
            there = struct.unpack("<4H", self._card.read_memory(_STATUS, 8))[2]
            run = (there - self._head) % 65536
            run = min(run, _BUFFER - self._head % _BUFFER)
            if run == 0:
                continue
            base = _OUTPUT + BLOCK * (self._head % _BUFFER)
            for address, size in self._accesses(base, run * BLOCK):
                text += self._card.read_memory(address, size)
            self._head += run
            self._put(_OUTPUT_HEAD, self._head)
        raise FailureError("the card gave no text in time.")

    def _put(self, address: int, value: int) -> None:
        self._card.write_memory(address, struct.pack("<Q", value % 65536))

    def _accesses(self, address: int, size: int) -> Iterator[tuple[int, int]]:
        """The accesses to an area: address and bytes of each."""
        end = address + size
        while address < end:
            step = self._kind(address, end - address)
            yield address, step
            address += step

    def _kind(self, address: int, left: int) -> int:
        """Bytes of an access: the widest that begins there and has so many left."""
        if self._width == 32 and (address % 32 or left < 32):
            return 16
        return self._width
