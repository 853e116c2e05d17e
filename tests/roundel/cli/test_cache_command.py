# SPDX-License-Identifier: Apache-2.0
"""The commands `cache info` and `cache prune`: tables, records, limits and bad input."""

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest

from roundel.__main__ import main
from roundel.base import cache
from roundel.cli.storage_commands import KINDS

# The functions whose first argument is a kind.
MAKES = r"\b(?:cache\.(?:entry|once)|step|compiled)\(\s*\"([\w-]+)\""
RECORDS = Path(__file__).parents[3] / "docs" / "reference" / "records.md"


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with three devices, of 1, 2 and 3 KiB, used 10, 20 and 40 days ago."""
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    for key, days in (("1", 10), ("2", 20), ("3", 40)):

        def build(draft: Path, size: int = 1024 * int(key)) -> None:
            (draft / "data").write_bytes(bytes(size))

        used = time.time() - days * 86400
        os.utime(cache.entry("device", key, build), (used, used))
    return tmp_path / "cache"


def record(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["cache", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    text = RECORDS.read_text().partition(f"## {found['schema']}\n")[2].partition("\n## ")[0]
    for field in found:
        assert field == "schema" or f"`{field}`" in text, field
    return found


def test_info(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = record(capsys, "info")
    assert (found["cache"], found["entries"], found["bytes"]) == (str(root), 3, 6144)
    (kind,) = found["kinds"]
    assert (kind["kind"], kind["entries"], kind["bytes"]) == ("device", 3, 6144)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT.*Z", kind["oldest_use"])
    assert main(["cache", "info"]) == 0
    out = capsys.readouterr().out
    assert f"Cache {root}: 3 entries, 6.0 KiB\n" in out
    assert re.search(r"^device +3 +6\.0 KiB +\d{4}-\d\d-\d\d \d\d:\d\d", out, re.MULTILINE)


def test_info_explains_every_kind(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = {
        kind
        for path in (RECORDS.parents[2] / "src").rglob("*.py")
        for kind in re.findall(MAKES, path.read_text())
    }
    assert made <= set(KINDS)
    assert set(KINDS) <= made | {"failed", "unfinished"}
    (kind,) = record(capsys, "info")["kinds"]
    assert kind["content"] == KINDS["device"]


def test_a_cache_that_is_no_directory(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "file"))
    assert main(["cache", "info"]) == 2
    assert "set ROUNDEL_CACHE to another directory." in capsys.readouterr().err


def test_info_of_an_empty_cache(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "none"))
    assert record(capsys, "info")["kinds"] == []
    assert main(["cache", "info"]) == 0
    assert "0 entries, 0 B" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "removed"),
    [
        (["--older", "30d"], 1),
        (["--older", "5w"], 1),
        (["--older", "300h"], 2),
        (["--older", "15000m"], 2),
        (["--older", "100d"], 0),
        (["--larger", "6K"], 0),
        (["--larger", "5.5K"], 1),
        (["--larger", "3071"], 2),
        (["--larger", "1GiB"], 0),
        (["--older", "30d", "--larger", "2K"], 2),
    ],
)
def test_prune(
    root: Path, capsys: pytest.CaptureFixture[str], words: list[str], removed: int
) -> None:
    expected = {"entries": removed, "bytes": [0, 3072, 5120][removed]}
    for dry in (["--dry-run"], []):
        found = record(capsys, "prune", *words, *dry)
        assert (found["removed"], found["dry_run"]) == (expected, bool(dry))
        assert found["kept"]["entries"] == 3 - removed
        stay = 3 if dry else 3 - removed
        assert len([path for path in (root / "device").iterdir() if path.is_dir()]) == stay


def test_prune_tells_what_it_does(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "prune", "--older", "30d", "--dry-run"]) == 0
    assert capsys.readouterr().out == ("would remove 1 entry, 3.0 KiB; kept 2 entries, 3.0 KiB\n")
    with cache.locked_at_once(root / "device" / "3"):
        assert main(["cache", "prune", "--older", "30d"]) == 0
    assert capsys.readouterr().out == (
        "removed 0 entries, 0 B; kept 3 entries, 6.0 KiB\n"
        "kept because another process builds or uses them: 1 entry, 3.0 KiB\n"
    )
    assert main(["cache", "prune", "--older", "30d"]) == 0
    assert capsys.readouterr().out == "removed 1 entry, 3.0 KiB; kept 2 entries, 3.0 KiB\n"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], "`roundel cache prune` needs a limit; give --older, --larger or both."),
        (["--older", "30"], "--older 30 is not an age; write a number and m, h, d or w, "),
        (["--older", "-1d"], "--older -1d is not an age; "),
        (["--older", "1y"], "--older 1y is not an age; "),
        (["--larger", "5X"], "--larger 5X is not a size; write a number and K, M, G or T, "),
        (["--larger", "big"], "--larger big is not a size; "),
    ],
)
def test_bad_limits(
    root: Path, capsys: pytest.CaptureFixture[str], words: list[str], text: str
) -> None:
    assert main(["cache", "prune", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"roundel: error: {text}")
    assert err.count("\n") == 1
    assert len(list((root / "device").glob("[!.]*"))) == 3
