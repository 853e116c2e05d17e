# SPDX-License-Identifier: Apache-2.0
"""The arguments and options of the commands: what they are called, take and say."""

import math
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Mode(StrEnum):
    """A mode of operation (NIST SP 800-38A)."""

    ECB = "ecb"
    CBC = "cbc"
    CTR = "ctr"


class Frontend(StrEnum):
    """What Yosys reads SystemVerilog with."""

    VERILOG = "verilog"
    SLANG = "slang"


class Pad(StrEnum):
    """What happens to a last block that is not full."""

    PKCS7 = "pkcs7"
    NONE = "none"


def _finite(seconds: float) -> float:
    if not math.isfinite(seconds):
        raise typer.BadParameter("give a number of seconds.")
    return seconds


ConfigArgument = Annotated[
    str,
    typer.Argument(metavar="CONFIG", help="A preset's name or a YAML file.", show_default=False),
]
ConfigOption = Annotated[
    str, typer.Option("--config", metavar="CONFIG", help="A preset's name or a YAML file.")
]
Parameters = Annotated[
    list[str] | None,
    typer.Option("-p", "--param", metavar="Name=value", help="Override a field; repeatable."),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON record (docs/reference/records.md).")
]
ModeOption = Annotated[Mode, typer.Option("--mode", help="The mode of operation.")]
KeyHex = Annotated[
    str | None,
    typer.Option(
        "--key", metavar="HEX", help="The key in hexadecimal digits, which other users can see."
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option("--key-file", metavar="FILE", help="A file with the key in hexadecimal digits."),
]
KeyEnv = Annotated[
    str | None,
    typer.Option("--key-env", metavar="VAR", help="An environment variable with the key."),
]
Iv = Annotated[
    str | None,
    typer.Option(
        "--iv", metavar="HEX", help="CBC: the IV; CTR: the first counter block; 16 bytes."
    ),
]
Padding = Annotated[
    Pad | None,
    typer.Option("--pad", help="ECB, CBC: the padding; pkcs7 unless told.", show_default=False),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite OUT.")]
In = Annotated[Path, typer.Argument(metavar="IN", help="The file to read.", show_default=False)]
Out = Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.", show_default=False)]
Target = Annotated[
    str, typer.Option("--target", metavar="PART", help="ecp5-{25k,45k,85k}-{6,7,8}.")
]
Seeds = Annotated[str, typer.Option("--seeds", metavar="N,N,...", help="Seeds of the placer.")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, help="Tools at a time; default: processors."),
]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots.")
]
Timeout = Annotated[
    float,
    typer.Option("--timeout", metavar="S", min=1, callback=_finite, help="Seconds for one seed."),
]
