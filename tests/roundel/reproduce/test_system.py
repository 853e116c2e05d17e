# SPDX-License-Identifier: Apache-2.0
"""Predictions of a paper's system: the program on a real card, and the derived figures.

State space: each link of tong2002, transfers below and above the queue's 512 blocks; right
predictions, and wrong predictions for each reason of a row; no card; a system left out.
"""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.roundel.page_data import figures_of
from tests.roundel.reproduce.conftest import synth_record

from roundel.__main__ import main
from roundel.base.errors import FailureError
from roundel.base.progress import null_progress
from roundel.design import load_config
from roundel.reproduce import load_paper, reproduce, system
from roundel.reproduce.data import Paper
from roundel.reproduce.findings import core_findings
from roundel.reproduce.page import page
from roundel.reproduce.pilchard import run_program
from roundel.reproduce.rebuild import Measured, rows_of
from roundel.reproduce.record import ReproduceRecord, RowRecord
from roundel.reproduce.system import findings, predict, software_rows, system_rows, unmeasured
from roundel.reproduce.tables import print_reproduce
from roundel.sim.driver import Card
from roundel.system import Link, load_link, measure_system
from roundel.verify import reference

Runs = dict[str, FailureError]
Predict = Callable[[object, Link, int], float]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache without this folder's own fixture: cards are built once for all tests."""
    monkeypatch.undo()


@pytest.fixture
def paper() -> Paper:
    return load_paper("tong2002")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, paper: Paper) -> dict[tuple[str, int], float]:
    """Given predictions, without our own driver; the default are the published predictions."""
    says: dict[tuple[str, int], float] = {}
    assert paper.system is not None
    published = {
        (row.link, row.bytes): row.published.get("system_mbps", 300.0)
        for table in paper.system.tables
        for row in table.rows
    }
    monkeypatch.setattr(
        system, "predict",
        lambda _, link, size: says.get((link.name, size), published[link.name, size]),
    )  # fmt: skip
    monkeypatch.setattr(system, "measure_system", _Own)
    return says


class _Own:
    """A record of ours: 400 Mbit/s."""

    link_mbps, engine_mbps = 500.0, 800.0

    def __init__(self, *_: object, **__: object) -> None:
        self.sizes = [self]
        self.mbps, self.ratio = 400.0, 0.8


def row_of(rows: list[RowRecord], table: str, row: str) -> RowRecord:
    (found,) = [item for item in rows if (item.table, item.row) == (table, row)]
    return found


# ---- On a card ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size"),
    [("pilchard-uc64", 16), ("pilchard-uc128", 9008), ("pilchard-wc", 272), ("pilchard-wc", 23552),
     ("pilchard-wc64", 8144), ("pilchard-wc64", 8160)],
)  # fmt: skip
def test_the_program_encrypts(kept: None, name: str, size: int) -> None:
    """Queues are filled once, once exactly and three times."""
    data, key = random.Random(size).randbytes(size), bytes(range(16))
    link = load_link(name)
    with Card.open(load_config("tong2002-card")) as card:
        card.set_link(link.model())
        card.load_key(key)
        card.times(clear=True)
        took, text = run_program(card, data, link.kind(link.access).bytes)
        times = card.times()
    assert text == reference.cipher("ecb", False, key, b"", data)
    assert times.refused == 0
    own = times.write_ps + times.read_ps + times.full_ps + times.answer_ps + times.idle_ps
    assert took == own
    # The link's own accesses move all of the text in both directions.
    least = size * 8 / (link.mbps(link.access) or 1) * 1e6
    assert took >= least
    assert took < 1.1 * least + 3_000_000


def test_an_access_that_cannot_be_is_refused(kept: None) -> None:
    with Card.open(load_config("tong2002-card")) as card:
        with pytest.raises(FailureError, match="the simulated device: an access needs 4, 8, 16"):
            card.write_memory(0x4004, bytes(8))
        with pytest.raises(FailureError, match="the card refused a read"):
            card.read_memory(0x4000, 8)


def test_a_prediction_is_near_the_links_rate(kept: None, paper: Paper) -> None:
    """Link and core overlap, so at 15 kB the link takes nearly all of the time."""
    assert paper.system is not None
    for name, rate in (("pilchard-uc64", 298.0), ("pilchard-wc", 483.0)):
        found = predict(paper.system, load_link(name), 15360)
        assert 0.95 * rate < found < rate
    record = measure_system(
        load_config(paper.system.preset), load_link("pilchard-wc"), [15360], requests=8, count=8
    )
    assert record.sizes[0].mbps > found


