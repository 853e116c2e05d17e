# SPDX-License-Identifier: Apache-2.0
"""The command `choose`."""

import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.choose.names import Direction, Mode, Objective
from roundel.cli import options
from roundel.cli.tables import print_record, print_table

if TYPE_CHECKING:
    from roundel.choose.need import Need, Role
    from roundel.choose.record import Choice, ChooseRecord, EngineRecord


_WIDE = 1000  # per cent; larger margins have no exact number


def choose(
    target: Annotated[
        str,
        typer.Option(
            metavar="PART",
            help="Part, or cells:NAME or cells:PATH.lib for standard cells.",
            autocompletion=options.complete_targets,
        ),
    ] = "ecp5-85k-8",
    gbps: Annotated[
        float | None, typer.Option(metavar="N", help="Needed throughput, in Gbit/s.")
    ] = None,
    mode: Annotated[
        Mode, typer.Option(help="Mode of operation; none: an engine for blocks.")
    ] = "none",
    key_bits: Annotated[
        str, typer.Option(metavar="N,...", help="Key sizes that are needed at run time, in bits.")
    ] = "128",
    direction: Annotated[Direction, typer.Option(help="Needed direction.")] = "encrypt",
    packet_bytes: Annotated[
        int | None,
        typer.Option(metavar="N", help="The throughput is needed with packets of N bytes."),
    ] = None,
    streams: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help="CBC encryption: independent packets or connections in flight at the same time.",
        ),
    ] = 1,
    max_lut4: Annotated[
        int | None,
        typer.Option(
            "--max-lut4",
            "--max-lut",
            metavar="N",
            min=0,
            help="Limit of LUTs of the family's kind (default: the part).",
        ),
    ] = None,
    max_ram: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Limit of block RAMs (default: the part)."),
    ] = None,
    max_kge: Annotated[
        float | None,
        typer.Option(metavar="N", help="Standard cells: limit of thousands of gate equivalents."),
    ] = None,
    latency_ns: Annotated[
        float | None,
        typer.Option(metavar="N", help="Limit of the latency from a block to its result, in ns."),
    ] = None,
    mhz: Annotated[
        float | None,
        typer.Option(
            metavar="N",
            help="Clock of your system in MHz: the design must reach this clock, and runs at this "
            "clock. In a family that is mapped only: the clock that you assume.",
        ),
    ] = None,
    key_slots: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Needed number of stored keys.")
    ] = None,
    backpressure: Annotated[
        bool,
        typer.Option(
            "--backpressure", help="The design must hold a result until you accept the result."
        ),
    ] = False,
    margin: Annotated[
        str,
        typer.Option(
            metavar="N%",
            help="Reserve of clock, throughput and latency over the need, in per cent.",
        ),
    ] = "5%",
    objective: Annotated[Objective, typer.Option(help="Quantity that ranks the designs.")] = "area",
    designs: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Directory of characterised designs (default: those of Roundel)."
        ),
    ] = None,
    measure: Annotated[
        bool,
        typer.Option(
            "--measure", help="Place and route the best three on this machine; correct the answer."
        ),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the first design as a configuration file, for export and synth.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file of -o.")] = False,
    html: options.Html = None,
    json: options.Json = False,
) -> None:
    """Choose the best designs for a need, from characterised designs.

    Exit status 1 if no design meets the need; the answer then names the nearest design.
    """
    # The matrices of estimates are small: the start of more threads takes longer than the work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from roundel.base.errors import FailureError, InputError
    from roundel.base.text_files import check_absent, check_outputs, write_whole
    from roundel.characterised import DATA, load_designs
    from roundel.choose.answer import answer, candidates
    from roundel.choose.need import Need, check, find_part, parse_key_bits, parse_margin

    found = load_designs(designs or DATA)
    need = check(
        Need(
            target=find_part(found.head, target),
            gbps=gbps,
            mode=mode,
            key_bits=parse_key_bits(key_bits),
            direction=direction,
            packet_bytes=packet_bytes,
            streams=streams,
            max_lut4=max_lut4,
            max_ram=max_ram,
            max_kge=max_kge,
            latency_ns=latency_ns,
            mhz=mhz,
            key_slots=key_slots,
            backpressure=backpressure,
            margin=parse_margin(margin),
            objective=objective,
        )
    )
    check_outputs({"--html": html, "--output": output}, [])
    if output is not None:
        if output.suffix not in (".yaml", ".yml"):
            raise InputError(
                f"{output} does not end in .yaml; give a file name that ends in .yaml."
            )
        for path in configuration_files(need, output).values():
            check_outputs({"--html": html, "--output": path}, [])
            check_absent(path, force=force)
    if measure:
        from roundel.choose.measure import measure as correct  # slow

        with options.open_session(None, "local", None, None, 600) as session:
            measured = correct(found, need, target, session, _announce)
        record, engines = measured.record, measured.engines
    else:
        engines = candidates(found, need)
        record = answer(found, need, engines)
    if html is not None:
        from roundel.choose.page import write_page  # slow

        write_page(found, record, html, engines)
    if output is not None and record.designs:
        for path, text in configurations(record, output).items():
            write_whole(path, text)
    print_record(record, print_choice, as_json=json)
    if not record.designs:
        raise FailureError(failure(record))


