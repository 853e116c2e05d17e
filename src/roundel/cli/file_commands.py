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
    typer.Option(
        metavar="FILE", help="GCM, CCM, CMAC: write the tag to this file, not to the end of OUT."
    ),
]


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """The arguments and options of `encrypt` and `decrypt`; each command omits an option."""

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
            help="Mode of the hardware (default: the configuration's mode). With -p Mode=none "
            "the host runs ECB, CBC or CTR and the hardware is a block core. CMAC: the output is "
            "the input and its tag.",
        ),
    ] = None
    lanes: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Lanes of the packet engine, as -p Lanes=N."),
    ] = None
    access: Annotated[
        Access | None,
        typer.Option(
            help="Access to the packet engine: dma, or a card by single, simd or burst "
            "(default: dma).",
        ),
    ] = None
    param: Parameters = None
    key: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", help="The key in hexadecimal digits; other users can see the key."
        ),
    ] = field(default=None, repr=False)
    key_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file with the key in hexadecimal digits."),
    ] = None
    key_env: Annotated[
        str | None,
        typer.Option(metavar="VAR", help="An environment variable that holds the key."),
    ] = None
    iv: Annotated[
        str | None,
        typer.Option(
            metavar="HEX",
            help="CBC, CFB, OFB: the IV; CTR: the first counter block; XTS: the first tweak; 16 "
            "bytes. GCM: the IV, and CCM: the nonce of 7 to 13 bytes (default for encryption: 12 "
            "random bytes).",
        ),
    ] = None
    counter_bits: Annotated[
        Literal["32", "128"] | None,
        typer.Option(
            help="CTR: width of the counter in the counter block; RFC 3686 and GCM use 32 "
            "(default: 128).",
        ),
    ] = None
    pad: Annotated[
        Literal["pkcs7", "none"] | None,
        typer.Option(help="ECB, CBC: the padding (default: pkcs7)."),
    ] = None
    aad: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="GCM, CCM: file with the additional authenticated data."),
    ] = None
    tag: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", help="GCM, CCM, CMAC: authentication tag (default: last bytes of IN)."
        ),
    ] = None
    tag_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="GCM, CCM, CMAC: file with the tag in hexadecimal digits."
        ),
    ] = None
    tag_bytes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Size of the tag in bytes (default: 16). GCM: 16 to 12, 8 or 4; CCM: an even "
            "number of 4 to 16; CMAC: 4 to 16.",
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
            help="XTS: size of a data unit in bytes (default: 512); any: the whole file.",
        ),
    ] = None
    batch: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Run many files: each line is a JSON object with in, out and other fields.",
        ),
    ] = None
    reuse_iv: Annotated[
        bool, typer.Option("--reuse-iv", help="Accept the same key and IV for several files.")
    ] = False
    force: Annotated[bool, typer.Option("--force", help="Overwrite OUT.")] = False
    json: Json = False


