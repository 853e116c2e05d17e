# SPDX-License-Identifier: Apache-2.0
"""A simulated system: a soft processor with memory, console and AES unit.

The cache keeps the compiled library of a system, like the libraries of the other simulated devices
(`roundel.sim.verilated`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

from roundel import design
from roundel.base.progress import Progress, null_progress
from roundel.sim import verilated
from roundel.sim.simulated import Loaded
from roundel.soft import hosts
from roundel.soft.hosts import Host

MEMORY_BYTES = 65536
"""The default memory size of a system."""
LARGEST_MEMORY = 1 << 26
"""The largest memory of a simulated system."""

_STATES: tuple[Literal["runs", "ended", "trap", "fault"], ...] = ("runs", "ended", "trap", "fault")


@dataclass(frozen=True)
class Stop:
    """The state of a program."""

    # "runs", "ended" (program end), "trap" (the processor refuses an instruction or its access) or
    # "fault" (an access to an unmapped address).
    state: Literal["runs", "ended", "trap", "fault"]
    # An instruction's address: exact for a trap, otherwise at most a few instructions later.
    place: int
    # "ended": the exit status. "fault": the address of the access, or of its cache line. "trap":
    # the cause in RISC-V's mcause, or -1 for a processor without causes.
    value: int


class System(Loaded):
    """A simulated system; `close` or a context manager closes the system."""

    HARNESS: ClassVar[str] = "roundel_soft"
    PREFIX: ClassVar[str] = "roundel_soft_"

    @classmethod
    def open(
        cls,
        host: Host,
        parameters: Mapping[str, int | str] | None = None,
        progress: Progress = null_progress,
        name: str = "",
    ) -> Self:
        """Open a system in reset, with arbitrary memory contents.

        Missing parameters of the top take their defaults; a text value is in quotes. Messages call
        the system `name` (default: the processor's name).

        Raises:
            FailureError: The processor's package or a tool is missing, or a tool fails, for example
                because a parameter is impossible.
        """
        values = dict(parameters or {})
        defines: dict[str, int | str] = {
            "ROUNDEL_SOFT_MEMORY_BYTES": int(values.get("MemoryBytes", MEMORY_BYTES)),
            "ROUNDEL_SOFT_INSIDE_HEADER": '"Vtop__Syms.h"',
        }
        name = name or host.name
        model = verilated.Model(
            name,
            host.top,
            values,
            [design.sim_root() / "roundel_soft.vlt", *hosts.sources(host, values)],
            cls.HARNESS,
            lambda _: defines,
            {"host": host.name},
            ["--public-ignore"],  # marks in VexRiscv's source cost a fifth of the speed
        )
        return cls(name, verilated.build_model(model, progress))

    @property
    def memory_bytes(self) -> int:
        """The size of the memory."""
        return int(self._function("memory_bytes")())

    def load(self, address: int, data: bytes) -> None:
        """Write to memory directly, from a word's address; zeros fill the last word."""
        whole = data + bytes(-len(data) % 4)
        self._call("load", address, whole, len(whole))

    def store(self, address: int, size: int) -> bytes:
        """Read whole words from memory directly."""
        data = self._ffi.new("uint8_t[]", size)
        self._call("store", address, data, size)
        return bytes(self._ffi.buffer(data))

    def run(self, cycles: int) -> Stop:
        """Run until the program stops, for at most `cycles` cycles."""
        self._call("run", cycles)
        stop: Any = self._ffi.new("roundel_soft_stop *")
        self._call("stopped", stop)
        return Stop(_STATES[stop.state], stop.pc, stop.value)

    def console(self) -> bytes:
        """The program's console output since the last call."""
        parts = []
        data = self._ffi.new("uint8_t[]", 4096)
        while size := self._call("console", data, 4096):
            parts.append(bytes(self._ffi.buffer(data, size)))
        return b"".join(parts)
