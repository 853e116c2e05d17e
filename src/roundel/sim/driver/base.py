# SPDX-License-Identifier: Apache-2.0
"""The common functions of the C driver for all devices: keys, requests and results."""

import dataclasses
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

from roundel.base.errors import FailureError, InputError, check_bytes
from roundel.sim.driver.data import DmaLink, DmaTimes, Facts, Link, Request, Result, Times
from roundel.sim.driver.library import driver_library

_PENDING = 1
_TAG_BYTES = 16

_Times = TypeVar("_Times", Times, DmaTimes)


class Driver(ABC):
    """A device behind the driver, until `close`; a context manager closes the device."""

    _kind: ClassVar[str]  # "card" or "dma", in names of the driver and of the simulation

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
        status = self._library.roundel_open(where.encode(), options, out)
        self._check(status, f"cannot open {where}")
        # dlopen returns the library opened by the driver, not a second copy.
        kind, _, path = where.partition(":")
        try:
            self._sim: Any = self._ffi.dlopen(str(Path(path).resolve())) if kind == "sim" else None
        except OSError as error:
            self._library.roundel_close(out[0])
            raise FailureError(f"cannot open {where}: {error}.") from error
        self._device = out[0]

    @property
    @abstractmethod
    def moved_bytes(self) -> int:
        """An estimate of the bytes moved into and out of a simulated device; never decreases."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all requests, clear the keys of the device, and free it; may be called twice."""
        if self._device != self._ffi.NULL:
            self._library.roundel_close(self._device)
            self._device = self._ffi.NULL
            self._live.clear()

    @property
    def facts(self) -> Facts:
        """The properties reported by the device."""
        seen: Any = self._ffi.new("roundel_facts *")
        self._call("get_facts", seen)
        fields = _fields(Facts, seen)
        return Facts(**fields | {name: bool(fields[name]) for name in ("encrypts", "decrypts")})

    def load_key(self, key: bytes, slot: int = 0) -> None:
        """Load a key; earlier requests of the slot are finished first."""
        check_bytes("key", key)
        self._call("load_key", slot, self._ffi.from_buffer("uint8_t[]", key), len(key))

    def clear_key(self, slot: int = 0) -> None:
        """Clear the key of a slot."""
        self._call("clear_key", slot)

    def zeroise(self) -> None:
        """Clear all keys and drop all requests."""
        self._call("zeroise")

    def reset(self) -> None:
        """Clear all keys and drop all requests, for a failed device."""
        self._call("reset")

    def submit(self, request: Request) -> int | None:
        """Submit a request; returns its ticket, or None if the driver's queue is full."""
        for name in ("data", "iv", "aad", "tag"):
            check_bytes(name, getattr(request, name))
        if len(request.tag) > _TAG_BYTES:
            raise InputError(
                f"a tag has at most {_TAG_BYTES} bytes, not {len(request.tag)}; pass the tag "
                "alone, without other bytes."
            )
        if request.target is None:
            size = len(request.data)
            data = self._ffi.new("uint8_t[]", bytes(request.data))
            aad = self._ffi.new("uint8_t[]", bytes(request.aad))
            out = self._ffi.new("uint8_t[]", size)
        else:
            if len(request.target) != len(request.data):
                raise InputError(
                    "the target of a request must be as long as its data; pass a target of "
                    f"{len(request.data)} bytes instead of {len(request.target)}."
                )
            size = 0  # bytes of text in the result
            data = self._ffi.from_buffer("uint8_t[]", request.data)
            aad = self._ffi.from_buffer("uint8_t[]", request.aad)
            out = self._ffi.from_buffer("uint8_t[]", request.target, require_writable=True)
        iv = self._ffi.new("uint8_t[]", request.iv)
        given: Any = self._ffi.new(
            "roundel_request *",
            {
                "slot": request.slot, "decrypt": request.decrypt, "counter_32": request.counter_32,
                "tag_bytes": request.tag_bytes, "iv": iv, "iv_bytes": len(request.iv),
                "aad": aad, "aad_bytes": len(request.aad), "input": data, "output": out,
                "bytes": len(request.data), "tag": list(request.tag.ljust(_TAG_BYTES, b"\0")),
                "mode": self._mode(request.mode),
            },
        )  # fmt: skip
        ticket: Any = self._ffi.new("uint64_t *")
        status = self._function("submit")(self._handle(), given, ticket)
        if status == self._library.ROUNDEL_E_FULL:
            return None
        self._check(status, "a request is refused")
        # The memory of a request is kept until its result.
        self._live[ticket[0]] = (out, size, (data, iv, aad))
        return int(ticket[0])

    def _mode(self, name: str | None) -> int:
        """A mode in the driver's request; 0 for None."""
        if name is None:
            return 0
        number = getattr(self._library, f"ROUNDEL_MODE_{name.upper()}", None)
        if number is None:
            raise InputError(f"the driver does not know the mode {name!r}.")
        return int(self._library.ROUNDEL_SELECT + number)

    def poll(self, ticket: int) -> Result | None:
        """The result of a request, if finished; each result is returned once."""
        return self._result("poll", ticket)

    def wait(self, ticket: int, timeout_ns: int = 0) -> Result:
        """Wait for the result of a request, at most `timeout_ns` of the device's time; 0: no limit.

        Raises:
            FailureError: The result was late, or the device failed.
        """
        found = self._result("wait", ticket, timeout_ns)
        if found is None:
            late = self.strerror(self._library.ROUNDEL_E_TIMEOUT)
            raise FailureError(f"request {ticket}: {late}.")
        return found

    def wait_within(self, ticket: int, time_ns: int) -> Result | None:
        """The result of a request, or None after `time_ns` of the device's time."""
        return self._result("wait", ticket, time_ns)

    @property
    def now_ps(self) -> int:
        """The simulated processor's time."""
        return int(self._simulated("now"))

    @property
    def cycles(self) -> int:
        """Cycles of the device's clock."""
        return int(self._simulated("cycles"))

    @property
    def most_requests(self) -> int:
        """The maximum number of requests, including finished requests with an unread result."""
        return int(self._library.ROUNDEL_REQUESTS)

    @property
    def wrong_tag(self) -> int:
        """The status of a result with a wrong tag."""
        return int(self._library.ROUNDEL_E_TAG)

    def strerror(self, status: int) -> str:
        """A status in words."""
        text: Any = self._ffi.string(self._library.roundel_strerror(status))
        return str(text.decode())

    def _result(self, name: str, ticket: int, *more: int) -> Result | None:
        seen: Any = self._ffi.new("roundel_result *")
        status = self._function(name)(self._handle(), ticket, *more, seen)
        if status in (_PENDING, self._library.ROUNDEL_E_TIMEOUT):
            return None
        self._check(status, f"request {ticket}")
        out, size, _ = self._live.pop(ticket)
        return Result(seen.status, bytes(self._ffi.buffer(out, size)), bytes(seen.tag))

    def _handle(self) -> Any:
        if self._device == self._ffi.NULL:
            raise FailureError("this device is closed; open another device.")
        return self._device

    def _simulated(self, name: str, *arguments: Any) -> Any:
        """Call a function of the simulation."""
        device = getattr(self._library, f"roundel_simulated_{self._kind}")(self._handle())
        if device == self._ffi.NULL:
            raise InputError(
                "this device is not simulated, so it has no simulated clock and link; open a "
                f"simulated device with {type(self).__name__}.open(config)."
            )
        function = getattr(self._sim, f"roundel_{self._kind}_{name}")
        return function(self._ffi.cast(f"roundel_{self._kind} *", device), *arguments)

    def _checked(self, name: str, *arguments: Any) -> None:
        """Call a function of the simulation; raise the simulation's error."""
        if self._simulated(name, *arguments) < 0:
            said: Any = self._ffi.string(self._simulated("last_error"))
            raise FailureError(f"the simulated device: {said.decode()}.")

    def _set_link(self, type_name: str, link: Link | DmaLink) -> None:
        if self._simulated("set_link", self._ffi.new(f"{type_name} *", vars(link))) < 0:
            raise InputError(f"this link has impossible values; see sim/roundel_{self._kind}.h.")

    def _times(self, times: type[_Times], clear: bool) -> _Times:
        seen: Any = self._ffi.new(f"roundel_{self._kind}_time *")
        self._simulated("times", seen, clear)
        return times(**_fields(times, seen))

    def _function(self, name: str) -> Any:
        return getattr(self._library, f"roundel_{name}")

    def _call(self, name: str, *arguments: Any) -> None:
        self._check(self._function(name)(self._handle(), *arguments), name.replace("_", " "))

    def _check(self, status: int, what: str) -> None:
        if status == self._library.ROUNDEL_E_ARGUMENT:
            raise InputError(f"{what}: {self.strerror(status)}.")
        if status < 0:
            raise FailureError(f"{what}: {self.strerror(status)}.")


def _fields(record: type, seen: Any) -> dict[str, Any]:
    """The fields of a record, from the C structure with equal fields."""
    return {field.name: getattr(seen, field.name) for field in dataclasses.fields(record)}
