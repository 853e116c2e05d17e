# SPDX-License-Identifier: Apache-2.0
"""From a paper to its record, to text and to a page.

Space covered: every row of both papers with all, some and no designs measured; each kind of row;
with the study, without the study and with a failed study; every unusable argument.
"""

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.roundel.explore.conftest import StandIn
from tests.roundel.page_data import figures_of
from tests.roundel.reproduce.conftest import synth_record

from roundel.__main__ import main
from roundel.base.errors import FailureError, InputError
from roundel.design import Config
from roundel.reproduce import data_base, load_paper, rebuild, reproduce
from roundel.reproduce.page import page
from roundel.reproduce.rebuild import Measured, rows_of
from roundel.reproduce.record import ReproduceRecord, RowRecord
from roundel.reproduce.tables import print_reproduce

Make = Callable[[str], Measured]
PAPERS = ("jin2011", "hodjat2004")
KEYS = ["table", "row", "published", "measured", "ratio", "note"]


def row_of(rows: list[RowRecord], table: str, row: str) -> RowRecord:
    (found,) = [item for item in rows if (item.table, item.row) == (table, row)]
    return found


@pytest.mark.parametrize("name", PAPERS)
def test_every_row_is_measured_beside_published(measured: Make, name: str) -> None:
    paper = load_paper(name)
    rows = rows_of(paper, measured(name))
    for table in paper.tables:
        for row in table.rows:
            found = row_of(rows, table.table, row.row)
            told = data_base.rows_of(paper.tables)[row.beside] if row.beside else row
            assert found.published == told.published
            assert found.measured is not None
            assert found.ratio is not None
            assert set(found.published) <= set(found.measured)
            assert set(found.cited) == {*found.published, *found.implied}
            for quantity, value in told.published.items():
                own = found.measured[quantity]
                assert not isinstance(own, list)
                if value:
                    assert found.ratio[quantity] == pytest.approx(own / value, abs=1e-4)
            assert "75% wires" in found.note
            assert "output queue of 42 blocks" in found.note
            for key in KEYS:
                assert key in found.model_dump()


def test_jin2011_is_related_to_its_iterative_structure(facts: None) -> None:
    designs = {
        "jin2011-iterative": synth_record("jin2011-iterative", lut4=4000, mhz=100.0, cycles=10),
        "jin2011-inner": synth_record("jin2011-inner", lut4=3600, ff=9000, mhz=400.0, cycles=10),
    }
    rows = rows_of(load_paper("jin2011"), Measured(designs, {"jin2011-outer": "too large."}, None))
    inner = row_of(rows, "structures", "inner pipeline")
    assert inner.kind == "rebuilt"
    assert inner.measured is not None
    assert inner.measured["speed_ratio"] == 4.0
    assert inner.measured["area_ratio"] == 0.9
    assert inner.measured["slice_ratio"] == 2.25
    assert inner.measured["stages_per_round"] == 4
    assert inner.ratio is not None
    assert inner.ratio["speed_ratio"] == 0.8
    assert inner.ratio["gbps"] == pytest.approx(5.12 / 7.45, abs=1e-4)
    assert inner.cited["speed_ratio"] == "section 2 and figure 3"
    assert inner.cited["gbps"] == "implied: 5 x 1.49"
    assert "9,000 flip-flops, which exceed the LUT4" in inner.note
    outer = row_of(rows, "structures", "outer pipeline")
    assert (outer.measured, outer.ratio) == (None, None)
    assert "Not measured: too large." in outer.note
    assert outer.published == {"speed_ratio": 12.0, "area_ratio": 7.0}


