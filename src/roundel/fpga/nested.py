# SPDX-License-Identifier: Apache-2.0
"""The recipe that maps units separately, then the surrounding logic; see `roundel.fpga.units`.

A family gives the commands for each kind of unit (`UnitMapping`), and thereby its own S-boxes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from roundel.fpga.units import Unit


@dataclass(frozen=True)
class UnitMapping:
    """The separate mapping of each kind of unit in a family."""

    commands: Mapping[str, str]  # Yosys' command that turns gates into LUTs, by kind
    # The command for a unit with registers, of any kind. A table in such a unit is ordinary logic
    # between registers.
    sequential: str
    techmap: str  # Yosys' file that turns LUTs into the family's cells
    # The estimated delay of a combinational unit in picoseconds, by kind, from its levels of LUTs.
    # The mapper of the surrounding logic needs this delay to recognise late signals.
    delay: Mapping[str, int]


@dataclass(frozen=True)
class Nested:
    """Commands that map the units separately, then the surrounding logic.

    The hierarchy stays during mapping.
    """

    mapping: UnitMapping
    around: tuple[str, ...]  # the commands for the surrounding logic

    def __call__(self, found: Sequence[Unit]) -> tuple[str, ...]:
        """The commands for the units of an elaborated design."""
        if not found:
            return self.around
        units = {f"unit_{index}_{unit.kind}": unit for index, unit in enumerate(found)}
        commands = ["proc -norom", "opt_clean"]
        for name, unit in units.items():
            commands += [f"chtype -set {name} t:{unit.module}", f"rename {unit.module} {name}"]
        commands.append("design -save whole")
        for name, unit in units.items():
            commands += [
                "design -load whole",
                f"hierarchy -top {name}",
                "flatten -noscopeinfo",
                "opt -full",
                "techmap",
                "opt -full",
                "simplemap",  # opt -full makes multiplexers
                "opt_clean",
                self.mapping.sequential if unit.sequential else self.mapping.commands[unit.kind],
                "opt_clean",
                f"techmap -map {self.mapping.techmap}",
                "opt_clean",
                f"select -module {name}",
                f"write_rtlil -selected {name}.il",
                "select -clear",
            ]
        commands.append("design -load whole")
        for name, unit in units.items():
            if unit.sequential:
                commands.append(f"blackbox ={name}")
            else:
                box = _box(name, unit, self.mapping.delay[unit.kind])
                commands += [f"delete ={name}", "read_verilog -specify <<EOT", box, "EOT"]
        return (
            *commands,
            *self.around,
            *(f"delete ={name}" for name in units),
            *(f"read_rtlil {name}.il" for name in units),
            "hierarchy -check -top {top}",
            "flatten -noscopeinfo",
            "opt_clean",
            "opt_merge",  # equal delay lines of two units are merged
            "opt_clean",
        )


def _box(name: str, unit: Unit, delay: int) -> str:
    """A module with delays but without content, as Verilog on one line."""
    words = {"in": "input", "out": "output"}
    ports = ", ".join(
        f"{words[port.direction]} [{port.width - 1}:0] {port.name}" for port in unit.ports
    )
    arcs = " ".join(
        f"({start.name} *> {end.name}) = {delay};"
        for start in unit.ports
        for end in unit.ports
        if (start.direction, end.direction) == ("in", "out")
    )
    return f"(* abc9_box, blackbox *) module {name} ({ports}); specify {arcs} endspecify endmodule"
