# SPDX-License-Identifier: Apache-2.0
"""A system around a processor, mapped with the real Yosys, and what its record says.

State space: the smallest host with its smallest unit and with none; a part that is too small; runs
whose counts are right and wrong.
"""

import pytest
from tests.roundel.reproduce.conftest import PATH

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.fpga import find_target, flow
from roundel.fpga.nextpnr import Run
from roundel.fpga.targets import Target
from roundel.fpga.timing import Routed
from roundel.reproduce.soft_record import UNITS
from roundel.reproduce.soft_work import SoftWork


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache as it was before this folder's own fixture: a system is mapped once for all."""
    monkeypatch.undo()


def work(unit: str = "none", part: str = "ecp5-85k-8", **parameters: int) -> SoftWork:
    name = next(item for item in UNITS if item == unit)
    return SoftWork("picorv32", name, parameters, "wide", find_target(part), 600)


def run_of(made: SoftWork, seed: int, mhz: float, more: int = 1) -> Run:
    """A run with the cells that Yosys made, the harness' and some LUT4 more."""
    assert made._mapped is not None
    cells, around = made._mapped.cells, made._around
    routed = Routed(
        fmax_mhz=mhz, lut4=cells.lut4 + around.lut4 + more, ff=cells.ff + around.ff,
        bram=cells.bram, critical_path=PATH,
    )  # fmt: skip
    return Run(seed, made._netlist.parent, routed, 3.0, ("--freq", "500"))


def test_a_system_is_mapped_and_its_record_is_of_it_alone() -> None:
    alone, unit = work(), work("aes32")
    assert (alone.name, unit.name) == ("picorv32", "picorv32 with aes32")
    guess = alone.size
    for made in (alone, unit):
        made.prepare(lambda _: None)
    assert guess == pytest.approx(alone.size, rel=0.3)
    assert unit.size > alone.size
    first, second = (
        made.record([run_of(made, 1, 90.0), run_of(made, 2, 110.0, 5), run_of(made, 3, 100.0)])
        for made in (alone, unit)
    )
    # 64 KiB in block RAMs of 2 KiB, and one for the table.
    assert (first.bram, second.bram) == (32, 33)
    assert first.ff < second.ff
    assert 1500 < first.lut4 < second.lut4 < 3000
    assert first.fmax_mhz.median == 100.0
    assert first.fmax_mhz.per_seed == {"1": 90.0, "2": 110.0, "3": 100.0}
    assert (first.flow.frontend, first.flow.recipe) == ("verilog", "wide")
    assert first.seconds > 9
    wrong = [run_of(alone, 1, 90.0, -2)]
    with pytest.raises(FailureError, match="the figures cannot be trusted"):
        alone.record(wrong)


def test_parameters_reach_the_unit() -> None:
    """Its table in logic needs no block RAM, and gives its result in the same cycle."""
    made = work("aes32", Sbox=design.choices("Sbox")["tower"], Latency=0)
    made.prepare(lambda _: None)
    assert made._mapped is not None
    assert made._mapped.cells.bram == 32


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(FailureError, match=r"cannot be built: aes_error_\w+"):
        work("block", Columns=3).prepare(lambda _: None)
    small = work()
    small._part = Target("tiny", "--25k", 6, 24288, 24288, 20)
    with pytest.raises(FailureError, match="32 block RAMs where it has 20"):
        small.prepare(lambda _: None)
    other = SoftWork("z80", "none", {}, "wide", find_target("ecp5-85k-8"), flow.NEXTPNR_TIMEOUT)
    with pytest.raises(InputError, match="no host z80; choose picorv32 or vexriscv"):
        other.prepare(lambda _: None)