def _announce(number: int, count: int, parameters: str) -> None:
    sys.stderr.write(f"engine {number} of {count}: {parameters}\n")


def configuration_files(need: "Need", output: Path) -> "dict[Role, Path]":
    """The file of each role: with several, the key bits or also the direction are in the name."""
    roles = need.roles
    if len(roles) == 1:
        return {roles[0]: output}
    several = len({direction for _, direction in roles}) > 1
    return {
        (bits, direction): output.with_stem(
            f"{output.stem}-{bits}" + (f"-{direction}" if several else "")
        )
        for bits, direction in roles
    }


def configurations(record: "ChooseRecord", output: Path) -> dict[Path, str]:
    """The files of the first design: one for each engine."""
    paths = configuration_files(record.need, output).values()
    found: dict[Path, str] = {}
    for path, engine in zip(paths, record.designs[0].engines, strict=True):
        lines = [f"{name}: {value}\n" for name, value in engine.fields.items()]
        head = f"# Chosen for {describe(record)}.\n# recipe: {engine.recipe}\n"
        found[path] = head + "".join(lines)
    return found


def failure(record: "ChooseRecord") -> str:
    """One sentence about a need that no design meets."""
    missed = "; ".join(record.missed)
    relax = (
        f"; a design meets the need with {', or with '.join(record.relax)}" if record.relax else ""
    )
    advice = relax or "; no single change of the need helps"
    return f"no characterised design meets the need: {missed}{advice}."


def print_choice(record: "ChooseRecord") -> None:
    """Print the chosen designs, or the nearest design."""
    need = record.need
    chosen = record.designs or ([record.nearest] if record.nearest else [])
    heads = ["", "design", record.lut_kind or "kGE", "FF"]
    if record.mapped_only:
        heads += ["RAMs", "bits per cycle", "latency, cycles"]
        heads += ["Gbit/s", "latency, ns"] if need.mhz else []
    else:
        heads += [] if need.in_cells else ["RAMs", "cost, %"]
        heads += ["MHz", "Gbit/s", "latency, ns"]
    if need.in_cells:
        heads.append("pJ/byte")
    heads.append("margin")
    rows = [_line(record, choice, place) for place, choice in enumerate(chosen, 1)]
    what = "" if record.designs else "The nearest design to "
    title = f"{what}{describe(record)}"
    print_table(title[:1].upper() + title[1:], heads, rows, numbers=len(heads) - 2)
    for place, choice in enumerate(record.designs, 1):
        sys.stdout.write(f"{place}. {choice.reason}; {origin(choice)}\n")
    if record.nearest is not None:
        sys.stdout.write(f"the nearest design: {origin(record.nearest)}\n")
    if record.meeting is not None and record.designs:
        what = "designs" if len(need.roles) == 1 else f"combinations of {len(need.roles)} designs"
        sys.stdout.write(
            f"{record.meeting:,} of {record.considered:,} {what} with this function "
            f"meet{'s' * (record.meeting == 1)} the need\n"
        )
    if record.designs:
        first = record.designs[0]
        engines = first.engines
        for number, engine in enumerate(engines, 1):
            which = f"engine {number} of the first" if len(engines) > 1 else "the first"
            texts = commands(need, engine, need.mhz or math.floor(first.mhz or 0))
            for label, command in zip(_LABELS, texts, strict=True):
                sys.stdout.write(f"{label} {which}: {command}\n")
    sys.stdout.write("".join(f"note: {text}\n" for text in record.notes))


