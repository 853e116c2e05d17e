# SPDX-License-Identifier: Apache-2.0
"""Files of chained modes in parallel, through an engine for packets of many streams.

A block of CBC encryption waits for the block before, and a single file therefore leaves most of the
ring empty. Each file uses its own stream, and the beats of the streams alternate. With more files
than streams, a file waits until a stream is free. CFB encryption, OFB, CMAC and CCM are the same.

The output of CMAC is the input and its tag. The text of a decryption with a tag stays in private
memory (`roundel.crypt.buffers`) until the hardware has verified the tag.
"""

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

from roundel.base.errors import FailureError
from roundel.base.progress import Progress
from roundel.crypt import files
from roundel.crypt.block_files import PIECE, add_padding
from roundel.crypt.buffers import Space, Spaces
from roundel.crypt.output_state import (
    KeySlots,
    Output,
    check_end,
    check_unchanged,
    fill,
    reading,
    wrong_tag,
)
from roundel.crypt.requests import Operation
from roundel.design import Config
from roundel.sim.device import BLOCK
from roundel.sim.stream import ERRORS, Command, Result, Stream, ccm_aad

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
    held: Space | None  # text before the tag is verified; None if the text needs no tag
    filled: int = 0  # bytes of `held` that are text

    def put(self, data: bytes) -> None:
        """Add text, to the output or to the held text."""
        if self.held is None:
            self.output.put(data)
        else:
            self.held.view[self.filled : self.filled + len(data)] = data
            self.filled += len(data)


class Interleaved:
    """Sends files to the engine in many streams, and collects the results of each stream."""

    def __init__(self, device: Stream, spaces: Spaces, mode: Operation, config: Config) -> None:
        self._device = device
        self._spaces = spaces
        self._mode = mode
        self._decrypt = mode.direction == "decrypt"
        self._streams = config.Streams
        self._slots = KeySlots(config.KeySlots)
        # By stream: files with missing text or result, and results that arrived before their text.
        self._files: dict[int, deque[_File]] = {}
        self._results = defaultdict[int, deque[Result]](deque)
        self._unsent = 0

    def go(self, outputs: Sequence[Output], progress: Progress) -> None:
        """Send the packets of all files in parallel, and collect the results."""
        total, done = sum(output.size for output in outputs) or 1, 0
        waiting, active = deque(outputs), deque[_File]()
        free = deque(range(self._streams))
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
                    progress(f"{self._mode.direction}ing {name}", min(done / total, 1.0))
        self._finish()

    def _begin(self, output: Output, stream: int, stack: ExitStack) -> _File:
        """Send the command of a file, in a free stream."""
        job, mode = output.job, self._mode
        own = stack.enter_context(ExitStack())
        handle, size = own.enter_context(files.source(job.source))
        check_unchanged(size == output.size, job.source)
        attached = mode.tag_bytes if mode.tagged and self._decrypt and job.tag is None else 0
        size -= attached
        tag = job.tag or _end(handle, size, attached, job.source)
        aad = _aad(job.aad) if mode.name == "ccm" else b""
        slot = self._slot(job.key)
        command = Command(
            mode.name, self._decrypt, slot, job.iv, len(aad), mode.tag_bytes if mode.tagged else 0,
            tag, stream, size if mode.name == "ccm" else 0,
        )  # fmt: skip
        self._device.command(command)
        text = size + (BLOCK - size % BLOCK if mode.padded else 0)
        held = self._spaces.take(text, job.target) if mode.tagged and self._decrypt else None
        silent = mode.name == "cmac"  # the hardware gives no text
        file = _File(output, stream, iter(()), own, 0 if silent else text, held)
        pieces = _pieces(handle, size, attached, job.source)
        if mode.padded:
            pieces = add_padding(pieces)
        if silent:
            pieces = _copied(pieces, file)
        file.beats = self._beats(aad, pieces, text)
        self._files.setdefault(stream, deque()).append(file)
        return file

    def _beats(
        self, aad: bytes, pieces: Iterator[bytes], size: int
    ) -> Iterator[tuple[bytes, bool]]:
        """AAD and `size` bytes of text in beats; an empty packet is one beat without a byte."""
        step, done = self._device.beat_bytes, 0
        for begin in range(0, len(aad), step):
            yield aad[begin : begin + step], size == 0 and begin + step >= len(aad)
        for piece in pieces:
            for begin in range(0, len(piece), step):
                part = piece[begin : begin + step]
                done += len(part)
                yield part, done == size
        if size == 0 and not aad:
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
                    file.put(data)
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

    def _check(self, result: Result, file: _File) -> None:
        """Check the result of a file and end its output."""
        name, output = file.output.job.source, file.output
        if result.error:
            reason = ERRORS.get(result.error, "unknown")
            raise FailureError(f"the hardware refuses {name}: {reason}; report this defect.")
        if not result.ok:
            raise FailureError(wrong_tag(name))
        if file.held is not None:
            output.put(file.held.view)
            self._spaces.give_back(file.held)
        elif self._mode.tagged:
            output.tag = result.tag[: self._mode.tag_bytes]
            if output.write_tag is not None:
                output.write_tag(f"{output.tag.hex()}\n".encode())
            else:
                output.put(output.tag)


def _end(handle: BufferedReader, begin: int, size: int, path: Path) -> bytes:
    """The `size` bytes of a file from `begin` on; the next read begins at the start."""
    with reading(path):
        handle.seek(begin)
        data = handle.read(size)
        handle.seek(0)
    check_unchanged(len(data) == size, path)
    return data


def _aad(path: Path | None) -> bytes:
    """The AAD of a file in blocks."""
    if path is None:
        return b""
    with files.source(path) as (handle, size):
        data = bytearray(size)
        fill(memoryview(data), handle, path)
        check_end(handle, path)
    return ccm_aad(bytes(data))


def _pieces(handle: BufferedReader, size: int, attached: int, path: Path) -> Iterator[bytes]:
    """The first `size` bytes of a file, before `attached` bytes, in pieces of whole blocks."""
    for begin in range(0, size, _PIECE):
        wanted = min(_PIECE, size - begin)
        with reading(path):
            piece = handle.read(wanted)
        check_unchanged(len(piece) == wanted, path)
        yield piece
    with reading(path):
        rest = handle.read(attached + 1)
    check_unchanged(len(rest) == attached, path)


def _copied(pieces: Iterator[bytes], file: _File) -> Iterator[bytes]:
    """The pieces, which are also the text of the output."""
    for piece in pieces:
        file.put(piece)
        yield piece
