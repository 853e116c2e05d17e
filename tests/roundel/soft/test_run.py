# SPDX-License-Identifier: Apache-2.0
"""The results of programs on every system, and the report of a wrong answer."""

import functools
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from tests.roundel.soft.soft_tests import HOSTS, UNITS, Opened, need_processor

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.cli.soft_command import print_program, print_soft
from roundel.soft import run
from roundel.soft.config import Setting
from roundel.soft.firmware import VARIANTS, Firmware, build_firmware
from roundel.soft.image import Image
from roundel.soft.record import (
    MODES,
    PARTS,
    CyclesRecord,
    ProgramRecord,
    SoftRecord,
    VariantRecord,
    WrongAnswer,
)
from roundel.soft.run import Outcome, choose_variants, measure, run_program

RECORDS = Path(__file__).resolve().parents[3] / "docs" / "reference" / "records.md"


@functools.cache
def measured(host: str, unit: str) -> SoftRecord:
    """The variants of a unit, or plain C, on a host."""
    setting = Setting.choose(host, unit)
    return measure(setting, [item for item in choose_variants(setting, "all") if item.unit == unit])


def of_128(host: str, unit: str) -> dict[str, CyclesRecord]:
    """The costs of AES-128, by variant."""
    return {item.variant: item.cycles[0] for item in measured(host, unit).variants}


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("unit", UNITS)
def test_every_variant_is_right_and_measured(host: str, unit: str) -> None:
    need_processor(host)
    setting = Setting.choose(host, unit)
    variants = [item for item in VARIANTS.values() if item.unit == unit]
    record = measured(host, unit)
    assert record.passed
    assert record.tools[setting.host.package] == setting.host.version
    assert [item.variant for item in record.variants] == [item.name for item in variants]
    # Plain C reads tables, whose time depends on VexRiscv's cache.
    constant = unit != "none" or host == "picorv32"
    for item in record.variants:
        assert item.constant_time is constant
        assert item.answers == 27
        assert item.wrong == []
        assert [found.key_bits for found in item.cycles] == [128, 192, 256]
        for found in item.cycles:
            parts = found.parts
            assert set(parts) == {*PARTS, *MODES}
            assert all(number > 0 for number in parts.values())
            assert found.per_block == {mode: parts[mode] / 64 for mode in MODES}
            # A block in a call for many takes at most the time of a block in a single call with its
            # mode.
            assert found.per_block["ecb_encrypt"] < 1.5 * parts["encrypt_block"]
        assert item.image_bytes > item.all_code_bytes + item.all_table_bytes


# A key directly behind an unfinished block, and the same key when the unit is at rest.
KEY_BEHIND_A_BLOCK = """
#include "aes_instructions.h"
#include "platform.h"
static inline void keys(int size, const uint32_t *w) {
  uint32_t a = w[0], b = w[1], c = w[2], d = w[3], e = w[4], f = w[5], g = w[6], h = w[7];
  /* Loads are in front of the instructions. */
  __asm__ __volatile__("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
  __asm__ __volatile__("" : "+r"(e), "+r"(f), "+r"(g), "+r"(h));
  if (size == 0) { block_key(0, 0, a, b); block_key(0, 1, c, d); }
  if (size == 1) { block_key(1, 0, a, b); block_key(1, 1, c, d); block_key(1, 2, e, f); }
  if (size == 2) {
    block_key(2, 0, a, b); block_key(2, 1, c, d); block_key(2, 2, e, f); block_key(2, 3, g, h);
  }
}
int main(void) {
  static uint32_t first[8], key[8];
  for (uint32_t i = 0; i < 8; ++i) key[i] = 0x03020100 + (i << 2 | i << 10 | i << 18 | i << 26),
                                   first[i] = ~i;
  for (int size = 0; size < 3; ++size) {
    /* What is in the caches the second time comes without a pause. */
    for (volatile int turn = 0; turn < 2; ++turn) {
      for (int rest = 0; rest < 2; ++rest) {
        uint32_t word;
        keys(size, first);
        block_data(0, 0, 0x33221100, 0x77665544);
        block_data(0, 1, 0xbbaa9988, 0xffeeddcc);
        if (rest) for (volatile int i = 0; i < 50; ++i) {}
        keys(size, key);
        block_data(0, 0, 0x33221100, 0x77665544);
        block_data(0, 1, 0xbbaa9988, 0xffeeddcc);
        word = block_read(0, 0);
        put_bytes((const uint8_t *)&word, 4);
        put_text(" ");
      }
    }
  }
  return 0;
}
"""


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("columns", [1, 2])
def test_a_key_right_behind_a_block(host: str, columns: int, tmp_path: Path) -> None:
    need_processor(host)
    path = tmp_path / "own.c"
    path.write_text(KEY_BEHIND_A_BLOCK, encoding="utf-8")
    record = run.run_own(Setting.choose(host, "block", columns=columns), VARIANTS["block"], path)
    # The first words of FIPS-197, appendix C.
    expected = ["69c4e0d8"] * 4 + ["dda97ca4"] * 4 + ["8ea2b7ca"] * 4
    assert record.console.split() == expected


