# SPDX-License-Identifier: Apache-2.0
"""The command `explore`."""

from pathlib import Path
from typing import Annotated

import typer

from roundel.cli import completion
from roundel.cli.options import Adapt, ClusterOption, Html, Json, Timeout, Workers, WorkerTimeout
from roundel.cli.tables import print_record


def explore(
    space: Annotated[
        str,
        typer.Argument(
            metavar="SPACE",
            help="A YAML file, or the name of a space that ships with Roundel.",
            autocompletion=completion.spaces,
        ),
    ],
    target: Annotated[
        str | None,
        typer.Option(
            metavar="PART",
            help="The part or library (cells:PATH.lib) to use in place of the space's targets.",
            autocompletion=completion.targets,
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The file of results (default: one per space in the user's data directory).",
        ),
    ] = None,
    cluster: ClusterOption = "local",
    workers: Workers = None,
    adapt: Adapt = None,
    worker_timeout: WorkerTimeout = 600,
    shard: Annotated[
        str | None,
        typer.Option(metavar="K/N", help="Take the part K of N of the configurations."),
    ] = None,
    html: Html = None,
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write one row per point, comma-separated (RFC 4180)."),
    ] = None,
    goals: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,...",
            help="Figures of the Pareto front (default: gbps,lut4,bram; in cells gbps,kge).",
        ),
    ] = None,
    limit: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Refuse more than N points unless --yes is given."),
    ] = 200,
    yes: Annotated[bool, typer.Option("--yes", help="Accept any number of points.")] = False,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Repeat the runs that failed before.")
    ] = False,
    timeout: Timeout = 3600,
    json: Json = False,
) -> None:
    """Measure many configurations and find the Pareto front.

    A point is one configuration, mapped by one recipe, on one part or library. A run is one point
    with one seed. The result is a table of points, and with --html a page.
    """
    from roundel.base.errors import FailureError
    from roundel.base.text_files import check_outputs, write_whole
    from roundel.cli.explore_tables import csv_text, print_explore
    from roundel.cli.sessions import open_session
    from roundel.explore import explore as run
    from roundel.explore import find_goals, load_space, parse_shard
    from roundel.explore.page import write_page
    from roundel.jobs import default_store

    asked = load_space(space, [target] if target else [])
    chosen = find_goals(goals, asked.in_cells)
    part = parse_shard(shard) if shard is not None else None
    default = default_store(asked.name)
    check_outputs({"--html": html, "--csv": csv}, [Path(space), store or default])
    with open_session(store, cluster, workers, adapt, worker_timeout, default) as session:
        record = run(
            asked,
            session,
            limit=None if yes else limit,
            retry_failed=retry_failed,
            timeout=timeout,
            goals=chosen,
            shard=part,
        )
    if html is not None:
        write_page(record, html)
    if csv is not None:
        write_whole(csv, csv_text(record))
    print_record(record, print_explore, as_json=json)
    if record.failed:
        raise FailureError(
            f"{len(record.failed)} of {len(record.points)} points failed; --json and --html have "
            "the ends of their logs, and --retry-failed repeats their failed runs."
        )
