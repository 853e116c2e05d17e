# SPDX-License-Identifier: Apache-2.0
"""A library of several files, and links within the cache.

State space: files with other defaults, units, conditions and cells; a comma in a file's name.
"""

import gzip
from pathlib import Path

import pytest
from tests.roundel.cells.small import liberty

from roundel.base.errors import InputError
from roundel.cells.flow import synth_cells
from roundel.cells.library import Library, find_identity, find_library, load_library
from roundel.design import make_config


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def _areas(library: Library) -> dict[str, tuple[str, float]]:
    return {name: (cell.kind, cell.area) for name, cell in library.cells.items()}


def _split(text: str) -> tuple[str, str]:
    """The gates of a library, and its flip-flops in a second library."""
    place = text.index("  cell (DFF)")
    start = text.index("  cell (INV)")
    second = text[:start].replace("roundel_small", "flops") + text[place:]
    return text[:place] + "}\n", second


def test_several_files(tmp_path: Path) -> None:
    text = liberty()
    first, second = (tmp_path / name for name in ("gates.lib", "flops.lib.gz"))
    gates, flops = _split(text)
    first.write_text(gates)
    second.write_bytes(gzip.compress(flops.encode()))
    whole = load_library(_written(tmp_path / "whole.lib", text))
    target = f"cells:{first},{second}"
    found = find_library(target)
    assert found.name == "roundel_small and 1 more"
    assert (_areas(found), found.loads) == (_areas(whole), whole.loads)
    assert found.gates.read_text() == whole.gates.read_text()
    assert find_identity(target) == found.identity
    assert found.identity not in (whole.identity, find_identity(f"cells:{second},{first}"))
    swapped = find_library(f"cells:{second},{first}")
    assert _areas(swapped) == _areas(found)


def test_files_keep_their_own_defaults(tmp_path: Path) -> None:
    gates, flops = _split(liberty(load=4.0))
    first = _written(tmp_path / "gates.lib", gates)
    other = flops.replace("max_capacitance : 40.0; ", "").replace("4.0;\n", "5.0;\n", 1)
    assert "default_max_capacitance : 5.0;" in other
    found = load_library(first, _written(tmp_path / "flops.lib", other))
    assert found.loads["INV"]["Y"] == pytest.approx(4e-15)
    assert found.loads["DFF"]["Q"] == pytest.approx(5e-15)
    flop = found.path.read_text().partition("cell (DFF)")[2]
    assert "max_capacitance : 5.0;" in flop.partition("pin (Q)")[2].partition("timing")[0]


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        (
            'time_unit : "1ns"',
            'time_unit : "1ps"',
            "the time_unit is 1ns in .*gates.lib and .* in",
        ),
        ("(1, ff)", "(1, pf)", "the capacitive_load_unit is 1 ff in .* and 1 pf in"),
        (
            "nom_voltage : 1.5",
            "nom_voltage : 1.2",
            "the nom_voltage is .* give files of one library",
        ),
        ("nom_voltage : 1.5;", "", "nom_voltage is 1.5 in .* and missing in .*flops.lib"),
        ("cell (DFF)", "cell (INV)", "flops.lib repeats the cell INV of another file"),
    ],
)
def test_files_that_do_not_belong_together(
    tmp_path: Path, right: str, wrong: str, told: str
) -> None:
    gates, flops = _split(liberty())
    assert right in flops
    paths = (
        _written(tmp_path / "gates.lib", gates),
        _written(tmp_path / "flops.lib", flops.replace(right, wrong)),
    )
    with pytest.raises(InputError, match=told):
        load_library(*paths)


def test_a_comma_in_the_name_of_a_file(tmp_path: Path) -> None:
    path = _written(tmp_path / "a,b.lib", liberty())
    assert find_library(f"cells:{path}").name == "roundel_small"
    with pytest.raises(InputError, match="No such file"):
        find_library(f"cells:{tmp_path}/c,d.lib")


# ---- The cache ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("sta")
def test_links_hold_where_the_cache_is_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("ROUNDEL_CACHE", str(cache))
    path = _written(tmp_path / "small.lib", liberty())
    synth_cells(
        make_config("one", {"Compact": 1, "Backpressure": 0, "Sbox": "gates"}),
        f"cells:{path}",
        recipe="area",
    )
    moved = cache.rename(tmp_path / "moved")
    links = [item for item in moved.rglob("*") if item.is_symlink()]
    assert {item.parent.parent.name for item in links} >= {"cells", "timed"}
    assert all(item.resolve().is_file() for item in links)