@pytest.mark.campaign
@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize(
    ("unit", "choices"),
    [
        ("aes32", {"sbox": "tower", "latency": 0}),
        ("aes32", {"sbox": "table"}),
        ("aes32", {"sbox": "gates", "latency": 0}),
        ("block", {"columns": 1}),
        ("block", {"columns": 4}),
        ("block", {"latency": 2}),
        ("block", {"columns": 4, "latency": 2}),
        ("block", {"sbox": "tower"}),
        ("block", {"sbox": "table", "columns": 1}),
    ],
)
def test_every_kind_of_unit_is_right(host: str, unit: str, choices: dict[str, Any]) -> None:
    need_processor(host)
    setting = Setting.choose(host, unit, **choices)
    record = measure(setting, choose_variants(setting, None))
    assert record.passed
    assert record.variants[0].answers == 27


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("host", HOSTS)
def test_units_are_faster_than_plain_code(host: str) -> None:
    """By at least the ratio promised by Roundel; test_soft_firmware tests sizes."""
    need_processor(host)
    own = of_128(host, "aes32")["aes32"].parts["sum"]
    assert 2.4 * own <= min(item.parts["sum"] for item in of_128(host, "none").values())
    assert 4 * of_128(host, "block")["block"].parts["sum"] < own


@pytest.mark.usefixtures("compiler")
def test_bounds_on_vexriscv() -> None:
    """Roundel's own bounds on cycles; see the promises in foerster2005.yaml."""
    need_processor("vexriscv")
    block = of_128("vexriscv", "block")
    assert of_128("vexriscv", "aes32")["aes32"].parts["sum"] <= 1459
    assert block["block-direct"].parts["sum"] <= 122
    assert block["block"].per_block["ecb_encrypt"] <= 41


