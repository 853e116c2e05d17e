# SPDX-License-Identifier: Apache-2.0
"""Place and route as jobs: one mapping per design, then routing for each part and seed.

The jobs `map` and `route` run on any worker. A worker without access to the driver's disk receives
the mapped netlist with the job and keeps the netlist in its own cache.
"""

import dataclasses
import gzip
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from roundel import design
from roundel.base import cache
from roundel.base.closure import code_digest
from roundel.base.errors import FailureError, InputError, MachineError
from roundel.design import Config
from roundel.fpga import flow, nextpnr
from roundel.fpga.family import AUTO
from roundel.fpga.flow import ConfigDesign, Placeable, Prepared
from roundel.fpga.nextpnr import Run
from roundel.fpga.record import MappedRecord, SynthRecord
from roundel.fpga.targets import Target, find_target
from roundel.jobs import (
    Batch,
    Identity,
    Job,
    Outcome,
    Report,
    Result,
    Row,
    Session,
    Work,
    as_json,
    identity_of,
    using,
)

MAP_TOOLS = ("yosys",)

_PREPARED = TypeAdapter(Prepared)
_RUN = TypeAdapter(Run)
_NETLIST = "netlist.json.gz"  # among the files of a result


@dataclass(frozen=True)
class Routing:
    """The configuration of a `route` job."""

    part: Target
    timeout: float  # the timeout of nextpnr in seconds
    prepared: Prepared | None = None  # None until the design is mapped


def identify_map(job: Job) -> Identity:
    """The inputs of a mapping: the elaborated RTL of the design, and Roundel's code."""
    return (("the RTL", cache.digest(*job.config.sources())), _code())


def identify_route(job: Job) -> Identity:
    """The inputs of a place-and-route run except its netlist."""
    del job
    return (_code(),)


def _code() -> tuple[str, str]:
    return "Roundel's synthesis", code_digest("roundel.fpga.works", *design.FACTS_CODE)


def map_design(job: Job, report: Report) -> Outcome:
    """Map a design and add the harness."""
    prepared = flow.prepare(job.config, report)
    files = {}
    placed = job.config.family.placer is not None
    if job.remote and placed:  # on a cluster, the run may have no access to this netlist
        files[_NETLIST] = pack(prepared.netlist)
    return Outcome(_PREPARED.dump_json(prepared).decode(), files)


def route_design(job: Job, report: Report) -> Outcome:
    """Place and route a mapped design with one seed."""
    routing: Routing = job.config
    prepared = routing.prepared
    assert prepared is not None  # noqa: S101 (the batch starts a run after its mapping)
    if _NETLIST in job.inputs and not prepared.netlist.is_file():
        place = unpack({_NETLIST: job.inputs[_NETLIST]})
        prepared = dataclasses.replace(prepared, netlist=place / "netlist.json")
    if job.remote and not prepared.netlist.is_file():
        raise MachineError(f"the mapped netlist {prepared.netlist} is gone; run the command again.")
    try:
        nextpnr.warm_up(routing.part.placer, routing.timeout)
    except MachineError:
        raise
    except FailureError as error:
        raise MachineError(str(error), error.log) from error
    run = flow.route(prepared, routing.part, job.seed, report, routing.timeout)
    return Outcome(_RUN.dump_json(run).decode())


def pack(path: Path) -> bytes:
    """A file for a job's inputs or a result's files; equal files give equal bytes."""
    return gzip.compress(path.read_bytes(), 6, mtime=0)


def unpack(packed: Mapping[str, bytes]) -> Path:
    """A directory with files from another machine, kept in the cache of this machine.

    Names have the suffix ".gz", which is removed.
    """

    def build(draft: Path) -> None:
        for name, data in packed.items():
            (draft / name.removesuffix(".gz")).write_bytes(gzip.decompress(data))

    return cache.entry("received", cache.digest(*packed.values()), build)


class KeysOfJobs:
    """Keys of rows, from all inputs of a result; no tool is needed for a key."""

    def __init__(self) -> None:
        self._shared: dict[str, Identity] = {}
        self._identities: dict[str, Identity] = {}

    def shared(self, job: Job) -> Identity:
        """The identity shared by the jobs of a kind and target."""
        name = f"{job.kind} {job.target}"
        if name not in self._shared:
            self._shared[name] = identity_of(job)
        return self._shared[name]

    def key(self, identity: Identity, *parts: str | Mapping[str, object]) -> str:
        """The key of an identity and the parameters of a job."""
        key = cache.digest(as_json(identity), *parts)
        self._identities[key] = identity
        return key

    def identified(self, job: Job, key: str) -> Job:
        """A job with the identity of its key."""
        return dataclasses.replace(job, identity=self._identities[key])


class Keys(KeysOfJobs):
    """Keys of mapped designs and of their runs."""

    def of_design(self, placeable: Placeable) -> str:
        """The key of a mapped design, independent of its name."""
        return self.key(identity_of(_map_job(placeable)), placeable.values())

    def of_run(self, design_key: str, part: Target, seed: int) -> str:
        """The key of a design after place and route."""
        identity = self.shared(_route_job("", Routing(part, 0.0), seed))
        return self.key(identity, design_key, " ".join(part.options()), str(seed))


