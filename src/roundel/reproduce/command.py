# SPDX-License-Identifier: Apache-2.0
"""The command `reproduce`."""

from typing import Annotated

import typer

from roundel.cli import options


def _papers() -> list[str]:
    from roundel.reproduce.data import paper_names

    return paper_names()


def reproduce(
    paper: Annotated[
        str,
        typer.Argument(
            metavar="PAPER",
            help="A paper: jin2011, hodjat2004, tong2002, foerster2005 or dong2021.",
            autocompletion=_papers,
        ),
    ],
    target: options.OwnTarget = None,
    seeds: options.OwnSeeds = None,
    store: options.StoreOption = None,
    cluster: options.ClusterOption = "local",
    workers: options.Workers = None,
    adapt: options.Adapt = None,
    worker_timeout: options.WorkerTimeout = 600,
    html: options.Html = None,
    study: Annotated[
        bool,
        typer.Option(
            "--study/--no-study",
            help="Measure the paper's study (hodjat2004), system (tong2002) or power (dong2021).",
        ),
    ] = True,
    timeout: options.Timeout = 3600,
    json: options.Json = False,
) -> None:
    """Rebuild a paper's tables beside the published figures.

    Exit status 1 if a design fails.
    """
    from roundel.base.errors import InputError
    from roundel.base.text_files import check_place
    from roundel.cli.tables import print_record
    from roundel.fpga import DEFAULT_SEEDS, parse_seeds
    from roundel.reproduce import load_paper
    from roundel.reproduce import reproduce as run
    from roundel.reproduce.page import write_page
    from roundel.reproduce.tables import print_reproduce

    chosen = load_paper(paper)
    if chosen.cells is not None and seeds is not None:
        raise InputError("standard cells are not placed and need no seed; omit --seeds.")
    numbers = DEFAULT_SEEDS if seeds is None else parse_seeds(seeds)
    chosen_target = target or ("ecp5-85k-8" if chosen.cells is None else "cells")
    if html is not None:
        check_place(html)
    with options.open_session(store, cluster, workers, adapt, worker_timeout) as session:
        record = run(chosen, chosen_target, numbers, session, study=study, timeout=timeout)
    if html is not None:
        write_page(chosen, record, html)
    print_record(record, print_reproduce, as_json=json)
    if record.failures:
        raise typer.Exit(1)
