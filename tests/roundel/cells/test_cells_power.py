# SPDX-License-Identifier: Apache-2.0
"""Power of a circuit computed by hand, and of a core.

In the small library with 1.5 V, an inverter spends 2 fJ on a rise and 4 fJ on a fall. The inverter
leaks 3 nW. A net with one input has 1 fF. With x changes per cycle at 1 GHz the power is x * (3 fJ
+ 1 fF * (1.5 V)^2 / 2) * 1 GHz + 3 nW.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.roundel.cells.small import liberty

from roundel.base import programs, tools
from roundel.base.errors import FailureError, InputError
from roundel.cells import power
from roundel.cells.liberty import Facts, Source, rewrite
from roundel.cells.liberty.syntax import Group
from roundel.cells.liberty.tables import read_table
from roundel.cells.library import Library, load_library
from roundel.cells.lut_netlist import lut_netlist
from roundel.cells.mapping import map_cells
from roundel.cells.power import activities, check_library, measure_power, read_power, script
from roundel.cells.recipes import find_recipe
from roundel.design import make_config
from roundel.fpga.mapping import Circuit
from roundel.sim.copies import Copies
from roundel.sim.netlist import read_module

NETLIST = """\
module top (clk_i, d, q);
  input clk_i; input d; output q;
  wire a, b;
  DFF r0 (.CK(clk_i), .D(d), .Q(a));
  INV i (.A(a), .Y(b));
  DFF r1 (.CK(clk_i), .D(b), .Q(q));
endmodule
"""
ENERGY = (
    'internal_power () { related_pin : "A"; rise_power (scalar) { values ("2.0"); } '
    'fall_power (scalar) { values ("4.0"); } }\n      '
)
NETS = ["d", "a", "b", "q"]
INPUTS = [("d", 0)]
PINS = [("r0/D", 0), ("r0/Q", 1), ("i/A", 1), ("i/Y", 2), ("r1/D", 2), ("r1/Q", 3)]


def _run(
    directory: Path, netlist: str, *activity: object, change: Callable[[str], str] = str
) -> tuple[float, float, float]:
    """OpenSTA's report on a netlist at 1 GHz, with the changed library."""
    text = change(liberty())
    start = text.index("cell (INV)")
    place = text.index("timing ()", text.index("pin (Y)", start))
    text = text[:place] + ENERGY + text[place:]
    text = text.replace("area : 2.0;", "area : 2.0; cell_leakage_power : 3.0;")
    (directory / "given.lib").write_text(text)
    shutil.copyfile(load_library(directory / "given.lib").path, directory / "library.lib")
    (directory / "netlist.v").write_text(netlist)
    (directory / "power.tcl").write_text(script("top", 1000.0, *activity))  # type: ignore[arg-type]
    log = directory / "sta.log"
    programs.run(
        tools.find("sta"),
        ["-no_init", "-no_splash", "-exit", "power.tcl"],
        cwd=directory,
        log=log,
        timeout=60,
    )
    return read_power(log)


@pytest.mark.usefixtures("sta")
@pytest.mark.parametrize("changes", [0.5, 1.0, 3.0])
def test_by_hand(tmp_path: Path, changes: float) -> None:
    each = np.array([changes] * 4)
    internal, switching, leakage = _run(tmp_path, NETLIST, INPUTS, PINS, each, np.array([0.5] * 4))
    assert internal == pytest.approx(changes * 3e-15 * 1e9, rel=1e-4)
    # The nets between the registers: q reaches nothing.
    assert switching == pytest.approx(changes * 2 * 1e-15 * 1.5**2 / 2 * 1e9, rel=1e-4)
    assert leakage == pytest.approx(3e-9, rel=1e-4)


def _at(text: str, cell: str, pin: str, when: str = "") -> str:
    """The library with 2 fJ for a rise and 4 fJ for a fall at an input pin."""
    start = text.index(f"pin ({pin})", text.index(f"cell ({cell})"))
    place = text.index("direction", start)
    energy = ENERGY.replace('related_pin : "A";', when)
    return text[:place] + energy + text[place:]


