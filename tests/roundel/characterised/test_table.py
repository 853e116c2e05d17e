# SPDX-License-Identifier: Apache-2.0
"""The table of measured figures in data sheets."""

import dataclasses
import re

from roundel.characterised import Designs, Row, load_designs, measured_table
from roundel.characterised.collect import digest_of
from roundel.design import Config, load_config, make_config

CELLS = "cells:NangateOpenCellLibrary"


def _changed(designs: Designs, config: Config, **values: object) -> Designs:
    """The store with changed rows of a configuration."""
    rows: list[Row] = []
    for row in designs.rows:
        own = designs.fields(row).items() <= config.fields().items()
        rows.append(row.model_copy(update=values) if own else row)
    return dataclasses.replace(designs, rows=tuple(rows))


def test_a_row_for_each_part() -> None:
    designs, config = load_designs(), load_config("iterative")
    lines = measured_table(designs, config, None).splitlines()
    own = [row for row in designs.rows if designs.fields(row).items() <= config.fields().items()]
    assert {row.target for row in own} >= {"ecp5-85k-8", "xc7"}
    assert len(lines) == len(own) + 4
    (ecp5,) = [row for row in own if row.target == "ecp5-85k-8"]
    clocks = f"{ecp5.mhz_median:.1f} ({ecp5.mhz_min:.1f} to {max(ecp5.mhz.values()):.1f}"
    (line,) = [line for line in lines if line.startswith("| ecp5-85k-8 |")]
    assert f"| {ecp5.lut:,} LUT4 | {ecp5.ff:,} | " in line
    assert clocks in line
    assert any(line.startswith("| xc7 |") and line.endswith("| mapped only |") for line in lines)
    assert f"yosys {ecp5.tools['yosys']}" in lines[-1]


def test_a_row_of_cells_has_an_area_and_no_block_ram() -> None:
    designs = load_designs()
    row = next(row for row in designs.rows if row.target == CELLS)
    table = measured_table(designs, make_config("own", designs.fields(row)), None)
    name = CELLS.removeprefix("cells:")
    area = f"| {name} | {row.recipe} | {row.kge:,.1f} kGE | {row.ff:,} |  | {row.mhz_median:.1f} "
    assert f"{area}(static timing) |" in table


def test_a_row_of_earlier_rtl_names_its_commit() -> None:
    designs, config = load_designs(), load_config("iterative")
    present = digest_of(config, "xc7")
    table = measured_table(_changed(designs, config, rtl="0" * 32, commit="c" * 40), config, None)
    assert re.search(r"has changed since these measurements \(.*xc7.*: commit c{10}\)\.", table)
    table = measured_table(_changed(designs, config, rtl=present, commit="c" * 40), config, None)
    assert "commit" not in table


def test_a_design_without_a_row_has_no_table() -> None:
    config = load_config("iterative", ["KeySchedule=stored", "KeySlots=256"])
    assert measured_table(load_designs(), config, None) == ""


def test_a_design_with_files_of_the_family_names_the_targets_with_these_files() -> None:
    table = measured_table(load_designs(), load_config("gcm-1"), None)
    assert "On ecp5-85k-8, files of `rtl/vendor`" in table
    assert "rtl/vendor" not in measured_table(load_designs(), load_config("iterative"), None)