def test_a_cited_design_is_told_from_a_rebuilt_one(measured: Make) -> None:
    rows = rows_of(load_paper("hodjat2004"), measured("hodjat2004"))
    cited = row_of(rows, "table 2, block RAM", "McLoone et al. 2001, XCV812E-8")
    assert cited.kind == "beside"
    assert "Not rebuilt: compared with our fastest-bram." in cited.note
    own = row_of(rows, "table 1", "7 stages, no block RAM")
    assert own.kind == "rebuilt"
    assert "Not rebuilt" not in own.note
    ours = row_of(rows, "our best", "fastest with block RAM")
    assert ours.kind == "ours"
    assert ours.published["gbps"] == 21.54
    assert ours.cited["gbps"] == "table 1"


def test_the_study_is_in_the_rows(measured: Make) -> None:
    rows = rows_of(load_paper("hodjat2004"), measured("hodjat2004"))
    for table, named in (("figure 3", [3]), ("figure 4", [3, 6])):
        best = row_of(rows, table, "best numbers of stages")
        assert best.published == {"best_stages": named}
        assert best.measured is not None
        found = best.measured["best_stages"]
        assert isinstance(found, list)
        assert len(found) == len(named)
        points = [
            row for row in rows if row.table == table and row.row.endswith(("stage", "stages"))
        ]
        lines = [row for row in points if row.row != "best numbers of stages"]
        assert [row.row for row in lines] == ["1 stage", *(f"{n} stages" for n in range(2, 8))]
        for row in lines:
            assert row.measured is not None
            assert set(row.measured) == {
                "stages", "clock_mhz", "delay_ns", "lut4_per_sbox", "ff_per_sbox", "mbps_per_slice",
            }  # fmt: skip
    one = row_of(rows, "figure 3", "1 stage")
    assert one.note.startswith("No inner register.")


def test_a_study_that_failed_or_was_left_out(facts: None) -> None:
    paper = load_paper("hodjat2004")
    rows = rows_of(paper, Measured({}, {"study": "no memory."}, None))
    best = row_of(rows, "figure 4", "best numbers of stages")
    assert (best.measured, best.ratio) == (None, None)
    assert "Not measured: no memory." in best.note
    rows = rows_of(paper, Measured({}, {}, None))
    best = row_of(rows, "figure 4", "best numbers of stages")
    assert "Not measured: the study was not requested." in best.note


# ---- The whole flow, with invented runs ----------------------------------------------------------


def test_the_record_has_every_documented_field(runs: dict[str, FailureError]) -> None:
    record = reproduce(load_paper("jin2011"), "ecp5-85k-8", [2, 1])
    told = json.loads(record.model_dump_json())
    documented = set(ReproduceRecord.model_fields) - {"schema_"} | {"schema"}
    assert set(told) == documented
    page_of = (Path(__file__).parents[3] / "docs/reference/records.md").read_text()
    section = page_of.split("## roundel.reproduce/1")[1].split("\n## ")[0]
    for name in documented - {"schema"} | set(RowRecord.model_fields):
        assert f"`{name}`" in section or f"`rows[].{name}`" in section, name
    assert list(told)[:1] == ["schema"]
    assert told["schema"] == "roundel.reproduce/1"
    assert told["paper"] == "jin2011"
    assert told["seeds"] == [2, 1]
    assert all(key in row for row in told["rows"] for key in KEYS)
    assert set(told["designs"]) == set(load_paper("jin2011").presets())
    assert told["quantities"]["gbps"]["paper"].startswith("the paper prints GB/s")
    assert told["failures"] == {}
    text = " ".join(told["differences"])
    for words in ("40 nm here, 150 nm there", "ECP5", "Yosys 99.0", "75% in the median"):
        assert words in text


def different(monkeypatch: pytest.MonkeyPatch, names: list[str]) -> None:
    """Make every preset another configuration, because equal configurations are placed once."""

    def load(name: str) -> Config:
        return Config(name=name, Stages=names.index(name))

    monkeypatch.setattr(rebuild, "load_config", load)


