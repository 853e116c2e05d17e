# SPDX-License-Identifier: Apache-2.0
"""Rows from records of explore: figures, seeds of several records, and points near a front."""

from pathlib import Path

from tests.roundel.pages import explore_record

from roundel.characterised import Designs, load_designs
from roundel.characterised.collect import (
    config_of,
    libraries_of,
    merged,
    new_head,
    rows_of,
    write_store,
)
from roundel.characterised.fronts import near_front
from roundel.explore import pareto

PARTS = explore_record()
CELLS = explore_record(in_cells=True)


def test_a_row_has_the_figures_of_its_point() -> None:
    rows = rows_of(PARTS, "c0ffee")
    done = [point for point in PARTS.points if point.synth]
    assert len(rows) == len(done) == 24
    for row, point in zip(rows, done, strict=True):
        assert point.synth is not None
        assert (row.target, row.lut4, row.ff) == (point.target, point.synth.lut4, point.synth.ff)
        assert row.mhz == point.synth.fmax_mhz.per_seed
        assert config_of(row).own_fields() == point.config.own_fields()


def test_rows_of_cells_have_the_name_of_the_library() -> None:
    rows = rows_of(CELLS, "c0ffee")
    assert {row.target for row in rows} == {"cells:l"} == set(libraries_of(CELLS))
    assert all(row.kge and row.lut4 is None for row in rows)


def test_a_second_record_adds_seeds_to_the_rows_of_equal_rtl() -> None:
    (row, *rest) = rows_of(PARTS, "c0ffee")
    more = row.model_copy(update={"mhz": {"101": 90.0}})
    other = row.model_copy(update={"mhz": {"101": 90.0}, "rtl": "changed"})
    assert next(r for r in merged([row, *rest], [more]) if r.key == row.key).mhz == {
        **row.mhz, "101": 90.0,
    }  # fmt: skip
    assert next(r for r in merged([row, *rest], [other]) if r.key == row.key).mhz == {"101": 90.0}


def test_a_written_store_can_be_read(tmp_path: Path) -> None:
    rows = merged([], rows_of(PARTS, "c0ffee"))
    head = new_head({})
    write_store(tmp_path, head, rows)
    found = load_designs(tmp_path)
    assert found.head == head
    assert sorted(found.rows, key=lambda row: row.key) == rows


def test_rows_on_the_front_are_near_the_front() -> None:
    rows = tuple(rows_of(PARTS, "c0ffee"))
    own = [row for row in rows if row.target == "ecp5-85k-8"]
    near = near_front(Designs(new_head({}), rows, ()), "ecp5-85k-8")
    points = [point for point in PARTS.points if point.target == "ecp5-85k-8" and point.synth]
    front = pareto([("one", point.synth.figures()) for point in points if point.synth])
    assert {own[index].key for index in front} <= {row.key for row in near}
    assert len(near) < len(own)
