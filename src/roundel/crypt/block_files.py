# SPDX-License-Identifier: Apache-2.0
"""Files through a block core: the device encrypts blocks, and the host runs the mode.

The host reads a file in pieces, and therefore the memory is bounded.
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
from roundel.crypt.output_state import Output, check_unchanged, reading
from roundel.crypt.requests import Operation
from roundel.design import Config
from roundel.sim import block_modes
from roundel.sim.device import BLOCK, Device

PIECE = 1 << 18  # bytes of the file in the device at a time; whole blocks


class FileRecord(Part):
    """A file of a run through a packet engine.

    Attributes:
        source: The input file, as the user named the file; "in" in JSON.
        target: The output file, as the user named the file; "out" in JSON.
        bytes: The size of the input.
        bytes_out: The size of the output.
        iv: The IV as hexadecimal digits; None for ECB and CMAC.
        aad: The file with additional authenticated data, or None.
        tag: GCM, CCM and CMAC: the tag as hexadecimal digits; None in other modes.
        tag_file: The file with the tag; None if the tag ends the output.
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
    """The result of encrypting or decrypting files.

    Attributes:
        config: The configuration's name and its parameters.
        mode: The mode of operation, for example "gcm".
        counter_bits: CTR: bits of the counter, 32 or 128; None in other modes.
        access: The driver's access to the packet engine: "dma", or "single", "simd" or "burst" for
            a card; None without a driver.
        bytes: The size of all input files.
        bytes_out: The size of all output files.
        blocks: Blocks through the device.
        cycles: Clock cycles of the device, from the first key to the last result.
        cycles_per_block: `cycles` divided by `blocks`; 0 without blocks.
        seconds: Time from the first input byte to the finished files, without the device's build.
        files: Each file of a run through a packet engine. The list is empty for a block core,
            whose mode the host runs.
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
        """A row for each file; a single row for a block core, whose record lists no files."""
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
    """Encrypt or decrypt files with a block core; the host runs the mode."""
    for output in outputs:
        job = output.job
        with files.source(job.source) as (handle, size):
            check_unchanged(size == output.size, job.source)
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
    """A file in pieces of `most` bytes, which are whole blocks; the last piece may be shorter."""
    done = 0
    progress(message, 0.0)
    while True:
        with reading(src):
            piece = handle.read(most)
        done += len(piece)
        check_unchanged(done <= size and bool(piece or done == size), src)
        if not piece:
            return
        yield piece
        progress(message, done / size)


def add_padding(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """A message followed by PKCS#7 padding (RFC 5652 section 6.3)."""
    last = b""  # all pieces before the last piece are whole blocks
    for piece in pieces:
        if last:
            yield last
        last = piece
    padder = PKCS7(8 * BLOCK).padder()
    yield padder.update(last) + padder.finalize()


def unpadder_of(mode: Operation) -> PaddingContext | None:
    """The PKCS#7 unpadder for decryption in a padded mode; otherwise None."""
    padded = mode.padded and mode.direction == "decrypt"
    return PKCS7(8 * BLOCK).unpadder() if padded else None


def unpadded_end(unpadder: PaddingContext, source: Path) -> bytes:
    """The end of a message that was decrypted from a file; InputError without valid padding."""
    try:
        return unpadder.finalize()
    except ValueError as error:
        raise InputError(
            f"{source} does not end in PKCS#7 padding after decryption; check key, IV, mode and "
            "file, or set the padding to none if the file was encrypted without padding."
        ) from error
