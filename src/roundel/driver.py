# SPDX-License-Identifier: Apache-2.0
"""The C driver of `sw/driver/`, and simulated cards for it.

The declarations are those of the driver's own headers; this module compiles it, with a simulated
card for a configuration, and gives its functions a shape that Python likes.
"""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import cffi

from roundel import cache, design, tools, verilated
from roundel.config import Config
from roundel.errors import FailureError, InputError
from roundel.progress import Progress, null_progress

__all__ = [
    "ACCESSES",
    "Access",
    "Card",
    "Facts",
    "Link",
    "Request",
    "Result",
    "Times",
    "card_library",
]

Access = Literal["single", "simd", "burst"]
ACCESSES: tuple[Access, ...] = ("single", "simd", "burst")

_MARK = re.compile(r"/\* interface: begin \*/(.*?)/\* interface: end \*/", re.DOTALL)
_LIBRARY = "libroundel.so"
_FLAGS = ("-std=c99", "-O2", "-fPIC", "-Wall", "-Wextra", "-Wconversion", "-Werror")
_TIMEOUT = 300.0
_PENDING = 1


@dataclass(frozen=True)
class Facts:
    """What a card is.

    Attributes:
        mode: Number of its mode, aes_pkg::MODE_*.
        encrypts: Whether it encrypts.
        decrypts: Whether it decrypts.
        lanes: Blocks side by side.
        key_bytes: Of a key, or of the two of XTS.
        key_slots: Keys that it holds.
        iv_bytes: Usual length of an IV.
        input_blocks: Blocks of 16 bytes in the input queue.
        output_blocks: The same of the output queue.
    """

    mode: int
    encrypts: bool
    decrypts: bool
    lanes: int
    key_bytes: int
    key_slots: int
    iv_bytes: int
    input_blocks: int
    output_blocks: int


@dataclass(frozen=True)
class Request:
    """A packet for `Card.submit`; see roundel_request in the driver's header.

    Attributes:
        data: What is encrypted or decrypted.
        slot: Key slot.
        decrypt: Direction.
        counter_32: CTR: the counter has 32 bits and not 128.
        iv: IV, first counter block, or tweak.
        aad: GCM: additional authenticated data.
        tag_bytes: GCM: bytes of the tag, 4 to 16; 0 for other modes.
        tag: GCM, to decrypt: the tag to compare with.
    """

    data: bytes
    slot: int = 0
    decrypt: bool = False
    counter_32: bool = False
    iv: bytes = b""
    aad: bytes = b""
    tag_bytes: int = 0
    tag: bytes = b""


@dataclass(frozen=True)
class Result:
    """What became of a request.

    Attributes:
        status: 0, or a negative status of the driver.
        data: Its text; zeros if it failed.
        tag: 16 bytes, zero where there is none to show.
    """

    status: int
    data: bytes
    tag: bytes


@dataclass(frozen=True)
class Link:
    """A link between a processor and a card; see roundel_link in sim/roundel_card.h.

    Attributes:
        clock_ps: Period of the card's clock.
        posted: Words of 8 bytes that wait in front of the card.
        bytes: Of the widest access of each kind: 8, 16, and 32 or 64.
        write_ps: What an access of each kind occupies.
        read_ps: The same of reads.
    """

    clock_ps: int
    posted: int
    bytes: tuple[int, int, int]
    write_ps: tuple[int, int, int]
    read_ps: tuple[int, int, int]


@dataclass(frozen=True)
class Times:
    """Where the processor's time went, in picoseconds; see roundel_card_time.

    Attributes:
        write_ps: Writes, as the link has them.
        read_ps: Reads.
        control_write_ps: Those writes that are not of text: counts.
        control_read_ps: Those reads that are not of text: counts and results.
        full_ps: Waiting for a posted write to be taken.
        answer_ps: Waiting for the card's answer to a read.
        idle_ps: Waiting by itself.
        writes: How many.
        reads: How many.
        idles: How often it waited by itself.
        refused: Writes that the card refused.
    """

    write_ps: int
    read_ps: int
    control_write_ps: int
    control_read_ps: int
    full_ps: int
    answer_ps: int
    idle_ps: int
    writes: int
    reads: int
    idles: int
    refused: int


