# SPDX-License-Identifier: Apache-2.0
"""Runs of tools: place and route, standard cells, verification, sweeps, and comparison."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from roundel import cells, fpga
from roundel.base.errors import InputError
from roundel.base.record import Record
from roundel.explore import compare as comparison
from roundel.explore import sweep
from roundel.explore.front import find_goals
from roundel.explore.plan import LIMIT
from roundel.explore.record import ExploreRecord
from roundel.explore.space import Space, load_space, make_space
from roundel.jobs import Cluster, Session, default_store, parse_cluster
from roundel.python.configs import ConfigLike, load, python_names
from roundel.verify import flow as verification
from roundel.verify.record import VerifyRecord

TIMEOUT = 3600.0


@python_names()
def cluster(
    where: str,
    *,
    workers: int | None = None,
    adapt: str | None = None,
    worker_timeout: float = 600.0,
) -> Cluster:
    """Choose the machines for the tools of a `Session`.

    Args:
        where: "local:N", "dask://HOST:PORT", or "slurm", "lsf", "pbs" or "sge", with a colon and a
            queue for another queue than the default.
        workers: The number of workers of a batch system.
        adapt: "MIN:MAX": the range of the number of workers, which follows the number of jobs.
        worker_timeout: Time limit for the start of the first worker, in seconds.

    Raises:
        InputError: The text or a number is unusable.
    """
    return parse_cluster(where, workers, adapt, worker_timeout)


@python_names()
def synth(
    config: ConfigLike,
    *,
    target: str = "ecp5-85k-8",
    seeds: Sequence[int] | int = fpga.DEFAULT_SEEDS,
    recipe: str = fpga.AUTO,
    timeout: float = TIMEOUT,
    session: Session | None = None,
) -> fpga.SynthRecord:
    """Map, place and route a configuration on a part.

    Results come from the cache if the RTL and the tools are unchanged.

    Args:
        config: A preset's name, the path of a YAML file, or a configuration.
        target: The part, for example "ecp5-85k-8".
        seeds: A seed of the placer or several seeds, whole numbers from 1.
        recipe: The mapping recipe: "auto", or a recipe of the part's family; ECP5 has "nested",
            "nested-level", "narrow", "wide" and "nested-wide".
        timeout: Limit for one run of nextpnr, in seconds.
        session: Store, workers and display (default: the user's store and this machine).

    Returns:
        The record `roundel.synth/1`: area, clock for each seed, throughput, critical path.

    Raises:
        InputError: A name or a seed is unusable, or the configuration is impossible.
        FailureError: A tool is missing, fails or takes too long, or the part is too small.
    """
    if isinstance(seeds, int):
        seeds = (seeds,)
    if cells.is_cells(target):
        raise InputError(
            f"{target} is a library of standard cells; call roundel.synth_cells for it."
        )
    if not fpga.find_target(target).placed:
        raise InputError(
            f"{target} is mapped only, without place and route; call roundel.map_only for it."
        )
    return fpga.synth(load(config), target, seeds, session, recipe=recipe, timeout=timeout)


@python_names()
def map_only(
    config: ConfigLike,
    *,
    target: str,
    recipe: str = fpga.AUTO,
    session: Session | None = None,
) -> fpga.MappedRecord:
    """Map a configuration to an FPGA family without place and route: counts of cells, no clock.

    Args:
        config: A preset's name, the path of a YAML file, or a configuration.
        target: The family: "xc7", "xcup" or "cyclonev".
        recipe: The mapping recipe of the family, or "auto".
        session: Store, workers and display (default: the user's store and this machine).

    Returns:
        The record `roundel.mapped/1`: LUTs, flip-flops, RAMs, bits per cycle.

    Raises:
        InputError: A name is unusable, or the configuration is impossible.
        FailureError: Yosys is missing, fails or takes too long.
    """
    return fpga.map_only(load(config), target, session, recipe=recipe)


@python_names()
def synth_cells(
    config: ConfigLike,
    *,
    target: str = "cells",
    recipe: str = cells.DEFAULT,
    power: bool = False,
    output: str | Path | None = None,
    timeout: float = TIMEOUT,
    session: Session | None = None,
) -> cells.CellsRecord:
    """Map a configuration to standard cells, and simulate and time the netlist.

    Args:
        config: A preset's name, the path of a YAML file, or a configuration.
        target: "cells:PATH" for a liberty file, or "cells" for the default library.
        recipe: The mapping recipe: "area", "balanced" or "speed".
        power: Whether to measure power too.
        output: A directory for the netlist, the SDC file and OpenSTA's report.
        timeout: Limit for one run of a tool, in seconds.
        session: Store, workers and display (default: the user's store and this machine).

    Returns:
        The record `roundel.cells/1`: area in kGE, clock, throughput, power.

    Raises:
        InputError: A name or the library is unusable, or the configuration is impossible.
        FailureError: A tool is missing, fails or takes too long, or the netlist is wrong.
    """
    chosen = load(config)
    return cells.synth(
        chosen,
        target,
        session,
        recipe=recipe,
        power=cells.activities(chosen) if power else (),
        timeout=timeout,
        output=None if output is None else Path(output),
    )


@python_names()
def verify(
    config: ConfigLike,
    *,
    netlist: Literal["verilog", "slang"] | None = None,
    seed: int | None = None,
    campaigns: Sequence[str] | str = (),
    session: Session | None = None,
) -> VerifyRecord:
    """Verify a configuration: published vectors, random messages, protocol stress.

    Args:
        config: A preset's name, the path of a YAML file, or a configuration.
        netlist: The Yosys front end of the simulated netlist; the RTL is simulated when None.
        seed: 64 bits for all random choices; a new seed, or a cached result's seed, when None.
        campaigns: Names out of "kat", "mmt", "mct", "random", "stress". When empty: all; with
            `netlist`, "kat", "mmt" and "random".
        session: Store, workers and display (default: the user's store and this machine).

    Returns:
        The record `roundel.verify/1`. `passed` is false if a vector failed.

    Raises:
        InputError: A name is unusable, or the configuration is impossible.
        FailureError: A tool or the files of vectors are missing, or a tool fails.
    """
    if isinstance(campaigns, str):
        campaigns = (campaigns,)
    return verification.verify(
        load(config), netlist=netlist, seed=seed, campaigns=campaigns, session=session
    )


@python_names()
def explore(
    space: str | Path | Mapping[str, Any] | Space,
    *,
    session: Session | None = None,
    limit: int | None = LIMIT,
    retry_failed: bool = False,
    timeout: float = TIMEOUT,
    goals: Sequence[str] | None = None,
) -> ExploreRecord:
    """Measure every configuration of a space, on parts or in standard cells.

    Finished points stay in the store, and a second call only runs the missing points.

    Args:
        space: The name of a space that ships with Roundel, the path of a YAML file, or the content
            of a file as a dictionary, for example
            `{"base": "iterative", "axes": {"Stages": [0, 1, 2]}, "seeds": [1]}`.
        session: Store, workers and display (default: a store for each name of a space, and this
            machine).
        limit: Refuse a space with more points; None sets no limit.
        retry_failed: Whether to repeat failed runs.
        timeout: Limit for one run of nextpnr, in seconds.
        goals: Figures of the Pareto front, for example `["gbps", "lut4"]`.

    Returns:
        The record `roundel.explore/1`. `points` includes failed points.

    Raises:
        InputError: The space, the store or a goal is unusable.
        FailureError: A tool is missing, or the store is in use.
    """
    if isinstance(space, Mapping):
        space = make_space(space)
    elif not isinstance(space, Space):
        space = load_space(str(space))
    return sweep.explore(
        space,
        session or default_store(space.name),
        limit=limit,
        retry_failed=retry_failed,
        timeout=timeout,
        goals=find_goals(None if goals is None else ",".join(goals), space.kind),
    )


def compare(first: Record, second: Record, *, tolerance: float = 0.0) -> comparison.CompareRecord:
    """Compare the figures of two results, as `roundel compare` compares files.

    Two designs are compared directly. Of two sweeps, points with the same parameters and target
    are compared.

    Args:
        first: A record, for example of `synth`, `synth_cells` or `explore`.
        second: A record of the same schema.
        tolerance: The largest accepted change, in per cent of the first value.

    Returns:
        The record `roundel.compare/2`, with both values, the change and the better value of each
        figure.

    Raises:
        InputError: The records have different schemas, or no common figure.
    """
    return comparison.compare(first, second, tolerance)
