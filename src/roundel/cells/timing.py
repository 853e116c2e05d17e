# SPDX-License-Identifier: Apache-2.0
"""The clock of a netlist of cells, by OpenSTA.

Paths run from register to register, with an ideal clock: no skew, no tree. The library's default
wire load gives the delay of a wire from its fan-out; without one, wires have no delay. No more is
known before layout, so clocks compare designs in one library and promise nothing. The same run
checks the library's limits (`roundel.cells.limits`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from roundel.base import cache, tools
from roundel.base.errors import FailureError
from roundel.base.stages import Stage
from roundel.cells import limits, opensta
from roundel.cells.library import Library
from roundel.cells.limits import Limits
from roundel.cells.mapping import MappedCells
from roundel.fpga.timing import CriticalPath


@dataclass(frozen=True)
class Timed:
    """What OpenSTA says of a netlist's clock."""

    period_ns: float  # of the slowest path, with all digits
    fmax_mhz: float
    critical_path: CriticalPath  # its logic contains the wires: without layout nobody knows them
    limits: Limits  # how the netlist keeps the library's limits
    log: Path  # everything that OpenSTA printed
    warnings: tuple[str, ...] = ()  # none of which makes the clock wrong


def time_cells(
    mapped: MappedCells,
    library: Library,
    timeout: float,
    watch: Callable[[Stage], None] | None = None,
) -> Timed:
    """The clock of a mapped circuit."""
    commands = _REPORT + limits.commands(library, mapped.counts)
    text = opensta.script(mapped.top, _PERIOD, commands)
    key = cache.digest(tools.find("sta").stamp, library.key, text, mapped.verilog)

    def build(draft: Path) -> None:
        told = (lambda _: watch(Stage("timing", 0.95))) if watch else None
        opensta.run_opensta(draft, library, mapped, text, timeout, told)
        _read(library, draft / "sta.log")

    return _read(library, cache.entry("timed", key, build) / "sta.log")


_PERIOD = 1.0  # ns; a path's slack against it gives the path's own
_REPORT = """\
if {[llength [all_registers]]} {
  report_checks -path_delay max -from [all_registers -clock_pins] -to [all_registers -data_pins] \\
    -digits 5
}
"""

_SLACK = re.compile(r"^\s*(-?\d+\.\d+)\s+slack \((?:MET|VIOLATED)\)", re.MULTILINE)
_ENDS = re.compile(r"^(?:Startpoint|Endpoint): (\S+)", re.MULTILINE)
_STEP = re.compile(r"^\s*-?\d+\.\d+\s+-?\d+\.\d+ [v^] (\S+)/(\S+) \(\S+\)$", re.MULTILINE)


def _read(library: Library, log: Path) -> Timed:
    """What a report of one path says."""
    text = log.read_text(errors="replace")
    warnings = opensta.read_warnings(text, "time the netlist", log)
    slack, ends, steps = _SLACK.findall(text), _ENDS.findall(text), _STEP.findall(text)
    if len(slack) != 1 or len(ends) != 2 or len(steps) < 2:
        said = f" ({warnings[0]})" if warnings else ""
        raise FailureError(
            f"OpenSTA finds no path from a register to a register in the netlist{said}; see {log}."
        )
    period = _PERIOD - float(slack[0])
    if period <= 0:
        raise FailureError(
            f"OpenSTA reported a period of {period} ns, which is not positive; see {log}."
        )
    start, end = ends
    # A step for the first register's clock pin, its output, a step a cell, and the end's pin.
    return Timed(
        period,
        round(1000 / period, 2),
        CriticalPath(
            logic_ns=round(period, 4),
            routing_ns=0.0,
            levels=len(steps) - 3,
            start=start,
            end=f"{end}.{steps[-1][1]}",
        ),
        limits.read_limits(library, text),
        log,
        warnings,
    )