class Card:
    """A card behind the driver, from `Card.open` to `close`; a context manager closes it."""

    def __init__(self, where: str, access: Access = "single", timeout_ns: int = 0) -> None:
        """Open a device by the driver's own name for it, "sim:LIBRARY" or "mmio:PATH[@OFFSET]".

        Raises:
            FailureError: It is not there, or is no card.
        """
        self._ffi, self._library = _driver()
        out: Any = self._ffi.new("roundel **")
        options = self._ffi.new(
            "roundel_options *", {"access": ACCESSES.index(access), "timeout_ns": timeout_ns}
        )
        self._device: Any = self._ffi.NULL
        self._check(
            self._library.roundel_open(where.encode(), options, out), f"cannot open {where}"
        )
        self._device = out[0]
        self._live: dict[int, tuple[Any, int, tuple[Any, ...]]] = {}
        # The library that the driver opened: a second opening is of the same.
        kind, _, path = where.partition(":")
        self._sim: Any = self._ffi.dlopen(path) if kind == "sim" else None

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
        """End all, have the card forget its keys, and free it. Closing twice is allowed."""
        if self._device != self._ffi.NULL:
            self._library.roundel_close(self._device)
            self._device = self._ffi.NULL
            self._live.clear()

    @property
    def facts(self) -> Facts:
        """What the card says of itself."""
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
        """The same, for a card that failed."""
        self._call("reset")

    def submit(self, request: Request) -> int | None:
        """Submit a request; gives its ticket, or None while as many as can be are under way."""
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
                "bytes": len(request.data), "tag": list(request.tag.ljust(16, b"\0")),
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
            timeout_ns: Of the card's time; 0 for ever.

        Raises:
            FailureError: It was not there in time, or the card failed.
        """
        found = self._result("wait", ticket, timeout_ns)
        if found is None:
            raise FailureError("the driver gave no result after waiting for one.")
        return found

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
        if self._simulated("set_link")(self._simulated_card(), values) < 0:
            raise InputError("this link has values that cannot be; see sim/roundel_card.h.")

    def write_memory(self, address: int, data: bytes) -> None:
        """One write of a simulated card's processor, past the driver; see roundel_card_write."""
        buffer = self._ffi.from_buffer("uint8_t[]", data)
        self._access("write", address, buffer, len(data))

    def read_memory(self, address: int, size: int) -> bytes:
        """One read, likewise."""
        found = bytearray(size)
        buffer = self._ffi.from_buffer("uint8_t[]", found, require_writable=True)
        self._access("read", address, buffer, size)
        return bytes(found)

    def times(self, *, clear: bool = False) -> Times:
        """Where the processor's time went since the last clear."""
        seen: Any = self._ffi.new("roundel_card_time *")
        self._simulated("times")(self._simulated_card(), seen, clear)
        return Times(**{name: int(getattr(seen, name)) for name in Times.__annotations__})

    @property
    def now_ps(self) -> int:
        """The simulated processor's time."""
        return int(self._simulated("now")(self._simulated_card()))

    @property
    def cycles(self) -> int:
        """Cycles of the card's clock."""
        return int(self._simulated("cycles")(self._simulated_card()))

    def _result(self, name: str, ticket: int, *more: int) -> Result | None:
        seen: Any = self._ffi.new("roundel_result *")
        status = self._function(name)(self._handle(), ticket, *more, seen)
        if status == _PENDING:
            return None
        self._check(status, f"request {ticket}")
        out, size, _ = self._live.pop(ticket)
        return Result(seen.status, bytes(self._ffi.buffer(out, size)), bytes(seen.tag))

    def strerror(self, status: int) -> str:
        """A status in words."""
        told: Any = self._ffi.string(self._library.roundel_strerror(status))
        return str(told.decode())

    def _handle(self) -> Any:
        if self._device == self._ffi.NULL:
            raise FailureError("this card is closed; open another one.")
        return self._device

    def _simulated_card(self) -> Any:
        card = self._library.roundel_simulated_card(self._handle())
        if card == self._ffi.NULL:
            raise InputError("this card is not simulated.")
        return self._ffi.cast("roundel_card *", card)

    def _simulated(self, name: str) -> Any:
        return getattr(self._sim, f"roundel_card_{name}")

    def _access(self, name: str, *arguments: Any) -> None:
        card = self._simulated_card()
        if self._simulated(name)(card, *arguments) < 0:
            told: Any = self._ffi.string(self._simulated("last_error")(card))
            raise FailureError(f"the simulated card: {told.decode()}.")

    def _function(self, name: str) -> Any:
        return getattr(self._library, f"roundel_{name}")

    def _call(self, name: str, *arguments: Any) -> None:
        self._check(self._function(name)(self._handle(), *arguments), name.replace("_", " "))

    def _check(self, status: int, what: str) -> None:
        if status == self._library.ROUNDEL_E_ARGUMENT:
            raise InputError(f"{what}: {self.strerror(status)}.")
        if status < 0:
            raise FailureError(f"{what}: {self.strerror(status)}.")


