# SPDX-License-Identifier: Apache-2.0
"""Place and route a module of the library by itself, in the flow and harness of `roundel synth`.

    python scripts/place.py aes_ecb Lanes=6 OtherLanes=2 OtherSbox=1 Rounds=10 Stages=5 --seeds 1

For what no configuration stands for: a mode without its streams, or lanes whose number no bus has.
A parameter that is not given has its default; constants of aes_pkg are given as their numbers.
"""

import statistics
import sys
from typing import Annotated

import typer

from roundel import design
from roundel.base.errors import InputError, RoundelError
from roundel.design import elaborate as rtl
from roundel.fpga import find_target, mapping, nextpnr, parse_seeds, recipes
from roundel.fpga.harness import harness

TIMEOUT = 7200.0  # seconds that a tool may take: six lanes take most of an hour


def values(given: list[str]) -> dict[str, int]:
    """The parameters of a command line.

    Raises:
        InputError: One is not NAME=NUMBER, or is given twice.
    """
    found: dict[str, int] = {}
    for item in given:
        name, equals, text = item.partition("=")
        try:
            number = int(text, 0)
        except ValueError:
            equals = ""
            number = 0
        if not name or not equals:
            raise InputError(f"{item!r} is no parameter; give NAME=NUMBER.")
        if name in found:
            raise InputError(f"the parameter {name} is given twice.")
        found[name] = number
    return found


def place(module: str, given: list[str], target: str, seeds: str) -> None:
    """Map the module, place it once a seed, and print what came out.

    Raises:
        InputError: A name, a value or a seed is unusable.
        FailureError: A tool is missing or fails.
    """
    part, chosen, wanted = find_target(target), values(given), parse_seeds(seeds)
    sources = tuple(design.sources())
    if module not in {source.stem for source in sources}:
        raise InputError(f"the library has no module {module!r}.")
    found = rtl.elaborate(sources, module, tuple(chosen.items()))
    if found.complaints:
        raise InputError(f"{module} cannot be built so: {', '.join(found.complaints)}.")
    around = harness(module, found.ports)
    circuit = mapping.Circuit(module, module, chosen)
    mapped = mapping.map_circuit(circuit, recipes.find_recipe(recipes.AUTO), "slang", TIMEOUT)
    cells = mapped.cells
    print(f"{cells.lut4:,} LUT4, {cells.ff:,} flip-flops, {cells.bram} block RAMs", flush=True)
    netlist = mapping.harnessed(mapped, around, TIMEOUT)
    reached = []
    for seed in wanted:
        run = nextpnr.place_and_route(netlist, part, seed, lambda _: None, TIMEOUT)
        reached.append(run.routed.fmax_mhz)
        print(f"seed {seed}: {run.routed.fmax_mhz:.1f} MHz ({run.seconds:.0f} s)", flush=True)
    print(f"median: {statistics.median(reached):.1f} MHz on {part.name}")


def main(
    module: Annotated[str, typer.Argument(help="A module of rtl/.")],
    parameters: Annotated[list[str] | None, typer.Argument(help="NAME=NUMBER.")] = None,
    target: Annotated[str, typer.Option(help="The part.")] = "ecp5-85k-8",
    seeds: Annotated[str, typer.Option(help="Seeds of the placer.")] = "1,2,3",
) -> None:
    """Place and route a module of the library by itself."""
    try:
        place(module, parameters or [], target, seeds)
    except RoundelError as error:
        print(f"place: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_status) from None


if __name__ == "__main__":
    typer.run(main)
