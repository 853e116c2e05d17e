# SPDX-License-Identifier: Apache-2.0
"""Shared arguments and options of the commands, and the session that the options describe."""

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

Mode = Literal["ecb", "cbc", "ctr", "gcm", "xts", "cfb", "ofb", "cmac", "ccm"]
Access = Literal["dma", "single", "simd", "burst"]


def finite(number: float) -> float:
    """Refuse infinity and NaN; a callback of an option."""
    if not math.isfinite(number):
        raise typer.BadParameter("give a finite number.")
    return number


def complete(function: str) -> Callable[[], list[str]]:
    """Shell completion with the names from a function of Roundel, written "module:name".

    typer keeps the names that start with the typed text. Without a match the shell offers files.
    """

    def names() -> list[str]:
        module, _, name = function.partition(":")
        return list(getattr(import_module(f"roundel.{module}"), name)())

    return names


def complete_parameters(incomplete: str) -> list[str]:
    """Completions after `-p`: "Name=", or "Name=value" after the equals sign."""
    from roundel.design import Config

    names = [name for name in Config.model_fields if name != "name"]
    name, equals, _ = incomplete.partition("=")
    if equals and name in names:
        return [f"{name}={value}" for value in Config.candidates(name)]
    return [f"{name}=" for name in names]


def complete_targets() -> list[str]:
    """The parts, and the standard cells without a path."""
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
        "-p", "--param", metavar="Name=value", help="Override a parameter; repeatable.",
        autocompletion=complete_parameters,
    ),
]  # fmt: skip
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON record (docs/reference/records.md).")
]
Seed = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, help="Seed of keys, IVs and data (default: a new seed)."),
]
Target = Annotated[
    str,
    typer.Option(
        metavar="PART",
        help="FPGA: ecp5-{25k,45k,85k}-{6,7,8}, nexus-40, ice40-{up5k,hx8k}, machxo2-1200, "
        "machxo3-6900, gw2a-18, gw5a-25, gatemate-a1. Mapped only, without MHz: xc7, xcup, "
        "cyclonev. cells:PATH.lib[,PATH.lib...] for standard cells of liberty files; cells for "
        "the OSU 0.18 um library.",
        autocompletion=complete_targets,
    ),
]
OwnTarget = Annotated[
    str | None,
    typer.Option(
        metavar="PART",
        help="ecp5-{25k,45k,85k}-{6,7,8} (default: ecp5-85k-8); for dong2021 cells:PATH.lib, a "
        "liberty file (default: cells, the OSU 0.18 um library).",
        autocompletion=complete_targets,
    ),
]
OwnSeeds = Annotated[
    str | None,
    typer.Option(
        metavar="N,N,...",
        help="Placer seeds, for example 1,2 or 101..105 (default: 1,2,3); not for cells.",
    ),
]
Recipe = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Mapping recipe of the target's family (default: auto); ECP5: nested, nested-level, "
        "narrow, wide or nested-wide; cells: area, balanced or speed.",
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
        help="Tools in parallel (default: one per processor; required for a batch system).",
    ),
]
Adapt = Annotated[
    str | None,
    typer.Option(metavar="MIN:MAX", help="Batch system: scale the workers with the job queue."),
]
WorkerTimeout = Annotated[
    float,
    typer.Option(
        metavar="S",
        min=1,
        callback=finite,
        help="Batch system: time limit for the start of the first worker, in seconds.",
    ),
]
StoreOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="File of results (default: in the user's data directory; explore: one per space).",
    ),
]
Html = Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML page with plots.")]
Timeout = Annotated[
    float,
    typer.Option(metavar="S", min=1, callback=finite, help="Time limit per seed, in seconds."),
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
    """Open a session from the options of a command; name the store on Ctrl-C.

    Without the option --store, `default` is the store (default: the store of all such commands).

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
                f"roundel: finished runs are in {session.store.path}; repeat the command to "
                "continue\n"
            )
            raise
