# SPDX-License-Identifier: Apache-2.0
"""Rows, bounds and findings from given figures, and their computation.

State space: everything measured; no package of one processor, of both; no compiler; one failing
system, one failing program; nothing measured at all.
"""

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.roundel.page_data import figures_of
from tests.roundel.reproduce.conftest import PATH

from roundel.__main__ import main
from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.base.tools import Tool
from roundel.fpga.record import Flow, Fmax
from roundel.jobs import Session
from roundel.reproduce import load_paper, reproduce, soft_plan
from roundel.reproduce.data_soft import Promise, Soft
from roundel.reproduce.page import page
from roundel.reproduce.record import ReproduceRecord, RowRecord
from roundel.reproduce.soft import (
    SoftMeasured,
    figures,
    program_name,
    promise_text,
    soft_findings,
    soft_record,
    soft_rows,
    unit_of,
)  # fmt: skip
from roundel.reproduce.soft_plan import SoftPlan, SoftSystem
from roundel.reproduce.soft_record import SoftDesign, SoftProgram, UnitName
from roundel.reproduce.tables import print_reproduce, promise_lines
from roundel.reproduce.work import Placed
from roundel.soft import hosts

Runs = dict[str, FailureError]

# By unit: LUT4, flip-flops, block RAMs, MHz. By variant: code, tables, encrypt_key, encrypt_block
# with 128 and with 256 bits, decrypt_key, the sum, and 64 blocks.
DESIGNS = {
    "none": (2000, 600, 32, 100.0), "aes32": (2250, 680, 33, 96.0), "block": (3400, 950, 36, 90.0),
}  # fmt: skip
PROGRAMS = {
    "bytes": (2048, 512, 1200, 5000, 7000, 1200, 14000, 320_000),
    "one-table": (3072, 2304, 1270, 4200, 5800, 2990, 12600, 270_080),
    "four-tables": (4096, 8192, 1270, 3200, 4400, 2990, 10000, 205_440),
    "aes32": (2048, 0, 600, 1140, 1540, 1280, 4000, 73_600),
    "block": (1024, 8, 140, 170, 178, 140, 400, 5_248),
    "block-direct": (512, 0, 120, 90, 98, 120, 300, 5_120),
}


def design_of(host: str, unit: UnitName) -> SoftDesign:
    lut4, ff, bram, mhz = DESIGNS[unit]
    return SoftDesign(
        host=host, unit=unit, lut4=lut4, ff=ff, bram=bram, dsp=0,
        fmax_mhz=Fmax(median=mhz, per_seed={"1": mhz}), critical_path=PATH,
        flow=Flow(frontend="verilog", recipe="wide", options=[]), seconds=2.0,
    )  # fmt: skip


def program_of(host: str, variant: str) -> SoftProgram:
    code, tables, key, short, long, inverse, total, loop = PROGRAMS[variant]
    parts = {"encrypt_key": key, "decrypt_key": inverse, "decrypt_block": short + 8, "sum": total,
             "ecb_encrypt": loop}  # fmt: skip
    return SoftProgram(
        host=host, variant=variant, unit=unit_of(variant), code_bytes=code, table_bytes=tables,
        cycles={
            "128": {**parts, "encrypt_block": short},
            "256": {**parts, "encrypt_block": long, "decrypt_block": long + 48},
        },
        passed=27,
    )  # fmt: skip


@pytest.fixture
def soft() -> Soft:
    found = load_paper("foerster2005").soft
    assert found is not None
    return found


@pytest.fixture
def whole(soft: Soft) -> SoftMeasured:
    units = {unit_of(variant) for variant in soft.variants}
    return SoftMeasured(
        {(host, unit): design_of(host, unit) for host in soft.hosts for unit in units},
        {(host, name): program_of(host, name) for host in soft.hosts for name in soft.variants},
    )


def without(found: SoftMeasured, **lost: str) -> SoftMeasured:
    """The remaining figures if a design (by its unit) or a program of PicoRV32 fails."""
    return SoftMeasured(
        {key: item for key, item in found.designs.items() if key[1] != lost.get("unit")},
        {
            key: item
            for key, item in found.programs.items()
            if key != ("picorv32", lost.get("variant"))
        },
        {"four-tables on picorv32": "no."} if "variant" in lost else {},
    )


def row_of(rows: Sequence[RowRecord], table: str, row: str) -> RowRecord:
    (found,) = [item for item in rows if (item.table, item.row) == (table, row)]
    return found


# ---- Figures ------------------------------------------------------------------------------------


