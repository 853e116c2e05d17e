# SPDX-License-Identifier: Apache-2.0
"""Place and route a single module of the library, in the flow and harness of `roundel synth`.

    python scripts/place.py roundel_ecb Lanes=6 SecondSboxLanes=2 SecondSbox=1 Stages=5 --seeds 1

The script serves designs without a configuration: a mode without its streams, lanes without a
matching bus, or, with `--file` and `--other`, a core of another project behind a wrapper. A missing
parameter has its default; constants of the packages are given as numbers. The wrapper's clock and
reset are clk_i and rst_ni. Modules of the other core and of the library must have different names.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from roundel import design
from roundel.base.errors import FailureError, InputError, RoundelError
from roundel.fpga import AUTO, ECP5, find_target, parse_seeds, recipes
from roundel.fpga.flow import Placeable
from roundel.fpga.mapping import Circuit
from roundel.fpga.record import Fmax
from roundel.jobs import Board, Session
from roundel.reproduce.work import place_all

TIMEOUT = 7200.0  # timeout of a tool in seconds: six lanes take most of an hour


@dataclass(frozen=True)
class Module(Placeable):
    """A module of the library, or a wrapper around a core of another project."""

    top: str
    parameters: tuple[tuple[str, int], ...]  # parameters that differ from the defaults, by name
    files: tuple[Path, ...] = ()  # the wrapper
    others: tuple[Path, ...] = ()  # Verilog of another project
    recipe: str = ECP5.find_recipe().name
    frontend: recipes.Frontend = "slang"

    @property
    def size(self) -> float:
        """A size for the estimate of time; the real size is unknown."""
        return 10_000.0

    def module(self) -> Circuit:
        """The module."""
        return Circuit(self.top, self.top, dict(self.parameters), self.files, self.others)


def values(given: list[str]) -> dict[str, int]:
    """The parameters of a command line."""
    found: dict[str, int] = {}
    for item in given:
        name, equals, text = item.partition("=")
        try:
            number = int(text, 0)
        except ValueError:
            equals = ""
            number = 0
        if not name or not equals:
            raise InputError(f"{item!r} is not a parameter; give NAME=NUMBER.")
        if name in found:
            raise InputError(f"the parameter {name} is given twice.")
        found[name] = number
    return found


def place(
    module: str,
    given: list[str],
    target: str,
    seeds: str,
    *,
    files: Sequence[Path] = (),
    others: Sequence[Path] = (),
    recipe: str = AUTO,
) -> None:
    """Map the module, place and route it once for each seed, and print the results."""
    part, wanted = find_target(target), parse_seeds(seeds)
    if not files and module not in {source.stem for source in design.sources()}:
        raise InputError(f"the library has no module {module!r}; name a file of rtl/.")
    asked = Module(
        module,
        tuple(values(given).items()),
        tuple(path.resolve() for path in files),
        tuple(path.resolve() for path in others),
        ECP5.find_recipe(recipe).name,
        "verilog" if others else "slang",
    )
    try:
        asked.circuit()
    except FailureError as error:
        raise InputError(str(error)) from error
    with Board() as board, Session(watcher=board) as session:
        (placed,) = place_all([asked], part, wanted, session, TIMEOUT)
    if isinstance(placed, FailureError):
        raise placed
    cells = placed.prepared.core
    print(f"{cells.lut:,} LUT4, {cells.ff:,} flip-flops, {cells.bram} block RAMs")
    for run in placed.runs:
        print(f"seed {run.seed}: {run.routed.fmax_mhz:.1f} MHz ({run.seconds:.0f} s)")
    print(f"median: {Fmax.of(placed.runs).median:.1f} MHz on {part.name}")


def main(
    module: Annotated[str, typer.Argument(help="A module of rtl/.")],
    parameters: Annotated[list[str] | None, typer.Argument(help="NAME=NUMBER.")] = None,
    target: Annotated[str, typer.Option(help="The part.")] = "ecp5-85k-8",
    seeds: Annotated[str, typer.Option(help="Seeds of the placer.")] = "1,2,3",
    file: Annotated[
        list[Path] | None, typer.Option(help="A wrapper outside the library.", exists=True)
    ] = None,
    other: Annotated[
        list[Path] | None, typer.Option(help="Verilog of another project.", exists=True)
    ] = None,
    recipe: Annotated[str, typer.Option(help="The recipe of the mapping.")] = AUTO,
) -> None:
    """Place and route a single module of the library."""
    try:
        found = {"files": file or [], "others": other or []}
        place(module, parameters or [], target, seeds, **found, recipe=recipe)
    except RoundelError as error:
        print(f"place: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_status) from None


if __name__ == "__main__":
    typer.run(main)
