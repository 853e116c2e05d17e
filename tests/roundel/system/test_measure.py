# SPDX-License-Identifier: Apache-2.0
"""Measured systems: arithmetic independent of the card, and impossible measurements.

State space: a card limited by its link, by its engine, or by neither; one request and several in
flight; both directions, with tags and without. The configurations are those of test_roundel_card.py
where possible, with a common build.
"""

import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape
from tests.roundel.page_data import figures_of
from tests.roundel.system.test_link import write

from roundel.__main__ import main
from roundel.base.errors import FailureError, InputError
from roundel.design import Config, load_config
from roundel.sim.driver import Card, Times
from roundel.system import ACTIVITIES, SystemRecord, load_link, measure, measure_system, parse_sizes
from roundel.system.measure import activities_of_card
from roundel.system.page import page
from roundel.system.record import SizeRecord
from roundel.verify import reference

RECORDS = Path(__file__).parents[3] / "docs/reference/records.md"
CARD = "tong2002-card"


def measured(link: str, sizes: list[int], **given: Any) -> SystemRecord:
    return measure_system(load_config(CARD), load_link(link), sizes, seed=1, **given)


def costing(place: Path, write_ns: float, read_ns: float, mhz: float = 100) -> str:
    """A link with a cost per 8 bytes, and room for many posted writes."""
    single = {"bytes": 8, "write_ns": {"value": write_ns, "source": "x"},
              "read_ns": {"value": read_ns, "source": "x"}}  # fmt: skip
    return write(place, single=single, clock_mhz={"value": mhz, "source": "x"},
                 posted_words={"value": 64, "source": "x"})  # fmt: skip


def test_a_slow_link_is_the_limit(tmp_path: Path) -> None:
    """Accesses of 1 us: 4 per block, 6 per command, and those of counts and results."""
    record = measured(costing(tmp_path, 1000, 1000), [16, 1600], count=4)
    assert record.link_mbps == pytest.approx(32)
    assert record.engine_mbps == pytest.approx(1280)
    for size in record.sizes:
        blocks = size.bytes / 16
        assert size.ns * size.time["write"] == pytest.approx(4 * (2 * blocks + 6) * 1000)
        assert size.ns * size.time["read"] == pytest.approx(4 * 2 * blocks * 1000)
        # A result is four accesses; at least two counts are written and one is read.
        assert size.ns * size.time["control"] >= 4 * (4 + 3) * 1000
        assert size.mbps == pytest.approx(8 * size.bytes * 4 / size.ns * 1000)
        assert size.ratio == pytest.approx(size.mbps / 32)
        assert size.cycles == pytest.approx(size.ns / 10)
    assert record.sizes[1].mbps > 2 * record.sizes[0].mbps
    assert record.sizes[1].ratio == pytest.approx(400 / (412 + 7 + 2), abs=0.03)


def test_a_slow_engine_is_the_limit(tmp_path: Path) -> None:
    """A card of 1 MHz at a link with nearly no cost: ten cycles per block.

    By lines, because the window takes some cycles per read.
    """
    record = measured(costing(tmp_path, 1, 1, 1), [4096], requests=4, access="burst")
    (size,) = record.sizes
    assert record.engine_mbps == pytest.approx(12.8)
    assert size.ratio == pytest.approx(size.mbps / 12.8)
    assert 0.75 < size.ratio <= 1
    assert size.time["device"] + size.time["full"] > 0.9
    assert size.cycles == pytest.approx(10 * 256 * size.requests, rel=0.35)


def test_the_engines_limit() -> None:
    """Several lanes, and rounds that blocks use in turn."""
    assert measure._engine_mbps(load_config("ctr-2"), 100) == 2 * 128 * 100
    assert measure._engine_mbps(load_config("ctr-2", ["Rounds=2"]), 100) == 2 * 128 * 100 / 5


def test_the_clock_can_be_another(tmp_path: Path) -> None:
    slow, fast = (
        measured(costing(tmp_path, 1, 1), [4096], clock_mhz=mhz).sizes[0] for mhz in (10, 20)
    )
    assert fast.mbps == pytest.approx(2 * slow.mbps, rel=0.05)


