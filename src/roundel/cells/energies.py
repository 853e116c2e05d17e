# SPDX-License-Identifier: Apache-2.0
"""A library whose energies OpenSTA 2019 applies as they are meant.

A liberty file tells the energy inside a cell for a change of a pin, often several times: for each
input that may have caused it (`related_pin`) and each state of the others (`when`). One of them is
spent. OpenSTA 2019 (search/Power.cc, `findInternalPower`) adds those of all related pins, guesses
some states from the function and then leaves the change that was counted out, and takes half of
what has no condition, but of clocks the whole. Here every pin has one energy, the mean of those
that are told, under a condition that always holds: of that it takes the energy of a rise and of a
fall for each change, of which one is spent, whatever the pin (`roundel.cells.power` halves it).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from roundel.base.errors import FailureError
from roundel.cells.liberty import Source, write
from roundel.cells.liberty.syntax import Group, Simple, Statement, parse
from roundel.cells.liberty.tables import Table, TableError, Templates, read_table

__all__ = ["with_mean_energies"]

_ENERGY = "internal_power"
_TEMPLATE = "power_lut_template"
_VARIABLES = frozenset({
    *("input_net_transition", "input_transition_time", "total_output_net_capacitance"),
    *("constrained_pin_transition", "related_pin_transition"),
})  # fmt: skip


def with_mean_energies(text: str) -> str:
    """A liberty file's text with one energy for each pin that has any, and without comments.

    Args:
        text: The text, one that `roundel.cells.liberty` takes or writes.

    Raises:
        FailureError: An energy's table cannot be read, or those of a pin have different axes.
    """
    statements, _ = parse(Source("the library", text))
    for library in (item for item in statements if isinstance(item, Group)):
        found = {group.name: group for group in library.groups(_TEMPLATE)}
        written = Templates(_TEMPLATE)
        for cell in library.groups("cell"):
            for pin in cell.groups("pin"):
                energies = list(pin.groups(_ENERGY))
                if energies:
                    others = [item for item in pin.items if item not in energies]
                    pin.items = [*others, *_mean(pin.name, energies, found, written)]
        first = next(library.groups("cell"), None)
        place = len(library.items) if first is None else library.items.index(first)
        library.items[place:place] = written.written()
        library.items = [
            item
            for item in library.items
            if not (isinstance(item, Group) and found.get(item.name) is item)
        ]
    return write(statements)


def _mean(
    pin: str, groups: Sequence[Group], found: Mapping[str, Group], written: Templates
) -> list[Statement]:
    """One group of energies in place of a pin's, for each supply that is told."""
    by_supply: dict[str, list[tuple[str, dict[str, Table]]]] = defaultdict(list)
    for group in groups:
        try:
            tables = {
                item.kind: read_table(item, found, _VARIABLES)
                for item in group.groups("power", "rise_power", "fall_power")
            }
        except TableError as error:
            raise FailureError(
                f"an energy of pin {pin} in the library cannot be read ({error.args[0]}), so its "
                "power is not known."
            ) from error
        if "power" in tables:
            tables = {"rise_power": tables["power"], "fall_power": tables["power"]}
        supply = group.get("related_pg_pin")
        by_supply[supply].append((group.get("related_pin").replace(",", " "), tables))
    made: list[Statement] = []
    for supply, energies in by_supply.items():
        related = next((name.split()[0] for name, _ in energies if name), "")
        items: list[Statement] = [
            *[Simple("related_pg_pin", supply)] * bool(supply),
            *[Simple("related_pin", related)] * bool(related),
            Simple("when", "1"),
        ]
        for kind in ("rise_power", "fall_power"):
            tables_of = [tables[kind] for _, tables in energies if kind in tables]
            if tables_of:
                items.append(written.group(_average(tables_of, len(energies), pin), kind))
        made.append(Group(_ENERGY, [], items))
    return made


def _average(tables: Sequence[Table], count: int, pin: str) -> Table:
    """The mean of tables, of `count` energies of which some may lack it."""
    nonzero = [table for table in tables if any(map(float, table.values))]
    axes = {
        (table.variables, tuple(tuple(map(float, axis)) for axis in table.axes))
        for table in nonzero
    }
    if len(axes) > 1:
        raise FailureError(
            f"energies of pin {pin} in the library have different axes, which Roundel does not "
            "average, so its power is not known."
        )
    if not nonzero:
        return Table((), (), ("0.0",))
    values = np.sum([np.array(table.values, dtype=float) for table in nonzero], axis=0) / count
    first = nonzero[0]
    return Table(first.variables, first.axes, tuple(f"{value:.6g}" for value in values))
