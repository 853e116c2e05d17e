# SPDX-License-Identifier: Apache-2.0
"""The commands `encrypt` and `decrypt`: files through the simulated hardware."""

import inspect
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from roundel.base.errors import InputError
from roundel.cli import options
from roundel.cli.options import Access, Json, Mode, Parameters
from roundel.cli.tables import print_record

if TYPE_CHECKING:
    from roundel.crypt.block_files import CipherRecord
    from roundel.crypt.requests import FileRequest, Operation
    from roundel.design import Config
    from roundel.sim.block_modes import Direction

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
            autocompletion=options.complete_configs,
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


def _command(direction: "Direction", about: str, without: str, **changed: Any) -> Any:
    """A command with the options of `Chosen`, but for one, and with `changed` annotations."""

    def command(**given: Any) -> None:
        _job(direction, Chosen(**given))

    parameters = [
        item.replace(annotation=changed.get(item.name, item.annotation))
        for item in inspect.signature(Chosen).parameters.values()
        if item.name != without
    ]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__doc__ = about
    return command


encrypt = _command(
    "encrypt", "Encrypt files through the simulated hardware.", "tag", tag_file=TagOut
)
decrypt = _command(
    "decrypt",
    "Decrypt files through the simulated hardware.\n\nExit status 1 if a tag is wrong.",
    "reuse_iv",
)


def _job(direction: "Direction", how: Chosen) -> None:
    from roundel import design
    from roundel.base.progress import Reporter
    from roundel.crypt import keys
    from roundel.crypt.run import run_files

    config, mode = _engine(how.config, how.param or [], how.mode, how.lanes, direction)
    if how.key is not None:
        sys.stderr.write(f"roundel: warning: {keys.VISIBLE}\n")
    if design.top_of(config) in design.BLOCKS:
        _refuse_for_blocks(how)
    requests, way = _jobs(config, mode, direction, how)
    # Without the IV that was drawn at random the output is lost, so the record comes first.
    drawn = any(job.drawn for job in requests)
    with Reporter() as progress:

        def tell(record: "CipherRecord") -> None:
            progress.stop()
            print_record(record, print_job, as_json=how.json)
            sys.stdout.flush()

        record = run_files(
            config,
            way,
            requests,
            access=how.access,
            force=how.force,
            kept=_read(how),
            before=tell if drawn else None,
            progress=progress,
        )
    if not drawn:
        print_record(record, print_job, as_json=how.json)


def print_job(record: "CipherRecord") -> None:
    """Print the files, the IVs and tags that decrypting them needs, and the cycles."""
    for item in record.files:
        values = {"iv": item.iv, "tag": item.tag}
        told = "".join(f", {name} {value}" for name, value in values.items() if value)
        sys.stdout.write(f"{item.source} to {item.target}{told}\n")
    sys.stdout.write(
        f"{record.bytes:,} bytes in, {record.bytes_out:,} out, {record.blocks:,} blocks, "
        f"{record.cycles:,} cycles of the device from the key on "
        f"({record.cycles_per_block:.2f} per block), {record.seconds:.1f} s\n"
    )


def _engine(
    source: str,
    param: list[str],
    mode: Mode | None,
    lanes: int | None,
    direction: "Direction",
) -> "tuple[Config, str]":
    """The hardware, and the mode that it is to run.

    It is a packet engine of the mode, made of any configuration. With -p Mode=none, and only then,
    it is a core for blocks, around which the host runs ECB, CBC or CTR.
    """
    from roundel import design

    more: list[str] = []
    given = {name.strip(): value for name, _, value in (item.partition("=") for item in param)}
    loaded = design.load_config(source)
    own = given.get("Mode", loaded.Mode)
    if mode is None and own == design.NO_MODE:
        raise InputError(f"{source} has no mode of its own; give --mode, for example gcm.")
    name = mode or own
    if "Mode" not in given:
        more.append(f"Mode={name}")
    elif own == design.NO_MODE and name in ("gcm", "xts"):
        raise InputError(f"the host does not run {name.upper()}; leave -p Mode=none out.")
    elif own not in (name, design.NO_MODE):
        raise InputError(f"--mode {name} and -p Mode={own} differ; leave one out.")
    more += [f"Lanes={lanes}"] if lanes is not None else []
    # CBC is two engines, one for each direction: a configuration for both can be either.
    packets = own != design.NO_MODE or "Mode" not in given
    if name == "cbc" and packets and "Direction" not in given and loaded.Direction == "both":
        more.append(f"Direction={direction}")
    return design.load_config(source, [*param, *more]), name


