# SPDX-License-Identifier: Apache-2.0
"""Paths and modules that the pages name exist, and rtl/README.md names every module.

Each page and heading that a source cites exists: `docs/log/gcm.md`, `docs/log/soft.md#recipes`.
"""

import fnmatch
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted(
        page
        for folder in ("docs", "formal", "rtl", "sim", "sw")
        for page in (ROOT / folder).rglob("*.md")
    ),
]
FOLDERS = ("docs", "formal", "fusesoc", "rtl", "scripts", "sim", "src", "sw", "tests")
# A path begins with a folder of the repository. A star in a path stands for at least one file.
PATH = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./*-]*")
CODE = re.compile(r"`([^`\n]+)`")

# A name of the RTL: a module, package or file, or a pattern with a star. An ending in backquotes
# continues the name before it: `roundel_a` and `_b` are roundel_a and roundel_a_b.
NAME = re.compile(r"\broundel_[\w*]+|`(_\w+)`")

# A page in a source, with an anchor that follows at once.
CITED = re.compile(r"\bdocs/(?:[\w-]+/)*[\w-]+\.(?:md|ipynb)(?:#[\w-]+)?")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
SOURCES = FOLDERS[1:]
CREATED = {"docs/orphan.md"}  # a test creates this page
BUILT = {"docs/chooser.html"}  # `make docs` writes this page


def missing(text: str) -> list[str]:
    """The paths in backquotes without a file in the repository."""
    paths = (path for code in CODE.findall(text) for path in PATH.findall(code))
    return [path for path in paths if path not in BUILT and not any(ROOT.glob(path.rstrip("/.")))]


def test_a_missing_path_is_found() -> None:
    text = (
        "`rtl/core/roundel_core.sv`, `rtl/roundel_*.f`, `formal/`, `python "
        "scripts/mutate.py --json`"
    )
    assert missing(text) == []
    text = text.replace("roundel_core", "core").replace("mutate.py", "mutant.py")
    assert missing(text) == ["rtl/core/core.sv", "scripts/mutant.py"]


def named(text: str) -> set[str]:
    """The names of the RTL in a text, with their endings."""
    names: list[str] = []
    last = ""
    for found in NAME.finditer(text):
        ending = found[1]
        if ending is None:
            last = found[0]
        names.append(last + ending if ending else last)
    return set(names)


def unknown(text: str) -> set[str]:
    """The names in a text without a file of the RTL; of impossible parameters, without a check."""
    paths = [path for path in (ROOT / "rtl").rglob("*") if path.is_file()]
    known = {path.stem for path in paths}
    refused = {
        name
        for path in paths
        if path.suffix == ".sv"
        for name in re.findall(r"\broundel_error_\w+", path.read_text(encoding="utf-8"))
    }
    return {name for name in named(text) if not fnmatch.filter(known | refused, name)}


def test_an_unknown_module_is_found() -> None:
    text = "`roundel_sbox_tower` and `_encrypt`, `_both`; roundel_soft_*; `roundel_core`"
    assert named(text) == {
        "roundel_sbox_tower", "roundel_sbox_tower_encrypt", "roundel_sbox_tower_both",
        "roundel_soft_*", "roundel_core",
    }  # fmt: skip
    assert unknown(text) == set()
    text = text.replace("_both", "_neither").replace("soft_*", "hard_*")
    assert unknown(text) == {"roundel_sbox_tower_neither", "roundel_hard_*"}
    # An ending continues only the name before it.
    assert "roundel_cbc_encrypt" not in named("`roundel_sbox_tower` and `_encrypt`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_paths_in_backquotes_exist(page: Path) -> None:
    assert missing(page.read_text(encoding="utf-8")) == []


def test_the_page_of_the_rtl_names_every_module_and_package() -> None:
    page = (ROOT / "rtl/README.md").read_text(encoding="utf-8")
    modules = {path.stem for path in (ROOT / "rtl").rglob("*.sv")}
    assert modules - named(page) == set()
    folders = {path.name for path in (ROOT / "rtl").iterdir() if path.is_dir()}
    assert {name for name in folders if f"{name}/" not in page} == set()


@pytest.mark.parametrize("page", ["rtl/README.md", "README.md", "docs/glossary.md"])
def test_the_modules_that_a_page_names_exist(page: str) -> None:
    assert unknown((ROOT / page).read_text(encoding="utf-8")) == set()


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
