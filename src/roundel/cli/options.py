# SPDX-License-Identifier: Apache-2.0
"""The arguments and options of the commands, and the session that some of them describe."""

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from roundel.jobs import Session

Mode = Literal["ecb", "cbc", "ctr", "gcm", "xts"]
Access = Literal["dma", "single", "simd", "burst"]


def finite(number: float) -> float:
    """Refuse infinity and what is no number; a callback of an option."""
    if not math.isfinite(number):
        raise typer.BadParameter("give a finite number.")
    return number


def complete(function: str) -> Callable[[], list[str]]:
    """Shell completion by the names that a function "module:name" of Roundel gives.

    typer keeps those that begin with what the user typed. If none does, the shell offers files.
    """

    def names() -> list[str]:
        module, _, name = function.partition(":")
        return list(getattr(import_module(f"roundel.{module}"), name)())

    return names


def complete_parameters(incomplete: str) -> list[str]:
    """What follows `-p`: "Name=", or "Name=value" for a name with its equals sign."""
    from roundel.design import Config

    names = [name for name in Config.model_fields if name != "name"]
    name, equals, _ = incomplete.partition("=")
    if equals and name in names:
        return [f"{name}={value}" for value in Config.candidates(name)]
    return [f"{name}=" for name in names]


def complete_targets() -> list[str]:
    """The parts, and the standard cells that need no path."""
    from roundel.fpga.targets import targets as parts

    return [*(part.name for part in parts()), "cells"]


complete_configs = complete("design:preset_names")

ConfigArgument = Annotated[
    str,
    typer.Argument(
        metavar="CONFIG",
        help="A preset's name or a YAML file.",
        autocompletion=complete_configs,
    ),
]
Parameters = Annotated[
    list[str] | None,
    typer.Option(
        "-p", "--param", metavar="Name=value", help="Override a field; repeatable.",
        autocompletion=complete_parameters,
    ),
]  # fmt: skip
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON record (docs/reference/records.md).")
]
Seed = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, help="Seed of keys, IVs and data (default: a new one)."),
]
Target = Annotated[
    str,
    typer.Option(
        metavar="PART",
        help="ecp5-{25k,45k,85k}-{6,7,8}; or cells:PATH.lib[,PATH.lib...], standard cells of "
        "liberty files; cells: OSU 0.18 um.",
        autocompletion=complete_targets,
    ),
]
OwnTarget = Annotated[
    str | None,
    typer.Option(
        metavar="PART",
        help="ecp5-{25k,45k,85k}-{6,7,8} (default: ecp5-85k-8); for dong2021 cells:PATH.lib, a "
        "liberty file (default: cells, OSU 0.18 um).",
        autocompletion=complete_targets,
    ),
]
OwnSeeds = Annotated[
    str | None,
    typer.Option(
        metavar="N,N,...",
        help="Seeds of the placer, for example 1,2 or 101..105 (default: 1,2,3); not for cells.",
    ),
]
Recipe = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="How to map: auto, nested, narrow, wide or nested-wide; for cells area, balanced or "
        "speed.",
    ),
]
ClusterOption = Annotated[
    str,
    typer.Option(
        metavar="WHERE",
        help="Where tools run: local:N, dask://HOST:PORT, or slurm, lsf, pbs or sge with an "
        "optional :QUEUE.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        "--jobs",
        metavar="N",
        min=1,
        help="Tools at a time (default: one for each processor; a batch system needs a number).",
    ),
]
Adapt = Annotated[
    str | None,
    typer.Option(metavar="MIN:MAX", help="Workers of a batch system, as jobs are waiting."),
]
WorkerTimeout = Annotated[
    float,
    typer.Option(
        metavar="S",
        min=1,
        callback=finite,
        help="Seconds within which a cluster must provide its first worker.",
    ),
]
StoreOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="The file of results (default: in the user's data directory; explore: one per space).",
    ),
]
Html = Annotated[Path | None, typer.Option(metavar="FILE", help="Write or replace a plot page.")]
Timeout = Annotated[
    float,
    typer.Option(metavar="S", min=1, callback=finite, help="Seconds for one seed."),
]


@contextmanager
def open_session(
    store: Path | None,
    cluster: str,
    workers: int | None,
    adapt: str | None,
    worker_timeout: float,
    default: Path | None = None,
) -> Iterator["Session"]:
    """Open a session from the options of a command; on Ctrl-C, name the store.

    `default` is the store of a user who names none (default: the store of all such commands).

    Raises:
        InputError: An option is unusable.
        MachineError: Another process writes the store.
    """
    from roundel.jobs import Board, Session, check_directory, parse_cluster

    where = parse_cluster(cluster, workers, adapt, worker_timeout)
    if store is not None:
        check_directory(store)
    with Board() as board, Session(store or default, cluster=where, watcher=board) as session:
        try:
            yield session
        except KeyboardInterrupt:
            sys.stderr.write(
                f"roundel: finished runs are in {session.store.path}; the same command "
                "continues there\n"
            )
            raise