@pytest.mark.parametrize("link", ["pilchard-uc64", "pilchard-wc", "pcie-gen3-x8"])
def test_all_of_the_time_is_told(link: str) -> None:
    for requests in (1, 4):
        record = measured(link, [48, 512], requests=requests, count=8)
        assert record.checked == 16
        assert record.device == ("dma" if link == "pcie-gen3-x8" else "card")
        for size in record.sizes:
            assert list(size.time) == list(ACTIVITIES)
            assert sum(size.time.values()) == pytest.approx(1, abs=1e-9)
            assert all(share >= 0 for share in size.time.values())
            assert 0 < size.ratio <= 1


def test_several_requests_hide_what_one_waits_for(tmp_path: Path) -> None:
    """At 1 MHz a small request waits for the engine's latency; other requests fill the time."""
    link = costing(tmp_path, 100, 100, 5)
    one, many = (measured(link, [16], requests=n, count=32).sizes[0] for n in (1, 16))
    assert many.mbps > 1.5 * one.mbps
    assert one.time["device"] > 0.3
    assert many.time["device"] < one.time["device"]


def test_the_same_seed_gives_the_same() -> None:
    first, again = (measured("pilchard-wc", [512], count=4) for _ in range(2))
    assert first.sizes == again.sizes
    assert (first.seed, first.device, first.access) == (1, "card", "burst")


def test_progress_is_by_bytes_and_never_goes_back() -> None:
    seen: list[tuple[str, float]] = []

    def note(message: str, fraction: float | None = None) -> None:
        if fraction is not None and message.startswith("requests"):
            seen.append((message, fraction))

    measured("pilchard-wc", [16, 48], count=4, progress=note)
    assert seen == [
        *(("requests of 16 bytes", number / 16) for number in range(4)),
        *(("requests of 48 bytes", (4 + 3 * number) / 16) for number in range(4)),
    ]


def test_an_access_of_choice() -> None:
    wide, narrow = (
        measured("pilchard-wc", [4096], count=4, access=access) for access in ("burst", "single")
    )
    assert narrow.access == "single"
    assert narrow.link_mbps == pytest.approx(298, rel=1e-3)
    assert narrow.sizes[0].mbps < 0.7 * wide.sizes[0].mbps


@pytest.mark.parametrize(
    ("preset", "changes"), [("gcm-1", ["Stages=1"]), ("ecb-1", ["Rounds=1", "Stages=1"])]
)
def test_both_directions_and_tags(preset: str, changes: list[str]) -> None:
    record = measure_system(
        load_config(preset, changes), load_link("pcie-gen3-x8"), [64, 160], requests=3, count=6
    )
    assert record.checked == 12


def test_where_the_time_of_a_card_goes() -> None:
    times = Times(
        write_ps=1000, read_ps=2000, control_write_ps=100, control_read_ps=700, full_ps=30,
        answer_ps=4, idle_ps=5, writes=9, reads=9, idles=3, refused=0,
    )  # fmt: skip
    places = activities_of_card(times, 200)
    assert places == {
        "write": 900, "read": 1300, "control": 200, "full": 30, "device": 604, "idle": 5,
    }  # fmt: skip
    assert sum(places.values()) == 1000 + 2000 + 30 + 4 + 5


def test_a_wrong_result_has_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    real = reference.cipher

    def wrong(*given: Any) -> bytes:
        right = real(*given)
        return right[:-1] + bytes([right[-1] ^ 1])

    monkeypatch.setattr(reference, "cipher", wrong)
    with pytest.raises(
        FailureError, match="ecb encrypt, 16 bytes, seed 1: the result differs from OpenSSL's"
    ):
        measured("pilchard-wc", [64])


def test_a_request_that_fails_has_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Card, "load_key", lambda *_: None)
    with pytest.raises(FailureError, match="driver error: the key slot is empty"):
        measured("pilchard-wc", [64])


@pytest.mark.parametrize(
    ("text", "word"),
    [("", "''"), ("0", "'0'"), ("512,x", "'x'"), ("-1", "'-1'"), ("1048577", "'1048577'"),
     ("1.5", "'1.5'"), ("9" * 5000, "999")],
)  # fmt: skip
def test_sizes_that_no_request_has(text: str, word: str) -> None:
    with pytest.raises(InputError, match="a request cannot have") as caught:
        parse_sizes(text)
    assert word in str(caught.value)


