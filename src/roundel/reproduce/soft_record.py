# SPDX-License-Identifier: Apache-2.0
"""What was measured of soft processors with and without instructions for AES."""

from typing import Literal, get_args

from roundel.base.record import Part
from roundel.fpga.record import Flow, Fmax
from roundel.fpga.timing import CriticalPath

UnitName = Literal["none", "aes32", "block"]
UNITS: tuple[UnitName, ...] = get_args(UnitName)


class SoftDesign(Part):
    """A placed and routed system; the harness around it is not counted.

    Attributes:
        host: The processor.
        unit: The unit on it.
        lut4: Four-input LUTs.
        ff: Flip-flops.
        bram: 18-kbit block RAMs, those of its memory included.
        dsp: Multipliers of 18 x 18 bits.
        fmax_mhz: The clock, by seed and as the median.
        critical_path: The slowest path of the seed whose clock is nearest to the median.
        flow: What was asked of the tools.
        seconds: What synthesis and all seeds took when they were run, added up.
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
        variant: The firmware's.
        unit: The unit of the system.
        code_bytes: Of keys and single blocks of AES-128 alone, both ways.
        table_bytes: Of theirs, constants and variables.
        cycles: Of a call, by the bits of the key ("128") and the part of the firmware's
            interface ("encrypt_block"); those of modes are of 64 blocks.
        passed: Known answers that were right; none was wrong.
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
        host: On which host.
        variant: Of which variant.
        figure: The quantity.
        bound: The bound.
        kind: "most": the figure is at most this; "least": at least.
        measured: The figure, None where it was not measured.
        kept: Whether it is within the bound; None where it was not measured.
    """

    host: str
    variant: str
    figure: str
    bound: float
    kind: Literal["most", "least"]
    measured: float | None
    kept: bool | None


class SoftRecord(Part):
    """All of it.

    Attributes:
        designs: The systems.
        programs: The variants.
        promises: The bounds that Roundel sets itself.
    """

    designs: list[SoftDesign]
    programs: list[SoftProgram]
    promises: list[PromiseRecord]
