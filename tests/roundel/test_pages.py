# SPDX-License-Identifier: Apache-2.0
"""Every kind of page in Chromium: text and controls, on narrow and on wide screens.

State space: each page of `PAGES`; 400 and 1,600 pixels; light and dark; without colour; mouse and
keyboard. One browser opens each page once; a test leaves the page usable for the next test.
"""

import math
import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from tests.roundel.pages import PAGES

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
OPTIONS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
NUMBER = re.compile(r"([-+]?[\d,]*\.?\d+)\*?(?: x)?")

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium; run `apt install chromium`"),
]


@dataclass
class Opened:
    """The page in the browser, with its log and its fetched addresses."""

    name: str
    page: Page
    logged: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)

    def run(self, script: str, value: object = None) -> Any:
        return self.page.evaluate(script, value)

    def wait(self, script: str) -> None:
        """Wait until a condition holds. The page's policy forbids `wait_for_function`."""
        end = time.monotonic() + 20
        while not self.run(script):
            assert time.monotonic() < end, script
            self.page.wait_for_timeout(20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield found
        found.close()


@pytest.fixture(scope="module", params=PAGES)
def opened(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Opened]:
    path: Path = tmp_path_factory.mktemp("pages") / "page.html"
    path.write_text(PAGES[request.param](), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1600, "height": 900}, color_scheme="light")
    found = Opened(request.param, page)
    page.on("console", lambda message: found.logged.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: found.logged.append(str(error)))
    page.on("request", lambda asked: found.fetched.append(asked.url))
    page.goto(path.as_uri())
    yield found
    page.close()


def drawn(opened: Opened) -> int:
    """The number of plots; each is drawn."""
    plots, svgs = opened.run(
        "[document.querySelectorAll('.plot').length,"
        " document.querySelectorAll('.plot .main-svg:first-of-type').length]"
    )
    assert plots <= svgs
    return int(plots)


def test_plots_are_drawn_without_an_error_and_without_a_network(opened: Opened) -> None:
    expected = {"system": 2, "paper with tables": 4, "paper with a study": 7, "paper in cells": 4,
                "paper on soft processors": 5}  # fmt: skip
    assert drawn(opened) == expected.get(opened.name, 1)
    assert opened.logged == []
    assert len(opened.fetched) == 1
    assert opened.fetched[0].startswith("file:")


ORDERS = """() => [...document.querySelectorAll("main table")].flatMap((table) =>
  [...table.tHead.rows[0].cells].map((head, column) => {
    const texts = () => [...table.tBodies].map((group) => {
      const lines = [...group.rows].map((line) => [line.className, line.cells[column].textContent]);
      return lines.sort((a, b) => (b[0] === "key") - (a[0] === "key")).map(([, text]) => text);
    });
    const click = () => { head.querySelector("button").click(); return texts(); };
    return [table.id + ", " + head.textContent, click(), head.ariaSort, click(), head.ariaSort];
  }))"""


def test_every_column_sorts(opened: Opened) -> None:
    """A number by value, missing values last; a second click reverses the order."""
    numeric = 0
    for name, up, first, down, second in opened.run(ORDERS):
        assert (first, second) == ("ascending", "descending"), name
        keys = [
            [next((text for text in lines if text not in ("", "-")), None) for lines in order]
            for order in (up, down)
        ]
        assert sorted(map(str, keys[0])) == sorted(map(str, keys[1])), name
        told = [[key for key in column if key is not None] for column in keys]
        for column, given in zip(told, keys, strict=True):
            assert column == given[: len(column)], f"{name}: a missing value is not last"
        if all(NUMBER.fullmatch(key) for key in told[0]):
            numeric += 1
            values = [
                [float(key.replace(",", "").rstrip("* x")) for key in column] for column in told
            ]
            assert values[0] == sorted(values[0]), name
            assert values[1] == sorted(values[1], reverse=True), name
    assert numeric >= 5