@pytest.mark.usefixtures("compiler")
def test_one_size_of_keys() -> None:
    need_processor("vexriscv")
    setting = Setting.choose("vexriscv", "block")
    record = measure(setting, choose_variants(setting, None), key_bits=[192])
    assert [found.key_bits for found in record.variants[0].cycles] == [192]


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("host", HOSTS)
def test_a_large_array_of_ones_own(host: str, tmp_path: Path) -> None:
    """The array on the stack, of more than 1 KiB, does not reach the variables."""
    need_processor(host)
    path = tmp_path / "own.c"
    path.write_text(
        """
        #include "platform.h"
        static uint8_t kept[64] = {1};
        static uint8_t cleared[64];
        static __attribute__((noinline)) void fill(volatile uint8_t *bytes, int count) {
          for (int i = 0; i < count; ++i) bytes[i] = 0xff;
        }
        int main(void) {
          uint8_t many[20000];
          fill(many, sizeof many);
          int sum = 0;
          for (int i = 0; i < 64; ++i) sum += ((volatile uint8_t *)kept)[i];
          for (int i = 0; i < 64; ++i) sum += ((volatile uint8_t *)cleared)[i];
          return sum;
        }
        """,
        encoding="utf-8",
    )
    assert run.run_own(Setting.choose(host), VARIANTS["bytes"], path).status == 1


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("host", HOSTS)
def test_arithmetic_that_the_processor_may_lack(host: str, tmp_path: Path) -> None:
    need_processor(host)
    path = tmp_path / "own.c"
    path.write_text(
        """
        #include "platform.h"
        static volatile uint32_t a = 123456789, b = 1021;
        int main(void) {
          const uint64_t wide = (uint64_t)a * a;
          put_number(a * b);
          put_text(" ");
          put_number(a / b);
          put_text(" ");
          put_number(a % b);
          put_text(" ");
          put_number((uint32_t)(wide / b));
          return 0;
        }
        """,
        encoding="utf-8",
    )
    record = run.run_own(Setting.choose(host), VARIANTS["bytes"], path)
    a, b = 123456789, 1021
    expected = [a * b % 2**32, a // b, a % b, a * a // b % 2**32]
    assert record.console.split() == [str(number) for number in expected]


@pytest.mark.usefixtures("compiler")
def test_what_standard_output_cannot_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a program's words and in its name, which is not text either."""
    need_processor("picorv32")
    path = tmp_path / os.fsdecode(b"\xef.c")
    text = '#include "platform.h"\nint main(void) { put_text("caf\\xc3\\xa9"); return 0; }\n'
    path.write_text(text, encoding="utf-8")
    record = run.run_own(Setting.choose("picorv32"), VARIANTS["bytes"], path)
    assert record.program.endswith(r"/\xef.c")
    assert json.loads(record.model_dump_json())["console"] == "caf\u00e9"
    for encoding, shown in (("ascii", rb"caf\xe9"), ("latin-1", b"caf\xe9")):
        out = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding=encoding))
        print_program(record)
        sys.stdout.flush()
        assert out.getvalue().startswith(shown + b"\n" + os.fsencode(tmp_path) + rb"/\xef.c on ")
        monkeypatch.undo()


@pytest.mark.parametrize(
    ("unit", "name", "found"),
    [
        ("none", None, ["four-tables"]),
        ("aes32", None, ["aes32"]),
        ("block", None, ["block"]),
        ("block", "bytes", ["bytes"]),
        ("aes32", "all", ["bytes", "one-table", "four-tables", "aes32"]),
    ],
)
def test_which_variants(unit: str, name: str | None, found: list[str]) -> None:
    setting = Setting.choose("picorv32", unit)
    assert [item.name for item in choose_variants(setting, name)] == found


@pytest.mark.parametrize(
    ("unit", "name", "text"),
    [
        ("none", "block", "needs unit block, but this system has no unit; choose the unit block"),
        ("block", "aes32", "needs unit aes32, but this system has unit block"),
        ("none", "fast", "no variant fast; choose bytes, "),
    ],
)
def test_a_variant_that_does_not_run_there(unit: str, name: str, text: str) -> None:
    with pytest.raises(InputError, match=text):
        choose_variants(Setting.choose("picorv32", unit), name)


def test_a_size_of_keys_that_does_not_exist() -> None:
    setting = Setting.choose("picorv32")
    with pytest.raises(InputError, match="AES has no 512-bit key"):
        measure(setting, choose_variants(setting, None), key_bits=[128, 512])


