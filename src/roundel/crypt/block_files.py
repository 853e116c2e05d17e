# SPDX-License-Identifier: Apache-2.0
"""Encrypting and decrypting a file through the simulated hardware.

The file streams through in pieces, so memory stays bounded. The result grows in a temporary file
beside its place, which only the owner can read, and takes its name when it is whole: whatever goes
wrong, an interruption included, no part of a result stays behind and the input is untouched.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Literal

from pydantic import BaseModel, ConfigDict, Field

from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Progress, null_progress
from roundel.base.record import Record, Row
from roundel.crypt import files
from roundel.design import Config
from roundel.sim import block_modes
from roundel.sim.device import BLOCK, Device

__all__ = ["PADS", "PIECE", "CipherRecord", "FileRecord", "Unpadder", "add_padding", "read", "run"]

PADS = ("pkcs7", "none")
PIECE = 1 << 18
"""Bytes of the file that are in the device at a time; whole blocks."""


class FileRecord(BaseModel):
    """A file that went through a packet engine.

    Attributes:
        source: As it was named; "in" in JSON.
        target: As it was named; "out" in JSON.
        bytes: Of the input.
        bytes_out: Of the output.
        iv: As hexadecimal digits; None for ECB.
        aad: The file with additional authenticated data, or None.
        tag: GCM: as hexadecimal digits; None in other modes.
        tag_file: Where the tag was written to, if not to the output's end.
    """

    model_config = ConfigDict(frozen=True, populate_by_name=True, serialize_by_alias=True)

    source: str = Field(alias="in")
    target: str = Field(alias="out")
    bytes: int
    bytes_out: int
    iv: str | None
    aad: str | None
    tag: str | None
    tag_file: str | None


class CipherRecord(Record):
    """What encrypting or decrypting a file took.

    Attributes:
        schema_: "roundel.encrypt/1" or "roundel.decrypt/1"; "schema" in JSON.
        config: The configuration's name and its parameters.
        mode: "ecb", "cbc", "ctr", "gcm" or "xts".
        counter_bits: CTR: bits of the counter, 32 or 128; None in other modes.
        access: How the driver reached the packet engine: "dma", or "single", "simd" or "burst" of a
            card; None where there is no driver.
        bytes: Of the input file, or of all.
        bytes_out: Of the file that was written, or of all.
        blocks: That went through the device.
        cycles: Of the device's clock, from the first key to the last result.
        cycles_per_block: The quotient of the two; 0 without blocks.
        seconds: From the first byte read to the finished file; building the device does not count.
        files: Each file of a run through a packet engine, which may have several; empty where the
            host ran the mode on a device for blocks.
    """

    schema_: Literal["roundel.encrypt/1", "roundel.decrypt/1"] = Field(alias="schema")
    config: Config
    mode: str
    counter_bits: int | None = None
    access: Literal["dma", "single", "simd", "burst"] | None = None
    bytes: int
    bytes_out: int
    blocks: int
    cycles: int
    cycles_per_block: float
    seconds: float
    files: list[FileRecord] = Field(default_factory=list)

    def to_rows(self) -> list[Row]:
        """One row for each file; one row for a device for blocks, which lists no file."""
        run: Row = {
            "config": self.config.name,
            **self.config.fields(),
            "mode": self.mode,
            "access": self.access,
            "run_cycles": self.cycles,
            "cycles_per_block": self.cycles_per_block,
        }
        sizes: Row = {"bytes": self.bytes, "bytes_out": self.bytes_out}
        return [run | item.model_dump() for item in self.files] or [run | sizes]


def run(
    config: Config,
    direction: block_modes.Direction,
    mode: str,
    *,
    key: bytes,
    iv: bytes = b"",
    pad: str | None = None,
    counter_bits: int = 128,
    source: Path,
    target: Path,
    force: bool = False,
    progress: Progress = null_progress,
) -> CipherRecord:
    """Encrypt or decrypt a file.

    Args:
        config: The hardware.
        direction: "encrypt" or "decrypt".
        mode: "ecb", "cbc" or "ctr".
        key: KeyBits / 8 bytes, byte 0 first.
        iv: 16 bytes, none for ECB; for CTR the first counter block.
        pad: "pkcs7" (RFC 5652 section 6.3) or "none"; None chooses pkcs7 for ECB and CBC, and is
            all that CTR takes.
        counter_bits: CTR: bits of the counter, 32 or 128.
        source: The file to read; a regular one. An empty one has no block but that of padding.
        target: The file to write.
        force: Whether a file at `target` may be replaced.
        progress: Told what is done.

    Returns:
        What it took.

    Raises:
        InputError: What is given cannot be used, or what was decrypted does not end in the padding
            that it should have; nothing was written.
        FailureError: A tool, the device or the file system failed; nothing stays behind.
    """
    block_modes.check(config, mode, direction)
    padded = _padded(mode, pad)
    if 8 * len(key) != config.KeyBits:
        raise InputError(
            f"the key has {8 * len(key)} bits and {config.name} needs {config.KeyBits}; give a key "
            "of that size."
        )
    block_modes.check_iv(mode, iv)
    with files.source(source) as (handle, size):
        _check_size(direction, mode, padded, source, size)
        if mode == "ctr" and -(-size // BLOCK) > 1 << counter_bits:
            raise InputError(f"{source} has more than 2^{counter_bits} blocks; split it.")
        # The result's place is tried before the device is built, which can take a minute.
        with (
            files.replacement(target, handle, force=force) as write,
            Device.open(config, progress=progress) as device,
        ):
            started = time.monotonic()
            cycles = device.cycles
            device.load_key(key)
            pieces = read(handle, source, size, f"{direction}ing {source.name}", progress)
            if padded and direction == "encrypt":
                pieces = add_padding(pieces)
            stream = block_modes.Stream(device, mode, direction, iv=iv, counter_bits=counter_bits)
            pieces = _through(stream, pieces)
            if padded and direction == "decrypt":
                pieces = _unpad(pieces, source)
            written = 0
            for piece in pieces:
                write(piece)
                written += len(piece)
            cycles = device.cycles - cycles
    blocks = -(-size // BLOCK)
    if padded and direction == "encrypt":
        blocks = size // BLOCK + 1
    return CipherRecord(
        schema_=f"roundel.{direction}/1",
        config=config,
        mode=mode,
        counter_bits=counter_bits if mode == "ctr" else None,
        bytes=size,
        bytes_out=written,
        blocks=blocks,
        cycles=cycles,
        cycles_per_block=cycles / blocks if blocks else 0.0,
        seconds=time.monotonic() - started,
    )


def _padded(mode: str, pad: str | None) -> bool:
    """Whether a message ends in PKCS#7 padding."""
    if pad is not None and pad not in PADS:
        raise InputError(f"there is no padding {pad!r}; choose one of {', '.join(PADS)}.")
    if mode == "ctr" and pad is not None:
        raise InputError("CTR takes a message of any length as it is; leave --pad out.")
    return mode != "ctr" and pad != "none"


