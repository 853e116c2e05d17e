# SPDX-License-Identifier: Apache-2.0
"""The command `system`: it parses, measures, and prints or writes what comes back."""

from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli import completion
from roundel.cli.options import Access, ConfigArgument, Html, Json, Parameters

if TYPE_CHECKING:
    from roundel.sim import driver

__all__ = ["system"]


_OF_CARDS: "dict[Access | None, driver.Access]" = {
    Access.SINGLE: "single",
    Access.SIMD: "simd",
    Access.BURST: "burst",
}


def system(
    config: ConfigArgument,
    param: Parameters = None,
    link: Annotated[
        str,
        typer.Option(
            "--link",
            metavar="LINK",
            autocompletion=completion.links,
            help="Between processor and device: one that ships with Roundel, or a YAML file.",
        ),
    ] = "pilchard-wc",
    sizes: Annotated[
        str, typer.Option("--sizes", metavar="N,N,...", help="Bytes of requests.")
    ] = "64,256,1536,4096,15360",
    requests: Annotated[
        int, typer.Option("--requests", metavar="N", help="Requests in flight, 1 to 64.")
    ] = 1,
    access: Annotated[
        Access | None,
        typer.Option(
            "--access", show_default=False,
            help="How the driver reaches the device, or dma; as the link has it unless told.",
        ),
    ] = None,
    clock: Annotated[
        float | None,
        typer.Option(
            "--clock", metavar="MHZ", help="Of the device; the link's own unless told.",
            show_default=False,
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            "--count", metavar="N", min=1, show_default=False,
            help="Requests of each size; enough to fill the flight twice unless told.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="Replays a run; else a new one."),
    ] = None,
    html: Html = None,
    json: Json = False,
) -> None:  # fmt: skip
    """Measure the throughput through a link and the driver.

    Shows where the time goes; every result is compared with OpenSSL's.
    """
    from roundel.base.progress import Reporter
    from roundel.base.text_files import check_place
    from roundel.cli.system_tables import print_system
    from roundel.cli.tables import print_record
    from roundel.design import load_config
    from roundel.system import load_link, measure_system, parse_sizes
    from roundel.system.page import write_page

    chosen, path = load_config(config, param or []), load_link(link)
    asked = parse_sizes(sizes)
    if html is not None:
        check_place(html)
    with Reporter() as progress:
        record = measure_system(
            chosen, path, asked, requests=requests, access=_OF_CARDS.get(access), clock_mhz=clock,
            count=count, seed=seed, kind="dma" if access is Access.DMA else "card",
            progress=progress,
        )  # fmt: skip
    if html is not None:
        write_page(record, html)
    print_record(record, print_system, as_json=json)
