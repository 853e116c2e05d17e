# SPDX-License-Identifier: Apache-2.0
"""`roundel compare`: the changes between two records or two stores, and their size."""

import json
from pathlib import Path
from typing import Any

import pytest

from roundel.__main__ import main
from roundel.design import Config
from roundel.explore.compare import Change, CompareRecord
from roundel.fpga.record import Flow, Fmax, SynthRecord
from roundel.fpga.timing import CriticalPath
from roundel.jobs import Row, Store
from roundel.verify import Campaign, VerifyRecord

SYNTH = SynthRecord(
    config=Config(name="mine"), target="ecp5-85k-8", lut4=200, ff=2, bram=0, gbps=4.0,
    fmax_mhz=Fmax(median=50.0, per_seed={"7": 50.0}), latency_cycles=10, cycles_per_block=10,
    mbps_per_slice=6.0,
    critical_path=CriticalPath(logic_ns=1.0, routing_ns=2.0, levels=3, start="a", end="b.D"),
    flow=Flow(frontend="slang", recipe="auto", options=[]), tools={"yosys": "0.70"}, seconds=1.0,
)  # fmt: skip


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDEL_DEBUG", "")


def wrote(name: str, record: Any) -> str:
    Path(name).write_text(record if isinstance(record, str) else record.model_dump_json())
    return name


