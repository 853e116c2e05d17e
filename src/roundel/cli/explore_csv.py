# SPDX-License-Identifier: Apache-2.0
"""The points of a sweep as comma-separated values (RFC 4180), one row a point.

The columns are those of parts, or those of standard cells. A column's name ends in its unit. A
value that does not exist is an empty field: a figure of a point that failed, or a parameter that
the point's top does not have.
"""

import csv
import io

from roundel.cells.record import CellsRecord
from roundel.explore.record import ExploreRecord, Point
from roundel.fpga.record import SynthRecord

_Value = str | int | float | None


def csv_text(record: ExploreRecord) -> str:
    """The points as text, with a line of column names in front."""
    rows = [_row(point) for point in record.points]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, columns, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def _row(point: Point) -> dict[str, _Value]:
    """The fields of a point by column."""
    own = point.config.own_fields()
    row: dict[str, _Value] = {
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
    return row | {"error": "; ".join(failure.error for failure in point.failures)}


def _on_part(found: SynthRecord) -> dict[str, _Value]:
    clocks = found.fmax_mhz.per_seed
    return {
        "throughput_gbit_per_s": found.gbps,
        "fmax_median_mhz": found.fmax_mhz.median,
        "fmax_min_mhz": min(clocks.values()),
        "fmax_max_mhz": max(clocks.values()),
        "seeds": " ".join(clocks),
        "lut4": found.lut4,
        "flip_flops": found.ff,
        "block_rams_18kbit": found.bram,
        "latency_cycles": found.latency_cycles,
        "latency_ns": round(1000 * found.latency_cycles / found.fmax_mhz.median, 3),
        "cycles_per_block": found.cycles_per_block,
        "throughput_per_slice_mbit_per_s": found.mbps_per_slice,
        "tool_time_s": found.seconds,
    }


def _in_cells(found: CellsRecord) -> dict[str, _Value]:
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
