# SPDX-License-Identifier: Apache-2.0
"""The command `explore`."""

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli import options
from roundel.cli.tables import print_record, print_table

if TYPE_CHECKING:
    from roundel.cells.record import CellsRecord
    from roundel.explore.record import ExploreRecord, Point
    from roundel.fpga.record import MappedRecord, SynthRecord


def explore(
    space: Annotated[
        str,
        typer.Argument(
            metavar="SPACE",
            help="A YAML file, or the name of a space that ships with Roundel.",
            autocompletion=options.complete("explore.space:spaces"),
        ),
    ],
    target: Annotated[
        str | None,
        typer.Option(
            metavar="PART",
            help="Part or library (cells:PATH.lib) that replaces the targets of the space.",
            autocompletion=options.complete_targets,
        ),
    ] = None,
    store: options.StoreOption = None,
    cluster: options.ClusterOption = "local",
    workers: options.Workers = None,
    adapt: options.Adapt = None,
    worker_timeout: options.WorkerTimeout = 600,
    shard: Annotated[
        str | None,
        typer.Option(metavar="K/N", help="Run shard K of N shards of the configurations."),
    ] = None,
    html: options.Html = None,
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write one row per point, comma-separated (RFC 4180)."),
    ] = None,
    goals: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,...",
            help="Figures of the Pareto front (default: gbps,lut4,bram; for cells gbps,kge; mapped "
            "only bits_per_cycle,lut,bram).",
        ),
    ] = None,
    limit: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Refuse more than N points unless --yes is given."),
    ] = 200,
    yes: Annotated[bool, typer.Option("--yes", help="Accept any number of points.")] = False,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Repeat runs that failed in an earlier call.")
    ] = False,
    timeout: options.Timeout = 3600,
    json: options.Json = False,
) -> None:
    """Measure many configurations and find the Pareto front.

    A point is a configuration, mapped with a recipe, on a part or library. A run is a point with
    a seed. The result is a table of points; --html adds a page with plots.
    """
    from roundel.base.errors import FailureError
    from roundel.base.text_files import check_outputs, write_whole
    from roundel.explore import explore as run
    from roundel.explore import find_goals, load_space, parse_shard
    from roundel.explore.page import write_page
    from roundel.jobs import default_store

    asked = load_space(space, [target] if target else [])
    chosen = find_goals(goals, asked.kind)
    part = parse_shard(shard) if shard is not None else None
    default = default_store(asked.name)
    check_outputs({"--html": html, "--csv": csv}, [Path(space), store or default])
    with options.open_session(store, cluster, workers, adapt, worker_timeout, default) as session:
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
            f"{len(record.failed)} of {len(record.points)} points failed; see the ends of their "
            "logs with --json or --html, and give --retry-failed to repeat the failed runs."
        )


# Table columns by figure name.
_SPEED = {"gbps": "Gbit/s", "mhz": "MHz"}
_LATENCY = {"latency_cycles": "latency to the output"}
_PARTS = {
    **_SPEED, "lut4": "LUT4", "ff": "FF", "bram": "RAMs", **_LATENCY,
    "mbps_per_slice": "Mbit/s/slice",
}  # fmt: skip
_MAPPED = {
    "bits_per_cycle": "bits/cycle", "lut": "LUTs", "ff": "FF", "bram": "RAMs",
    "wide_mux": "wide mux", **_LATENCY,
}  # fmt: skip
_CELLS = {**_SPEED, "kge": "kGE", "ff": "FF", **_LATENCY, "gbps_per_kge": "Gbit/s/kGE"}


def print_explore(record: "ExploreRecord") -> None:
    """Print the points of a sweep; the fastest point of each part comes first."""
    _print_points(record)
    for point in record.points:
        for failure in point.failures:
            seed = "" if failure.seed is None else f", seed {failure.seed}"
            where = f"{point.config.name}, {point.target}{seed}"
            sys.stdout.write(f"failed: {where}: {failure.error}\n")
    if record.impossible:
        first = record.impossible[0]
        sys.stdout.write(
            f"left out: {len(record.impossible)} impossible configurations, first "
            f"{first.config.name}: {first.reason}\n"
        )
    took = ""
    if record.wall_seconds:
        busy = record.cpu_seconds / (record.jobs * record.wall_seconds)
        took = f" in {record.wall_seconds:.0f} s, {record.jobs} jobs in parallel ({busy:.0%} busy)"
    sys.stdout.write(
        f"{record.runs_done} of {record.runs} runs done, {record.runs_made} in this call{took}\n"
    )


