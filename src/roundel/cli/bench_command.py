# SPDX-License-Identifier: Apache-2.0
"""The commands of `bench`: they measure a design at its ports."""

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
            help="Packet sizes in bytes; imix mixes 40, 576 and 1500 bytes in the ratio 7:4:1.",
        ),
    ] = "40,64,256,576,1500,9000,imix",
    packets: Annotated[int, typer.Option(metavar="N", help="Packets for each size.")] = 120,
    aad_bytes: Annotated[
        int, typer.Option(metavar="N", help="GCM: bytes of AAD in each packet.")
    ] = 0,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Measure blocks per cycle of back-to-back packets; exit status 1 for a wrong result."""
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
    """Print blocks per cycle for each packet size."""
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
    heads = ["packet bytes", "packets", "cycles/packet", "blocks/cycle", "per lane"]
    aad = f", each with {record.aad_bytes} bytes of AAD" if record.aad_bytes else ""
    print_table(f"{record.config.name}, back-to-back packets{aad}", heads, rows, numbers=4)
    sys.stdout.write(
        f"{record.packets:,} packets, each equal to OpenSSL's result; {record.keys} keys in "
        f"rotation, seed {record.seed}; simulation speed {record.mb_per_s:.2f} MB/s\n"
    )
