# SPDX-License-Identifier: Apache-2.0
"""The commands `presets` and `show`: the presets, and the derived facts of a configuration."""

import sys
from typing import Annotated, Literal

import typer
from pydantic import Field

from roundel import design
from roundel.base.record import Part
from roundel.cli.options import ConfigArgument, Json, Parameters
from roundel.cli.tables import print_record, print_table
from roundel.design.derived import ShowRecord


class PresetRecord(design.Config):
    """A preset: its configuration and its purpose.

    Attributes:
        purpose: The preset's use and cost.
    """

    purpose: str


class PresetsRecord(Part):
    """The presets.

    Attributes:
        presets: The presets, sorted by name.
    """

    schema_: Literal["roundel.presets/1"] = Field(default="roundel.presets/1", alias="schema")
    presets: list[PresetRecord]


def presets(
    papers: Annotated[
        bool,
        typer.Option("--papers", help="List the designs of papers that `roundel reproduce` uses."),
    ] = False,
    json: Json = False,
) -> None:
    """List the configurations that ship with Roundel."""
    found = [
        PresetRecord.model_construct(purpose=item.purpose, **item.config.model_dump())
        for item in design.presets(papers=papers)
    ]
    print_record(PresetsRecord(presets=found), print_presets, as_json=json)


def print_presets(record: PresetsRecord) -> None:
    """Print the presets' names and purposes."""
    rows = [[item.name, item.purpose] for item in record.presets]
    print_table("Presets", ["name", "purpose"], rows)


def show(config: ConfigArgument, param: Parameters = None, json: Json = False) -> None:
    """Show a configuration, its latency, its throughput and its ports.

    The latency, the blocks in flight, the cycles per block and the ports come from the elaborated
    design.
    """
    record = ShowRecord.of(design.load_config(config, param or []))
    print_record(record, print_show, as_json=json)


def print_show(record: ShowRecord) -> None:
    """Print a configuration's parameters, derived facts and ports."""
    config, facts = record.config, record.facts
    rows = [
        [name, f"{value:#06x}" if name.endswith("Cuts") and value else str(value)]
        for name, value in config.own_fields().items()
    ]
    print_table(config.name, ["parameter", "value"], rows)
    sys.stdout.write("\n")
    stream = design.top_of(config) not in design.BLOCKS
    queue_unit = "beats" if stream else "blocks"
    lane = "cycles per block and lane" if facts.lanes > 1 else "cycles per block"
    rows = [
        ["rounds of the cipher", str(facts.num_rounds)],
        ["register positions in a round", _cuts(facts.round_cuts)],
        ["latency of the engine", f"{facts.latency_cycles} cycles"],
        *(
            [f"latency of the engine, {bits}-bit key", f"{cycles} cycles"]
            for bits, cycles in (facts.latency_by_key_bits or {}).items()
        ),
        ["latency to the output", f"{facts.output_latency_cycles} cycles"],
        ["blocks in flight", str(facts.blocks_in_flight)],
        [lane, str(facts.cycles_per_block)],
        *(
            [f"{lane}, {bits}-bit key", str(cycles)]
            for bits, cycles in (facts.cycles_per_block_by_key_bits or {}).items()
        ),
        *([["cycles per block and stream", f"{own}"]] if (own := facts.stream_cycles) else []),
        ["bits per cycle", f"{128 * facts.lanes / facts.cycles_per_block:.4g}"],
        ["output FIFO", f"{facts.queue_depth} {queue_unit}" if facts.queue_depth else "none"],
    ]
    if facts.key_load_cycles is not None:
        rows.append(["time to load a key", f"at most {facts.key_load_cycles} cycles"])
    print_table("Derived facts", ["fact", "value"], rows)
    sys.stdout.write("\n")
    rows = [[port.name, port.direction, str(port.width)] for port in record.ports]
    print_table("Ports", ["port", "direction", "bits"], rows, numbers=1)


def _cuts(cuts: int) -> str:
    choices = design.choices("Cut")
    named = [f"{bit} {name}" for name, bit in choices.items() if cuts >> bit & 1]
    return f"{', '.join(named)} ({cuts:#06x})" if named else "none"
