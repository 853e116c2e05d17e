# SPDX-License-Identifier: Apache-2.0
"""Whether a netlist keeps its library's limits: what an output may drive, how slow a signal may be.

Beyond them a delay is no figure of the library's but what its tables come to when they are drawn
on. OpenSTA says what each net has to be charged for, its wire by the library's model, and which
pins are slower than their limit (`max_transition`); what an output may drive (`max_capacitance`)
it does not tell, so it is given that.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from roundel.cells.library import Library

__all__ = ["Kept", "Limits", "commands", "read_limits"]


@dataclass(frozen=True)
class Kept:
    """How a limit is kept.

    Attributes:
        over: Pins that are over theirs.
        worst: The largest share of a limit, 1.0 for the whole; of slews that with the least left.
        where: The cell and pin with it, as the library names them.
    """

    over: int
    worst: float
    where: str


@dataclass(frozen=True)
class Limits:
    """How a library's limits are kept.

    Attributes:
        loads: What outputs drive; None where the library tells no limit of a cell that is there.
        slews: How slow signals are; None as before.
    """

    loads: Kept | None
    slews: Kept | None


def commands(library: Library, used: Iterable[str]) -> str:
    """OpenSTA's, behind those that link a netlist and make its clock.

    Args:
        library: The library.
        used: The cells of the netlist.
    """
    limits = "".join(
        f"set limit({cell}/{pin}) {farads:.6g}\n"
        for cell in sorted(set(used))
        for pin, farads in sorted(library.loads.get(cell, {}).items())
    )
    return limits + _COMMANDS


_COMMANDS = """\
proc kind {pin} { return "[get_name [[$pin instance] cell]]/[$pin port_name]" }
proc tell {what pin more} { puts "roundel: $what [get_full_name $pin] [kind $pin] $more" }
set corner [sta::cmd_corner]
set most -1
foreach net [get_nets *] {
  set pins [$net pin_iterator]
  while {[$pins has_next]} {
    set pin [$pins next]
    if {![$pin is_driver] || ![$pin is_leaf] || ![info exists limit([kind $pin])]} { continue }
    set rise [$net capacitance rise $corner max]
    set fall [$net capacitance fall $corner max]
    set share [expr {max($rise, $fall) / $limit([kind $pin])}]
    if {$share > 1} { tell "load over" $pin [format %.4f $share] }
    if {$share > $most} { set most $share; set worst $pin }
  }
  $pins finish
}
if {$most >= 0} { tell "load worst" $worst [format %.4f $most] }
foreach pin [sta::pin_slew_limit_violations $corner max] { tell "slew over" $pin "" }
set worst [sta::pin_min_slew_limit_slack $corner max]
if {$worst != "NULL"} {
  tell "slew worst" $worst ""
  report_check_types -max_transition -digits 5
}
"""

_LEAST = 1e-5  # ns; OpenSTA prints less as nothing
_OVER = re.compile(r"^roundel: (load|slew) over ", re.MULTILINE)
_LOAD = re.compile(r"^roundel: load worst \S+ (?P<where>\S+) (?P<is>\S+)$", re.MULTILINE)
_SLEW = re.compile(
    r"^roundel: slew worst (?P<pin>\S+) (?P<where>\S+) *$.*?"
    r"^(?P=pin) +(?P<limit>\S+) +(?P<is>\S+) +\S+ \((?:MET|VIOLATED)\)$",
    re.MULTILINE | re.DOTALL,
)


def read_limits(text: str) -> Limits:
    """How limits are kept, as OpenSTA says by those commands.

    Args:
        text: All that it said.

    Raises:
        ValueError: It says that there is a limit, and not how it is kept.
    """
    over = Counter(_OVER.findall(text))

    def kept(what: str, found: re.Match[str] | None) -> Kept | None:
        if found is None:
            if f"roundel: {what} " in text:
                raise ValueError(f"it is not told how the limits of {what}s are kept")
            return None
        limit = float(found.groupdict().get("limit", 1))
        return Kept(over[what], float(found["is"]) / max(limit, _LEAST), found["where"])

    return Limits(kept("load", _LOAD.search(text)), kept("slew", _SLEW.search(text)))
