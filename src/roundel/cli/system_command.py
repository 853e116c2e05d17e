# SPDX-License-Identifier: Apache-2.0
"""The command `system`."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli import options
from roundel.cli.options import Access, ConfigArgument, Html, Json, Parameters, Seed
from roundel.cli.tables import print_record, print_table

if TYPE_CHECKING:
    from roundel.system.record import SystemRecord


def system(
    config: ConfigArgument,
    param: Parameters = None,
    link: Annotated[
        str,
        typer.Option(
            metavar="LINK",
            autocompletion=options.complete("system.link:link_names"),
            help="Link between processor and device: a link of Roundel, or a YAML file.",
        ),
    ] = "pcie-gen3-x8",
    sizes: Annotated[
        str, typer.Option(metavar="N,N,...", help="Request sizes in bytes.")
    ] = "64,256,1536,4096,15360",
    requests: Annotated[int, typer.Option(metavar="N", help="Requests in flight, 1 to 64.")] = 8,
    access: Annotated[
        Access | None,
        typer.Option(
            help="dma, or the driver's access to a card (default: dma if the link has DMA figures, "
            "else the link's access)."
        ),
    ] = None,
    clock: Annotated[
        float | None,
        typer.Option(metavar="MHZ", help="Clock of the device (default: the link's clock)."),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Requests for each size (default: at least twice the requests in flight).",
        ),
    ] = None,
    seed: Seed = None,
    html: Html = None,
    json: Json = False,
) -> None:
    """Measure the throughput through a link and the driver.

    The report splits the time of the processor. Every result is compared with OpenSSL's result.
    """
    from roundel.base.progress import Reporter
    from roundel.base.text_files import check_place
    from roundel.design import load_config
    from roundel.system import load_link, measure_system, parse_sizes
    from roundel.system.page import write_page

    chosen, path = load_config(config, param or []), load_link(link)
    asked = parse_sizes(sizes)
    if html is not None:
        check_place(html)
    with Reporter() as progress:
        record = measure_system(
            chosen, path, asked, requests=requests, access=access,
            clock_mhz=clock, count=count, seed=seed, progress=progress,
        )  # fmt: skip
    if html is not None:
        write_page(record, html)
    print_record(record, print_system, as_json=json)


def print_system(record: "SystemRecord") -> None:
    """Print the throughput and its limits for each size, and the time of the processor."""
    from roundel.system.record import ACTIVITIES

    link = "none" if record.link_mbps is None else f"{record.link_mbps:,.1f} Mbit/s"
    flight = "request" if record.requests == 1 else "requests"
    sys.stdout.write(
        f"{record.link.title}\n{record.requests} {flight} in flight, {record.access} accesses; "
        f"{record.checked} requests, each equal to OpenSSL's result\n"
        f"limits: link {link}, engine {record.engine_mbps:,.1f} Mbit/s at "
        f"{record.clock_mhz:g} MHz\n\n"
    )
    rows = [
        [
            f"{size.bytes:,}",
            f"{size.mbps:,.1f}",
            "-" if size.link_mbps is None else f"{size.link_mbps:,.1f}",
            f"{size.ratio:.3f}",
            f"{size.ns / size.requests:,.0f}",
            *(f"{100 * size.time[part]:.1f}" for part in ACTIVITIES),
        ]
        for size in record.sizes
    ]
    heads = ["bytes", "Mbit/s", "link's limit", "share of the lower limit", "ns/request"]
    heads += [f"{part}, %" for part in ACTIVITIES]
    print_table(
        f"{record.config.name}, {record.device} at {record.link.name}", heads, rows,
        numbers=len(heads),
    )  # fmt: skip
    sys.stdout.write("\ntime of the processor\n")
    sys.stdout.writelines(f"- {part}: {meaning}\n" for part, meaning in ACTIVITIES.items())
