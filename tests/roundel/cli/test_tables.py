# SPDX-License-Identifier: Apache-2.0
"""Tables and records print the measured values, and every record is documented."""

import json
import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from roundel.base.tools import Finding, Tool
from roundel.cli import design_commands, tables
from roundel.cli.bench_command import print_bench
from roundel.cli.design_commands import print_show
from roundel.cli.doctor_command import DoctorRecord, ToolRecord, print_doctor
from roundel.cli.file_commands import print_cipher
from roundel.cli.synth_command import print_synth
from roundel.cli.verify_command import print_verify
from roundel.crypt.block_files import CipherRecord, FileRecord
from roundel.design import Config, load_config, presets
from roundel.design.derived import ShowRecord
from roundel.fpga.record import Flow, Fmax, SynthRecord
from roundel.fpga.timing import CriticalPath
from roundel.system.bench import BenchRecord, SizeRecord
from roundel.verify import Campaign, VerifyRecord

RECORDS = Path(__file__).parents[3] / "docs" / "reference" / "records.md"
PATH = CriticalPath(logic_ns=1.0, routing_ns=2.0, levels=3, start="a", end="b.D")


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    """The printed text, with runs of spaces as one space."""
    return re.sub(r" +", " ", capsys.readouterr().out)


def documented(schema: str) -> str:
    """The section on a record."""
    sections = re.split(r"^## ", RECORDS.read_text(), flags=re.MULTILINE)
    return next(text for text in sections if schema in text.partition("\n")[0])


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    tables.print_json({"schema": "x/1", "a": [1, 2.5, None, "\u00e4"]})
    out = capsys.readouterr().out
    assert json.loads(out) == {"schema": "x/1", "a": [1, 2.5, None, "\u00e4"]}
    assert out.endswith("}\n")


def test_markup_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    tables.print_table("[b]title[/b]", ["[head]"], [["[red]cell[/red]"], ["long " * 20]])
    out = capsys.readouterr().out
    assert "[b]title[/b]" in out
    assert "[head]" in out
    assert "[red]cell[/red]" in out


def test_record_as_json_or_as_tables(capsys: pytest.CaptureFixture[str]) -> None:
    shown: list[FileRecord] = []
    record = FileRecord(
        source="a", target="b", bytes=1, bytes_out=17, iv="00", aad=None, tag="22", tag_file=None
    )
    tables.print_record(record, shown.append, as_json=True)
    assert json.loads(capsys.readouterr().out)["in"] == "a"
    assert not shown
    tables.print_record(record, shown.append, as_json=False)
    assert capsys.readouterr().out == ""
    assert shown == [record]


def test_presets(capsys: pytest.CaptureFixture[str]) -> None:
    found = presets()
    design_commands.presets()
    out = printed(capsys)
    assert all(f"\n{item.name} {item.purpose[:40]}" in out for item in found)
    design_commands.presets(json=True)
    fields = json.loads(capsys.readouterr().out)
    assert fields["schema"] == "roundel.presets/1"
    assert [item["name"] for item in fields["presets"]] == [item.name for item in found]
    assert fields["presets"][0]["KeyBits"] == 128


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    record = ShowRecord.of(load_config("outer", ["KeySlots=4"]))
    print_show(record)
    out = printed(capsys)
    for line in ("Rounds 10", "KeySlots 4", "latency of the engine 10 cycles",
                 "latency to the output 12 cycles",
                 "cycles per block 1", "RoundCuts 0",
                 "register positions in a round 0 round (0x0001)",
                 "bits per cycle 128", "key_slot_i in 2", "out_block_o out 128"):  # fmt: skip
        assert f"\n{line} " in out or f"\n{line}\n" in out, line
    for overrides, told in (
        (
            ["Stages=2", "RoundCuts=0x1001"],
            "register positions in a round 0 round, 12 key (0x1001)",
        ),
        (["Stages=2", "RoundCuts=0x1001"], "RoundCuts 0x1001"),
        (["Stages=2", "RoundCuts=0x21"], "RoundCuts 0x0021"),
        (["Stages=0"], "register positions in a round none"),
        (["Backpressure=0"], "output FIFO none"),
    ):
        print_show(ShowRecord.of(load_config("outer", overrides)))
        out = printed(capsys)
        assert f"\n{told} " in out or f"\n{told}\n" in out, told
    fields = record.model_dump(mode="json")
    assert fields["facts"]["round_cuts"] == 1
    assert fields["schema"] == "roundel.show/1"
    assert fields["facts"]["latency_cycles"] == record.facts.latency_cycles
    assert {"name": "in_block_i", "direction": "in", "width": 128} in fields["ports"]


JOB = CipherRecord(
    schema_="roundel.encrypt/1",
    config=Config(name="mine"),
    mode="ctr",
    bytes=1000,
    bytes_out=1008,
    blocks=63,
    cycles=641,
    cycles_per_block=641 / 63,
    seconds=0.25,
)


def test_job(capsys: pytest.CaptureFixture[str]) -> None:
    print_cipher(JOB)
    assert capsys.readouterr().out == (
        "1,000 bytes in, 1,008 out, 63 blocks, 641 device cycles after the first key "
        "(10.17 per block), 0.2 s\n"
    )


