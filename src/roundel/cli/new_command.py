# SPDX-License-Identifier: Apache-2.0
"""The command `new`: a configuration file as a starting point."""

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli import options

if TYPE_CHECKING:
    from roundel.design import Config

_WIDTH = 100


def new(
    preset: Annotated[
        str,
        typer.Argument(
            metavar="PRESET",
            help="The preset or configuration file to copy.",
            autocompletion=options.complete_configs,
        ),
    ] = "iterative",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write to this file (default: standard output)."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
) -> None:
    """Write a commented configuration file as a starting point.

    The file lists every parameter of the top with its meaning, its values and its present value.
    """
    from roundel.base.errors import InputError
    from roundel.base.text_files import check_absent, check_place, write_whole
    from roundel.design import load_config

    text = commented(load_config(preset))
    if output is None:
        sys.stdout.write(text)
        return
    if output.suffix not in (".yaml", ".yml"):
        raise InputError(f"{output} does not end in .yaml; give a file name that ends in .yaml.")
    check_absent(output, force=force)
    check_place(output, "--output")
    write_whole(output, text)


def commented(config: "Config") -> str:
    """A configuration as YAML, with a comment for every parameter."""
    from roundel.design import Config, alternatives, spelled, top_of
    from roundel.design.tops import value_meanings

    lines = _comment(
        f"A configuration of {top_of(config)}, made from {config.name}. `roundel show` with this "
        "file's path prints the derived facts, and `roundel schema config` describes the "
        "parameters of all tops."
    )
    for field, value in config.own_fields().items():
        lines += ["", *_comment(Config.model_fields[field].description or "")]
        values = value_meanings(field) if isinstance(value, str) else {}
        lines += [
            line
            for name, text in values.items()
            for line in _comment(f"{name}: {text}" if text else name, "  ")
        ]
        possible = alternatives(config, field)
        if not field.endswith("Cuts") and possible:
            lines += _comment(f"Possible with this file's other values: {', '.join(possible)}.")
        lines.append(f"{field}: {spelled(field, value)}")
    return "\n".join(lines) + "\n"


def _comment(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=f"# {indent}",
        subsequent_indent=f"# {indent}{indent}",
        break_on_hyphens=False,
    )
