# SPDX-License-Identifier: Apache-2.0
"""Published figures: texts follow the records, and the records belong to the RTL."""

import json
from pathlib import Path

import pytest
from scripts.derived import figures

from roundel import design
from roundel.base.errors import FailureError
from roundel.cells.record import CellsRecord, LibraryRecord
from roundel.explore import ExploreRecord, Point
from roundel.fpga.record import Flow, Fmax, SynthRecord
from roundel.fpga.timing import CriticalPath

PAGE = """\
| AES-128 | LUT4 | MHz | cycles per block | Gbit/s | note |
|---|---|---|---|---|---|
| **Roundel `iterative`** (tower) | 1 | 2 | 3 | 4 | kept |
| Another core `iterative` | 1 | 2 | 3 | 4 | |

`iterative` in a sentence, and a table without a clock:

| | LUT4 |
|---|---|
| **Roundel `iterative`** | 1 |

| AES-128 | recipe | kGE | MHz |
|---|---|---|---|
| **Roundel `cells-outer`** | speed | 1 | 2 |
"""
FILLED = PAGE.replace(
    "| **Roundel `iterative`** (tower) | 1 | 2 | 3 | 4 | kept |",
    "| **Roundel `iterative`** (tower) | 2,050 | 103.5 (101.0 to 104.2) | 10 | 1.32 | kept |",
).replace("| speed | 1 | 2 |", "| speed | 107.4 | 1,067 |")
PATH = CriticalPath(logic_ns=1.0, routing_ns=1.0, levels=1, start="a", end="b")


@pytest.fixture
def part() -> Point:
    config = design.load_config("iterative")
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
        critical_path=PATH,
        flow=Flow(frontend="slang", recipe="nested", options=[]),
        tools={},
        seconds=1.0,
    )
    return Point(
        number=1, config=config, target="ecp5-85k-8", recipe="nested", status="done", front=True,
        synth=synth, failures=[], rtl=design.fingerprint(config),
    )  # fmt: skip


@pytest.fixture
def cells() -> list[Point]:
    return [in_cells(1, "balanced", 71.4, 856.0), in_cells(2, "speed", 107.4, 1067.0)]


def in_cells(number: int, recipe: str, kge: float, mhz: float) -> Point:
    config = design.load_config("cells-outer")
    library = LibraryRecord(
        name="Small", conditions="1.1 V, 25 C", wire_load="", nand2="NAND2", nand2_area=0.8,
        digest="d",
    )  # fmt: skip
    record = CellsRecord(
        config=config, target="cells:small.lib", library=library, recipe=recipe, kge=kge,
        cell_area=kge, cells=1, ff=2, memory_bits=0, fmax_mhz=mhz, gbps=0.128 * mhz,
        latency_cycles=11, latency_ns=1.0, cycles_per_block=1, gbps_per_kge=1.0, gbps_per_mm2=1.0,
        critical_path=PATH, vectors=256, assumptions=[], tools={}, seconds=1.0,
    )  # fmt: skip
    return Point(
        number=number, config=config, target=record.target, recipe=recipe, status="done",
        front=True, synth=None, cells=record, failures=[], rtl=design.fingerprint(config),
    )  # fmt: skip


def write(place: Path, part: Point, cells: list[Point], store: str = "s") -> Path:
    for name, points in (("headline.json", [part]), ("headline-cells.json", cells)):
        record = ExploreRecord(
            space="headline", store=store, recipe="nested", seeds=[101, 102, 103], goals=["gbps"],
            points=points, impossible=[], runs=3, runs_done=3, runs_made=3, tools={}, jobs=1,
            wall_seconds=1.0, cpu_seconds=1.0,
        )  # fmt: skip
        (place / name).write_text(json.dumps(record.model_dump(mode="json")))
    return place


def test_rows_of_measured_designs_are_filled(
    tmp_path: Path, part: Point, cells: list[Point]
) -> None:
    found = figures.load(write(tmp_path, part, cells))
    assert figures.page_with_figures(PAGE, found) == FILLED
    assert figures.page_with_figures(FILLED, found) == FILLED
    with pytest.raises(FailureError, match="cells-outer with the recipe 'area', which is in no"):
        figures.page_with_figures(PAGE.replace("speed", "area"), found)


def test_a_row_that_no_record_has_is_refused(
    tmp_path: Path, part: Point, cells: list[Point]
) -> None:
    found = figures.load(write(tmp_path, part, cells))
    with pytest.raises(FailureError, match="a table publishes fastest, which is in no record"):
        figures.page_with_figures(PAGE.replace("iterative", "fastest"), found)


