# SPDX-License-Identifier: Apache-2.0
"""The clock of netlists small enough for a computation by hand, and unusable clocks.

Delay of a cell in the small library: 0.1 ns plus 0.01 ns per fF. Of a flip-flop: 0.2 ns plus the
same; setup 0.05 ns. An input has 1 fF. With wire loads, a wire to one input has 2 fF and to two
inputs 3 fF.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.roundel.cells.small import AREAS

from roundel.base.errors import FailureError
from roundel.cells import timing
from roundel.cells.library import load_library
from roundel.cells.mapping import MappedCells
from roundel.cells.record import LimitRecord
from roundel.cells.timing import Limits, read_limits, time_cells

Small = Callable[..., Path]

# q0 -> INV -> XOR2, whose other input is q0 too -> q1.
TWO = """\
module top (clk_i, d, q);
  input clk_i; input d; output q;
  wire a, b, c;
  DFF r0 (.CK(clk_i), .D(d), .Q(a));
  INV i (.A(a), .Y(b));
  XOR2 x (.A(b), .B(a), .Y(c));
  DFF r1 (.CK(clk_i), .D(c), .Q(q));
endmodule
"""


@pytest.fixture
def netlist(tmp_path: Path) -> Callable[[str], MappedCells]:
    """A mapped circuit around a netlist."""

    def write(text: str) -> MappedCells:
        (tmp_path / "top.v").write_text(text)
        return MappedCells("top", tmp_path, 0.0, 0, 0, dict.fromkeys(AREAS, 1), 0.0)

    return write


@pytest.mark.usefixtures("sta")
@pytest.mark.parametrize(
    ("wire_load", "period"),
    [
        # The flip-flop drives two inputs; the inverter and the XOR drive one each.
        (False, 0.2 + 0.02 + 0.1 + 0.01 + 0.1 + 0.01 + 0.05),
        (True, 0.2 + 0.05 + 0.1 + 0.03 + 0.1 + 0.03 + 0.05),
    ],
)
def test_by_hand(
    small: Small, netlist: Callable[[str], MappedCells], wire_load: bool, period: float
) -> None:
    library = load_library(small(wire_load=wire_load))
    timed = time_cells(netlist(TWO), library, 60)
    assert timed.fmax_mhz == pytest.approx(1000 / period, rel=1e-3)
    path = timed.critical_path
    assert (path.levels, path.start, path.end) == (2, "r0", "r1.D")
    assert path.logic_ns == pytest.approx(period, abs=1e-3)


@pytest.mark.usefixtures("sta")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("module top (clk_i, d, q); input clk_i; input d; output q;\nINV i (.A(d), .Y(q));\n"
         "endmodule\n", "no path from a register"),
        (TWO.replace("clk_i", "clock"), "no path from a register"),
        (TWO.replace("top", "bottom"), "cannot time the netlist"),
        (TWO.replace("XOR2", "XOR9"), "."),
        ("no netlist", "cannot time the netlist"),
    ],
)  # fmt: skip
def test_what_has_no_clock(
    small: Small, netlist: Callable[[str], MappedCells], text: str, told: str
) -> None:
    with pytest.raises(FailureError, match=told):
        time_cells(netlist(text), load_library(small()), 60)


@pytest.mark.usefixtures("sta")
@pytest.mark.parametrize(
    ("wire_load", "load", "slew", "kept"),
    [
        (False, None, None, Limits(None, None)),
        # The first flip-flop drives 2 fF of 40, the inverter and the XOR 1 fF of 4.
        (False, 4.0, None, Limits(LimitRecord(over=0, worst=0.25, where="INV/Y"), None)),
        # With its wire the flip-flop drives 5 fF of 5; the two others drive 3 fF of 0.5.
        (True, 0.5, None, Limits(LimitRecord(over=2, worst=6.0, where="INV/Y"), None)),
        # The flip-flop too: 5 fF of 4.
        (True, 0.4, None, Limits(LimitRecord(over=3, worst=7.5, where="INV/Y"), None)),
        (False, None, 0.2, Limits(None, LimitRecord(over=0, worst=0.5, where="any"))),
        # Four outputs and the four inputs behind them; the clock and the ports change at once.
        (False, None, 0.05, Limits(None, LimitRecord(over=8, worst=2.0, where="any"))),
    ],
)
def test_limits_by_hand(
    small: Small,
    netlist: Callable[[str], MappedCells],
    wire_load: bool,
    load: float | None,
    slew: float | None,
    kept: Limits,
) -> None:
    library = load_library(small(wire_load=wire_load, load=load, slew=slew))
    found = time_cells(netlist(TWO), library, 60).limits
    for one, other in ((found.loads, kept.loads), (found.slews, kept.slews)):
        assert (one is None) == (other is None)
        if one and other:
            assert one.over == other.over
            assert one.worst == pytest.approx(other.worst, rel=1e-3)
            assert other.where in {"any", one.where}
            assert one.where.partition("/")[0] in AREAS


@pytest.mark.usefixtures("sta")
def test_the_worst_slew_is_that_of_the_largest_share(
    small: Small, netlist: Callable[[str], MappedCells]
) -> None:
    """The XOR's output takes 0.5 ns of 0.3, with 0.2 too much the least left; INV/A 0.1 of 0.01."""
    path = small(slew=0.3)
    head, cell, tail = path.read_text().partition("cell (XOR2)")
    slow = tail.replace('("0.1, 0.1", "0.1, 0.1")', '("0.5, 0.5", "0.5, 0.5")', 4)
    head = head.replace("pin (A) {", "pin (A) { max_transition : 0.01;", 1)
    path.write_text(head + cell + slow)
    slews = time_cells(netlist(TWO), load_library(path), 60).limits.slews
    assert slews is not None
    # The XOR's output and its load, and the inverter's input.
    assert (slews.where, slews.over) == ("INV/A", 3)
    assert slews.worst == pytest.approx(10, rel=1e-3)