def test_sizes() -> None:
    assert parse_sizes("512, 1536,1048576") == [512, 1536, 1 << 20]
    with pytest.raises(InputError, match="sizes contain 16 twice"):
        parse_sizes("16,32,16")


@pytest.mark.parametrize(
    ("config", "given", "told"),
    [
        (Config(name="blocks"), {}, "blocks is not a packet engine"),
        (CARD, {"requests": 0}, "cannot have 0 requests in flight; give 1 to 64"),
        (CARD, {"requests": 65}, "cannot have 65 requests"),
        (CARD, {"sizes": [40]}, "ECB needs whole blocks, not 40 bytes"),
        (CARD, {"sizes": [0]}, "cannot have 0 bytes"),
        (CARD, {"sizes": [(1 << 20) + 16]}, "cannot have 1048592 bytes"),
        (CARD, {"sizes": []}, "no size"),
        (CARD, {"requests": 8, "count": 7}, "7 requests cannot fill a flight of 8"),
        (CARD, {"sizes": [1 << 20], "count": 65}, "these requests have 65 MiB"),
        (CARD, {"clock_mhz": 0.0}, "no clock of 0 MHz; give 1 to 2000"),
        (CARD, {"clock_mhz": 0.9}, "no clock of 0.9 MHz"),
        (CARD, {"access": "disk"}, "no access 'disk'; choose one of single, simd, burst, dma."),
        (CARD, {"access": "dma"}, "the link pilchard-wc has no figures for a DMA"),
        ("cbc-1", {"sizes": [17]}, "CBC needs whole blocks"),
        ("xts-1", {"sizes": [15]}, "an XTS request cannot have 15 bytes"),
        ("cbc-encrypt-1", {}, "is not a packet engine with a card or DMA"),
    ],
)
def test_refused(config: Config | str, given: Mapping[str, Any], told: str) -> None:
    chosen = load_config(config) if isinstance(config, str) else config
    with pytest.raises(InputError) as caught:
        measure_system(chosen, load_link("pilchard-wc"), **{"sizes": [64], **given})
    assert told in str(caught.value)


def test_a_link_with_a_dma_has_one_by_default() -> None:
    """The processor's own bursts are a choice, and far slower."""
    record, bursts = (
        measured("pcie-gen3-x8", [4096], requests=4, count=8, access=access)
        for access in (None, "burst")
    )
    assert (record.device, record.access) == ("dma", "dma")
    assert (bursts.device, bursts.access) == ("card", "burst")
    assert record.sizes[0].mbps > 10 * bursts.sizes[0].mbps


# ---- The command --------------------------------------------------------------------------------


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--sizes", "64,512", "--count", "4", "--seed", "1", "--requests", "2"]
    assert main(["system", CARD, "--link", "pilchard-uc64", *words]) == 0
    out = capsys.readouterr().out
    record = measured("pilchard-uc64", [64, 512], requests=2, count=4)
    for size in record.sizes:
        assert f"{size.mbps:,.1f}" in out
        assert f"{size.ratio:.3f}" in out
        for place in ACTIVITIES:
            assert f"{100 * size.time[place]:.1f}" in out
    assert (
        "2 requests in flight, single accesses; 8 requests, each equal to OpenSSL's result" in out
    )
    assert "limits: link 298.0 Mbit/s, engine 832.0 Mbit/s at 65 MHz" in out