def describe(record: "ChooseRecord") -> str:
    """The need in words."""
    need = record.need
    what = "blocks" if need.mode == "none" else need.mode.upper()
    parts = [f"{need.gbps:g} Gbit/s of {what}" if need.gbps else what]
    if need.direction != "encrypt":
        parts.append("decryption" if need.direction == "decrypt" else "both directions")
    if need.packet_bytes:
        parts.append(f"packets of {need.packet_bytes:,} bytes")
    if need.encrypts_cbc:
        parts.append(f"{need.streams} packet{'s' * (need.streams > 1)} in flight")
    parts.append(f"keys of {' and '.join(map(str, need.key_bits))} bits")
    if need.latency_ns:
        parts.append(f"a latency of {need.latency_ns:g} ns")
    where = need.target
    if record.mapped_only:
        where += f" (mapped only; assumed clock {need.mhz:g} MHz)" if need.mhz else " (mapped only)"
    return f"{', '.join(parts)} on {where}"


def _line(record: "ChooseRecord", choice: "Choice", place: int) -> list[str]:
    names = " + ".join(
        ", ".join(f"{name}={value}" for name, value in engine.parameters.items()) or "the defaults"
        for engine in choice.engines
    )
    speed = [] if choice.gbps is None else [f"{choice.gbps:,.3f}", f"{choice.latency_ns:,.1f}"]
    if record.need.in_cells:
        names += f" ({', '.join(dict.fromkeys(item.recipe for item in choice.engines))})"
        figures = [f"{choice.kge:,.1f}", f"{choice.ff:,}", f"{choice.mhz:,.1f}"]
    else:
        figures = [f"{choice.lut:,}", f"{choice.ff:,}", f"{choice.ram:,}"]
        figures += (
            [f"{choice.bits_per_cycle:,.1f}", f"{choice.latency_cycles:,}"]
            if record.mapped_only
            else [f"{choice.cost:.1f}", f"{choice.mhz:,.1f}"]
        )
    if record.need.in_cells:
        speed.append("-" if choice.pj_per_byte is None else f"{choice.pj_per_byte:,.1f}")
    least = min(choice.margins.items(), key=lambda item: item[1], default=None)
    return [
        str(place) if record.designs else "",
        names,
        *figures,
        *speed,
        "" if least is None else f"{_margin(least[1])} {least[0]}",
    ]


def _margin(percent: float) -> str:
    """A margin in per cent; without an exact number for a need far from all designs."""
    if abs(percent) < _WIDE:
        return f"{percent:+.0f} %"
    return f"more than {_WIDE} %" if percent > 0 else f"less than -{_WIDE} %"


def origin(choice: "Choice") -> str:
    """How the figures of a design were found."""
    texts = []
    for engine in choice.engines:
        seeds = f"{engine.seeds} seed{'s' * (engine.seeds != 1)}"
        text = {
            "measured": engine.origin or f"measured with {seeds}",
            "mapped": "mapped only",
            "scaled": engine.origin,
            "interpolated": f"interpolated ({engine.origin}); {_errors(engine)}",
            "measured here": f"measured here with {seeds}",
        }[engine.source]
        unplaced = engine.lut is None and engine.source.startswith("measured")
        texts.append(engine.source if unplaced else text)
    if len(set(texts)) == 1:
        return texts[0]
    return "; ".join(f"engine {number}: {text}" for number, text in enumerate(texts, 1))


def _errors(engine: "EngineRecord") -> str:
    """The errors of an interpolated engine, in words."""
    names = {"lut": "LUTs", "kge": "area", "ff": "flip-flops", "mhz": "the clock"}
    texts = [
        f"of {name} ±{engine.error_percent[figure]:.0f} %"
        for figure, name in names.items()
        if figure in engine.error_percent
    ]
    return f"errors {', '.join(texts)} for 90 % of the estimates, already included in the figures"


_LABELS = ("show", "build", "export")  # of the commands


def commands(need: "Need", engine: "EngineRecord", mhz: float) -> list[str]:
    """The commands that show, build and export an engine, as in `_LABELS`.

    The export is for the vendor's tool, with the clock `mhz` of the design; 0 omits the clock.
    """
    from roundel.fpga import find_target

    options_ = "".join(f" -p {name}={value}" for name, value in engine.parameters.items())
    library = "cells:PATH.lib" if need.in_cells else need.target
    flow = "openlane" if need.in_cells else find_target(need.target).family.flow
    # Memories are registers in the flows for standard cells.
    own = " -p BlockRam=0" if need.in_cells and engine.fields.get("BlockRam") else ""
    limit = f" --mhz {mhz:g}" if mhz else ""
    return [
        f"roundel show iterative{options_}",
        f"roundel synth iterative{options_} --target {library} --recipe {engine.recipe}",
        f"roundel export iterative{options_}{own} -o DIR --for {flow}{limit}",
    ]