def _option(name: str) -> str:
    """An option by the name of its field."""
    return "IN" if name == "source" else f"--{name.replace('_', '-')}"


def _refuse_for_blocks(how: Chosen) -> None:
    """Refuse what only a packet engine does."""
    names = ("access", "aad", "tag", "tag_file", "tag_bytes", "sector", "sector_bytes", "batch")
    for name in names:
        if getattr(how, name) is not None:
            raise InputError(f"{_option(name)} is for a packet engine; leave -p Mode=none out.")


def _jobs(
    config: "Config", name: str, direction: "Direction", how: Chosen
) -> "tuple[list[FileRequest], Operation]":
    from roundel.crypt import keys, requests

    mode = _mode(name, direction, how)
    if how.batch is None:
        for place, value in (("IN", how.source), ("OUT", how.target)):
            if value is None:
                raise InputError(
                    f"missing argument {place!r}: give IN and OUT, or --batch (see --help)."
                )
    key = None
    if how.batch is None or any(item is not None for item in (how.key, how.key_file, how.key_env)):
        key = keys.read_key(config, text=how.key, file=how.key_file, variable=how.key_env)
    own = {item: getattr(how, item) for item in ("iv", "sector", "aad", "tag", "tag_file")}
    if how.batch is None:
        own |= {"in": how.source, "out": how.target, "sector": _number("--sector", how.sector)}
        return [requests.make_request(config, mode, key, own)], mode
    for item, value in {"source": how.source, **own}.items():
        if value is not None:
            raise InputError(
                f"{_option(item)} does not go with --batch, whose lines have it; leave it out."
            )
    return requests.read_batch(how.batch, config, mode, key), mode


def _mode(name: str, direction: "Direction", how: Chosen) -> "Operation":
    from roundel.crypt import requests

    for option, value, modes, reason in (
        ("--pad", how.pad, ("ecb", "cbc"), "takes a message of any length as it is"),
        ("--tag-bytes", how.tag_bytes, ("gcm",), "has no tag"),
        ("--sector-bytes", how.sector_bytes, ("xts",), "has no sectors"),
        ("--counter-bits", how.counter_bits, ("ctr",), "has no choice of counter"),
    ):
        if value is not None and name not in modes:
            raise InputError(f"{name.upper()} {reason}; leave {option} out.")
    size = "512" if how.sector_bytes is None else how.sector_bytes
    unit = requests.WHOLE if size == "any" else _number("--sector-bytes", size)
    tag_bytes = 16 if how.tag_bytes is None else how.tag_bytes
    counter_bits = int(how.counter_bits or 128)
    return requests.Operation(name, direction, how.pad, tag_bytes, unit, how.reuse_iv, counter_bits)


def _number(option: str, text: str | None) -> int | None:
    """A whole number of any size, decimal or with 0x in front."""
    if text is None:
        return None
    try:
        return int(text, 16 if text.lower().startswith("0x") else 10)
    except ValueError as error:
        raise InputError(f"{option} is a whole number; write it in digits.") from error


def _read(how: Chosen) -> list[Path]:
    """Files that a run reads beside its inputs."""
    config = Path(how.config) if how.config.endswith((".yaml", ".yml")) else None
    return [path for path in (how.key_file, how.batch, config) if path is not None]
