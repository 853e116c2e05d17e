# SPDX-License-Identifier: Apache-2.0
"""nextpnr's report of a routed design: clock, cells and slowest path."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from roundel.base.errors import FailureError
from roundel.base.record import Part
from roundel.fpga.family import Placer

_CORE = "u_core."  # prefix of cells in the core: its instance in the harness


class CriticalPath(Part):
    """The slowest path between two registers, after routing.

    Attributes:
        logic_ns: Delay of cells, with the output of the first register and the setup of the last.
        routing_ns: Delay of wires.
        levels: The number of cells between the two registers.
        start: The first register.
        end: The last cell and the pin.
    """

    logic_ns: float
    routing_ns: float
    levels: int
    start: str
    end: str

    def text(self) -> str:
        """The path on one line."""
        total = self.logic_ns + self.routing_ns
        return (
            f"{total:.2f} ns = {self.logic_ns:.2f} logic + {self.routing_ns:.2f} routing, "
            f"{self.levels} levels, from {self.start} to {self.end}"
        )


class Routed(Part):
    """A placed and routed design with the harness."""

    fmax_mhz: float  # the clock of the slowest path from register to register
    lut4: int  # LUTs of the cells in `Placer.lut`
    ff: int  # flip-flops; 0 if a cell contains a LUT and a flip-flop
    bram: int  # block RAMs
    critical_path: CriticalPath
    used: dict[str, int] = Field(
        default_factory=dict
    )  # all used cells of the device, by nextpnr's name


def read_report(path: Path, placer: Placer) -> Routed:
    """Read nextpnr's JSON report of a design with one clock.

    Raises:
        FailureError: The report is missing, or is no report of a design with one clock.
    """
    try:
        report = json.loads(path.read_text())
        clocks = report["fmax"]
        ((clock, speed),) = clocks.items()
        used = {name: int(cell["used"]) for name, cell in report["utilization"].items()}
        return Routed(
            fmax_mhz=round(float(speed["achieved"]), 2),
            lut4=sum(luts * used[name] for name, luts in placer.lut.items()),
            ff=used[placer.ff] if placer.ff else 0,
            bram=sum(used[name] for name in placer.ram),
            critical_path=_critical(report["critical_paths"], f"posedge {clock}"),
            used={name: count for name, count in used.items() if count},
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FailureError(
            f"{placer.program} ended without an error, but {path} is not a report of a design with "
            f"one clock ({error!r}); see the log in the same directory."
        ) from error


def _critical(paths: list[Mapping[str, Any]], clock: str) -> CriticalPath:
    """The summary of the path within a clock domain."""
    (steps,) = [item["path"] for item in paths if item["from"] == clock and item["to"] == clock]
    routing = sum(step["delay"] for step in steps if step["type"] == "routing")
    last = steps[-1]["to"]
    return CriticalPath(
        logic_ns=round(sum(step["delay"] for step in steps) - routing, 2),
        routing_ns=round(routing, 2),
        levels=sum(step["type"] == "logic" for step in steps),
        start=steps[0]["from"]["cell"].removeprefix(_CORE),
        end=f"{last['cell'].removeprefix(_CORE)}.{last['port']}",
    )
