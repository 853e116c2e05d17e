# SPDX-License-Identifier: Apache-2.0
"""The chooser in Chromium: its answer, its sliders, and its response with 250 designs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright
from tests.roundel.choose.sample_designs import CORE, LIBRARY, MAPPED, PART, designs, row
from tests.roundel.test_pages import CHROMIUM, OPTIONS

from roundel.characterised import Row
from roundel.choose.answer import answer, candidates, choose
from roundel.choose.need import Need
from roundel.choose.page import page

RESPONSE_MS = 100  # of the page to a slider, with 250 designs
MOVES = 20
TABLE_MS = 250  # until the table has followed the sliders

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium; run `apt install chromium`"),
]


def many() -> list[Row]:
    """Rows for 250 designs with one function."""
    own = [r for r in designs().rows if r.target == PART and r.top == "core"
           and "KeyBits" not in r.config]  # fmt: skip
    return [
        row(
            PART,
            {"Rounds": 1, "Stages": 2, "Sbox": "tower", "RoundCuts": 10 + index},
            0.5 + index / 99,
        )
        for index in range(250 - len(own))
    ]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path: Path = tmp_path_factory.mktemp("chooser") / "page.html"
    path.write_text(page(designs(*many()), Need(target=PART)), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        found = browser.new_page()
        found.goto(path.as_uri())
        yield found
        browser.close()


def move(opened: Page, name: str, share: float) -> None:
    """Move a slider to a share of its range."""
    opened.evaluate(
        """([name, share]) => {
          const slider = document.getElementById(name);
          slider.value = share * slider.max;
          slider.dispatchEvent(new Event("input"));
        }""",
        [name, share],
    )


def visible(opened: Page) -> list[list[str]]:
    """The texts of the visible rows, after the table has followed the sliders."""
    opened.wait_for_timeout(TABLE_MS)
    found: list[list[str]] = opened.evaluate(
        """() => [...document.querySelectorAll("#designs tbody")]
          .filter((group) => !group.hidden)
          .map((group) => [...group.rows[0].cells].map((cell) => cell.textContent))"""
    )
    return found


def test_sliders_leave_the_designs_that_meet_the_need(opened: Page) -> None:
    for name in ("speed", "area", "ram"):
        move(opened, name, 0 if name == "speed" else 1)
    assert len(visible(opened)) == 250
    assert {line[2] for line in visible(opened)} == {"none"}
    move(opened, "speed", 0.4)
    move(opened, "area", 0.6)
    move(opened, "ram", 0)
    need = float(opened.inner_text("#speed-text").split()[0])
    budget = float(opened.inner_text("#area-text").split()[0].replace(",", ""))
    kept = visible(opened)
    assert 0 < len(kept) < 250
    for line in kept:
        assert float(line[11].replace(",", "")) >= 0.99 * need
        assert float(line[5].replace(",", "")) <= 1.01 * budget
        assert line[8] == "0"
    assert opened.inner_text("#answer").startswith(f"{len(kept)} of 250 designs meet the need")


def test_the_smallest_design_is_named(opened: Page) -> None:
    for name in ("speed", "area", "ram"):
        move(opened, name, 0 if name == "speed" else 1)
    move(opened, "ram", 0)
    least = min(visible(opened), key=lambda line: float(line[5].replace(",", "")))
    assert f"the cheapest has {least[5]} LUT4" in opened.inner_text("#answer")


def test_a_function_selects_its_designs(opened: Page) -> None:
    opened.select_option("#mode", "gcm")
    assert {line[2] for line in visible(opened)} == {"gcm"}
    opened.select_option("#mode", "none")
    opened.select_option("#bits", "256")
    assert {line[3] for line in visible(opened)} == {"256"}
    opened.select_option("#bits", "128")


def test_every_target_has_the_units_of_its_family(opened: Page, tmp_path: Path) -> None:
    """The page over all designs: LUT4 and Gbit/s, LUT6 and bits per cycle, kGE and Gbit/s."""
    path = tmp_path / "all.html"
    path.write_text(page(designs()), encoding="utf-8")
    every = opened.context.browser
    assert every is not None
    found = every.new_page()
    failures: list[str] = []
    found.on("pageerror", lambda error: failures.append(str(error)))
    found.goto(path.as_uri())
    for target, area, speed in (
        (PART, "LUT4", "Gbit/s"),
        (MAPPED, "LUT6", "bits per cycle"),
        (LIBRARY, "kGE", "Gbit/s"),
    ):
        found.select_option("#target", target)
        move(found, "speed", 0.5)
        assert found.inner_text("#area-text").endswith(f" {area}")
        assert found.inner_text("#speed-text").endswith(f" {speed}")
        best = found.inner_text("#answer")
        assert f" {area}, " in best
        assert f" {speed}: " in best
        lines = visible(found)
        assert lines
        assert {line[1] for line in lines} == {target}
        assert {line[6] for line in lines} == {area}
        assert {line[11] == "-" for line in lines} == {target == MAPPED}
    assert "xc7: mapped only" in found.inner_text("main, body")
    assert not failures
    found.close()


def test_an_assumed_clock_gives_the_page_throughput(opened: Page, tmp_path: Path) -> None:
    path = tmp_path / "assumed.html"
    path.write_text(page(designs(), Need(target=MAPPED, mhz=100.0)), encoding="utf-8")
    browser = opened.context.browser
    assert browser is not None
    found = browser.new_page()
    found.goto(path.as_uri())
    assert found.inner_text("#speed-text").endswith(" Gbit/s")
    assert "at the assumed clock of 100 MHz" in found.inner_text("body")
    speeds = {float(line[11]) for line in visible(found)}
    assert speeds == {1.28, 2.56}
    assert {line[9] for line in visible(found)} == {"-"}
    found.close()


def test_a_slider_answers_within_100_ms(opened: Page) -> None:
    """The time until the browser has drawn the answer; the median of `MOVES` moves."""
    opened.select_option("#bits", "128")
    assert CORE["KeyBits"] == 128
    median = opened.evaluate(
        """async (moves) => {
          const slider = document.getElementById("speed");
          const drawn = () => new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(done)));
          const times = [];
          for (let move = 0; move < moves; move++) {
            slider.value = slider.max * (move % 10) / 10;
            const begin = performance.now();
            slider.dispatchEvent(new Event("input"));
            await drawn();
            times.push(performance.now() - begin);
          }
          return times.sort((a, b) => a - b)[moves / 2];
        }""",
        MOVES,
    )
    assert median < RESPONSE_MS


def open_page(opened: Page, path: Path, text: str) -> Page:
    """A page in a new tab of the browser."""
    path.write_text(text, encoding="utf-8")
    browser = opened.context.browser
    assert browser is not None
    found = browser.new_page()
    found.goto(path.as_uri())
    return found


def answered(need: Need) -> str:
    """The page of the answer to a need."""
    store = designs()
    engines = candidates(store, need)
    return page(store, need, answer(store, need, engines), engines)


@pytest.mark.parametrize(
    "values",
    [
        {"gbps": 3.0},
        {"gbps": 3.0, "margin": 0.3},
        {"gbps": 28.2},
        {"gbps": 1.3, "mhz": 120.0},
        {"gbps": 1.0, "latency_ns": 130.0},
        {"gbps": 1.0, "key_slots": 4},
        {"max_lut4": 2500, "max_ram": 0},
        {"gbps": 60.0},
        {"max_lut4": 0},
        {"max_ram": 0, "key_bits": (256,)},
    ],
    ids=str,
)
def test_the_first_page_has_the_designs_of_the_answer(
    opened: Page, tmp_path: Path, values: dict[str, Any]
) -> None:
    """As many designs meet the need in the page as in the answer, and the cheapest is the same."""
    need = Need(target=PART, **values)
    record = choose(designs(), need)
    found = open_page(opened, tmp_path / "first.html", answered(need))
    told = found.inner_text("#answer")
    if record.designs:
        assert told.startswith(f"{record.meeting} of {record.considered} designs meet the need")
        assert f"the cheapest has {shown(record.designs[0].lut or 0)} LUT4" in told
    else:
        assert told.startswith(f"None of {record.considered} designs meets the need")
        body = found.inner_text("body")
        assert "No design meets the need" in body
        assert record.missed
        assert all(text in body for text in [*record.missed, *record.relax])
    assert len(visible(found)) == (record.meeting or 0)
    found.close()


def shown(number: float) -> str:
    """A number with three digits, as in the page."""
    digits = max(0, len(str(round(number))) - 3)
    return f"{round(number, -digits):,}"


def test_the_page_names_what_no_slider_sets(opened: Page, tmp_path: Path) -> None:
    need = Need(target=PART, gbps=1.0, margin=0.1, mhz=110.0, latency_ns=300.0, key_slots=4)
    text = open_page(opened, tmp_path / "others.html", answered(need))
    body = text.inner_text("body")
    for words in ("at least 121 MHz (--mhz)", "at most 300 ns (--latency-ns)",
                  "at least 4 keys (--key-slots)", f"the capacity of {PART}",
                  "at the clock of 110 MHz"):  # fmt: skip
        assert words in body
    text.close()
    text = open_page(opened, tmp_path / "margin.html", answered(Need(target=PART, gbps=2.0)))
    assert "the need with the margin of 5 %" in text.inner_text("body")
    text.close()


def test_the_page_has_the_interpolated_designs_of_the_answer(opened: Page, tmp_path: Path) -> None:
    need = Need(target=PART, gbps=23.0)
    record = choose(designs(), need)
    sources = [choice.engines[0].source for choice in record.designs]
    assert "interpolated" in sources
    found = open_page(opened, tmp_path / "between.html", answered(need))
    lines = [line for line in visible(found) if line[15] == "interpolated"]
    (own,) = [c for c in record.designs if c.engines[0].source == "interpolated"]
    assert [line[5] for line in lines] == [f"{own.lut:,}"]
    assert [line[9] for line in lines] == [f"{own.mhz:,.1f}"]
    assert "Interpolated figures include their possible error." in found.inner_text("body")
    found.close()


def test_a_moved_slider_takes_the_place_of_the_need(opened: Page, tmp_path: Path) -> None:
    found = open_page(opened, tmp_path / "moved.html", answered(Need(target=PART, gbps=60.0)))
    assert "None of" in found.inner_text("#answer")
    assert found.inner_text("#speed-text") == "63 Gbit/s"
    move(found, "speed", 0.9)
    assert "designs meet the need" in found.inner_text("#answer")
    found.close()
