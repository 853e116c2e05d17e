# SPDX-License-Identifier: Apache-2.0
"""Files side by side through an engine that takes packets of many streams: CBC encryption.

A block of CBC waits for the one before it, so a file alone leaves most of the ring empty. Each file
has a stream to itself, and their beats go in turn; where there are more files than streams, the
next one takes the stream of one that has ended.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from roundel import files
from roundel.cipher import add_padding, read
from roundel.device import BLOCK
from roundel.flow import AHEAD, Flow, Output, Part, still
from roundel.progress import Progress, null_progress
from roundel.stream import Command

__all__ = ["Interleaved"]

_PIECE = 1 << 14  # bytes that are read of each file at a time: there may be 256 of them


@dataclass
class _File:
    """A file on its way in.

    Attributes:
        stream: Its stream.
        beats: Its text, beat by beat, each with whether it is the last.
        open: Closes it.
    """

    stream: int
    beats: Iterator[tuple[bytes, bool]]
    open: ExitStack


class Interleaved(Flow):
    """What goes into the engine in many streams, and what comes out of each of them in order."""

    def go(self, outputs: Sequence[Output], progress: Progress) -> None:
        """Send every job's packet, side by side, and take what comes of them."""
        total, done = sum(output.size for output in outputs) or 1, 0
        waiting, active = deque(outputs), deque[_File]()
        free = deque(range(self._device.streams))
        with ExitStack() as stack:
            while waiting or active:
                while waiting and free and (not active or self._has_room(waiting[0].job.key)):
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
                if self._unsent >= AHEAD:
                    self._drive()
                    what = f"{len(active)} files" if len(active) > 1 else outputs[0].job.source.name
                    progress(f"encrypting {what}", min(done / total, 1.0))
        self._finish()

    def _has_room(self, key: bytes) -> bool:
        """Whether a key is there, or can be loaded while others are in use."""
        return key in self._slots or self._slots[self._next_slot] is None

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
        self._expect(Part(job, text, output.put, lambda result: self._check(result, job), stream))
        pieces = read(handle, job.source, size, "", null_progress, _PIECE)
        if self._mode.padded:
            pieces = add_padding(pieces)
        return _File(stream, self._beats(pieces, text), own)

    def _beats(self, pieces: Iterator[bytes], size: int) -> Iterator[tuple[bytes, bool]]:
        """Text of so many bytes, whole beats of it; a beat without a byte if there is none."""
        step, done = self._device.beat_bytes, 0
        for piece in pieces:
            for begin in range(0, len(piece), step):
                done += step
                yield piece[begin : begin + step], done == size
        if size == 0:
            yield b"", True
