# SPDX-License-Identifier: Apache-2.0
"""Files through the hardware: a packet engine, or a block core whose mode the host runs.

A packet engine sits behind a simulated DMA or card. The C driver submits requests as for real
hardware (`roundel.crypt.driver_queue`). Chained modes have no DMA and no card: their engine takes
packets of many streams in parallel (`roundel.crypt.interleaved`). A block core processes
the files in sequence (`roundel.crypt.block_files`).

Every output grows in a temporary file and takes its name at the end of the run. After a failure no
part of an output remains, and the inputs are unchanged.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

from roundel import design
from roundel.base.errors import InputError
from roundel.base.modes import is_chained
from roundel.base.progress import Progress, null_progress
from roundel.crypt import files, requests
from roundel.crypt.block_files import CipherRecord, FileRecord, run_blocks
from roundel.crypt.buffers import Spaces
from roundel.crypt.driver_queue import HANGS, Requests
from roundel.crypt.interleaved import Interleaved
from roundel.crypt.output_state import Output
from roundel.crypt.requests import FileRequest, Operation
from roundel.design import Config
from roundel.sim import block_modes
from roundel.sim.block_modes import Direction
from roundel.sim.device import BLOCK, Device, missing_direction
from roundel.sim.driver import AnyAccess, Card, Dma, Driver
from roundel.sim.stream import Stream

STREAMS = 16
"""Streams of an engine that is built for files in a chained mode."""
ONLY_IN_SETS = ("cfb", "ofb", "cmac", "ccm")
"""Modes that no engine has as its only mode."""


def run_files(
    config: Config,
    mode: Operation,
    requested: Sequence[FileRequest],
    *,
    access: AnyAccess | None = None,
    force: bool = False,
    kept: Iterable[Path] = (),
    before: Callable[[CipherRecord], None] | None = None,
    progress: Progress = null_progress,
) -> CipherRecord:
    """Encrypt or decrypt at least one file through a device.

    The configuration is a packet engine of the mode, or a block core. `access` chooses the driver's
    access to a packet engine: "dma" (default) or an access to a card. Chained modes (CBC and CFB
    encryption, OFB, CMAC, CCM) and block cores accept no `access`. With `force`, existing outputs
    are replaced. `kept` are other input files of the run, for example key files; no output may
    replace them. `before` is called with the record before the outputs take their names: without a
    random IV in the record nobody can decrypt an output. If `before` raises an error, no output
    remains.

    Raises:
        InputError: A value is unusable, or the decrypted text has no valid padding; nothing was
            written.
        FailureError: A tag is wrong, or a tool, the device or the file system failed; nothing was
            written.
    """
    top = design.top_of(config)
    blocks = top in design.BLOCKS
    if blocks:
        block_modes.check(config, mode.name, mode.direction)
    else:
        _check_packets(config, mode)
    if not blocks and not mode.chained:
        access = access or "dma"
    elif access is not None:
        subject = "a block core" if blocks else f"{mode.name.upper()} {mode.direction}ion"
        raise InputError(f"{subject} has neither DMA nor card; omit the access.")
    requests.check(config, mode, requested, kept)
    if blocks:
        for job in requested:
            block_modes.check_iv(mode.name, job.iv)
    limit = mode.counter_bits if blocks else 32
    with ExitStack() as stack:
        begin = stack.enter_context(files.replacements(force=force))
        # Output paths are checked before the device is built, because a build can take a minute.
        outputs = [_open(begin, mode, job, limit) for job in requested]
        # The device uses the spaces, and therefore the spaces are wiped after the device.
        spaces = stack.enter_context(Spaces())
        device = _opened(config, access, progress)
        stack.enter_context(device)
        started, cycles = time.monotonic(), device.cycles
        if isinstance(device, Device):
            run_blocks(device, mode, outputs, progress)
        elif isinstance(device, Stream):
            Interleaved(device, spaces, mode, config).go(outputs, progress)
        else:
            Requests(device, spaces, mode, config.KeySlots).go(outputs, progress)
        cycles = device.cycles - cycles
        record = _record(config, mode, access, outputs, cycles, time.monotonic() - started)
        if before is not None:
            before(record)
    return record


def with_mode(name: str, direction: Direction) -> dict[str, str | int]:
    """The parameters of an engine for a mode; a mode that only sets have is in a set with CTR."""
    if name not in ONLY_IN_SETS:
        return {"Mode": name}
    streams = {"Streams": STREAMS} if is_chained(name, direction == "decrypt") else {}
    return {"Modes": f"ctr+{name}", **streams}


def check_set(config: Config, mode: str | None) -> str:
    """The mode of a run with a set of modes; InputError for a missing or unsuited mode."""
    names = design.modes(config)
    if mode in names:
        return str(mode)
    if mode is None:
        raise InputError(
            f"{config.name} has the modes {', '.join(names)}; give the mode, for example --mode "
            f"{names[0]} (in Python mode={names[0]!r})."
        )
    raise InputError(
        f"{config.name} has the modes {', '.join(names)}, not {mode}; choose one of these modes or "
        "another set."
    )


def _check_packets(config: Config, mode: Operation) -> None:
    """Refuse a mode or direction that a packet engine lacks."""
    several = len(design.modes(config)) > 1
    if several:
        check_set(config, mode.name)
        if mode.chained and config.Streams == 1:
            raise InputError(
                f"{config.name} has no streams, and {mode.name.upper()} {mode.direction}ion needs "
                f"streams; give -p Streams={STREAMS}."
            )
    if mode.name == "ecb" or (not several and mode.name not in ("gcm", "ctr")):
        missing = missing_direction(config, mode.direction)
        if missing is not None:
            raise missing


def _opened(
    config: Config, access: AnyAccess | None, progress: Progress
) -> Device | Stream | Driver:
    """The block core, or the packet engine with or without a DMA or card."""
    top = design.top_of(config)
    if top in design.BLOCKS:
        return Device.open(config, progress=progress)
    if access is None:
        return Stream.open(config.name, design.parameters(config), top=top, progress=progress)
    if access == "dma":
        return Dma.open(config, timeout_ns=HANGS, progress=progress)  # a cycle is a nanosecond
    return Card.open(config, access=access, timeout_ns=HANGS, progress=progress)


def _record(
    config: Config,
    mode: Operation,
    access: AnyAccess | None,
    outputs: Sequence[Output],
    cycles: int,
    seconds: float,
) -> CipherRecord:
    blocks = sum(_blocks(mode, output) for output in outputs)
    return CipherRecord(
        schema_=f"roundel.{mode.direction}/1",
        config=config,
        mode=mode.name,
        counter_bits=mode.counter_bits if mode.name == "ctr" else None,
        access=access,
        bytes=sum(output.size for output in outputs),
        bytes_out=sum(output.written for output in outputs),
        blocks=blocks,
        cycles=cycles,
        cycles_per_block=cycles / blocks if blocks else 0.0,
        seconds=seconds,
        files=[
            FileRecord(
                source=str(output.job.source),
                target=str(output.job.target),
                bytes=output.size,
                bytes_out=output.written,
                iv=output.job.iv.hex() or None,
                aad=str(output.job.aad) if output.job.aad else None,
                tag=output.tag.hex() or None,
                tag_file=str(output.job.tag_file) if output.job.tag_file else None,
            )
            for output in outputs
            if design.top_of(config) not in design.BLOCKS
        ],
    )


def _open(begin: files.Begin, mode: Operation, job: FileRequest, limit: int) -> Output:
    """Check the inputs of a request and open its outputs."""
    aad = 0
    if job.aad is not None:
        with files.source(job.aad) as (_, aad):
            pass
    with files.source(job.source) as (handle, size):
        requests.check_size(mode, job, size, aad, limit)
        write = begin(job.target, handle)
        write_tag = begin(job.tag_file, handle) if job.tag_file is not None else None
    return Output(job, size, aad, write, write_tag)


def _blocks(mode: Operation, output: Output) -> int:
    size = output.size
    if mode.tagged and mode.direction == "decrypt" and output.job.tag is None:
        size -= mode.tag_bytes
    if mode.padded and mode.direction == "encrypt":
        return size // BLOCK + 1
    return -(-size // BLOCK) + -(-output.aad // BLOCK)
