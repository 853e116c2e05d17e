# SPDX-License-Identifier: Apache-2.0
"""`roundel choose`: the answer, its files, bad input, and the time of a call."""

import json
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.roundel.choose.sample_designs import PART
from tests.roundel.choose.sample_designs import designs as sample

from roundel.__main__ import main
from roundel.characterised import DATA, load_designs
from roundel.choose.answer import choose as run
from roundel.choose.need import Need
from roundel.cli.choose_command import origin
from roundel.cli.schema_command import RECORDS
from roundel.design import load_config

SECONDS = 0.8  # of a second call

BAD = {
    "huge clock": (["--mhz", "1e308"], "--mhz 1e+308 is out of range; give 0.001 to 1,000,000"),
    "tiny throughput": (["--gbps", "1e-9"], "--gbps 1e-09 is out of range; give 0.000001 to"),
    "huge number of keys": (["--key-slots", f"1{'0' * 23}"], "--key-slots is out of range"),
    "no key size": (["--key-bits", ""], "--key-bits is empty; give 128, 192 or 256"),
    "no margin": (["--margin", ""], "--margin is empty"),
    "no unit": (["--margin", "10"], "write it in per cent"),
    "unknown part": (["--target", "ecp5-45"], "nearest names are ecp5-45k-8"),
    "number": (["--gbps", "fast"], "give a number"),
    "negative": (["--gbps", "-1"], "is not positive"),
    "key size": (["--key-bits", "100"], "use 128, 192 or 256"),
    "area of cells": (["--max-kge", "5"], "--max-kge limits standard cells"),
    "streams": (["--mode", "gcm", "--streams", "3"], "--streams is for CBC encryption"),
    "no stream": (["--mode", "cbc", "--streams", "0"], "--streams"),
    "packets of blocks": (["--packet-bytes", "64"], "--packet-bytes needs a mode"),
    "energy": (["--objective", "energy"], "no energy is measured on ecp5-85k-8"),
    "latency": (["--latency-ns", "5", "--mhz", "100"], "shorter than one cycle"),
    "no function": (["--mode", "cbc", "--direction", "both", "--key-bits", "192"], "no design"),
    "clock": (
        ["--target", "xc7", "--gbps", "1"],
        "no clock is measured for --gbps; give the clock",
    ),
    "clock of a latency": (["--target", "xcup", "--latency-ns", "99"], "for --latency-ns; give"),
    "clock of an objective": (
        ["--target", "cyclonev", "--objective", "speed"],
        "for --objective speed; give",
    ),
    "cycle": (["--target", "xc7", "--latency-ns", "5", "--mhz", "100"], "shorter than one cycle"),
    "no energy": (["--target", "xc7", "--objective", "energy"], "no energy is measured on xc7"),
    "kGE of LUTs": (["--target", "cyclonev", "--max-kge", "5"], "use --max-lut4 for cyclonev"),
    "LUTs of cells": (["--target", "cells:NangateOpenCellLibrary", "--max-lut", "5"], "--max-kge"),
    "measure a mapped family": (["--target", "xc7", "--measure"], "xc7 is mapped only; omit"),
    "part of a mapped family": (["--target", "xc7a35t"], "nearest names are xc7"),
    "small part": (["--target", "machxo2-1200"], "LUT4 on machxo3-6900; choose a larger part"),
    "measure on a small part": (["--target", "machxo2-1200", "--measure"], "has 1,280 LUT4"),
    "output": (["--output", "mine.txt"], "does not end in .yaml"),
    "no store": (["--designs", "."], "no characterised designs"),
    "no folder": (["--html", "nowhere/page.html"], "nowhere"),
    "same file": (["--html", "one.yaml", "-o", "one.yaml"], "is also the file of --html"),
    "not a number": (["--gbps", "nan"], "is not positive and finite"),
    "infinite": (["--mhz", "inf"], "is not positive and finite"),
    "partial block": (["--mode", "ecb", "--packet-bytes", "40"], "give 32 or 48"),
    "unknown library": (["--target", "cells:Nangate"], "the store has cells:NangateOpenCellLib"),
}


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDEL_DEBUG", "")


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], case: str) -> None:
    words, message = BAD[case]
    assert main(["choose", *words]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert message in error
    assert error.startswith("roundel: error: ")
    assert error.count("\n") == 1
    assert not list(Path().iterdir())


def test_an_answer_has_reasons_and_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["choose", "--gbps", "1"]) == 0
    out = capsys.readouterr().out
    assert "1. the lowest cost of " in out
    assert "measured with" in out
    (line,) = [line for line in out.splitlines() if line.startswith("show the first: ")]
    words = line.removeprefix("show the first: roundel ").split()
    assert main(words) == 0
    (build,) = [line for line in out.splitlines() if line.startswith("build the first: ")]
    assert build.startswith("build the first: roundel synth iterative")
    assert build.endswith(" --target ecp5-85k-8 --recipe nested")
    assert words[2:] == build.split()[6:-4]
    (line,) = [line for line in out.splitlines() if line.startswith("export the first: ")]
    assert re.search(r" -o DIR --for diamond --mhz \d+$", line)


