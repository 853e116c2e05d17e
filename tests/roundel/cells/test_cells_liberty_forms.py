# SPDX-License-Identifier: Apache-2.0
"""One library in many forms: the tools read the same library from each form.

State space: spellings of units, of truth values and of tables; functions; order of attributes;
missing and unusable arcs; OpenSTA's warnings.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.roundel.cells.small import liberty
from tests.roundel.cells.tiny import map_tiny, prove_tiny

from roundel.base.errors import FailureError, InputError
from roundel.cells.flow import synth_cells, write_output
from roundel.cells.library import Library, load_library
from roundel.cells.mapping import map_cells
from roundel.cells.opensta import read_warnings
from roundel.cells.recipes import find_recipe
from roundel.cells.timing import time_cells
from roundel.design import make_config
from roundel.fpga.mapping import Circuit

ONE = make_config("one", {"Sbox": "gates", "Backpressure": 0})


def load(directory: Path, text: str) -> Library:
    """The library of a text."""
    path = directory / "form.lib"
    path.write_text(text)
    return load_library(path)


# ---- Spellings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plain", "other"),
    [
        *(('time_unit : "1ns"', f"time_unit : {text}") for text in ('"1 ns"', '"1.0ns"', "1NS")),
        *(("(1, ff)", text) for text in ('("1", "FF")', "(1 ff)", ' : "1fF"')),
        *(
            ('leakage_power_unit : "1nW"', f"leakage_power_unit : {text}")
            for text in ('"1 nW"', '"1000pw"', "1NW")
        ),
        ('voltage_unit : "1V"', "voltage_unit : 1000mV"),
        ('resistance_unit : "1kohm"', 'resistance_unit : "1 KOhm"'),
        ("delay_model : table_lookup;", ""),
        ("output_threshold_pct_rise : 50;", ""),
        ("direction : input;", 'direction : "input"\n'),
        ('clocked_on : "CK"', "clocked_on : (CK)"),
        ('next_state : "D"', "next_state : (D)"),
        ('clear : "!RN"', "clear : RN' "),
        ('"!(A & B)"', '"(A B)\'"'),
        ('"A ^ B"', "(A^B)"),
        ('values ("0.05")', "values (0.05)"),
        ('values ("0.1, 0.1", "1.1, 1.1")', "values (0.1, 0.1, 1.1, 1.1)"),
        ('values ("0.1, 0.1", "1.1, 1.1")', 'values ("0.1 0.1 \\\n 1.1 1.1")'),
        ("(by_load) { values", '("by_load") { index_1 ("0, 100"); values'),
        ('related_pin : "A"', 'related_pin : "A VDD"'),
        ("  cell (LATCH)", "  cell (RAM) { memory () { } pin (Q) { } }\n  cell (LATCH)"),
    ],
)
def test_a_spelling_changes_nothing(tmp_path: Path, plain: str, other: str) -> None:
    text = liberty()
    assert plain in text
    right = load(tmp_path, text)
    found = load(tmp_path, text.replace(plain, other))
    assert found.identity != right.identity
    assert sorted(found.path.read_text().splitlines()) == sorted(
        right.path.read_text().splitlines()
    )
    assert found.gates.read_text() == right.gates.read_text()
    assert found.left_out == {}


@pytest.mark.parametrize(
    ("plain", "other", "told"),
    [
        (
            'time_unit : "1ns"',
            'time_unit : "5ns"',
            r"line 4 of .*form.lib has the time_unit '5ns'; write 1, 10 or 100 and a unit, "
            r"for example 1ns\.$",
        ),
        ('time_unit : "1ns"', 'time_unit : "fast"', "has the time_unit 'fast'"),
        ('"1nW"', '"1MW"', "has the leakage_power_unit '1MW'"),
        ('"1nW"', '"1nV"', "has the leakage_power_unit '1nV'"),
        ("(1, ff)", "(0, ff)", "has the capacitive_load_unit"),
        ("table_lookup", "generic_cmos", "has the delay_model 'generic_cmos'"),
        (
            "library (roundel_small) {",
            "library (a) { include_file (b);",
            "has an unsupported include_file",
        ),
    ],
)
def test_what_no_tool_can_read(tmp_path: Path, plain: str, other: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        load(tmp_path, liberty().replace(plain, other))


@pytest.mark.usefixtures("sta")
@pytest.mark.parametrize(("unit", "factor"), [("1 ps", 1000), ("10 ps", 100), ("100fs", 10_000)])
def test_the_clock_is_the_same_in_another_unit(tmp_path: Path, unit: str, factor: int) -> None:
    """A library in ns, and the same library with its times in another unit."""

    def scaled(found: re.Match[str]) -> str:
        return found[1] + re.sub(r"[\d.]+", lambda n: f"{float(n[0]) * factor:g}", found[2])

    text = liberty().replace('time_unit : "1ns"', f'time_unit : "{unit}"')
    text = re.sub(r'(values |index_2 )(\("[^)]*"\))', scaled, text)
    clocks = []
    for name, form in (("plain", liberty()), ("other", text)):
        (tmp_path / name).mkdir()
        library = load(tmp_path / name, form)
        mapped = map_tiny(tmp_path / name, library)
        timed = time_cells(mapped, library, 60)
        write_output(tmp_path / name, mapped, library, timed)
        sdc = (tmp_path / name / "top.sdc").read_text()
        clocks.append((mapped.counts, timed.fmax_mhz, float(sdc.split("-period ")[1].split()[0])))
    (counts, mhz, period), (other_counts, other_mhz, other_period) = clocks
    assert counts == other_counts
    assert other_mhz == pytest.approx(mhz, rel=1e-3)
    assert other_period == pytest.approx(period * factor, rel=1e-3)


# ---- Tables and arcs ----------------------------------------------------------------------------

OWN_AXIS = (
    '(by_load) {{ index_1 ("0, 50, 100"); values ("{0}, {0}", "{1}, {1}", "{2}, {2}"); }}'
).format
ONE_VARIABLE = """\
  lu_table_template (by_slew) { variable_1 : input_net_transition; index_1 ("0, 1"); }
  lu_table_template (without) { variable_1 : total_output_net_capacitance; }
  cell (INV)"""


def _slower(text: str) -> str:
    """The library with tables whose axis has another length than the template's."""
    table = '(by_load) { values ("0.1, 0.1", "1.1, 1.1"); }'
    assert table in text
    return text.replace(table, OWN_AXIS(0.1, 0.6, 1.1))


