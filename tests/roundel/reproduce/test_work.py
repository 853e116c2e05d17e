# SPDX-License-Identifier: Apache-2.0
"""Many designs as one batch: order, failures, kept and displayed results."""

import dataclasses
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.roundel.reproduce.conftest import prepared, run

from roundel.base.errors import FailureError, MachineError
from roundel.base.progress import Stage
from roundel.fpga import flow, nextpnr
from roundel.fpga.flow import Placeable, Prepared
from roundel.fpga.mapping import Circuit
from roundel.fpga.nextpnr import Run
from roundel.fpga.recipes import Frontend
from roundel.fpga.targets import Target, find_target
from roundel.fpga.yosys import Watch
from roundel.jobs import Cluster, Session, Tally
from roundel.reproduce.work import Placed, place_all

PART = find_target("ecp5-25k-6")
STORE = Path("results.sqlite")


@dataclass(frozen=True)
class Stub(Placeable):
    """A design controlled by the test."""

    label: str
    mapping: Callable[[], None] = lambda: None
    routing: Callable[[int], None] = lambda _: None
    lut4: int = 100
    routed: list[int] = field(default_factory=list)
    recipe: str = "wide"
    frontend: Frontend = "verilog"

    @property
    def size(self) -> float:
        return 100.0

    def module(self) -> Circuit:
        return Circuit(self.label, "stub", {})

    def values(self) -> Mapping[str, int | str]:
        return {"name": self.name}

    def sources(self) -> Sequence[Path]:
        return ()


@pytest.fixture(autouse=True)
def _no_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Yosys and nextpnr take no time; the netlist's name identifies the design."""
    monkeypatch.chdir(tmp_path)
    stubs: dict[Path, Stub] = {}

    def prepare(stub: Placeable, watch: Watch) -> Prepared:
        assert isinstance(stub, Stub)
        watch(Stage("opt", 0.5))
        stub.mapping()
        path = Path(stub.name)
        stubs[path] = stub
        return dataclasses.replace(prepared(stub.lut4), netlist=path)

    def route(made: Prepared, part: Target, seed: int, watch: Watch, timeout: float) -> Run:
        assert (part, timeout) == (PART, 60)
        stub = stubs[made.netlist]
        watch(Stage("placing", 0.5))
        stub.routing(seed)
        stub.routed.append(seed)
        return run(seed, 100.0 + seed)

    monkeypatch.setattr(flow, "prepare", prepare)
    monkeypatch.setattr(flow, "route", route)
    monkeypatch.setattr(nextpnr, "warm_up", lambda placer, timeout: None)


def place(
    stubs: Sequence[Stub], seeds: Sequence[int], workers: int = 1, told: list[Tally] | None = None
) -> list[Placed | FailureError]:
    watch = [] if told is None else told
    with Session(STORE, cluster=Cluster(workers=workers), watcher=watch.append) as session:
        return place_all(stubs, PART, seeds, session, 60)


def fail(text: str) -> None:
    raise FailureError(text)


def test_runs_come_in_the_order_of_the_seeds() -> None:
    slow = Stub("slow", routing=lambda seed: time.sleep(0.2 if seed == 5 else 0))
    found = place([slow, Stub("other")], [5, 1, 3], 3)
    seeds = [[item.seed for item in made.runs] for made in found if isinstance(made, Placed)]
    assert seeds == [[5, 1, 3], [5, 1, 3]]
    assert [made.seconds for made in found if isinstance(made, Placed)] == [4.0, 4.0]


def test_a_failure_is_of_one_design() -> None:
    works = [
        Stub("a", mapping=lambda: fail("does not map.")),
        Stub("b", routing=lambda seed: fail("does not route.") if seed == 1 else None),
        Stub("c"),
        Stub("d", lut4=30_000),
    ]
    first, second, third, fourth = place(works, [1, 2])
    assert str(first) == "does not map."
    assert str(second) == "does not route."
    assert isinstance(third, Placed)
    assert "too large for ecp5-25k-6" in str(fourth)
    assert works[0].routed == []
    assert works[1].routed == []  # the other seed was not begun
    assert works[3].routed == []


def test_a_failing_machine_ends_all() -> None:
    def full() -> None:
        raise MachineError("no space.")

    with pytest.raises(MachineError, match="no space"):
        place([Stub("a", mapping=full), Stub("b")], [1], 2)


def test_as_many_at_a_time_as_asked() -> None:
    guard, now, most = threading.Lock(), [0], [0]

    def busy(seed: int) -> None:
        with guard:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.05)
        with guard:
            now[0] -= 1

    place([Stub(str(index), routing=busy) for index in range(4)], [1, 2], 2)
    assert most[0] == 2


def test_what_is_there_is_not_run_again_but_what_failed_is() -> None:
    cured: list[int] = []
    works = [Stub("a"), Stub("b", routing=lambda seed: None if cured else fail("no."))]
    first = place(works, [1, 2])
    cured.append(1)
    again = place(works, [1, 2])
    assert again[0] == first[0]
    assert works[0].routed == [1, 2]
    assert sorted(works[1].routed) == [1, 2]
    assert isinstance(again[1], Placed)


def test_the_display_never_goes_back_and_ends_whole() -> None:
    told: list[Tally] = []
    slow = Stub("slow", routing=lambda _: time.sleep(0.4))
    place([slow, Stub("bad", mapping=lambda: fail("no."))], [1, 2], 1, told)
    running = {(job.label, job.stage) for tally in told for job in tally.running}
    assert ("slow, ecp5-25k-6, seed 1", "placing") in running
    over = [tally.done + tally.failed for tally in told]
    assert over == sorted(over)
    assert (told[-1].total, told[-1].done, told[-1].failed, told[-1].left) == (4, 2, 2, 0)
    assert told[-1].failures == ("bad, mapping: no.",)


def test_equal_designs_are_placed_once() -> None:
    one, other = Stub("a"), Stub("a")
    told: list[Tally] = []
    first, second = place([one, other], [1, 2], 1, told)
    assert first == second
    assert (one.routed, other.routed) in (([1, 2], []), ([], [1, 2]))
    assert told[-1].total == 2


def test_nothing_to_do() -> None:
    assert place([], [1], 2) == []
