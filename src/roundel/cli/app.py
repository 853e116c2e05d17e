# SPDX-License-Identifier: Apache-2.0
"""The table of commands, and the application that imports a command at its first use.

A command is a function in its own module; a group of commands is a `typer.Typer`. The table
holds the help texts, and therefore `roundel --help` and shell completion import no command.
"""

import importlib
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from roundel import __version__
from roundel.base.errors import nearest
from roundel.cli import parsing

if TYPE_CHECKING:
    from typer._click import Command

COMMANDS = {
    "presets": "List the configurations that ship with Roundel.",
    "show": "Show a configuration, its latency, its throughput and its ports.",
    "choose": "Choose the best designs for a need, from characterised designs.",
    "new": "Write a commented configuration file as a starting point.",
    "schema": "Print the JSON Schema of a file or a record.",
    "doctor": "Check the tools and print their versions.",
    "store": "Merge files of results.",
    "cache": "Show and prune the cache of builds and results.",
    "encrypt": "Encrypt files through the simulated hardware.",
    "decrypt": "Decrypt files through the simulated hardware.",
    "verify": "Verify with published vectors, random messages and stress.",
    "synth": "Place and route a configuration, or map it to standard cells.",
    "explore": "Measure many configurations and find the Pareto front.",
    "export": "Write a configuration as a folder for the tools of others.",
    "compare": "Compare the figures of two records or two stores.",
    "bench": "Measure a design at its ports, in simulation.",
    "system": "Measure the throughput through a link and the driver.",
    "soft": "Run firmware on soft processors with AES instructions.",
    "reproduce": "Rebuild a paper's tables beside the published figures.",
}
"""The first sentence of each command's help, which `roundel --help` shows on one line."""

# Modules of commands with another name than `roundel.cli.NAME_command`.
_MODULES = {
    **dict.fromkeys(("presets", "show"), "roundel.cli.design_commands"),
    **dict.fromkeys(("store", "cache"), "roundel.cli.storage_commands"),
    **dict.fromkeys(("encrypt", "decrypt"), "roundel.cli.file_commands"),
    "reproduce": "roundel.reproduce.command",
}


class LazyCommand(TyperCommand):
    """A placeholder with a command's name and help; `load` imports the command."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name, help=COMMANDS[name], rich_markup_mode=None)

    def load(self) -> "Command":
        """Import the command."""
        name = str(self.name)
        module = _MODULES.get(name, f"roundel.cli.{name}_command")
        found = getattr(importlib.import_module(module), name)
        if isinstance(found, typer.Typer):
            for info in found.registered_commands:
                info.cls = parsing.Command
            command: Command = get_group(found)
        else:
            single = typer.Typer(add_completion=False, rich_markup_mode=None)
            single.command(self.name, cls=parsing.Command)(found)
            command = get_command(single)
        command.name = self.name
        return command


class _Group(TyperGroup):
    """The commands of the table; each command is imported when the command line names it."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name in COMMANDS:
            self.add_command(LazyCommand(name))

    def resolve_command(
        self, ctx: Any, args: list[str]
    ) -> "tuple[str | None, Command | None, list[str]]":
        if args[0] not in self.commands and not args[0].startswith("-"):
            if ctx.resilient_parsing:
                return None, None, args[1:]
            ctx.fail(f"there is no command {args[0]!r}{nearest(args[0], self.commands)}")
        name, command, rest = super().resolve_command(ctx, args)
        return name, command.load() if isinstance(command, LazyCommand) else command, rest


app = typer.Typer(
    cls=_Group,
    help="AES hardware to choose, prove and measure. CONFIG is a preset's name or a YAML file.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"roundel {__version__}\n")
        raise typer.Exit


@app.callback()
def _global(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Print an error's traceback (or set ROUNDEL_DEBUG=1).")
    ] = False,
) -> None:
    del version
    if debug:
        os.environ["ROUNDEL_DEBUG"] = "1"
