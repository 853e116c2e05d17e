# SPDX-License-Identifier: Apache-2.0
"""The table of commands, and the application that loads a command when it is used.

A command is a function, or a `typer.Typer` for a group. The table names its place as text, so
`roundel --help` and shell completion import no command. A package above this one, such as
`reproduce`, adds its commands in the same way.
"""

import importlib
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from roundel import __version__
from roundel.base.suggestion import nearest
from roundel.cli import parsing

if TYPE_CHECKING:
    from typer._click import Command

__all__ = ["COMMANDS", "LazyCommand", "app"]


@dataclass(frozen=True)
class Entry:
    """A command of the table.

    Attributes:
        place: "module:attribute"; the attribute is a function or a `typer.Typer`.
        help: The first sentence of its help, which `roundel --help` shows on one line.
    """

    place: str
    help: str


COMMANDS = {
    "presets": Entry(
        "roundel.cli.presets_command:presets", "List the configurations that ship with Roundel."
    ),
    "show": Entry(
        "roundel.cli.show_command:show",
        "Show a configuration and what follows from it.",
    ),
    "new": Entry(
        "roundel.cli.new_command:new", "Write a commented configuration file to start from."
    ),
    "schema": Entry(
        "roundel.cli.schema_command:schema", "Print the JSON Schema of a file or a record."
    ),
    "doctor": Entry(
        "roundel.cli.doctor_command:doctor",
        "Check the tools and print their versions.",
    ),
    "store": Entry("roundel.cli.store_command:store", "Work with files of results."),
    "cache": Entry(
        "roundel.cli.cache_command:cache", "Show and prune the cache of builds and results."
    ),
    "encrypt": Entry(
        "roundel.cli.file_commands:encrypt", "Encrypt files through the simulated hardware."
    ),
    "decrypt": Entry(
        "roundel.cli.file_commands:decrypt",
        "Decrypt files through the simulated hardware.",
    ),
    "verify": Entry(
        "roundel.cli.verify_command:verify",
        "Verify with published vectors, random messages and stress.",
    ),
    "synth": Entry(
        "roundel.cli.synth_command:synth",
        "Place and route a configuration, or map it to standard cells.",
    ),
    "explore": Entry(
        "roundel.cli.explore_command:explore",
        "Measure many configurations and find the Pareto front.",
    ),
    "compare": Entry(
        "roundel.cli.compare_command:compare",
        "Compare the figures of two records or two stores.",
    ),
    "bench": Entry(
        "roundel.cli.bench_command:bench", "Measure a design at its ports, in simulation."
    ),
    "system": Entry(
        "roundel.cli.system_command:system",
        "Measure the throughput through a link and the driver.",
    ),
    "soft": Entry(
        "roundel.cli.soft_command:soft",
        "Run firmware on soft processors with AES instructions.",
    ),
    "reproduce": Entry(
        "roundel.reproduce.command:reproduce",
        "Rebuild a paper's tables beside the published figures.",
    ),
}


class LazyCommand(TyperCommand):
    """A command's name and help, which stand in for the command until it is used."""

    def __init__(self, name: str, entry: Entry) -> None:
        super().__init__(name=name, help=entry.help, rich_markup_mode=None)
        self._place = entry.place

    def load(self) -> "Command":
        """Import the command itself."""
        module, _, attribute = self._place.partition(":")
        found = getattr(importlib.import_module(module), attribute)
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
    """The commands of the table, each loaded when the command line names it."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, entry in COMMANDS.items():
            self.add_command(LazyCommand(name, entry))

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
        bool, typer.Option("--debug", help="Print the traceback of an error (or ROUNDEL_DEBUG=1).")
    ] = False,
) -> None:
    del version
    if debug:
        os.environ["ROUNDEL_DEBUG"] = "1"
