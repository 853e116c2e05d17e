# SPDX-License-Identifier: Apache-2.0
"""Files through a packet engine: the hardware runs the mode, the host moves bytes.

Each file is a packet, or in XTS as many as it has data units. Packets go into the engine behind
each other without a pause, or side by side in streams where the engine has them, and what comes out
goes to the files in order (`roundel.flow`). Every output grows in a temporary file and takes its
name at the end of the run: whatever goes wrong, nothing of any of them stays.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

from roundel import design, files, jobs
from roundel.cipher import CipherRecord, FileRecord
from roundel.config import Config
from roundel.device import BLOCK, missing_direction
from roundel.flow import Flow, Output
from roundel.interleave import Interleaved
from roundel.jobs import Job, Mode
from roundel.progress import Progress, null_progress
from roundel.stream import Stream

__all__ = ["run"]


def run(
    config: Config,
    mode: Mode,
    todo: Sequence[Job],
    *,
    force: bool = False,
    kept: Iterable[Path] = (),
    before: Callable[[CipherRecord], None] | None = None,
    progress: Progress = null_progress,
) -> CipherRecord:
    """Encrypt or decrypt files through one packet engine.

    Args:
        config: The hardware, with the mode.
        mode: How.
        todo: The files; at least one.
        force: Whether files at the targets may be replaced.
        kept: Files that were read for it, which no target may be: of keys, of the configuration.
        before: Given the record before the outputs take their names: what it tells is needed to
            read them, and if it raises an error nothing of them stays.
        progress: Told what is done.

    Returns:
        What it took.

    Raises:
        InputError: What is given cannot be used; nothing was written.
        FailureError: A tag is wrong, or a tool, the device or the file system failed; nothing stays
            behind.
    """
    if mode.name not in ("gcm", "ctr"):
        missing = missing_direction(config, mode.direction)
        if missing is not None:
            raise missing
    jobs.check(config, mode, todo, kept)
    with ExitStack() as stack:
        begin = stack.enter_context(files.replacements(force=force))
        outputs = [_open(begin, mode, job) for job in todo]
        if mode.name == "gcm" and mode.direction == "decrypt":
            for output in outputs:
                output.held = stack.enter_context(files.Held(output.job.target))
        top = design.top_of(config)
        device = stack.enter_context(
            Stream.open(config.name, design.parameters(config), top=top, progress=progress)
        )
        flow = Interleaved if top == design.INTERLEAVED else Flow
        started, cycles = time.monotonic(), device.cycles
        flow(device, mode, config.KeySlots).go(outputs, progress)
        cycles = device.cycles - cycles
        record = _record(config, mode, outputs, cycles, time.monotonic() - started)
        if before is not None:
            before(record)
    return record


def _record(
    config: Config, mode: Mode, outputs: Sequence[Output], cycles: int, seconds: float
) -> CipherRecord:
    blocks = sum(_blocks(mode, output) for output in outputs)
    return CipherRecord(
        schema_=f"roundel.{mode.direction}/1",
        config=config,
        mode=mode.name,
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
        ],
    )


def _open(begin: files.Begin, mode: Mode, job: Job) -> Output:
    """Look at a job's inputs and begin its outputs."""
    aad = 0
    if job.aad is not None:
        with files.source(job.aad) as (_, aad):
            pass
    with files.source(job.source) as (handle, size):
        jobs.check_size(mode, job, size, aad)
        write = begin(job.target, handle)
        write_tag = None
        if job.tag_file is not None:
            write_tag = begin(job.tag_file, handle)
    return Output(job, size, aad, write, write_tag)


def _blocks(mode: Mode, output: Output) -> int:
    """Blocks of text and AAD that a job sends through the engine."""
    size = output.size
    if mode.name == "gcm" and mode.direction == "decrypt" and output.job.tag is None:
        size -= mode.tag_bytes
    if mode.padded and mode.direction == "encrypt":
        return size // BLOCK + 1
    return -(-size // BLOCK) + -(-output.aad // BLOCK)
