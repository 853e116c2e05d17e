# SPDX-License-Identifier: Apache-2.0
"""The C driver of `sw/driver/`, and simulated devices for it: cards and DMAs.

This module gives its functions a shape that Python likes; `driver_library` compiles it.
"""

import mmap
from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Literal, Self

from roundel.config import Config
from roundel.driver_data import DmaLink, DmaTimes, Facts, Link, Request, Result, Times
from roundel.driver_library import card_library, dma_library, driver_library
from roundel.errors import FailureError, InputError
from roundel.progress import Progress, null_progress

__all__ = [
    "ACCESSES",
    "Access",
    "Card",
    "Dma",
    "DmaLink",
    "DmaTimes",
    "Driver",
    "Facts",
    "Link",
    "Request",
    "Result",
    "Times",
]

Access = Literal["single", "simd", "burst"]
ACCESSES: tuple[Access, ...] = ("single", "simd", "burst")
"""How a processor reaches a card, in the driver's order."""

_DMA = len(ACCESSES)  # ROUNDEL_ACCESS_DMA

_PENDING = 1
_TAG_BYTES = 16


class Driver(ABC):
    """A device behind the driver, until `close`; a context manager closes it."""

    _harness: str  # prefix of a simulated one's functions

    def __init__(
        self, where: str, access: int, timeout_ns: int, memory: Any = None, address: int = 0
    ) -> None:
        self._ffi, self._library = driver_library()
        out: Any = self._ffi.new("roundel **")
        options: Any = self._ffi.new(
            "roundel_options *", {"access": access, "timeout_ns": timeout_ns}
        )
        if memory is not None:
            self._memory: Any = self._ffi.from_buffer(memory, require_writable=True)
            options.memory, options.memory_bytes = self._memory, len(self._memory)
            options.memory_address = address
        self._device: Any = self._ffi.NULL
        self._live: dict[int, tuple[Any, int, tuple[Any, ...]]] = {}
        self._check(
            self._library.roundel_open(where.encode(), options, out), f"cannot open {where}"
        )
        # The library that the driver opened: a second opening is of the same.
        kind, _, path = where.partition(":")
        try:
            self._sim: Any = self._ffi.dlopen(path) if kind == "sim" else None
        except OSError as error:
            self._library.roundel_close(out[0])
            raise FailureError(f"cannot open {where}: {error}.") from error
        self._device = out[0]

    @abstractmethod
    def _simulation(self) -> Any:
        """What is behind a simulated device, or NULL."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all, have the device forget its keys, and free it. Closing twice is allowed."""
        if self._device != self._ffi.NULL:
            self._library.roundel_close(self._device)
            self._device = self._ffi.NULL
            self._live.clear()

    @property
    def facts(self) -> Facts:
        """What the device says of itself."""
        seen: Any = self._ffi.new("roundel_facts *")
        self._call("get_facts", seen)
        return Facts(
            seen.mode, bool(seen.encrypts), bool(seen.decrypts), seen.lanes, seen.key_bytes,
            seen.key_slots, seen.iv_bytes, seen.input_blocks, seen.output_blocks,
        )  # fmt: skip

    def load_key(self, key: bytes, slot: int = 0) -> None:
        """Load a key; requests of the slot that were submitted before are done first."""
        self._call("load_key", slot, self._ffi.from_buffer("uint8_t[]", key), len(key))

    def clear_key(self, slot: int = 0) -> None:
        """Have the key of a slot forgotten."""
        self._call("clear_key", slot)

    def zeroise(self) -> None:
        """Forget all keys and all that is under way."""
        self._call("zeroise")

    def reset(self) -> None:
        """The same, for a device that failed."""
        self._call("reset")

    def submit(self, request: Request) -> int | None:
        """Submit a request; gives its ticket, or None while as many as can be are under way."""
        if len(request.tag) > _TAG_BYTES:
            raise InputError(f"a tag has {_TAG_BYTES} bytes at most, and this {len(request.tag)}.")
        data = self._ffi.new("uint8_t[]", request.data)
        out = self._ffi.new("uint8_t[]", len(request.data))
        iv = self._ffi.new("uint8_t[]", request.iv)
        aad = self._ffi.new("uint8_t[]", request.aad)
        given: Any = self._ffi.new(
            "roundel_request *",
            {
                "slot": request.slot, "decrypt": request.decrypt, "counter_32": request.counter_32,
                "tag_bytes": request.tag_bytes, "iv": iv, "iv_bytes": len(request.iv),
                "aad": aad, "aad_bytes": len(request.aad), "input": data, "output": out,
                "bytes": len(request.data), "tag": list(request.tag.ljust(_TAG_BYTES, b"\0")),
            },
        )  # fmt: skip
        ticket: Any = self._ffi.new("uint64_t *")
        status = self._function("submit")(self._handle(), given, ticket)
        if status == self._library.ROUNDEL_E_FULL:
            return None
        self._check(status, "a request is refused")
        # What a request points to lives until its result is there.
        self._live[ticket[0]] = (out, len(request.data), (data, iv, aad))
        return int(ticket[0])

    def poll(self, ticket: int) -> Result | None:
        """A request's result, if it is there; once."""
        return self._result("poll", ticket)

    def wait(self, ticket: int, timeout_ns: int = 0) -> Result:
        """A request's result, when it is there.

        Args:
            ticket: From `submit`.
            timeout_ns: Of the device's time; 0 for ever.

        Raises:
            FailureError: It was not there in time, or the device failed.
        """
        found = self._result("wait", ticket, timeout_ns)
        if found is None:
            raise FailureError("the driver gave no result after waiting for one.")
        return found

    @property
    def now_ps(self) -> int:
        """The simulated processor's time."""
        return int(self._simulated("now")(self._simulated_device()))

    @property
    def cycles(self) -> int:
        """Cycles of the device's clock."""
        return int(self._simulated("cycles")(self._simulated_device()))

    def strerror(self, status: int) -> str:
        """A status in words."""
        told: Any = self._ffi.string(self._library.roundel_strerror(status))
        return str(told.decode())

    def _result(self, name: str, ticket: int, *more: int) -> Result | None:
        seen: Any = self._ffi.new("roundel_result *")
        status = self._function(name)(self._handle(), ticket, *more, seen)
        if status == _PENDING:
            return None
        self._check(status, f"request {ticket}")
        out, size, _ = self._live.pop(ticket)
        return Result(seen.status, bytes(self._ffi.buffer(out, size)), bytes(seen.tag))

    def _handle(self) -> Any:
        if self._device == self._ffi.NULL:
            raise FailureError("this device is closed; open another one.")
        return self._device

    def _simulated_device(self) -> Any:
        self._handle()
        device = self._simulation()
        if device == self._ffi.NULL:
            raise InputError("this device is not simulated.")
        return self._ffi.cast(f"{self._harness} *", device)

    def _simulated(self, name: str) -> Any:
        if self._sim is None:
            raise InputError("this device is not simulated.")
        return getattr(self._sim, f"{self._harness}_{name}")

    def _told(self, status: int) -> None:
        """Raise what a function of the simulation says, if it failed."""
        if status < 0:
            said: Any = self._ffi.string(self._simulated("last_error")(self._simulated_device()))
            raise FailureError(f"the simulated device: {said.decode()}.")

    def _function(self, name: str) -> Any:
        return getattr(self._library, f"roundel_{name}")

    def _call(self, name: str, *arguments: Any) -> None:
        self._check(self._function(name)(self._handle(), *arguments), name.replace("_", " "))

    def _check(self, status: int, what: str) -> None:
        if status == self._library.ROUNDEL_E_ARGUMENT:
            raise InputError(f"{what}: {self.strerror(status)}.")
        if status < 0:
            raise FailureError(f"{what}: {self.strerror(status)}.")


