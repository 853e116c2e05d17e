# SPDX-License-Identifier: Apache-2.0
"""The progress of a protocol stress, reported while a part runs for minutes."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from roundel.verify.stress import pins, runner
from roundel.verify.stress.pins import CoreBench

FACTS = {
    "queue_depth": 2,
    "zeroise_delay_cycles": 0,
    "output_latency_cycles": 12,
    "key_load_cycles": 12,
}
CONFIG = {"Direction": "encrypt", "KeySlots": 1}
PARTS = ("throughput", "random")


def core() -> Any:
    """Pins without behaviour: only the widths are used."""
    return SimpleNamespace(key_i=range(128), in_tag_i=range(8))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(pins, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def how_far(done: int, inside: Path) -> tuple[str, float]:
    return runner._progress("stress", PARTS, done, inside)


def test_progress_goes_on_inside_a_part(tmp_path: Path, clock: list[float]) -> None:
    inside = tmp_path / "progress.json"
    job = {"config": CONFIG, "key_sizes": [128], "seed": 1, "facts": FACTS, "progress": str(inside)}
    bench = CoreBench(core(), job, "random")
    assert how_far(0, inside) == ("stress: building, then throughput", 0.0)
    bench.done(100, 400)
    bench.board.cycle, bench.board.checked = 1234, 100
    bench._report()
    assert not inside.exists()  # a note a cycle would cost more than the cycle
    clock[0] += 6
    bench._report()
    assert how_far(1, inside) == ("stress: random, 1,234 cycles, 100 blocks", 0.625)
    bench.done(300, 400)
    bench.board.cycle = 2345
    clock[0] += 6
    bench._report()
    assert how_far(1, inside) == ("stress: random, 2,345 cycles, 100 blocks", 0.875)
    bench.done(500, 400)  # more than was asked for
    clock[0] += 6
    bench._report()
    assert how_far(1, inside)[1] == 1.0
    assert how_far(2, inside) == ("stress: end", 1.0)


def test_what_was_told_of_the_part_before_does_not_count(tmp_path: Path) -> None:
    inside = tmp_path / "progress.json"
    told = {"name": "throughput", "share": 0.9, "cycles": 10, "blocks": 3}
    inside.write_text(json.dumps(told))
    assert how_far(1, inside) == ("stress: random", 0.5)


def test_a_job_that_asks_for_no_progress(clock: list[float]) -> None:
    bench = CoreBench(
        core(), {"config": CONFIG, "key_sizes": [128], "seed": 1, "facts": FACTS}, "random"
    )
    clock[0] += 6
    bench._report()
