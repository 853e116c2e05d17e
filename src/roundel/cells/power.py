# SPDX-License-Identifier: Apache-2.0
"""The power of a netlist: what its nets do on stated data, and what the library says that costs.

The simulator counts changes of every net while blocks go in as fast as they are taken, in 64 copies
with keys and data of their own; OpenSTA applies the liberty's energies to them. A change that a
path of another length takes back again, a glitch, is counted or not: by steps of one cell, which
is no delay of a library. So figures compare designs and activities, and promise no watts.

OpenSTA 2019 adds the energies of a rise and of a fall for every change of a pin, where one of the
two is spent: its internal power is halved here. tests/roundel/cells/test_cells_power.py holds that
against a circuit that is computed by hand.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from roundel import cache, design, tools
from roundel.cells.library import Library
from roundel.cells.mapping import MappedCells
from roundel.cells.record import PowerRecord
from roundel.cells.simulator import Simulator
from roundel.cells.vectors import COPIES, Driver
from roundel.config import Config
from roundel.errors import FailureError, InputError
from roundel.synth.harness import CLOCKS

__all__ = ["ACTIVITIES", "Activity", "measure_power"]

Activity = Literal["settled", "glitches"]
ACTIVITIES: tuple[Activity, ...] = ("settled", "glitches")

_CYCLES = 8  # that are counted, in each copy
_MOST = 400  # cycles before that, for a key and a full pipeline
_SEED = 0x706F77
_HALF = 0.5  # of what OpenSTA calls internal


def measure_power(
    config: Config,
    mapped: MappedCells,
    library: Library,
    mhz: float,
    activity: Activity,
    timeout: float,
) -> PowerRecord:
    """The power of a configuration's netlist at a clock, on random blocks under keys that stay.

    Args:
        config: The configuration, without a mode.
        mapped: Its netlist.
        library: The library.
        mhz: The clock.
        activity: Whether glitches count.
        timeout: Seconds that OpenSTA may take.

    Raises:
        InputError: The configuration has a mode.
        FailureError: OpenSTA is missing or fails, or the netlist cannot be run.
    """
    if config.Mode != design.NO_MODE:
        raise InputError(
            f"the netlist of {config.name}, which has a mode, is not run, so its power is not "
            "known; give -p Mode=none."
        )
    sta = tools.find("sta")
    key = cache.digest(
        sta.version, library.identity, mapped.json, config.fields(), f"{mhz} {activity}", *_OWN
    )

    def build(draft: Path) -> None:
        pins, changes, ones = _count(config, mapped, library, activity)
        (draft / "library.lib").symlink_to(library.path)
        (draft / "netlist.v").symlink_to(mapped.verilog)
        (draft / "power.tcl").write_text(script(mapped.top, mhz, pins, changes, ones))
        log = draft / "sta.log"
        tools.run(
            sta,
            ["-no_init", "-no_splash", "-exit", "power.tcl"],
            cwd=draft,
            log=log,
            timeout=timeout,
        )
        read_power(log)

    internal, switching, leakage = read_power(cache.entry("power", key, build) / "sta.log")
    total = internal + switching + leakage
    facts = design.facts(config)
    gbps = 128 * facts.lanes * mhz / facts.cycles_per_block / 1000
    return PowerRecord(
        mw=round(1e3 * total, 4),
        internal_mw=round(1e3 * internal, 4),
        switching_mw=round(1e3 * switching, 4),
        leakage_mw=round(1e3 * leakage, 4),
        gbps_per_w=round(gbps / total, 1),
        mhz=mhz,
        activity="random blocks as fast as they are taken, keys that stay, "
        + ("glitches by steps of one cell" if activity == "glitches" else "without glitches"),
    )


# What says how it is measured.
_OWN = [Path(__file__).with_name(f"{name}.py") for name in ("power", "simulator", "vectors")]


def _count(
    config: Config, mapped: MappedCells, library: Library, activity: Activity
) -> tuple[list[tuple[str, int]], NDArray[np.float64], NDArray[np.float64]]:
    """Pins with their nets; of each net the changes a cycle, and the share of time it is one."""
    simulator = Simulator(mapped.json, mapped.top, library, COPIES, seed=_SEED)
    driver = Driver(config, simulator)
    random = np.random.default_rng(_SEED)

    def words(length: int) -> list[bytes]:
        return [random.bytes(length) for _ in range(COPIES)]

    decrypt = config.Direction == "decrypt"
    driver.load(words(config.KeyBits // 8))
    left, taken = design.facts(config).output_latency_cycles + 2, False
    for _ in range(_MOST):
        driver.offer(words(driver.word_bytes), decrypt)
        ready, _ = driver.cycle()
        taken = taken or ready
        left -= taken
        if left <= 0:
            break
    else:
        raise FailureError(f"the netlist of {config.name} takes no block, so it has no activity.")
    simulator.settle()
    changes = np.zeros(len(simulator.nets), dtype=np.int64)
    ones = np.zeros(len(simulator.nets), dtype=np.int64)
    for _ in range(_CYCLES):
        simulator.edge()
        driver.offer(words(driver.word_bytes), decrypt)
        if activity == "glitches":
            changes += sum(simulator.ripple())
        else:
            changes += simulator.changed()
        ones += np.bitwise_count(simulator.nets).sum(axis=1, dtype=np.int64)
    seen = _CYCLES * COPIES
    return simulator.pins(), changes / seen, ones / seen


def script(
    top: str,
    mhz: float,
    pins: Sequence[tuple[str, int]],
    changes: NDArray[np.float64],
    ones: NDArray[np.float64],
) -> str:
    """OpenSTA's commands.

    Args:
        top: The module.
        mhz: The clock.
        pins: Each with its net.
        changes: Of each net, a cycle.
        ones: Of each net, the share of time that it is one.
    """
    head = f"""\
read_liberty library.lib
read_verilog netlist.v
link_design {top}
set_cmd_units -time ns
foreach name {{{" ".join(CLOCKS)}}} {{
  set found [get_ports -quiet $name]
  if {{[llength $found]}} {{ create_clock -name clock -period {1000 / mhz:.6f} $found }}
}}
report_power
"""
    # Behind a first report: it gives every pin an activity of its own making.
    lines = [
        f"sta::set_power_pin_activity [get_pins {pin}] {changes[net]:.6f} {ones[net]:.4f}"
        for pin, net in pins
    ]
    return "\n".join(
        [
            head,
            *lines,
            'puts "roundel: power"',
            "report_power -digits 8",
            'puts "roundel: the end"',
            "",
        ]
    )


_TOTAL = re.compile(r"^Total\s+(\S+)\s+(\S+)\s+(\S+)\s+\S+\s+100\.0%$", re.MULTILINE)


def read_power(log: Path) -> tuple[float, float, float]:
    """Internal, switching and leakage power in watts.

    Raises:
        FailureError: OpenSTA tells none.
    """
    text = log.read_text(errors="replace")
    found: list[Any] = _TOTAL.findall(text.partition("roundel: power")[2])
    if len(found) != 1 or "roundel: the end" not in text or re.search("^Error", text, re.MULTILINE):
        raise FailureError(f"OpenSTA tells no power of the netlist; see {log}.")
    internal, switching, leakage = map(float, found[0])
    return internal * _HALF, switching, leakage
