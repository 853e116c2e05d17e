# SPDX-License-Identifier: Apache-2.0
"""The command `export`."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from roundel.cli import options
from roundel.cli.tables import print_record

if TYPE_CHECKING:
    from roundel.export import ExportRecord


def export(
    config: options.ConfigArgument,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="DIR", help="The folder; new or empty."),
    ],
    flows: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="FLOW[,FLOW]",
            help="Flows: vivado, quartus, radiant, diamond, gowin, libero, yosys, fusesoc, "
            "openlane, dc, genus.",
            autocompletion=options.complete("export.scripts:flow_names"),
        ),
    ],
    param: options.Parameters = None,
    top: Annotated[
        Literal["engine", "axi", "dma"],
        typer.Option(
            help="engine: the configuration's own top; axi: packets on AXI4-Stream, for a system "
            "on chip with its own DMA; dma: packets in memory, for a processor with the C driver."
        ),
    ] = "engine",
    name: Annotated[
        str | None,
        typer.Option(
            metavar="MODULE",
            help="Name of the wrapper, for two designs in one project (default: aes_CONFIG): a "
            "letter, then letters, digits and single underscores.",
        ),
    ] = None,
    one_file: Annotated[
        bool, typer.Option("--one-file", help="Put the library into one SystemVerilog file.")
    ] = False,
    verilog: Annotated[
        bool,
        typer.Option(
            "--verilog",
            help="Write plain Verilog-2005 for older tools, proven equal to the sources "
            "(seconds to minutes).",
        ),
    ] = False,
    mhz: Annotated[
        float,
        typer.Option(
            metavar="MHZ",
            min=0.001,
            max=10000,
            callback=options.finite,
            help="Clock of the constraints.",
        ),
    ] = 100.0,
    part: Annotated[
        str | None,
        typer.Option(
            metavar="PART",
            help="Part of the script, for a single flow (default: the flow's example part).",
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace an earlier export; other files stay.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Write a configuration as a folder for the tools of others.

    The folder holds sources, wrapper, constraints, scripts, a testbench and a data sheet.
    """  # fmt: skip
    from roundel.base.errors import InputError
    from roundel.characterised import load_designs, measured_table
    from roundel.design import load_config
    from roundel.export import export as run
    from roundel.export import portable_vendor

    if one_file and verilog:
        raise InputError("--verilog already writes one file; give --one-file or --verilog.")
    chosen = load_config(config, param or [])
    record = run(
        chosen,
        output,
        flows,
        top=top,
        name=name,
        form="verilog" if verilog else "one-file" if one_file else "files",
        mhz=mhz,
        part=part,
        force=force,
        measured=measured_table(load_designs(), chosen, portable_vendor(chosen)),
    )
    print_record(record, print_export, as_json=json)


def print_export(record: "ExportRecord") -> None:
    """Print the path of the folder and the next step."""
    bench = shlex.quote(f"{record.folder}/sim")
    sys.stdout.write(
        f"{record.config.name} as module {record.module}, {len(record.files)} files in "
        f"{record.folder}\n"
        f"next: read {record.folder}/README.md, and run `make -C {bench}`\n"
    )
