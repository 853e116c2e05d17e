# SPDX-License-Identifier: Apache-2.0
"""The flow from a configuration to its record in standard cells, and the files for later tools.

Yosys and abc map the design, the simulator runs vectors on the netlist, and OpenSTA computes the
clock. The cache keeps each step by content.
"""

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from roundel import design
from roundel.base import cache, tools
from roundel.base.closure import code_of
from roundel.base.errors import InputError
from roundel.base.progress import Progress, Stage, null_progress
from roundel.base.text_files import check_place, write_whole
from roundel.cells import recipes
from roundel.cells.library import Library, find_library
from roundel.cells.mapping import MappedCells, map_cells
from roundel.cells.packet_vectors import run_packets
from roundel.cells.power import Activity, check_library, check_power, measure_power
from roundel.cells.record import CellsRecord, LibraryRecord
from roundel.cells.timing import Limits, Timed, time_cells
from roundel.cells.vectors import run_vectors
from roundel.design import Config
from roundel.fpga.harness import CLOCKS
from roundel.fpga.mapping import Circuit
from roundel.sim.copies import SOURCES

TIMEOUT = 3600.0  # seconds for one run of a tool
_WARNINGS = 3  # warnings of OpenSTA in a record
SIMULATION = (*SOURCES, design.sim_root() / "roundel_stream.cpp")
"""The non-Python files of the simulation of a netlist."""


def synth_cells(
    config: Config,
    target: str,
    progress: Progress = null_progress,
    *,
    recipe: str = recipes.DEFAULT,
    power: Sequence[Activity] = (),
    timeout: float = TIMEOUT,
    output: Path | None = None,
) -> CellsRecord:
    """Map a configuration to the cells of a library, simulate the netlist and compute its clock.

    See `roundel.synth_cells`. A recipe is a name of `RECIPES`. Power is computed at the clock of
    the netlist. `output` is a directory for the netlist, its clock and OpenSTA's report.

    Raises:
        InputError: A name or the library is unusable, or the configuration cannot work.
        FailureError: A tool is missing, fails or takes too long; or its result is wrong.
    """
    mapper = recipes.find_recipe(recipe)
    tools.find("sta")  # before minutes of mapping
    if power:
        check_power(config)
    if output is not None:
        check_output(output, design.top_of(config))
    library = find_library(target)
    if power:
        check_library(library)
    facts = design.facts(config)

    def show(share: float) -> Callable[[Stage], None]:
        return lambda stage: progress(f"{config.name}: {stage.name}", share * stage.fraction)

    mapped = map_cells(Circuit.core(config), library, mapper, timeout, show(0.8))
    progress(f"{config.name}: running the netlist", 0.8)
    vectors = _vectors(config, mapped, library, progress)
    timed = time_cells(mapped, library, timeout, show(0.95))
    powers = []
    for activity in power:
        progress(f"{config.name}: power, {activity}", 0.95)
        powers.append(measure_power(config, mapped, library, timed.fmax_mhz, activity, timeout))
    if output is not None:
        write_output(output, mapped, library, timed)
    kge = mapped.area / library.gate_area / 1000
    gbps = 128 * facts.lanes * timed.fmax_mhz / facts.cycles_per_block / 1000
    return CellsRecord(
        config=config,
        target=target,
        library=LibraryRecord(
            name=library.name,
            conditions=library.conditions,
            wire_load=library.wire_load,
            nand2=library.nand2,
            nand2_area=library.gate_area,
            digest=library.identity,
        ),
        recipe=mapper.name,
        kge=round(kge, 3),
        cell_area=round(mapped.area, 3),
        cells=sum(mapped.counts.values()),
        ff=mapped.registers,
        memory_bits=mapped.memory_bits,
        fmax_mhz=timed.fmax_mhz,
        gbps=round(gbps, 3),
        latency_cycles=facts.output_latency_cycles,
        latency_ns=round(1000 * facts.output_latency_cycles / timed.fmax_mhz, 3),
        cycles_per_block=facts.cycles_per_block,
        gbps_per_kge=round(gbps / kge, 4),
        gbps_per_mm2=round(1e6 * gbps / mapped.area, 2),
        critical_path=timed.critical_path,
        loads=timed.limits.loads,
        slews=timed.limits.slews,
        vectors=vectors,
        power=powers,
        assumptions=assumptions(library),
        caveats=[
            *_caveats(mapped, timed.limits),
            *_library_caveats(mapped, library, timed, bool(powers)),
        ],
        tools={name: tools.find(name).version for name in ("yosys", "sta")},
        seconds=mapped.seconds,
    )


