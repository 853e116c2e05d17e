# SPDX-License-Identifier: Apache-2.0
"""The points of a sweep as tables for people."""

import sys

from roundel.cli.tables import print_table
from roundel.explore.front import metrics
from roundel.explore.record import ExploreRecord

# The columns of figures, by the names of the figures.
_SPEED = {"gbps": "Gbit/s", "mhz": "MHz"}
_LATENCY = {"latency_cycles": "latency to the output"}
_PARTS = {
    **_SPEED, "lut4": "LUT4", "ff": "FF", "bram": "RAMs", **_LATENCY,
    "mbps_per_slice": "Mbit/s/slice",
}  # fmt: skip
_CELLS = {**_SPEED, "kge": "kGE", "ff": "FF", **_LATENCY, "gbps_per_kge": "Gbit/s/kGE"}


def print_explore(record: ExploreRecord) -> None:
    """Print the points of a sweep, the fastest of each part first."""
    _print_points(record)
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


def _print_points(record: ExploreRecord) -> None:
    """The points that have figures, and what the figures in standard cells rest on."""
    area = "kge" if record.in_cells else "lut4"
    known = metrics(record.in_cells)
    shown = [(point, point.measured.figures()) for point in record.points if point.measured]
    shown.sort(key=lambda item: (item[0].target, -item[1]["gbps"], item[1][area]))
    if not shown:
        return
    columns = _CELLS if record.in_cells else _PARTS
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
    median = "" if record.in_cells else f", median of {seeds}"
    print_table(
        f"Space {record.space}{median}; latency in cycles", [*heads, *columns.values()], rows,
        numbers=len(columns) + 1,
    )  # fmt: skip
    sys.stdout.write(f"* on the Pareto front of {', '.join(record.goals)}\n")
    in_cells = [(point, point.cells) for point, _ in shown if point.cells]
    told = list(dict.fromkeys(text for _, found in in_cells for text in found.assumptions))
    told += [
        f"{point.config.name} in {found.library.name}: {text}"
        for point, found in in_cells
        for text in found.caveats
    ]
    sys.stdout.write("With\n" * bool(in_cells) + "".join(f"- {text}\n" for text in told))
