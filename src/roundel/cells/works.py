# SPDX-License-Identifier: Apache-2.0
"""Synthesis to standard cells as jobs: one job for each configuration and library.

The job contains the library if the worker cannot read the driver's disk.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from roundel import design
from roundel.base import cache
from roundel.base.closure import code_digest
from roundel.base.errors import InputError
from roundel.base.progress import progress_of
from roundel.cells.flow import SIMULATION, TIMEOUT, check_output, synth_cells
from roundel.cells.library import find_files, find_identity
from roundel.cells.power import Activity, check_power
from roundel.cells.recipes import DEFAULT, find_recipe
from roundel.cells.record import CellsRecord
from roundel.design import Config
from roundel.fpga.works import KeysOfJobs, pack, unpack
from roundel.jobs import Identity, Job, Outcome, Report, Row, Session, Work, using

CELLS_TOOLS = ("yosys", "sta", "g++", "verilator")

_LIBRARY = ".lib.gz"  # suffix of a liberty file among the inputs of a job


@dataclass(frozen=True)
class CellsDesign:
    """The configuration of a `cells` job."""

    config: Config
    recipe: str  # a name of `RECIPES`
    power: tuple[Activity, ...] = ()  # the activities for power
    timeout: float = TIMEOUT  # timeout of one run of a tool, in seconds
    output: Path | None = None  # the directory for netlist, clock and report


def identify_cells(job: Job) -> Identity:
    """The inputs of a result in cells: the RTL, the library, and Roundel's code."""
    asked: CellsDesign | None = job.config
    return (
        *((("the RTL", _rtl(asked)),) if asked else ()),
        ("the library", find_identity(_target(job))),
        _code(),
    )


def _rtl(asked: CellsDesign) -> str:
    """A digest of the files that Yosys reads for a configuration."""
    top, parameters = design.top_of(asked.config), design.parameters(asked.config)
    return cache.digest(*design.closure(top, parameters, whole=True))


def _code() -> tuple[str, str]:
    code = code_digest("roundel.cells.works", *design.FACTS_CODE)
    return "Roundel's synthesis to cells", cache.digest(code, *SIMULATION)


def synth_in_cells(job: Job, report: Report) -> Outcome:
    """Map a configuration to a library, simulate the netlist and compute the clock."""
    asked: CellsDesign = job.config
    record = synth_cells(
        asked.config,
        _target(job),
        progress_of(report, f"{asked.config.name}: "),
        recipe=asked.recipe,
        power=asked.power,
        timeout=asked.timeout,
        output=asked.output,
    )
    return Outcome(record.model_dump_json())


def _target(job: Job) -> str:
    """The job's library on this machine."""
    packed = {name: data for name, data in job.inputs.items() if name.endswith(_LIBRARY)}
    if not packed:
        return job.target
    place = unpack(packed)
    return f"cells:{','.join(str(place / name.removesuffix('.gz')) for name in packed)}"


@functools.lru_cache(maxsize=4)
def _packed(files: tuple[Path, ...], identity: str) -> dict[str, bytes]:
    """The liberty files of a target as inputs, shared by the jobs of a sweep."""
    del identity  # other content has another entry
    return {f"{number}{_LIBRARY}": pack(path) for number, path in enumerate(files)}


class CellsKeys(KeysOfJobs):
    """Keys of configurations in libraries."""

    def of_run(self, asked: CellsDesign, target: str) -> str:
        """The key of a configuration in a library, independent of names."""
        identity = (("the RTL", _rtl(asked)), *self.shared(_job(None, target)))
        own: dict[str, object] = {"recipe": asked.recipe, "power": sorted(asked.power)}
        own["parameters"] = design.parameters(asked.config)
        return self.key(identity, {**asked.config.fields(), **own})


def cells_work(
    asked: CellsDesign, target: str, key: str, keys: CellsKeys, *, ship: bool = False
) -> Work:
    """The work of a configuration in a library.

    `key` is the key of the result, from `keys`. With `ship` the job contains the library, for
    workers without access to the disk of this machine.
    """
    job = keys.identified(_job(asked, target, ship), key)
    return Work(key, job, asked.config.name, asked.config.fields(), design.rough_size(asked.config))


def _job(asked: CellsDesign | None, target: str, ship: bool = False) -> Job:
    label = f"{asked.config.name}, {target}" if asked else target
    inputs = _packed(find_files(target), find_identity(target)) if ship else {}
    return Job(
        "cells",
        label,
        synth_in_cells,
        identify_cells,
        asked,
        target,
        tools=CELLS_TOOLS,
        inputs=inputs,
    )


def cells_record_of(row: Row, config: Config, target: str) -> CellsRecord:
    """The record of a row, with the user's names of configuration and library."""
    found = CellsRecord.model_validate_json(row.result)
    return found.model_copy(update={"config": config, "target": target})


def synth(
    config: Config,
    target: str,
    session: Session | None = None,
    *,
    recipe: str = DEFAULT,
    power: Sequence[Activity] = (),
    timeout: float = TIMEOUT,
    output: Path | None = None,
) -> CellsRecord:
    """Run `synth_cells` as a job of a session; default: the user's store and this machine."""
    if power:
        check_power(config)
    if output is not None:
        check_output(output, design.top_of(config))
    asked = CellsDesign(config, find_recipe(recipe).name, tuple(power), timeout, output)
    keys = CellsKeys()
    key = keys.of_run(asked, target)
    with using(session) as opened:
        if output is not None and opened.ships:
            raise InputError("--output needs tools on this machine; omit --cluster.")
        batch = opened.batch(retry_failed=True, on_failure="end")
        if output is None:  # a kept record has no files to write
            batch.load([key])
        batch.expect([key])
        if key not in batch.rows:
            batch.run([cells_work(asked, target, key, keys, ship=opened.ships)])
        row = batch.rows[key]
    return cells_record_of(row, config, target)
