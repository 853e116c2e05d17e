# SPDX-License-Identifier: Apache-2.0
"""What the next tool takes: the netlist, its clock, and how it was timed."""

import math
from pathlib import Path

from roundel.base.errors import InputError
from roundel.base.text_files import check_place, write_whole
from roundel.cells.library import Library
from roundel.cells.mapping import MappedCells
from roundel.cells.timing import Timed
from roundel.fpga.harness import CLOCKS

_OPTION = "--output"
_REPORT = "timing.txt"
_REPORTED = """\
The slowest path from register to register, by OpenSTA against a clock of 1 ns: the period that it
allows is 1 ns less the slack. Behind it what is over a limit of the library's, of load or slew, and
the worst of each, in lines that begin with "roundel:": the pin, its cell's, and of loads the share
of the limit; of slews OpenSTA's table has limit and slew.

"""


def check_output(directory: Path, top: str) -> None:
    """Make sure, before minutes of work, that the files can be written; makes the directory."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot make the directory {directory} ({error.strerror}); give another with "
            f"{_OPTION}."
        ) from error
    for name in _names(top):
        check_place(directory / name, _OPTION)


def write_output(directory: Path, mapped: MappedCells, library: Library, timed: Timed) -> None:
    """Write TOP.v, TOP.sdc, in the library's unit of time, and timing.txt."""
    texts = (
        mapped.verilog.read_text(),
        _constraints(mapped, library, timed),
        _REPORTED + timed.log.read_text(errors="replace"),
    )
    for name, text in zip(_names(mapped.top), texts, strict=True):
        try:
            write_whole(directory / name, text)
        except OSError as error:
            raise InputError(
                f"cannot write {directory / name} ({error.strerror}); give another place with "
                f"{_OPTION}."
            ) from error


def _names(top: str) -> tuple[str, str, str]:
    return f"{top}.v", f"{top}.sdc", _REPORT


def _constraints(mapped: MappedCells, library: Library, timed: Timed) -> str:
    """The clock that came out, as SDC, rounded up: the netlist meets it."""
    (clock,) = (name for name in CLOCKS if f"input {name};" in mapped.verilog.read_text())
    period = math.ceil((timed.period_ns + 1e-5) / library.time_unit * 1e5) / 1e5
    return f"""\
# The clock that the slowest path from register to register allows, {timed.fmax_mhz:.1f} MHz, an
# ideal one, before layout. Pins were not timed: add what is in front of them and behind.
# In the library's unit, {library.time_unit:g} ns.
create_clock -name clock -period {period:.5f} [get_ports {clock}]
"""
