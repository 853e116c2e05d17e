# SPDX-License-Identifier: Apache-2.0
"""The power of a netlist: what its nets do on stated data, and what the library says that costs.

The simulator counts the changes of every net while blocks enter as fast as the design takes them.
It runs 64 copies, each with its own keys and data, under keys that stay or a new key in every
cycle. OpenSTA applies the liberty's energies to the counts. Glitches, the changes that a path of
another length takes back, count or do not count; all cells then have the same delay, which is not
the library's. So figures compare designs and activities, and promise no watts.

OpenSTA 2019 computes power only in the fan-out of a clock, and it computes anew what happens behind
an input, up to the registers. So inputs are timed from the clock and have the counted activity. The
reset, from which OpenSTA would compute what a register does, is disconnected.

The written library has one energy for each pin (`mean_energies` in `roundel.cells.liberty.tables`).
OpenSTA adds the energies of a rise and of a fall for every change, which spends one of them: so its
internal power is halved here. tests/roundel/cells/test_cells_power.py compares with circuits
computed by hand.
"""

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from roundel import design
from roundel.base import cache, tools
from roundel.base.closure import code_of
from roundel.base.errors import FailureError, InputError
from roundel.cells import opensta
from roundel.cells.library import Library
from roundel.cells.lut_netlist import lut_netlist
from roundel.cells.mapping import MappedCells
from roundel.cells.record import PowerRecord
from roundel.cells.vectors import BlockFeeder
from roundel.design import Config
from roundel.fpga.harness import CLOCKS
from roundel.sim.copies import COPIES, SOURCES, Copies
from roundel.sim.netlist import read_module

_Nets = list[tuple[str, int]]
Activity = Literal["settled", "glitches", "keys"]
_TOLD: dict[Activity, str] = {
    "settled": "keys that stay, without glitches",
    "glitches": "keys that stay, glitches by steps of one cell",
    "keys": "a new key in every cycle, without glitches",
}

_CYCLES = 8  # at least, that are counted in each copy: of whole blocks, as all are in one phase
_MOST = 400  # cycles before that, for a key and a full pipeline
_SEED = 0x706F77
_RESET = "rst_ni"
_START = "roundel: power"
_HALF = 0.5  # of what OpenSTA calls internal


def activities(config: Config) -> tuple[Activity, ...]:
    """What power can be measured on; a new key in every cycle where a key costs no cycle."""
    forwards = config.Direction == "encrypt" and not config.Compact
    free = forwards and config.KeySchedule in ("on_the_fly", "pipelined")
    return ("settled", "glitches", "keys") if free else ("settled", "glitches")


def check_library(library: Library, used: Collection[str] = ()) -> None:
    """Make sure that a library has what power needs, for the cells of a netlist if it is known.

    Raises:
        InputError: It has no energies, energies that cannot be read, or leakage without a unit.
    """
    bad = next((name for name in library.bad_energies if name in used), None)
    if bad is not None:
        raise InputError(
            f"the power of {bad} cannot be known: {library.located(library.bad_energies[bad])}; "
            "correct that, or leave --power out."
        )
    if not library.energies and not library.bad_energies:
        raise InputError(
            f"the library {library.name} has no internal_power in any cell, so the power of a "
            "netlist cannot be known; give a library with it, or leave --power out."
        )
    if not library.leakage:
        raise InputError(
            f"the library {library.name} has leakage and no leakage_power_unit; add it, for "
            'example "1nW", or leave --power out.'
        )


def check_power(config: Config) -> None:
    """Make sure that the power of a configuration can be measured: it has no mode."""
    if config.Mode != design.NO_MODE:
        raise InputError(
            f"power is measured on blocks, and {config.name} takes packets; give -p Mode=none."
        )


def measure_power(
    config: Config,
    mapped: MappedCells,
    library: Library,
    mhz: float,
    activity: Activity,
    timeout: float,
) -> PowerRecord:
    """The power of a configuration's netlist at a clock, on random blocks."""
    check_power(config)
    check_library(library, mapped.counts)
    key = cache.digest(
        tools.find("sta").stamp,
        library.key,
        mapped.json,
        config.fields(),
        f"{mhz} {activity}",
        *code_of(__name__),
        *SOURCES,
    )

    def build(draft: Path) -> None:
        inputs, pins, changes, ones = _count(config, mapped, library, activity)
        text = script(mapped.top, mhz, inputs, pins, changes, ones)
        opensta.run_opensta(draft, library, mapped, text, timeout)
        read_power(draft / "sta.log")

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
        activity=f"random blocks, {_way(config)}ed as fast as they are taken, {_TOLD[activity]}",
    )