def _by_slew(text: str) -> str:
    slews = '(by_load) { values ("0.1, 0.1", "0.1, 0.1"); }'
    return text.replace("  cell (INV)", ONE_VARIABLE).replace(
        slews, '(by_slew) { values ("0.1, 0.1"); }'
    )


def _by_load(text: str) -> str:
    slews = '(by_load) { values ("0.1, 0.1", "0.1, 0.1"); }'
    other = '(without) { index_1 ("0, 9"); values ("0.1, 0.1"); }'
    return text.replace("  cell (INV)", ONE_VARIABLE).replace(slews, other)


def _both_pins(text: str) -> str:
    """The library with one arc from both pins of XOR2."""
    head, cell, tail = text.partition("  cell (XOR2)")
    first = tail.index("timing ()")
    second = tail.index("timing ()", first + 1)
    end = tail.index("    }\n  }", second)
    one = tail[first:second].replace('related_pin : "A"', 'related_pin : "A B"')
    return head + cell + tail[:first] + one + tail[end:]


@pytest.mark.usefixtures("sta")
@pytest.mark.parametrize(
    "change",
    [
        _slower,
        _by_slew,
        _by_load,
        _both_pins,
        lambda text: text.replace("area : 8.0;", "area : 8.0; dont_use : false;"),
        lambda text: text.replace('"0.1, 0.1", "1.1, 1.1"', '"-0.1, -0.1", "0.9, 0.9"'),
        lambda text: text.replace('("0, 100")', '("0, 1, 100")').replace(
            '"0.1, 0.1", "1.1, 1.1"', '"0, 0", "0, 0", "0, 0"').replace(
            '"0.2, 0.2", "1.2, 1.2"', '"0.2, 0.2", "0.2, 0.2", "0.2, 0.2"').replace(
            '"0.1, 0.1", "0.1, 0.1"', '"0.1, 0.1", "0.1, 0.1", "0.1, 0.1"'),
    ],
    ids=["axes", "one variable", "no axis", "two pins", "dont_use", "negative", "no delay"],
)  # fmt: skip
def test_what_abc_rejects_is_written_for_it(tmp_path: Path, change: Callable[[str], str]) -> None:
    text = change(liberty())
    assert text != liberty()
    library = load(tmp_path, text)
    assert library.left_out == {}
    found = map_tiny(tmp_path, library)
    prove_tiny(found, library)
    assert time_cells(found, library, 60).warnings == ()
    assert found.counts["XOR2"]


def test_tables_for_abc(tmp_path: Path) -> None:
    """Slew by load, whatever the order in the library is, with three loads at least."""
    table = '(by_load) { values ("0.1, 0.1", "1.1, 1.1"); }'
    text = liberty().replace(table, '(by_load) { values ("0.1, 0.2", "1.1, 1.2"); }')
    gates = load(tmp_path, text).gates.read_text()
    rise = gates.partition("cell_rise ()")[2].partition("}")[0]
    assert re.findall(r'"([^"]*)"', rise) == [
        "0, 1", "0, 50, 100", "0.1, 0.6, 1.1", "0.2, 0.7, 1.2",
    ]  # fmt: skip


