# SPDX-License-Identifier: Apache-2.0
"""The figures of the papers, against the papers and against each other.

Space covered: every figure of jin2011's text and of hodjat2004's tables 1 and 2, written here a
second time; each arithmetic relation between the figures; every defect of a data file.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from roundel.base.errors import FailureError, InputError
from roundel.design import preset_names
from roundel.reproduce import data, load_paper, paper_names
from roundel.reproduce.data import Paper
from roundel.reproduce.data_base import rows_of

# jin2011, section 2.
JIN = {
    "iterative": {"clock_mhz": 127.9, "cycles_per_block": 11, "gbps": 1.49, "speed_ratio": 1.0,
                  "area_ratio": 1.0},
    "unrolled": {"speed_ratio": 1.17, "area_ratio": 6.0, "efficiency_mbps_per_unit": 0.12},
    "outer pipeline": {"speed_ratio": 12.0, "area_ratio": 7.0},
    "inner pipeline": {"speed_ratio": 5.0, "area_ratio": 0.89, "stages_per_round": 4,
                       "efficiency_mbps_per_unit": 3.49},
    "hybrid pipeline": {"clock_mhz": 212.5, "gbps": 27.1, "logic_units": 17887},
}  # fmt: skip

# hodjat2004, table 1: slices, LUTs, block RAMs, ns, MHz, cycles, Gbit/s.
HODJAT_1 = {
    "4 stages, no block RAM": (12450, 22358, 0, 5.94, 168.3, 41, 21.54),
    "4 stages, block RAM": (5177, 8285, 84, 5.94, 168.3, 31, 21.54),
    "7 stages, no block RAM": (9446, 16650, 0, 5.91, 169.1, 71, 21.64),
    "7 stages, block RAM": (6400, 9432, 84, 6.36, 157.1, 46, 20.11),
}
# Table 2: slices, block RAMs, Gbit/s, Mbit/s per slice, and whether the design is the paper's own.
HODJAT_2 = {
    "table 2, no block RAM": {
        "Elbirt et al. 2001, XCV1000-4": (10992, 0, 1.94, 0.17, False),
        "Standaert et al. 2003, XCV3200E-8": (15112, 0, 18.56, 1.2, False),
        "Järvinen et al. 2003, XC2V2000-5": (10750, 0, 17.8, 1.66, False),
        "4 stages in a round, XC2VP30-7": (12450, 0, 21.54, 1.7, True),
        "7 stages in a round, XC2VP20-7": (9446, 0, 21.64, 2.3, True),
    },
    "table 2, block RAM": {
        "Gaj et al. 2001, XCV1000-6": (12600, 80, 12.1, 0.96, False),
        "McLoone et al. 2001, XCV812E-8": (2222, 100, 6.95, 3.1, False),
        "Standaert et al. 2003, XCV3200E-8": (2784, 100, 11.77, 4.2, False),
        "Saggese et al. 2003, XVE2000-8": (5810, 100, 20.3, 3.4, False),
        "4 stages in a round, XC2VP20-7": (5177, 84, 21.54, 4.2, True),
    },
}

# tong2002: sections 4 and 7, table 7.1, and section 7 on figures 7.4 to 7.7.
TONG_CORE = {"degree": 1, "slices": 702, "brams": 10, "clock_mhz": 65, "cycles_per_block": 11,
             "mbps": 755.1}  # fmt: skip
TONG_OTHERS = {
    "Gaj, XCV1000BG560-6, iterated": (2902, 331.5),
    "Dandalis, XCV1000, iterated": (5673, 353.0),
    "the authors, XCV1000HQ240-6, iterated": (702, 755.1),
    "Elbirt, XCV1000BG560-4, pipelined": (10992, 1937.9),
    "McLoone, XCV3200EBG560-8, pipelined": (7576, 3239.0),
    "McLoone, XCV812EBG560-8, pipelined": (2222, 6956.0),
}
# By instructions and memory type, kB, and Mbit/s of the system.
TONG_SYSTEM = {
    "figure 7.4": {("pilchard-uc64", 1.5): 210, ("pilchard-uc64", 15): 210,
                   ("pilchard-uc64", 23): 210},
    "figure 7.5": {("pilchard-uc64", 1.5): 210, ("pilchard-uc128", 1.5): 210,
                   ("pilchard-wc64", 1.5): None, ("pilchard-wc", 1.5): None},
    "figure 7.6": {("pilchard-uc64", 15): 210, ("pilchard-uc128", 15): 319,
                   ("pilchard-wc64", 15): None, ("pilchard-wc", 15): 455},
    "figure 7.7": {("pilchard-uc64", 6.25): 210, ("pilchard-wc", 6.25): 450,
                   ("pilchard-wc", 23): 450},
}  # fmt: skip


def rows(paper: Paper, table: str) -> dict[str, Mapping[str, float]]:
    (found,) = [item for item in paper.tables if item.table == table]
    return {row.row: row.published for row in found.rows}


def test_every_figure_of_jin2011() -> None:
    assert rows(load_paper("jin2011"), "structures") == JIN


def test_every_figure_of_hodjat2004() -> None:
    paper = load_paper("hodjat2004")
    names = ("slices", "luts", "brams", "critical_path_ns", "clock_mhz", "latency_cycles", "gbps")
    expected = {row: dict(zip(names, values, strict=True)) for row, values in HODJAT_1.items()}
    assert rows(paper, "table 1") == expected
    second = ("slices", "brams", "gbps", "mbps_per_slice")
    for table, designs in HODJAT_2.items():
        expected = {
            row: dict(zip(second, values[:4], strict=True)) for row, values in designs.items()
        }
        assert rows(paper, table) == expected
        for row, values in designs.items():
            assert rows_of(paper.tables)[table, row].rebuilt is values[4]
    assert paper.study is not None
    assert {best.table: best.stages for best in paper.study.best} == {
        "figure 3": [3],
        "figure 4": [3, 6],
    }


def test_every_figure_of_tong2002() -> None:
    paper = load_paper("tong2002")
    core = rows(paper, "core")
    assert core == {
        "unrolled 1": TONG_CORE, "unrolled 2": {"degree": 2}, "unrolled 5": {"degree": 5},
        "unrolled 10": {"degree": 10},
    }  # fmt: skip
    assert rows(paper, "table 7.1") == {
        row: {"slices": slices, "mbps": mbps} for row, (slices, mbps) in TONG_OTHERS.items()
    }
    assert paper.system is not None
    assert {
        table.table: {
            (row.link, row.bytes / 1024): row.published.get("system_mbps") for row in table.rows
        }
        for table in paper.system.tables
    } == TONG_SYSTEM
    assert paper.system.core_mbps == 755.1
    assert [item.mbps for item in paper.software] == [325, 275, 236]
    assert [item.key_bits for item in paper.software] == [128, 192, 256]


def test_tong2002_agrees_with_itself() -> None:
    """The core's clock and cycles, its queue of 512 blocks, and the name of a row."""
    paper = load_paper("tong2002")
    assert pytest.approx(755.1, rel=0.002) == 65 * 128 / 11
    for row in paper.tables[0].rows:
        told = row.figures
        assert told["cycles_per_block"] == 1 + 10 / told["degree"]
        assert row.preset == f"tong2002-{told['degree']:.0f}"
    assert paper.system is not None
    for table in paper.system.tables:
        for item in table.rows:
            words = {"64": "MMX", "128": "SSE", "": "SSE"}
            way, mode = item.link.removeprefix("pilchard-")[:2], item.link.removeprefix("pilchard-")
            assert item.row.startswith(words[mode[2:]])
            assert {"uc": "uncacheable", "wc": "write-combining"}[way] in item.row
    # "Larger than 400 128-bit values" is the best range of SSE with write combining.
    assert min(item.bytes for item in paper.system.tables[3].rows) == 400 * 16


