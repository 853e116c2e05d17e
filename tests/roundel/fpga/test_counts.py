# SPDX-License-Identifier: Apache-2.0
"""The cells of a design without the harness, and figures at another clock."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from roundel import design
from roundel.base.errors import FailureError
from roundel.fpga.ecp5 import ECP5_PLACER
from roundel.fpga.flow import Prepared, own_cells
from roundel.fpga.mapping import Cells
from roundel.fpga.nextpnr import Run
from roundel.fpga.record import Flow, Fmax, SynthRecord
from roundel.fpga.timing import CriticalPath, Routed

PATH = CriticalPath(logic_ns=1.0, routing_ns=1.0, levels=1, start="a", end="b")


def counted(lut4: int, ff: int, bram: int, carry: int) -> tuple[int, int, int]:
    """A core of 50 LUT4, 20 flip-flops and a RAM in a harness of 10 and 5 (nextpnr)."""
    prepared = SimpleNamespace(core=Cells(50, 20, 1, carry), around=Cells(10, 5, 0, 0))
    routed = Routed(fmax_mhz=100.0, lut4=lut4, ff=ff, bram=bram, critical_path=PATH)
    fewer = routed.model_copy(update={"lut4": lut4 - 1})
    runs = [cast(Run, SimpleNamespace(routed=item)) for item in (fewer, routed)]
    return own_cells(cast(Prepared, prepared), ECP5_PLACER, runs)


@pytest.mark.parametrize(("more", "carry"), [(0, 0), (1, 0), (0, 2), (9, 2)])
def test_constants_and_ends_of_carry_chains_count_for_the_core(more: int, carry: int) -> None:
    assert counted(61 + more, 25, 1, carry) == (50 + more, 20, 1)


@pytest.mark.parametrize("bram", [2, 3])
def test_a_cell_of_two_block_rams_is_one_cell_of_the_placer(bram: int) -> None:
    """Two block RAMs in one cell, or three in two cells."""
    core = Cells(50, 20, bram, 0, joined_bram=1)
    prepared = SimpleNamespace(core=core, around=Cells(10, 5, 0, 0))
    routed = Routed(fmax_mhz=100.0, lut4=61, ff=25, bram=bram - 1, critical_path=PATH)
    runs = [cast(Run, SimpleNamespace(routed=routed))]
    assert own_cells(cast(Prepared, prepared), ECP5_PLACER, runs) == (50, 20, bram)


@pytest.mark.parametrize(("bram", "right"), [(1, False), (2, True), (3, True), (4, True),
                                             (5, False)])  # fmt: skip
def test_a_placer_may_divide_block_rams(bram: int, right: bool) -> None:
    """The divided block RAMs are the design's."""
    prepared = SimpleNamespace(core=Cells(50, 20, 2, 0), around=Cells(10, 5, 0, 0))
    routed = Routed(fmax_mhz=100.0, lut4=61, ff=25, bram=bram, critical_path=PATH)
    runs = [cast(Run, SimpleNamespace(routed=routed))]
    placer = replace(ECP5_PLACER, divides_ram=True)
    if right:
        assert own_cells(cast(Prepared, prepared), placer, runs) == (50, 20, bram)
        return
    with pytest.raises(FailureError, match="the figures are unreliable"):
        own_cells(cast(Prepared, prepared), placer, runs)


@pytest.mark.parametrize(
    ("lut4", "ff", "bram", "carry"),
    [
        (60, 25, 1, 0),
        (63, 25, 1, 0),
        (71, 25, 1, 2),
        (61, 24, 1, 0),
        (61, 26, 1, 0),
        (61, 25, 0, 0),
    ],
)
def test_other_counts_are_refused(lut4: int, ff: int, bram: int, carry: int) -> None:
    with pytest.raises(FailureError, match="the figures are unreliable"):
        counted(lut4, ff, bram, carry)


def test_figures_at_another_clock() -> None:
    record = SynthRecord(
        config=design.load_config("iterative"), target="ecp5-85k-8", lut4=2050, ff=668, bram=3,
        fmax_mhz=Fmax(median=100.0, per_seed={"1": 100.0}), gbps=1.28, latency_cycles=12,
        cycles_per_block=10, mbps_per_slice=1.25, critical_path=PATH,
        flow=Flow(frontend="slang", recipe="nested", options=[]), tools={}, seconds=1.0,
    )  # fmt: skip
    same = {
        "gbps": 1.28, "lut4": 2050, "ff": 668, "bram": 3, "mhz": 100.0, "latency_cycles": 12,
        "latency_ns": 120.0, "mbps_per_slice": 1.25,
    }  # fmt: skip
    assert record.figures() == same
    half = {**same, "gbps": 0.64, "mhz": 50.0, "latency_ns": 240.0, "mbps_per_slice": 0.625}
    assert record.figures(50.0) == half