def test_the_data_sheet_of_an_answer_has_the_measured_figures(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["choose", "--gbps", "1", "-o", "mine.yaml", "--json"]) == 0
    (engine,) = json.loads(capsys.readouterr().out)["designs"][0]["engines"]
    assert main(["choose", "--gbps", "1"]) == 0
    out = capsys.readouterr().out
    (line,) = [line for line in out.splitlines() if line.startswith("export the first: ")]
    words = line.removeprefix("export the first: roundel ").split()
    assert main([word if word != "DIR" else "aes" for word in words]) == 0
    sheet = Path("aes/datasheet.md").read_text(encoding="utf-8")
    (row,) = [line for line in sheet.splitlines() if line.startswith("| ecp5-85k-8 | ")]
    assert f"| {engine['lut']:,} LUT4 | {engine['ff']:,} | " in row
    other = ["-p", "KeySchedule=stored", "-p", "KeySlots=256"]
    assert main(["export", "mine.yaml", *other, "-o", "other", "--for", "yosys"]) == 0
    assert "No measurement of" in Path("other/datasheet.md").read_text(encoding="utf-8")


def test_recipes_of_cells_are_part_of_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """Designs with equal parameters and another recipe have other commands."""
    words = ["choose", "--target", "cells:NangateOpenCellLibrary", "-o", "mine.yaml", "--force"]
    found = set()
    for objective in ("area", "latency", "speed", "energy"):
        own = [*words, "--objective", objective]
        assert main([*own, "--json"]) == 0
        recipe = json.loads(capsys.readouterr().out)["designs"][0]["engines"][0]["recipe"]
        assert main(own) == 0
        out = capsys.readouterr().out
        assert f" --target cells:PATH.lib --recipe {recipe}\n" in out
        assert f"\n# recipe: {recipe}\n" in Path("mine.yaml").read_text()
        (heads,) = [line for line in out.splitlines() if " kGE " in line]
        assert " pJ/byte " in heads
        (first, *_) = [line for line in out.splitlines() if line.startswith("1 ")]
        energy = first.split()[-1]
        assert objective != "energy" or float(energy.replace(",", "")) > 0
        found.add(recipe)
    assert len(found) > 1