def test_every_figure_of_a_variant_with_a_unit(soft: Soft, whole: SoftMeasured) -> None:
    assert figures(soft, "picorv32", "aes32", whole) == {
        "code_kb": 2.0, "tables_kb": 0.0, "memory_kb": 2.25, "all_kb": 4.25,
        "program_ratio": 6.0,  # (4096 + 8192) / 2048
        "luts": 2250, "ff": 680, "brams": 33, "unit_luts": 250, "unit_ff": 80, "unit_rams": 1,
        "key_round_cycles": 60, "inv_key_round_cycles": 128,
        "round_cycles": 100, "last_cycles": 240,  # (1540 - 1140) / 4, 1140 - 9 x 100
        "inv_round_cycles": 110, "inv_last_cycles": 158,  # (1588 - 1148) / 4, 1148 - 9 x 110
        "sum_cycles": 4000, "plain_ratio": 2.5,  # 10,000 / 4,000
        "clock_mhz": 96.0, "clock_ratio": 0.96, "plain_time_ratio": 2.4,
        "microseconds": round(4000 / 96, 4), "loop_cycles": 1150,
        "loop_mbps": round(128 * 96 / 1150, 4),
    }  # fmt: skip


def test_plain_c_is_compared_with_nothing(soft: Soft, whole: SoftMeasured) -> None:
    values = figures(soft, "vexriscv", "one-table", whole)
    ratios = {"plain_ratio", "plain_time_ratio", "program_ratio", "clock_ratio", "unit_luts"}
    assert not ratios & set(values)
    assert values["memory_kb"] == 0
    assert values["all_kb"] == 3.0 + 2.25
    assert values["clock_mhz"] == 100.0


def test_what_is_fastest_in_plain_c_is_known_of_all_or_not_at_all(
    soft: Soft, whole: SoftMeasured
) -> None:
    lost = without(whole, variant="four-tables")
    values = figures(soft, "picorv32", "aes32", lost)
    assert not {"plain_ratio", "plain_time_ratio", "program_ratio"} & set(values)
    assert figures(soft, "vexriscv", "aes32", lost)["plain_ratio"] == 2.5


def test_a_clock_needs_its_system(soft: Soft, whole: SoftMeasured) -> None:
    alone = figures(soft, "picorv32", "block", without(whole, unit="none"))
    assert alone["clock_mhz"] == 90.0
    assert not {"clock_ratio", "unit_luts", "memory_kb", "all_kb"} & set(alone)
    lost = figures(soft, "picorv32", "block", without(whole, unit="block"))
    assert not {"clock_mhz", "microseconds", "luts"} & set(lost)
    assert lost["sum_cycles"] == 400


# ---- Rows ---------------------------------------------------------------------------------------


def test_rows_stand_beside_the_papers(soft: Soft, whole: SoftMeasured) -> None:
    rows = soft_rows(soft, whole)
    for table in soft.tables:
        own = [row for row in rows if row.table == table.table]
        cited = [row.row for row in table.rows if not row.beside]
        assert [row.row for row in own[: len(cited)]] == cited
        assert len(own) == len(cited) + len(soft.hosts) * len(soft.variants)
        for row in own[len(cited) :]:
            assert row.kind == "soft"
            assert row.measured is not None
            # Ratios to plain C belong to the units' variants, and so does the size of a unit.
            assert set(row.measured) <= set(table.columns)
            if row.row.endswith(("aes32", "block", "direct")):
                assert set(row.measured) == set(table.columns)
    custom = row_of(rows, "table 2", "vexriscv, aes32")
    assert custom.published["sum_cycles"] == 2760
    assert custom.implied == {"plain_ratio": 1.92}
    assert custom.cited["plain_ratio"] == "implied: 5300 / 2760"
    assert custom.ratio is not None
    assert custom.ratio["sum_cycles"] == round(4000 / 2760, 4)
    assert custom.ratio["plain_ratio"] == round(2.5 / 1.92, 4)
    plain = row_of(rows, "table 2", "vexriscv, four tables")
    assert plain.published["sum_cycles"] == 5300
    assert 'Compared with the paper\'s "plain software with multiplier".' in plain.note
    assert "wires" not in plain.note
    assert "75% wires" in row_of(rows, "in time", "vexriscv, four tables").note
    other = row_of(rows, "table 2", "picorv32, bytes")
    assert (other.published, other.ratio) == ({}, {})
    alone = row_of(rows, "table 2", "plain software")
    assert alone.measured is None
    assert "Cited only" in alone.note
    area = row_of(rows, "table 1", "picorv32, four tables")
    assert area.cited["tables_kb"] == "section 3.2"
    ours = row_of(rows, "table 1", "picorv32, aes32")
    assert ours.implied["tables_kb"] == 0
    assert "tables_kb" not in (ours.ratio or {})


