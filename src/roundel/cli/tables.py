# SPDX-License-Identifier: Apache-2.0
"""Results on standard output: as tables for people, as JSON records for programs.

A record is one JSON object. Its `schema` is "roundel.NAME/VERSION"; the version rises when a field
goes away or changes its meaning, and stays when one is added. `docs/reference/records.md` lists the
fields of each.
"""

import json
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from roundel import design
from roundel.base.tools import Finding
from roundel.cells.record import tested
from roundel.design import Config, Facts, Port, Preset

__all__ = [
    "doctor_record",
    "presets_record",
    "print_bench",
    "print_cells",
    "print_doctor",
    "print_explore",
    "print_job",
    "print_json",
    "print_presets",
    "print_show",
    "print_synth",
    "print_table",
    "print_verify",
    "show_record",
]

Record = Mapping[str, Any]


def print_json(record: Record) -> None:
    """Print a record, indented, with a new line at its end."""
    sys.stdout.write(json.dumps(record, indent=2) + "\n")


def print_table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: int = 0
) -> None:
    """Print a table.

    Args:
        title: What it shows.
        heads: The columns' names, with units.
        rows: The cells.
        numbers: How many columns, counted from the right, are flush right.
    """
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, head in enumerate(heads):
        right = place >= len(heads) - numbers
        table.add_column(Text(head), justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console = _console()
    # On a line of its own, and not as the table's title, which breaks a name at the table's width.
    console.print(Text(title, style="table.title"), soft_wrap=True)
    console.print(table)


def presets_record(found: Sequence[Preset]) -> Record:
    """The record roundel.presets/1."""
    items = [{"purpose": item.purpose, **item.config.model_dump()} for item in found]
    return {"schema": "roundel.presets/1", "presets": items}


def print_presets(found: Sequence[Preset]) -> None:
    """Print the presets' names and purposes."""
    print_table("Presets", ["name", "purpose"], [[item.name, item.purpose] for item in found])


def show_record(config: Config, facts: Facts, ports: Sequence[Port]) -> Record:
    """The record roundel.show/1."""
    return {
        "schema": "roundel.show/1",
        "config": config.model_dump(),
        "facts": asdict(facts),
        "ports": [asdict(port) for port in ports],
    }


def print_show(config: Config, facts: Facts, ports: Sequence[Port]) -> None:
    """Print a configuration's parameters and what follows from them."""
    rows = [
        [name, f"{value:#06x}" if name.endswith("Cuts") and value else str(value)]
        for name, value in config.own_fields().items()
    ]
    print_table(config.name, ["parameter", "value"], rows)
    sys.stdout.write("\n")
    stream = design.top_of(config) not in design.BLOCKS
    held = "beats" if stream else "blocks"
    lane = "cycles per block of a lane" if facts.lanes > 1 else "cycles per block"
    rows = [
        ["rounds of the cipher", str(facts.num_rounds)],
        ["registers of a round", _places(facts.round_cuts)],
        ["latency of the engine", f"{facts.latency_cycles} cycles"],
        ["latency to the output", f"{facts.output_latency_cycles} cycles"],
        ["blocks in flight", str(facts.blocks_in_flight)],
        [lane, str(facts.cycles_per_block)],
        *([["cycles per block of a stream", f"{own}"]] if (own := facts.stream_cycles) else []),
        ["bits per cycle", f"{128 * facts.lanes / facts.cycles_per_block:.4g}"],
        ["output queue", f"{facts.queue_depth} {held}" if facts.queue_depth else "none"],
    ]
    if facts.key_load_cycles is not None:
        rows.append(["a key's load", f"{facts.key_load_cycles} cycles at most"])
    print_table("What follows", ["fact", "value"], rows)
    sys.stdout.write("\n")
    rows = [[port.name, port.direction, str(port.width)] for port in ports]
    print_table("Ports", ["port", "direction", "bits"], rows, numbers=1)


def print_job(record: Record) -> None:
    """Print what encrypting or decrypting files took; see roundel.encrypt/1."""
    for item in record.get("files", ()):
        told = "".join(f", {what} {item[what]}" for what in ("iv", "tag") if item[what])
        sys.stdout.write(f"{item['in']} to {item['out']}{told}\n")
    sys.stdout.write(
        f"{record['bytes']:,} bytes in, {record['bytes_out']:,} out, {record['blocks']:,} blocks, "
        f"{record['cycles']:,} cycles of the device from the key on "
        f"({record['cycles_per_block']:.2f} per block), {record['seconds']:.1f} s\n"
    )


def print_verify(record: Record) -> None:
    """Print the campaigns of a verification; see roundel.verify/1."""
    campaigns = record["campaigns"]
    rows = [
        [item["name"], *(f"{item[key]:,}" for key in ("vectors", "passed", "failed"))]
        for item in campaigns
    ]
    subject = _name(record) + (f", netlist by {record['netlist']}" if record["netlist"] else "")
    print_table(subject, ["campaign", "vectors", "passed", "failed"], rows, numbers=3)
    for item in campaigns:
        for failure in item["failures"]:
            sys.stdout.write(f"{item['name']}: {failure}\n")
    vectors = sum(item["vectors"] for item in campaigns)
    origin = ", from the cache" if record["cached"] else ""
    verdict = "passed" if record["passed"] else "FAILED"
    sys.stdout.write(f"{verdict}: {vectors:,} vectors, seed {record['seed']}{origin}\n")


def print_bench(record: Record) -> None:
    """Print blocks a cycle by the size of packets; see roundel.bench/1."""
    rows = [
        [
            "Internet mix (7:4:1)" if item["size"] == "imix" else f"{item['size']:,}",
            f"{item['packets']:,}",
            f"{item['cycles_per_packet']:.2f}",
            f"{item['blocks_per_cycle']:.4f}",
            f"{item['blocks_per_cycle_per_lane']:.4f}",
        ]
        for item in record["sizes"]
    ]
    heads = ["bytes of a packet", "packets", "cycles a packet", "blocks a cycle", "of a lane"]
    aad = f", each behind {record['aad_bytes']} bytes of AAD" if record["aad_bytes"] else ""
    print_table(f"{_name(record)}, packets back to back{aad}", heads, rows, numbers=4)
    sys.stdout.write(
        f"{record['packets']:,} packets as OpenSSL has them, {record['keys']} keys in turn, seed "
        f"{record['seed']}; the simulation takes {record['mb_per_s']:.2f} MB/s\n"
    )


def print_synth(record: Record) -> None:
    """Print a placed and routed design's figures; see roundel.synth/1."""
    fmax = record["fmax_mhz"]
    seeds = ", ".join(f"{seed}: {value:.1f}" for seed, value in fmax["per_seed"].items())
    rows = [
        ["LUT4", f"{record['lut4']:,.0f}"],
        ["flip-flops", f"{record['ff']:,.0f}"],
        ["block RAMs", f"{record['bram']:,.0f}"],
        ["Fmax, median", f"{fmax['median']:.1f} MHz"],
        ["Fmax by seed", f"{seeds} MHz"],
        ["cycles per block", f"{record['cycles_per_block']:g}"],
        ["latency to the output", f"{record['latency_cycles']:g} cycles"],
        ["throughput", f"{record['gbps']:.3f} Gbit/s"],
        ["throughput per slice", f"{record['mbps_per_slice']:.3f} Mbit/s"],
    ]
    print_table(f"{_name(record)} on {record['target']}", ["figure", "value"], rows)


def print_cells(record: Record) -> None:
    """Print a design's figures in standard cells; see roundel.cells/1."""
    rows = [
        ["area", f"{record['kge']:,.2f} kGE"],
        ["cell area", f"{record['cell_area']:,.0f}"],
        ["flip-flops", f"{record['ff']:,}"],
        *([["", f"{memory:,} of them memories"]] if (memory := record["memory_bits"]) else []),
        ["Fmax", f"{record['fmax_mhz']:,.1f} MHz"],
        ["cycles per block", f"{record['cycles_per_block']:g}"],
        ["latency to the output", f"{record['latency_cycles']:g} cycles"],
        ["", f"{record['latency_ns']:.2f} ns"],
        ["throughput", f"{record['gbps']:.3f} Gbit/s"],
        ["throughput per area", f"{record['gbps_per_kge']:.3f} Gbit/s per kGE"],
        ["", f"{_three(record['gbps_per_mm2'])} Gbit/s per mm2"],
        ["slowest path", f"{record['critical_path']['levels']} cells"],
        ["load of an output", _of_limit(record["loads"])],
        ["slew of a pin", _of_limit(record["slews"])],
        ["netlist", tested(record["config"]["Mode"], record["vectors"])],
    ]
    for power in record["power"]:
        glitches = "without" if "without glitches" in power["activity"] else "with"
        keys = ", new keys" if "new key" in power["activity"] else ""
        rows += [
            [f"power, {glitches} glitches{keys}", f"{power['mw']:,.1f} mW"],
            ["", f"{_three(power['gbps_per_w'])} Gbit/s per W"],
        ]
    library = record["library"]
    title = f"{_name(record)} in {library['name']}, recipe {record['recipe']}"
    print_table(title, ["figure", "value"], rows)
    sys.stdout.write("\nWith\n")
    sys.stdout.write(
        "".join(f"- {text}\n" for text in [*record["assumptions"], *record["caveats"]])
    )
    sys.stdout.write(
        "".join(f"- power at {p['mhz']:,.1f} MHz: {p['activity']}\n" for p in record["power"])
    )
    unit = f"{library['nand2']}, {library['nand2_area']:g}"
    sys.stdout.write(f"- a gate equivalent: {unit}; mm2 if that is in um2\n")


def _of_limit(kept: Record | None) -> str:
    """How a limit of a library's is kept."""
    return f"up to {kept['worst']:.0%} of its limit" if kept else "no limit known"


def _three(value: float) -> str:
    """A number with three digits that count, or all of those before the point."""
    digits = 2 - math.floor(math.log10(abs(value))) if value else 0
    return f"{value:,.{max(0, digits)}f}"


def print_explore(record: Record) -> None:
    """Print the points of a sweep, the fastest of each part first; see roundel.explore/1."""
    if record["seeds"]:
        _print_parts(record)
    else:
        _print_libraries(record)
    for point in record["points"]:
        for failure in point["failures"]:
            seed = "" if failure["seed"] is None else f", seed {failure['seed']}"
            where = f"{point['config']['name']}, {point['target']}{seed}"
            sys.stdout.write(f"failed: {where}: {failure['error']}\n")
    if record["impossible"]:
        first = record["impossible"][0]
        sys.stdout.write(
            f"left out: {len(record['impossible'])} configurations that cannot work, first "
            f"{first['config']['name']}: {first['reason']}\n"
        )
    took = ""
    if record["wall_seconds"]:
        busy = record["cpu_seconds"] / (record["jobs"] * record["wall_seconds"])
        took = f" in {record['wall_seconds']:.0f} s, {record['jobs']} at a time ({busy:.0%} busy)"
    sys.stdout.write(
        f"{record['runs_done']} of {record['runs']} runs are there, {record['runs_made']} of them "
        f"made now{took}\n"
    )


def _print_libraries(record: Record) -> None:
    """The points in standard cells."""
    shown = [(point, point["cells"]) for point in record["points"] if point["cells"]]
    rows = [
        [
            "*" if point["front"] else "",
            str(point["config"]["name"]),
            found["library"]["name"],
            str(point["number"]),
            f"{found['gbps']:.3f}",
            f"{found['fmax_mhz']:,.1f}",
            f"{found['kge']:,.2f}",
            f"{found['ff']:,}",
            f"{found['latency_cycles']:,}",
            f"{found['gbps_per_kge']:.3f}",
        ]
        for point, found in sorted(
            shown, key=lambda item: (item[0]["target"], -item[1]["gbps"], item[1]["kge"])
        )
    ]
    if not rows:
        return
    heads = ["", "configuration", "library", "no.", "Gbit/s", "MHz", "kGE", "FF"]
    heads += ["latency to the output", "Gbit/s/kGE"]
    title = f"Space {record['space']}, recipe {record['recipe']}; latency in cycles"
    print_table(title, heads, rows, numbers=7)
    sys.stdout.write(f"* on the Pareto front of {', '.join(record['goals'])}\nWith\n")
    told = dict.fromkeys(text for _, found in shown for text in found["assumptions"])
    sys.stdout.write("".join(f"- {text}\n" for text in told))
    for point, found in shown:
        for text in found["caveats"]:
            where = f"{point['config']['name']} in {found['library']['name']}"
            sys.stdout.write(f"- {where}: {text}\n")


def _print_parts(record: Record) -> None:
    """The points on parts."""
    rows = []
    order = sorted(
        (point for point in record["points"] if point["synth"]),
        key=lambda point: (point["target"], -point["synth"]["gbps"], point["synth"]["lut4"]),
    )
    for point in order:
        synth = point["synth"]
        rows.append(
            [
                "*" if point["front"] else "",
                str(point["config"]["name"]) + ("" if point["status"] == "done" else " (partial)"),
                point["target"],
                str(point["number"]),
                f"{synth['gbps']:.3f}",
                f"{synth['fmax_mhz']['median']:.1f}",
                *(f"{synth[name]:,}" for name in ("lut4", "ff", "bram", "latency_cycles")),
                f"{synth['mbps_per_slice']:.3f}",
            ]
        )
    seeds = f"seed{'s' * (len(record['seeds']) > 1)} {', '.join(map(str, record['seeds']))}"
    heads = ["", "configuration", "part", "no.", "Gbit/s", "MHz", "LUT4", "FF", "RAMs"]
    heads += ["latency to the output", "Mbit/s/slice"]
    if rows:
        print_table(
            f"Space {record['space']}, median of {seeds}; latency in cycles", heads, rows, numbers=8
        )
        sys.stdout.write(f"* on the Pareto front of {', '.join(record['goals'])}\n")


def doctor_record(findings: Sequence[Finding], version: str, cache: str) -> Record:
    """The record roundel.doctor/1."""
    return {
        "schema": "roundel.doctor/1",
        "version": version,
        "cache": cache,
        "tools": [
            {
                "name": item.name,
                "purpose": item.purpose,
                "required": item.required,
                "found": item.tool is not None,
                "version": item.tool.version if item.tool else None,
                "origin": item.tool.origin if item.tool else None,
                "advice": item.advice or None,
            }
            for item in findings
        ],
    }


def print_doctor(findings: Sequence[Finding], version: str, cache: str) -> None:
    """Print which tools are there."""
    rows = [
        [
            item.name,
            item.tool.version or "unknown" if item.tool else "missing",
            item.tool.origin if item.tool else item.advice,
            item.purpose + ("" if item.required else " (optional)"),
        ]
        for item in findings
    ]
    print_table(f"Roundel {version}, cache {cache}", ["tool", "version", "from", "purpose"], rows)


def _console() -> Console:
    console = Console(file=sys.stdout, highlight=False)
    return console if console.is_terminal else Console(file=sys.stdout, highlight=False, width=160)


def _places(cuts: int) -> str:
    """The places in a mask, by number and name."""
    named = [
        f"{place} {name}" for name, place in design.choices("Cut").items() if cuts >> place & 1
    ]
    return f"{', '.join(named)} ({cuts:#06x})" if named else "none inside"


def _name(record: Record) -> str:
    return str(record["config"]["name"])
