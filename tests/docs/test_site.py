# SPDX-License-Identifier: Apache-2.0
"""The site of the documentation: the build, the links and the search.

State space: every page of `make docs`; every relative link and anchor; one search and one path
through the navigation in Chromium, narrow and wide. The questions of docs/questions.yaml are looked
up in the sources of the pages and in the heads of modules.
"""

import functools
import http.server
import itertools
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
OPTIONS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
SECTIONS = ["Tutorial", "How-to", "Reference", "Explanation", "Glossary", "Log", "Project"]

pytestmark = pytest.mark.xdist_group("site")


def sphinx(source: Path, output: Path) -> subprocess.CompletedProcess[str]:
    """Run the recipe of `make docs` for other folders."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = re.search(r"^docs: .*\n\t(.*)$", makefile, re.MULTILINE)
    assert found is not None
    words = found[1].split()
    assert words[0] == "$(VENV)/bin/python"
    assert words[-3:] == ["docs", ".", "build/docs"]
    command = [sys.executable, *words[1:-3], str(DOCS), str(source), str(output)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("site")
    done = sphinx(ROOT, output)
    assert done.returncode == 0, done.stderr
    return output


# ---- Links ---------------------------------------------------------------------------------------


class Links(HTMLParser):
    """The anchors and links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors = {"", "top"}
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is not None and name == "id":
                self.anchors.add(value)
            elif value is not None and name in ("href", "src"):
                self.links.append(value)


def broken(folder: Path) -> list[str]:
    """The links of the pages below a folder without a target file or anchor."""
    pages = {
        path.resolve(): Links(path.read_text(encoding="utf-8"))
        for path in folder.rglob("*.html")
        if "_static" not in path.parts  # templates of the theme
    }
    found = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            if not target.is_file() or (target in pages and anchor not in pages[target].anchors):
                found.append(f"{path.relative_to(folder.resolve())}: {link}")
    return found


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id="here"><a href="b.html#there">b</a><a href="#here">')
    (tmp_path / "b.html").write_text('<p id="there"><img src="c%20d.svg"><a href="http://x/y">')
    (tmp_path / "c d.svg").write_text("")
    assert broken(tmp_path) == []
    (tmp_path / "b.html").write_text('<img src="e.svg"><a href="a.html"><a href="#here">')
    assert sorted(broken(tmp_path)) == ["a.html: b.html#there", "b.html: #here", "b.html: e.svg"]


def test_every_link_leads_to_a_page_and_an_anchor(site: Path) -> None:
    assert broken(site) == []


def test_a_broken_link_in_a_source_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/README.md").write_text("# Title\n\n[a](nowhere.md) [b](#no-anchor)\n")
    (tmp_path / "docs/orphan.md").write_text("# A page without a section\n")
    done = sphinx(tmp_path, tmp_path / "out")
    assert done.returncode != 0
    assert "'nowhere.md'" in done.stderr
    assert "'no-anchor'" in done.stderr
    assert "orphan.md: WARNING: document isn't included in any toctree" in done.stderr


def test_generated_references_and_drawings_are_in_the_site(site: Path) -> None:
    for page in sorted((DOCS / "reference").rglob("*.md")):
        assert (site / page.relative_to(ROOT).with_suffix(".html")).is_file(), page
    for page in (DOCS / "reference").glob("*.html"):
        assert (site / page.relative_to(ROOT)).read_bytes() == page.read_bytes()
    drawings = {path.name for path in (DOCS / "reference").rglob("*.svg")}
    assert drawings <= {path.name for path in (site / "_images").iterdir()}
    top = (site / "docs/reference/tops/roundel_core.html").read_text(encoding="utf-8")
    assert "rtl/core/roundel_core.sv.txt" in top


def test_the_questions_are_not_a_page(site: Path) -> None:
    assert not list(site.rglob("questions*"))


# ---- A reader ------------------------------------------------------------------------------------


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a line for each."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base
        """Print nothing."""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium; run `apt install chromium`")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1400, "height": 900}, base_url=address)
    yield context.new_page()
    context.close()


def test_the_front_page_has_the_sections(page: Page) -> None:
    page.goto("/")
    expect(page).to_have_title(re.compile("Documentation"))
    bar = page.locator("header nav .nav-item > a").filter(visible=True)
    expect(bar).to_have_text(SECTIONS)  # waits for the end of the redirection
    bar.filter(has_text="How-to").click()
    expect(page.locator("h1")).to_contain_text("How-to")


def test_a_page_has_its_section_and_its_contents(page: Page) -> None:
    page.goto("/docs/how-to/axi.html")
    side = page.locator("nav.bd-docs-nav")
    expect(side.get_by_role("link", name="How to use the DMA")).to_be_visible()
    expect(page.locator(".bd-sidebar-secondary")).to_contain_text("Load a key")
    side.get_by_role("link", name="How to use the DMA").click()
    expect(page.locator("h1")).to_contain_text("How to use the DMA")


def test_a_narrow_screen_has_the_navigation_in_a_menu(page: Page) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    page.goto("/docs/how-to/axi.html")
    expect(page.locator("h1")).to_be_visible()
    page.locator("button.primary-toggle").click()
    expect(page.get_by_role("link", name="Glossary").filter(visible=True)).to_have_count(1)


def test_the_search_finds_a_word(page: Page) -> None:
    page.goto("/search.html?q=doorbell")
    results = page.locator("#search-results ul.search li a")
    expect(results.filter(has_text="How to use the DMA").first).to_be_visible(timeout=20_000)
    page.goto("/search.html?q=xyzzyplugh")
    expect(page.locator("#search-results")).to_contain_text("did not match", timeout=20_000)


def test_a_waveform_is_drawn(page: Page) -> None:
    page.goto("/docs/reference/tops/roundel_core.html")
    script = "images => images.map(image => image.complete && image.naturalWidth > 100)"
    page.wait_for_load_state("load")
    drawn = page.locator("article img").evaluate_all(script)
    assert len(drawn) >= 4
    assert all(drawn)


# ---- Questions -----------------------------------------------------------------------------------

QUESTIONS = yaml.safe_load((DOCS / "questions.yaml").read_text(encoding="utf-8"))


def head(text: str) -> str:
    """The comment above a module."""
    lines = itertools.takewhile(lambda line: line.startswith("//"), text.splitlines())
    return "\n".join(line.removeprefix("//") for line in lines)


def test_each_page_for_a_task_or_a_reason_has_five_questions() -> None:
    folders = (DOCS / "how-to", DOCS / "explanation")
    paths = (path for folder in folders for path in folder.iterdir() if path.name != "README.md")
    pages = {path.relative_to(ROOT).as_posix() for path in paths}
    modules = {page for page in QUESTIONS if page.startswith("rtl/")}
    assert set(QUESTIONS) == pages | modules | {"docs/tutorial.md"}
    assert len(modules) >= 10
    assert [module for module in sorted(modules) if not (ROOT / module).is_file()] == []
    for page, questions in QUESTIONS.items():
        assert len(questions) == 5, page
        for item in questions:
            assert set(item) == {"question", "answer", "words"}, item
            assert item["question"].endswith("?"), item


@pytest.mark.parametrize("page", QUESTIONS)
def test_a_page_has_the_words_of_its_answers(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    text = " ".join((head(text) if page.endswith(".sv") else text).split())
    missing = [word for item in QUESTIONS[page] for word in item["words"] if word not in text]
    assert missing == []
