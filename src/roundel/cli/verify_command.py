# SPDX-License-Identifier: Apache-2.0
"""The command `verify`."""

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from roundel.cli import options
from roundel.cli.tables import print_record, print_table

if TYPE_CHECKING:
    from roundel.verify import VerifyRecord


def verify(
    config: options.ConfigArgument,
    param: options.Parameters = None,
    netlist: Annotated[
        Literal["verilog", "slang"] | None,
        typer.Option(help="Simulate the netlist of this Yosys front end in place of the RTL."),
    ] = None,
    campaign: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Run only this campaign: kat, mmt, mct, random or stress; repeatable.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Seed of all random choices (default: a new seed, or a cached result's seed).",
        ),
    ] = None,
    store: options.StoreOption = None,
    cluster: options.ClusterOption = "local",
    workers: options.Workers = None,
    adapt: options.Adapt = None,
    worker_timeout: options.WorkerTimeout = 600,
    json: options.Json = False,
) -> None:
    """Verify with published vectors, random messages and stress.

    Vectors and Monte Carlo tests from NIST, random messages against OpenSSL, protocol stress.
    Exit status 1 if a result is wrong.
    """
    from roundel.design import load_config
    from roundel.verify import verify as run

    chosen = load_config(config, param or [])
    with options.open_session(store, cluster, workers, adapt, worker_timeout) as session:
        record = run(chosen, netlist=netlist, seed=seed, campaigns=campaign or (), session=session)
    print_record(record, print_verify, as_json=json)
    if not record.passed:
        raise typer.Exit(1)


def print_verify(record: "VerifyRecord") -> None:
    """Print the campaigns of a verification."""
    rows = [
        [item.name, f"{item.vectors:,}", f"{item.passed:,}", f"{item.failed:,}"]
        for item in record.campaigns
    ]
    subject = record.config.name + (f", netlist by {record.netlist}" if record.netlist else "")
    print_table(subject, ["campaign", "vectors", "passed", "failed"], rows, numbers=3)
    for item in record.campaigns:
        for failure in item.failures:
            sys.stdout.write(f"{item.name}: {failure}\n")
    vectors = sum(item.vectors for item in record.campaigns)
    origin = ", from the cache" if record.cached else ""
    failed = sum(item.failed for item in record.campaigns)
    verdict = "passed:" if record.passed else f"FAILED: {failed:,} of"
    sys.stdout.write(f"{verdict} {vectors:,} vectors, seed {record.seed}{origin}\n")
