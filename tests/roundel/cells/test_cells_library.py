# SPDX-License-Identifier: Apache-2.0
"""Liberty files: the facts, by function and not by name, and every kind of bad file.

State space: plain and compressed files, truncated anywhere, of other kinds, and without required
facts.
"""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.roundel.cells.small import AREAS, liberty

from roundel.base.errors import FailureError, InputError
from roundel.cells import library
from roundel.cells.liberty import Facts, Source, rewrite
from roundel.cells.library import find_library, is_cells, load_library

Small = Callable[..., Path]


def test_what_is_read(small: Small) -> None:
    found = load_library(small(wire_load=True))
    assert (found.name, found.conditions) == ("roundel_small", "round, 1.5 V, 27 C")
    assert (found.wire_load, found.nand2, found.gate_area) == ("short", "ND2", 4.0)
    areas = {name: area for name, area in AREAS.items() if name != "LATCH"}
    assert {name: cell.area for name, cell in found.cells.items()} == areas
    kinds = {name: cell.kind for name, cell in found.cells.items()}
    assert {name for name, kind in kinds.items() if kind == "register"} == {"DFF", "DFFR"}
    assert "other" not in kinds.values()
    assert found.left_out == {}


def test_without_a_wire_load(small: Small) -> None:
    assert load_library(small()).wire_load == ""


def test_a_nand_is_told_by_its_function(tmp_path: Path) -> None:
    text = liberty().replace("(ND2)", "(odd)").replace("(AN2)", "(ND2)")
    path = tmp_path / "renamed.lib"
    path.write_text(text)
    assert load_library(path).nand2 == "odd"


def test_the_smallest_nand_counts(tmp_path: Path) -> None:
    text = liberty()
    cell = text[text.index("  cell (ND2)") : text.index("  cell (NR2)")]
    large = cell.replace("(ND2)", "(ND2X4)").replace("area : 4.0", "area : 9.0")
    path = tmp_path / "two.lib"
    path.write_text(text.replace(cell, large + cell))
    assert load_library(path).nand2 == "ND2"


def test_compressed(small: Small, tmp_path: Path) -> None:
    plain = small()
    packed = tmp_path / "small.lib.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    found = load_library(packed)
    assert found == load_library(plain)


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.9, 0.99])
def test_truncated(small: Small, share: float) -> None:
    path = small()
    text = path.read_text()
    path.write_text(text[: int(len(text.rstrip()) * share)])
    with pytest.raises(InputError, match=r"is truncated \(open brace\)"):
        load_library(path)


def test_truncated_where_it_is_compressed(small: Small, tmp_path: Path) -> None:
    packed = tmp_path / "small.lib.gz"
    packed.write_bytes(gzip.compress(small().read_bytes())[:-200])
    with pytest.raises(InputError, match="truncated"):
        load_library(packed)


@pytest.mark.parametrize(
    ("head", "kind"), [(b"7z\xbc\xaf\x27\x1c", "7z"), (b"PK\x03\x04", "zip"), (b"\xfd7zXZ\0", "xz")]
)
def test_an_archive(tmp_path: Path, head: bytes, kind: str) -> None:
    path = tmp_path / "packed.lib"
    path.write_bytes(head + bytes(100))
    with pytest.raises(InputError, match=f"is a {kind} archive.*; unpack it"):
        load_library(path)