def test_a_preset_states_its_figures_once(tmp_path: Path, part: Point, cells: list[Point]) -> None:
    found = figures.load(write(tmp_path, part, cells))
    text = "# SPDX-License-Identifier: Apache-2.0\n# A small loop.\nKeyBits: 128\n"
    filled = figures.preset_with_figures(text, found["iterative"])
    assert filled == (
        "# SPDX-License-Identifier: Apache-2.0\n# A small loop.\n"
        "# Measured on ecp5-85k-8, median and range of 3 seeds:\n"
        "# 2,050 LUT4, 668 flip-flops, 103.5 (101.0 to 104.2) MHz, 1.32 Gbit/s.\nKeyBits: 128\n"
    )
    assert figures.preset_with_figures(filled, found["iterative"]) == filled
    filled = figures.preset_with_figures(text, found["cells-outer"])
    assert filled == (
        "# SPDX-License-Identifier: Apache-2.0\n# A small loop.\n"
        "# Measured in Small, 1.1 V, 25 C:\n"
        "# recipe balanced: 71.4 kGE, 856 MHz, 109.6 Gbit/s;\n"
        "# recipe speed: 107.4 kGE, 1,067 MHz, 136.6 Gbit/s.\nKeyBits: 128\n"
    )
    assert figures.preset_with_figures(filled, found["cells-outer"]) == filled


def test_a_record_of_other_rtl_is_refused(tmp_path: Path, part: Point, cells: list[Point]) -> None:
    old = part.model_copy(update={"rtl": "0" * 32})
    with pytest.raises(FailureError, match=r"the RTL of iterative has changed since headline\.js"):
        figures.load(write(tmp_path, old, cells))


def test_an_incomplete_record_is_refused(tmp_path: Path, part: Point, cells: list[Point]) -> None:
    with pytest.raises(
        FailureError, match="not a record of published figures; run `roundel explore"
    ):
        figures.load(tmp_path)
    partial = part.model_copy(update={"status": "partial"})
    with pytest.raises(FailureError, match="lacks iterative; run"):
        figures.load(write(tmp_path, partial, cells))
    with pytest.raises(FailureError, match="names a folder of one machine"):
        figures.load(write(tmp_path, part, cells, store="/home/me/s.sqlite"))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seeds": [1, 2, 3]}, "has the seeds [1, 2, 3] instead of [101, 102, 103, 104, 105]"),
        ({"points": []}, "has other designs or recipes than its space"),
        ({"tools": {"yosys": "0.1"}}, "was measured with yosys 0.1 instead of "),
        ({"tools": {}}, "was measured with yosys another version instead of "),
        ({"space": "headline-cells", "seeds": []}, "has other designs"),
        ({}, ""),
    ],
)
def test_a_record_belongs_to_its_space_and_the_tools(change: dict[str, object], told: str) -> None:
    record = ExploreRecord.model_validate_json((figures.RECORDS / "headline.json").read_text())
    why = figures.outdated(record.model_copy(update=change))
    assert told in why
    assert bool(why) == bool(told)


def test_a_record_has_all_recipes_of_its_space(monkeypatch: pytest.MonkeyPatch) -> None:
    # The default library of the space is not needed.
    monkeypatch.setattr("roundel.cells.library.find_library", None)
    text = (figures.RECORDS / "headline-cells.json").read_text()
    record = ExploreRecord.model_validate_json(text)
    assert figures.outdated(record) == ""
    points = [item.model_copy(update={"recipe": "area"}) for item in record.points]
    assert "other designs or recipes" in figures.outdated(
        record.model_copy(update={"points": points})
    )


@pytest.mark.parametrize("name", figures.COMMANDS)
def test_a_page_names_the_commands_of_the_records(name: str) -> None:
    command = figures.COMMANDS[name]
    whole = f"{command} --store headline.sqlite --json > new.json && mv new.json {name}"
    figures.check_commands("page.md", f"`{command}` or\n   {whole}\n")
    for wrong in (f"{command} --jobs 2", f"{command}.gz", whole.replace(" && mv new.json", "")):
        with pytest.raises(FailureError, match=r"page\.md names `roundel explore headline.*no rec"):
            figures.check_commands("page.md", f"`{wrong}`")


def test_comments_are_not_part_of_the_fingerprint(tmp_path: Path) -> None:
    from roundel.design.elaborate import tokens

    one, other, third = (tmp_path / name for name in ("one.sv", "other.sv", "third.sv"))
    one.write_text("module m;  // a comment\n  wire a;\nendmodule\n")
    other.write_text("// another\nmodule m; wire   a; endmodule\n")
    third.write_text("module m; wire b; endmodule\n")
    assert tokens((one,)) == tokens((other,)) != tokens((third,))