def _vectors(config: Config, mapped: MappedCells, library: Library, progress: Progress) -> int:
    """The number of blocks (packets for a mode) for which the netlist gave the right result."""
    code = code_of("roundel.cells.packet_vectors")
    key = cache.digest(library.identity, config.fields(), mapped.json, *code, *SIMULATION)

    def build(draft: Path) -> None:
        if config.Mode == design.NO_MODE:
            count = run_vectors(config, mapped, library)
        else:
            count = run_packets(config, mapped, library, progress)
        (draft / "vectors.json").write_text(f"{count}\n")

    return int((cache.entry("vectors", key, build) / "vectors.json").read_text())


def _caveats(mapped: MappedCells, limits: Limits) -> list[str]:
    """The caveats of a design's figures, without the name: designs may share figures."""
    texts = [f"not all of the library's limits are checked; {why}" for why in limits.unknown]
    for kept, one, many in (
        (limits.loads, "output drives more", "outputs drive more"),
        (limits.slews, "pin changes more slowly", "pins change more slowly"),
    ):
        if kept is not None and kept.over:
            texts.append(
                f"{kept.over:,} {one if kept.over == 1 else many} than the library allows, up to "
                f"{kept.worst:.2f} times the limit; the delays there can differ from the tables"
            )
    if mapped.memory_bits:
        texts.append(
            f"{mapped.memory_bits:,} memory bits are flip-flops with multiplexers; a memory macro "
            "would be smaller"
        )
    return texts


def _library_caveats(mapped: MappedCells, library: Library, timed: Timed, power: bool) -> list[str]:
    """The caveats of the library's cells, and OpenSTA's warnings."""
    texts = [f"OpenSTA warns: {warning}" for warning in timed.warnings[:_WARNINGS]]
    if library.left_out:
        name, reason = next(iter(library.left_out.items()))
        many = len(library.left_out)
        whose = f"the cell {name}" if many == 1 else f"{many} cells, the first {name}"
        texts.append(f"the flow does not use {whose} of the library: {library.located(reason)}")
    dark = [
        name
        for name in sorted(mapped.counts)
        if library.cells[name].inputs and name not in library.energies
    ]
    if power and dark:
        texts.append(f"power excludes cells without internal_power: {', '.join(dark)}")
    return texts


def assumptions(library: Library) -> list[str]:
    """The assumptions behind a clock in a library."""
    wires = (
        f"wire delays by the library's model {library.wire_load}, from the fan-out alone"
        if library.wire_load
        else "wires without delay, because the library has no default wire load"
    )
    return [
        f"conditions: {library.conditions}",
        wires,
        "an ideal clock: no tree, no skew, no jitter",
        "paths from register to register; pins are not timed",
        "before layout: figures compare designs in this library and do not predict a chip",
    ]


_OPTION = "--output"
_REPORT = "timing.txt"
_REPORTED = """\
OpenSTA's slowest path from register to register, for a clock period of 1 ns. The shortest period is
1 ns minus the slack. Each line with the prefix "roundel:" names a pin over a limit of load or slew,
or the worst pin, and its cell/pin. A line of a load ends with the load divided by its limit.
OpenSTA's table shows limit and slew.

"""


def check_output(directory: Path, top: str) -> None:
    """Check, before minutes of work, that the files can be written; makes the directory."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot make the directory {directory} ({error.strerror}); give another "
            f"directory with {_OPTION}."
        ) from error
    for name in (f"{top}.v", f"{top}.sdc", _REPORT):
        check_place(directory / name, _OPTION)


def write_output(directory: Path, mapped: MappedCells, library: Library, timed: Timed) -> None:
    """Write TOP.v, TOP.sdc (in the library's unit of time) and timing.txt."""
    for name, text in (
        (f"{mapped.top}.v", mapped.verilog.read_text()),
        (f"{mapped.top}.sdc", _constraints(mapped, library, timed)),
        (_REPORT, _REPORTED + timed.log.read_text(errors="replace")),
    ):
        try:
            write_whole(directory / name, text)
        except OSError as error:
            raise InputError(
                f"cannot write {directory / name} ({error.strerror}); give another directory with "
                f"{_OPTION}."
            ) from error


def _constraints(mapped: MappedCells, library: Library, timed: Timed) -> str:
    """The reached clock as SDC, with the period rounded up so that the netlist meets it."""
    (clock,) = (name for name in CLOCKS if f"input {name};" in mapped.verilog.read_text())
    period = math.ceil((timed.period_ns + 1e-5) / library.time_unit * 1e5) / 1e5
    return f"""\
# An ideal clock with the period of the slowest path from register to register, {timed.fmax_mhz:.1f}
# MHz, before layout. Ports are not constrained: add set_input_delay and set_output_delay.
# The unit is the library's, {library.time_unit:g} ns.
create_clock -name clock -period {period:.5f} [get_ports {clock}]
"""
