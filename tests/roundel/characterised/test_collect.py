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
from roundel.fpga.record import Flow, MappedRecord

PARTS = explore_record()
CELLS = explore_record(in_cells=True)


def test_a_row_has_the_figures_of_its_point() -> None:
    rows = rows_of(PARTS, "c0ffee")
    done = [point for point in PARTS.points if point.synth]
    assert len(rows) == len(done) == 24
    for row, point in zip(rows, done, strict=True):
        assert point.synth is not None
        assert (row.target, row.lut, row.ff) == (point.target, point.synth.lut4, point.synth.ff)
        assert row.mhz == point.synth.fmax_mhz.per_seed
        assert config_of(row).own_fields() == point.config.own_fields()


def test_a_row_of_a_family_that_is_mapped_only_has_counts_and_no_clock(tmp_path: Path) -> None:
    config = PARTS.points[0].config
    found = MappedRecord(
        config=config, target="xc7", family="xc7", lut=1360, ff=668, bram=2, lut_kind="LUT6",
        ram_kind="18-kbit block RAM", wide_mux=3, carry=4, latency_cycles=12, cycles_per_block=10,
        bits_per_cycle=12.8, flow=Flow(frontend="slang", recipe="nested", options=[]),
        tools={"yosys": "0.70"}, seconds=1.0,
    )  # fmt: skip
    point = PARTS.points[0].model_copy(
        update={"synth": None, "mapped": found, "target": "xc7", "recipe": "nested"}
    )
    (row,) = rows_of(PARTS.model_copy(update={"points": [point]}), "c0ffee")
    assert (row.target, row.lut, row.ff, row.ram, row.mhz) == ("xc7", 1360, 668, 2, {})
    assert (row.recipe, row.frontend, row.tools) == ("nested", "slang", {"yosys": "0.70"})
    assert (row.cycles_per_block, row.latency_cycles, row.kge) == (10, 12, None)
    write_store(tmp_path, new_head({}), [row])
    assert load_designs(tmp_path).rows == (row,)


def test_the_head_has_the_kinds_of_luts_and_block_rams() -> None:
    parts = new_head({}).parts
    kinds = {name: (part.lut_kind, part.ram_kind) for name, part in parts.items()}
    assert kinds["xc7"] == ("LUT6", "18-kbit block RAM")
    assert kinds["cyclonev"] == ("ALUT", "10-kbit block RAM")
    assert kinds["gatemate-a1"] == ("L2T4", "20-kbit block RAM")
    assert kinds["ice40-hx8k"] == ("LUT4", "4-kbit block RAM")
    unplaced = {name for name, part in parts.items() if not part.placed}
    assert unplaced == {"xc7", "xcup", "cyclonev"}


def test_rows_of_two_families_with_similar_names_have_two_files(tmp_path: Path) -> None:
    (row, *_) = rows_of(PARTS, "c0ffee")
    names = ("ice40-hx8k", "ice40-up5k")
    rows = [row.model_copy(update={"target": name}) for name in names]
    write_store(tmp_path, new_head({}), rows)
    for name, family in zip(names, ("ice40", "ice40up"), strict=True):
        assert f'"target":"{name}"' in (tmp_path / f"{family}.jsonl").read_text()
        assert (tmp_path / f"{family}.jsonl").read_text().count("\n") == 1


def test_rows_of_cells_have_the_name_of_the_library() -> None:
    rows = rows_of(CELLS, "c0ffee")
    assert {row.target for row in rows} == {"cells:l"} == set(libraries_of(CELLS))
    assert all(row.kge and row.lut is None for row in rows)


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