@pytest.mark.usefixtures("sta")
@pytest.mark.parametrize(
    ("change", "changes"),
    [
        (lambda text: _at(text, "DFF", "D"), [0.0, 0.0, 1.0, 0.0]),
        (lambda text: _at(text, "INV", "A"), [0.0, 1.0, 0.0, 0.0]),
        # For a pin with conditions the list has both states.
        (
            lambda text: _at(_at(text, "DFF", "D", 'when : "CK";'), "DFF", "D", 'when : "!CK";'),
            [0.0, 0.0, 1.0, 0.0],
        ),
    ],
)
def test_energy_of_an_input(
    tmp_path: Path, change: Callable[[str], str], changes: list[float]
) -> None:
    """One change per cycle at a pin with an energy; the inverter's output is constant."""
    each, ones = np.array(changes), np.array([0.5] * 4)
    before, _, _ = _run(tmp_path, NETLIST, INPUTS, PINS, each, ones)
    internal, _, _ = _run(tmp_path, NETLIST, INPUTS, PINS, each, ones, change=change)
    assert internal - before == pytest.approx(3e-15 * 1e9, rel=1e-4)


TWO_INPUTS = """\
module top (clk_i, d, q);
  input clk_i; input d; output q;
  wire a, b, c;
  DFF r0 (.CK(clk_i), .D(d), .Q(a));
  DFF r1 (.CK(clk_i), .D(d), .Q(b));
  CELL x (.A(a), .B(b), .Y(c));
  DFF r2 (.CK(clk_i), .D(c), .Q(q));
endmodule
"""
TWO_PINS = [
    *(("r0/D", 0), ("r1/D", 0), ("r0/Q", 1), ("r1/Q", 2), ("x/A", 1), ("x/B", 2)),
    *(("x/Y", 3), ("r2/D", 3), ("r2/Q", 4)),
]


def _told(pin: str, *whens: str) -> str:
    """2 fJ for a rise and 4 fJ for a fall, for a related pin and states of the other pin."""
    return "".join(
        ENERGY.replace('related_pin : "A";', f'related_pin : "{pin}"; {when}')
        for when in [f'when : "{when}";' for when in whens] or [""]
    )


@pytest.mark.usefixtures("sta")
@pytest.mark.parametrize("changes", [0.25, 1.0])
@pytest.mark.parametrize(
    "energies",
    [
        _told("A"),
        _told("A") + _told("B"),
        _told("A", "B", "!B"),
        _told("A", "B", "!B") + _told("B", "A", "!A"),
        _told("A", "B"),
    ],
    ids=["one pin", "both pins", "both states", "both of both", "one state"],
)
@pytest.mark.parametrize("cell", ["ND2", "XNR2", "AN2"])
def test_energy_of_a_gate(tmp_path: Path, cell: str, energies: str, changes: float) -> None:
    """In every form of the table, a change of the output costs the energy once, for any inputs."""

    def told(text: str) -> str:
        place = text.index("timing ()", text.index("pin (Y)", text.index(f"cell ({cell})")))
        return text[:place] + energies + text[place:]

    each, ones = np.array([0.5, 0.5, 0.75, changes, 0.0]), np.array([0.5, 0.3, 0.5, 0.5, 0.5])
    netlist = TWO_INPUTS.replace("CELL", cell)
    internal, _, _ = _run(tmp_path, netlist, INPUTS, TWO_PINS, each, ones, change=told)
    assert internal == pytest.approx(changes * 3e-15 * 1e9, rel=1e-4)


def test_tables_are_averaged() -> None:
    """The mean of a pin's two energies, with the common axes; a missing energy is 0."""
    tables = 'internal_power () {{ rise_power (t) {{ index_1 ("1, 2"); values ("{}"); }} {} }}'
    delays = " ".join(
        f'{kind} (scalar) {{ values ("1"); }}' for kind in ("cell_rise", "rise_transition")
    )
    text = (
        "library (l) { power_lut_template (t) { variable_1 : input_transition_time; "
        'index_1 ("0, 2"); } cell (c) { area : 1; pin (Y) { direction : output; '
        + tables.format("2, 4", 'fall_power (t) { index_1 ("1, 2"); values ("8, 8"); }')
        + f' function : "A"; timing () {{ related_pin : "A"; {delays} }} '
        + tables.format("4, 8", "")
        + " } pin (A) { direction : input; } } }"
    )

    def read(text: str) -> tuple[Group, Facts]:
        return rewrite([Source("mean", text)])

    library, facts = read(text)
    assert facts.energies == ["c"]
    templates = {group.name: group for group in library.groups("power_lut_template")}
    (cell,) = library.groups("cell")
    pin = next(cell.groups("pin"))
    (energy,) = pin.groups("internal_power")
    for kind, values in (("rise_power", ("3", "6")), ("fall_power", ("4", "4"))):
        table = read_table(next(energy.groups(kind)), templates, {"input_transition_time"})
        assert (table.axes, table.values) == ((("1", "2"),), values)
    assert energy.get("when") == "1"
    assert pin.get("function") == "A"
    for right, wrong, told in (
        ('index_1 ("1, 2"); values ("4, 8")', 'values ("4, 8")', "pin Y with different axes"),
        ('"4, 8"', '"4, x"', "values with 'x', which is not a number"),
    ):
        _, facts = read(text.replace(right, wrong))
        assert told in facts.bad_energies["c"].what
        assert facts.energies == []


