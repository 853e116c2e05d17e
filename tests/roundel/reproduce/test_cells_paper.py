# SPDX-License-Identifier: Apache-2.0
"""A paper about standard cells: its data, rows, lines, and failures.

Designs are stubs; tests/roundel/cells tests the flow.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from roundel import cells as flow
from roundel import reproduce
from roundel.__main__ import main
from roundel.base import tools
from roundel.base.errors import FailureError, InputError
from roundel.cells import works
from roundel.cells.record import CellsRecord, LibraryRecord, LimitRecord
from roundel.design import Config, load_config
from roundel.fpga.timing import CriticalPath
from roundel.reproduce import data_cells
from roundel.reproduce.page import page

PAPER = reproduce.load_paper("dong2021")
assert PAPER.cells is not None
ASKED: data_cells.Cells = PAPER.cells


def record(config: Config, recipe: str, mhz: float = 500.0) -> CellsRecord:
    """A possible result of a design: 100 kGE per lane."""
    lanes = config.Lanes
    gbps = 0.128 * lanes * mhz
    return CellsRecord(
        config=config,
        target="cells",
        library=LibraryRecord(
            name="l", conditions="c", wire_load="", nand2="n", nand2_area=1.0, digest="d"
        ),
        recipe=recipe,
        kge=100.0 * lanes,
        cell_area=100000.0 * lanes,
        cells=1,
        ff=2,
        memory_bits=0,
        fmax_mhz=mhz,
        gbps=gbps,
        latency_cycles=11,
        latency_ns=11000 / mhz,
        cycles_per_block=1,
        gbps_per_kge=gbps / 100 / lanes,
        gbps_per_mm2=1.0,
        critical_path=CriticalPath(logic_ns=2.0, routing_ns=0, levels=20, start="a", end="b"),
        loads=LimitRecord(over=0, worst=0.5, where="NAND2/Y"),
        slews=None,
        vectors=256,
        assumptions=["an ideal clock"],
        caveats=["2 outputs drive more"] if config.name == "dong2021-2" else [],
        tools={},
        seconds=1.0,
    )


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """All designs are ready at once, except the failing dong2021-3."""

    def synth(
        config: Config,
        target: str,
        progress: Any,
        *,
        recipe: str,
        power: Any,
        timeout: float,
        output: None,
    ) -> Any:
        assert output is None
        del target, power, timeout
        progress(f"{config.name}: mapping", 0.5)
        if config.name == "dong2021-3":
            raise FailureError("the netlist of dong2021-3 is wrong.")
        return record(config, recipe)

    monkeypatch.setattr(works, "synth_cells", synth)
    monkeypatch.setattr(works, "find_identity", lambda target: "l")
    monkeypatch.setattr(tools, "find", lambda name: tools.Tool(name, [], "1", "native"))
    monkeypatch.setattr(
        flow,
        "find_library",
        lambda target: type("L", (), {"name": target, "conditions": "c", "wire_load": ""})(),
    )


def test_the_published_table() -> None:
    """Throughput is 128 bits a core and cycle, latency 11 cycles, density throughput / area."""
    rows = ASKED.tables[0].rows
    assert [row.published["lanes"] for row in rows] == list(range(1, 11))
    for row in rows:
        told = row.published
        assert load_config(row.preset or "").Lanes == told["lanes"]
        assert told["gbps"] == pytest.approx(0.128 * told["lanes"] * told["clock_mhz"], rel=2e-3)
        assert told["latency_ns"] == pytest.approx(11000 / told["clock_mhz"], rel=6e-3)
        assert told["gbps_per_mm2"] == pytest.approx(told["gbps"] / told["area_mm2"], rel=0.08)
        assert told["gbps_per_w"] == pytest.approx(1000 * told["gbps"] / told["power_mw"], rel=2e-3)
        assert told["gbps_per_core"] == pytest.approx(told["gbps"] / told["lanes"], rel=2e-3)


@pytest.mark.usefixtures("stand_in")
def test_rows_and_lines() -> None:
    found = reproduce.reproduce(PAPER, "cells")
    rows = {(row.table, row.row): row for row in found.rows}
    one = rows["Table 3", "1 core"]
    assert one.measured is not None
    assert one.ratio is not None
    assert (one.measured["kge"], one.measured["gbps"]) == (100.0, 64.0)
    assert one.ratio["clock_mhz"] == pytest.approx(500 / 870, abs=1e-4)
    assert "power_mw" not in one.measured
    assert rows["Table 3", "3 cores"].measured is None
    assert "netlist of dong2021-3 is wrong" in rows["Table 3", "3 cores"].note
    assert rows["Ours", "a terabit per second"].published["kge"] == 1305.9
    # 64 Gbit/s per core: two cores for 100; the three failed designs may or may not reach 200 and
    # 400; none reaches 800.
    cores = {name: row.measured and row.measured["cores"] for (table, name), row in rows.items()
             if table == "Table 4"}  # fmt: skip
    assert list(cores.values()) == [2, None, None, None, None]
    assert "because 3 cores were not measured" in rows["Table 4", "200 Gbit/s (802.3cd)"].note
    assert "10 cores, the most measured, reach 640" in rows["Table 4", "800 Gbit/s"].note
    v100 = rows["Table 5", "2019 Tesla V100, AES-ECB"]
    assert v100.ratio is not None
    assert v100.ratio["gbps"] == pytest.approx(640 / 1380, abs=1e-4)
    assert found.failures == {"dong2021-3, balanced": "the netlist of dong2021-3 is wrong."}
    assert [text for text in found.differences if "outputs" in text] == [
        "dong2021-2, balanced: 2 outputs drive more."
    ]
    assert found.seeds == []
    assert any(text.startswith("Clock by number of cores") for text in found.findings)
    assert "100.0 kGE on average for each further core" in " ".join(found.findings)


@pytest.mark.usefixtures("stand_in")
def test_what_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    place = tmp_path / "page.html"
    assert main(["reproduce", "dong2021", "--html", str(place)]) == 1  # a design failed
    text = capsys.readouterr().out
    assert "measured on cells\n" in text
    assert "seeds" not in text
    assert "kGE" in text
    assert main(["reproduce", "dong2021", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["cells"]["cells-fast, speed"]["schema"] == "roundel.cells/1"
    assert "seed 1" not in place.read_text()
    assert "seeds 1" not in place.read_text()


@pytest.mark.usefixtures("stand_in")
def test_the_page_plots_what_was_published() -> None:
    found = reproduce.reproduce(PAPER, "cells")
    text = page(PAPER, found)
    assert "Throughput against area" in text
    assert "1,305.9" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["dong2021", "--target", "ecp5-85k-8"], "needs standard cells"),
        (["dong2021", "--seeds", "1"], "omit --seeds"),
        (["jin2011", "--target", "cells"], "needs a part"),
        (["dong2021", "--target", "cells:/nowhere.lib"], "cannot read the liberty file"),
    ],
)
def test_bad_input(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "/nowhere" in words[-1]:
        try:
            tools.find("sta")
        except FailureError as missing:
            pytest.skip(str(missing))
    assert main(["reproduce", *words]) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert not captured.out


def test_data_that_leads_nowhere() -> None:
    good = ASKED.model_dump()
    for change in (
        {"lines": {**good["lines"], "of": "Table 9"}},
        {"others": {**good["others"], "of": ["Table 3", "11 cores"]}},
    ):
        with pytest.raises(ValueError, match="is not a "):
            data_cells.Cells.model_validate({**good, **change})
    first = good["tables"][0]["rows"][0]
    first["preset"] = None
    with pytest.raises(ValueError, match="row 1 core has no preset"):
        data_cells.Cells.model_validate(good)
    first |= {"preset": "dong2021-1", "recipe": "fast"}
    with pytest.raises(ValueError, match="has no recipe fast"):
        data_cells.Cells.model_validate(good)


def test_a_paper_of_parts_takes_no_cells() -> None:
    with pytest.raises(InputError, match="needs a part"):
        reproduce.reproduce(reproduce.load_paper("hodjat2004"), "cells")
