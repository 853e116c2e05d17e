# SPDX-License-Identifier: Apache-2.0
"""Links as data: the shipped links, their arithmetic, and every defect of a file."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from roundel.base.errors import FailureError, InputError
from roundel.sim.driver import ACCESSES
from roundel.system import link, link_names, load_link

# tong2002, section 7: the two rates of the link, Mbit/s, and the card's clock, MHz.
UNCACHEABLE, COMBINING, CARD = 298.0, 483.0, 65.0
BUS = 133.0  # MHz, of the memory of a 933 MHz Pentium III: not in the paper

FIGURE: dict[str, Any] = {"value": 1, "source": "assumed"}


def kind(size: int) -> dict[str, Any]:
    return {"bytes": size, "write_ns": FIGURE, "read_ns": FIGURE}


def values(**changes: Any) -> dict[str, Any]:
    """A legal link, with changes."""
    return {
        "title": "a link",
        "clock_mhz": {"value": 100, "source": "assumed"},
        "posted_words": {"value": 8, "source": "assumed"},
        "access": "single",
        "single": kind(8),
        "simd": kind(16),
        "burst": kind(64),
        **changes,
    }


def write(place: Path, **changes: Any) -> str:
    path = place / "mine.yaml"
    path.write_text(yaml.safe_dump(values(**changes)))
    return str(path)


def test_the_links_that_ship() -> None:
    assert link_names() == [
        "axi-local", "pcie-gen3-x8", "pilchard-uc128", "pilchard-uc64", "pilchard-wc",
        "pilchard-wc64",
    ]  # fmt: skip
    for name in link_names():
        found = load_link(name)
        assert found.name == name
        for access in ACCESSES:
            for figure in (found.kind(access).write_ns, found.kind(access).read_ns):
                assert len(figure.source) > 8


def test_pilchard_follows_from_the_papers_rates_and_what_is_told_as_assumed() -> None:
    for name, access in (("pilchard-uc128", "simd"), ("pilchard-wc64", "single")):
        assert "assumed" in getattr(load_link(name), access).read_ns.source
    single = 64 / UNCACHEABLE / 2 * 1000
    line = 256 / COMBINING / 2 * 1000
    wide = single + 1000 / BUS
    costs = {
        "pilchard-uc64": ((single, single), (2 * single, 2 * single), (4 * single, 4 * single)),
        "pilchard-uc128": ((single, single), (wide, wide), (2 * wide, 2 * wide)),
        "pilchard-wc64": ((line / 4, single), (line / 2, 2 * single), (line, 4 * single)),
        "pilchard-wc": ((single, single), (line / 2, line / 2), (line, line)),
    }
    for name, expected in costs.items():
        found = load_link(name)
        assert found.clock_mhz.value == CARD
        for access, (write_ns, read_ns) in zip(ACCESSES, expected, strict=True):
            assert found.kind(access).write_ns.value == pytest.approx(write_ns, abs=2e-3)
            assert found.kind(access).read_ns.value == pytest.approx(read_ns, abs=2e-3)
    assert load_link("pilchard-uc64").mbps("single") == pytest.approx(UNCACHEABLE, rel=1e-4)
    assert load_link("pilchard-wc").mbps("burst") == pytest.approx(COMBINING, rel=1e-4)


def test_a_link_of_a_user(tmp_path: Path) -> None:
    costs = {"bytes": 64, "write_ns": {"value": 10, "source": "x"}, "read_ns": {"value": 30.5,
             "source": "y"}}  # fmt: skip
    found = load_link(write(tmp_path, burst=costs, access="burst"))
    assert (found.name, found.access) == ("mine", "burst")
    assert found.mbps("burst") == pytest.approx(512 / 40.5 * 1000)
    model = found.model()
    assert (model.clock_ps, model.posted, model.bytes) == (10_000, 8, (8, 16, 64))
    assert model.write_ps == (1000, 1000, 10_000)
    assert model.read_ps == (1000, 1000, 30_500)
    assert found.model(250).clock_ps == 4000


def test_a_link_that_costs_nothing_sets_no_limit(tmp_path: Path) -> None:
    free = {"value": 0, "source": "x"}
    found = load_link(write(tmp_path, single={"bytes": 8, "write_ns": free, "read_ns": free}))
    assert found.mbps("single") is None


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"clock_mhz": {"value": 0, "source": "x"}}, "clock_mhz is more than 0"),
        ({"clock_mhz": {"value": float("nan"), "source": "x"}}, "clock_mhz is more than 0"),
        ({"clock_mhz": {"value": 2001, "source": "x"}}, "at most 2000"),
        ({"clock_mhz": {"value": 0.9, "source": "x"}}, "at least 1"),
        ({"clock_mhz": {"value": float("inf"), "source": "x"}}, "at most 2000"),
        ({"clock_mhz": {"value": True, "source": "x"}}, "at clock_mhz.value: a figure is a valid"),
        ({"clock_mhz": 65}, "at clock_mhz"),
        ({"clock_mhz": {"value": 65}}, "at clock_mhz.source: field required"),
        ({"clock_mhz": {"value": 65, "source": ""}}, "at clock_mhz.source"),
        ({"posted_words": {"value": 0, "source": "x"}}, "posted_words is a whole number"),
        ({"posted_words": {"value": 1.5, "source": "x"}}, "posted_words is a whole number"),
        ({"posted_words": {"value": float("inf"), "source": "x"}}, "posted_words is a whole"),
        ({"posted_words": {"value": float("nan"), "source": "x"}}, "posted_words is a whole"),
        ({"access": "dma"}, "at access"),
        ({"single": kind(16)}, "8 bytes as single"),
        ({"burst": kind(128)}, "32 or 64 as burst"),
        ({"simd": {**kind(16), "read_ns": {"value": -1, "source": "x"}}}, "read_ns is 0 to"),
        ({"simd": {**kind(16), "write_ns": {"value": 2e6, "source": "x"}}}, "write_ns is 0 to"),
        ({"simd": {**kind(16), "write_ns": {"value": "slow", "source": "x"}}}, "valid number"),
        ({"speed": 1}, "at speed: extra inputs"),
        ({"dma": {"read_gbps": FIGURE}}, "at dma.read_latency_ns"),
    ],
)
def test_a_broken_link_is_refused(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    path = write(tmp_path, **changes)
    with pytest.raises(InputError, match=re.escape(told)) as caught:
        load_link(path)
    assert str(caught.value).startswith(f"{path} is not a link")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["a: [", "- 1\n", "", "1: 2\n", "title: a\ntitle: b\n"])
def test_a_file_that_is_no_link(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.yaml").write_text(text)
    with pytest.raises(InputError, match=r"bad\.yaml"):
        load_link(str(tmp_path / "bad.yaml"))


def test_links_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"no link 'pilchard-wx' \(did you mean pilchard-wc\?\)"):
        load_link("pilchard-wx")
    with pytest.raises(InputError, match="cannot read the link nowhere.yaml"):
        load_link("nowhere.yaml")
    (tmp_path / "pilchard-wc.yaml").write_text("title: a\n")
    monkeypatch.setattr(link, "_FILES", tmp_path)
    with pytest.raises(FailureError, match="the link pilchard-wc is broken"):
        load_link("pilchard-wc")