def _declarations(path: Path) -> str:
    """The plain part of a header of C."""
    found = _MARK.search(path.read_text(encoding="utf-8"))
    if found is None:
        raise FailureError(f"{path} has lost its marks; install Roundel again.")
    return found.group(1)


@functools.cache
def _driver() -> tuple[cffi.FFI, Any]:
    """The driver's library, compiled if the cache does not have it, and its declarations."""
    include = design.driver_root() / "driver" / "include"
    ffi = cffi.FFI()
    ffi.cdef(_declarations(include / "roundel.h"))
    ffi.cdef(_declarations(include / "roundel_simulated.h"))
    ffi.cdef(verilated.interface("roundel_card"))
    path = _driver_library()
    try:
        return ffi, ffi.dlopen(str(path))
    except OSError as error:
        raise FailureError(
            f"the driver at {path} does not load; delete {path.parent} and try again."
        ) from error


def _driver_library() -> Path:
    root, compiler = design.driver_root(), tools.find("gcc")
    sources = sorted((root / "driver" / "src").glob("*.c"))
    directories = [root / "driver" / "include", root / "driver" / "src", root / "include"]
    headers = [
        *(path for place in directories for path in sorted(place.glob("*.h"))),
        design.sim_root() / "roundel_card.h",
    ]
    include = [
        option for place in (*directories, design.sim_root()) for option in ("-I", str(place))
    ]
    key = cache.digest(compiler.version, " ".join(_FLAGS), *sources, *headers)

    def make(draft: Path) -> None:
        tools.run(
            compiler,
            [*_FLAGS, *include, "-shared", *sources, "-o", _LIBRARY, "-ldl", "-lpthread"],
            cwd=draft,
            log=draft / "log.txt",
            timeout=_TIMEOUT,
        )

    return cache.entry("driver", key, make) / _LIBRARY


def card_library(
    config: Config, more: Mapping[str, int], progress: Progress = null_progress
) -> Path:
    """The library of a simulated card of a configuration, with further parameters of aes_card."""
    if design.top_of(config) != design.STREAM:
        raise InputError(
            f"{config.name} is no packet engine that a card can have; choose one with a mode, for "
            "example -p Mode=gcm."
        )
    design.check(config)
    values = {**design.parameters(config), **more}
    values = {**design.defaults(design.top_parameters(design.CARD), design.CARD), **values}
    model = verilated.Model(
        f"card of {config.name}",
        design.CARD,
        values,
        design.sources(),
        "roundel_card",
        lambda _: {},
        values,
    )
    return verilated.build_model(model, progress)
