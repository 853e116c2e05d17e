# SPDX-License-Identifier: Apache-2.0
"""The power of a netlist: the counted changes of its nets, and the library's energies.

The simulator counts the changes of every net while blocks enter at full throughput. It runs 64
copies with different keys and data, with constant keys or a new key in every cycle. OpenSTA
applies the liberty energies to the counts. Glitches (short pulses from paths of unequal length)
are counted or not. With glitches, all cells have the same delay instead of the library's delay.
The figures compare designs and activities; they do not predict watts.

OpenSTA 2019 computes power only in the fan-out of a clock, and recomputes the activity between an
input and the registers. Inputs are therefore timed from the clock and have the counted activity.
The reset is disconnected, because OpenSTA would derive the registers' activity from the reset.

The written library has one energy for each pin (`mean_energies` in `roundel.cells.liberty.tables`).
OpenSTA adds the energies of a rise and of a fall for every change, but a change spends only one.
The internal power is therefore halved here. tests/roundel/cells/test_cells_power.py compares with
circuits computed by hand.
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
_DESCRIPTIONS: dict[Activity, str] = {
    "settled": "constant keys, without glitches",
    "glitches": "constant keys, with glitches, each cell with a delay of 1 step",
    "keys": "a new key in every cycle, without glitches",
}

_CYCLES = 8  # minimum number of counted cycles per copy, in whole blocks
_MOST = 400  # maximum number of earlier cycles, for a key and a full pipeline
_SEED = 0x706F77
_RESET = "rst_ni"
_START = "roundel: power"
_HALF = 0.5  # of OpenSTA's internal power


def activities(config: Config) -> tuple[Activity, ...]:
    """The possible activities; "keys" only if a key costs no cycle."""
    forwards = config.Direction == "encrypt" and not config.Compact
    free = forwards and config.KeySchedule in ("on_the_fly", "pipelined")
    return ("settled", "glitches", "keys") if free else ("settled", "glitches")


def check_library(library: Library, used: Collection[str] = ()) -> None:
    """Check that a library has energies, for the cells of a netlist if given.

    Raises:
        InputError: The energies are missing or unreadable, or leakage has no unit.
    """
    bad = next((name for name in library.bad_energies if name in used), None)
    if bad is not None:
        raise InputError(
            f"the power of {bad} is unknown: {library.located(library.bad_energies[bad])}; correct "
            "the file, or omit --power."
        )
    if not library.energies and not library.bad_energies:
        raise InputError(
            f"the library {library.name} has no internal_power in any cell, so power is unknown; "
            "give a library with internal_power, or omit --power."
        )
    if not library.leakage:
        raise InputError(
            f"the library {library.name} has leakage but no leakage_power_unit; add the unit, for "
            'example "1nW", or omit --power.'
        )


def check_power(config: Config) -> None:
    """Check that the power of a configuration can be computed: only without a mode."""
    if config.Mode != design.NO_MODE:
        raise InputError(
            f"power needs blocks, but {config.name} processes packets; give -p Mode=none."
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
        activity=(
            f"random blocks, {_operation(config)}ed at full throughput, {_DESCRIPTIONS[activity]}"
        ),
    )


def _operation(config: Config) -> str:
    """The measured operation."""
    return "decrypt" if config.Direction == "decrypt" else "encrypt"


def _count(
    config: Config, mapped: MappedCells, library: Library, activity: Activity
) -> tuple[_Nets, _Nets, NDArray[np.float64], NDArray[np.float64]]:
    """The activity of a netlist.

    Returns:
        The bits of input ports except the clock, by OpenSTA's names, and the connected pins of
        cells except clocks, as INSTANCE/PIN, each with its net; for each net the changes per cycle
        and the share of time at 1.
    """
    module = read_module(mapped.json, mapped.top)
    simulator = Copies(lut_netlist(module, library), _SEED)
    driver = BlockFeeder(config, simulator)
    random = np.random.default_rng(_SEED)

    def words(length: int) -> list[bytes]:
        return [random.bytes(length) for _ in range(COPIES)]

    decrypt = _operation(config) == "decrypt"
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
        raise FailureError(f"the netlist of {config.name} accepts no block; report this.")
    simulator.settle()
    simulator.toggles[:] = 0
    propagate = simulator.ripple if activity == "glitches" else simulator.settle
    ones = np.zeros(len(simulator.nets), dtype=np.int64)
    period = design.facts(config).cycles_per_block
    cycles = -(-_CYCLES // period) * period
    for _ in range(cycles):
        if activity == "keys" and not driver.key_ready:
            raise FailureError(
                f"the netlist of {config.name} cannot accept a key in every cycle, unlike its key "
                "schedule; report this."
            )
        simulator.edge()
        offer()
        propagate()
        ones += np.bitwise_count(simulator.nets)
    seen = cycles * COPIES
    inputs = [
        (f"{name}[{index}]" if len(nets) > 1 else name, net)
        for name, nets in simulator.ports.items()
        if (name.endswith("_i") and name not in CLOCKS) or name == _RESET
        for index, net in enumerate(nets)
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
        FailureError: OpenSTA reports no power, or warns of values other than the library's.
    """
    text = log.read_text(errors="replace")
    warnings = opensta.read_warnings(text, "compute the power of the netlist", log)
    found: list[Any] = _TOTAL.findall(text.partition(_START)[2])
    if len(found) != 1:
        said = f" ({warnings[0]})" if warnings else ""
        raise FailureError(f"OpenSTA reports no power of the netlist{said}; see {log}.")
    internal, switching, leakage = map(float, found[0])
    return internal * _HALF, switching, leakage