def test_a_row_says_what_is_missing_and_why(soft: Soft) -> None:
    found = SoftMeasured({}, {}, {"vexriscv": "not here.", "firmware": "no gcc.",
                                  "picorv32 with block": "too large."})  # fmt: skip
    rows = soft_rows(soft, found)
    assert all(row.measured is None and row.ratio is None for row in rows)
    assert "Not measured: not here." in row_of(rows, "table 1", "vexriscv, bytes").note
    note = row_of(rows, "in time", "picorv32, block").note
    assert "Not measured: no gcc. Not measured: too large." in note
    assert "too large" not in row_of(rows, "in time", "picorv32, aes32").note


# ---- Bounds and findings ------------------------------------------------------------------------


def test_a_bound_is_kept_missed_or_unknown(soft: Soft, whole: SoftMeasured) -> None:
    found = {
        (item.figure, item.host, item.variant): item for item in soft_record(soft, whole).promises
    }
    kept = {key: item.kept for key, item in found.items()}
    assert kept["plain_ratio", "picorv32", "aes32"] is True  # 2.5, at least 2.4
    assert kept["sum_cycles", "vexriscv", "aes32"] is False  # 4,000, at most 1,459
    assert kept["clock_ratio", "picorv32", "block"] is True  # 0.9, at least 0.85
    assert kept["unit_rams", "vexriscv", "block"] is True  # exactly 4
    assert kept["loop_cycles", "vexriscv", "block"] is False  # 82, at most 41
    assert promise_text(found["loop_cycles", "vexriscv", "block"]) == (
        "vexriscv, block: cycles/block in a loop 82.0, at most 41.0"
    )
    lines = {(line[0], line[1], line[2]): line[3:] for line in promise_lines([*found.values()])}
    assert lines["cycles/block in a loop", "vexriscv", "block"] == [
        "not kept",
        "at most 41.0",
        "82.0",
    ]
    assert lines["RAMs of unit", "vexriscv", "block"] == ["kept", "at most 4", "4"]
    exact = soft.model_copy(
        update={"promises": [Promise(figure="plain_ratio", variant="aes32", hosts=["vexriscv"],
                                     least=2.5)]}
    )  # fmt: skip
    assert [item.kept for item in soft_record(exact, whole).promises] == [True]
    lost = soft_record(soft, without(whole, unit="none")).promises
    unknown = {item.figure for item in lost if item.kept is None}
    shown = {line[3] for line in promise_lines([item for item in lost if item.kept is None])}
    assert shown == {"not measured"}
    assert unknown == {"clock_ratio", "unit_luts", "unit_rams"}
    assert all((item.measured is None) == (item.kept is None) for item in lost)


def test_what_is_found(soft: Soft, whole: SoftMeasured) -> None:
    promises = soft_record(soft, whole).promises
    found = soft_findings(soft, whole, promises)
    assert found[0] == (
        "picorv32, aes32: 2.50 x fewer cycles than the fastest plain C on the host (1.92 x in the "
        "paper), 2.40 x less time than the fastest plain C, each at its own clock (1.92 x in the "
        "paper), 6.00 x less code and tables than the paper's counterpart in plain C (2.88 x in "
        "the paper)."
    )
    assert found[1] == (
        "picorv32, aes32, the sum: 4,000 cycles, 1.45 x more than the paper's 2,760; 41.67 us, "
        "2.72 x more than the paper's 15.33."
    )
    assert found[2] == (
        "picorv32, aes32: clock 96.0 MHz, 0.960 x the host without a unit; the unit adds 250 LUT4, "
        "80 flip-flops and 1 block RAM."
    )
    assert any("400 cycles, 6.90 x less than the paper's 2,760" in text for text in found)
    missed = [item for item in promises if item.kept is False]
    assert (
        f"{len(promises) - len(missed)} of {len(promises)} bounds of Roundel are kept"
        in (found[-1 - len(missed)])
    )
    assert found[-len(missed) :] == [f"Not kept: {promise_text(item)}." for item in missed]
    nothing = SoftMeasured()
    assert soft_findings(soft, nothing, soft_record(soft, nothing).promises) == []
    part = without(whole, unit="none")
    told = soft_findings(soft, part, soft_record(soft, part).promises)
    assert any("were not measured." in text for text in told)


# ---- The whole way ------------------------------------------------------------------------------


