# SPDX-License-Identifier: Apache-2.0
"""Differences between a paper and its rebuilt designs: from data, part and measurement."""

import statistics
from collections.abc import Mapping, Sequence

from roundel import design
from roundel.fpga.record import SynthRecord
from roundel.fpga.targets import Target
from roundel.fpga.timing import CriticalPath
from roundel.reproduce.data import Paper
from roundel.reproduce.data_base import Row, Table
from roundel.reproduce.study import StudyPoint

# ECP5: the process in nm (data sheet FPGA-DS-02012) and the inputs of a LUT.
_PROCESS, _LUT_INPUTS = 40, 4


def join(*sentences: str) -> str:
    """Sentences in a row, each with a full stop; empty sentences are omitted."""
    return " ".join(f"{text.strip().rstrip('.')}." for text in sentences if text.strip())


def row_note(table: Table, row: Row, own: SynthRecord | None, failures: Mapping[str, str]) -> str:
    """The note of a row: the note in the data, and remarks from the measurement."""
    if row.preset is None:
        return join(row.note, "Cited only: no design is measured for comparison")
    if own is None:
        return join(row.note, f"Not measured: {failures.get(row.preset, 'no run was made')}")
    other = not (table.ours or row.rebuilt)
    beside = f"Not rebuilt: compared with our {row.preset}" if other else ""
    slices = ""
    if own.ff > own.lut4:
        slices = f"The slices follow from {own.ff:,} flip-flops, which exceed the LUT4"
    depth = design.facts(own.config).queue_depth
    queue = f"With an output queue of {depth} blocks" if depth else "Without an output queue"
    return join(row.note, beside, path_text(own.critical_path), slices, queue)


def point_note(point: StudyPoint) -> str:
    """The register positions of an S-box, and its slowest path."""
    positions = ", ".join(map(str, point.cuts))
    plural = "s" if len(point.cuts) > 1 else ""
    inner = f"Inner register{plural} at position{plural} {positions}"
    return join(inner if positions else "No inner register", path_text(point.critical_path))


def path_text(path: CriticalPath) -> str:
    """The levels and the wire share of a slowest path."""
    total = path.logic_ns + path.routing_ns
    levels = "level" if path.levels == 1 else "levels"
    return (
        f"Slowest path {total:.2f} ns: {path.levels} {levels} of logic, "
        f"{path.routing_ns / total:.0%} wires"
    )


def differences(
    paper: Paper, part: Target, paths: Sequence[CriticalPath], versions: Mapping[str, str]
) -> list[str]:
    """All differences from the paper, with the wire share of the slowest measured paths."""
    theirs = paper.platform
    luts = (
        f"LUTs have {_LUT_INPUTS} inputs in both"
        if theirs.lut_inputs == _LUT_INPUTS
        else f"LUTs have {_LUT_INPUTS} inputs here and {theirs.lut_inputs} there"
    )
    texts = [
        f"Fabric: ECP5 ({part.name}, speed grade {part.name[-1]}) here, {theirs.device} there; "
        f"{luts}.",
        f"Process: {_PROCESS} nm here, {theirs.process_nm} nm there.",
        f"Tool: Yosys {versions['yosys']} and nextpnr {versions['nextpnr-ecp5']} here, median of "
        f"the seeds after place and route; in the paper, {theirs.tool}.",
    ]
    shares = [path.routing_ns / (path.logic_ns + path.routing_ns) for path in paths]
    if shares:
        texts.append(
            f"Wires take {min(shares):.0%} to {max(shares):.0%} of the slowest measured paths, "
            f"{statistics.median(shares):.0%} in the median: on this fabric and tool, routing "
            "limits the clock more than levels of logic."
            if statistics.median(shares) > 1 / 2
            else f"Wires take {min(shares):.0%} to {max(shares):.0%} of the slowest measured paths."
        )
    return [*texts, *paper.differences]