def test_job_of_packets_tells_what_decrypting_needs(capsys: pytest.CaptureFixture[str]) -> None:
    item = FileRecord(
        source="a", target="b", bytes=1, bytes_out=17, iv="0011", aad=None, tag="22", tag_file=None
    )
    files = [item, item.model_copy(update={"iv": None, "tag": None})]
    print_cipher(JOB.model_copy(update={"files": files}))
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["a to b, iv 0011, tag 22", "a to b"]


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    size = SizeRecord(
        size=1500,
        packets=120,
        bytes=180_000,
        blocks=11_280,
        cycles=11_520,
        cycles_per_packet=96.0,
        blocks_per_cycle=94 / 96,
        blocks_per_cycle_per_lane=47 / 96,
    )
    record = BenchRecord(
        config=Config(name="mine"),
        sizes=[size, size.model_copy(update={"size": "imix"})],
        packets=360,
        bytes=540_000,
        keys=4,
        aad_bytes=0,
        seed=7,
        seconds=1.0,
        mb_per_s=1.25,
    )
    print_bench(record)
    out = printed(capsys)
    assert "AAD" not in out
    assert "\n1,500 120 96.00 0.9792 0.4896" in out
    assert "\nInternet mix (7:4:1) 120 96.00" in out
    assert out.splitlines()[-1] == (
        "360 packets, each equal to OpenSSL's result; 4 keys in rotation, seed 7; simulation "
        "speed 1.25 MB/s"
    )
    print_bench(record.model_copy(update={"aad_bytes": 20}))
    assert "back-to-back packets, each with 20 bytes of AAD\n" in printed(capsys)


def test_a_long_title_is_not_broken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    title = "iterative+KeyBits=256,Direction=both,KeySchedule=stored,KeySlots=4, and " + "x" * 200
    tables.print_table(title, ["parameter", "value"], [["KeyBits", "256"]])
    assert capsys.readouterr().out.splitlines()[0] == title
    monkeypatch.setenv("COLUMNS", "40")
    tables.print_table(title, ["parameter", "value"], [["KeyBits", "256"]])
    assert capsys.readouterr().out.splitlines()[0] == title


@pytest.mark.parametrize("passed", [True, False])
def test_verify(capsys: pytest.CaptureFixture[str], passed: bool) -> None:
    campaign = Campaign(
        name="kat/ECB",
        vectors=3000,
        passed=2999,
        failed=1,
        seed=None,
        failures=["vector 7: expected 01, got 02"],
    )
    record = VerifyRecord(
        config=Config(name="mine"),
        netlist="slang",
        seed=7,
        campaigns=[campaign],
        passed=passed,
        tools={},
        seconds=1.0,
        cached=not passed,
    )
    print_verify(record)
    out = printed(capsys)
    assert out.startswith("mine, netlist by slang")
    assert "\nkat/ECB 3,000 2,999 1" in out
    assert "\nkat/ECB: vector 7: expected 01, got 02\n" in out
    last = out.splitlines()[-1]
    assert last == (
        "passed: 3,000 vectors, seed 7" if passed
        else "FAILED: 1 of 3,000 vectors, seed 7, from the cache"
    )  # fmt: skip


def test_synth(capsys: pytest.CaptureFixture[str]) -> None:
    print_synth(
        SynthRecord(
            config=Config(name="mine"),
            target="ecp5-85k-8",
            lut4=2345,
            ff=678,
            bram=0,
            fmax_mhz=Fmax(median=101.25, per_seed={"1": 99.0, "2": 101.25, "3": 110.5}),
            gbps=1.296,
            latency_cycles=10,
            cycles_per_block=10,
            mbps_per_slice=1.1053,
            critical_path=PATH,
            flow=Flow(frontend="slang", recipe="auto", options=[]),
            tools={},
            seconds=1.0,
        )
    )
    out = printed(capsys)
    for line in ("LUT4 2,345", "flip-flops 678", "Fmax, median 101.2 MHz",
                 "Fmax by seed 1: 99.0, 2: 101.2, 3: 110.5 MHz", "throughput 1.296 Gbit/s",
                 "latency to the output 10 cycles",
                 "throughput per slice 1.105 Mbit/s"):  # fmt: skip
        assert f"\n{line} " in out or f"\n{line}\n" in out, line


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    findings = [
        Finding("yosys", "synthesis", Tool("yosys", ["y"], "0.70", "wheel"), True, ""),
        Finding("iverilog", "checks", None, False, "install it"),
    ]
    record = DoctorRecord.of(findings, "1.2.3", "/cache")
    print_doctor(record)
    out = printed(capsys)
    assert "yosys 0.70 wheel synthesis" in out
    assert "iverilog missing install it checks (optional)" in out
    assert [item.found for item in record.tools] == [True, False]
    assert record.tools[1].version is None


@pytest.mark.parametrize(
    "name", ["presets", "show", "verify", "synth", "doctor", "encrypt", "bench"]
)
def test_record_is_documented(name: str) -> None:
    assert documented(f"roundel.{name}/1")


@pytest.mark.parametrize(
    ("name", "record", "inner"),
    [
        ("encrypt", CipherRecord, None),
        ("verify", VerifyRecord, Campaign),
        ("synth", SynthRecord, None),
        ("bench", BenchRecord, SizeRecord),
    ],
)
def test_fields_of_results_are_documented(
    name: str, record: type[BaseModel], inner: type[BaseModel] | None
) -> None:
    fields = [*record.model_fields, *(inner.model_fields if inner else [])]
    for field in fields:
        text = documented(f"roundel.{name}/1")
        assert field == "schema_" or re.search(rf"`{field}[`.]", text), field


def test_fields_of_files_are_documented() -> None:
    text = documented("roundel.encrypt/1")
    for name, field in FileRecord.model_fields.items():
        assert f"`files[].{field.alias or name}`" in text


def test_fields_are_documented() -> None:
    config = load_config("iterative")
    for field in ShowRecord.of(config).model_dump()["facts"]:
        assert f"`facts.{field}`" in documented("roundel.show/1")
    for field in [*DoctorRecord.model_fields, *ToolRecord.model_fields]:
        assert field == "schema_" or f"`{field}`" in documented("roundel.doctor/1")
    for field in config.fields():
        assert f"`{field}`" in RECORDS.read_text()