@pytest.fixture
def way(monkeypatch: pytest.MonkeyPatch, runs: Runs) -> Runs:
    """Processors and compiler are present, and all costs are as in the tables above.

    An entry of the dictionary fails: a processor's package, a system, a program.
    """

    def processor(host: hosts.Host) -> str:
        if host.name in runs:
            raise runs[host.name]
        return host.name

    def record(self: SoftSystem, found: Placed) -> SoftDesign:
        assert found.runs
        return design_of(self.host, self.unit)

    def run_variants(
        soft: Soft, names: Sequence[str], session: Session, failures: dict[str, str]
    ) -> dict[tuple[str, str], SoftProgram]:
        found = {}
        for host, name in itertools.product(names, soft.variants):
            own = program_name(host, name)
            if own in runs:
                failures[own] = str(runs[own])
            else:
                found[host, name] = program_of(host, name)
        return found

    monkeypatch.setattr(hosts, "processor", processor)
    monkeypatch.setattr(SoftSystem, "record", record)
    monkeypatch.setattr(soft_plan, "run_variants", run_variants)
    return runs


def test_the_record_has_all_of_it(way: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    paper = load_paper("foerster2005")
    record = reproduce(paper, "ecp5-85k-8", [1])
    assert record.failures == {}
    assert record.soft is not None
    assert len(record.soft.designs) == 6
    assert len(record.soft.programs) == 12
    assert record.seconds == 12.0
    assert (
        {name for table in paper.soft.tables for name in table.columns} == set(record.quantities)
        if paper.soft
        else False
    )
    assert any("75% of the slowest measured paths" in text for text in record.differences)
    again = ReproduceRecord.model_validate_json(record.model_dump_json())
    assert again == record
    print_reproduce(record)
    out = capsys.readouterr().out
    for text in ("foerster2005, in time", "vexriscv, four tables", "Bounds of Roundel",
                 "at least 2.40", "not kept", "128 bits"):  # fmt: skip
        assert text in out
    for finding in record.findings:
        assert f"- {finding}" in out
    text = page(paper, record)
    assert len(figures_of(text)) == sum(len(plot.bars) for plot in paper.plots) == 5
    assert "<td>not kept</td>" in text


def test_what_fails_leaves_the_others(way: Runs) -> None:
    way["picorv32"] = FailureError("run `pip install x`.")
    way["vexriscv with block"] = FailureError("too large.")
    way["bytes on vexriscv"] = FailureError("a wrong answer.")
    record = reproduce(load_paper("foerster2005"), "ecp5-85k-8", [1])
    assert record.failures == {
        "picorv32": "run `pip install x`.",
        "vexriscv with block": "too large.",
        "bytes on vexriscv": "a wrong answer.",
    }
    assert record.soft is not None
    assert {(item.host, item.unit) for item in record.soft.designs} == {
        ("vexriscv", "none"), ("vexriscv", "aes32"),
    }  # fmt: skip
    assert [item.variant for item in record.soft.programs] == [
        "one-table", "four-tables", "aes32", "block", "block-direct",
    ]  # fmt: skip
    note = row_of(record.rows, "table 2", "picorv32, aes32").note
    assert note.endswith("Not measured: run `pip install x`.")


def test_without_a_compiler_systems_are_placed(
    way: Runs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def find(name: str) -> Tool:
        if "gcc" in name:
            raise FailureError("no compiler; run `apt-get install it`.")
        return Tool("any", ["any"], "99.0", "wheel")

    monkeypatch.setattr(tools, "find", find)
    assert main(["reproduce", "foerster2005", "--seeds", "1"]) == 1
    out = capsys.readouterr().out
    assert "- firmware: no compiler; run `apt-get install it`." in out
    assert out.count("apt-get install it") == 1 + 36  # the line and the notes of 36 rows
    assert "2,250" in out


def test_another_paper_has_none_of_it(way: Runs) -> None:
    record = reproduce(load_paper("jin2011"), "ecp5-85k-8", [1], study=False)
    assert record.soft is None
    assert "soft" not in {row.kind for row in record.rows}


def test_every_host_has_every_unit(soft: Soft, way: Runs, tmp_path: Path) -> None:
    plan = SoftPlan(soft)
    assert [system.name for system in plan.systems] == [
        f"{host}{unit}" for host in hosts.HOSTS for unit in ("", " with aes32", " with block")
    ]
    with Session(tmp_path / "store") as session:
        found = plan.finish([FailureError("no.")] * len(plan.systems), session)
    assert found.designs == {}
    assert len(found.programs) == 12
    assert set(found.failures) == {system.name for system in plan.systems}
