# SPDX-License-Identifier: Apache-2.0
"""The user's choice of a system: processor, AES unit and memory."""

from dataclasses import dataclass
from typing import Any, Self

from roundel import design
from roundel.base.errors import InputError
from roundel.base.progress import Progress, null_progress
from roundel.design import elaborate
from roundel.design.tops import either
from roundel.soft.hosts import Host, find_host
from roundel.soft.system import LARGEST_MEMORY, MEMORY_BYTES, System

# The parameters of each unit; each is a parameter of the RTL and an option of the command.
_OWN = {"none": (), "aes32": ("Sbox", "Latency"), "block": ("Sbox", "Latency", "Columns")}
_ADAPTERS = {"picorv32": "roundel_pcpi", "vexriscv": "roundel_cfu"}
_HUGE = 1 << 31  # limit of the RTL's signed 32-bit parameters


def units() -> list[str]:
    """The names of the units, "none" first."""
    return list(design.choices("Unit"))


@dataclass(frozen=True)
class Setting:
    """A system that can be built; `choose` checks the values."""

    host: Host
    unit: str  # "none", "aes32" or "block"
    # Parameters of the unit: "Sbox" (a name), "Latency", and "Columns" of block.
    parameters: dict[str, str | int]
    memory_bytes: int

    @classmethod
    def choose(
        cls,
        host: str,
        unit: str = "none",
        *,
        sbox: str | None = None,
        latency: int | None = None,
        columns: int | None = None,
        memory_bytes: int = MEMORY_BYTES,
    ) -> Self:
        """A system from names and numbers; None selects the RTL's default.

        `latency` is the latency of the S-boxes in cycles: 0 or 1 for aes32, 1 or 2 for block.
        `columns` is the number of columns per cycle of the block unit. `memory_bytes` is a power of
        two. InputError for an unknown processor or unit, or an impossible unit.
        """
        found, names = find_host(host), units()
        if unit not in names:
            raise InputError(f"there is no unit {unit}; choose {either(names)}.")
        power = memory_bytes & (memory_bytes - 1) == 0
        if memory_bytes < 4096 or not power or memory_bytes > LARGEST_MEMORY:
            raise InputError(
                f"a memory of {memory_bytes} bytes is not possible; give a power of two from 4096 "
                f"to {LARGEST_MEMORY}."
            )
        given = {"Sbox": sbox, "Latency": latency, "Columns": columns}
        for name, value in given.items():
            if value is not None and name not in _OWN[unit]:
                owners = either([key for key, own in _OWN.items() if name in own])
                raise InputError(
                    f"unit {unit} has no parameter {name}; omit {name.lower()}, or choose the unit "
                    f"{owners}."
                )
            if isinstance(value, int) and abs(value) >= _HUGE:
                raise InputError(
                    f"{name}={value} is not possible: the RTL's parameters have 32 bits; give "
                    f"{name.lower()} a small number."
                )
        if sbox is not None and sbox not in design.choices("Sbox"):
            named = either(design.choices("Sbox"))
            raise InputError(f"there is no S-box {sbox}; choose {named}.")
        chosen = {name: value for name, value in given.items() if value is not None}
        return cls(found, unit, _complete(found, unit, chosen), memory_bytes)

    def open(self, progress: Progress = null_progress) -> System:
        """Open the system in simulation; see `System.open`."""
        return System.open(self.host, self.top_parameters, progress, self.name)

    def described(self) -> dict[str, Any]:
        """The fields of a record that describe the system."""
        return {
            "host": self.host.name,
            "unit": self.unit,
            "parameters": self.parameters,
            "memory_bytes": self.memory_bytes,
        }

    @property
    def top_parameters(self) -> dict[str, int | str]:
        """The parameters of the system's top, as the RTL's integers."""
        unit = {} if self.unit == "none" else _numbers(self.unit, self.parameters)
        return {"MemoryBytes": self.memory_bytes, **unit}

    @property
    def name(self) -> str:
        """The name in messages."""
        return self.host.name if self.unit == "none" else f"{self.host.name} with {self.unit}"


def _complete(host: Host, unit: str, given: dict[str, str | int]) -> dict[str, str | int]:
    """All parameters of a unit, with the RTL's defaults; InputError for a refused combination."""
    if unit == "none":
        return {}
    chosen = tuple(_numbers(unit, given).items())
    built = elaborate.elaborate(tuple(design.sources()), _ADAPTERS[host.name], chosen)
    names = {value: name for name, value in design.choices("Sbox").items()}
    whole: dict[str, str | int] = {
        name: names[built.values[name]] if name == "Sbox" else built.values[name]
        for name in _OWN[unit]
    }
    if built.complaints:
        reason = built.complaints[0].removeprefix(elaborate.ERROR).replace("_", " ")
        values = " and ".join(f"{name}={value}" for name, value in whole.items())
        raise InputError(
            f"unit {unit} with {values} is not possible: {reason}; choose other values."
        )
    return whole


def _numbers(unit: str, parameters: dict[str, str | int]) -> dict[str, int]:
    """A unit and its parameters as integers of the RTL."""
    sboxes = design.choices("Sbox")
    values = {
        name: sboxes[value] if isinstance(value, str) else value
        for name, value in parameters.items()
    }
    return {"Unit": design.choices("Unit")[unit], **values}