def _check_size(
    direction: block_modes.Direction, mode: str, padded: bool, src: Path, size: int
) -> None:
    """Make sure that the mode takes a file of this size."""
    if direction == "decrypt" and padded and size == 0:
        raise InputError(
            f"{src} is empty and what {mode.upper()} with padding encrypted has a block at least; "
            "check that it is whole."
        )
    if mode == "ctr" or size % BLOCK == 0:
        return
    if direction == "decrypt":
        raise InputError(
            f"{src} has {size} bytes and what {mode.upper()} encrypted is a multiple of {BLOCK}; "
            "check that it is whole and of this mode."
        )
    if not padded:
        raise InputError(
            f"{src} has {size} bytes and {mode.upper()} without padding takes a multiple of "
            f"{BLOCK}; use --pad pkcs7 or --mode ctr."
        )


def read(
    handle: BinaryIO,
    src: Path,
    size: int,
    message: str,
    progress: Progress,
    most: int = PIECE,
) -> Iterator[bytes]:
    """A file in pieces of `most` bytes, which are whole blocks, the last one perhaps shorter."""
    done = 0
    progress(message, 0.0)
    while True:
        try:
            piece = handle.read(most)
        except OSError as error:
            raise FailureError(
                f"reading {src} failed ({error.strerror}); check the disk that it is on."
            ) from error
        done += len(piece)
        if done > size or (not piece and done < size):
            raise FailureError(f"{src} changed while it was read; try again with a still file.")
        if not piece:
            return
        yield piece
        progress(message, done / size)


def _through(stream: block_modes.Stream, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """What the device makes of the pieces."""
    for piece in pieces:
        yield stream.update(piece)


def add_padding(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """A message with PKCS#7 padding (RFC 5652 section 6.3) behind it."""
    size = 0
    for piece in pieces:
        size += len(piece)
        if len(piece) % BLOCK:
            missing = BLOCK - len(piece) % BLOCK
            yield piece + bytes([missing]) * missing
        else:
            yield piece
    if size % BLOCK == 0:
        yield bytes([BLOCK]) * BLOCK


def _unpad(pieces: Iterator[bytes], src: Path) -> Iterator[bytes]:
    """A message without the PKCS#7 padding at its end, which must be right."""
    unpadder = Unpadder(src)
    for piece in pieces:
        yield unpadder.update(piece)
    yield unpadder.finish()


class Unpadder:
    """Takes the PKCS#7 padding off a decrypted message.

    Args:
        source: The file that was decrypted, for messages.
    """

    def __init__(self, source: Path) -> None:
        self._source = source
        self._last = b""

    def update(self, data: bytes | memoryview) -> bytes:
        """Whole blocks in; out comes what cannot be padding."""
        data = self._last + data
        self._last = data[-BLOCK:]
        return data[:-BLOCK]

    def finish(self) -> bytes:
        """The end of the message.

        Raises:
            InputError: It has no such padding.
        """
        last = self._last
        length = last[-1] if last else 0
        if not 1 <= length <= BLOCK or last[-length:] != bytes([length]) * length:
            raise InputError(
                f"{self._source} does not end in PKCS#7 padding when decrypted; check key, IV, "
                "mode and file, or use --pad none if it was encrypted so."
            )
        return last[:-length]
