# SPDX-License-Identifier: Apache-2.0
"""The record of a placed and routed design."""

import statistics
from collections.abc import Sequence
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, computed_field

from roundel.base.record import Record, Row
from roundel.design import Config, Facts
from roundel.fpga.nextpnr import Run
from roundel.fpga.timing import CriticalPath

__all__ = ["Flow", "Fmax", "SynthRecord"]


class Fmax(BaseModel):
    """The clock after routing, in MHz.

    Attributes:
        median: Over the seeds; of an even number, the mean of the middle two.
        per_seed: By seed.
    """

    model_config = ConfigDict(frozen=True)

    median: float
    per_seed: dict[str, float]


class Flow(BaseModel):
    """What was asked of the tools, so that the result can be repeated.

    Attributes:
        frontend: What read the RTL: "slang" or "verilog".
        recipe: How it was mapped; see `roundel.fpga.recipes`.
        options: Options of nextpnr beside part and seed.
    """

    model_config = ConfigDict(frozen=True)

    frontend: str
    recipe: str
    options: list[str]


class SynthRecord(Record):
    """A design after place and route; the harness around it is not counted.

    Attributes:
        schema_: "roundel.synth/1"; "schema" in JSON.
        config: The configuration's name and its parameters.
        target: The part.
        lut4: Four-input LUTs, as nextpnr counts them after packing: with those that serve as memory
            or carry, and the two that the write port of a 16x4 memory blocks.
        ff: Flip-flops.
        bram: 18-kbit block RAMs.
        fmax_mhz: The clock, by seed and as the median.
        gbps: 128 bits * lanes * median clock / cycles per block, in Gbit/s.
        latency_cycles: From a block's, or a beat's, acceptance to its result on the output.
        cycles_per_block: From one block to the next in each lane while it is kept busy.
        mbps_per_slice: Mbit/s per slice. A slice is 2 LUT4 and 2 FF, so a design takes
            max(lut4, ff) / 2 slices.
        critical_path: The slowest path of the seed whose clock is nearest to the median.
        flow: What was asked of the tools.
        tools: Versions, by name.
        seconds: What synthesis and all seeds took when they were run, added up. A result that comes
            from the cache keeps it, so that a record repeats.
    """

    schema_: Literal["roundel.synth/1"] = Field(default="roundel.synth/1", alias="schema")
    config: Config
    target: str
    lut4: int
    ff: int
    bram: int
    fmax_mhz: Fmax
    gbps: float
    latency_cycles: int
    cycles_per_block: int
    mbps_per_slice: float
    critical_path: CriticalPath
    flow: Flow
    tools: dict[str, str]
    seconds: float

    @computed_field  # type: ignore[prop-decorator]
    @property
    def latency_ns(self) -> float:
        """`latency_cycles` at the median clock."""
        return round(1000 * self.latency_cycles / self.fmax_mhz.median, 2)

    def figures(self, mhz: float | None = None) -> dict[str, float]:
        """The figures by which designs are compared, by name.

        Args:
            mhz: The clock that they hold for; the median when None.
        """
        median = self.fmax_mhz.median
        clock = median if mhz is None else mhz
        share = clock / median
        return {
            "gbps": round(self.gbps * share, 4),
            "lut4": self.lut4,
            "ff": self.ff,
            "bram": self.bram,
            "mhz": clock,
            "latency_cycles": self.latency_cycles,
            "latency_ns": round(1000 * self.latency_cycles / clock, 2),
            "mbps_per_slice": round(self.mbps_per_slice * share, 4),
        }

    def to_rows(self) -> list[Row]:
        """One row for each seed, with the figures at the clock of that seed."""
        return [
            {
                "config": self.config.name,
                **self.config.fields(),
                "target": self.target,
                "recipe": self.flow.recipe,
                "seed": int(seed),
                "cycles_per_block": self.cycles_per_block,
                **self.figures(mhz),
            }
            for seed, mhz in self.fmax_mhz.per_seed.items()
        ]

    @classmethod
    def of(
        cls,
        config: Config,
        target: str,
        facts: Facts,
        cells: tuple[int, int, int],
        runs: Sequence[Run],
        flow: Flow,
        tools: dict[str, str],
        seconds: float,
    ) -> Self:
        """Derive a record from what was measured.

        Args:
            config: The configuration.
            target: The part's name.
            facts: What follows from the configuration.
            cells: LUT4, flip-flops and block RAMs of the design alone.
            runs: One a seed, at least one.
            flow: What was asked of the tools.
            tools: Versions, by name.
            seconds: Of synthesis, without the runs.
        """
        lut4, ff, bram = cells
        median = round(statistics.median(run.routed.fmax_mhz for run in runs), 2)
        gbps = 128 * facts.lanes * median / facts.cycles_per_block / 1000
        typical = min(runs, key=lambda run: abs(run.routed.fmax_mhz - median))
        return cls(
            config=config,
            target=target,
            lut4=lut4,
            ff=ff,
            bram=bram,
            fmax_mhz=Fmax(
                median=median,
                per_seed={str(run.seed): run.routed.fmax_mhz for run in runs},
            ),
            gbps=round(gbps, 4),
            latency_cycles=facts.output_latency_cycles,
            cycles_per_block=facts.cycles_per_block,
            mbps_per_slice=round(1000 * gbps / (max(lut4, ff) / 2), 4),
            critical_path=typical.routed.critical_path,
            flow=flow,
            tools=tools,
            seconds=round(seconds + sum(run.seconds for run in runs), 1),
        )
