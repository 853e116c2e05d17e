# SPDX-License-Identifier: Apache-2.0
"""Files side by side through an engine that takes packets of many streams: CBC encryption.

A block of CBC waits for the one before it, so a file alone leaves most of the ring empty. Each file
has a stream to itself, and their beats go in turn; where there are more files than streams, the
next one takes the stream of one that has ended.
"""

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from roundel.base.errors import FailureError
from roundel.base.progress import Progress, null_progress
from roundel.crypt import files
from roundel.crypt.block_files import PIECE, add_padding, read
from roundel.crypt.output_state import KeySlots, Output, still
from roundel.crypt.requests import Operation
from roundel.sim.device import BLOCK
from roundel.sim.stream import ERRORS, Command, Result, Stream

_AHEAD = 1 << 16  # bytes that may wait in front of the engine when more are written
_PIECE = 1 << 14  # bytes that are read of each file at a time: there may be 256 of them
_SETTLE = 100_000  # cycles after the last result in which its text must have come


@dataclass
class _File:
    """A file in the engine: its output, its beats (the last one is marked), what is to come."""

    output: Output
    stream: int
    beats: Iterator[tuple[bytes, bool]]
    open: ExitStack  # closes the file
    left: int  # bytes of its result that have not come


class Interleaved:
    """What goes into the engine in many streams, and what comes out of each of them in order."""

    def __init__(self, device: Stream, mode: Operation, slots: int) -> None:
        self._device = device
        self._mode = mode
        self._slots = KeySlots(slots)
        # By stream: files whose text or result is not all there, and results that are early.
        self._files: dict[int, deque[_File]] = {}
        self._results = defaultdict[int, deque[Result]](deque)
        self._unsent = 0

    def go(self, outputs: Sequence[Output], progress: Progress) -> None:
        """Send every job's packet, side by side, and take what comes of them."""
        total, done = sum(output.size for output in outputs) or 1, 0
        waiting, active = deque(outputs), deque[_File]()
        free = deque(range(self._device.streams))
        with ExitStack() as stack:
            while waiting or active:
                while waiting and free and (not active or self._slots.has_room(waiting[0].job.key)):
                    output = waiting.popleft()
                    active.append(self._begin(output, free.popleft(), stack))
                file = active.popleft()
                data, last = next(file.beats)
                self._device.choose(file.stream)
                self._device.write(data, last=last)
                if last:
                    file.open.close()
                    free.append(file.stream)
                else:
                    active.append(file)
                done, self._unsent = done + len(data), self._unsent + len(data)
                if self._unsent >= _AHEAD:
                    self._device.run(waiting=_AHEAD // 2 // self._device.beat_bytes)
                    self._unsent = 0
                    self._collect()
                    what = f"{len(active)} files" if len(active) > 1 else outputs[0].job.source.name
                    progress(f"encrypting {what}", min(done / total, 1.0))
        self._finish()

    def _begin(self, output: Output, stream: int, stack: ExitStack) -> _File:
        """The command of a file, in a stream that no other has."""
        job = output.job
        own = stack.enter_context(ExitStack())
        handle, size = own.enter_context(files.source(job.source))
        still(size == output.size, job.source)
        slot = self._slot(job.key)
        self._device.command(
            Command(self._mode.name, slot=slot, iv=job.iv, tag_bytes=0, stream=stream)
        )
        text = size + (BLOCK - size % BLOCK if self._mode.padded else 0)
        pieces = read(handle, job.source, size, "", null_progress, _PIECE)
        if self._mode.padded:
            pieces = add_padding(pieces)
        file = _File(output, stream, self._beats(pieces, text), own, text)
        self._files.setdefault(stream, deque()).append(file)
        return file

    def _beats(self, pieces: Iterator[bytes], size: int) -> Iterator[tuple[bytes, bool]]:
        """`size` bytes of text in whole beats; an empty text is one beat without a byte."""
        step, done = self._device.beat_bytes, 0
        for piece in pieces:
            for begin in range(0, len(piece), step):
                done += step
                yield piece[begin : begin + step], done == size
        if size == 0:
            yield b"", True

    def _slot(self, key: bytes) -> int:
        """The slot of a key, which is loaded unless it is there."""

        def load(slot: int, used: bool) -> None:
            if used:
                self._finish()  # commands that wait here would get the new key
            self._device.load_key(key, slot)
            self._device.run()

        return self._slots.find(key, load)

    def _collect(self) -> None:
        """Give what has come out to whom it belongs."""
        for result in iter(self._device.read_result, None):
            self._results[result.stream].append(result)
        for stream, waiting in list(self._files.items()):
            self._device.choose(stream)
            for file in waiting:
                while file.left and (data := self._device.read(min(file.left, PIECE))):
                    file.left -= len(data)
                    file.output.put(data)
                if file.left:
                    break
            results = self._results[stream]
            while results and waiting and waiting[0].left == 0:
                self._check(results.popleft(), waiting.popleft())
            if not waiting:
                del self._files[stream]

    def _finish(self) -> None:
        self._device.run()
        self._unsent = 0
        for _ in range(_SETTLE // 100):
            self._collect()
            if not self._files:
                return
            self._device.run_cycles(100)
        for stream, waiting in self._files.items():
            for result in self._results[stream]:  # one that is refused has no text
                self._check(result, waiting[0])
        name = next(iter(self._files.values()))[0].output.job.source
        raise FailureError(f"the simulated device does not give all of {name}; report this.")

    @staticmethod
    def _check(result: Result, file: _File) -> None:
        """Make sure that the hardware did what it was told."""
        if result.error:
            why = ERRORS.get(result.error, "unknown")
            name = file.output.job.source
            raise FailureError(f"the hardware refuses {name}: {why}; report this.")
