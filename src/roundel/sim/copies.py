# SPDX-License-Identifier: Apache-2.0
"""64 independent copies of a mapped netlist, with a count of each net's changes.

The value of a net is a word; bit c belongs to copy c. `sim/roundel_netlist.h` is the simulator, and
`sim/roundel_copies.cpp` is its interface. g++ compiles both once for all netlists.
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import cffi
import numpy as np
from numpy.typing import NDArray

from roundel import design
from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.sim.netlist import HEADER, Tables
from roundel.sim.simulated import compiled, load

COPIES = 64
SOURCES = (design.sim_root() / "roundel_copies.cpp", design.sim_root() / HEADER)
"""The non-Python files of the simulator."""

Words = NDArray[np.uint64]

_OPTIONS = ("-std=gnu++20", "-O2")


class Copies:
    """Copies of a netlist; flip-flops start with random values from a seed.

    The module is flat, in Yosys' JSON, with the cells of `roundel.sim.netlist`.
    """

    def __init__(self, module: Mapping[str, Any], seed: int = 1) -> None:
        tables = Tables(module, "the netlist")
        self._numbers = tables.nets
        # The nets of each port, bit 0 first.
        self.ports = {name: nets for name, (_, nets) in tables.ports.items()}
        self._ffi, self._library = _load()
        handle: Any = self._library.roundel_copies_create(
            self._pointer(tables.numbers(), np.uint32)
        )
        if handle == self._ffi.NULL:
            raise FailureError("the netlist does not fit the memory; free memory and try again.")
        self._handle: Any = self._ffi.gc(handle, self._library.roundel_copies_destroy)
        self.nets: Words = self._array("nets", tables.count)  # the word of each net
        # The changes of each net, summed over all copies; the user may clear the counts.
        self.toggles: Words = self._array("toggles", tables.count)
        states = [row[0] for row in tables.flops]
        random = np.random.default_rng(seed)
        self._drive(states, random.integers(0, 1 << 64, len(states), np.uint64, endpoint=False))

    def net(self, bit: int | str) -> int:
        """The index of a net in `nets` and `toggles`, from its number in JSON or a constant."""
        return self._numbers[bit] if isinstance(bit, int) else int(bit == "1")

    def set(self, port: str, words: Words | np.uint64) -> None:
        """Drive an input port: one word per bit, bit 0 first, or one word for all bits."""
        nets = self.ports[port]
        self._drive(nets, np.broadcast_to(words, len(nets)))

    def get(self, port: str) -> Words:
        """The words of a port, bit 0 first."""
        return self.nets[self.ports[port]]

    def settle(self) -> None:
        """Propagate inputs and flip-flops through all logic without delay."""
        self._library.roundel_copies_settle(self._handle)

    def ripple(self) -> None:
        """Propagate inputs and flip-flops with a delay of one step per cell, including glitches."""
        self._library.roundel_copies_ripple(self._handle)

    def edge(self) -> None:
        """Apply a rising edge of the clock; call `settle` or `ripple` before and after."""
        self._library.roundel_copies_edge(self._handle)

    def _drive(self, nets: list[int], words: Words) -> None:
        self._library.roundel_copies_drive(
            self._handle, self._pointer(nets, np.uint32), self._pointer(words, np.uint64), len(nets)
        )

    def _pointer(self, numbers: Sequence[int] | Words, kind: type[np.unsignedinteger]) -> Any:
        """A C array of numbers."""
        array: Any = np.array(numbers, dtype=kind)
        return self._ffi.from_buffer(f"{array.dtype.name}_t[]", array)

    def _array(self, name: str, count: int) -> Words:
        """An array in the library's memory."""
        first = getattr(self._library, f"roundel_copies_{name}")(self._handle)
        memory: Any = self._ffi.buffer(first, 8 * count)
        array: Words = np.frombuffer(memory, dtype=np.uint64)
        return array


@functools.cache
def _load() -> tuple[cffi.FFI, Any]:
    """The simulator's library, compiled if missing in the cache, and its declarations."""
    library = compiled("copies", tools.find("g++"), _OPTIONS, (), SOURCES[:1], SOURCES[1:])
    return load("the simulator of copies", library, SOURCES[0])
