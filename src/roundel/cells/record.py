# SPDX-License-Identifier: Apache-2.0
"""The record of a design in standard cells."""

from typing import Literal

from pydantic import Field

from roundel import design
from roundel.base.record import Part, Record, Row
from roundel.design import Config
from roundel.fpga.timing import CriticalPath


class LibraryRecord(Part):
    """The library of the figures.

    Attributes:
        name: The name in the liberty head.
        conditions: Process, voltage and temperature in the liberty head.
        wire_load: The wire load model; empty: wires have no delay.
        nand2: The smallest NAND of two inputs.
        nand2_area: The area of this NAND, one gate equivalent, in the library's unit.
        digest: The digest of the files.
    """

    name: str
    conditions: str
    wire_load: str
    nand2: str
    nand2_area: float
    digest: str


class PowerRecord(Part):
    """Power at a clock, for stated data.

    Attributes:
        mw: The total, in mW.
        internal_mw: Power inside the cells, by the liberty energies.
        switching_mw: Power of charging nets, by their capacitance.
        leakage_mw: Power without any change.
        gbps_per_w: Throughput at this clock per power.
        mhz: The clock.
        activity: The data of the netlist, and the counted changes.
    """

    mw: float
    internal_mw: float
    switching_mw: float
    leakage_mw: float
    gbps_per_w: float
    mhz: float
    activity: str


class LimitRecord(Part):
    """The use of a kind of limit.

    Attributes:
        over: The number of pins over their limit.
        worst: The largest value divided by its limit. For slews without a pin over its limit: the
            quotient of the pin with the least slack.
        where: The cell and pin with the worst value, by the library's names.
    """

    over: int
    worst: float
    where: str


class CellsRecord(Record):
    """A design in a library's cells, without placement: wires follow the library's model.

    Attributes:
        config: The configuration's name and its parameters.
        target: The target as the user gave it.
        library: The library.
        recipe: The recipe of the mapping.
        kge: Area of all cells / area of the NAND of two inputs / 1000.
        cell_area: Area of all cells, in the library's unit (um2 in most libraries).
        cells: The number of cells.
        ff: The number of flip-flops; equal to the RTL's.
        memory_bits: The flip-flops of the RTL's memories, which would be macros in a chip.
        fmax_mhz: The clock of the slowest path from register to register.
        gbps: 128 bits * lanes * clock / cycles per block, in Gbit/s.
        latency_cycles: From a block's acceptance to its result at the output.
        latency_ns: The latency in ns.
        cycles_per_block: Cycles between blocks in each lane at full throughput.
        gbps_per_kge: Throughput per area.
        gbps_per_mm2: Throughput per area, if the library's unit is um2.
        critical_path: The slowest path; its logic delay includes the wires.
        loads: The loads of outputs relative to their limits; None without known limits.
        slews: The slews of signals relative to their limits; None without known limits.
        vectors: The blocks with results equal to OpenSSL's; for a design with a mode, the packets
            with results equal to NIST's, Wycheproof's and OpenSSL's.
        power: Power for each requested activity.
        assumptions: The assumptions of all figures in the library.
        caveats: Further limits of this design's figures.
        tools: Versions by tool.
        seconds: The time of reading and mapping, in the run that produced the result.
    """

    schema_: Literal["roundel.cells/1"] = Field(default="roundel.cells/1", alias="schema")
    config: Config
    target: str
    library: LibraryRecord
    recipe: str
    kge: float
    cell_area: float
    cells: int
    ff: int
    memory_bits: int
    fmax_mhz: float
    gbps: float
    latency_cycles: int
    latency_ns: float
    cycles_per_block: int
    gbps_per_kge: float
    gbps_per_mm2: float
    critical_path: CriticalPath
    loads: LimitRecord | None = None
    slews: LimitRecord | None = None
    vectors: int
    power: list[PowerRecord] = Field(default_factory=list)
    assumptions: list[str]
    caveats: list[str] = Field(default_factory=list)
    tools: dict[str, str]
    seconds: float

    def figures(self) -> dict[str, float]:
        """The figures by which designs are compared, by name."""
        return {
            "gbps": self.gbps,
            "kge": self.kge,
            "ff": self.ff,
            "mhz": self.fmax_mhz,
            "latency_cycles": self.latency_cycles,
            "latency_ns": self.latency_ns,
            "gbps_per_kge": self.gbps_per_kge,
            "gbps_per_mm2": self.gbps_per_mm2,
        }

    def to_rows(self) -> list[Row]:
        """One row; with power, one row for each activity."""
        design: Row = {
            "config": self.config.name,
            **self.config.fields(),
            "target": self.target,
            "library": self.library.name,
            "recipe": self.recipe,
            "cells": self.cells,
            "cycles_per_block": self.cycles_per_block,
            **self.figures(),
        }
        powers: list[Row] = [
            {
                "activity": item.activity,
                "power_mw": item.mw,
                "leakage_mw": item.leakage_mw,
                "gbps_per_w": item.gbps_per_w,
                "power_mhz": item.mhz,
            }
            for item in self.power
        ]
        return [design | power for power in powers] or [design]


def tested(mode: str, vectors: int) -> str:
    """The correct results of a netlist in words; `mode` may be "none"."""
    if mode == design.NO_MODE:
        return f"{vectors:,} blocks equal to OpenSSL's"
    return f"{vectors:,} packets equal to NIST's and OpenSSL's"
