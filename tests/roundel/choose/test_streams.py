# SPDX-License-Identifier: Apache-2.0
"""CBC encryption: the throughput of a few packets in flight."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError
from tests.roundel.page_data import data_of

from roundel.base.errors import InputError
from roundel.characterised import Designs, load_designs
from roundel.choose.answer import choose
from roundel.choose.need import Need
from roundel.choose.page import page

PART = "ecp5-85k-8"
WHOLE = load_designs()
STORE = Designs(WHOLE.head, WHOLE.rows, WHOLE.packets)
ROWS = [row for row in STORE.rows if row.top == "interleaved"]
RATES = {str(row.config): min(row.mhz.values()) / row.cycles_per_block for row in ROWS}


def need(**values: Any) -> Need:
    return Need(**{"target": PART, "mode": "cbc", **values})


def speeds(**values: Any) -> dict[str, float]:
    """The throughput in Gbit/s of each design by its parameters."""
    found: dict[str, float] = {}
    for choice in choose(STORE, need(**values)).designs:
        (engine,) = choice.engines
        row = next(row for row in ROWS if STORE.fields(row) == engine.fields)
        found[str(row.config)] = choice.gbps or 0.0
    return found


@pytest.mark.parametrize("size", [None, 16, 128, 9008])
@pytest.mark.parametrize("streams", [1, 2, 3, 5, 128, 1000])
def test_each_packet_in_flight_adds_the_rate_of_a_stream(streams: int, size: int | None) -> None:
    found = speeds(streams=streams, packet_bytes=size)
    assert len(found) == len(ROWS)
    for row in ROWS:
        assert row.stream_cycles is not None
        cycles = max(row.cycles_per_block, row.stream_cycles / streams)
        expected = 0.128 * min(row.mhz.values()) / cycles
        assert found[str(row.config)] == pytest.approx(expected, rel=1e-3)


def test_no_design_is_faster_than_its_blocks() -> None:
    limit = 0.128 * max(RATES.values())
    assert limit < 3
    found = choose(STORE, need(gbps=3, packet_bytes=128, streams=128))
    assert found.designs == []
    assert found.nearest is not None
    assert (found.nearest.gbps or 0) == pytest.approx(limit, rel=1e-4)


def test_one_packet_is_the_default_and_more_packets_are_a_remedy() -> None:
    most = 0.128 * max(RATES.values()) / (1 + need().margin)
    found = choose(STORE, need(gbps=most))
    assert found.designs == []
    (text,) = [text for text in found.relax if text.startswith("--streams")]
    streams = int(text.split()[1])
    assert choose(STORE, need(gbps=most, streams=streams)).designs
    assert not choose(STORE, need(gbps=most, streams=streams - 1)).designs
    assert not [text for text in choose(STORE, need(gbps=50)).relax if "--streams" in text]


def note(**values: Any) -> str:
    (text,) = [text for text in choose(STORE, need(**values)).notes if "CBC encryption" in text]
    return text


def test_the_answer_states_the_packets_in_flight() -> None:
    cycles = sorted(row.stream_cycles or 0 for row in ROWS)
    full = max(-(-(row.stream_cycles or 0) // row.cycles_per_block) for row in ROWS)
    assert note() == (
        f"CBC encryption: one packet takes {cycles[0]} to {cycles[-1]} cycles per block, because a "
        "block needs the result of the block before. The stated throughput needs 1 packet in "
        f"flight at the same time (--streams 1); more packets in flight, up to {full}, have a "
        "higher throughput."
    )
    assert note(streams=full).endswith("(--streams 5); more packets have no higher throughput.")
    assert "CBC encryption" in note(direction="both")


def test_decryption_needs_no_second_packet() -> None:
    found = [choose(STORE, need(direction="decrypt", streams=n, packet_bytes=64)) for n in (1, 9)]
    assert found[0].designs == found[1].designs
    assert not [text for text in found[0].notes if "CBC encryption" in text]


def test_a_store_without_the_cycles_of_a_stream_is_refused() -> None:
    rows = tuple(row.model_copy(update={"stream_cycles": None}) for row in STORE.rows)
    with pytest.raises(InputError, match="lack the cycles between blocks of a stream; rebuild"):
        choose(replace(STORE, rows=rows), need())
    some = tuple(rows[STORE.rows.index(row)] if row == ROWS[0] else row for row in STORE.rows)
    found = choose(replace(STORE, rows=some), need())
    assert len(found.designs) == len(ROWS) - 1
    assert [text for text in found.notes if text.startswith("1 designs lack the cycles")]


def test_no_packet_in_flight_is_not_possible() -> None:
    with pytest.raises(ValidationError):
        need(streams=0)


@pytest.mark.parametrize("given", [None, need(), need(streams=128, packet_bytes=64)])
def test_the_page_has_the_throughput_of_the_packets_in_flight(given: Need | None) -> None:
    text = page(STORE, given)
    streams = given.streams if given else 1
    assert f"the throughput is that of {streams} packet{'s' * (streams > 1)} in flight" in text
    shown = {
        point["speed"]
        for point in data_of(text)["points"]
        if (point["mode"], point["direction"]) == ("cbc", "encrypt")
    }
    expected = [
        0.128
        * min(row.mhz.values())
        / max(row.cycles_per_block, (row.stream_cycles or 0) / streams)
        for row in ROWS
    ]
    assert sorted(shown) == pytest.approx(sorted(expected), rel=1e-3)
