# SPDX-License-Identifier: Apache-2.0
"""CBC encryption of several files in parallel, through an engine for packets of many streams.

A CBC block waits for the block before, and a single file therefore leaves most of the ring empty.
Each file uses its own stream, and the beats of the streams alternate. With more files than streams,
a file waits until a stream is free.
"""

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from roundel.base.errors import FailureError
from roundel.base.progress import Progress, null_progress
from roundel.crypt import files
from roundel.crypt.block_files import PIECE, add_padding, read
from roundel.crypt.output_state import KeySlots, Output, check_unchanged
from roundel.crypt.requests import Operation
from roundel.sim.device import BLOCK
from roundel.sim.stream import ERRORS, Command, Result, Stream

_AHEAD = 1 << 16  # most bytes that wait for the engine
_PIECE = 1 << 14  # bytes that are read of each file at a time, of up to 256 files
_SETTLE = 100_000  # longest time from the last result to its text, in cycles


@dataclass
class _File:
    """A file in the engine: output, beats with a mark for the last beat, and missing bytes."""

    output: Output
    stream: int
    beats: Iterator[tuple[bytes, bool]]
    open: ExitStack  # closes the file
    left: int  # bytes of the result that are still missing


class Interleaved:
    """Sends files to the engine in many streams, and collects the results of each stream."""

    def __init__(self, device: Stream, mode: Operation, slots: int) -> None:
        self._device = device
        self._mode = mode
        self._slots = KeySlots(slots)
        # By stream: files with missing text or result, and results that arrived before their text.
        self._files: dict[int, deque[_File]] = {}
        self._results = defaultdict[int, deque[Result]](deque)
        self._unsent = 0

    def go(self, outputs: Sequence[Output], progress: Progress) -> None:
        """Send the packets of all files in parallel, and collect the results."""
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
                    name = f"{len(active)} files" if len(active) > 1 else outputs[0].job.source.name
                    progress(f"encrypting {name}", min(done / total, 1.0))
        self._finish()

    def _begin(self, output: Output, stream: int, stack: ExitStack) -> _File:
        """Send the command of a file, in a free stream."""
        job = output.job
        own = stack.enter_context(ExitStack())
        handle, size = own.enter_context(files.source(job.source))
        check_unchanged(size == output.size, job.source)
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
        """The slot of a key; a missing key is loaded."""

        def load(slot: int, used: bool) -> None:
            if used:
                self._finish()  # waiting commands would use the new key
            self._device.load_key(key, slot)
            self._device.run()

        return self._slots.find(key, load)

    def _collect(self) -> None:
        """Distribute the engine's output to the files."""
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
            for result in self._results[stream]:  # a refused command has no text
                self._check(result, waiting[0])
        name = next(iter(self._files.values()))[0].output.job.source
        raise FailureError(f"the simulated device lost text of {name}; report this defect.")

    @staticmethod
    def _check(result: Result, file: _File) -> None:
        if result.error:
            reason = ERRORS.get(result.error, "unknown")
            name = file.output.job.source
            raise FailureError(f"the hardware refuses {name}: {reason}; report this defect.")
