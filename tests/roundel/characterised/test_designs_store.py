# SPDX-License-Identifier: Apache-2.0
"""Stores that cannot be read: each has one sentence."""

import json
import math
import shutil
from pathlib import Path
from typing import Any

import pytest

from roundel.__main__ import main
from roundel.base.errors import InputError
from roundel.characterised import DATA, load_designs


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(DATA, tmp_path / "designs")
    return tmp_path / "designs"


def change_head(directory: Path, **values: object) -> None:
    path = directory / "head.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def test_a_copy_can_be_read(copy: Path) -> None:
    assert vars(load_designs(copy)) == vars(load_designs())


def test_a_store_of_another_version_is_refused(copy: Path) -> None:
    change_head(copy, schema="roundel.characterised/99")
    with pytest.raises(InputError, match=r"characterised/99.*reads 'roundel.characterised/1'"):
        load_designs(copy)


def test_a_directory_without_designs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no characterised designs"):
        load_designs(tmp_path)


def test_a_damaged_line_is_named(copy: Path) -> None:
    path = copy / "ecp5.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1][:40], *lines[2:]]))
    with pytest.raises(InputError, match=r"ecp5\.jsonl, line 2"):
        load_designs(copy)
    row = json.loads(lines[0])
    del row["ff"]
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(InputError, match="line 1.*ff: field required"):
        load_designs(copy)


@pytest.mark.parametrize(
    ("name", "field", "known", "unknown"),
    [
        ("ecp5.jsonl", "top", "core", "other"),
        ("ecp5.jsonl", "target", "ecp5-85k-8", "ecp5-9k"),
        ("candidates.jsonl", "top", "core", "other"),
    ],
)
def test_an_unknown_name_is_refused(
    copy: Path, name: str, field: str, known: str, unknown: str
) -> None:
    path = copy / name
    path.write_text(path.read_text().replace(f'"{field}":"{known}"', f'"{field}":"{unknown}"', 1))
    with pytest.raises(InputError, match=f"unknown {field} '{unknown}'"):
        load_designs(copy)


@pytest.mark.parametrize("name", ["ecp5.jsonl", "packets.jsonl", "candidates.jsonl", "head.json"])
def test_a_file_of_another_encoding_is_refused(copy: Path, name: str) -> None:
    path = copy / name
    path.write_bytes(path.read_bytes() + b"\xff\n")
    with pytest.raises(InputError, match=f"{name} is not (UTF-8|JSON)"):
        load_designs(copy)


