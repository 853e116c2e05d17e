# SPDX-License-Identifier: Apache-2.0
"""Which modules of a design are mapped alone, each with what its instances are read for.

A round gives its result with and without MixColumns, and nearly every instance is read for one of
them. Mapped with both, it carries loads that are not there.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from roundel.fpga.units import Unit


@dataclass(frozen=True)
class Apart:
    """A module that is mapped alone, for some of its instances."""

    name: str  # the new name
    module: str
    instances: tuple[tuple[str, str], ...]  # the module around an instance, and its name there
    unread: tuple[tuple[str, int], ...]  # outputs that nothing reads, with their width

    @property
    def what(self) -> str:
        """What it stands for, in words."""
        count = len(self.instances)
        return f"one of {count} alike rounds" if count > 1 else "a round"


def find_apart(modules: Mapping[str, Any], found: list[Unit]) -> list[Apart]:
    """Of the found modules those with registers and more than one instance, to be mapped alone.

    The slowest path of a module with one instance may contain what is around it. `modules` is the
    elaborated design in Yosys' JSON, without cells that nothing reads.
    """
    kept: list[Apart] = []
    for unit in (unit for unit in found if unit.sequential):
        # Instances by the outputs that they are not read for.
        groups: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
        for around, body in modules.items():
            read = _read(body)
            for name, cell in body["cells"].items():
                if cell["type"] != unit.module:
                    continue
                outputs = [
                    port
                    for port, bits in sorted(cell["connections"].items())
                    if cell["port_directions"][port] == "output" and not read.intersection(bits)
                ]
                groups[tuple(outputs)].append((around, name))
        if sum(map(len, groups.values())) < 2:
            continue
        ports = modules[unit.module]["ports"]
        for unread, instances in sorted(groups.items()):
            widths = tuple((name, len(ports[name]["bits"])) for name in unread)
            name = f"unit_{len(kept)}_{unit.kind}"
            kept.append(Apart(name, unit.module, tuple(instances), widths))
    return kept


def _read(body: Mapping[str, Any]) -> set[int | str]:
    """The nets of a module that something reads: an input of a cell, or an output of its own."""
    found: set[int | str] = set()
    for port in body["ports"].values():
        if port["direction"] == "output":
            found.update(port["bits"])
    for cell in body["cells"].values():
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] != "output":
                found.update(bits)
    return found


def escaped(name: str) -> str:
    """A name as Yosys' selections take it, with what they give a meaning to behind a backslash."""
    return re.sub(r"([\[\]*?])", r"\\\1", name)
