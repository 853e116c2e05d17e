# SPDX-License-Identifier: Apache-2.0
"""What the simulated devices have in common: a compiled library with one device, and its errors."""

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

import cffi

from roundel import design
from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError, InputError
from roundel.sim import verilated

Data = bytes | bytearray | memoryview
"""What a device takes as text."""

_CERTAIN = 65536  # the harness' unit of probability


class Loaded:
    """A compiled device until `close`; a context manager closes it.

    It serves one thread at a time; two devices are independent. A subclass names its harness in
    `sim/` and the prefix of its functions.
    """

    HARNESS: ClassVar[str]
    PREFIX: ClassVar[str]

    def __init__(self, name: str, library: Path) -> None:
        """Load a library that `roundel.sim.verilated` made, and create its device."""
        self.name = name
        # The type of cffi's library objects says nothing of the functions in them.
        self._ffi, self._library = load(
            "the simulated device", library, design.sim_root() / f"{self.HARNESS}.h"
        )
        self._device: Any = self._function("create")()
        if self._device == self._ffi.NULL:
            raise FailureError(
                f"the simulated device {name} does not start; free some memory and try again."
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the device's memory back; further calls fail. Closing twice is allowed."""
        if self._device is not None:
            self._function("destroy")(self._device)
            self._device = None

    @property
    def cycles(self) -> int:
        """Clock cycles since the device was opened, those of resets included."""
        return int(self._function("cycles")(self._handle()))

    def reset(self) -> None:
        """Reset: drops all that is under way, and every key."""
        self._call("reset")

    def _function(self, name: str) -> Any:
        return getattr(self._library, self.PREFIX + name)

    def _handle(self) -> Any:
        if self._device is None:
            raise FailureError("this simulated device is closed; open another one.")
        return self._device

    def _call(self, name: str, *arguments: Any) -> int:
        """Call a function of the library; what it reports as an error is raised."""
        device = self._handle()
        result = int(self._function(name)(device, *arguments))
        if result >= 0:
            return result
        told: Any = self._ffi.string(self._function("last_error")(device))  # bytes of a char *
        raise self._error(result, told.decode())

    def _error(self, result: int, text: str) -> FailureError | InputError:
        """What to raise when a function gives an error and tells this text."""
        if result == -1:  # ROUNDEL_ERROR_ARGUMENT in every harness
            return InputError(f"the simulated device {self.name} refuses: {text}.")
        return FailureError(f"the simulated device {self.name} failed: {text}.")


class Simulated(Loaded):
    """A simulated device with keys and ports that can be made to wait."""

    @property
    def key_bytes(self) -> int:
        """Bytes of a key."""
        return int(self._function("key_bytes")())

    def zeroise(self) -> None:
        """Pulse the zeroise pin: drops all that is under way, clears every key."""
        self._call("zeroise")

    def set_stalls(self, seed: int, input_idle: float, output_stall: float) -> None:
        """Pause at random from now on, which the results must not show.

        The pauses follow from the low 64 bits of `seed`. A cycle offers nothing new with the
        probability `input_idle`, and takes nothing from an output with the probability
        `output_stall`; both are below 1. An output that cannot wait has no pauses.
        """
        chances = [round(chance * _CERTAIN) for chance in (input_idle, output_stall)]
        self._call("set_stalls", seed & (2**64 - 1), *chances)

    def set_watchdog(self, cycles: int) -> None:
        """Set for how many cycles in a row the hardware may leave what is offered."""
        self._call("set_watchdog", cycles)


@functools.cache
def _declarations(*headers: Path) -> cffi.FFI:
    """The C interface in some headers, parsed once."""
    ffi = cffi.FFI()
    for header in headers:
        ffi.cdef(verilated.interface(header))
    return ffi


def load(what: str, library: Path, *headers: Path) -> tuple[cffi.FFI, Any]:
    """The C interface in some headers, and the compiled library that has it."""
    ffi = _declarations(*headers)
    try:
        return ffi, ffi.dlopen(str(library))
    except OSError as error:
        raise FailureError(
            f"{what} at {library} does not load; delete {library.parent} and try again."
        ) from error


def compiled(
    kind: str,
    compiler: tools.Tool,
    flags: Sequence[str],
    arguments: Sequence[str],
    sources: Sequence[Path],
    headers: Sequence[Path] = (),
) -> Path:
    """A shared library from one call of a compiler, if the cache does not have it.

    The library is kept by everything but `arguments`, which say where the headers are.
    """
    key = cache.digest(" ".join([compiler.stamp, *verilated.machine(), *flags]), *sources, *headers)

    def make(draft: Path) -> None:
        programs.run(
            compiler,
            [*flags, "-fPIC", "-shared", *sources, "-o", f"{kind}.so", *arguments],
            cwd=draft,
            log=draft / "log.txt",
            timeout=300.0,
        )

    return cache.entry(kind, key, make) / f"{kind}.so"