def test_a_key_sorts_and_focus_is_seen(opened: Opened) -> None:
    button = opened.page.locator("main thead button").first
    button.focus()
    head = opened.page.locator("main thead th").first
    for key, order in (("Enter", "ascending"), ("Space", "descending")):
        head.evaluate("(head, order) => order === 'ascending' && head.removeAttribute('aria-sort')",
                      order)  # fmt: skip
        opened.page.keyboard.press(key)
        assert head.get_attribute("aria-sort") == order
    style = button.evaluate("(it) => getComputedStyle(it).outlineStyle")
    assert style == "solid"


POINT = """(number) => {
  const plot = document.getElementById("plot" + number);
  plot.scrollIntoView({block: "center"});
  window.clicked = null;
  plot.once("plotly_click", (event) => {
    const point = event.points[0];
    window.clicked = [point.customdata, point.x, point.y];
  });
  const shapes = [...plot.querySelectorAll(".points path, .points .point path")];
  const box = shapes[Math.floor(shapes.length / 2)].getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""

CHOSEN = """() => {
  const chosen = [...document.querySelectorAll("tbody[aria-current]")];
  const details = document.getElementById("details");
  const box = chosen[0]?.getBoundingClientRect();
  return {
    ids: chosen.map((group) => group.id), seen: box.top >= 0 && box.bottom <= innerHeight,
    lines: [...details.querySelectorAll("tr")].map((line) =>
      [...line.cells].map((cell) => cell.innerText)), hidden: details.hidden,
  };
}"""


def test_a_click_on_a_point_shows_its_row(opened: Opened) -> None:
    """The row is marked and in view; the details hold the plotted values."""
    for number in range(drawn(opened)):
        x, y = opened.run(POINT, number)
        opened.page.mouse.move(x, y)
        opened.page.mouse.click(x, y)
        opened.wait("window.clicked !== null")
        group, *values = opened.run("window.clicked")
        chosen = opened.run(CHOSEN)
        assert chosen["ids"] == [group]
        assert chosen["seen"]
        assert not chosen["hidden"]
        cells = [cell for line in chosen["lines"] for cell in line[1:]]
        told = [float(cell.replace(",", "").rstrip("* x")) for cell in cells
                if NUMBER.fullmatch(cell)]  # fmt: skip
        for value in values:
            if isinstance(value, int | float):
                assert any(math.isclose(value, other, rel_tol=0.01) for other in told), value
    opened.page.keyboard.press("Escape")
    assert opened.run("document.getElementById('details').hidden")


# The difference in brightness, of 255, between the page and the first selected text.
CONTRAST = """((selector) => {
  const brightness = (colour) => {
    const [red, green, blue] = colour.match(/[0-9.]+/g).map(Number);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  };
  const back = brightness(getComputedStyle(document.body).backgroundColor);
  return Math.abs(back - brightness(getComputedStyle(document.querySelector(selector)).fill));
})"""


@pytest.mark.parametrize("look", ["light", "dark", "without colour"])
@pytest.mark.parametrize("width", [400, 1600])
def test_the_page_fits_its_window(opened: Opened, width: int, look: str) -> None:
    opened.page.emulate_media(
        color_scheme="dark" if look == "dark" else "light",
        forced_colors="active" if look == "without colour" else "none",
    )
    opened.page.set_viewport_size({"width": width, "height": 900})
    opened.wait(
        "[...document.querySelectorAll('.plot')].every((plot) =>"
        " Math.abs(plot._fullLayout.width - plot.clientWidth) < 2)"
    )
    assert opened.run("document.documentElement.scrollWidth") <= width
    wide = opened.run(
        "[...document.querySelectorAll('main *')].filter((it) => it.checkVisibility()"
        " && !it.closest('.scroll, pre, .plot')"
        " && it.getBoundingClientRect().right > innerWidth + 1).map((it) => it.outerHTML)"
    )
    assert wide == []
    if look != "without colour":
        # Plotly draws again after the colours have changed.
        opened.wait(f"{CONTRAST}('.plot .xtick text, .plot .g-xtitle text') > 150")
        back = opened.run("getComputedStyle(document.body).backgroundColor")
        assert (brightness(back) < 100) == (look == "dark")
    assert opened.logged == []


def brightness(colour: str) -> float:
    red, green, blue = map(float, re.findall(r"[\d.]+", colour)[:3])
    return 0.3 * red + 0.6 * green + 0.1 * blue


def test_nothing_is_told_by_colour_alone(opened: Opened) -> None:
    """Traces differ in symbol, dash or pattern; links have a line, the chosen row a frame."""
    for traces in opened.run(
        "[...document.querySelectorAll('.plot')].map((plot) => plot._fullData.filter((it) =>"
        " it.showlegend !== false).map((it) => [it.mode, it.line?.dash, it.marker?.pattern?.shape,"
        " [it.marker?.symbol].flat()[0]?.replace('-open', '')].join()))"
    ):
        assert len(set(traces)) == len(traces)
    links = opened.run(
        "[...document.links].map((link) => getComputedStyle(link).textDecorationLine)"
    )
    assert links
    assert set(links) == {"underline"}
    opened.run("choose(document.querySelector('main tbody').id)")
    chosen = opened.page.locator("tbody[aria-current]")
    assert chosen.evaluate("(group) => getComputedStyle(group).outlineStyle") == "solid"
    opened.page.keyboard.press("Escape")
    if opened.name.startswith("explore"):
        symbols = opened.run(
            "data.points.map((point) => [point.front, document.getElementById('plot0').data"
            ".flatMap((trace) => (trace.customdata ?? []).map((row, place) =>"
            " [row, trace.marker.symbol[place]])).find(([row]) => row === point.row)[1]])"
        )
        assert all(symbol.endswith("-open") != front for front, symbol in symbols)
        assert {front for front, _ in symbols} == {True, False}
        stars = opened.run(
            "[...document.querySelectorAll('main tbody')].map((group) =>"
            " [group.className === 'front', group.rows[0].cells[1].innerText])"
        )
        assert all((text == "*") == front for front, text in stars)


def test_every_plot_has_a_text(opened: Opened) -> None:
    texts = opened.run(
        "[...document.querySelectorAll('.plot')].map((plot) => [plot.getAttribute('role'),"
        " document.getElementById(plot.getAttribute('aria-labelledby')).innerText,"
        " [...document.getElementById(plot.getAttribute('aria-describedby')).children]"
        ".map((item) => item.textContent)])"
    )
    for role, title, items in texts:
        assert role == "img"
        assert title
        assert items
        assert all(re.search(r"[^:]+: .*\d.*; .*\d.*\.", item) for item in items)


LOGARITHMIC = """() => [...document.querySelectorAll(".plot")].map((plot) =>
  ["x", "y"].map((way) => {
    const values = plot._fullData.flatMap((trace) => [...trace[way]]).filter((it) => it !== null);
    const numbers = values.filter((it) => typeof it === "number");
    return [plot._fullLayout[way + "axis"].type, Math.min(...numbers), Math.max(...numbers)];
  }))"""


def test_an_axis_is_logarithmic_where_values_span_decades(opened: Opened) -> None:
    for axes in opened.run(LOGARITHMIC):
        for kind, least, most in axes:
            if kind != "category" and least is not None:
                assert (kind == "log") == (0 < 10 * least <= most), (kind, least, most)


def test_a_sweep_follows_its_controls(opened: Opened) -> None:
    """Another figure changes the axis and its scale; another parameter changes the groups."""
    if not opened.name.startswith("explore"):
        assert opened.page.locator("#controls").count() == 0
        return
    opened.page.select_option("#x", "mhz")
    assert not opened.page.is_checked("#xlog")
    title, kind = opened.run("[plot0._fullLayout.xaxis.title.text, plot0._fullLayout.xaxis.type]")
    assert (title, kind) == ("MHz (more is better)", "linear")
    opened.page.check("#xlog")
    assert opened.run("plot0._fullLayout.xaxis.type") == "log"
    opened.page.select_option("#by", "target")
    names = opened.run("plot0.data.map((trace) => trace.name)")
    assert len(names) == 4
    assert names[0].startswith("target ")
    assert names[2].startswith("front, ")