def _print_points(record: "ExploreRecord") -> None:
    """Print the points with figures, and the assumptions of figures in standard cells."""
    from roundel.explore.front import AREA, SPEED, metrics
    from roundel.fpga.record import MAPPED_NOTE

    area, speed = AREA[record.kind], SPEED[record.kind]
    known = metrics(record.kind)
    shown = [(point, point.measured.figures()) for point in record.points if point.measured]
    shown.sort(key=lambda item: (item[0].target, -item[1][speed], item[1][area]))
    if not shown:
        return
    columns = {"placed": _PARTS, "mapped": _MAPPED, "cells": _CELLS}[record.kind]
    rows = [
        [
            "*" if point.front else "",
            point.config.name + ("" if point.status == "done" else " (partial)"),
            point.cells.library.name if point.cells else point.target,
            point.recipe,
            str(point.number),
            *(f"{figures[name]:,.{known[name].digits}f}" for name in columns),
        ]
        for point, figures in shown
    ]
    heads = ["", "configuration", "library" if record.in_cells else "part", "recipe", "no."]
    seeds = f"seed{'s' * (len(record.seeds) > 1)} {', '.join(map(str, record.seeds))}"
    median = f", median of {seeds}" if record.kind == "placed" else ""
    print_table(
        f"Space {record.space}{median}; latency in cycles", [*heads, *columns.values()], rows,
        numbers=len(columns) + 1,
    )  # fmt: skip
    sys.stdout.write(f"* on the Pareto front of {', '.join(record.goals)}\n")
    if record.kind == "mapped":
        sys.stdout.write(f"{MAPPED_NOTE}\n")
    in_cells = [(point, point.cells) for point, _ in shown if point.cells]
    notes = list(dict.fromkeys(text for _, found in in_cells for text in found.assumptions))
    notes += [
        f"{point.config.name} in {found.library.name}: {text}"
        for point, found in in_cells
        for text in found.caveats
    ]
    sys.stdout.write("Notes:\n" * bool(in_cells) + "".join(f"- {text}\n" for text in notes))


def csv_text(record: "ExploreRecord") -> str:
    """The points as comma-separated values (RFC 4180); the first line holds the column names.

    The columns differ between parts and standard cells. Each column name ends in its unit. A
    missing value is an empty field: a figure of a failed point, or a parameter of another top.
    """
    import csv

    rows = [_row(point) for point in record.points]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, columns, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def _row(point: "Point") -> dict[str, str | int | float | None]:
    own = point.config.own_fields()
    row: dict[str, str | int | float | None] = {
        "number": point.number,
        "configuration": point.config.name,
        "target": point.target,
        "recipe": point.recipe,
        "status": point.status,
        "pareto_front": int(point.front),
        **{name: own.get(name) for name in point.config.fields()},
    }
    if point.synth is not None:
        row |= _on_part(point.synth)
    if point.cells is not None:
        row |= _in_cells(point.cells)
    if point.mapped is not None:
        row |= _mapped(point.mapped)
    return row | {"error": "; ".join(failure.error for failure in point.failures)}


def _on_part(found: "SynthRecord") -> dict[str, str | int | float | None]:
    clocks = found.fmax_mhz.per_seed
    return {
        "throughput_gbit_per_s": found.gbps,
        "fmax_median_mhz": found.fmax_mhz.median,
        "fmax_min_mhz": min(clocks.values()),
        "fmax_max_mhz": max(clocks.values()),
        "seeds": " ".join(clocks),
        "lut4": found.lut4,
        "flip_flops": found.ff,
        **_rams(found),
        "latency_cycles": found.latency_cycles,
        "latency_ns": round(1000 * found.latency_cycles / found.fmax_mhz.median, 3),
        "cycles_per_block": found.cycles_per_block,
        "throughput_per_slice_mbit_per_s": found.mbps_per_slice,
        "tool_time_s": found.seconds,
    }


def _mapped(found: "MappedRecord") -> dict[str, str | int | float | None]:
    return {
        "lut_kind": found.lut_kind,
        "luts": found.lut,
        "flip_flops": found.ff,
        "block_ram_kind": found.ram_kind,
        "block_rams": found.bram,
        "wide_multiplexers": found.wide_mux,
        "carry_cells": found.carry,
        "bits_per_cycle": found.bits_per_cycle,
        "latency_cycles": found.latency_cycles,
        "cycles_per_block": found.cycles_per_block,
        "tool_time_s": found.seconds,
    }


def _rams(found: "SynthRecord") -> dict[str, str | int]:
    """Block RAMs; the column of 18-kbit RAMs has its own name."""
    if found.ram_kind == "18-kbit block RAM":
        return {"block_rams_18kbit": found.bram}
    return {"block_ram_kind": found.ram_kind, "block_rams": found.bram}


def _in_cells(found: "CellsRecord") -> dict[str, str | int | float | None]:
    return {
        "library": found.library.name,
        "throughput_gbit_per_s": found.gbps,
        "fmax_mhz": found.fmax_mhz,
        "area_kge": found.kge,
        "cell_area_library_unit": found.cell_area,
        "flip_flops": found.ff,
        "latency_cycles": found.latency_cycles,
        "latency_ns": found.latency_ns,
        "cycles_per_block": found.cycles_per_block,
        "throughput_per_area_gbit_per_s_per_kge": found.gbps_per_kge,
        "throughput_per_area_gbit_per_s_per_mm2": found.gbps_per_mm2,
        "tool_time_s": found.seconds,
    }
