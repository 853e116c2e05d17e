# SPDX-License-Identifier: Apache-2.0
"""The points of a sweep as tables for people."""

import sys

from roundel.cli.tables import print_table
from roundel.explore.record import ExploreRecord

__all__ = ["print_explore"]


def print_explore(record: ExploreRecord) -> None:
    """Print the points of a sweep, the fastest of each part first."""
    if record.seeds:
        _print_parts(record)
    else:
        _print_libraries(record)
    for point in record.points:
        for failure in point.failures:
            seed = "" if failure.seed is None else f", seed {failure.seed}"
            where = f"{point.config.name}, {point.target}{seed}"
            sys.stdout.write(f"failed: {where}: {failure.error}\n")
    if record.impossible:
        first = record.impossible[0]
        sys.stdout.write(
            f"left out: {len(record.impossible)} configurations that cannot work, first "
            f"{first.config.name}: {first.reason}\n"
        )
    took = ""
    if record.wall_seconds:
        busy = record.cpu_seconds / (record.jobs * record.wall_seconds)
        took = f" in {record.wall_seconds:.0f} s, {record.jobs} at a time ({busy:.0%} busy)"
    sys.stdout.write(
        f"{record.runs_done} of {record.runs} runs done, {record.runs_made} runs made now{took}\n"
    )


def _print_libraries(record: ExploreRecord) -> None:
    """The points in standard cells."""
    shown = [(point, point.cells) for point in record.points if point.cells]
    rows = [
        [
            "*" if point.front else "",
            point.config.name,
            found.library.name,
            point.recipe,
            str(point.number),
            f"{found.gbps:.3f}",
            f"{found.fmax_mhz:,.1f}",
            f"{found.kge:,.2f}",
            f"{found.ff:,}",
            f"{found.latency_cycles:,}",
            f"{found.gbps_per_kge:.3f}",
        ]
        for point, found in sorted(
            shown, key=lambda item: (item[0].target, -item[1].gbps, item[1].kge)
        )
    ]
    if not rows:
        return
    heads = ["", "configuration", "library", "recipe", "no."]
    heads += ["Gbit/s", "MHz", "kGE", "FF", "latency to the output", "Gbit/s/kGE"]
    title = f"Space {record.space}; latency in cycles"
    print_table(title, heads, rows, numbers=7)
    sys.stdout.write(f"* on the Pareto front of {', '.join(record.goals)}\nWith\n")
    told = dict.fromkeys(text for _, found in shown for text in found.assumptions)
    sys.stdout.write("".join(f"- {text}\n" for text in told))
    for point, found in shown:
        for text in found.caveats:
            where = f"{point.config.name} in {found.library.name}"
            sys.stdout.write(f"- {where}: {text}\n")


def _print_parts(record: ExploreRecord) -> None:
    """The points on parts."""
    rows = []
    shown = [(point, point.synth) for point in record.points if point.synth]
    for point, synth in sorted(
        shown, key=lambda item: (item[0].target, -item[1].gbps, item[1].lut4)
    ):
        rows.append(
            [
                "*" if point.front else "",
                point.config.name + ("" if point.status == "done" else " (partial)"),
                point.target,
                point.recipe,
                str(point.number),
                f"{synth.gbps:.3f}",
                f"{synth.fmax_mhz.median:.1f}",
                *(f"{n:,}" for n in (synth.lut4, synth.ff, synth.bram, synth.latency_cycles)),
                f"{synth.mbps_per_slice:.3f}",
            ]
        )
    seeds = f"seed{'s' * (len(record.seeds) > 1)} {', '.join(map(str, record.seeds))}"
    heads = ["", "configuration", "part", "recipe", "no.", "Gbit/s", "MHz"]
    heads += ["LUT4", "FF", "RAMs", "latency to the output", "Mbit/s/slice"]
    if rows:
        print_table(
            f"Space {record.space}, median of {seeds}; latency in cycles", heads, rows, numbers=8
        )
        sys.stdout.write(f"* on the Pareto front of {', '.join(record.goals)}\n")