@pytest.mark.usefixtures("sta")
def test_energy_of_a_clock(tmp_path: Path) -> None:
    """Two changes a cycle at the clock of each of two flip-flops."""
    each, ones = np.zeros(4), np.array([0.5] * 4)
    internal, _, _ = _run(
        tmp_path, NETLIST, INPUTS, PINS, each, ones, change=lambda text: _at(text, "DFF", "CK")
    )
    assert internal == pytest.approx(2 * 2 * 3e-15 * 1e9, rel=1e-4)


@pytest.mark.usefixtures("sta")
def test_behind_an_input_and_a_register_with_a_reset(tmp_path: Path) -> None:
    """Where OpenSTA alone would derive the activity."""
    netlist = """\
module top (clk_i, rst_ni, d, e, q, s);
  input clk_i; input rst_ni; input d; input e; output q; output s;
  wire a, b, c;
  DFFR r0 (.CK(clk_i), .RN(rst_ni), .D(d), .Q(a));
  INV i (.A(a), .Y(b));
  DFF r1 (.CK(clk_i), .D(b), .Q(q));
  INV j (.A(e), .Y(c));
  DFF r2 (.CK(clk_i), .D(c), .Q(s));
endmodule
"""
    changes, ones = np.array([0.1, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 0.0]), np.array([0.5] * 8)
    inputs = [("d", 0), ("e", 4), ("rst_ni", 7)]
    pins = [
        *(("r0/D", 0), ("r0/RN", 7), ("r0/Q", 1), ("i/A", 1), ("i/Y", 2), ("r1/D", 2)),
        *(("r1/Q", 3), ("j/A", 4), ("j/Y", 5), ("r2/D", 5), ("r2/Q", 6)),
    ]
    internal, switching, _ = _run(tmp_path, netlist, inputs, pins, changes, ones)
    assert internal == pytest.approx(1.5 * 3e-15 * 1e9, rel=1e-4)
    assert switching == pytest.approx((2 * 0.5 + 1.0) * 1e-15 * 1.5**2 / 2 * 1e9, rel=1e-4)


def test_pins_and_inputs_whose_activity_opensta_is_told(osu: Library) -> None:
    """All connected pins but clocks, and all inputs but the clock; the pipeline is full."""
    config = make_config("one", {"Sbox": "gates", "Backpressure": 0})
    mapped = map_cells(Circuit.core(config), osu, find_recipe("area"), 600)
    inputs, pins, changes, ones = power._count(config, mapped, osu, "settled")
    cells = json.loads(mapped.json.read_text())["modules"][mapped.top]["cells"]
    connected = {
        f"{name}/{pin}"
        for name, item in cells.items()
        for pin, bits in item["connections"].items()
        if bits and pin not in osu.cells[item["type"]].clocks
    }
    assert {name for name, _ in pins} == connected
    assert not any(name.endswith("/CLK") for name, _ in pins)
    names = {name.partition("[")[0] for name, _ in inputs}
    assert {"rst_ni", "key_i", "in_block_i", "in_valid_i"} <= names
    assert "clk_i" not in names
    # A block enters every tenth cycle and its random bits change every second time.
    blocks = [net for name, net in inputs if name.startswith("in_block_i[")]
    assert len(blocks) == 128
    assert np.mean(changes[blocks]) == pytest.approx(0.5, abs=0.05)
    assert np.mean(ones[blocks]) == pytest.approx(0.5, abs=0.05)
    assert changes[dict(inputs)["rst_ni"]] == 0
    # Results leave as often as blocks enter: the pipeline was full when the counting began.
    valid = json.loads(mapped.json.read_text())["modules"][mapped.top]["ports"]["out_valid_o"]
    module = read_module(mapped.json, mapped.top)
    simulator = Copies(lut_netlist(module, osu), 1)
    assert ones[simulator.net(valid["bits"][0])] == pytest.approx(0.1, abs=1e-9)