@pytest.mark.usefixtures("sta")
def test_a_pin_with_an_odd_name(small: Small, netlist: Callable[[str], MappedCells]) -> None:
    library = load_library(small(load=4.0))
    odd = replace(library, loads={**library.loads, "INV": {"Y$a[0]": 1e-15}})
    loads = time_cells(netlist(TWO), odd, 60).limits.loads
    assert loads == LimitRecord(over=0, worst=0.25, where="XOR2/Y")


ROWS = """\
roundel: load worst c/Y INV/Y 0.5
roundel: slew over a/B ND2/B
roundel: slew over c/Y INV/Y
a/B                                 0.10000 0.15000 -0.05000 (VIOLATED)
c/Y                                 0.01000 0.04000 -0.03000 (VIOLATED)
roundel: slew worst a/B ND2/B
a/B                                 0.10000 0.15000 -0.05000 (VIOLATED)
"""


BOTH_OVER, ONE_OVER = (
    LimitRecord(over=2, worst=4.0, where="INV/Y"),
    LimitRecord(over=1, worst=1.5, where="ND2/B"),
)


@pytest.mark.parametrize(
    ("right", "wrong", "slews", "unknown"),
    [
        ("", "", BOTH_OVER, None),
        # A limit of zero is no limit: for the worst net and for another net.
        ("0.01000", "0.00000", ONE_OVER, "that of INV/Y is 0"),
        ("0.10000", "0.00000", LimitRecord(over=1, worst=4.0, where="INV/Y"), "of ND2/B is 0"),
        ("c/Y     ", "d/Y     ", ONE_OVER, "that of INV/Y is 0 or missing"),
        (
            "roundel: slew worst a/B ND2/B\n",
            "roundel: slew unknown: no such command\n",
            BOTH_OVER,
            "slew: no such command",
        ),
    ],
)
def test_what_opensta_says_of_limits(
    small: Small, right: str, wrong: str, slews: LimitRecord, unknown: str | None
) -> None:
    found = read_limits(load_library(small()), ROWS.replace(right, wrong) if right else ROWS)
    assert found.loads == LimitRecord(over=0, worst=0.5, where="INV/Y")
    assert found.slews is not None
    assert found.slews.worst == pytest.approx(slews.worst)
    assert (found.slews.over, found.slews.where) == (slews.over, slews.where)
    assert len(found.unknown) == (unknown is not None)
    assert not unknown or unknown in found.unknown[0]


def test_an_opensta_that_knows_no_limits(small: Small) -> None:
    said = "roundel: load unknown: invalid command name\nroundel: slew unknown:\n"
    assert read_limits(load_library(small()), said) == Limits(
        None, None, ("limits of load: invalid command name", "limits of slew: no reason given")
    )


@pytest.mark.usefixtures("sta")
def test_a_command_that_fails_costs_no_clock(
    small: Small, netlist: Callable[[str], MappedCells], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = timing._COMMANDS
    assert right.count("pin_slew_limit_violations") == 1
    monkeypatch.setattr(timing, "_COMMANDS", right.replace("pin_slew_limit_v", "pin_v"))
    timed = time_cells(netlist(TWO), load_library(small(load=4.0, slew=0.2)), 60)
    assert timed.fmax_mhz == pytest.approx(1000 / 0.49, rel=1e-3)
    assert timed.limits.loads == LimitRecord(over=0, worst=0.25, where="INV/Y")
    assert timed.limits.slews is None
    (why,) = timed.limits.unknown
    assert "pin_violations" in why


def test_without_opensta(
    small: Small, netlist: Callable[[str], MappedCells], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = load_library(small())
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(FailureError, match="apt install opensta"):
        time_cells(netlist(TWO), library, 60)
