# SPDX-License-Identifier: Apache-2.0
"""The energies of a pin, written so that OpenSTA 2019 applies them as the library means them.

A liberty file can give several energies for a change of a pin: one for each input that may have
caused the change (`related_pin`) and for each state of the other pins (`when`). A change spends one
of them. OpenSTA 2019 (search/Power.cc, `findInternalPower`) adds the energies of all related pins
and guesses some states from the function, without the change that was counted. It takes half of an
energy without a condition, but the whole of a clock's. So the written library has one energy for
each pin, the mean, under a condition that always holds. OpenSTA then takes the energy of a rise and
of a fall for each change of any pin, where a change spends one; `roundel.cells.power` halves it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from roundel.cells.liberty.syntax import Group, Simple, Statement
from roundel.cells.liberty.tables import (
    CHECK_AXES,
    DELAY_AXES,
    Table,
    TableError,
    Templates,
    read_table,
)

_EDGES = ("rise_power", "fall_power")


def mean_energies(pin: Group, found: Mapping[str, Group], written: Templates) -> Iterator[Group]:
    """One group of energies in place of a pin's, for each supply that the energies name.

    `found` are the templates of the pin's library by name; `written` those of the written library.

    Raises:
        TableError: A table cannot be read, or tables have different axes.
    """
    by_supply: dict[str, list[tuple[Group, dict[str, Table]]]] = defaultdict(list)
    for group in pin.groups("internal_power"):
        kinds = group.groups("power", *_EDGES)
        tables = {item.kind: read_table(item, found, DELAY_AXES | CHECK_AXES) for item in kinds}
        if "power" in tables:
            tables = dict.fromkeys(_EDGES, tables["power"])
        by_supply[group.get("related_pg_pin")].append((group, tables))
    for supply, energies in by_supply.items():
        related = [name for group, _ in energies for name in group.list_of("related_pin")]
        items: list[Statement] = [
            *[Simple("related_pg_pin", supply)] * bool(supply),
            *[Simple("related_pin", name) for name in related[:1]],
            Simple("when", "1"),
        ]
        for kind in _EDGES:
            own = [(group.at, tables[kind]) for group, tables in energies if kind in tables]
            if own:
                items.append(written.group(_mean(own, len(energies), pin.name), kind))
        yield Group("internal_power", [], items)


def _mean(tables: Sequence[tuple[int, Table]], count: int, pin: str) -> Table:
    """The mean of tables, each with its offset; an energy that lacks a table counts as zero."""
    nonzero = [(at, table) for at, table in tables if any(map(float, table.values))]
    if not nonzero:
        return Table((), (), ("0.0",))
    axes = {
        (table.variables, *(tuple(map(float, axis)) for axis in table.axes)) for _, table in nonzero
    }
    at, first = nonzero[0]
    if len(axes) > 1:
        raise TableError(f"energies of pin {pin} with different axes", at)
    values = np.sum([np.array(table.values, dtype=float) for _, table in nonzero], axis=0) / count
    return Table(first.variables, first.axes, tuple(f"{value:.6g}" for value in values))
