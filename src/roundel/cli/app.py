# SPDX-License-Identifier: Apache-2.0
"""The command line: it parses, calls the part that does the work, and prints what comes back.

The work's modules are imported inside the commands, so that `--help` answers at once.
"""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from roundel import __version__
from roundel.base.progress import Reporter
from roundel.cli import file_commands, soft_command, system_command
from roundel.cli.options import (
    ConfigArgument,
    Frontend,
    Html,
    Jobs,
    Json,
    OwnSeeds,
    OwnTarget,
    Parameters,
    Recipe,
    Target,
    Timeout,
)

app = typer.Typer(
    help="AES hardware to choose, prove and measure. CONFIG is a preset's name or a YAML file.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"roundel {__version__}\n")
        raise typer.Exit


@app.callback()
def _global(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show where an error arose (or ROUNDEL_DEBUG=1).")
    ] = False,
) -> None:
    del version
    if debug:
        os.environ["ROUNDEL_DEBUG"] = "1"


@app.command()
def presets(json: Json = False) -> None:
    """List the configurations that ship with Roundel."""
    from roundel import design
    from roundel.cli import tables

    found = design.presets()
    if json:
        tables.print_json(tables.presets_record(found))
    else:
        tables.print_presets(found)


@app.command()
def show(config: ConfigArgument, param: Parameters = None, json: Json = False) -> None:
    """Show a configuration: parameters, latency, blocks in flight, cycles per block, ports."""
    from roundel import design
    from roundel.cli import tables
    from roundel.design import load_config

    chosen = load_config(config, param or [])
    facts, ports = design.facts(chosen), design.ports(chosen)
    if json:
        tables.print_json(tables.show_record(chosen, facts, ports))
    else:
        tables.print_show(chosen, facts, ports)


@app.command()
def doctor(json: Json = False) -> None:
    """Tell which tools are found, with versions; exit status 1 if a needed one is missing."""
    from roundel.base import cache, tools
    from roundel.cli import tables
    from roundel.soft import hosts

    findings = [*tools.survey(), *hosts.survey()]
    where = str(cache.cache_root())
    if json:
        tables.print_json(tables.doctor_record(findings, __version__, where))
    else:
        tables.print_doctor(findings, __version__, where)
    if any(item.required and item.tool is None for item in findings):
        raise typer.Exit(1)


bench = typer.Typer(help="Measure a design at its ports, in simulation.", rich_markup_mode=None)
app.add_typer(bench, name="bench")
app.command()(file_commands.encrypt)
app.command()(file_commands.decrypt)
app.command()(system_command.system)
app.add_typer(soft_command.soft, name="soft")