def test_an_unreadable_file_is_named(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_text

    def refuse(path: Path, *words: str, **options: str) -> str:
        if path.name == "packets.jsonl":
            raise PermissionError(13, "Permission denied")
        return read(path, *words, **options)

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(InputError, match=r"packets\.jsonl cannot be read \(Permission denied\)"):
        load_designs(copy)


def set_value(values: dict[str, Any], path: str, new: object) -> None:
    """Set or, with None, remove a value in a line or head; "." separates keys."""
    *outer, last = path.split(".")
    for name in outer:
        values = values[name]
    if new is None:
        del values[last]
    else:
        values[last] = new


ROWS: list[tuple[str, str, object, str]] = [
    ("ecp5.jsonl", "mhz", {"101": -5}, "mhz.101: input should be greater than"),
    ("ecp5.jsonl", "mhz", {"101": math.inf}, "mhz.101: input should be a finite number"),
    ("ecp5.jsonl", "mhz", {"101": math.nan}, "mhz.101: input should be a finite number"),
    ("ecp5.jsonl", "mhz", {"101": 0}, "mhz.101: input should be greater than"),
    ("ecp5.jsonl", "mhz", {"101": 1e300}, "mhz.101: input should be less than"),
    ("ecp5.jsonl", "mhz", {}, "mhz: a row on ecp5-25k-6 has a clock"),
    ("xc7.jsonl", "mhz", {"101": 5}, "mhz: a row on xc7 cannot have a clock"),
    ("ecp5.jsonl", "lut", None, "lut: a row on ecp5-25k-6 has this figure"),
    ("ecp5.jsonl", "lut", 0, "lut: input should be greater than"),
    ("ecp5.jsonl", "lut", 10**30, "lut: "),
    ("ecp5.jsonl", "ram", None, "ram: a row on ecp5-25k-6 has this figure"),
    ("ecp5.jsonl", "ram", -1, "ram: input should be greater than"),
    ("ecp5.jsonl", "kge", 5, "kge: a row on ecp5-25k-6 cannot have this figure"),
    ("cells.jsonl", "kge", None, "kge: a row on cells:NangateOpenCellLibrary has this figure"),
    ("cells.jsonl", "power", [{"activity": "a", "mw": 0, "mhz": 1}], "power.0.mw: input should"),
    ("ecp5.jsonl", "ff", 0, "ff: input should be greater than"),
    ("ecp5.jsonl", "cycles_per_block", 0, "cycles_per_block: input should be greater than"),
    ("ecp5.jsonl", "latency_cycles", 0, "latency_cycles: input should be greater than"),
    ("ecp5.jsonl", "lanes", 0, "lanes: input should be greater than"),
    ("ecp5.jsonl", "config.Sbox", 5, "config.Sbox: 5 is not a name"),
    ("ecp5.jsonl", "config.KeyBits", "x", "config.KeyBits: 'x' is not a number"),
    ("ecp5.jsonl", "config.KeyBits", 100, "config.KeyBits: 100 is not 128, 192 or 256"),
    ("ecp5.jsonl", "config.Roundz", 1, "config.Roundz: the top 'core' has no such parameter"),
    ("candidates.jsonl", "cycles_per_block", 0, "cycles_per_block: input should be greater than"),
    ("candidates.jsonl", "config.KeyBits", "x", "config.KeyBits: 'x' is not a number"),
    ("packets.jsonl", "cycles", {"16": 0, "32": 5}, "cycles.16: input should be greater than"),
    ("packets.jsonl", "structure.Rounds", "x", "Rounds: 'x' is not a number"),
    ("packets.jsonl", "structure.Rounds", 0, "Rounds: 0 is not between 1 and 1,000,000"),
]


@pytest.mark.parametrize(("name", "path", "value", "message"), ROWS)
def test_an_impossible_value_names_the_line(
    copy: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    path: str,
    value: object,
    message: str,
) -> None:
    lines = (copy / name).read_text().splitlines()
    row = json.loads(lines[1])
    set_value(row, path, value)
    lines[1] = json.dumps(row)
    (copy / name).write_text("\n".join(lines) + "\n")
    refused(capsys, copy, f"{name}, line 2", message)


def refused(capsys: pytest.CaptureFixture[str], directory: Path, *parts: str) -> None:
    """The command prints one sentence with some parts and a remedy."""
    assert main(["choose", "--designs", str(directory), "--gbps", "1"]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("roundel: error: ")
    assert error.count("\n") == 1
    for part in (*parts, "scripts/characterise.py"):
        assert part in error


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("defaults.core.Mode", None, "defaults.core.Mode: the default is missing"),
        ("defaults.stream.Mode", 5, "defaults.stream.Mode: the default is missing, or has the wro"),
        ("defaults.core.KeyBits", "x", "defaults.core.KeyBits: the default is missing, or has the"),
        ("defaults.core.Rounds", "x", "defaults.core.Rounds: 'x' is not a number"),
        ("defaults.core", None, "defaults: the top 'core' is missing"),
        ("parts.ecp5-85k-8.lut", -1, "parts.ecp5-85k-8.lut: input should be greater than"),
        ("parts.ecp5-85k-8.ff", 0, "parts.ecp5-85k-8.ff: a part with LUTs has flip-flops"),
        ("libraries.Mine", {"digest": "d", "conditions": "c"}, "the name 'Mine' is impossible"),
    ],
)
def test_an_impossible_head_is_named(
    copy: Path, capsys: pytest.CaptureFixture[str], path: str, value: object, message: str
) -> None:
    head = json.loads((copy / "head.json").read_text())
    set_value(head, path, value)
    (copy / "head.json").write_text(json.dumps(head))
    refused(capsys, copy, "head.json is damaged", message)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("ecp5.jsonl", "ecp5.jsonl"), ("ecp5.jsonl", "more.jsonl"),
        ("packets.jsonl", "packets.jsonl"), ("candidates.jsonl", "candidates.jsonl"),
    ],
)  # fmt: skip
def test_a_repeated_row_names_both_lines(copy: Path, name: str, other: str) -> None:
    line = (copy / name).read_text().splitlines()[2]
    path = copy / other
    path.write_text((path.read_text() if path.exists() else "") + line + "\n")
    count = len(path.read_text().splitlines())
    with pytest.raises(
        InputError,
        match=f"{other}, line {count}: {name}, line 3 has the same design; remove one of the two",
    ):
        load_designs(copy)
