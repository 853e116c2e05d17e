# SPDX-License-Identifier: Apache-2.0
"""Runs of OpenSTA on a netlist, and the errors and warnings in the logs.

A warning on units, tables, thresholds or missing cells means that OpenSTA replaced values of the
library. The run then fails. Any other warning becomes a caveat of the record.
"""

import re
from collections.abc import Callable
from pathlib import Path

from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError
from roundel.cells.library import Library
from roundel.cells.mapping import MappedCells
from roundel.fpga.harness import CLOCKS

_END = "roundel: the end"
_ERROR = re.compile(r"^Error(?: \d+)?\b:?\s*(.*)$", re.MULTILINE | re.IGNORECASE)
_WARNING = re.compile(r"^Warning(?: \d+)?: (.*)$", re.MULTILINE)
_WRONG = re.compile(
    r"\b(unit|axis|template|table|threshold|delay_model|black box|missing|not a (float|string|"
    r"simple|complex)|not recognized|not found)",
    re.IGNORECASE,
)


def script(top: str, period: float, commands: str) -> str:
    """Commands for a netlist with a clock; the period is in ns."""
    return f"""\
read_liberty library.lib
read_verilog netlist.v
link_design {top}
set_cmd_units -time ns
foreach name {{{" ".join(CLOCKS)}}} {{
  set found [get_ports -quiet $name]
  if {{[llength $found]}} {{ create_clock -name clock -period {period} $found }}
}}
{commands}puts "{_END}"
"""


def run_opensta(
    draft: Path,
    library: Library,
    mapped: MappedCells,
    text: str,
    timeout: float,
    watch: Callable[[float], None] | None = None,
) -> None:
    """Run a script in a directory; the log is sta.log."""
    cache.link(draft / "library.lib", library.path)
    cache.link(draft / "netlist.v", mapped.verilog)
    (draft / "run.tcl").write_text(text)
    programs.run(
        tools.find("sta"),
        ["-no_init", "-no_splash", "-exit", "run.tcl"],
        cwd=draft,
        log=draft / "sta.log",
        timeout=timeout,
        watch=watch,
    )


def read_warnings(text: str, what: str, log: Path) -> tuple[str, ...]:
    """The warnings in a log without influence on the figures.

    `what` is the task of OpenSTA in messages, for example "time the netlist".

    Raises:
        FailureError: OpenSTA failed, stopped early, or warns of values other than the library's.
    """
    warnings = list(dict.fromkeys(found.strip() for found in _WARNING.findall(text)))
    wrong = [warning for warning in warnings if _WRONG.search(warning)]
    error = _ERROR.search(text)
    if error is not None or _END not in text:
        said = error[1].strip() if error else "; ".join(["stopped early", *warnings[:1]])
        raise FailureError(f"OpenSTA cannot {what} ({said}); see {log}.")
    if wrong:
        raise FailureError(f"OpenSTA cannot {what} with this library ({wrong[0]}); see {log}.")
    return tuple(warnings)
