# SPDX-License-Identifier: Apache-2.0
"""The command `soft run`: output, exit status, refusals."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.roundel.soft.soft_tests import need_processor

from roundel.__main__ import main
from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.soft import hosts
from roundel.soft.firmware import COMPILER

RUN = ["soft", "run"]


@pytest.fixture
def ready() -> None:
    """Skip a test on a machine without the packages for firmware."""
    for host in hosts.HOSTS:
        need_processor(host)
    try:
        tools.find(COMPILER)
    except FailureError as error:
        pytest.skip(str(error))


@pytest.mark.usefixtures("ready")
def test_tables_and_record(
    capsys: pytest.CaptureFixture[str], valid_record: Callable[[Any], None]
) -> None:
    words = [*RUN, "--host", "vexriscv", "--unit", "block", "--key-bits", "256"]
    assert main([*words, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["schema"] == "roundel.soft/1"
    valid_record(record)
    assert (record["host"], record["unit"], record["passed"]) == ("vexriscv", "block", True)
    assert record["parameters"] == {"Sbox": "rom", "Latency": 1, "Columns": 2}
    found = record["variants"][0]["cycles"]
    assert [item["key_bits"] for item in found] == [256]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "Cycles per call, vexriscv with unit block, Sbox rom, Latency 1, Columns 2" in out
    assert f" {found[0]['parts']['sum']:,}\n" in out
    assert f" {found[0]['per_block']['ctr']:,.1f}\n" in out
    assert "passed, 27 published answers matched" in out


@pytest.mark.usefixtures("ready")
def test_all_variants(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*RUN, "--host", "picorv32", "--variant", "all", "--key-bits", "128", "--json"]
    assert main(words) == 0
    record = json.loads(capsys.readouterr().out)
    names = [item["variant"] for item in record["variants"]]
    assert names == ["bytes", "one-table", "four-tables"]
    assert all(item["constant_time"] for item in record["variants"])


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(("variant", "word"), [("four-tables", "no"), ("aes32", "yes")])
def test_whether_it_is_constant_in_time(
    variant: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*RUN, "--host", "vexriscv", "--unit", "aes32", "--variant", variant]
    assert main([*words, "--key-bits", "128"]) == 0
    assert re.search(rf"^{variant} +{word} +128 ", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.usefixtures("ready")
def test_a_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], valid_record: Callable[[Any], None]
) -> None:
    path = tmp_path / "hello.c"
    text = '#include "platform.h"\nint main(void) {{ put_text("hello\\n"); return {}; }}\n'
    words = [*RUN, "--host", "picorv32", "--program", str(path)]
    path.write_text(text.format(0), encoding="utf-8")
    assert main(words) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"hello\n{path} on picorv32 with no unit: exit status 0 after ")
    path.write_text(text.format(3), encoding="utf-8")
    assert main([*words, "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["schema"] == "roundel.program/1"
    valid_record(record)
    assert (record["console"], record["status"]) == ("hello\n", 3)
    assert main([*words, "--variant", "all"]) == 2
    assert "--program needs one variant" in capsys.readouterr().err
    assert main([*words, "--variant", "aes32"]) == 2
    assert "choose the unit aes32" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "status", "text"),
    [
        (["--host", "ibex"], 2, "there is no host ibex; choose picorv32 or vexriscv."),
        (["--host", "picorv32", "--unit", "sha"], 2, "choose none, aes32 or block."),
        (["--host", "picorv32", "--variant", "quick"], 2, "aes32, block or block-direct."),
        (["--host", "picorv32", "--variant", "aes32"], 2, "choose the unit aes32"),
        (["--host", "picorv32", "--memory", "60000"], 2, "power of two from 4096"),
        (["--host", "picorv32", "--key-bits", "1x"], 2, "give sizes out of 128,192,256."),
        (["--host", "picorv32", "--key-bits", "129"], 2, "-bit key; use 128, 192 or 256."),
        (["--host", "picorv32", "--unit", "aes32", "--latency", "0"], 2, "is not possible"),
        (["--host", "picorv32", "--program", "/none.c"], 2, "there is no program /none.c"),
        (["--host", "picorv32", "--program", "bench"], 2, "no program bench; give a C source (*."),
        (["--host", "picorv32", "--program", "x.c", "--key-bits", "128"], 2, "omit --key-bits."),
        (["--host", "picorv32", "--program", "x", "--variant", "bytes"], 2, "omit --variant."),
        (["--host", "picorv32", "--program", "a" * 256 + ".c"], 2, "File name too long"),
        (["--host", "picorv32", "--unit", "block", "--columns", "2147483648"], 2, "a small number"),
        ([], 2, "--host"),
    ],
)
def test_what_it_refuses(
    words: list[str], status: int, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*RUN, *words]) == status
    captured = capsys.readouterr()
    assert text in captured.err
    assert "Traceback" not in captured.err
    assert captured.out == ""


@pytest.mark.usefixtures("ready")
def test_what_does_not_fit_or_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RUN, "--host", "picorv32", "--memory", "4096"]) == 2
    assert "bytes of memory, but the memory has 4,096; give a memory of " in capsys.readouterr().err
    assert main([*RUN, "--host", "picorv32", "--cycles", "999"]) == 1
    assert "did not end within 999 cycles" in capsys.readouterr().err


def test_without_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([*RUN, "--host", "picorv32"]) == 1
    error = capsys.readouterr().err
    assert error.endswith("; install it (Debian: apt install gcc-riscv64-unknown-elf).\n")
    assert error.count("\n") == 1


def test_doctor_lists_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--json"])
    found = {item["name"]: item for item in json.loads(capsys.readouterr().out)["tools"]}
    for name in (COMPILER, "pyelftools", *(host.package for host in hosts.HOSTS.values())):
        assert found[name]["required"] is False
        assert found[name]["purpose"]