def test_the_command_measures_a_link_of_today_by_default(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["system", CARD, "--sizes", "512", "--count", "8", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["link"]["name"], record["access"]) == ("pcie-gen3-x8", "dma")
    assert record["requests"] == 8


def test_the_record_has_every_documented_field(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    link = costing(tmp_path, 10, 20)
    words = ["--sizes", "64", "--requests", "1", "--count", "4", "--json"]
    assert main(["system", CARD, "--link", link, *words]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == "roundel.system/1"
    assert next(iter(told)) == "schema"
    section = RECORDS.read_text().split("## roundel.system/1")[1].split("\n## ")[0]
    for name in (
        set(told) - {"schema"} | set(told["sizes"][0]) | set(told["link"]) | set(ACTIVITIES)
    ):
        assert f"`{name}`" in section, name
    assert told["link"]["single"]["read_ns"] == {"value": 20.0, "source": "x"}
    assert told["link_mbps"] == pytest.approx(64 / 30 * 1000)
    assert told["clock_mhz"] == 100


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]


def test_the_page_needs_nothing_else(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    place = tmp_path / "page.html"
    words = ["--sizes", "64,512", "--requests", "1", "--count", "4", "--html", str(place)]
    assert main(["system", CARD, "--link", "pilchard-wc", *words]) == 0
    text = place.read_text()
    assert _Page(text).fetched == []
    throughput, time = figures_of(text)
    names = [trace["name"] for trace in throughput["data"]]
    assert names == ["system", "limit of the engine", "limit of the link"]
    assert throughput["data"][0]["x"] == [64, 512]
    assert f"{throughput['data'][0]['y'][1]:,.1f}" in capsys.readouterr().out
    assert [trace["name"] for trace in time["data"]] == list(ACTIVITIES)
    shapes = {trace["marker"]["pattern"]["shape"] for trace in time["data"]}
    assert len(shapes) == len(ACTIVITIES)
    for place_of in range(2):
        assert sum(trace["y"][place_of] for trace in time["data"]) == pytest.approx(100)
    assert "483 Mbit/s written and read back" in text


def test_the_page_has_every_figure_and_the_limit_of_each_size() -> None:
    """Of a link with a DMA as well, whose limit depends on the size; sizes in any order."""
    link = load_link("pcie-gen3-x8")
    sizes = [
        SizeRecord(
            bytes=size, requests=4, ns=1.0, cycles=1.0, mbps=10.0, link_mbps=limit, ratio=0.5,
            time=dict.fromkeys(ACTIVITIES, 1 / 6),
        )
        for size, limit in ((4096, 2222.5), (64, 333.25))
    ]  # fmt: skip
    record = SystemRecord(
        config=load_config(CARD), device="dma", link=link, access="dma", clock_mhz=250, requests=1,
        seed=1, link_mbps=53010.0, engine_mbps=3200, sizes=sizes, checked=8, seconds=1,
    )  # fmt: skip
    text = page(record)
    throughput = figures_of(text)[0]
    traces = {trace["name"]: trace for trace in throughput["data"]}
    for trace in traces.values():
        assert trace["x"] == [64, 4096]
    assert traces["limit of the link"]["y"] == [333.25, 2222.5]
    assert '<td class="n">2,222.5</td>' in text
    assert '<td class="n">333.2</td>' in text
    told = link.model_dump(mode="json")
    figures = [told["clock_mhz"], told["posted_words"], *told["dma"].values()]
    for kind in ("single", "simd", "burst"):
        figures += [told[kind]["write_ns"], told[kind]["read_ns"]]
    for figure in figures:
        assert re.search(
            rf'<td class="n">{figure["value"]:g}</td><td>[^<]+</td><td[^>]*>'
            rf"{re.escape(str(escape(figure['source'])))}</td>",
            text,
        )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([CARD, "--link", "pilchard"], "there is no link 'pilchard'"),
        ([CARD, "--link", "nowhere/x.yaml"], "cannot read the link nowhere/x.yaml"),
        ([CARD, "--sizes", "16,40"], "ECB needs whole blocks"),
        ([CARD, "--sizes", "0"], "cannot have '0' bytes"),
        ([CARD, "--requests", "65"], "give 1 to 64"),
        ([CARD, "--requests", "x"], "'--requests': give a whole number"),
        ([CARD, "--link", "pilchard-wc", "--access", "dma"], "no figures for a DMA"),
        ([CARD, "--count", "0"], "--count"),
        ([CARD, "--clock", "nan"], "no clock of nan MHz"),
        ([CARD, "--html", "nowhere/page.html"], "cannot write nowhere/page.html"),
        (["iterative"], "is not a packet engine"),
        (["iteratve"], "did you mean iterative"),
    ],
)
def test_bad_input(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["system", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told.lower() in err.lower()
    assert err.count("\n") == 1