def test_jin2011_agrees_with_itself() -> None:
    paper = load_paper("jin2011")
    told = {row.row: row.figures for row in paper.tables[0].rows}
    base, hybrid = told["iterative"], told["hybrid pipeline"]
    assert hybrid["clock_mhz"] * 128 / 1000 == pytest.approx(27.2)
    assert hybrid["gbps"] == pytest.approx(27.2, rel=0.005)
    assert base["clock_mhz"] * 128 / base["cycles_per_block"] / 1000 == pytest.approx(
        1.49, abs=0.01
    )
    for row in told.values():
        assert row["gbps"] / base["gbps"] == pytest.approx(row["speed_ratio"], rel=0.003)
        assert row["logic_units"] / base["logic_units"] == pytest.approx(
            row["area_ratio"], rel=0.003
        )
        efficiency = 1000 * row["gbps"] / row["logic_units"]
        assert efficiency == pytest.approx(row["efficiency_mbps_per_unit"], rel=0.015)
    # Slices from the paper's logic units: four parts of 5,120 slices are enough, three are not.
    assert 3 * 5120 < hybrid["logic_units"] <= 4 * 5120


def test_hodjat2004_agrees_with_itself() -> None:
    paper = load_paper("hodjat2004")
    for row in paper.tables[0].rows:
        told = row.figures
        assert 1000 / told["clock_mhz"] == pytest.approx(told["critical_path_ns"], rel=0.002)
        assert 128 * told["clock_mhz"] / 1000 == pytest.approx(told["gbps"], rel=0.001)
        rate = 1000 * told["gbps"] / told["slices"]
        assert rate == pytest.approx(told["mbps_per_slice"], abs=0.006)
        latency = 1000 * told["latency_cycles"] / told["clock_mhz"]
        assert latency == pytest.approx(told["latency_ns"], abs=0.06)
        assert told["luts"] <= 2 * told["slices"]
    for table in HODJAT_2:
        for name, printed in rows(paper, table).items():
            rate = 1000 * printed["gbps"] / printed["slices"]
            # Printed with one or two digits, some truncated and not rounded.
            assert rate == pytest.approx(printed["mbps_per_slice"], abs=0.1), name


