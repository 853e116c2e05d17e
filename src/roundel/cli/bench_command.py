# SPDX-License-Identifier: Apache-2.0
"""The commands `bench`: a design measured at its ports."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli.options import ConfigArgument, Json, Parameters, Seed
from roundel.cli.tables import print_record, print_table

if TYPE_CHECKING:
    from roundel.system.bench import BenchRecord

bench = typer.Typer(help="Measure a design at its ports, in simulation.", rich_markup_mode=None)


@bench.command()
def stream(
    config: ConfigArgument,
    param: Parameters = None,
    sizes: Annotated[
        str,
        typer.Option(
            metavar="N,N,...",
            help="Packet sizes in bytes; imix is a mix of 40, 576 and 1500, 7:4:1.",
        ),
    ] = "40,64,256,576,1500,9000,imix",
    packets: Annotated[int, typer.Option(metavar="N", help="Packets of each size.")] = 120,
    aad_bytes: Annotated[
        int, typer.Option(metavar="N", help="GCM: AAD of each packet, in bytes.")
    ] = 0,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Blocks per cycle of packets back to back; exit status 1 if a result differs from OpenSSL."""
    from roundel.base.progress import Reporter
    from roundel.design import load_config
    from roundel.system import bench as benches

    chosen = load_config(config, param or [])
    asked = benches.parse_sizes(sizes)
    with Reporter() as progress:
        record = benches.bench_stream(
            chosen, asked, packets=packets, aad_bytes=aad_bytes, seed=seed, progress=progress
        )
    print_record(record, print_bench, as_json=json)


def print_bench(record: "BenchRecord") -> None:
    """Print blocks a cycle by the size of packets."""
    rows = [
        [
            "Internet mix (7:4:1)" if item.size == "imix" else f"{item.size:,}",
            f"{item.packets:,}",
            f"{item.cycles_per_packet:.2f}",
            f"{item.blocks_per_cycle:.4f}",
            f"{item.blocks_per_cycle_per_lane:.4f}",
        ]
        for item in record.sizes
    ]
    heads = ["bytes of a packet", "packets", "cycles a packet", "blocks a cycle", "of a lane"]
    aad = f", each behind {record.aad_bytes} bytes of AAD" if record.aad_bytes else ""
    print_table(f"{record.config.name}, packets back to back{aad}", heads, rows, numbers=4)
    sys.stdout.write(
        f"{record.packets:,} packets, each equal to OpenSSL's result; {record.keys} keys in turn, "
        f"seed {record.seed}; the simulation takes {record.mb_per_s:.2f} MB/s\n"
    )
