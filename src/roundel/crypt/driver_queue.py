# SPDX-License-Identifier: Apache-2.0
"""Files through a packet engine and the C driver: requests in, text out, in order.

A GCM packet is a whole file. The text stays in private memory (`roundel.crypt.buffers`) until the
hardware has verified the tag, and then goes to the output. An XTS data unit is a request. A file
of ECB, CTR, CBC or CFB decryption is cut into several requests; each request continues the chain of
the request before.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BufferedReader

from roundel.base.errors import FailureError
from roundel.base.progress import Progress, null_progress
from roundel.crypt import files, requests
from roundel.crypt.block_files import unpadded_end, unpadder_of
from roundel.crypt.buffers import Space, Spaces
from roundel.crypt.output_state import (
    KeySlots,
    Output,
    check_end,
    check_unchanged,
    fill,
    wrong_tag,
)
from roundel.crypt.requests import Operation
from roundel.sim.block_modes import advance
from roundel.sim.device import BLOCK
from roundel.sim.driver import Driver, Request, Result

PIECE = 1 << 16  # bytes of a request of ECB, CTR, CBC and CFB; whole blocks
HANGS = 100_000  # cycles without progress after which a device hangs
_AHEAD = 1 << 20  # most bytes of requests in flight
_STRETCH = 2000  # cycles between two checks for signals: under half a second of simulation
_NUMBERS = 2**128  # count of data unit numbers

_Close = Callable[[Result], None]


@dataclass
class _Piece:
    output: Output
    space: Space
    left: int  # requests without a result
    close: _Close  # called with the result of the last request


@dataclass
class _Live:
    """A request in flight: its ticket, its key slot, its bytes of text and AAD, and its piece."""

    ticket: int
    slot: int
    bytes: int
    piece: _Piece


class Requests:
    """Files as requests to a device through the driver."""

    def __init__(self, device: Driver, spaces: Spaces, mode: Operation, slots: int) -> None:
        self._device = device
        self._spaces = spaces
        self._mode = mode
        self._decrypt = mode.direction == "decrypt"
        self._slots = KeySlots(slots)
        self._live: deque[_Live] = deque()
        self._held = 0  # total size of the spaces in bytes
        self._progress: Progress = null_progress
        self._total = self._done = 0  # bytes of text and AAD

    def go(self, outputs: Sequence[Output], progress: Progress) -> None:
        """Send the requests of all files in order and collect their results."""
        self._progress = progress
        self._total = sum(output.size + output.aad for output in outputs)
        send = {"gcm": self._packet, "xts": self._units}.get(self._mode.name, self._pieces)
        for output in outputs:
            source = output.job.source
            slot = self._slot(output.job.key)
            with files.source(source) as (handle, _):
                send(output, slot, handle)
                check_end(handle, source)
        while self._live:
            self._take()

    def _slot(self, key: bytes) -> int:
        """The slot of a key; a missing key is loaded."""

        def load(slot: int, _: bool) -> None:
            # The driver would wait for these requests too, but without checks for signals.
            while any(live.slot == slot for live in self._live):
                self._take()
            self._device.load_key(key, slot)

        return self._slots.find(key, load)

    def _packet(self, output: Output, slot: int, handle: BufferedReader) -> None:
        job, tag = output.job, output.job.tag or b""
        attached = self._mode.tag_bytes if self._decrypt and not tag else 0
        space = self._space(output, output.aad + output.size - attached)
        aad, text = space.view[: output.aad], space.view[output.aad :]
        if job.aad is not None:
            with files.source(job.aad) as (source, _):
                fill(aad, source, job.aad)
                check_end(source, job.aad)
        fill(text, handle, job.source)
        if attached:
            tag = handle.read(attached)
            check_unchanged(len(tag) == attached, job.source)

        def close(result: Result) -> None:
            # Decrypted text is authentic here: _take raises an error for a wrong tag.
            output.put(text)
            output.tag = result.tag[: self._mode.tag_bytes]
            if output.write_tag is not None:
                output.write_tag(f"{output.tag.hex()}\n".encode())
            elif not self._decrypt:
                output.put(output.tag)

        self._submit(
            Request(
                text, slot, self._decrypt, iv=job.iv, aad=aad, tag_bytes=self._mode.tag_bytes,
                tag=tag, target=text, mode=self._mode.name,
            ),
            _Piece(output, space, 1, close),
        )  # fmt: skip

    def _pieces(self, output: Output, slot: int, handle: BufferedReader) -> None:
        job, mode, iv = output.job, self._mode, output.job.iv
        padding = BLOCK - output.size % BLOCK if mode.padded and not self._decrypt else 0
        size = output.size + padding
        unpadder = unpadder_of(mode)
        for begin in range(0, size, PIECE):
            space = self._space(output, min(PIECE, size - begin))
            text, last = space.view, begin + PIECE >= size
            read = text[: output.size - begin]
            fill(read, handle, job.source)
            text[len(read) :] = bytes([padding]) * (len(text) - len(read))
            short = mode.name == "ctr" and mode.counter_bits == 32
            request = Request(
                text, slot, self._decrypt, counter_32=short, iv=iv, target=text, mode=mode.name
            )
            if mode.name == "ctr":
                iv = advance(iv, PIECE // BLOCK, mode.counter_bits)
            elif mode.name in ("cbc", "cfb"):
                iv = bytes(text[-BLOCK:])

            def close(_: Result, text: memoryview = text, last: bool = last) -> None:
                output.put(unpadder.update(text) if unpadder else text)
                if unpadder and last:
                    output.put(unpadded_end(unpadder, job.source))

            self._submit(request, _Piece(output, space, 1, close))

    def _units(self, output: Output, slot: int, handle: BufferedReader) -> None:
        unit = self._mode.sector_bytes
        if unit is requests.WHOLE:
            unit = max(output.size, BLOCK)
        number = int.from_bytes(output.job.iv, "little")
        step = unit * max(PIECE // unit, 1)
        for begin in range(0, output.size, step):
            space = self._space(output, min(step, output.size - begin))
            text = space.view
            fill(text, handle, output.job.source)

            def close(_: Result, text: memoryview = text) -> None:
                output.put(text)

            piece = _Piece(output, space, -(-len(text) // unit), close)
            for first in range(0, len(text), unit):
                tweak = (number % _NUMBERS).to_bytes(BLOCK, "little")
                part = text[first : first + unit]
                request = Request(
                    part, slot, self._decrypt, iv=tweak, target=part, mode=self._mode.name
                )
                self._submit(request, piece)
                number += 1

    def _space(self, output: Output, size: int) -> Space:
        """Memory for `size` bytes, after enough requests in flight have finished."""
        while self._live and self._held + size > _AHEAD:
            self._take()
        self._held += size
        return self._spaces.take(size, output.job.target)

    def _submit(self, request: Request, piece: _Piece) -> None:
        if len(self._live) == self._device.most_requests:
            self._take()
        while (ticket := self._device.submit(request)) is None:
            self._take()
        size = len(request.data) + len(request.aad)
        self._live.append(_Live(ticket, request.slot, size, piece))

    def _take(self) -> None:
        """Wait for the oldest request and write the text of a finished piece."""
        result = self._result(self._live[0])
        live = self._live.popleft()
        piece, source = live.piece, live.piece.output.job.source
        if result.status == self._device.wrong_tag:
            raise FailureError(wrong_tag(source))
        if result.status != 0:
            raise FailureError(
                f"the hardware refuses {source}: {self._device.strerror(result.status)}; report "
                "this defect."
            )
        self._done += live.bytes
        piece.left -= 1
        if piece.left == 0:
            piece.close(result)
            self._held -= len(piece.space.view)
            self._spaces.give_back(piece.space)
            self._report(piece.output, 0)

    def _result(self, live: _Live) -> Result:
        """The result of a request; a long request reports its progress meanwhile."""
        result = self._device.wait_within(live.ticket, _STRETCH)
        began = last = self._device.moved_bytes if result is None else 0
        since = self._device.cycles if result is None else 0
        while result is None:
            moved, cycles = self._device.moved_bytes, self._device.cycles
            if moved != last:
                last, since = moved, cycles
            elif cycles - since > HANGS:
                raise FailureError(
                    f"the simulated device hangs on {live.piece.output.job.source}; "
                    "report this defect."
                )
            self._report(live.piece.output, min((moved - began) // 2, live.bytes))
            result = self._device.wait_within(live.ticket, _STRETCH)
        return result

    def _report(self, output: Output, size: int) -> None:
        """Report progress: `size` bytes of a file, plus the bytes of finished requests."""
        fraction = (self._done + size) / self._total if self._total else 1.0
        name = output.job.source.name
        self._progress(f"{self._mode.direction}ing {name}", min(fraction, 1.0))
