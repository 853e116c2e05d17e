# SPDX-License-Identifier: Apache-2.0
"""The command line: it parses, calls the part that does the work, and prints what comes back.

The work's modules are imported inside the commands, so that `--help` answers at once.
"""

import math
import os
import sys
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from roundel import __version__
from roundel.progress import Reporter

app = typer.Typer(
    help="AES hardware to choose, prove and measure. CONFIG is a preset's name or a YAML file.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


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


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"roundel {__version__}\n")
        raise typer.Exit


def _finite(seconds: float) -> float:
    if not math.isfinite(seconds):
        raise typer.BadParameter("give a number of seconds.")
    return seconds


@app.callback()
def _global(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show where an error arose (or ROUNDEL_DEBUG=1).")
    ] = False,
) -> None:
    del version
    if debug:
        os.environ["ROUNDEL_DEBUG"] = "1"


@app.command()
def presets(json: Json = False) -> None:
    """List the configurations that ship with Roundel."""
    from roundel import config, report

    found = config.presets()
    if json:
        report.print_json(report.presets_record(found))
    else:
        report.print_presets(found)


@app.command()
def show(config: ConfigArgument, param: Parameters = None, json: Json = False) -> None:
    """Show a configuration: parameters, latency, blocks in flight, cycles per block, ports."""
    from roundel import design, report
    from roundel.config import load_config

    chosen = load_config(config, param or [])
    facts, ports = design.facts(chosen), design.ports(chosen)
    if json:
        report.print_json(report.show_record(chosen, facts, ports))
    else:
        report.print_show(chosen, facts, ports)


@app.command()
def doctor(json: Json = False) -> None:
    """Tell which tools are found, with versions; exit status 1 if a needed one is missing."""
    from roundel import cache, report, tools

    findings = tools.survey()
    where = str(cache.cache_root())
    if json:
        report.print_json(report.doctor_record(findings, __version__, where))
    else:
        report.print_doctor(findings, __version__, where)
    if any(item.required and item.tool is None for item in findings):
        raise typer.Exit(1)


@app.command()
def encrypt(
    source: In,
    target: Out,
    config: ConfigOption,
    mode: ModeOption,
    param: Parameters = None,
    key: KeyHex = None,
    key_file: KeyFile = None,
    key_env: KeyEnv = None,
    iv: Iv = None,
    pad: Padding = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Encrypt a file through the simulated hardware."""
    chosen = Chosen(config, param, mode, key, key_file, key_env, iv, pad, force, json)
    _job("encrypt", source, target, chosen)


@app.command()
def decrypt(
    source: In,
    target: Out,
    config: ConfigOption,
    mode: ModeOption,
    param: Parameters = None,
    key: KeyHex = None,
    key_file: KeyFile = None,
    key_env: KeyEnv = None,
    iv: Iv = None,
    pad: Padding = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Decrypt a file through the simulated hardware."""
    chosen = Chosen(config, param, mode, key, key_file, key_env, iv, pad, force, json)
    _job("decrypt", source, target, chosen)


@dataclass(frozen=True)
class Chosen:
    """The options of `encrypt` and `decrypt`, as they were given."""

    config: str
    param: list[str] | None
    mode: Mode
    key: str | None = field(repr=False)
    key_file: Path | None
    key_env: str | None
    iv: str | None
    pad: Pad | None
    force: bool
    json: bool


def _job(direction: Literal["encrypt", "decrypt"], source: Path, target: Path, how: Chosen) -> None:
    from roundel import cipher, keys, report
    from roundel.config import load_config

    config = load_config(how.config, how.param or [])
    if how.key is not None:
        sys.stderr.write(f"roundel: warning: {keys.VISIBLE}\n")
    key = keys.read_key(config, text=how.key, file=how.key_file, variable=how.key_env)
    iv = keys.parse_iv(how.mode, how.iv)
    with Reporter() as progress:
        record = cipher.run(
            config,
            direction,
            how.mode.value,
            key=key,
            iv=iv,
            pad=how.pad.value if how.pad else None,
            source=source,
            target=target,
            force=how.force,
            progress=progress,
        ).model_dump()
    if how.json:
        report.print_json(record)
    else:
        report.print_job(record)


@app.command()
def verify(
    config: ConfigArgument,
    param: Parameters = None,
    netlist: Annotated[
        Frontend | None,
        typer.Option("--netlist", help="Run the netlist that this Yosys front end leads to."),
    ] = None,
    campaign: Annotated[
        list[str] | None,
        typer.Option("--campaign", metavar="NAME", help="Run this one alone; repeatable."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            help="Replays a run; without it a passed result comes from the cache with its seed.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Verify a configuration: published vectors, random messages, protocol stress."""
    from roundel import report
    from roundel.config import load_config
    from roundel.verify import verify as run

    chosen = load_config(config, param or [])
    with Reporter() as progress:
        record = run(
            chosen,
            netlist=netlist.value if netlist else None,
            seed=seed,
            campaigns=campaign or (),
            progress=progress,
        ).model_dump()
    if json:
        report.print_json(record)
    else:
        report.print_verify(record)
    if not record["passed"]:
        raise typer.Exit(1)


@app.command()
def synth(
    config: ConfigArgument,
    param: Parameters = None,
    target: Annotated[
        str, typer.Option("--target", metavar="PART", help="ecp5-{25k,45k,85k}-{6,7,8}.")
    ] = "ecp5-85k-8",
    seeds: Annotated[
        str, typer.Option("--seeds", metavar="N,N,...", help="Seeds of the placer.")
    ] = "1,2,3",
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout", metavar="S", min=1, callback=_finite, help="Seconds for one seed."
        ),
    ] = 3600,
    json: Json = False,
) -> None:
    """Place and route a configuration: LUTs, flip-flops, Fmax, throughput."""
    from roundel import report
    from roundel.config import load_config
    from roundel.synth import parse_seeds
    from roundel.synth import synth as run

    chosen = load_config(config, param or [])
    numbers = parse_seeds(seeds)
    with Reporter() as progress:
        record = run(chosen, target, numbers, progress, timeout=timeout).model_dump()
    if json:
        report.print_json(record)
    else:
        report.print_synth(record)