@pytest.mark.usefixtures("sta")
def test_a_core(osu: Library) -> None:
    """Glitches, new keys and a clock cost energy; the record has the activity."""
    config = make_config("one", {"Sbox": "gates", "Backpressure": 0})
    mapped = map_cells(Circuit.core(config), osu, find_recipe("area"), 600)
    settled = measure_power(config, mapped, osu, 50.0, "settled", 300)
    glitches = measure_power(config, mapped, osu, 50.0, "glitches", 300)
    keys = measure_power(config, mapped, osu, 50.0, "keys", 300)
    faster = measure_power(config, mapped, osu, 100.0, "settled", 300)
    assert settled.activity.startswith("random blocks, encrypted at full throughput, constant keys")
    assert glitches.mw > 1.5 * settled.mw
    assert keys.mw > 1.05 * settled.mw
    assert faster.mw - faster.leakage_mw == pytest.approx(
        2 * (settled.mw - settled.leakage_mw), rel=1e-2
    )
    total = settled.internal_mw + settled.switching_mw + settled.leakage_mw
    assert settled.mw == pytest.approx(total, rel=1e-3)
    assert settled.gbps_per_w == pytest.approx(128 * 50 / 10 / settled.mw, rel=1e-2)
    assert "constant keys, without glitches" in settled.activity
    assert "a new key in every cycle, without glitches" in keys.activity
    assert "with glitches, each cell with a delay of 1 step" in glitches.activity


def test_a_new_key_in_every_cycle_is_for_those_that_take_one() -> None:
    free: dict[str, int | str] = {"KeySchedule": "pipelined", "Rounds": 10}
    rows: list[tuple[dict[str, int | str], bool]] = [
        ({}, True),
        (free, True),
        ({**free, "Lanes": 2}, True),
        ({"Compact": 1}, False),
        ({"Direction": "decrypt"}, False),
        ({**free, "Direction": "both"}, False),
        ({"KeySchedule": "stored"}, False),
    ]
    for values, taken in rows:
        assert ("keys" in activities(make_config("one", values))) == taken


@pytest.mark.usefixtures("sta")
def test_a_key_that_costs_cycles_is_no_activity(osu: Library) -> None:
    config = make_config("one", {"Sbox": "gates", "Backpressure": 0, "Compact": 1})
    mapped = map_cells(Circuit.core(config), osu, find_recipe("area"), 600)
    with pytest.raises(FailureError, match="one cannot accept a key in every cycle"):
        measure_power(config, mapped, osu, 50.0, "keys", 300)


END = "roundel: power\nTotal 1 2 3\nroundel: the end\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", r"cannot compute the power of the netlist \(stopped early\)"),
        ("Warning: a.lib, line 2 odd.\n", r"\(stopped early; a\.lib, line 2 odd\.\)"),
        (END, "OpenSTA reports no power of the netlist; see"),
        (
            f"Warning: a.lib, line 2 odd.\n{END}",
            r"no power of the netlist \(a\.lib, line 2 odd\.\)",
        ),
        (f"Error: no.\n{END}", r"cannot compute the power of the netlist \(no\.\)"),
        (
            f"Warning: unknown unit suffix pW.\n{END}",
            r"with this library \(unknown unit suffix pW\.\)",
        ),
    ],
)
def test_what_tells_no_power(tmp_path: Path, text: str, told: str) -> None:
    log = tmp_path / "sta.log"
    log.write_text(text)
    with pytest.raises(FailureError, match=told):
        read_power(log)


LEAKS = "area : 2.0; cell_leakage_power : 3.0;"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (str, "has no internal_power in any cell"),
        (
            lambda text: (
                _at(text, "INV", "A")
                .replace("area : 2.0;", LEAKS)
                .replace('  leakage_power_unit : "1nW";\n', "")
            ),
            "has leakage but no leakage_power_unit",
        ),
        (
            lambda text: _at(text, "INV", "A").replace('"4.0"', '"4.0, 5.0"'),
            r"the power of INV is unknown: fall_power \(scalar\) with 2 values \(line \d+ of",
        ),
    ],
    ids=["no energies", "no unit of leakage", "a bad table"],
)
def test_a_library_that_does_not_tell_what_power_needs(
    tmp_path: Path, change: Callable[[str], str], told: str
) -> None:
    path = tmp_path / "small.lib"
    path.write_text(change(liberty()))
    library = load_library(path)
    with pytest.raises(InputError, match=told):
        check_library(library, ["INV", "BUF"])
    path.write_text(_at(liberty(), "INV", "A").replace("area : 2.0;", LEAKS))
    check_library(load_library(path), ["INV", "BUF"])


def test_a_mode_has_none(tmp_path: Path) -> None:
    path = tmp_path / "small.lib"
    path.write_text(liberty())
    config = make_config("gcm", {"Mode": "gcm"})
    with pytest.raises(InputError, match="power needs blocks, but gcm processes packets"):
        measure_power(config, None, load_library(path), 1.0, "settled", 1)  # type: ignore[arg-type]
