# SPDX-License-Identifier: Apache-2.0
"""The record of a design in standard cells."""

from typing import Literal

from pydantic import Field

from roundel import design
from roundel.base.record import Part, Record, Row
from roundel.design import Config
from roundel.fpga.timing import CriticalPath


class LibraryRecord(Part):
    """The library that figures hold for.

    Attributes:
        name: As its head says.
        conditions: Process, voltage and temperature, as its head says.
        wire_load: The model by which a wire costs; empty: wires cost nothing.
        nand2: Its smallest NAND of two inputs.
        nand2_area: That cell's area, one gate equivalent, in the library's unit.
        digest: Of the file.
    """

    name: str
    conditions: str
    wire_load: str
    nand2: str
    nand2_area: float
    digest: str


class PowerRecord(Part):
    """Power at a clock, on stated data.

    Attributes:
        mw: All of it, in mW.
        internal_mw: In the cells, by the liberty's energies.
        switching_mw: Charging nets, by their capacitance.
        leakage_mw: Without any change.
        gbps_per_w: Throughput at that clock for power.
        mhz: The clock.
        activity: What the netlist did, and what was counted.
    """

    mw: float
    internal_mw: float
    switching_mw: float
    leakage_mw: float
    gbps_per_w: float
    mhz: float
    activity: str


class LimitRecord(Part):
    """How a limit of a library's is kept.

    Attributes:
        over: Pins that are over theirs.
        worst: The largest share of a limit, 1.0 for the whole; of slews, where none is over, the
            share of the pin with the least left.
        where: The cell and pin with it, as the library names them.
    """

    over: int
    worst: float
    where: str


class CellsRecord(Record):
    """A design mapped to a library's cells. Nothing was placed: wires are the library's model.

    Attributes:
        config: The configuration's name and its parameters.
        target: As it was asked for.
        library: The library.
        recipe: How it was mapped.
        kge: Area of all cells / that of the NAND of two inputs / 1000.
        cell_area: Area of all cells, in the library's unit (um2 in most).
        cells: How many cells.
        ff: Flip-flops; as many as the RTL has.
        memory_bits: Of these, those that are the RTL's memories: no macro stands for one.
        fmax_mhz: The clock that the slowest path from register to register allows.
        gbps: 128 bits * lanes * clock / cycles per block, in Gbit/s.
        latency_cycles: From a block's acceptance to its result on the output.
        latency_ns: The same in time.
        cycles_per_block: From one block to the next in each lane while it is kept busy.
        gbps_per_kge: Throughput for area.
        gbps_per_mm2: The same, if the library's unit is um2.
        critical_path: The slowest path; its wires are in its logic.
        loads: What outputs drive beside what the library allows; None where no limit is known.
        slews: How slow signals are beside what it allows; None as before.
        vectors: Blocks that the netlist was run on and that came out as OpenSSL has them; of a
            design with a mode the packets, as NIST, Wycheproof and OpenSSL have them.
        power: Power, for each activity that was asked for.
        assumptions: What all figures in the library rest on.
        caveats: What is to be known of this design's figures besides.
        tools: Versions, by name.
        seconds: What reading and mapping took when it was done.
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
        """One row; with power one row for each activity."""
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
    """What the netlist of a design with a mode, or "none", was right on, in words."""
    if mode == design.NO_MODE:
        return f"{vectors:,} blocks as OpenSSL has them"
    return f"{vectors:,} packets as NIST and OpenSSL have them"
