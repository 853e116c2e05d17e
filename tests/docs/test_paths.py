# SPDX-License-Identifier: Apache-2.0
"""Paths and modules that README and docs name exist, and rtl/README.md names every module.

Each page and heading that a source cites exists: `docs/log/gcm.md`, `docs/log/soft.md#recipes`.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FOLDERS = ("docs", "formal", "fusesoc", "rtl", "scripts", "sim", "src", "sw", "tests")
# A path begins with a folder of the repository. A star in a path stands for at least one file.
PATH = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./*-]*")
CODE = re.compile(r"`([^`\n]+)`")

# A page in a source, with an anchor that follows at once.
CITED = re.compile(r"\bdocs/(?:[\w-]+/)*[\w-]+\.(?:md|ipynb)(?:#[\w-]+)?")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
SOURCES = FOLDERS[1:]
CREATED = {"docs/orphan.md"}  # a test creates this page


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


def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page."""
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", found).strip().lower().replace(" ", "-") for found in headings}


def uncited(text: str) -> list[str]:
    """The citations in a text without such a page or heading."""
    found = []
    for citation in CITED.findall(text):
        path, _, anchor = citation.partition("#")
        page = ROOT / path
        if path not in CREATED and not (page.is_file() and (not anchor or anchor in anchors(page))):
            found.append(citation)
    return found


def test_a_wrong_citation_is_found() -> None:
    good = "docs/log/synthesis.md#options-of-nextpnr, docs/how-to/sweep.ipynb (docs/glossary.md)."
    assert uncited(good) == []
    bad = "docs/log/cuts.md docs/log/synthesis.md#options"
    assert uncited(bad) == bad.split()


def test_the_pages_that_sources_cite_exist() -> None:
    paths = [path for folder in SOURCES for path in (ROOT / folder).rglob("*")]
    suffixes = {".c", ".cpp", ".h", ".py", ".rdl", ".sv", ".svh", ".v", ".yaml"}
    texts = [path for path in paths if path.suffix in suffixes and path != Path(__file__)]
    assert len(texts) > 500
    wrong = [(path, found) for path in texts if (found := uncited(path.read_text("utf-8")))]
    assert wrong == []
