# SPDX-License-Identifier: Apache-2.0
"""Many circuits at a time: order, failures, and what is told on the way."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from tests.roundel.reproduce.conftest import run

from roundel.base.errors import FailureError, MachineError
from roundel.base.stages import Stage
from roundel.fpga import nextpnr
from roundel.fpga.mapping import Watch
from roundel.fpga.nextpnr import Run
from roundel.reproduce.work import run_all


@dataclass
class Stub:
    """A circuit that does what a test says."""

    name: str
    mapping: Callable[[], None] = lambda: None
    routing: Callable[[int], None] = lambda _: None
    size: float = 100.0
    routed: list[int] = field(default_factory=list)

    def prepare(self, watch: Watch) -> None:
        watch(Stage("opt", 0.5))
        self.mapping()

    def route(self, seed: int, watch: Watch) -> Run:
        watch(Stage("placing", 0.5))
        self.routing(seed)
        self.routed.append(seed)
        return run(seed, 100.0 + seed)


@pytest.fixture(autouse=True)
def _no_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nextpnr, "warm_up", lambda _: None)


def fail(text: str) -> None:
    raise FailureError(text)


def test_runs_come_in_the_order_of_the_seeds() -> None:
    slow = Stub("slow", routing=lambda seed: time.sleep(0.2 if seed == 5 else 0))
    found = run_all([slow, Stub("other")], [5, 1, 3], 3, lambda *_: None)
    assert [[item.seed for item in runs] for runs in found if isinstance(runs, list)] == [
        [5, 1, 3],
        [5, 1, 3],
    ]


def test_a_failure_is_of_one_circuit() -> None:
    works = [
        Stub("a", mapping=lambda: fail("does not map.")),
        Stub("b", routing=lambda seed: fail("does not route.") if seed == 1 else None),
        Stub("c"),
    ]
    first, second, third = run_all(works, [1, 2], 1, lambda *_: None)
    assert str(first) == "does not map."
    assert str(second) == "does not route."
    assert isinstance(third, list)
    assert works[0].routed == []
    assert works[1].routed == []  # the other seed was not begun


def test_a_failing_machine_ends_all() -> None:
    def full() -> None:
        raise MachineError("no space.")

    with pytest.raises(MachineError, match="no space"):
        run_all([Stub("a", mapping=full), Stub("b")], [1], 2, lambda *_: None)


def test_as_many_at_a_time_as_asked() -> None:
    guard, now, most = threading.Lock(), [0], [0]

    def busy(seed: int) -> None:
        with guard:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.05)
        with guard:
            now[0] -= 1

    run_all([Stub(str(index), routing=busy) for index in range(4)], [1, 2], 2, lambda *_: None)
    assert most[0] == 2


def test_progress_never_goes_back_and_ends_whole() -> None:
    told: list[tuple[str, float]] = []

    def note(message: str, fraction: float | None = None) -> None:
        assert fraction is not None
        told.append((message, fraction))

    slow = Stub("slow", routing=lambda _: time.sleep(0.4))
    run_all([slow, Stub("bad", mapping=lambda: fail("no."))], [1, 2], 1, note)
    assert any("slow seed 1 placing" in message for message, _ in told)
    fractions = [fraction for _, fraction in told]
    assert fractions == sorted(fractions)
    assert told[-1] == ("6 of 6 runs: done", 1.0)


def test_nothing_to_do() -> None:
    assert run_all([], [1], 2, lambda *_: None) == []