@app.command()
def verify(
    config: ConfigArgument,
    param: Parameters = None,
    netlist: Annotated[
        Frontend | None,
        typer.Option("--netlist", help="Run the netlist that this Yosys front end leads to."),
    ] = None,
    campaign: Annotated[
        list[str] | None,
        typer.Option(
            "--campaign",
            metavar="NAME",
            help="Run this one alone: kat, mmt, mct, random or stress; repeatable.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            help="Replays a run; without it a passed result comes from the cache with its seed.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Verify a configuration: published vectors, random messages, protocol stress."""
    from roundel.cli import tables
    from roundel.design import load_config
    from roundel.verify import verify as run

    chosen = load_config(config, param or [])
    with Reporter() as progress:
        record = run(
            chosen,
            netlist=netlist.value if netlist else None,
            seed=seed,
            campaigns=campaign or (),
            progress=progress,
        ).model_dump()
    if json:
        tables.print_json(record)
    else:
        tables.print_verify(record)
    if not record["passed"]:
        raise typer.Exit(1)


@app.command()
def synth(
    config: ConfigArgument,
    param: Parameters = None,
    target: Target = "ecp5-85k-8",
    seeds: OwnSeeds = None,
    recipe: Recipe = None,
    power: Annotated[
        bool,
        typer.Option(
            "--power", help="Cells: measure power too, each figure on an activity that it tells."
        ),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="DIR",
            help="Cells: write the netlist, its clock as SDC and OpenSTA's report there.",
        ),
    ] = None,
    timeout: Timeout = 3600,
    json: Json = False,
) -> None:
    """Place and route a configuration, or map it to standard cells: area, Fmax, throughput."""
    from roundel import cells
    from roundel.base.errors import InputError
    from roundel.cli import tables
    from roundel.design import load_config
    from roundel.fpga import AUTO, DEFAULT_SEEDS, parse_seeds
    from roundel.fpga import synth as run

    chosen = load_config(config, param or [])
    if cells.is_cells(target):
        if seeds is not None:
            raise InputError(
                "standard cells are not placed, so no seed matters; leave --seeds out."
            )
        with Reporter() as progress:
            record = cells.synth_cells(
                chosen,
                target,
                progress,
                recipe=recipe or cells.DEFAULT,
                power=cells.activities(chosen) if power else (),
                timeout=timeout,
                output=output,
            ).model_dump()
        shown = tables.print_cells
    else:
        if output is not None:
            raise InputError(
                "a netlist is written of standard cells alone; give --target cells:PATH.lib."
            )
        if power:
            raise InputError(
                "power is measured in standard cells alone; give --target cells:PATH.lib."
            )
        numbers = DEFAULT_SEEDS if seeds is None else parse_seeds(seeds)
        with Reporter() as progress:
            record = run(
                chosen, target, numbers, progress, recipe=recipe or AUTO, timeout=timeout
            ).model_dump()
        shown = tables.print_synth
    if json:
        tables.print_json(record)
    else:
        shown(record)


@bench.command("stream")
def bench_stream(
    config: ConfigArgument,
    param: Parameters = None,
    sizes: Annotated[
        str,
        typer.Option(
            "--sizes", metavar="N,N,...", help="Bytes of packets; imix: 7:4:1 of 40, 576, 1500."
        ),
    ] = "40,64,256,576,1500,9000,imix",
    packets: Annotated[
        int, typer.Option("--packets", metavar="N", help="Packets of each size.")
    ] = 120,
    aad_bytes: Annotated[
        int, typer.Option("--aad-bytes", metavar="N", help="GCM: bytes of AAD of each packet.")
    ] = 0,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="Replays a run; else a new one."),
    ] = None,
    json: Json = False,
) -> None:
    """Blocks a cycle of packets back to back; exit status 1 if one is not as OpenSSL has it."""
    from roundel.cli import tables
    from roundel.design import load_config
    from roundel.system import bench as benches

    chosen = load_config(config, param or [])
    asked = benches.parse_sizes(sizes)
    with Reporter() as progress:
        record = benches.bench_stream(
            chosen, asked, packets=packets, aad_bytes=aad_bytes, seed=seed, progress=progress
        ).model_dump()
    if json:
        tables.print_json(record)
    else:
        tables.print_bench(record)


@app.command()
def explore(
    space: Annotated[
        str,
        typer.Argument(
            metavar="SPACE", help="A YAML file, or the name of a space that ships with Roundel."
        ),
    ],
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="The results' file; by default one for the space, with the user's data.",
        ),
    ] = None,
    jobs: Jobs = None,
    html: Html = None,
    goals: Annotated[
        str | None,
        typer.Option(
            "--goals",
            metavar="NAME,...",
            help="What the Pareto front is about: by default gbps,lut4,bram; in cells gbps,kge.",
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="More points than so need --yes.")
    ] = 200,
    yes: Annotated[bool, typer.Option("--yes", help="Take any number of points.")] = False,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Run again what failed before.")
    ] = False,
    timeout: Timeout = 3600,
    json: Json = False,
) -> None:
    """Measure many configurations, on parts or in cells: a table, a Pareto front, a page."""
    from roundel.base.errors import FailureError
    from roundel.base.text_files import check_place
    from roundel.cli import tables
    from roundel.explore import Board, check_directory, default_store, find_goals, load_space
    from roundel.explore import explore as run
    from roundel.explore.page import write_page

    asked = load_space(space)
    chosen = find_goals(goals, asked.in_cells)
    place = store or default_store(asked.name)
    if store is not None:
        check_directory(store)
    if html is not None:
        check_place(html)
    sys.stderr.write(f"roundel: results go to {place}\n")
    try:
        with Board() as board:
            record = run(
                asked,
                place,
                jobs=jobs,
                limit=None if yes else limit,
                retry_failed=retry_failed,
                timeout=timeout,
                goals=chosen,
                watcher=board,
            )
    except KeyboardInterrupt:
        sys.stderr.write(f"roundel: finished runs are in {place}; the same command goes on there\n")
        raise
    if html is not None:
        write_page(record, html)
    if json:
        tables.print_json(record.model_dump(mode="json"))
    else:
        tables.print_explore(record.model_dump(mode="json"))
    if record.failed:
        raise FailureError(
            f"{len(record.failed)} of {len(record.points)} points failed; --json and --html have "
            "the ends of their logs, and --retry-failed runs them again."
        )


@app.command()
def reproduce(
    paper: Annotated[
        str,
        typer.Argument(
            metavar="PAPER",
            help="A paper whose figures ship with Roundel: jin2011, hodjat2004, tong2002, "
            "foerster2005 or dong2021.",
        ),
    ],
    target: OwnTarget = None,
    seeds: OwnSeeds = None,
    jobs: Jobs = None,
    html: Html = None,
    study: Annotated[
        bool,
        typer.Option(
            "--study/--no-study",
            help="Measure the paper's study (hodjat2004), system (tong2002) or power (dong2021).",
        ),
    ] = True,
    timeout: Timeout = 3600,
    json: Json = False,
) -> None:
    """Rebuild a paper's tables, measured beside published; exit status 1 if a design fails."""
    from roundel import reproduce
    from roundel.base.errors import InputError
    from roundel.base.text_files import check_place
    from roundel.cli import tables
    from roundel.fpga import DEFAULT_SEEDS, parse_seeds
    from roundel.reproduce.page import write_page
    from roundel.reproduce.tables import print_reproduce

    chosen = reproduce.load_paper(paper)
    if chosen.cells is not None and seeds is not None:
        raise InputError("standard cells are not placed, so no seed matters; leave --seeds out.")
    numbers = DEFAULT_SEEDS if seeds is None else parse_seeds(seeds)
    place = target or ("ecp5-85k-8" if chosen.cells is None else "cells")
    if html is not None:
        check_place(html)
    with Reporter() as progress:
        record = reproduce.reproduce(
            chosen, place, numbers, progress, jobs=jobs, study=study, timeout=timeout
        )
    if html is not None:
        write_page(chosen, record, html)
    if json:
        tables.print_json(record.model_dump(mode="json"))
    else:
        print_reproduce(record)
    if record.failures:
        raise typer.Exit(1)
