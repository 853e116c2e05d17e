# SPDX-License-Identifier: Apache-2.0
"""The clock of a netlist of cells by OpenSTA, and the netlist's use of the library's limits.

Paths run from register to register, with an ideal clock (no skew, no tree). The library's default
wire load gives the delay of a wire from its fan-out; without a wire load, wires have no delay.
The clocks are estimates before layout and only compare designs in one library.

The limits are the load of outputs and the slew of pins. Beyond a limit, a delay can differ from
the library's tables. OpenSTA reports the load of each net, including the modelled wire, and the
pins over `max_transition`. OpenSTA 2.0 does not check `max_capacitance`; the commands here check
these limits. A failing command is reported and does not change the clock.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from roundel.base import cache, tools
from roundel.base.errors import FailureError
from roundel.base.progress import Stage
from roundel.cells import opensta
from roundel.cells.library import Library
from roundel.cells.mapping import MappedCells
from roundel.cells.record import LimitRecord
from roundel.fpga.timing import CriticalPath


@dataclass(frozen=True)
class Limits:
    """A netlist's use of the limits."""

    loads: LimitRecord | None  # None if the library has no limit for the cells of the netlist
    slews: LimitRecord | None  # likewise
    unknown: tuple[str, ...] = ()  # the unchecked limits, with reasons


@dataclass(frozen=True)
class Timed:
    """OpenSTA's result for the clock of a netlist."""

    period_ns: float  # the period of the slowest path, with all digits
    fmax_mhz: float
    critical_path: CriticalPath  # the logic delay includes the wires
    limits: Limits
    log: Path  # the complete output of OpenSTA
    warnings: tuple[str, ...] = ()  # warnings without influence on the clock


_PERIOD = 1.0  # ns; period of a path = _PERIOD - slack
_REPORT = """\
if {[llength [all_registers]]} {
  report_checks -path_delay max -from [all_registers -clock_pins] -to [all_registers -data_pins] \\
    -digits 5
}
"""


def time_cells(
    mapped: MappedCells,
    library: Library,
    timeout: float,
    watch: Callable[[Stage], None] | None = None,
) -> Timed:
    """The clock of a mapped circuit."""
    commands = _REPORT + limit_commands(library, mapped.counts)
    text = opensta.script(mapped.top, _PERIOD, commands)
    key = cache.digest(tools.find("sta").stamp, library.key, text, mapped.verilog)

    def build(draft: Path) -> None:
        reported = (lambda _: watch(Stage("timing", 0.95))) if watch else None
        opensta.run_opensta(draft, library, mapped, text, timeout, reported)
        _read(library, draft / "sta.log")

    return _read(library, cache.entry("timed", key, build) / "sta.log")


_SLACK = re.compile(r"^\s*(-?\d+\.\d+)\s+slack \((?:MET|VIOLATED)\)", re.MULTILINE)
_ENDS = re.compile(r"^(?:Startpoint|Endpoint): (\S+)", re.MULTILINE)
_STEP = re.compile(r"^\s*-?\d+\.\d+\s+-?\d+\.\d+ [v^] (\S+)/(\S+) \(\S+\)$", re.MULTILINE)


def _read(library: Library, log: Path) -> Timed:
    """The result in a report of one path."""
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
    # One step each: the first register's clock pin, its output, every cell, and the end's pin.
    path = CriticalPath(
        logic_ns=round(period, 4),
        routing_ns=0.0,
        levels=len(steps) - 3,
        start=start,
        end=f"{end}.{steps[-1][1]}",
    )
    limits = read_limits(library, text)
    return Timed(period, round(1000 / period, 2), path, limits, log, warnings)


def limit_commands(library: Library, used: Iterable[str]) -> str:
    """OpenSTA's commands for the limits, for a linked netlist of the used cells with a clock."""
    limits = "".join(
        f"set {{limit({cell}/{pin})}} {farads:.6g}\n"
        for cell in sorted(set(used))
        for pin, farads in sorted(library.loads.get(cell, {}).items())
    )
    return limits + _COMMANDS


# The commands print a line for each pin over its limit, and for the worst pin of each kind.
_COMMANDS = """\
proc kind {pin} { return "[get_name [[$pin instance] cell]]/[$pin port_name]" }
proc say {what pin {share ""}} {
  puts [string trimright "roundel: $what [get_full_name $pin] [kind $pin] $share"]
}
proc loads {corner} {
  global limit
  set most -1
  foreach net [get_nets *] {
    set pins [$net pin_iterator]
    while {[$pins has_next]} {
      set pin [$pins next]
      if {![$pin is_driver] || ![$pin is_leaf] || ![info exists limit([kind $pin])]} { continue }
      set rise [$net capacitance rise $corner max]
      set fall [$net capacitance fall $corner max]
      set share [expr {max($rise, $fall) / $limit([kind $pin])}]
      if {$share > 1.0001} { say "load over" $pin [format %.4f $share] }
      if {$share > $most} { set most $share; set worst $pin }
    }
    $pins finish
  }
  if {$most >= 0} { say "load worst" $worst [format %.4f $most] }
}
proc slews {corner} {
  foreach pin [sta::pin_slew_limit_violations $corner max] { say "slew over" $pin }
  report_check_types -max_transition -all_violators -digits 5
  set worst [sta::pin_min_slew_limit_slack $corner max]
  if {$worst != "NULL"} {
    say "slew worst" $worst
    report_check_types -max_transition -digits 5
  }
}
foreach what {load slew} {
  if {[catch { ${what}s [sta::cmd_corner] } why]} { puts "roundel: $what unknown: $why" }
}
"""

_UNKNOWN = re.compile(r"^roundel: (load|slew) unknown: *(.*)$", re.MULTILINE)
_SAID = re.compile(r"^roundel: (load|slew) (over|worst) (\S+) (\S+)(?: (\S+))?$", re.MULTILINE)
_SLEW = re.compile(r"^(\S+) +(\d\S*) +(\d\S*) +-?\d\S* \((?:MET|VIOLATED)\)$", re.MULTILINE)


def read_limits(library: Library, text: str) -> Limits:
    """The use of limits, from OpenSTA's log of `limit_commands`."""
    unknown = [
        f"limits of {what}: {why or 'no reason given'}" for what, why in _UNKNOWN.findall(text)
    ]
    if library.unread:
        unknown.append(f"limits of load: {library.unread}")
    slews = {pin: (float(slew), float(limit)) for pin, limit, slew in _SLEW.findall(text)}
    shares: dict[str, list[tuple[float, str]]] = defaultdict(list)
    over = {"load": 0, "slew": 0}
    for what, how, pin, kind, share in _SAID.findall(text):
        slew, limit = slews.get(pin, (0.0, 0.0))
        if what == "slew" and limit <= 0:
            unknown.append(f"limits of slew: that of {kind} is 0 or missing")
            continue
        shares[what].append((float(share) if what == "load" else slew / limit, kind))
        over[what] += how == "over"

    def kept(what: str) -> LimitRecord | None:
        if not shares[what]:
            return None
        share, where = max(shares[what], key=lambda item: item[0])
        return LimitRecord(over=over[what], worst=round(share, 3), where=where)

    return Limits(kept("load"), kept("slew"), tuple(dict.fromkeys(unknown)))