@pytest.mark.parametrize("name", paper_names())
def test_every_figure_is_cited(name: str) -> None:
    for table in load_paper(name).tables:
        if not table.ours:
            assert any(word in table.source for word in ("table", "section", "figure"))
            assert all(row.published for row in table.rows)


@pytest.mark.parametrize("name", paper_names())
def test_every_preset_is_there(name: str) -> None:
    paper = load_paper(name)
    assert set(paper.presets()) <= set(preset_names())


def test_papers_by_name() -> None:
    assert {"hodjat2004", "jin2011"} <= set(paper_names())
    with pytest.raises(InputError, match=r"no paper 'jin2010' \(did you mean jin2011\?\)"):
        load_paper("jin2010")
    with pytest.raises(InputError, match="choose one of .*hodjat2004"):
        load_paper("../presets/outer")


def small(**changes: Any) -> dict[str, Any]:
    """A paper of one row, with changes to the paper or the row."""
    row = {"row": "a", "preset": "outer", "published": {"gbps": 1.0}}
    values: dict[str, Any] = {
        "title": "t",
        "authors": "a",
        "year": 2000,
        "platform": {"device": "d", "process_nm": 130, "lut_inputs": 4, "tool": "t"},
        "tables": [{"table": "table 1", "source": "table 1", "rows": [row]}],
    }
    for key, value in changes.items():
        (values if key in ("plots", "means", "tables", "system") else row)[key] = value
    return values


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"published": {"speed": 1.0}}, "no quantity speed"),
        ({"cite": {"speed": "table 1"}}, "no quantity speed"),
        ({"published": {"gbps": "fast"}}, "number"),
        ({"beside": ["table 1", "b"]}, "which is not a row"),
        ({"implied": {"gbps": {"value": 1, "from": "x"}}}, "both published and implied"),
        ({"remark": "x"}, "Extra"),
        ({"plots": [{"title": "p", "table": "table 9", "bars": ["gbps"]}]}, "an unknown table"),
        ({"plots": [{"title": "p", "table": "table 1"}]}, "bars or points"),
        ({"plots": [{"title": "p", "table": "table 1", "bars": ["gbps"],
                     "points": ["gbps", "luts"]}]}, "bars or points"),
        ({"tables": [{"table": "t", "source": "s", "rows": [{"row": "a"}, {"row": "a"}]}]},
         "same name"),
        ({"tables": [{"table": "t", "source": "s", "rows": [], "line": ["luts", "speed"]}]},
         "no quantity speed"),
        ({"system": {"preset": "p", "core_mbps": 1, "tables": [], "own": [
            {"row": "a", "link": "l", "bytes": 16, "requests": 1, "beside": ["f", "b"]}]}},
         "which is not a row"),
        ({"system": {"preset": "p", "core_mbps": 1, "own": [], "tables": [
            {"table": "f", "source": "s", "rows": [{"row": "a", "link": "l", "bytes": 16,
             "lacking": "luck"}]}]}}, "serial"),
        ({"tables": [{"table": "t", "source": "s", "ours": True, "rows": [{"row": "a"}]}]},
         "needs a preset"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], words: str
) -> None:
    monkeypatch.setattr(data, "_FILES", tmp_path)
    (tmp_path / "good.yaml").write_text(yaml.safe_dump(small()))
    (tmp_path / "bad.yaml").write_text(yaml.safe_dump(small(**changes)))
    assert load_paper("good").tables[0].rows[0].published == {"gbps": 1.0}
    with pytest.raises(FailureError, match=f"figures of bad are broken at .*{words}") as caught:
        load_paper("bad")
    assert isinstance(caught.value.__cause__, ValidationError)


@pytest.mark.parametrize("text", ["a: [", "- 1\n", ""])
def test_a_file_that_is_not_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(data, "_FILES", tmp_path)
    (tmp_path / "bad.yaml").write_text(text)
    with pytest.raises(FailureError, match="figures of bad cannot be read"):
        load_paper("bad")