def compared(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> dict[str, Any]:
    assert main(["compare", "a", "b", *words, "--json"]) == status
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert record["schema"] == "roundel.compare/2"
    assert record["equal"] is (status == 0)
    record["changed"] = [item for item in record["figures"] if item["a"] != item["b"]]
    return record


def test_every_field_is_documented() -> None:
    text = Path(__file__).parents[3].joinpath("docs/reference/records.md").read_text()
    section = text.partition("## roundel.compare/2")[2].partition("\n## ")[0]
    for name in (*CompareRecord.model_fields, *Change.model_fields):
        assert name == "schema_" or f"{name}`" in section, name


def test_times_texts_and_tools_are_no_figures(capsys: pytest.CaptureFixture[str]) -> None:
    wrote("a", SYNTH)
    path = SYNTH.critical_path.model_copy(update={"start": "elsewhere"})
    wrote(
        "b",
        SYNTH.model_copy(update={"seconds": 9.0, "tools": {"yosys": "1"}, "critical_path": path}),
    )
    record = compared(capsys, 0)
    assert record["kind"] == "roundel.synth/1"
    assert (record["changed"], record["only_a"], record["only_b"]) == ([], [], [])
    assert len(record["figures"]) == 15
    assert main(["compare", "a", "b"]) == 0
    assert capsys.readouterr().out == (
        "15 figures compared, 0 changed, 0 changed by more than 0 %; 0 only in A, 0 only in B\n"
    )


def test_changes_are_absolute_and_in_per_cent(capsys: pytest.CaptureFixture[str]) -> None:
    wrote("a", SYNTH)
    fmax = Fmax(median=49.0, per_seed={"7": 49.0, "8": 48.5})
    wrote("b", SYNTH.model_copy(update={"lut4": 202, "bram": 1, "fmax_mhz": fmax}))
    record = compared(capsys, 1, "--tolerance", "1.5")
    *changed, latency = record["changed"]
    assert changed == [
        {"figure": "lut4", "a": 200, "b": 202, "change": 2, "percent": 1.0, "better": "a",
         "beyond": False},
        {"figure": "bram", "a": 0, "b": 1, "change": 1, "percent": None, "better": "a",
         "beyond": True},
        *(
            {
                "figure": f"fmax_mhz.{name}", "a": 50.0, "b": 49.0, "change": -1.0,
                "percent": -2.0, "better": better, "beyond": True,
            }
            for name, better in (("median", "a"), ("per_seed.7", None))
        ),
    ]  # fmt: skip
    assert (latency["figure"], latency["a"], latency["b"]) == ("latency_ns", 200.0, 204.08)
    assert record["only_b"] == ["fmax_mhz.per_seed.8"]
    assert main(["compare", "a", "b"]) == 1
    out = capsys.readouterr().out
    assert "roundel.synth/1: A a, B b\n" in out
    assert any(line.split() == ["*", "lut4", "200", "202", "A", "+2", "+1.00"] for line in
               out.splitlines())  # fmt: skip
    assert "only in B: fmax_mhz.per_seed.8\n" in out


@pytest.mark.parametrize(("tolerance", "status"), [("0.99", 1), ("1", 0), ("50", 0)])
def test_tolerance(capsys: pytest.CaptureFixture[str], tolerance: str, status: int) -> None:
    wrote("a", SYNTH)
    wrote("b", SYNTH.model_copy(update={"lut4": 198}))
    record = compared(capsys, status, "--tolerance", tolerance)
    assert record["changed"][0]["percent"] == -1.0


def test_items_of_lists_are_known_by_what_they_are_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one, two, three = (
        Campaign(name=name, vectors=10, passed=10, failed=0, seed=None) for name in "xyz"
    )
    record = VerifyRecord(
        config=Config(name="mine"), netlist=None, seed=1, campaigns=[one, two], passed=True,
        tools={}, seconds=1.0,
    )  # fmt: skip
    wrote("a", record)
    worse = two.model_copy(update={"passed": 9, "failed": 1})
    wrote("b", record.model_copy(update={"campaigns": [three, worse, one], "passed": False}))
    found = compared(capsys, 1, "--tolerance", "100")
    assert [item["figure"] for item in found["changed"]] == [
        "campaigns[y].passed", "campaigns[y].failed", "passed"
    ]  # fmt: skip
    assert found["changed"][2]["b"] is False
    assert found["changed"][2]["beyond"]
    assert found["only_b"] == [f"campaigns[z].{name}" for name in ("vectors", "passed", "failed")]


def stored(name: str, *rows: Row) -> None:
    with Store(Path(name)) as store:
        store.put(*rows)


def row(key: str, lut4: int, **more: Any) -> Row:
    result = json.dumps({"lut4": lut4, "path": "/x", "seconds": 2.5})
    fields = {"step": "route", "status": "done", "name": "mine", "parameters": '{"Stages":1}',
              "target": "ecp5-85k-8", "seed": 1, "result": result, **more}  # fmt: skip
    return Row(key=key, **fields)


def test_stores(capsys: pytest.CaptureFixture[str]) -> None:
    """The newest row of a job counts; a failed job differs in its status."""
    stored("a", row("1", 90, finished="2026-01-01"), row("2", 100, finished="2026-02-01"),
           row("3", 7, seed=2))  # fmt: skip
    stored("b", row("4", 110), row("5", 0, seed=2, status="failed", result="", error="crashed."))
    before = Path("a").read_bytes()
    record = compared(capsys, 1)
    assert record["kind"] == "store"
    label = "mine, ecp5-85k-8, seed"
    assert [(item["figure"], item["a"], item["b"]) for item in record["changed"]] == [
        (f"{label} 1: route.lut4", 100, 110),
        (f"{label} 2: route.status", "done", "failed"),
    ]
    assert record["only_a"] == [f"{label} 2: route.lut4"]
    assert Path("a").read_bytes() == before
    with Store(Path("a")):  # written by another process
        compared(capsys, 1)


@pytest.mark.parametrize(
    ("a", "b", "words", "text"),
    [
        (SYNTH, None, [], "cannot read b (No such file"),
        (SYNTH, "SQLite format 3\0 and no more", [], "b is not a store of Roundel; give"),
        (SYNTH, "no JSON", [], "b is neither a store nor JSON"),
        (SYNTH, "[1]", [], "b is not a record of Roundel"),
        (SYNTH, '{"schema": "other/1"}', [], "b is not a record of Roundel"),
        (
            SYNTH,
            '{"schema": "roundel.cells/1"}',
            [],
            "a is a roundel.synth/1 and b is a roundel.cell",
        ),
        (SYNTH, SYNTH, ["--tolerance", "-1"], "'--tolerance': give 0 or more"),
        (SYNTH, SYNTH, ["--tolerance", "nan"], "'--tolerance': give"),
    ],
)
def test_unusable_input(
    capsys: pytest.CaptureFixture[str], a: Any, b: Any, words: list[str], text: str
) -> None:
    wrote("a", a)
    if b is not None:
        wrote("b", b)
    assert main(["compare", "a", "b", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert text in err
    assert err.count("\n") == 1
