# SPDX-License-Identifier: Apache-2.0
"""Published figures: texts follow the record, and the record belongs to the RTL."""

import json
from pathlib import Path

import pytest
from scripts.derived import figures

from roundel import design
from roundel.base.errors import FailureError
from roundel.explore import ExploreRecord, Point
from roundel.fpga.record import Flow, Fmax, SynthRecord
from roundel.fpga.timing import CriticalPath

PAGE = """\
| AES-128 | LUT4 | MHz | cycles a block | Gbit/s | note |
|---|---|---|---|---|---|
| **Roundel `iterative`** (tower) | 1 | 2 | 3 | 4 | kept |
| Another core `iterative` | 1 | 2 | 3 | 4 | |

`iterative` in a sentence, and a table without a clock:

| | LUT4 |
|---|---|
| **Roundel `iterative`** | 1 |
"""
FILLED = PAGE.replace(
    "| **Roundel `iterative`** (tower) | 1 | 2 | 3 | 4 | kept |",
    "| **Roundel `iterative`** (tower) | 2,050 | 103.5 (101.0 to 104.2) | 10 | 1.32 | kept |",
)


@pytest.fixture
def point() -> Point:
    config = design.load_config("iterative")
    path = CriticalPath(logic_ns=1.0, routing_ns=1.0, levels=1, start="a", end="b")
    synth = SynthRecord(
        config=config,
        target="ecp5-85k-8",
        lut4=2050,
        ff=668,
        bram=0,
        fmax_mhz=Fmax(median=103.5, per_seed={"101": 104.2, "102": 103.5, "103": 101.0}),
        gbps=1.3248,
        latency_cycles=12,
        cycles_per_block=10,
        mbps_per_slice=1.292,
        critical_path=path,
        flow=Flow(frontend="slang", recipe="nested", options=[]),
        tools={},
        seconds=1.0,
    )
    return Point(
        number=1, config=config, target="ecp5-85k-8", status="done", front=True, synth=synth,
        failures=[], rtl=design.fingerprint(config),
    )  # fmt: skip


def write(place: Path, *points: Point) -> Path:
    record = ExploreRecord(
        space="headline", store="s", recipe="nested", seeds=[101, 102, 103], goals=["gbps"],
        points=list(points), impossible=[], runs=3, runs_done=3, runs_made=3, tools={}, jobs=1,
        wall_seconds=1.0, cpu_seconds=1.0,
    )  # fmt: skip
    path = place / "headline.json"
    path.write_text(json.dumps(record.model_dump(mode="json")))
    return path


def test_rows_of_measured_designs_are_filled(tmp_path: Path, point: Point) -> None:
    found = figures.load(write(tmp_path, point))
    assert figures.page_with_figures(PAGE, found) == FILLED
    assert figures.page_with_figures(FILLED, found) == FILLED


def test_a_preset_states_its_figures_once(tmp_path: Path, point: Point) -> None:
    (synth,) = figures.load(write(tmp_path, point)).values()
    text = "# SPDX-License-Identifier: Apache-2.0\n# A small loop.\nKeyBits: 128\n"
    filled = figures.preset_with_figures(text, synth)
    assert filled == (
        "# SPDX-License-Identifier: Apache-2.0\n# A small loop.\n"
        "# Measured: 2,050 LUT4, 668 FF, 103.5 (101.0 to 104.2) MHz, 1.32 Gbit/s\n"
        "# on ecp5-85k-8, median and range of seeds 101, 102, 103.\nKeyBits: 128\n"
    )
    assert figures.preset_with_figures(filled, synth) == filled


def test_a_record_of_other_rtl_is_refused(tmp_path: Path, point: Point) -> None:
    old = point.model_copy(update={"rtl": "0" * 32})
    with pytest.raises(FailureError, match="the RTL of iterative has changed since its published"):
        figures.load(write(tmp_path, old))


def test_an_incomplete_record_is_refused(tmp_path: Path, point: Point) -> None:
    with pytest.raises(FailureError, match="no record of published figures; run `roundel explore"):
        figures.load(tmp_path / "absent.json")
    partial = point.model_copy(update={"status": "partial"})
    with pytest.raises(FailureError, match="lacks iterative; run"):
        figures.load(write(tmp_path, partial))


def test_comments_are_not_part_of_the_fingerprint(tmp_path: Path) -> None:
    from roundel.design.elaborate import tokens

    one, other, third = (tmp_path / name for name in ("one.sv", "other.sv", "third.sv"))
    one.write_text("module m;  // a comment\n  wire a;\nendmodule\n")
    other.write_text("// another\nmodule m; wire   a; endmodule\n")
    third.write_text("module m; wire b; endmodule\n")
    assert tokens((one,)) == tokens((other,)) != tokens((third,))