class Card(Driver):
    """A card in a memory slot, from `Card.open` to `close`."""

    _harness = "roundel_card"

    def __init__(self, where: str, access: Access = "single", timeout_ns: int = 0) -> None:
        """Open a device by the driver's own name for it, "sim:LIBRARY" or "mmio:PATH[@OFFSET]".

        Raises:
            FailureError: It is not there, or is no card.
        """
        super().__init__(where, ACCESSES.index(access), timeout_ns)

    @classmethod
    def open(
        cls,
        config: Config,
        *,
        access: Access = "single",
        parameters: Mapping[str, int] | None = None,
        progress: Progress = null_progress,
    ) -> Self:
        """A simulated card of a configuration, built if the cache does not have it.

        Args:
            config: With a mode.
            access: How the driver reaches its memory.
            parameters: Further ones of aes_card, for example InputBlocks.
            progress: Told what is being built.

        Raises:
            InputError: The configuration has no mode that a card can have.
            FailureError: A tool is missing or fails.
        """
        return cls(f"sim:{card_library(config, parameters or {}, progress)}", access)

    def set_link(self, link: Link) -> None:
        """Put a simulated card at the end of a link.

        Raises:
            InputError: The link has impossible values.
        """
        values: Any = self._ffi.new(
            "roundel_link *",
            {
                "clock_ps": link.clock_ps, "posted": link.posted, "bytes": list(link.bytes),
                "write_ps": list(link.write_ps), "read_ps": list(link.read_ps),
            },
        )  # fmt: skip
        if self._simulated("set_link")(self._simulated_device(), values) < 0:
            raise InputError("this link has values that cannot be; see sim/roundel_card.h.")

    def write_memory(self, address: int, data: bytes) -> None:
        """One write of a simulated card's processor, past the driver; see roundel_card_write."""
        buffer = self._ffi.from_buffer("uint8_t[]", data)
        self._told(self._simulated("write")(self._simulated_device(), address, buffer, len(data)))

    def read_memory(self, address: int, size: int) -> bytes:
        """One read, likewise."""
        found = bytearray(size)
        buffer = self._ffi.from_buffer("uint8_t[]", found, require_writable=True)
        self._told(self._simulated("read")(self._simulated_device(), address, buffer, size))
        return bytes(found)

    def times(self, *, clear: bool = False) -> Times:
        """Where the processor's time went since the last clear."""
        seen: Any = self._ffi.new("roundel_card_time *")
        self._simulated("times")(self._simulated_device(), seen, clear)
        return Times(**{name: int(getattr(seen, name)) for name in Times.__annotations__})

    def _simulation(self) -> Any:
        return self._library.roundel_simulated_card(self._handle())