@pytest.mark.parametrize("text", ["", "\n", "module a; endmodule\n", "not { a library }", "\0\1\2"])
def test_something_else(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.lib"
    path.write_text(text)
    with pytest.raises(InputError, match="is no liberty file"):
        load_library(path)


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        load_library(tmp_path / "none.lib")
    with pytest.raises(InputError, match="Is a directory"):
        load_library(tmp_path)


@pytest.mark.parametrize(
    ("without", "lacks"),
    [
        ({"DFF", "DFFR"}, "no flip-flop on the rising edge"),
        ({"DFFR"}, "no flip-flop with an asynchronous reset"),
        ({"INV"}, "no inverter"),
        ({"BUF"}, "no buffer"),
        ({"ND2"}, "no NAND of two inputs"),
    ],
)
def test_a_library_that_lacks_something(small: Small, without: set[str], lacks: str) -> None:
    with pytest.raises(InputError, match=lacks):
        load_library(small(without))


def _marked(text: str, cell: str) -> str:
    """The library's text with a cell marked dont_use."""
    return text.replace(f"cell ({cell}) {{", f"cell ({cell}) {{\n    dont_use : true;")


@pytest.mark.parametrize("cell", ["DFFR", "INV", "BUF"])
def test_what_is_not_to_be_used_is_not_there(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "marked.lib"
    path.write_text(_marked(liberty(), cell))
    with pytest.raises(InputError, match="without the mark dont_use"):
        load_library(path)


def test_a_buffer_that_is_not_to_be_used_stays_away(tmp_path: Path) -> None:
    text = liberty()
    cell = text[text.index("  cell (BUF)") : text.index("  cell (ND2)")]
    other = cell.replace("(BUF)", "(BUFX2)").replace("area : 3.0", "area : 5.0")
    path = tmp_path / "marked.lib"
    path.write_text(_marked(text.replace(cell, cell + other), "BUF"))
    assert [buffer.name for buffer in load_library(path).buffers] == ["BUFX2"]
    path.write_text(text.replace(cell, cell + other))
    assert [buffer.name for buffer in load_library(path).buffers] == ["BUF", "BUFX2"]


def test_a_wire_load_that_the_library_lacks(tmp_path: Path) -> None:
    path = tmp_path / "wires.lib"
    path.write_text(liberty(wire_load=True).replace('load : "short"', 'load : "long"'))
    assert load_library(path).wire_load == ""


def test_a_library_without_delays(tmp_path: Path) -> None:
    path = tmp_path / "still.lib"
    path.write_text(liberty().replace("timing ()", "silent ()"))
    told = r"unusable: INV and 10 more, pin Y of cell INV without a delay from A \(line 28 of"
    with pytest.raises(InputError, match=told):
        load_library(path)


def test_two_libraries_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.lib"
    path.write_text(liberty() + liberty().replace("roundel_small", "other"))
    with pytest.raises(InputError, match="has the libraries roundel_small and other"):
        load_library(path)


def test_a_brace_too_many(tmp_path: Path) -> None:
    path = tmp_path / "closed.lib"
    path.write_text(liberty() + "}")
    with pytest.raises(InputError, match="is truncated"):
        load_library(path)


def test_comments_of_both_kinds(tmp_path: Path) -> None:
    path = tmp_path / "comments.lib"
    path.write_text(liberty().replace("  delay_model", "  // one { brace\n  /* } */ delay_model"))
    assert load_library(path).name == "roundel_small"


@pytest.mark.parametrize(
    ("unit", "ns"),
    [
        *(('"1ns"', 1.0), ('"1 ns"', 1.0), ('"1.0ns"', 1.0), ("1NS", 1.0), ('"1000 ps"', 1.0)),
        *(('"1ps"', 1e-3), ('"10 ps"', 1e-2), ('"100ps"', 0.1), ('"0.1ns"', 0.1)),
        *(('"100fs"', 1e-4), ('"1us"', 1e3), ('"1e-9 s"', 1.0)),
    ],
)
def test_the_unit_of_time(tmp_path: Path, unit: str, ns: float) -> None:
    path = tmp_path / "time.lib"
    path.write_text(liberty().replace('time_unit : "1ns"', f"time_unit : {unit}"))
    assert load_library(path).time_unit == pytest.approx(ns)
    path.write_text(liberty().replace('  time_unit : "1ns";\n', ""))
    assert load_library(path).time_unit == 1.0


ARC = (
    'timing () { related_pin : "A"; cell_rise (scalar) { values ("1"); } '
    'rise_transition (scalar) { values ("1"); } }'
)
LOADS = f"""\
library (loads) {{
  comment : "capacitive_load_unit (9, ff)"; capacitive_load_unit%s;
  default_max_capacitance : 8;
  cell (own) {{
    area : 1; pin (A) {{ direction : input; max_capacitance : 3; }}
    pin ("Y") {{ /* direction : input; */ direction : "output"; max_capacitance : "2.5";
      function : "A"; {ARC} }}
  }}
  cell ("two") {{
    area : 1; pin (A) {{ direction : input; }}
    pin ("P, Q") {{ direction : output; function : "A"; {ARC} }}
  }}
  cell (none) {{
    area : 1; pin (A) {{ direction : input; }}
    pin (Y) {{ direction : output; function : "A"; max_capacitance : 0; {ARC} }}
  }}
  cell (marked) {{
    pin (A) {{ direction : input; }} pin (Y) {{ direction : output; function : A; }}
  }}
  cell (two) {{ pin (Q) {{ max_capacitance : 1.5; }} }}
  cell (marked) {{ dont_use : true; }}
}}
"""


def facts(text: str) -> Facts:
    """The facts of a liberty file."""
    return rewrite([Source("loads.lib", text)])[1]


@pytest.mark.parametrize(
    ("unit", "farads"),
    [
        ("(1,ff)", 1e-15),
        ('("0.1", "PF")', 1e-13),
        ("(1e1 \\\n , pf )", 1e-11),
        ("(+1.0, pf); b : 1", 1e-12),
        ("_not : 1", 1e-12),  # OpenSTA assumes a picofarad without a unit
        ("(., pf)", None),
        ("(1.2.3, pf)", None),
        ("(1 nf)", 1e-9),
        ('("1.0", "FF")', 1e-15),
        (' : "10ff"', 1e-14),
        ("(1, pW)", None),
        ("()", None),
        ("(-1, pf)", None),
    ],
)
def test_what_an_output_may_drive(unit: str, farads: float | None) -> None:
    if farads is None:
        with pytest.raises(InputError, match="line 2 of loads.lib has the capacitive_load_unit"):
            facts(LOADS % unit)
        return
    told = facts(LOADS % unit)
    assert told.loads == {
        "own": {"Y": pytest.approx(2.5 * farads)},
        "two": {"P": pytest.approx(8 * farads), "Q": pytest.approx(1.5 * farads)},
    }
    assert set(told.unused) == {"marked"}
    assert told.left_out == {}


@pytest.mark.parametrize("limit", ["0.3 * 2", "-1", "little"])
def test_a_limit_that_cannot_be_read(limit: str) -> None:
    told = facts((LOADS % "(1, pf)").replace('"2.5"', limit))
    assert told.unread == f"bad limit {limit!r} of own/Y"
    assert "own" not in told.loads
    assert facts(LOADS % "(1, pf)").unread == ""


def test_names_with_parentheses(tmp_path: Path) -> None:
    path = tmp_path / "names.lib"
    path.write_text(liberty().replace("(roundel_small)", '("small (a)")'))
    assert load_library(path).name == "small (a)"


def test_numbers_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "large.lib"
    path.write_text(liberty().replace("area : 2.0;", "area : 1e999;"))
    with pytest.raises(InputError, match="unusable: INV, cell INV without a positive area"):
        load_library(path)


def test_no_path() -> None:
    with pytest.raises(InputError, match="is not a path"):
        find_library("cells:a\0.lib")


def test_something_that_never_ends() -> None:
    with pytest.raises(InputError, match="/dev/zero is not a file"):
        load_library(Path("/dev/zero"))


def test_a_nand_without_an_area(tmp_path: Path) -> None:
    path = tmp_path / "flat.lib"
    path.write_text(liberty().replace("area : 4.0;", "area : 0;"))
    with pytest.raises(InputError, match="no NAND of two inputs with an area"):
        load_library(path)


def test_a_function_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "odd.lib"
    path.write_text(liberty().replace('"!(A & B)"', '"!(A & )"'))
    told = (
        r"unusable: ND2, function '!\(A & \)', which is not an expression \(line 47 of .*odd\.lib\)"
    )
    with pytest.raises(InputError, match=told):
        load_library(path)


def test_targets(small: Small, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert is_cells("cells")
    assert is_cells("cells:a.lib")
    assert not is_cells("cellsa")
    assert find_library(f"cells:{small()}").name == "roundel_small"
    monkeypatch.setattr(library, "DEFAULT", tmp_path / "none")
    with pytest.raises(FailureError, match="run `apt-get install qflow-tech-osu018`"):
        find_library("cells")
    with pytest.raises(InputError, match="not a library of cells"):
        find_library("ecp5-85k-8")