def _command(direction: "Direction", about: str, without: str, **changed: Any) -> Any:
    """A command with all options of `Arguments` but `without`; `changed` holds annotations."""

    def command(**given: Any) -> None:
        _run(direction, Arguments(**given))

    parameters = [
        item.replace(annotation=changed.get(item.name, item.annotation))
        for item in inspect.signature(Arguments).parameters.values()
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


def _run(direction: "Direction", args: Arguments) -> None:
    from roundel import design
    from roundel.base.progress import Reporter
    from roundel.crypt import keys
    from roundel.crypt.run import run_files

    config, mode = _engine(args.config, args.param or [], args.mode, args.lanes, direction)
    if args.key is not None:
        sys.stderr.write(f"roundel: warning: {keys.VISIBLE}\n")
    if design.top_of(config) in design.BLOCKS:
        _refuse_for_blocks(args)
    requests, operation = _requests(config, mode, direction, args)
    # An output with a random IV is lost without the IV, and therefore the record is printed first.
    drawn = any(job.drawn for job in requests)
    with Reporter() as progress:

        def report(record: "CipherRecord") -> None:
            progress.stop()
            print_record(record, print_cipher, as_json=args.json)
            sys.stdout.flush()

        record = run_files(
            config,
            operation,
            requests,
            access=args.access,
            force=args.force,
            kept=_read(args),
            before=report if drawn else None,
            progress=progress,
        )
    if not drawn:
        print_record(record, print_cipher, as_json=args.json)


def print_cipher(record: "CipherRecord") -> None:
    """Print the files, their IVs and tags for decryption, and the cycles."""
    for item in record.files:
        values = {"iv": item.iv, "tag": item.tag}
        shown = "".join(f", {name} {value}" for name, value in values.items() if value)
        sys.stdout.write(f"{item.source} to {item.target}{shown}\n")
    sys.stdout.write(
        f"{record.bytes:,} bytes in, {record.bytes_out:,} out, {record.blocks:,} blocks, "
        f"{record.cycles:,} device cycles after the first key "
        f"({record.cycles_per_block:.2f} per block), {record.seconds:.1f} s\n"
    )


def _engine(
    source: str,
    param: list[str],
    mode: Mode | None,
    lanes: int | None,
    direction: "Direction",
) -> "tuple[Config, str]":
    """The configuration of the hardware, and the mode.

    The hardware is a packet engine for the mode, or for a set with the mode. With -p Mode=none the
    hardware is a block core, and the host runs ECB, CBC or CTR.
    """
    from roundel import design
    from roundel.crypt.run import ONLY_IN_SETS, check_set, with_mode

    more: list[str] = []
    given = {name.strip(): value for name, _, value in (item.partition("=") for item in param)}
    loaded = design.load_config(source)
    if "Mode" not in given and given.get("Modes", loaded.Modes) != "one":
        wide = [f"Lanes={lanes}"] if lanes is not None else []
        config = design.load_config(source, [*param, *wide])
        return config, check_set(config, mode)
    own = given.get("Mode", loaded.Mode)
    if mode is None and own == design.NO_MODE:
        raise InputError(f"{source} has no mode; give --mode, for example --mode gcm.")
    name = mode or own
    if "Mode" not in given:
        wanted = with_mode(name, direction).items()
        more += [f"{key}={value}" for key, value in wanted if key not in given]
    elif own == design.NO_MODE and name in ("gcm", "xts", *ONLY_IN_SETS):
        raise InputError(f"the host cannot run {name.upper()}; omit -p Mode=none.")
    elif own not in (name, design.NO_MODE):
        raise InputError(f"--mode {name} and -p Mode={own} differ; give only one of them.")
    more += [f"Lanes={lanes}"] if lanes is not None else []
    # A CBC engine has one direction; a configuration with both directions takes the command's.
    packets = own != design.NO_MODE or "Mode" not in given
    if name == "cbc" and packets and "Direction" not in given and loaded.Direction == "both":
        more.append(f"Direction={direction}")
    return design.load_config(source, [*param, *more]), name


def _option(name: str) -> str:
    return "IN" if name == "source" else f"--{name.replace('_', '-')}"


def _refuse_for_blocks(args: Arguments) -> None:
    names = ("access", "aad", "tag", "tag_file", "tag_bytes", "sector", "sector_bytes", "batch")
    for name in names:
        if getattr(args, name) is not None:
            raise InputError(f"{_option(name)} needs a packet engine; omit -p Mode=none.")


def _requests(
    config: "Config", name: str, direction: "Direction", args: Arguments
) -> "tuple[list[FileRequest], Operation]":
    from roundel.crypt import keys, requests

    mode = _mode(name, direction, args)
    if args.batch is None:
        for argument, value in (("IN", args.source), ("OUT", args.target)):
            if value is None:
                raise InputError(
                    f"missing argument {argument!r}: give IN and OUT, or --batch (see --help)."
                )
    key = None
    given = (args.key, args.key_file, args.key_env)
    if args.batch is None or any(item is not None for item in given):
        key = keys.read_key(config, text=args.key, file=args.key_file, variable=args.key_env)
    own = {item: getattr(args, item) for item in ("iv", "sector", "aad", "tag", "tag_file")}
    if args.batch is None:
        own |= {"in": args.source, "out": args.target, "sector": _number("--sector", args.sector)}
        return [requests.make_request(config, mode, key, own)], mode
    for item, value in {"source": args.source, **own}.items():
        if value is not None:
            raise InputError(
                f"{_option(item)} does not work with --batch; omit the option and write the value "
                "in the lines of the batch file."
            )
    return requests.read_batch(args.batch, config, mode, key), mode


def _mode(name: str, direction: "Direction", args: Arguments) -> "Operation":
    from roundel.crypt import requests

    for option, value, modes, reason in (
        ("--pad", args.pad, ("ecb", "cbc"), "needs no padding"),
        ("--tag-bytes", args.tag_bytes, tuple(requests.TAG_BYTES), "has no tag"),
        ("--sector-bytes", args.sector_bytes, ("xts",), "has no sectors"),
        ("--counter-bits", args.counter_bits, ("ctr",), "has no counter of selectable width"),
    ):
        if value is not None and name not in modes:
            raise InputError(f"{name.upper()} {reason}; omit {option}.")
    size = "512" if args.sector_bytes is None else args.sector_bytes
    unit = requests.WHOLE if size == "any" else _number("--sector-bytes", size)
    tag_bytes = 16 if args.tag_bytes is None else args.tag_bytes
    counter_bits = int(args.counter_bits or 128)
    pad, reuse = args.pad, args.reuse_iv
    return requests.Operation(name, direction, pad, tag_bytes, unit, reuse, counter_bits)


def _number(option: str, text: str | None) -> int | None:
    """A whole number of any size, decimal, or hexadecimal with 0x."""
    if text is None:
        return None
    try:
        return int(text, 16 if text.lower().startswith("0x") else 10)
    except ValueError as error:
        raise InputError(f"{option} must be a whole number; write decimal or 0x digits.") from error


def _read(args: Arguments) -> list[Path]:
    config = Path(args.config) if args.config.endswith((".yaml", ".yml")) else None
    return [path for path in (args.key_file, args.batch, config) if path is not None]
