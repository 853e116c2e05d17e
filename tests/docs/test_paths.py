# SPDX-License-Identifier: Apache-2.0
"""The paths and modules named in README and docs exist; rtl/README.md names every module."""

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
    """The paths in backquotes without a file in the repository."""
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


def test_the_page_of_the_rtl_names_every_module_and_package() -> None:
    page = (ROOT / "rtl/README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\broundel_\w+", page))
    # A name that begins with an underscore stands for its ending, as in `roundel_a` and `_b`.
    endings = re.findall(r"`(_\w+)`", page)
    modules = {path.stem for path in (ROOT / "rtl").rglob("*.sv")}
    assert {name for name in modules - named if not name.endswith(tuple(endings))} == set()
    folders = {path.name for path in (ROOT / "rtl").iterdir() if path.is_dir()}
    assert {name for name in folders if f"{name}/" not in page} == set()
