# SPDX-License-Identifier: Apache-2.0
"""Place and route of a netlist with nextpnr: one run per seed, kept by content."""

import json
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from roundel.base import cache, programs, tools
from roundel.base.progress import Stage
from roundel.fpga.family import Placer
from roundel.fpga.harness import PINS
from roundel.fpga.targets import Target
from roundel.fpga.timing import Routed, read_report


@dataclass(frozen=True)
class Run:
    """A finished run."""

    seed: int  # the placer's seed
    directory: Path  # the directory of nextpnr.log and report.json
    routed: Routed
    seconds: float  # the duration of the run
    options: tuple[str, ...]  # options of nextpnr except part and seed


def warm_up(placer: Placer, timeout: float) -> None:
    """Let the wheel compile itself in its first run; two processes must not do so at once."""
    nextpnr = tools.find(placer.program)

    def build(draft: Path) -> None:
        programs.run(nextpnr, ["--version"], cwd=draft, log=draft / "nextpnr.log", timeout=timeout)

    cache.entry("warm", cache.digest(nextpnr.name, nextpnr.stamp), build)


def place_and_route(
    netlist: Path, target: Target, seed: int, watch: Callable[[Stage], None], timeout: float
) -> Run:
    """Place and route a netlist in its harness with one seed, or use the kept result."""
    placer = target.placer
    nextpnr = tools.find(placer.program)
    asked = placer.options(netlist.read_bytes())
    options = [*target.options(), *asked, "--seed", str(seed)]
    constraints = constraints_of(target)

    def build(draft: Path) -> None:
        # The WebAssembly build only sees relative paths below its working directory.
        local = draft / "netlist.json"
        shutil.copyfile(netlist, local)
        for name, text in constraints.items():
            (draft / name).write_text(text)
        log = draft / "nextpnr.log"
        started = time.monotonic()
        programs.run(
            nextpnr,
            ["--json", local.name, "--report", "report.json", *options],
            cwd=draft,
            log=log,
            timeout=timeout,
            watch=lambda _: watch(stage(log)),
        )
        (draft / "seconds.json").write_text(f"{time.monotonic() - started:.2f}\n")
        read_report(draft / "report.json", placer)
        local.unlink()

    key = cache.digest(nextpnr.stamp, " ".join(options), netlist, *constraints.values())
    place = cache.entry("routed", key, build)
    seconds = float(json.loads((place / "seconds.json").read_text()))
    return Run(seed, place, read_report(place / "report.json", placer), seconds, asked)


def constraints_of(target: Target) -> dict[str, str]:
    """The file of pin constraints by its name; empty if nextpnr chooses the pins."""
    if target.placer.constraints is None:
        return {}
    name, line = target.placer.constraints
    pairs = zip(PINS, target.pins, strict=True)
    return {name: "".join(f"{line}\n".format(port=port, pin=pin) for port, pin in pairs)}


_ARCS = re.compile(rb"Info: Routing (\d+) arcs")
_REMAINING = re.compile(rb"^Info:\s+\d+ \|[^|]*\|[^|]*\|\s+(\d+)\|", re.MULTILINE)
_OVERUSED = re.compile(rb"^Info:\s+iter=\d+ wires=\d+ overused=(\d+) ", re.MULTILINE)
_MARKS = (
    (b"Info: Packing", Stage("packing", 0.05)),
    (b"Info: Creating initial analytic placement", Stage("placing", 0.1)),
    (b"Info: Running Static placer", Stage("placing", 0.1)),
    (b"Info: Running simulated annealing placer", Stage("placing", 0.35)),
    (b"Info: Routing..", Stage("routing", 0.5)),
    (b"Info: Running router2", Stage("routing", 0.5)),
    (b"Info: Routing complete", Stage("timing", 0.97)),
    (b"Info: Router2 time", Stage("timing", 0.97)),
)


def stage(log: Path) -> Stage:
    """The progress of a run, from nextpnr's output so far."""
    text = log.read_bytes()
    passed = [Stage("starting", 0.0), *(state for mark, state in _MARKS if mark in text)]
    reached = passed[-1]
    if reached.name != "routing":
        return reached
    arcs, remaining = _ARCS.search(text), _REMAINING.findall(text)
    overused = [int(count) for count in _OVERUSED.findall(text)]
    share = 0.0
    if arcs and remaining:
        share = max(0.0, 1 - int(remaining[-1]) / max(1, int(arcs.group(1))))
    elif overused:
        share = 1 - min(overused) / max(1, overused[0])
    return Stage("routing", 0.5 + 0.45 * share)