SECOND = (
    '  lu_table_template (by_second) { variable_2 : input_net_transition; index_2 ("0, 1"); }\n'
)
RELATED = 'related_pin : "A"'
TABLE = '"0.1, 0.1", "1.1, 1.1"'
SETUP = 'related_pin : "CK"; timing_type : setup'


@pytest.mark.parametrize(
    ("cell", "right", "wrong", "told"),
    [
        ("XOR2", f"{RELATED};", "", "timing () of pin Y without related_pin"),
        ("XOR2", RELATED, 'related_pin : "B"', "pin Y of cell XOR2 without a delay from A"),
        ("XOR2", TABLE, '"0.1, 0.1, 1.1"', "cell_rise with 3 values instead of 2 x 2"),
        ("XOR2", TABLE, '"0.1, 0.1", "x, 1.1"', "values with 'x', which is not a number"),
        ("XOR2", TABLE, '"0.1, 0.1", "nan, 1.1"', "values with 'nan', which is not a number"),
        ("XOR2", TABLE, '"0.1, 0.1", "1e999, 1.1"', "values with '1e999', which is not a number"),
        ("XOR2", "(by_load)", "(by_second)", "cell_rise with 0 variables"),
        ("XOR2", "(by_load)", "(by_heart)", "template 'by_heart', which is missing"),
        ("XOR2", "(by_load) {", '(by_load) { index_1 ("5, 5");', "index_1 is not increasing"),
        ("XOR2", "area : 8.0", "area : none", "cell XOR2 without a positive area"),
        ("XOR2", '"A ^ B"', '"A ^ C"', "pin Y of cell XOR2 uses 'C', which is not an input"),
        ("DFF", SETUP, "timing_type : setup", "timing () of pin D without related_pin"),
        ("DFF", "setup_rising", "hold_rising", "pin D of cell DFF without a setup time from CK"),
        ("DFF", "rising_edge", "combinational", "pin Q of cell DFF without a delay from CK"),
        ("DFF", "rise_constraint (scalar)", "rise_constraint (by_load)", "unknown to OpenSTA"),
        ("DFF", 'clocked_on : "CK"', 'clocked_on : "CLK"', "clocked_on CLK, which is not"),
        ("DFF", 'next_state : "D"; ', "", "ff without next_state"),
        (
            "DFF",
            'clocked_on : "CK"',
            'clocked_on : "CK & IQ"',
            "which is not an expression of inputs",
        ),
    ],
)
def test_a_cell_that_cannot_be_used_is_left_out(
    tmp_path: Path, cell: str, right: str, wrong: str, told: str
) -> None:
    text = liberty().replace("  cell (INV)", f"{SECOND}  cell (INV)")
    head, name, tail = text.partition(f"  cell ({cell})")
    assert right in tail
    library = load(tmp_path, head + name + tail.replace(right, wrong, 1))
    assert list(library.left_out) == [cell]
    assert told in library.located(library.left_out[cell])
    first = head.count("\n") + 1
    place = library.located(library.left_out[cell]).rpartition("(line ")[2].partition(" of ")[0]
    assert first <= int(place) <= first + 16
    assert f"cell ({cell})" not in library.gates.read_text()


@pytest.mark.usefixtures("sta")
def test_what_is_left_out_is_told(tmp_path: Path) -> None:
    path = tmp_path / "less.lib"
    path.write_text(liberty().replace('"A ^ B"', '"A ^^ B"'))
    record = synth_cells(ONE, f"cells:{path}", recipe="area")
    (caveat,) = record.caveats
    assert caveat.startswith(
        "the flow does not use the cell XOR2 of the library: function 'A ^^ B'"
    )
    assert record.vectors == 256


def test_a_library_that_abc_cannot_use(tmp_path: Path) -> None:
    """abc aborts when delays fall with the load; the message names this check."""
    text = liberty().replace('"0.1, 0.1", "1.1, 1.1"', '"0.1, 0.1", "-9, -9"')
    with pytest.raises(FailureError, match=r"are not sufficient \(Assertion `Edge > 0' failed"):
        map_cells(Circuit.core(ONE), load(tmp_path, text), find_recipe("speed"), 600)


# ---- OpenSTA's warnings -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("warning", "wrong"),
    [
        ("library.lib, line 4 unknown unit suffix pW.", True),
        ("library.lib, line 9 table row has 2 columns but axis has 3.", True),
        ("library.lib, line 9 unsupported model axis.", True),
        ("netlist.v line 3, module XOR9 not found. Creating black box for a.", True),
        ("library.lib, line 1 library a already exists.", False),
    ],
)
def test_warnings(warning: str, wrong: bool) -> None:
    for head in ("Warning: ", "Warning 1140: "):
        text = f"{head}{warning}\n{head}{warning}\nroundel: the end\n"
        if wrong:
            with pytest.raises(FailureError, match=r"cannot time it with this library"):
                read_warnings(text, "time it", Path("sta.log"))
        else:
            assert read_warnings(text, "time it", Path("sta.log")) == (warning,)
