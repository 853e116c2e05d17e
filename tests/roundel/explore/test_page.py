# SPDX-License-Identifier: Apache-2.0
"""The page: complete without a network, with every point, readable without colour or script."""

from __future__ import annotations

import errno
import html
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from roundel.base.errors import FailureError, InputError
from roundel.base.html import plotly
from roundel.base.text_files import check_place
from roundel.design import make_config
from roundel.explore import METRICS, ExploreRecord, Space, explore
from roundel.explore.page import page, write_page

if TYPE_CHECKING:
    from tests.roundel.explore.conftest import StandIn


@pytest.fixture
def record(stand_in: StandIn) -> ExploreRecord:
    """Points of two S-boxes on two parts; one name has special characters, one run failed."""
    log = Path("tool.log").absolute()
    log.write_text("ERROR: <script>alert(1)</script> & died\n")

    def fail(name: str, target: str, seed: int) -> None:
        if (name, seed) == ("four", 2):
            raise FailureError(f"nextpnr-ecp5 crashed; see {log}.", log)

    stand_in.fail = fail
    configs = [
        make_config("</script><b>one", {"Stages": 0}),
        make_config("two", {"Stages": 1, "Sbox": "table"}),
        make_config("three", {"Rounds": 3}),
        make_config("four", {"Stages": 2}),
    ]
    asked = Space.of("mine", configs, ["ecp5-85k-8", "ecp5-85k-6"], [1, 2])
    return explore(asked, Path("results.sqlite"))


class Reader(HTMLParser):
    """Collects the visible text of a browser, and all fetched addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.scripts: list[tuple[dict[str, Any], str]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)
        self.links += [f"{tag} {name}" for name, _ in attrs if name in ("src", "href", "action")]
        if tag == "script":
            self.scripts.append((dict(attrs), ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            attributes, text = self.scripts[-1]
            self.scripts[-1] = (attributes, text + data)
        elif self.open and self.open[-1] != "style":
            self.text += data


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def test_nothing_is_fetched(record: ExploreRecord) -> None:
    text = page(record)
    assert read(text).links == []
    own = text.replace(plotly(), "")
    assert len(own) < len(text) - 1_000_000  # with the library
    assert not re.search(r"https?:|//\w|@import|url\(|fetch\(", own)


def test_every_point_is_in_the_data_and_in_the_table(record: ExploreRecord) -> None:
    text = page(record)
    reader = read(text)
    (source,) = [text for kind, text in reader.scripts if "type" in kind]
    assert "<" not in source  # no script can end early
    data = json.loads(source)
    assert [item["number"] for item in data["points"]] == [p.number for p in record.points]
    assert [item["name"] for item in data["metrics"]] == list(METRICS)
    assert data["targets"] == ["ecp5-85k-8", "ecp5-85k-6"]
    assert set(data["parameters"]) == {"Sbox", "Stages", "target", "status"}
    heads = re.findall(r'<button type="button">([^<]*)<', text.partition("<tbody")[0])
    assert len(data["fronts"]) == len(METRICS) * (len(METRICS) - 1) / 2
    # More stages are faster and larger here; every point of each part is on this front ...
    assert data["fronts"]["gbps,lut4"] == [0, 1, 2, 3, 4, 5]
    # ... and the fastest points are alone on the front of two figures with equal meaning.
    assert data["fronts"]["gbps,mhz"] == [4, 5]
    for item, point in zip(data["points"], record.points, strict=True):
        assert point.synth is not None
        assert item["figures"]["gbps"] == point.synth.gbps
        assert item["front"] == point.front
        group = text.partition(f'<tbody id="{item["row"]}"')[2].partition("</tbody>")[0]
        cells = [html.unescape(cell) for cell in re.findall(r"<t[hd][^>]*>([^<]*)<", group)]
        assert cells[:3] == [str(point.number), "*" if point.front else "", point.config.name]
        for name, value in point.config.own_fields().items():
            assert cells[heads.index(name)] == str(value)
    words = " ".join(reader.text.split())
    for name in ("</script><b>one", "two", "four"):
        assert name in words
    for point in record.points:
        assert point.synth is not None
        assert f"{point.synth.lut4:,}" in words
        assert f"{point.synth.gbps:.3f}" in words


def test_what_failed_and_what_was_left_out_is_told(record: ExploreRecord) -> None:
    text = page(record)
    assert "<script>alert" not in text.replace(plotly(), "")
    words = " ".join(read(text).text.split())
    assert "ERROR: <script>alert(1)</script> & died" in words
    assert "four, ecp5-85k-8, seed 2" in words
    assert "1 combinations cannot work" in words
    assert "three: Rounds=3 is not possible" in words
    assert "4 of 6 points placed and routed" in words
    assert all(f"{name} {version}" in words for name, version in record.tools.items())


def test_a_space_without_a_result_has_a_page(stand_in: StandIn) -> None:
    def fail(name: str, target: str, seed: int) -> None:
        raise FailureError("yosys crashed.")

    stand_in.fail = fail
    asked = Space.of("mine", [make_config("one", {})], ["ecp5-85k-8"], [1])
    reader = read(page(explore(asked, Path("results.sqlite"))))
    assert "yosys crashed." in reader.text


def test_what_is_there_stays_until_a_page_is_whole(
    record: ExploreRecord, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = place / "page.html"
    path.touch(0o640)
    path.chmod(0o640)
    check_place(path)  # an empty file of somebody's
    assert path.exists()
    path.write_text("older")
    link = place / "link.html"
    link.symlink_to(path)
    check_place(link)
    before = sorted(place.iterdir())
    monkeypatch.setattr(Path, "replace", _full)
    with pytest.raises(InputError, match="No space left"):
        write_page(record, link)
    monkeypatch.setattr(Path, "write_text", _half)
    with pytest.raises(InputError, match="No space left"):
        write_page(record, path)
    monkeypatch.undo()
    assert path.read_text() == "older"
    assert sorted(place.iterdir()) == before
    write_page(record, link)
    assert link.is_symlink()
    assert "Space mine" in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o640


def _full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def _half(path: Path, text: str, **_: object) -> None:
    path.write_bytes(text.encode()[: len(text) // 2])
    _full()


def test_what_is_no_file_is_not_written(record: ExploreRecord, place: Path) -> None:
    pipe = place / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="not a regular file"):
        check_place(pipe)
    with pytest.raises(InputError, match="not a regular file"):
        write_page(record, pipe)
    assert pipe.is_fifo()


def test_places_that_cannot_be_written(record: ExploreRecord, place: Path) -> None:
    for path in (place, place / "gone" / "page.html"):
        with pytest.raises(InputError, match="cannot write"):
            check_place(path)
        with pytest.raises(InputError, match="cannot write"):
            write_page(record, path)
    check_place(place / "page.html")
    assert not (place / "page.html").exists()
    write_page(record, place / "page.html")
    check_place(place / "page.html")
    assert "Space mine" in (place / "page.html").read_text()
