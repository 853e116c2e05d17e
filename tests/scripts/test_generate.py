# SPDX-License-Identifier: Apache-2.0
"""The generator: derived files are right, and stale pages are reported by name."""

import re
from pathlib import Path

import pytest
from scripts.derived import figures, python_page, rtl_page

import roundel
from roundel import design
from roundel.base.record import Record
from scripts import generate


def test_sbox_has_the_examples_of_the_standard() -> None:
    table = generate.sbox()
    assert sorted(table) == list(range(256))
    assert (table[0x00], table[0x53], table[0xFF]) == (0x63, 0xED, 0x16)


def test_literals_are_right() -> None:
    generate.check_literals()


def test_a_module_for_users_has_its_ports_and_each_other_module_a_row() -> None:
    page = rtl_page.rtl()
    sections, internal = page.split("\n## Internal modules\n")
    section = sections.split("\n## roundel_cdc_fifo\n")[1].split("\n## ")[0]
    assert "| `Depth` | `16` |" in section
    assert "| `wr_valid_i` | in | 1 bit |" in section
    assert "| `rd_data_o` | out | `[Width-1:0]` |" in section
    files = [*design.compiled(), *design.soft_sources()]
    described = set(re.findall(r"^## (roundel_\w+)$", sections, re.MULTILINE))
    listed = re.findall(r"^\| \[`(\w+)`\]\((.+)\) \| \S", internal, re.MULTILINE)
    assert described == rtl_page.for_users()
    assert described | {name for name, _ in listed} == {path.stem for path in files}
    assert len(described) + len(listed) == len(files)
    assert all((generate.REFERENCE / link).is_file() for _, link in listed)


def test_the_modules_for_users_are_tops_engines_crossings_and_memories() -> None:
    users = rtl_page.for_users()
    tops = {"roundel_core", "roundel_compact", "roundel_lanes", "roundel_card", "roundel_dma"}
    assert tops <= users
    engines = {"ecb", "ctr", "gcm", "xts", "cbc_encrypt", "cbc_decrypt", "pcpi", "cfu"}
    assert {f"roundel_{name}" for name in engines} <= users
    assert {"roundel_stream_cdc", "roundel_block_ram", "roundel_stream_pkg"} <= users
    assert not users & {"roundel_gcm_front", "roundel_block_step", "roundel_ring", "roundel_fifo"}


def test_the_python_interface_has_every_name_and_record() -> None:
    page = python_page.python()
    for name in roundel.__all__:
        assert page.count(f"\n## {name}\n") == 1
    assert "    seeds: Sequence[int] | int = (1, 2, 3),\n" in page
    assert "| `seeds` | A seed of the placer or several seeds, whole numbers from 1. |" in page
    assert "```python\nwith roundel.Device(" in page
    assert set(Record.__subclasses__()) == set(python_page.RECORDS)


def test_check_names_the_stale_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = generate.ROOT
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr(generate, "REFERENCE", tmp_path / "docs" / "reference")
    monkeypatch.setattr(figures, "texts", lambda: iter(()))
    page = Path("docs", "how-to", "axi.md")  # only a part of the page is derived
    (tmp_path / page).parent.mkdir(parents=True)
    (tmp_path / page).write_bytes((root / page).read_bytes())
    found = generate.derived()  # takes long, and is the same each time
    monkeypatch.setattr(generate, "derived", lambda: found)
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0
    (tmp_path / "docs" / "reference" / "presets.md").write_text("old", encoding="utf-8")
    capsys.readouterr()
    assert generate.main(["--check"]) == 1
    said = capsys.readouterr().err
    assert "docs/reference/presets.md is stale" in said
    assert "rtl.md" not in said
    assert "run `python scripts/generate.py`" in said
