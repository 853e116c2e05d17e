# SPDX-License-Identifier: Apache-2.0
"""The test program of Tong, Lo, Lee and Leong 2002, on a simulated card of Roundel.

"When the software test program was started, all data blocks were loaded into memory. Next, the
initial time was recorded and data blocks were written to Pilchard. After filling the whole input
buffer of the Rijndael core, the program read a buffer of ciphertext from Pilchard" (section 7). The
program alternates between writing a buffer and reading a buffer. The paper's card counts the
accessed blocks; our program sends the count to our card after every 16 blocks.
"""

import struct
from collections.abc import Iterator

from roundel.base.errors import FailureError
from roundel.sim.driver import Card

BLOCK = 16
_BUFFER = 512  # blocks in a buffer
_COUNT_STEP = 16  # blocks between two updates of the card's count
_HEAD_BLOCKS = 3
_POLLS = 100_000
_STATUS, _INPUT_TAIL, _OUTPUT_HEAD, _RESULT_HEAD = range(0x1010, 0x1030, 8)
_RESULTS, _INPUT, _OUTPUT = 0x2000, 0x4000, 0x6000


def run_program(card: Card, data: bytes, width: int) -> tuple[int, bytes]:
    """Encrypt whole blocks like the paper's program, on a card with a link and a key in slot 0.

    `width` is the size of an access in bytes, 8, 16 or 32; the link has a cost for each size.
    Returns the simulated processor's time in ps, and the ciphertext. FailureError if the card does
    not answer or refuses the request.
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
        left, text, target = head + data, b"", -_HEAD_BLOCKS
        while left:
            buffer, left = left[: _BUFFER * BLOCK], left[_BUFFER * BLOCK :]
            self._write(buffer)
            target += len(buffer) // BLOCK
            text += self._read(target)
        if not self._card.read_memory(_RESULTS + BLOCK, self._kind(_RESULTS + BLOCK, BLOCK))[0] & 1:
            raise FailureError("the card refused the request of the paper's program; report this.")
        self._put(_RESULT_HEAD, 2)
        return text

    def _write(self, buffer: bytes) -> None:
        for start in range(0, len(buffer), _COUNT_STEP * BLOCK):
            part = buffer[start : start + _COUNT_STEP * BLOCK]
            base = _INPUT + BLOCK * (self._tail % _BUFFER)
            for address, size in self._accesses(base, len(part)):
                self._card.write_memory(address, part[address - base :][:size])
            self._tail += len(part) // BLOCK
            self._put(_INPUT_TAIL, self._tail)

    def _read(self, tail: int) -> bytes:
        """Read the output up to a count of blocks, in the order of arrival."""
        text = b""
        for _ in range(_POLLS):
            if self._head == tail:
                return text
            available = struct.unpack("<4H", self._card.read_memory(_STATUS, 8))[2]
            run = (available - self._head) % 65536
            run = min(run, _BUFFER - self._head % _BUFFER)
            if run == 0:
                continue
            base = _OUTPUT + BLOCK * (self._head % _BUFFER)
            for address, size in self._accesses(base, run * BLOCK):
                text += self._card.read_memory(address, size)
            self._head += run
            self._put(_OUTPUT_HEAD, self._head)
        raise FailureError("the card gave no text within the limit of polls; report this defect.")

    def _put(self, address: int, value: int) -> None:
        self._card.write_memory(address, struct.pack("<Q", value % 65536))

    def _accesses(self, address: int, size: int) -> Iterator[tuple[int, int]]:
        end = address + size
        while address < end:
            step = self._kind(address, end - address)
            yield address, step
            address += step

    def _kind(self, address: int, left: int) -> int:
        """The size of the widest access that is aligned at an address and fits."""
        if self._width == 32 and (address % 32 or left < 32):
            return 16
        return self._width
