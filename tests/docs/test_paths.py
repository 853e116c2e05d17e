# SPDX-License-Identifier: Apache-2.0
"""Paths of the repository that README and docs name exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FOLDERS = ("docs", "formal", "fusesoc", "rtl", "scripts", "sim", "src", "sw", "tests")
# A path begins with a folder of the repository. A star in a path stands for at least one file.
PATH = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./*-]*")
CODE = re.compile(r"`([^`\n]+)`")


def missing(text: str) -> list[str]:
    """The paths in backquotes that the repository does not contain."""
    paths = (path for code in CODE.findall(text) for path in PATH.findall(code))
    return [path for path in paths if not any(ROOT.glob(path.rstrip("/.")))]


def test_a_missing_path_is_found() -> None:
    text = (
        "`rtl/core/roundel_core.sv`, `rtl/roundel_*.f`, `formal/`, `python "
        "scripts/mutate.py --json`"
    )
    assert missing(text) == []
    text = text.replace("roundel_core", "core").replace("mutate.py", "mutant.py")
    assert missing(text) == ["rtl/core/core.sv", "scripts/mutant.py"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_paths_in_backquotes_exist(page: Path) -> None:
    assert missing(page.read_text(encoding="utf-8")) == []