def test_a_wrong_text_is_no_prediction(
    kept: None, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert paper.system is not None
    monkeypatch.setattr(reference, "cipher", lambda *_: b"other")
    with pytest.raises(FailureError, match="OpenSSL give different results"):
        predict(paper.system, load_link("pilchard-wc"), 16)


# ---- Derived figures ----------------------------------------------------------------------------


def test_each_row_has_a_prediction_and_its_error(
    paper: Paper, told: dict[tuple[str, int], float]
) -> None:
    told["pilchard-wc", 15360] = 500.5
    told["pilchard-uc64", 15360] = 298.0
    told["pilchard-uc128", 1536] = 500.0
    rows = system_rows(paper, null_progress)
    good = row_of(rows, "figure 7.6", "SSE, write-combining, 15 kB")
    assert (good.kind, good.published) == ("system", {"system_mbps": 455})
    assert good.measured is not None
    assert good.measured["error_percent"] == 10.0
    assert good.measured["serial_mbps"] == pytest.approx(1 / (1 / 500.5 + 1 / 755.1), abs=0.05)
    assert good.ratio == {"system_mbps": 1.1}
    assert good.note == ""
    assert good.cited == {"system_mbps": "section 7 and figure 7.6"}
    missed = row_of(rows, "figure 7.6", "MMX, uncacheable, 15 kB")
    assert missed.measured is not None
    assert missed.measured["error_percent"] == 41.9
    # 128 bits at 210 Mbit/s take 609.5 ns, at 298 Mbit/s 429.5 ns.
    assert "180.0 ns per block more" in missed.note
    assert "169.5 ns per block, to the link's time leaves +1.7 %." in missed.note
    fixed = row_of(rows, "figure 7.5", "SSE, uncacheable, 1.5 kB")
    serial = 1 / (1 / 500 + 1 / 755.1)
    assert f"{12288 * (1 / 210 - 1 / serial):.1f} us per transfer are missing" in fixed.note
    silent = row_of(rows, "figure 7.5", "SSE, write-combining, 1.5 kB")
    assert (silent.published, silent.ratio) == ({}, {})
    assert silent.measured is not None
    assert "error_percent" not in silent.measured


def test_our_own_stand_beside_the_papers_program(
    paper: Paper, told: dict[tuple[str, int], float]
) -> None:
    told["pilchard-wc", 15360] = 320.0
    rows = system_rows(paper, null_progress)
    own = row_of(rows, "our card and driver", "SSE, write-combining, 15 kB, 8 requests")
    assert (own.kind, own.published) == ("ours", {"system_mbps": 455})
    assert own.measured == {
        "bytes": 15360, "in_flight": 8, "system_mbps": 400, "program_mbps": 320, "link_mbps": 500,
        "engine_mbps": 800,
    }  # fmt: skip
    assert own.note == ("80.0 % of the lower limit; +25.0 % relative to the paper's program.")
    assert own.ratio == {"system_mbps": round(400 / 455, 4)}


def test_what_the_predictions_say_together(
    paper: Paper, told: dict[tuple[str, int], float]
) -> None:
    assert findings(paper, []) == []
    for size in (1536, 6400, 15360, 23552):
        told["pilchard-uc64", size] = 298.0
    told["pilchard-uc128", 1536] = told["pilchard-uc128", 15360] = 557.0
    found = findings(paper, system_rows(paper, null_progress))
    # Nine measurements: two appear in two figures each; three of them combine.
    assert "3 of 9 published points of the system are predicted within 15 %" in found[0]
    assert "No single rule predicts all points" in found[1]
    assert "uncacheable accesses deviate by +0.5 to +1.7 %" in found[1]
    serial = round(1 / (1 / 557 + 1 / 755.1), 1)
    fixed = 12288 * (1 / 210 - 1 / serial)
    whole = 122880 / (122880 / serial + fixed)
    assert f"{fixed:.1f} us per transfer" in found[2]
    assert f"{whole:.0f} Mbit/s ({100 * (whole / 319 - 1):+.1f} %)" in found[2]
    assert "a fixed time with SSE fits both" in found[2]
    assert "missing times are also absent" in found[3]
    told["pilchard-uc128", 1536] = told["pilchard-uc128", 15360] = 900.0
    assert "does not fit both" in findings(paper, system_rows(paper, null_progress))[2]


def test_software_is_measured_here(paper: Paper) -> None:
    rows = software_rows(paper.software)
    assert [row.published["software_mbps"] for row in rows] == [325, 275, 236]
    for row in rows:
        assert row.measured is not None
        value = row.measured["software_mbps"]
        assert isinstance(value, float)
        assert value > 10


# ---- The cores ----------------------------------------------------------------------------------


def cores(paper: Paper, *designs: tuple[int, float, float]) -> list[RowRecord]:
    """Rows of the first table, by LUTs, MHz and cycles; other rows are missing."""
    rows = rows_of(paper, Measured({}, {}, None))
    found: list[RowRecord] = []
    for row, degree in zip(rows[:4], (1, 2, 5, 10), strict=True):
        values = dict(zip(("luts", "clock_mhz", "cycles_per_block"), designs[len(found)],
                          strict=True)) if len(found) < len(designs) else None  # fmt: skip
        if values is not None:
            rate = 128 * values["clock_mhz"]
            values |= {
                "degree": degree, "mbps": rate / values["cycles_per_block"],
                "mbps_key_cycle": rate / (values["cycles_per_block"] + 1),
            }  # fmt: skip
        found.append(row.model_copy(update={"measured": values}))
    return found


def test_linear_and_highest_as_the_paper_has_it(paper: Paper) -> None:
    rows = cores(paper, (1100, 100, 10), (2100, 49, 5), (5100, 19, 2), (10100, 9, 1))
    found = core_findings(paper, rows)
    assert found[0] == (
        "Linear: LUT4 = 100 + 1,000 x degree, R^2 = 1.0000; deviation from the line: unrolled 1 "
        "+0.0 %, unrolled 2 +0.0 %, unrolled 5 +0.0 %, unrolled 10 +0.0 %."
    )
    assert found[1].startswith(
        "The highest is unrolled 1, as in the paper (Mbit/s: unrolled 1 1,280.0"
    )
    assert len(found) == 2


def test_why_another_degree_is_highest(paper: Paper) -> None:
    rows = cores(paper, (1000, 100, 10), (2500, 55, 5), (5000, 24, 2), (9000, 11, 1))
    designs = {f"tong2002-{degree}": synth_record("any") for degree in (1, 2, 5, 10)}
    line, highest, why, path, cycle = core_findings(paper, rows, designs)
    assert "R^2 = 0.99" in line
    assert "The highest is unrolled 5, not unrolled 1 as in the paper" in highest
    assert "the clocks relative to unrolled 1 are 1.000, 0.550, 0.240, 0.110, the" in why
    assert "cycles per block 1.000, 0.500, 0.200, 0.100" in why
    # Periods of 10, 18.2, 41.7 and 90.9 ns; each path has two levels and 3 ns of wires.
    assert "A round takes 10.00, 9.09, 8.33, 9.09 ns" in path
    assert "have 2, 2, 2, 2 levels of logic, and 3.00, 1.50, 0.60, 0.30 ns of wires per" in path
    assert len(core_findings(paper, rows)[3]) < len(path)
    # 100 MHz / 11, 55 / 6, 24 / 3, 11 / 2.
    assert "unrolled 1 1,163.6, unrolled 2 1,173.3, unrolled 5 1,024.0, unrolled 10 704.0" in cycle
    assert "unrolled 1 is then not the highest either" in cycle


def test_rows_that_were_not_measured_are_told(paper: Paper) -> None:
    found = core_findings(paper, cores(paper, (1100, 100, 10), (2100, 49, 5)))
    assert found[0].startswith("Table core: 2 of 4 rows were not measured")
    assert len(found) == 2
    assert core_findings(load_paper("jin2011"), []) == []


# ---- The whole way ------------------------------------------------------------------------------


def test_the_record_has_all_of_it(
    runs: Runs, told: dict[tuple[str, int], float], paper: Paper,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    record = reproduce(paper, "ecp5-85k-8", [1])
    assert record.failures == {}
    kinds = {row.table: row.kind for row in record.rows}
    assert kinds["figure 7.4"] == "system"
    assert kinds["our card and driver"] == "ours"
    assert kinds["software"] == "software"
    assert {"system_mbps", "error_percent", "software_mbps", "degree"} <= set(record.quantities)
    assert any("of 9 published points" in text for text in record.findings)
    print_reproduce(record)
    out = capsys.readouterr().out
    for text in ("figure 7.7", "\nFindings\n", "predicted", "Gladman, AES-192", "core in series"):
        assert text in out
    for finding in record.findings:
        assert f"- {finding}" in out
    text = page(paper, record)
    assert len(figures_of(text)) == sum(len(plot.bars) for plot in paper.plots) == 9
    assert "<h2>Findings</h2>" in text
    assert "predicted, tong2002-card" in text


@pytest.mark.parametrize("study", [True, False])
def test_a_system_that_failed_or_was_left_out(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, paper: Paper, study: bool
) -> None:
    def fail(*_: object) -> float:
        raise FailureError("no compiler.")

    monkeypatch.setattr(system, "predict", fail)
    record = reproduce(paper, "ecp5-85k-8", [1], study=study)
    assert record.failures == ({"system": "no compiler."} if study else {})
    row = row_of(record.rows, "figure 7.6", "SSE, uncacheable, 15 kB")
    assert (row.measured, row.published) == (None, {"system_mbps": 319})
    assert ("Not measured: no compiler." if study else "not requested") in row.note
    assert not any("published points" in text for text in record.findings)


def test_the_command_leaves_the_system_out(
    runs: Runs, capsys: pytest.CaptureFixture[str], valid_record: Callable[[Any], None]
) -> None:
    assert main(["reproduce", "tong2002", "--seeds", "1", "--no-study", "--json"]) == 0
    out = capsys.readouterr().out
    told = ReproduceRecord.model_validate_json(out)
    valid_record(json.loads(out))
    assert {row.kind for row in told.rows} == {"rebuilt", "beside", "system"}
    assert unmeasured(load_paper("jin2011"), "no.") == []


def test_a_row_says_where_its_link_is_an_assumption(paper: Paper) -> None:
    assert paper.system is not None
    assumed = 0
    for table in paper.system.tables:
        for row in table.rows:
            link = load_link(row.link)
            kind = link.kind(link.access)
            if "assumed:" in kind.write_ns.source + kind.read_ns.source:
                assert "Assumed: " in row.note, row.row
                assumed += 1
    assert assumed == 4
