# SPDX-License-Identifier: Apache-2.0
"""A system around a processor, mapped with the real Yosys, and its record.

State space: the smallest host with its smallest unit and without a unit; a part that is too small;
runs with right and wrong counts.
"""

import dataclasses

import pytest
from tests.roundel.reproduce.conftest import PATH

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.fpga import find_target, flow
from roundel.fpga.flow import Prepared
from roundel.fpga.nextpnr import Run
from roundel.fpga.timing import Routed
from roundel.reproduce.soft_plan import SoftSystem
from roundel.reproduce.soft_record import UNITS
from roundel.reproduce.work import Placed


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache without this folder's own fixture: a system is mapped once for all tests."""
    monkeypatch.undo()


def system(unit: str = "none", **parameters: int) -> SoftSystem:
    name = next(item for item in UNITS if item == unit)
    return SoftSystem("picorv32", name, tuple(parameters.items()), "wide")


def run_of(made: Prepared, seed: int, mhz: float, more: int = 1) -> Run:
    """A run with Yosys' cells, the harness' cells and some more LUT4."""
    cells, around = made.core, made.around
    routed = Routed(
        fmax_mhz=mhz, lut4=cells.lut + around.lut + more, ff=cells.ff + around.ff,
        bram=cells.bram, critical_path=PATH,
    )  # fmt: skip
    return Run(seed, made.netlist.parent, routed, 3.0, ("--freq", "500"))


def test_a_system_is_mapped_and_its_record_is_of_it_alone() -> None:
    alone, unit = system(), system("aes32")
    assert (alone.name, unit.name) == ("picorv32", "picorv32 with aes32")
    mapped = [flow.prepare(made) for made in (alone, unit)]
    sizes = [made.core.lut + made.core.ff for made in mapped]
    assert alone.size == pytest.approx(sizes[0], rel=0.3)
    assert sizes[0] < sizes[1]
    first, second = (
        item.record(
            Placed(made, (run_of(made, 1, 90.0), run_of(made, 2, 110.0, 5), run_of(made, 3, 100.0)))
        )
        for item, made in zip((alone, unit), mapped, strict=True)
    )
    # 64 KiB in block RAMs of 2 KiB, and a block RAM for the table.
    assert (first.bram, second.bram) == (32, 33)
    assert first.ff < second.ff
    assert 1500 < first.lut4 < second.lut4 < 3000
    assert first.fmax_mhz.median == 100.0
    assert first.fmax_mhz.per_seed == {"1": 90.0, "2": 110.0, "3": 100.0}
    assert (first.flow.frontend, first.flow.recipe) == ("verilog", "wide")
    assert first.seconds > 9
    wrong = Placed(mapped[0], (run_of(mapped[0], 1, 90.0, -2),))
    with pytest.raises(FailureError, match="the figures are unreliable"):
        alone.record(wrong)
    small = dataclasses.replace(find_target("ecp5-85k-8"), name="tiny", bram=20)
    with pytest.raises(FailureError, match="32 block RAMs instead of 20"):
        flow.check_size(mapped[0], small)


def test_parameters_reach_the_unit() -> None:
    """A table in logic needs no block RAM, and gives the result in the same cycle."""
    made = flow.prepare(system("aes32", Sbox=design.choices("Sbox")["tower"], Latency=0))
    assert made.core.bram == 32


def test_all_that_makes_a_system_is_among_its_values() -> None:
    systems = [system(), system("aes32"), system("aes32", Latency=0)]
    systems += [dataclasses.replace(systems[0], recipe="narrow")]
    systems += [dataclasses.replace(systems[0], host="vexriscv")]
    assert len({str(item.values()) for item in systems}) == len(systems)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(FailureError, match=r"cannot be built: roundel_error_\w+"):
        flow.prepare(system("block", Columns=3))
    other = dataclasses.replace(system(), host="z80")
    with pytest.raises(InputError, match="no host z80; choose picorv32 or vexriscv"):
        flow.prepare(other)
