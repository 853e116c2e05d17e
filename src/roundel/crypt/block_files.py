# SPDX-License-Identifier: Apache-2.0
"""Files through a core for blocks: the device ciphers blocks, and the host runs the mode.

A file streams through in pieces, so memory stays bounded.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Literal

from cryptography.hazmat.primitives.padding import PKCS7, PaddingContext
from pydantic import Field

from roundel.base.errors import InputError
from roundel.base.progress import Progress
from roundel.base.record import Part, Record, Row
from roundel.crypt import files
from roundel.crypt.output_state import Output, reading, still
from roundel.crypt.requests import Operation
from roundel.design import Config
from roundel.sim import block_modes
from roundel.sim.device import BLOCK, Device

PIECE = 1 << 18  # bytes of the file that are in the device at a time; whole blocks


class FileRecord(Part):
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


def run_blocks(
    device: Device, mode: Operation, outputs: Sequence[Output], progress: Progress
) -> None:
    """Encrypt or decrypt files through a core, whose mode the host runs."""
    for output in outputs:
        job = output.job
        with files.source(job.source) as (handle, size):
            still(size == output.size, job.source)
            device.load_key(job.key)
            message = f"{mode.direction}ing {job.source.name}"
            pieces = read(handle, job.source, size, message, progress)
            unpadder = unpadder_of(mode)
            if mode.padded and mode.direction == "encrypt":
                pieces = add_padding(pieces)
            stream = block_modes.Stream(
                device, mode.name, mode.direction, iv=job.iv, counter_bits=mode.counter_bits
            )
            for piece in pieces:
                data = stream.update(piece)
                output.put(unpadder.update(data) if unpadder else data)
            if unpadder:
                output.put(unpadded_end(unpadder, job.source))


def read(
    handle: BinaryIO, src: Path, size: int, message: str, progress: Progress, most: int = PIECE
) -> Iterator[bytes]:
    """A file in pieces of `most` bytes, which are whole blocks, the last one perhaps shorter."""
    done = 0
    progress(message, 0.0)
    while True:
        with reading(src):
            piece = handle.read(most)
        done += len(piece)
        still(done <= size and bool(piece or done == size), src)
        if not piece:
            return
        yield piece
        progress(message, done / size)


def add_padding(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """A message with PKCS#7 padding (RFC 5652 section 6.3) behind it."""
    last = b""  # all pieces before the last one are whole blocks
    for piece in pieces:
        if last:
            yield last
        last = piece
    padder = PKCS7(8 * BLOCK).padder()
    yield padder.update(last) + padder.finalize()


def unpadder_of(mode: Operation) -> PaddingContext | None:
    """The PKCS#7 unpadder of a padded mode that decrypts; otherwise None."""
    padded = mode.padded and mode.direction == "decrypt"
    return PKCS7(8 * BLOCK).unpadder() if padded else None


def unpadded_end(unpadder: PaddingContext, source: Path) -> bytes:
    """The end of a message that was decrypted from a file; InputError if it has no padding."""
    try:
        return unpadder.finalize()
    except ValueError as error:
        raise InputError(
            f"{source} does not end in PKCS#7 padding when decrypted; check key, IV, mode and "
            "file, or use --pad none if it was encrypted so."
        ) from error