@pytest.fixture
def wrong_firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Changes a file of the firmware for this test."""
    root = tmp_path / "sw"
    shutil.copytree(design.driver_root(), root)
    monkeypatch.setattr(design, "driver_root", lambda: root)

    def change(name: str, right: str, wrong: str) -> None:
        path = root / "firmware" / name
        text, found = re.subn(right, wrong, path.read_text(encoding="utf-8"), count=1)
        assert found == 1
        path.write_text(text, encoding="utf-8")

    return change


@pytest.mark.usefixtures("compiler")
def test_a_wrong_answer(
    wrong_firmware: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    need_processor("picorv32")
    # The first answer of FIPS-197, appendix C.1, with another first byte.
    wrong_firmware("bench_answers.h", r"0x69, 0xc4, 0xe0", "0x68, 0xc4, 0xe0")
    setting = Setting.choose("picorv32", "block")
    record = measure(setting, choose_variants(setting, None))
    assert not record.passed
    item = record.variants[0]
    assert item.cycles == []
    assert item.wrong[0] == WrongAnswer(
        name="encrypt_block_128",
        expected="68c4e0d86a7b0430d8cdb78070b4c55a",
        got="69c4e0d86a7b0430d8cdb78070b4c55a",
    )
    assert item.answers + len(item.wrong) == 27
    assert item.constant_time
    print_soft(record)
    out = capsys.readouterr().out
    assert "block: encrypt_block_128: expected 68c4e0d8" in out
    assert f"FAILED: {len(item.wrong)} wrong answers" in out


@pytest.mark.parametrize(
    ("console", "status", "text"),
    [
        ("nonsense\npass 27\n", 0, 'printed the unknown line "nonsense"'),
        ("", 0, "status 0 after 0 wrong answers and without its last line"),
        ("pass 27\n", 1, "status 1 after 0 wrong answers and with its last line"),
        ("fail x expected 00 got 01\npass 26\n", 0, "status 0 after 1 wrong answers"),
        ("cycles 128 sum 12\npass 27\n", 0, "did not print the cycles of every part"),
    ],
)
def test_what_a_measuring_program_must_not_say(console: str, status: int, text: str) -> None:
    with pytest.raises(FailureError, match=text):
        run._record(VARIANTS["bytes"], None, Outcome(console, status, 1, 1.0), [128], "it")  # type: ignore[arg-type]


def test_a_mailbox_that_is_not_there(system: Opened) -> None:
    firmware = Firmware(Path("some.elf"), Image(bytes(4), (), {}), None)
    with pytest.raises(InputError, match="no symbol mailbox"):
        run_program(system("picorv32"), firmware, mailbox=b"1234")


@pytest.mark.usefixtures("compiler")
def test_a_mailbox_that_is_too_small(system: Opened) -> None:
    setting = Setting.choose("picorv32")
    firmware = build_firmware(setting.host, VARIANTS["bytes"], "bench")
    with pytest.raises(InputError, match="the mailbox of bench needs at least"):
        run_program(system("picorv32"), firmware, mailbox=bytes(500), label="bench")


@pytest.mark.usefixtures("compiler")
def test_a_program_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need_processor("vexriscv")
    path = tmp_path / "own.c"
    path.write_text(
        """
        #include "aes.h"
        #include "platform.h"
        int main(void) {
          static struct aes_key key;
          static const uint8_t zeros[16];
          uint8_t out[16];
          aes_encrypt_key(&key, zeros, 128);
          aes_encrypt_block(&key, zeros, out);
          put_bytes(out, 16);
          return 5;
        }
        """,
        encoding="utf-8",
    )
    setting = Setting.choose("vexriscv", "aes32")
    record = run.run_own(setting, VARIANTS["aes32"], path)
    # AESAVS, appendix B.1: all zeros.
    assert record.console == "66e94bd4ef8a2c3b884cfa59ca342b2e"
    assert record.status == 5
    print_program(record)
    assert "exit status 5 after" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "records"),
    [
        ("soft", [SoftRecord, VariantRecord, CyclesRecord, WrongAnswer]),
        ("program", [ProgramRecord]),
    ],
)
def test_fields_are_documented(name: str, records: list[type[BaseModel]]) -> None:
    text = RECORDS.read_text(encoding="utf-8")
    section = re.search(rf"^## roundel\.{name}/1$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section
    for record in records:
        for field in record.model_fields:
            assert field == "schema_" or f"`{field}`" in section.group(1), field
