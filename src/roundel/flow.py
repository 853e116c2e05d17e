# SPDX-License-Identifier: Apache-2.0
"""What goes into a packet engine of the files of a run, and what comes out of it, in order.

What GCM decrypts is withheld (`roundel.files.Held`) until the hardware says that its tag is right.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from roundel import files, jobs
from roundel.cipher import PIECE, Unpadder, add_padding, read
from roundel.device import BLOCK
from roundel.errors import FailureError
from roundel.files import Held
from roundel.jobs import Job, Mode
from roundel.progress import Progress, null_progress
from roundel.stream import ERRORS, Command, Result, Stream

__all__ = ["AHEAD", "Flow", "Output", "Part", "still"]

AHEAD = 1 << 16
"""Bytes that may wait in front of the engine when more are written."""

_SETTLE = 100_000  # cycles after the last result in which its text must have come


@dataclass
class Part:
    """A packet on its way: what of its text is still to come out, and where to.

    Attributes:
        job: Whose packet it is.
        left: Bytes of text to come.
        take: Given the text, in order.
        close: Called with the result when all the text has come.
        stream: In which it goes.
    """

    job: Job
    left: int
    take: Callable[[bytes], None]
    close: Callable[[Result], None]
    stream: int = 0


@dataclass
class Output:
    """What is known of a job, and where its result goes.

    Attributes:
        job: The job.
        size: Bytes of its source.
        aad: Bytes of its additional authenticated data.
        write: Appends to its target.
        write_tag: Appends to the file of its tag, if that has one.
        held: GCM, to decrypt: text whose tag is not known to be right.
        tag: Of GCM, once it is known.
        written: Bytes of its target.
    """

    job: Job
    size: int
    aad: int
    write: Callable[[bytes], None]
    write_tag: Callable[[bytes], None] | None
    held: Held | None = None
    tag: bytes = b""
    written: int = 0

    def put(self, data: bytes) -> None:
        """Append to the target."""
        self.write(data)
        self.written += len(data)


class Flow:
    """What goes into the engine and what comes out of it, in the same order."""

    def __init__(self, device: Stream, mode: Mode, slots: int) -> None:
        self._device = device
        self._mode = mode
        self._slots: list[bytes | None] = [None] * slots
        self._next_slot = 0
        # By stream: whose text is not all there, whose result is not, and results that are early.
        self._parts: dict[int, deque[Part]] = {}
        self._ended: dict[int, deque[Part]] = {}
        self._results: dict[int, deque[Result]] = {}
        self._unsent = 0

    def go(self, outputs: Sequence[Output], progress: Progress) -> None:
        """Send every job's packets, in order, and take what comes of them."""
        total, done = sum(output.size for output in outputs) or 1, 0
        for output in outputs:
            name = f"{self._mode.direction}ing {output.job.source.name}"

            def told(message: str, fraction: float | None = None, *, seen: int = done,
                     own: int = output.size) -> None:  # fmt: skip
                progress(message, (seen + (fraction or 0.0) * own) / total)

            slot = self._slot(output.job.key)
            if self._mode.name == "xts":
                self._units(output, slot, name, told)
            else:
                self._packet(output, slot, name, told)
            done += output.size
        self._finish()

    def _slot(self, key: bytes) -> int:
        """The slot of a key, which it is loaded to unless it is there."""
        if key in self._slots:
            return self._slots.index(key)
        slot = self._next_slot
        if self._slots[slot] is not None:
            self._finish()  # commands that wait here would get the new key
        self._device.load_key(key, slot)
        self._device.run()
        self._slots[slot] = key
        self._next_slot = (slot + 1) % len(self._slots)
        return slot

    def _packet(self, output: Output, slot: int, message: str, progress: Progress) -> None:
        """A file as one packet."""
        mode, job, decrypt = self._mode, output.job, self._mode.direction == "decrypt"
        with files.source(job.source) as (handle, size):
            still(size == output.size, job.source)
            tag, text = job.tag, output.size
            if mode.name == "gcm" and decrypt and tag is None:
                text -= mode.tag_bytes
                tag = _tail(handle, text, mode.tag_bytes, job.source)
            if mode.padded and not decrypt:
                text += BLOCK - text % BLOCK
            gcm = mode.name == "gcm"
            self._device.command(
                Command(
                    mode.name,
                    decrypt,
                    slot,
                    job.iv,
                    output.aad,
                    mode.tag_bytes if gcm else 0,
                    (tag or b"") if gcm else b"",
                )
            )
            unpadder = Unpadder(job.source) if mode.padded and decrypt else None

            def take(data: bytes) -> None:
                if output.held is not None:
                    output.held.add(data)
                else:
                    output.put(unpadder.update(data) if unpadder else data)

            def close(result: Result) -> None:
                self._check(result, job)
                if unpadder:
                    output.put(unpadder.finish())
                if gcm:
                    self._authentic(output, result)

            self._expect(Part(job, text, take, close))
            if job.aad is not None:
                with files.source(job.aad) as (aad, aad_size):
                    still(aad_size == output.aad, job.aad)
                    for piece in read(aad, job.aad, aad_size, message, null_progress):
                        self._send(piece, last=False)
            pieces = read(handle, job.source, output.size, message, progress)
            if mode.padded and not decrypt:
                pieces = add_padding(pieces)
            self._stream(pieces, text)

    def _stream(self, pieces: Iterator[bytes], size: int) -> None:
        """Text of so many bytes; what is behind it (a tag) is left out."""
        left, rest = size, b""
        for piece in pieces:
            part = piece[:left]
            left -= len(part)
            data = rest + part
            whole = len(data) - len(data) % self._device.beat_bytes if left else len(data)
            rest = data[whole:]
            if whole:
                self._send(data[:whole], last=left == 0)
        if size == 0:
            self._send(b"", last=True)

    def _units(self, output: Output, slot: int, message: str, progress: Progress) -> None:
        """A file as data units of XTS, with rising numbers."""
        mode, job = self._mode, output.job
        unit = max(output.size, BLOCK) if mode.sector_bytes is jobs.WHOLE else mode.sector_bytes
        number = int.from_bytes(job.iv, "little")
        with files.source(job.source) as (handle, size):
            still(size == output.size, job.source)
            for first in range(0, size, unit):
                text = _exactly(handle, min(unit, size - first), job.source)
                tweak = (number % 2**128).to_bytes(BLOCK, "little")
                self._device.command(
                    Command("xts", mode.direction == "decrypt", slot, tweak, tag_bytes=0)
                )
                self._expect(
                    Part(job, len(text), output.put, lambda result: self._check(result, job))
                )
                self._send(text, last=True)
                number += 1
                progress(message, first / size)

    def _send(self, data: bytes, *, last: bool) -> None:
        # In parts, so that no more than AHEAD waits of a data unit of any size.
        for begin in range(0, len(data) or 1, AHEAD):
            part = data[begin : begin + AHEAD]
            self._device.write(part, last=last and begin + len(part) == len(data))
            self._unsent += len(part)
            if self._unsent >= AHEAD:
                self._drive()

    def _drive(self) -> None:
        """Run until half of what may wait does, and take what has come out."""
        self._device.run(waiting=AHEAD // 2 // self._device.beat_bytes)
        self._unsent = 0
        self._collect()

    def _expect(self, part: Part) -> None:
        self._parts.setdefault(part.stream, deque()).append(part)
        self._ended.setdefault(part.stream, deque()).append(part)

    def _collect(self) -> None:
        """Give what has come out to whom it belongs."""
        for stream in list(self._parts):
            self._device.choose(stream)
            self._take(self._parts[stream])
            if not self._parts[stream]:
                del self._parts[stream]
        while (result := self._device.read_result()) is not None:
            self._results.setdefault(result.stream, deque()).append(result)
        for stream, results in list(self._results.items()):
            ended = self._ended.get(stream, deque())
            while results and ended and ended[0].left == 0:
                ended.popleft().close(results.popleft())
            if not results:
                del self._results[stream]
            if not ended:
                self._ended.pop(stream, None)

    def _take(self, parts: deque[Part]) -> None:
        """The text that has come of a stream."""
        while parts:
            part = parts[0]
            if part.left:
                data = self._device.read(min(part.left, PIECE))
                if not data:
                    return
                part.left -= len(data)
                part.take(data)
            if part.left == 0:
                parts.popleft()

    def _finish(self) -> None:
        """Wait until all packets are through."""
        self._device.run()
        self._unsent = 0
        for _ in range(_SETTLE // 100):
            self._collect()
            if not self._ended:
                return
            self._device.run_cycles(100)
        for stream, ended in self._ended.items():
            for result in self._results.get(stream, ()):  # one that is refused has no text
                self._check(result, ended[0].job)
        job = next(iter(self._ended.values()))[0].job
        raise FailureError(f"the simulated device does not give all of {job.source}; report this.")

    def _check(self, result: Result, job: Job) -> None:
        """Make sure that the hardware did what it was told; a wrong tag is no error of it."""
        if result.error:
            raise FailureError(
                f"the hardware refuses {job.source}: {ERRORS.get(result.error, 'unknown')}; "
                "report this."
            )

    def _authentic(self, output: Output, result: Result) -> None:
        """What a tag means for a packet of GCM."""
        job, mode = output.job, self._mode
        if mode.direction == "decrypt":
            if not result.ok:
                raise FailureError(
                    f"{job.source} is not authentic, its tag is wrong: check the key, the IV, the "
                    "AAD and the file; nothing was written."
                )
            for piece in output.held.pieces() if output.held is not None else ():
                output.put(piece)
        output.tag = result.tag[: mode.tag_bytes]
        if mode.direction == "encrypt":
            if output.write_tag is not None:
                output.write_tag(f"{output.tag.hex()}\n".encode())
            else:
                output.put(output.tag)


def still(same: bool, path: Path) -> None:
    """Refuse a file that is not as it was when it was looked at."""
    if not same:
        raise FailureError(f"{path} changed while it was read; try again with a still file.")


def _exactly(handle: BinaryIO, size: int, path: Path) -> bytes:
    try:
        data = handle.read(size)
    except OSError as error:
        raise FailureError(
            f"reading {path} failed ({error.strerror}); check the disk that it is on."
        ) from error
    still(len(data) == size, path)
    return data


def _tail(handle: BinaryIO, place: int, size: int, path: Path) -> bytes:
    """The bytes at a place of a file, which is then at its beginning again."""
    handle.seek(place)
    data = _exactly(handle, size, path)
    handle.seek(0)
    return data
