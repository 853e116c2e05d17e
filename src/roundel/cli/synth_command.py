# SPDX-License-Identifier: Apache-2.0
"""The command `synth`."""

from pathlib import Path
from typing import Annotated

import typer

from roundel.cli import options
from roundel.cli.tables import print_record


def synth(
    config: options.ConfigArgument,
    param: options.Parameters = None,
    target: options.Target = "ecp5-85k-8",
    seeds: options.OwnSeeds = None,
    recipe: options.Recipe = None,
    power: Annotated[
        bool,
        typer.Option(
            "--power", help="Cells: measure power too; the record states each figure's activity."
        ),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Cells: write the netlist, its clock as SDC and OpenSTA's report there.",
        ),
    ] = None,
    timeout: options.Timeout = 3600,
    store: options.StoreOption = None,
    cluster: options.ClusterOption = "local",
    workers: options.Workers = None,
    adapt: options.Adapt = None,
    worker_timeout: options.WorkerTimeout = 600,
    json: options.Json = False,
) -> None:
    """Place and route a configuration, or map it to standard cells.

    Area, Fmax and throughput.
    """
    from roundel import cells
    from roundel.base.errors import InputError
    from roundel.cli.sessions import open_session
    from roundel.cli.synth_tables import print_cells, print_synth
    from roundel.design import load_config
    from roundel.fpga import AUTO, DEFAULT_SEEDS, parse_seeds
    from roundel.fpga import synth as run

    chosen = load_config(config, param or [])
    if cells.is_cells(target):
        if seeds is not None:
            raise InputError(
                "standard cells are not placed, so no seed matters; leave --seeds out."
            )
        with open_session(store, cluster, workers, adapt, worker_timeout) as session:
            mapped = cells.synth(
                chosen,
                target,
                session,
                recipe=recipe or cells.DEFAULT,
                power=cells.activities(chosen) if power else (),
                timeout=timeout,
                output=output,
            )
        print_record(mapped, print_cells, as_json=json)
        return
    for option, given in (("--output", output is not None), ("--power", power)):
        if given:
            raise InputError(f"{option} is for standard cells only; give --target cells:PATH.lib.")
    numbers = DEFAULT_SEEDS if seeds is None else parse_seeds(seeds)
    with open_session(store, cluster, workers, adapt, worker_timeout) as session:
        record = run(chosen, target, numbers, session, recipe=recipe or AUTO, timeout=timeout)
    print_record(record, print_synth, as_json=json)
