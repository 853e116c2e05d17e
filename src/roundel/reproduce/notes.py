# SPDX-License-Identifier: Apache-2.0
"""What differs from a paper, and why: from its data, the part, and what was measured."""

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
    """Sentences in a row, each with a full stop; empty ones are left out."""
    return " ".join(f"{text.strip().rstrip('.')}." for text in sentences if text.strip())


def row_note(table: Table, row: Row, own: SynthRecord | None, failures: Mapping[str, str]) -> str:
    """What is to be known of a row, with what was found on the way."""
    if row.preset is None:
        return join(row.note, "Cited only: nothing is measured beside it")
    if own is None:
        return join(row.note, f"Not measured: {failures.get(row.preset, 'no run was made')}")
    other = not (table.ours or row.rebuilt)
    beside = f"Not rebuilt: beside it stands our {row.preset}" if other else ""
    slices = ""
    if own.ff > own.lut4:
        slices = f"Its slices follow from {own.ff:,} flip-flops, more than its LUT4"
    depth = design.facts(own.config).queue_depth
    queue = f"It holds an output queue of {depth} blocks" if depth else "It has no output queue"
    return join(row.note, beside, path_text(own.critical_path), slices, queue)


def point_note(point: StudyPoint) -> str:
    """Where the registers of an S-box stand, and what limits it."""
    places = ", ".join(map(str, point.cuts))
    plural = "s" if len(point.cuts) > 1 else ""
    where = f"Register{plural} within at place{plural} {places}" if places else "No register within"
    return join(where, path_text(point.critical_path))


def path_text(path: CriticalPath) -> str:
    """Where the time of a slowest path goes."""
    total = path.logic_ns + path.routing_ns
    levels = "level" if path.levels == 1 else "levels"
    return (
        f"Slowest path {total:.2f} ns: {path.levels} {levels} of logic, "
        f"{path.routing_ns / total:.0%} of it wires"
    )


def differences(
    paper: Paper, part: Target, paths: Sequence[CriticalPath], versions: Mapping[str, str]
) -> list[str]:
    """What differs from the paper, and why, with the slowest paths of what was placed."""
    theirs = paper.platform
    luts = (
        f"LUTs have {_LUT_INPUTS} inputs in both"
        if theirs.lut_inputs == _LUT_INPUTS
        else f"LUTs have {_LUT_INPUTS} inputs here and {theirs.lut_inputs} there"
    )
    told = [
        f"Fabric: ECP5 ({part.name}, speed grade {part.speed}) here, {theirs.device} there; "
        f"{luts}.",
        f"Process: {_PROCESS} nm here, {theirs.process_nm} nm there.",
        f"Tool: Yosys {versions['yosys']} and nextpnr {versions['nextpnr-ecp5']} here, median of "
        f"the seeds after place and route; there, {theirs.tool}.",
    ]
    shares = [path.routing_ns / (path.logic_ns + path.routing_ns) for path in paths]
    if shares:
        told.append(
            f"Wires take {min(shares):.0%} to {max(shares):.0%} of the slowest paths measured, "
            f"{statistics.median(shares):.0%} in the median: on this fabric and tool a clock is "
            "limited by routing more than by levels of logic."
            if statistics.median(shares) > 1 / 2
            else f"Wires take {min(shares):.0%} to {max(shares):.0%} of the slowest paths measured."
        )
    return [*told, *paper.differences]