def test_every_design_goes_the_way_of_synth_once(
    monkeypatch: pytest.MonkeyPatch, facts: None
) -> None:
    flow_steps = StandIn()
    flow_steps.install(monkeypatch.setattr)
    paper = load_paper("jin2011")
    names = list(paper.presets())
    different(monkeypatch, names)
    record = reproduce(paper, "ecp5-85k-8", [1, 3])
    assert record.failures == {}
    assert sorted(flow_steps.mapped) == sorted(paper.presets())
    assert len(flow_steps.routed) == 2 * len(paper.presets())
    inner = record.designs["jin2011-inner"]
    stages = names.index("jin2011-inner")
    assert inner.lut4 == 1000 * (stages + 1)
    assert inner.fmax_mhz.median == 100 + 10 * (10 + stages) + 2
    row = row_of(record.rows, "structures", "inner pipeline")
    assert row.measured is not None
    assert row.measured["clock_mhz"] == inner.fmax_mhz.median
    assert record.seconds == pytest.approx((1.5 + 2 * 2.5) * len(paper.presets()))


def test_a_design_too_large_for_the_part_is_told(
    monkeypatch: pytest.MonkeyPatch, facts: None
) -> None:
    flow_steps = StandIn()
    flow_steps.install(monkeypatch.setattr)
    flow_steps.lut4 = lambda config: 30000 if config.name == "jin2011-hybrid" else 2000
    paper = load_paper("jin2011")
    different(monkeypatch, list(paper.presets()))
    record = reproduce(paper, "ecp5-25k-6", [1])
    assert list(record.failures) == ["jin2011-hybrid"]
    assert "too large for ecp5-25k-6" in record.failures["jin2011-hybrid"]