def _way(config: Config) -> str:
    """The direction that power is measured in."""
    return "decrypt" if config.Direction == "decrypt" else "encrypt"


def _count(
    config: Config, mapped: MappedCells, library: Library, activity: Activity
) -> tuple[_Nets, _Nets, NDArray[np.float64], NDArray[np.float64]]:
    """What a netlist does.

    Returns:
        Bits of input ports but the clock's, by their names in OpenSTA, and connected pins of cells
        but clocks as INSTANCE/PIN, each with its net; of each net the changes a cycle, and the
        share of time that it is one.
    """
    module = read_module(mapped.json, mapped.top)
    simulator = Copies(lut_netlist(module, library), _SEED)
    driver = BlockFeeder(config, simulator)
    random = np.random.default_rng(_SEED)

    def words(length: int) -> list[bytes]:
        return [random.bytes(length) for _ in range(COPIES)]

    decrypt = _way(config) == "decrypt"
    key_bytes = config.KeyBits // 8

    def offer() -> None:
        driver.offer(words(driver.word_bytes), decrypt)
        if activity == "keys":
            driver.offer_key(words(key_bytes))

    driver.load(words(key_bytes))
    left, taken = design.facts(config).output_latency_cycles + 2, False
    for _ in range(_MOST):
        offer()
        ready, _ = driver.cycle()
        taken = taken or ready
        left -= taken
        if left <= 0:
            break
    else:
        raise FailureError(f"the netlist of {config.name} takes no block, so it has no activity.")
    simulator.settle()
    simulator.toggles[:] = 0
    propagate = simulator.ripple if activity == "glitches" else simulator.settle
    ones = np.zeros(len(simulator.nets), dtype=np.int64)
    period = design.facts(config).cycles_per_block
    cycles = -(-_CYCLES // period) * period
    for _ in range(cycles):
        if activity == "keys" and not driver.key_ready:
            raise FailureError(f"a key costs {config.name} cycles, so none can come in every one.")
        simulator.edge()
        offer()
        propagate()
        ones += np.bitwise_count(simulator.nets)
    seen = cycles * COPIES
    inputs = [
        (f"{name}[{place}]" if len(nets) > 1 else name, net)
        for name, nets in simulator.ports.items()
        if (name.endswith("_i") and name not in CLOCKS) or name == _RESET
        for place, net in enumerate(nets)
    ]
    pins = [
        (f"{name}/{pin}", simulator.net(bits[0]))
        for name, item in module["cells"].items()
        for pin, bits in item["connections"].items()
        if bits and pin not in library.cells[item["type"]].clocks
    ]
    return inputs, pins, simulator.toggles / seen, ones / seen


def script(
    top: str,
    mhz: float,
    inputs: _Nets,
    pins: _Nets,
    changes: NDArray[np.float64],
    ones: NDArray[np.float64],
) -> str:
    """OpenSTA's commands; the last four arguments are the results of `_count`."""
    ports = [f"set_disable_timing [get_ports {name}]" for name, _ in inputs if name == _RESET]
    for name, net in inputs:
        if name != _RESET:
            port = f"[get_ports {{{name}}}]"
            ports += [
                f"set_input_delay 0 -clock clock {port}",
                f"set_power_activity -input_ports {port} -activity {changes[net]:.6f} "
                f"-duty {ones[net]:.4f}",
            ]
    lines = [
        f"sta::set_power_pin_activity [get_pins {pin}] {changes[net]:.6f} {ones[net]:.4f}"
        for pin, net in pins
    ]
    report = [f'puts "{_START}"', "report_power -digits 8", ""]
    return opensta.script(top, round(1000 / mhz, 6), "\n".join([*ports, *lines, *report]))


_TOTAL = re.compile(r"^Total\s+(\S+)\s+(\S+)\s+(\S+)\s+\S+\s+100\.0%$", re.MULTILINE)


def read_power(log: Path) -> tuple[float, float, float]:
    """Internal, switching and leakage power in watts.

    Raises:
        FailureError: OpenSTA reports none, or warns that it is not what the library says.
    """
    text = log.read_text(errors="replace")
    warnings = opensta.read_warnings(text, "tell the power of the netlist", log)
    found: list[Any] = _TOTAL.findall(text.partition(_START)[2])
    if len(found) != 1:
        said = f" ({warnings[0]})" if warnings else ""
        raise FailureError(f"OpenSTA tells no power of the netlist{said}; see {log}.")
    internal, switching, leakage = map(float, found[0])
    return internal * _HALF, switching, leakage
