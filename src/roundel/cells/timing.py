# SPDX-License-Identifier: Apache-2.0
"""The clock of a netlist of cells, by OpenSTA.

From register to register, with an ideal clock: no skew, no tree. A wire costs what the library's
default wire load says of its fan-out; without one, nothing. Before layout no more can be known, so
clocks compare designs in one library and promise nothing. The same run says whether the library's
limits are kept (`roundel.cells.limits`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError
from roundel.base.stages import Stage
from roundel.cells import limits
from roundel.cells.library import Library
from roundel.cells.limits import Limits
from roundel.cells.mapping import MappedCells
from roundel.cells.opensta import read_warnings
from roundel.fpga.harness import CLOCKS
from roundel.fpga.timing import CriticalPath

__all__ = ["Timed", "time_cells"]


@dataclass(frozen=True)
class Timed:
    """What OpenSTA says.

    Attributes:
        period_ns: That the slowest path allows, with all its digits.
        fmax_mhz: 1000 / the period that the slowest path allows, in ns.
        critical_path: That path; its logic contains the wires, which no layout tells apart.
        limits: How the library's limits are kept.
        log: All that OpenSTA said.
        warnings: OpenSTA's warnings, none of which makes the clock wrong.
    """

    period_ns: float
    fmax_mhz: float
    critical_path: CriticalPath
    limits: Limits
    log: Path
    warnings: tuple[str, ...] = ()


def time_cells(
    mapped: MappedCells,
    library: Library,
    timeout: float,
    watch: Callable[[Stage], None] | None = None,
) -> Timed:
    """The clock of a mapped circuit.

    Raises:
        FailureError: OpenSTA is missing or fails, or what it says is no clock.
    """
    sta = tools.find("sta")
    script = _script(mapped.top, limits.commands(library, mapped.counts))
    key = cache.digest(sta.stamp, library.key, script, mapped.verilog)

    def build(draft: Path) -> None:
        cache.link(draft / "library.lib", library.path)
        cache.link(draft / "netlist.v", mapped.verilog)
        (draft / "timing.tcl").write_text(script)
        log = draft / "sta.log"
        programs.run(
            sta,
            ["-no_init", "-no_splash", "-exit", "timing.tcl"],
            cwd=draft,
            log=log,
            timeout=timeout,
            watch=(lambda _: watch(Stage("timing", 0.95))) if watch else None,
        )
        _read(library, log)

    return _read(library, cache.entry("timed", key, build) / "sta.log")


_END = "roundel: the end"
_PERIOD = 1.0  # ns; a path's slack against it gives the path's own


def _script(top: str, more: str) -> str:
    clocks = " ".join(CLOCKS)
    return f"""\
read_liberty library.lib
read_verilog netlist.v
link_design {top}
set_cmd_units -time ns
foreach name {{{clocks}}} {{
  set found [get_ports -quiet $name]
  if {{[llength $found]}} {{ create_clock -name clock -period {_PERIOD} $found }}
}}
if {{[llength [all_registers]]}} {{
  report_checks -path_delay max -from [all_registers -clock_pins] -to [all_registers -data_pins] \\
    -digits 5
}}
{more}puts "{_END}"
"""


_SLACK = re.compile(r"^\s*(-?\d+\.\d+)\s+slack \((?:MET|VIOLATED)\)", re.MULTILINE)
_ENDS = re.compile(r"^(?:Startpoint|Endpoint): (\S+)", re.MULTILINE)
_STEP = re.compile(r"^\s*-?\d+\.\d+\s+-?\d+\.\d+ [v^] (\S+)/(\S+) \(\S+\)$", re.MULTILINE)


def _read(library: Library, log: Path) -> Timed:
    """What a report of one path says.

    Raises:
        FailureError: It is none.
    """
    text = log.read_text(errors="replace")
    warnings = read_warnings(text, _END, "time the netlist", log)
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
