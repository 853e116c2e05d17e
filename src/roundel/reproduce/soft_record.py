# SPDX-License-Identifier: Apache-2.0
"""Measurements of soft processors with and without AES instructions."""

from typing import Literal, get_args

from roundel.base.record import Part
from roundel.fpga.record import Flow, Fmax
from roundel.fpga.timing import CriticalPath

UnitName = Literal["none", "aes32", "block"]
UNITS: tuple[UnitName, ...] = get_args(UnitName)


class SoftDesign(Part):
    """A placed and routed system without its harness.

    Attributes:
        host: The processor.
        unit: The unit of the system.
        lut4: Four-input LUTs.
        ff: Flip-flops.
        bram: 18-kbit block RAMs, including the system's memory.
        dsp: Multipliers of 18 x 18 bits.
        fmax_mhz: The clock, by seed and as the median.
        critical_path: The slowest path of the seed with the clock nearest to the median.
        flow: The options of the tools.
        seconds: The sum of the times of synthesis and all seeds.
    """

    host: str
    unit: UnitName
    lut4: int
    ff: int
    bram: int
    dsp: int
    fmax_mhz: Fmax
    critical_path: CriticalPath
    flow: Flow
    seconds: float


class SoftProgram(Part):
    """A variant of the firmware, run on a simulated system.

    Attributes:
        host: The processor.
        variant: The variant of the firmware.
        unit: The unit of the system.
        code_bytes: Code for keys and single blocks of AES-128 only, both directions.
        table_bytes: Constants and variables of `code_bytes`.
        cycles: Cycles of a call, by key size ("128") and part of the firmware's interface
            ("encrypt_block"); a call of a mode has 64 blocks.
        passed: Known answers, all of them correct.
    """

    host: str
    variant: str
    unit: UnitName
    code_bytes: int
    table_bytes: int
    cycles: dict[str, dict[str, int]]
    passed: int


class PromiseRecord(Part):
    """A bound for a measured figure.

    Attributes:
        host: The host.
        variant: The variant.
        figure: The quantity.
        bound: The bound.
        kind: "most": the figure must be at most `bound`; "least": at least `bound`.
        measured: The figure; None without a measurement.
        kept: Whether the figure is within the bound; None without a measurement.
    """

    host: str
    variant: str
    figure: str
    bound: float
    kind: Literal["most", "least"]
    measured: float | None
    kept: bool | None


class SoftRecord(Part):
    """All measurements of a paper's soft processors.

    Attributes:
        designs: The systems.
        programs: The variants.
        promises: The bounds of Roundel.
    """

    designs: list[SoftDesign]
    programs: list[SoftProgram]
    promises: list[PromiseRecord]
