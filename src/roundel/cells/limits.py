# SPDX-License-Identifier: Apache-2.0
"""Whether a netlist keeps its library's limits: the load of outputs and the slew of pins.

Beyond a limit a delay can differ from the library's tables. OpenSTA reports the load of each net,
with the wire by the library's model, and the pins that exceed `max_transition`. OpenSTA 2.0 does
not check `max_capacitance`, so the commands here contain these limits. A command that fails is
reported and does not change the clock.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from roundel.cells.library import Library
from roundel.cells.record import LimitRecord


@dataclass(frozen=True)
class Limits:
    """How a netlist keeps its library's limits."""

    loads: LimitRecord | None  # None if the library has no limit for the cells of the netlist
    slews: LimitRecord | None  # likewise
    unknown: tuple[str, ...] = ()  # the limits that were not checked, and why


def commands(library: Library, used: Iterable[str]) -> str:
    """OpenSTA's commands for a linked netlist of the used cells with a clock."""
    limits = "".join(
        f"set {{limit({cell}/{pin})}} {farads:.6g}\n"
        for cell in sorted(set(used))
        for pin, farads in sorted(library.loads.get(cell, {}).items())
    )
    return limits + _COMMANDS


# Every pin that is over its limit has a line, and of each kind of limit the worst.
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
    """How limits are kept, from OpenSTA's log of these commands."""
    unknown = [
        f"limits of {what}: {why or 'no reason told'}" for what, why in _UNKNOWN.findall(text)
    ]
    if library.unread:
        unknown.append(f"limits of load: {library.unread}")
    slews = {pin: (float(slew), float(limit)) for pin, limit, slew in _SLEW.findall(text)}
    said: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for what, how, pin, kind, share in _SAID.findall(text):
        if what == "load":
            said[f"load {how}"].append((float(share), kind))
            continue
        slew, limit = slews.get(pin, (0.0, 0.0))
        if limit > 0:
            said[f"slew {how}"].append((slew / limit, kind))
        else:
            unknown.append(f"limits of slew: that of {kind} is 0 or not told")
    return Limits(
        _kept(said["load over"], said["load worst"]),
        _kept(said["slew over"], said["slew worst"]),
        tuple(dict.fromkeys(unknown)),
    )


def _kept(
    over: Sequence[tuple[float, str]], worst: Sequence[tuple[float, str]]
) -> LimitRecord | None:
    """What pins that are over a limit, and the worst, come to: each a share and a kind."""
    if not over and not worst:
        return None
    share, where = max([*over, *worst], key=lambda item: item[0])
    return LimitRecord(over=len(over), worst=round(share, 3), where=where)
