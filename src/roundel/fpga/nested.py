# SPDX-License-Identifier: Apache-2.0
"""The recipe that maps units separately, then the surrounding logic; see `roundel.fpga.units`.

A family gives the commands for each kind of unit (`UnitMapping`), and thereby its own S-boxes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from roundel.fpga.family import Recipe, by_name, plain
from roundel.fpga.lut_network import Network
from roundel.fpga.units import Unit


@dataclass(frozen=True)
class UnitMapping:
    """The separate mapping of each kind of unit in a family."""

    commands: Mapping[str, str]  # Yosys' command that turns gates into LUTs, by kind
    # The command for a unit with registers, of any kind. A table in such a unit is ordinary logic
    # between registers. None: such units are mapped with the surrounding logic, because registers
    # and block RAMs of the family need more commands.
    sequential: str | None
    techmap: str  # Yosys' file that turns LUTs into the family's cells
    # The estimated delay of a combinational unit in picoseconds, by kind, from its levels of LUTs.
    # The mapper of the surrounding logic needs this delay to recognise late signals.
    delay: Mapping[str, int]
    # Networks of LUTs that replace combinational tower S-boxes, by direction.
    networks: Mapping[str, Network] = field(default_factory=dict)


@dataclass(frozen=True)
class Nested:
    """Commands that map the units separately, then the surrounding logic.

    The hierarchy stays during mapping.
    """

    mapping: UnitMapping
    around: tuple[str, ...]  # the commands for the surrounding logic

    def __call__(self, found: Sequence[Unit]) -> tuple[str, ...]:
        """The commands for the units of an elaborated design."""
        if self.mapping.sequential is None:
            found = [unit for unit in found if not unit.sequential]
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
                *self._luts(name, unit),
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

    def _luts(self, name: str, unit: Unit) -> tuple[str, ...]:
        """The commands from the whole design to one unit in LUTs."""
        network = None if unit.sequential else self.mapping.networks.get(unit.direction)
        if network is not None:
            return (
                f"delete ={name}",
                "read_verilog -icells <<EOT",
                _substitute(name, unit, network),
                "EOT",
                f"hierarchy -top {name}",
            )
        return (
            f"hierarchy -top {name}",
            "flatten -noscopeinfo",
            "opt -full",
            "techmap",
            "opt -full",
            "simplemap",  # opt -full makes multiplexers
            "opt_clean",
            (self.mapping.sequential if unit.sequential else None)
            or self.mapping.commands[unit.kind],
        )


def _substitute(name: str, unit: Unit, network: Network) -> str:
    """A tower S-box of one direction as copies of a network, one for each byte."""
    (output,) = [port for port in unit.ports if port.direction == "out"]
    copies = [
        network.verilog(f"byte_i[{8 * byte} +: 8]", f"byte_o[{8 * byte} +: 8]", f"byte_{byte}")
        for byte in range(output.width // 8)
    ]
    return "\n".join([f"module {name} ({_ports(unit)});", *copies, "endmodule"])


def _ports(unit: Unit) -> str:
    """The declarations of a unit's ports, as Verilog on one line."""
    words = {"in": "input", "out": "output"}
    return ", ".join(
        f"{words[port.direction]} [{port.width - 1}:0] {port.name}" for port in unit.ports
    )


def _box(name: str, unit: Unit, delay: int) -> str:
    """A module with delays but without content, as Verilog on one line."""
    arcs = " ".join(
        f"({start.name} *> {end.name}) = {delay};"
        for start in unit.ports
        for end in unit.ports
        if (start.direction, end.direction) == ("in", "out")
    )
    head = f"(* abc9_box, blackbox *) module {name} ({_ports(unit)})"
    return f"{head}; specify {arcs} endspecify endmodule"


NESTED = "nested"  # the name of the recipe in every family


def nested(mapping: UnitMapping, around: tuple[str, ...], synth: str) -> dict[str, Recipe]:
    """The recipes of a family with separately mapped units, and the recipe "plain"."""
    purpose = "S-boxes or rounds mapped separately, then the surrounding logic"
    return {**by_name(Recipe(NESTED, purpose, Nested(mapping, around))), **plain(synth)}
