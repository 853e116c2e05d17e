# SPDX-License-Identifier: Apache-2.0
"""The common part of simulated devices: a compiled library with one device, and its errors."""

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
"""The types of text for a device."""

_CERTAIN = 65536  # the harness' fixed-point unit of probability


class Loaded:
    """A compiled device until `close`; a context manager closes the device.

    Only one thread may use a device at a time; two devices are independent. A subclass names its
    harness in `sim/` and the prefix of its functions.
    """

    HARNESS: ClassVar[str]
    PREFIX: ClassVar[str]

    def __init__(self, name: str, library: Path) -> None:
        """Load a library of `roundel.sim.verilated`, and create its device."""
        self.name = name
        # The type of cffi's library objects does not include their functions.
        self._ffi, self._library = load(
            "the simulated device", library, design.sim_root() / f"{self.HARNESS}.h"
        )
        self._device: Any = self._function("create")()
        if self._device == self._ffi.NULL:
            raise FailureError(
                f"the simulated device {name} does not start; free memory and try again."
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the device's memory; further calls fail. `close` may be called twice."""
        if self._device is not None:
            self._function("destroy")(self._device)
            self._device = None

    @property
    def cycles(self) -> int:
        """Clock cycles since the device was opened, including cycles of resets."""
        return int(self._function("cycles")(self._handle()))

    def reset(self) -> None:
        """Reset: drops all blocks in flight, and every key."""
        self._call("reset")

    def _function(self, name: str) -> Any:
        return getattr(self._library, self.PREFIX + name)

    def _handle(self) -> Any:
        if self._device is None:
            raise FailureError("this simulated device is closed; open another device.")
        return self._device

    def _call(self, name: str, *arguments: Any) -> int:
        """Call a function of the library; raises an error of the function."""
        device = self._handle()
        result = int(self._function(name)(device, *arguments))
        if result >= 0:
            return result
        text: Any = self._ffi.string(self._function("last_error")(device))  # bytes of a char *
        raise self._error(result, text.decode())

    def _error(self, result: int, text: str) -> FailureError | InputError:
        """The exception for an error of a function with this text."""
        if result == -1:  # ROUNDEL_ERROR_ARGUMENT in every harness
            return InputError(f"the simulated device {self.name} refuses: {text}.")
        return FailureError(f"the simulated device {self.name} failed: {text}.")


class Simulated(Loaded):
    """A simulated device with keys and optional pauses at its ports."""

    @property
    def key_bytes(self) -> int:
        """Bytes of a key."""
        return int(self._function("key_bytes")())

    def zeroise(self) -> None:
        """Pulse the zeroise pin: drops all blocks in flight and clears every key."""
        self._call("zeroise")

    def set_stalls(self, seed: int, input_idle: float, output_stall: float) -> None:
        """Pause at random from now on; the results must not change.

        The pauses depend on the low 64 bits of `seed`. Each cycle is idle at the inputs with the
        probability `input_idle`, and stalls an output with the probability `output_stall`; both are
        below 1. An output without back-pressure has no pauses.
        """
        chances = [round(chance * _CERTAIN) for chance in (input_idle, output_stall)]
        self._call("set_stalls", seed & (2**64 - 1), *chances)

    def set_watchdog(self, cycles: int) -> None:
        """Set the watchdog: for how many consecutive cycles the hardware may refuse an offer."""
        self._call("set_watchdog", cycles)


@functools.cache
def _declarations(*headers: Path) -> cffi.FFI:
    """The C interface of some headers, parsed once."""
    ffi = cffi.FFI()
    for header in headers:
        ffi.cdef(verilated.interface(header))
    return ffi


def load(what: str, library: Path, *headers: Path) -> tuple[cffi.FFI, Any]:
    """The C interface of some headers, and the compiled library."""
    ffi = _declarations(*headers)
    try:
        return ffi, ffi.dlopen(str(library))
    except OSError as error:
        raise FailureError(
            f"{what} at {library} cannot be loaded; delete {library.parent} and try again."
        ) from error


def compiled(
    kind: str,
    compiler: tools.Tool,
    flags: Sequence[str],
    arguments: Sequence[str],
    sources: Sequence[Path],
    headers: Sequence[Path] = (),
) -> Path:
    """A shared library from one call of a compiler, if missing in the cache.

    The key contains all inputs except `arguments`, the options for include folders.
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