def test_packets_in_flight_of_cbc_encryption(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["choose", "--mode", "cbc", "--gbps", "1.5"]
    assert main(words) == 1
    error = capsys.readouterr().err
    (remedy,) = re.findall(r"or with --streams (\d+)", error)
    assert main([*words, "--streams", remedy]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"1.5 Gbit/s of CBC, {remedy} packets in flight, keys of 128 bits on ")
    assert f"(--streams {remedy})" in out
    assert main([*words, "--streams", remedy, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["need"]["streams"] == int(remedy)


def test_an_engine_without_an_output_queue_has_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["choose", "--gbps", "20", "--max-ram", "0"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "Backpressure=0" in out
    assert "the user must accept each result in the cycle" in out
    assert main(["choose", "--gbps", "1", "--backpressure"]) == 0
    out = capsys.readouterr().out
    assert "Backpressure=0" not in out
    assert "the user must accept" not in out


def test_the_nearest_design_has_its_origin(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["choose", "--gbps", "500"]) == 1
    out = capsys.readouterr().out
    assert re.search(r"^the nearest design: (measured with|interpolated)", out, re.MULTILINE)


def test_the_title_has_the_latency(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["choose", "--latency-ns", "150"]) == 0
    title = "Blocks, keys of 128 bits, a latency of 150 ns on ecp5-85k-8\n"
    assert capsys.readouterr().out.startswith(title)


def test_the_margin_names_its_need(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["choose", "--gbps", "1", "--max-lut", "2100"]) == 0
    table = capsys.readouterr().out.partition("\n1. ")[0].splitlines()[2:]
    assert table
    assert all(line.endswith((" % --max-lut4", " % --gbps")) for line in table)


def test_a_margin_far_from_the_need_is_short(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["choose", "--gbps", "0.00001"]) == 0
    assert " more than 1000 % --gbps" in capsys.readouterr().out
    assert main(["choose", "--max-lut", "1"]) == 1
    assert " less than -1000 % --max-lut4" in capsys.readouterr().out


def test_an_interpolated_design_names_its_errors_once() -> None:
    record = run(sample(), Need(target=PART, gbps=23.0))
    (own,) = [c for c in record.designs if c.engines[0].source == "interpolated"]
    (engine,) = own.engines
    text = origin(own)
    assert text.endswith(" for 90 % of the estimates, already included in the figures")
    for name, figure in (("LUTs", "lut"), ("flip-flops", "ff"), ("the clock", "mhz")):
        assert f"of {name} ±{engine.error_percent[figure]:.0f} %" in text
    assert own.lut == pytest.approx(
        (engine.lut or 0) / (1 - engine.error_percent["lut"] / 100), rel=1e-2
    )


def test_files_of_several_engines_are_checked_before_the_work(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("mine-128.yaml").mkdir()
    words = ["choose", "--key-bits", "128,256", "-o", "mine.yaml"]
    assert main(words) == 2
    assert "mine-128.yaml" in capsys.readouterr().err
    Path("mine-128.yaml").rmdir()
    assert main(words) == 0
    assert load_config("mine-128.yaml").KeyBits == 128
    assert load_config("mine-256.yaml").KeyBits == 256


def test_exports_of_several_engines_have_the_clock_of_the_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """All engines share the slowest clock, which is less than an estimate by its error."""
    words = ["choose", "--gbps", "1", "--key-bits", "128,256", "--direction", "both"]
    words.append("--backpressure")
    assert main([*words, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["designs"][0]
    assert main(words) == 0
    clocks = re.findall(r"^export .* --mhz (\d+)$", capsys.readouterr().out, re.MULTILINE)
    assert clocks == [str(int(first["mhz"]))] * 2
    assert min(engine["mhz"] for engine in first["engines"]) > first["mhz"]


def test_a_configuration_file_is_not_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    """Also one of several files; no file changes."""
    Path("mine-256.yaml").write_text("mine")
    words = ["choose", "--key-bits", "128,256", "-o", "mine.yaml"]
    assert main(words) == 2
    assert "mine-256.yaml exists; give another file name, or --force" in capsys.readouterr().err
    assert Path("mine-256.yaml").read_text() == "mine"
    assert not Path("mine-128.yaml").exists()
    assert main([*words, "--force"]) == 0
    assert load_config("mine-256.yaml").KeyBits == 256


def test_the_title_names_the_direction(capsys: pytest.CaptureFixture[str]) -> None:
    for direction, text in (
        ("encrypt", "Blocks, keys of"),
        ("decrypt", "Blocks, decryption, keys of"),
        ("both", "Blocks, both directions, keys of"),
    ):
        assert main(["choose", "--target", "xc7", "--direction", direction]) == 0
        assert capsys.readouterr().out.startswith(text)


def test_the_record_is_valid(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["choose", "--gbps", "1", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["schema"] == "roundel.choose/1"
    assert main(["schema", "record", "choose"]) == 0
    schema = json.loads(capsys.readouterr().out)
    Draft202012Validator(schema).validate(record)
    assert "choose" in RECORDS
    assert len(record["designs"]) == 5


def test_a_need_that_no_design_meets_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["choose", "--gbps", "500", "--json"]) == 1
    out, error = capsys.readouterr()
    record = json.loads(out)
    assert record["designs"] == []
    assert record["nearest"] is not None
    assert "the nearest design has" in error
    assert error.count("\n") == 1


def test_the_first_design_is_a_configuration_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["choose", "--mode", "gcm", "--gbps", "1", "-o", "mine.yaml", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    (engine,) = record["designs"][0]["engines"]
    assert load_config("mine.yaml").own_fields() == engine["fields"]


def test_a_page_needs_no_network(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["choose", "--gbps", "1", "--html", "page.html"]) == 0
    text = Path("page.html").read_text()
    assert "Designs on ecp5-85k-8" in text
    assert "default-src 'none'" in text
    capsys.readouterr()


def test_a_store_of_another_version_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for path in DATA.iterdir():
        Path(path.name).write_text(path.read_text())
    Path("head.json").write_text(Path("head.json").read_text().replace("characterised/1", "x/2"))
    assert main(["choose", "--designs", ".", "--gbps", "1"]) == 2
    assert "the designs in . have the version" in capsys.readouterr().err


def test_every_target_of_the_store_has_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """Except for the only part of MachXO2: no design fits."""
    head = load_designs().head
    for target in sorted({*head.parts, *head.libraries} - {"machxo2-1200"}):
        assert main(["choose", "--target", target, "--mhz", "1"]) == 0, target
        capsys.readouterr()


@pytest.mark.parametrize(("target", "kind"), [("xc7", "LUT6"), ("cyclonev", "ALUT")])
def test_a_family_that_is_mapped_only_has_counts_and_an_assumed_clock(
    capsys: pytest.CaptureFixture[str], target: str, kind: str
) -> None:
    assert main(["choose", "--target", target, "--max-lut", "20000"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Blocks, keys of 128 bits on {target} (mapped only)\n")
    (heads,) = [line for line in out.splitlines() if " FF " in line]
    assert f" {kind} " in heads
    assert "Gbit/s" not in heads
    assert "MHz" not in heads
    assert f"note: {target} is mapped only" in out
    words = ["choose", "--target", target, "--mhz", "125", "--gbps", "1", "--html", "page.html"]
    assert main([*words, "-o", "mine.yaml"]) == 0
    out = capsys.readouterr().out
    assert f"on {target} (mapped only; assumed clock 125 MHz)" in out
    assert "Gbit/s" in out
    assert "note: you assume a clock of 125 MHz" in out
    page = Path("page.html").read_text()
    assert f"{target}: {kind}" in page
    assert "at the assumed clock of 125 MHz" in page
    assert "assumed clock 125 MHz" in Path("mine.yaml").read_text()
    load_config("mine.yaml")


def test_the_record_of_a_family_that_is_mapped_only_is_valid(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["schema", "record", "choose"]) == 0
    schema = Draft202012Validator(json.loads(capsys.readouterr().out))
    for words in ([], ["--mhz", "100", "--gbps", "1"]):
        assert main(["choose", "--target", "xcup", "--json", *words]) == 0
        record = json.loads(capsys.readouterr().out)
        schema.validate(record)
        assert record["mapped_only"]
        assert (record["lut_kind"], record["ram_kind"]) == ("LUT6", "18-kbit block RAM")
        for choice in record["designs"]:
            assert choice["mhz"] is None
            assert (choice["gbps"] is None) == (not words)
    assert main(["choose", "--target", "xcup", "--mhz", "100", "--gbps", "99", "--json"]) == 1
    out, error = capsys.readouterr()
    assert json.loads(out)["designs"] == []
    assert "Gbit/s at the assumed clock of 100 MHz" in error


@pytest.mark.parametrize("option", ["--max-lut4", "--max-lut"])
def test_both_spellings_limit_the_luts(capsys: pytest.CaptureFixture[str], option: str) -> None:
    assert main(["choose", option, "1234", "--json"]) in (0, 1)
    assert json.loads(capsys.readouterr().out)["need"]["max_lut4"] == 1234


def test_a_second_call_is_fast() -> None:
    """The processor time of the fastest of three calls: other programs do not lengthen it."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = [sys.executable, "-m", "roundel", "choose", "--gbps", "1", "--json"]
        subprocess.run(words, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < SECONDS
