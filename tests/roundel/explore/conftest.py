# SPDX-License-Identifier: Apache-2.0
"""A flow without run time, or with a chosen time, instead of real tools.

As a program, `python conftest.py explore SPACE ...` is `roundel explore` with this flow. Every seed
but the first is a tool that sleeps.
"""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roundel import design
from roundel.base import programs
from roundel.base.errors import FailureError
from roundel.base.progress import Stage
from roundel.design import Config, Facts
from roundel.explore import ExploreRecord, Space, explore
from roundel.fpga import flow, nextpnr
from roundel.fpga.mapping import Cells
from roundel.fpga.nextpnr import Run
from roundel.fpga.targets import Target
from roundel.fpga.timing import CriticalPath, Routed
from roundel.fpga.yosys import Watch
from roundel.jobs import Cluster, Session, Watcher, silent

SLEEPERS = "EXPLORE_SLEEPERS"  # where sleeping tools note their process number


class StandIn:
    """The flow's two steps, counted; a test may make any of the steps fail.

    Attributes:
        mapped: Names of the mapped configurations, in order.
        routed: Name, part and seed of each placed and routed run, in order.
        fail: Called for each step (name, part, seed; "" and 0 for mapping); raises to make a step
            fail.
        lut4: The size of a configuration.
    """

    def __init__(self) -> None:
        self.mapped: list[str] = []
        self.routed: list[tuple[str, str, int]] = []
        self.fail: Callable[[str, str, int], None] = lambda name, target, seed: None
        self.lut4: Callable[[Config], int] = lambda config: 1000 * (config.Stages + 1)
        self._names: dict[int, str] = {}
        self._guard = threading.Lock()

    def install(self, put: Callable[[object, str, Any], None]) -> None:
        put(flow, "prepare", self.prepare)
        put(flow, "route", self.route)
        put(nextpnr, "warm_up", lambda placer, timeout: None)
        put(design, "objection", self.objection)

    def objection(self, config: Config) -> str | None:
        return f"Rounds={config.Rounds} is not possible: so it is." if config.Rounds == 3 else None

    def prepare(self, placeable: flow.Placeable, watch: Watch | None = None) -> flow.Prepared:
        assert isinstance(placeable, flow.ConfigDesign)
        config = placeable.config
        with self._guard:
            self.mapped.append(config.name)
        self.fail(config.name, "", 0)
        facts = Facts(10, 10 + config.Stages, 1, 10 // config.Rounds, 2, 1, 128, 1, 12, 0, 12)
        cells = Cells(self.lut4(config), 100 * (config.Stages + 1), 0, 0)
        name = Path(f"/{config.name}.json")
        return flow.Prepared(
            facts, cells, Cells(50, 200, 0, 0), placeable.recipe, "slang", 1.5, name
        )

    def route(
        self, prepared: flow.Prepared, part: Target, seed: int, watch: Watch, timeout: float
    ) -> Run:
        name, facts = prepared.netlist.stem, prepared.facts
        assert facts is not None
        watch(Stage("placing", 0.5))
        self.fail(name, part.name, seed)
        with self._guard:
            self.routed.append((name, part.name, seed))
        path = CriticalPath(logic_ns=1.0, routing_ns=2.0, levels=3, start="a", end="b")
        routed = Routed(
            fmax_mhz=100.0 + 10 * facts.latency_cycles + seed,
            lut4=prepared.core.lut + prepared.around.lut + 1,
            ff=prepared.core.ff + prepared.around.ff,
            bram=0,
            critical_path=path,
        )
        return Run(seed, Path("/"), routed, 2.5, ("--placer", "heap"))


def sweep(
    space: Space,
    store: Path,
    *,
    jobs: int | None = None,
    watcher: Watcher = silent,
    **options: Any,
) -> ExploreRecord:
    """`explore` with a number of tools at a time and a display."""
    with Session(store, cluster=Cluster(workers=jobs), watcher=watcher) as session:
        return explore(space, session, **options)


def die(log: Path) -> None:
    """Fail like a tool that leaves a log."""
    log.write_text("".join(f"line {number}\n" for number in range(100)) + "ERROR: <it> & died\n")
    raise FailureError(f"nextpnr-ecp5 crashed (signal 11, Segmentation fault); see {log}.", log)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate working directory."""
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("ROUNDEL_DEBUG", "")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    made = StandIn()
    made.install(monkeypatch.setattr)
    return made


class _Sleeping(StandIn):
    def route(
        self, prepared: flow.Prepared, part: Target, seed: int, watch: Watch, timeout: float
    ) -> Run:
        if seed > 1:
            script = f"echo $$ >> {os.environ[SLEEPERS]}; exec sleep 300"
            log = Path(f"{os.environ[SLEEPERS]}.{seed}.log")
            programs.run(["sh"], ["-c", script], cwd=Path.cwd(), log=log, timeout=300)
        return super().route(prepared, part, seed, watch, timeout)


if __name__ == "__main__":
    from roundel.__main__ import main

    _Sleeping().install(setattr)
    sys.exit(main())