class Dma(Driver):
    """A DMA, which fetches packets itself, from `Dma.open` to `close`."""

    _harness = "roundel_dma"

    def __init__(
        self,
        where: str,
        timeout_ns: int = 0,
        memory: bytearray | mmap.mmap | None = None,
        address: int = 0,
    ) -> None:
        """Open a device by the driver's own name for it, "sim:LIBRARY" or "mmio:PATH[@OFFSET]".

        Args:
            where: The name.
            timeout_ns: Of what the driver itself waits for; 0: a second.
            memory: That the device reaches, the driver's until `close`; a simulated one needs none.
            address: Of that memory, as the device has it.

        Raises:
            InputError: It needs memory, or more of it, or from another address on.
            FailureError: It is not there, or is no DMA.
        """
        super().__init__(where, _DMA, timeout_ns, memory, address)

    @classmethod
    def open(
        cls,
        config: Config,
        *,
        parameters: Mapping[str, int] | None = None,
        timeout_ns: int = 0,
        progress: Progress = null_progress,
    ) -> Self:
        """A simulated DMA of a configuration, built if the cache does not have it.

        Args:
            config: With a mode.
            parameters: Further ones of aes_dma, for example BurstBytes.
            timeout_ns: Of what the driver itself waits for; 0: a second.
            progress: Told what is being built.

        Raises:
            InputError: There is no such DMA: the configuration has no mode, or a parameter does
                not fit.
            FailureError: A tool is missing or fails.
        """
        return cls(f"sim:{dma_library(config, parameters or {}, progress)}", timeout_ns)

    def set_link(self, link: DmaLink) -> None:
        """Put a simulated DMA at the end of a link.

        Raises:
            InputError: The link has impossible values.
        """
        values: Any = self._ffi.new("roundel_dma_link *", vars(link))
        if self._simulated("set_link")(self._simulated_device(), values) < 0:
            raise InputError("this link has values that cannot be; see sim/roundel_dma.h.")

    def set_pauses(self, seed: int, probability: float) -> None:
        """Have every channel of a simulated DMA's bus pause at random; below 1."""
        self._told(
            self._simulated("set_pauses")(self._simulated_device(), seed, int(65536 * probability))
        )

    def fail(self, *, reads: int = 0, writes: int = 0, rings: bool = False) -> None:
        """Have the next bursts refused by the bus: of packets and text, or of the rings."""
        self._told(self._simulated("fail")(self._simulated_device(), rings, reads, writes))

    def hold(self, hold: bool) -> None:
        """Have the bus stand still, or go on."""
        self._told(self._simulated("hold")(self._simulated_device(), hold))

    def times(self, *, clear: bool = False) -> DmaTimes:
        """Where time went since the last clear."""
        seen: Any = self._ffi.new("roundel_dma_time *")
        self._simulated("times")(self._simulated_device(), seen, clear)
        return DmaTimes(**{name: int(getattr(seen, name)) for name in DmaTimes.__annotations__})

    def _simulation(self) -> Any:
        return self._library.roundel_simulated_dma(self._handle())
