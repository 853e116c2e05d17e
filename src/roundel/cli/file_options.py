# SPDX-License-Identifier: Apache-2.0
"""The arguments and options of `encrypt` and `decrypt`."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import typer

from roundel.cli import completion
from roundel.cli.options import Access, Json, Mode, Parameters

TagOut = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="GCM: write the tag to this file, not to the end of OUT."),
]


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The arguments and options of `encrypt` and `decrypt`; each command leaves one out."""

    config: Annotated[
        str,
        typer.Option(
            metavar="CONFIG",
            help="A preset's name or a YAML file.",
            autocompletion=completion.configs,
        ),
    ]
    source: Annotated[Path | None, typer.Argument(metavar="IN", help="The file to read.")] = None
    target: Annotated[Path | None, typer.Argument(metavar="OUT", help="The file to write.")] = None
    mode: Annotated[
        Mode | None,
        typer.Option(
            help="The mode that the hardware runs (default: the configuration's). With "
            "-p Mode=none the host runs ECB, CBC or CTR around a core for blocks.",
        ),
    ] = None
    lanes: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Lanes of a packet engine: -p Lanes=N."),
    ] = None
    access: Annotated[
        Access | None,
        typer.Option(
            help="A DMA for the packet engine, or how the driver reaches a card (default: dma).",
        ),
    ] = None
    param: Parameters = None
    key: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", help="The key in hexadecimal digits, which other users can see."
        ),
    ] = field(default=None, repr=False)
    key_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file with the key in hexadecimal digits."),
    ] = None
    key_env: Annotated[
        str | None,
        typer.Option(metavar="VAR", help="An environment variable with the key."),
    ] = None
    iv: Annotated[
        str | None,
        typer.Option(
            metavar="HEX",
            help="CBC: the IV; CTR: the first counter block; XTS: the first tweak; 16 bytes. GCM: "
            "the IV (default to encrypt: 12 random bytes).",
        ),
    ] = None
    counter_bits: Annotated[
        Literal["32", "128"] | None,
        typer.Option(
            help="CTR: bits of the counter block that count; 32 is the counter of RFC 3686 and GCM "
            "(default: 128).",
        ),
    ] = None
    pad: Annotated[
        Literal["pkcs7", "none"] | None,
        typer.Option(help="ECB, CBC: the padding (default: pkcs7)."),
    ] = None
    aad: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="GCM: additional authenticated data."),
    ] = None
    tag: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="GCM: the tag (default: the last bytes of IN)."),
    ] = None
    tag_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="GCM: a file with the tag in hex digits."),
    ] = None
    tag_bytes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="GCM: size of the tag in bytes: 16 (default) to 12, 8 or 4.",
        ),
    ] = None
    sector: Annotated[
        str | None,
        typer.Option(metavar="N", help="XTS: number of the first data unit (default: 0)."),
    ] = None
    sector_bytes: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="XTS: size of a data unit in bytes (default: 512); any: a file is one data unit.",
        ),
    ] = None
    batch: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Many files in one run: a JSON object a line, with in, out and what differs.",
        ),
    ] = None
    reuse_iv: Annotated[
        bool, typer.Option("--reuse-iv", help="Allow the same key and IV twice in a run.")
    ] = False
    force: Annotated[bool, typer.Option("--force", help="Overwrite OUT.")] = False
    json: Json = False
