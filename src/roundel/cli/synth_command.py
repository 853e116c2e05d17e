# SPDX-License-Identifier: Apache-2.0
"""The command `synth`."""

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli import options
from roundel.cli.tables import print_record, print_table

if TYPE_CHECKING:
    from roundel.cells.record import CellsRecord, LimitRecord
    from roundel.fpga.record import MappedRecord, SynthRecord


def synth(
    config: options.ConfigArgument,
    param: options.Parameters = None,
    target: options.Target = "ecp5-85k-8",
    seeds: options.OwnSeeds = None,
    recipe: options.Recipe = None,
    power: Annotated[
        bool,
        typer.Option(
            "--power", help="Cells: measure power too; the record states the switching activity."
        ),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Cells: directory for the netlist, the SDC file and OpenSTA's report.",
        ),
    ] = None,
    timeout: options.Timeout = 3600,
    store: options.StoreOption = None,
    cluster: options.ClusterOption = "local",
    workers: options.Workers = None,
    adapt: options.Adapt = None,
    worker_timeout: options.WorkerTimeout = 600,
    json: options.Json = False,
) -> None:
    """Place and route a configuration, or map it to standard cells.

    The result is area, Fmax and throughput. The targets xc7, xcup and cyclonev are mapped only: the
    result is counts of cells.
    """
    from roundel import cells
    from roundel.base.errors import InputError
    from roundel.design import load_config
    from roundel.fpga import AUTO, DEFAULT_SEEDS, find_target, map_only, parse_seeds
    from roundel.fpga import synth as run

    chosen = load_config(config, param or [])
    if cells.is_cells(target):
        if seeds is not None:
            raise InputError("standard cells are not placed and need no seed; omit --seeds.")
        with options.open_session(store, cluster, workers, adapt, worker_timeout) as session:
            mapped = cells.synth(
                chosen,
                target,
                session,
                recipe=recipe or cells.DEFAULT,
                power=cells.activities(chosen) if power else (),
                timeout=timeout,
                output=output,
            )
        print_record(mapped, print_cells, as_json=json)
        return
    part = find_target(target)
    for option, given in (("--output", output is not None), ("--power", power)):
        if given:
            raise InputError(f"{option} needs standard cells; give --target cells:PATH.lib.")
    if not part.placed:
        if seeds is not None:
            raise InputError(f"{target} is mapped only and needs no seed; omit --seeds.")
        with options.open_session(store, cluster, workers, adapt, worker_timeout) as session:
            counted = map_only(chosen, target, session, recipe=recipe or AUTO)
        print_record(counted, print_mapped, as_json=json)
        return
    numbers = DEFAULT_SEEDS if seeds is None else parse_seeds(seeds)
    with options.open_session(store, cluster, workers, adapt, worker_timeout) as session:
        record = run(chosen, target, numbers, session, recipe=recipe or AUTO, timeout=timeout)
    print_record(record, print_synth, as_json=json)


def print_synth(record: "SynthRecord") -> None:
    """Print the figures of a placed and routed design."""
    fmax = record.fmax_mhz
    seeds = ", ".join(f"{seed}: {value:.1f}" for seed, value in fmax.per_seed.items())
    rows = [
        [record.lut_kind, f"{record.lut4:,.0f}"],
        *([["wide multiplexers", f"{record.wide_mux:,}"]] if record.wide_mux else []),
        ["flip-flops", f"{record.ff:,.0f}"],
        ["block RAMs", _rams(record.bram, record.ram_kind)],
        ["Fmax, median", f"{fmax.median:.1f} MHz"],
        ["Fmax by seed", f"{seeds} MHz"],
        ["cycles per block", f"{record.cycles_per_block:g}"],
        ["latency to the output", f"{record.latency_cycles:g} cycles"],
        ["throughput", f"{record.gbps:.3f} Gbit/s"],
        ["throughput per slice", f"{record.mbps_per_slice:.3f} Mbit/s"],
    ]
    print_table(f"{record.config.name} on {record.target}", ["figure", "value"], rows)


def print_mapped(record: "MappedRecord") -> None:
    """Print the counts of a design that is mapped only."""
    rows = [
        [record.lut_kind, f"{record.lut:,}"],
        *([["wide multiplexers", f"{record.wide_mux:,}"]] if record.wide_mux else []),
        ["carry cells", f"{record.carry:,}"],
        ["flip-flops", f"{record.ff:,}"],
        ["block RAMs", _rams(record.bram, record.ram_kind)],
        ["cycles per block", f"{record.cycles_per_block:g}"],
        ["latency to the output", f"{record.latency_cycles:g} cycles"],
        ["throughput", f"{record.bits_per_cycle:g} bits per cycle"],
    ]
    print_table(f"{record.config.name} on {record.target}", ["figure", "value"], rows)
    sys.stdout.write(f"{record.note}\n")


def _rams(count: int, kind: str) -> str:
    """A number of block RAMs, with the size unless 18 kbit."""
    size = kind.partition(" ")[0]
    return f"{count:,}" + (f" of {size}" if count and size != "18-kbit" else "")


def print_cells(record: "CellsRecord") -> None:
    """Print the figures of a design in standard cells."""
    from roundel.cells.record import tested

    rows = [
        ["area", f"{record.kge:,.2f} kGE"],
        ["cell area", f"{record.cell_area:,.0f}"],
        ["flip-flops", f"{record.ff:,}"],
        *([["", f"{memory:,} flip-flops are memory"]] if (memory := record.memory_bits) else []),
        ["Fmax", f"{record.fmax_mhz:,.1f} MHz"],
        ["cycles per block", f"{record.cycles_per_block:g}"],
        ["latency to the output", f"{record.latency_cycles:g} cycles"],
        ["", f"{record.latency_ns:.2f} ns"],
        ["throughput", f"{record.gbps:.3f} Gbit/s"],
        ["throughput per area", f"{record.gbps_per_kge:.3f} Gbit/s per kGE"],
        ["", f"{_three(record.gbps_per_mm2)} Gbit/s per mm2"],
        ["slowest path", f"{record.critical_path.levels} cells"],
        ["load of an output", _of_limit(record.loads)],
        ["slew of a pin", _of_limit(record.slews)],
        ["netlist", tested(record.config.Mode, record.vectors)],
    ]
    for power in record.power:
        glitches = "without" if "without glitches" in power.activity else "with"
        keys = ", new keys" if "new key" in power.activity else ""
        rows += [
            [f"power, {glitches} glitches{keys}", f"{power.mw:,.1f} mW"],
            ["", f"{_three(power.gbps_per_w)} Gbit/s per W"],
        ]
    library = record.library
    title = f"{record.config.name} in {library.name}, recipe {record.recipe}"
    print_table(title, ["figure", "value"], rows)
    sys.stdout.write("\nNotes:\n")
    sys.stdout.write("".join(f"- {text}\n" for text in [*record.assumptions, *record.caveats]))
    sys.stdout.write("".join(f"- power at {p.mhz:,.1f} MHz: {p.activity}\n" for p in record.power))
    unit = f"{library.nand2}, {library.nand2_area:g}"
    sys.stdout.write(f"- a gate equivalent: {unit}; mm2 if the library's area unit is um2\n")


def _of_limit(kept: "LimitRecord | None") -> str:
    """The largest use of a library's limit, in words."""
    return f"at most {kept.worst:.0%} of the limit" if kept else "no limit known"


def _three(value: float) -> str:
    """A number with three significant digits, or with all digits before its decimal point."""
    digits = 2 - math.floor(math.log10(abs(value))) if value else 0
    return f"{value:,.{max(0, digits)}f}"