def test_a_design_that_fails_leaves_the_others(
    runs: dict[str, FailureError], capsys: pytest.CaptureFixture[str]
) -> None:
    runs["jin2011-outer"] = FailureError("yosys was stopped after 1 s.")
    assert main(["reproduce", "jin2011", "--seeds", "1", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["failures"] == {"jin2011-outer": "yosys was stopped after 1 s."}
    for row in told["rows"]:
        assert (row["measured"] is None) == (row["preset"] == "jin2011-outer")
    assert main(["reproduce", "jin2011", "--seeds", "1"]) == 1
    out = capsys.readouterr().out
    assert "not measured" in out
    assert "- jin2011-outer: yosys was stopped after 1 s." in out


def test_a_preset_that_is_not_there_leaves_the_others(
    runs: dict[str, FailureError], monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(name: str) -> Config:
        if name == "fastest":
            raise InputError("there is no preset 'fastest'.")
        return Config(name=name)

    monkeypatch.setattr(rebuild, "load_config", load)
    record = reproduce(load_paper("jin2011"), "ecp5-85k-8", [1])
    assert set(record.failures) == {"fastest"}
    assert sum(row.measured is None for row in record.rows) == 1


def test_the_study_can_be_left_out_and_its_failure_is_told(runs: dict[str, FailureError]) -> None:
    paper = load_paper("hodjat2004")
    assert reproduce(paper, "ecp5-85k-8", [1], study=False).failures == {}
    runs["S-box without a cut"] = FailureError("no.")
    record = reproduce(paper, "ecp5-85k-8", [1])
    assert record.failures == {"study": "S-box without a cut: no."}
    assert record.study is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["jin2010"], "did you mean jin2011"),
        (["jin2011", "--target", "ecp5-12k-8"], "no target 'ecp5-12k-8'"),
        (["jin2011", "--seeds", "1,x"], "whole numbers"),
        (["jin2011", "--seeds", "1,1"], "twice"),
        (["jin2011", "--jobs", "0"], "give 1 or more"),
        (["jin2011", "--html", "nowhere/page.html"], "cannot write nowhere/page.html"),
        ([], "paper"),
    ],
)
def test_bad_input(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told.lower() in err.lower()
    assert err.count("\n") == 1


# ---- Text and page ------------------------------------------------------------------------------


def whole(measured: Make, name: str) -> ReproduceRecord:
    """A record of a paper with all of its designs."""
    paper = load_paper(name)
    found = measured(name)
    return ReproduceRecord(
        paper=name, title="A title", target="ecp5-85k-8", seeds=[1, 2], rows=rows_of(paper, found),
        quantities={}, differences=["a </script> difference"], slips=paper.slips,
        study=found.study if name == "hodjat2004" else None, designs=dict(found.designs),
        failures={}, tools={"yosys": "99.0"}, seconds=1.0,
    )  # fmt: skip


@pytest.mark.parametrize("name", PAPERS)
def test_text_shows_every_published_figure(
    measured: Make, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    record = whole(measured, name)
    print_reproduce(record)
    out = capsys.readouterr().out
    for row in record.rows:
        assert row.row[:12] in out
    assert "17,887" in out or name != "jin2011"
    assert "14,391*" in out or name != "jin2011"
    assert "22,358" in out or name != "hodjat2004"
    assert "3, 6" in out or name != "hodjat2004"
    for difference in record.differences:
        assert difference in out


class Page(HTMLParser):
    """The addresses and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.tags: list[str] = []
        self.cells: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "srcset")]

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] in ("td", "th"):
            self.cells.append(data)


@pytest.mark.parametrize("name", PAPERS)
def test_the_page_needs_nothing_else_and_is_read_without_colour(measured: Make, name: str) -> None:
    record = whole(measured, name)
    text = page(load_paper(name), record)
    shown = Page(text)
    assert shown.fetched == []
    assert not {"link", "img", "iframe"} & set(shown.tags)
    assert "@import" not in text.split("</style>")[0]
    figures = figures_of(text)
    plots = sum(len(plot.bars) or 1 for plot in load_paper(name).plots)
    assert len(figures) == plots + 3 * (name == "hodjat2004")
    for figure in figures:
        bars = {trace["name"]: trace["marker"]["pattern"]["shape"] for trace in figure["data"]
                if trace["type"] == "bar"}  # fmt: skip
        points = {trace["name"]: trace["marker"]["symbol"] for trace in figure["data"]
                  if trace["type"] == "scatter" and trace.get("name")}  # fmt: skip
        assert len(set(bars.values())) == len(bars)
        assert len(set(points.values())) == len(points)
        if figure["layout"]["yaxis"]["type"] == "category":
            labels = [text for trace in figure["data"] for text in trace["text"]]
            assert set(labels) - {""} <= {cell.rstrip("*") for cell in shown.cells}
    assert text.count("<tbody") >= len(record.rows)
    assert "a &lt;/script&gt; difference" in text


def test_no_name_ends_the_script(measured: Make) -> None:
    record = whole(measured, "jin2011")
    rows = [row.model_copy(update={"row": f"</script>{row.row}"}) for row in record.rows]
    text = page(load_paper("jin2011"), record.model_copy(update={"rows": rows}))
    script = text.partition('id="data">')[2].partition("</script>")[0]
    assert "\\u003c/script\\u003eiterative" in script


def test_a_page_of_nothing_measured_has_no_plot(facts: None, tmp_path: Path) -> None:
    paper = load_paper("jin2011")
    rows = rows_of(paper, Measured({}, {}, None))
    record = ReproduceRecord(
        paper="jin2011", title="A title", target="ecp5-85k-8", seeds=[1], rows=rows, quantities={},
        differences=[], slips=[], study=None, designs={}, failures={"fastest": "no."}, tools={},
        seconds=0.0,
    )  # fmt: skip
    text = page(paper, record)
    assert "Plotly" not in text
    assert "fastest: no." in text


def test_the_command_writes_the_page(
    runs: dict[str, FailureError], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "page.html"
    assert main(["reproduce", "jin2011", "--html", str(place)]) == 0
    assert "jin2011, structures" in capsys.readouterr().out
    assert Page(place.read_text()).tags.count("table") == 3  # two of the paper, and the details