def design_works(
    batch: Batch,
    keys: Keys,
    placeable: Placeable,
    key: str,
    runs: Iterable[tuple[Target, int, str]],
    timeout: float = flow.NEXTPNR_TIMEOUT,
) -> list[Work]:
    """The works of a design with missing results: one mapping, then the runs.

    The batch has loaded the rows of all keys. The keys of the design and of the runs come from
    `keys`; a run is a part, a seed and its key. For a target that is mapped only, the run is the
    mapping: seed 0 and the key of the design.
    """
    known = batch.rows.get(key)
    missing = [run for run in runs if run[2] not in batch.rows]
    if known is not None and known.status != "done":
        batch.failed += len(missing)  # the store has no row of these runs
        return []
    if not missing:
        return []
    then = [
        Work(
            run_key,
            keys.identified(_route_job(placeable.name, Routing(part, timeout), seed), run_key),
            placeable.name,
            placeable.values(),
            placeable.size,
            complete=_complete_run,
        )
        for part, seed, run_key in missing
        if run_key != key
    ]
    counted = any(run_key == key for _, _, run_key in missing)
    job = keys.identified(_map_job(placeable), key)
    return [Work(key, job, placeable.name, placeable.values(), placeable.size, counted, then)]


def _complete_run(work: Work, row: Row, result: Result) -> Work:
    """Complete a run after the mapping of its design."""
    prepared = prepared_of(row)
    flow.check_size(prepared, work.job.config.part)
    routing = dataclasses.replace(work.job.config, prepared=prepared)
    job = dataclasses.replace(work.job, config=routing, inputs=result.files)
    return dataclasses.replace(work, job=job, size=float(prepared.core.lut + prepared.core.ff))


def _map_job(placeable: Placeable) -> Job:
    label = f"{placeable.name}, mapping"
    return Job("map", label, map_design, identify_map, placeable, tools=MAP_TOOLS)


def _route_job(name: str, routing: Routing, seed: int) -> Job:
    part = routing.part.name
    label = f"{name}, {part}, seed {seed}"
    program = routing.part.placer.program
    return Job("route", label, route_design, identify_route, routing, part, seed, (program,))


def prepared_of(row: Row) -> Prepared:
    """The mapped design of a row."""
    return _PREPARED.validate_json(row.result)


def run_of(row: Row) -> Run:
    """The finished run of a row."""
    return _RUN.validate_json(row.result)


def synth(
    config: Config,
    target: str,
    seeds: Sequence[int] = flow.DEFAULT_SEEDS,
    session: Session | None = None,
    *,
    recipe: str = AUTO,
    frontend: str = "slang",
    timeout: float = flow.NEXTPNR_TIMEOUT,
) -> SynthRecord:
    """Map, place and route a configuration with at least one seed; see `roundel.synth`.

    By default, the session uses the user's store and this machine.

    Raises:
        InputError: A name or a seed is unusable, or the configuration is impossible.
        FailureError: A tool is missing, fails or takes too long, or the design is too large for
            the part.
    """
    part = find_target(target)
    if not part.placed:
        raise InputError(f"{target} is mapped only, without place and route; call map_only for it.")
    flow.check_seeds(seeds)
    placeable, keys = ConfigDesign.of(config, recipe, frontend, part.family), Keys()
    key = keys.of_design(placeable)
    runs = [(part, seed, keys.of_run(key, part, seed)) for seed in seeds]
    with using(session) as chosen:
        batch = chosen.batch(retry_failed=True, on_failure="end")
        batch.load([key, *(run_key for _, _, run_key in runs)])
        batch.expect(run_key for _, _, run_key in runs)
        batch.run(design_works(batch, keys, placeable, key, runs, timeout))
        found = [run_of(batch.rows[run_key]) for _, _, run_key in runs]
        return flow.record(config, part, prepared_of(batch.rows[key]), found)


def map_only(
    config: Config,
    target: str,
    session: Session | None = None,
    *,
    recipe: str = AUTO,
    frontend: str = "slang",
) -> MappedRecord:
    """Map a configuration to the cells of a family without place and route; see `synth`.

    Raises:
        InputError: A name is unusable, the target has place and route, or the configuration is
            impossible.
        FailureError: Yosys is missing, fails or takes too long.
    """
    part = find_target(target)
    if part.placed:
        raise InputError(f"{target} has place and route; call synth for it.")
    placeable, keys = ConfigDesign.of(config, recipe, frontend, part.family), Keys()
    key = keys.of_design(placeable)
    with using(session) as chosen:
        batch = chosen.batch(retry_failed=True, on_failure="end")
        batch.load([key])
        batch.expect([key])
        batch.run(design_works(batch, keys, placeable, key, [(part, 0, key)]))
        return flow.mapped_record(config, part, prepared_of(batch.rows[key]))
