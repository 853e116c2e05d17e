# SPDX-License-Identifier: Apache-2.0
"""The simulated packet engine: a mode of operation in hardware, driven through its streams.

Bytes travel in the order of a packet. What the engine does with them is the hardware's doing alone:
this module writes commands and beats, and hands back what comes out.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cffi

from roundel import design, verilated
from roundel.errors import FailureError, InputError
from roundel.progress import Progress, null_progress

__all__ = ["ERRORS", "TOP", "Beat", "Command", "Data", "Result", "Stream"]

TOP = "aes_stream"
Data = bytes | bytearray | memoryview

_CERTAIN = 65536  # the harness' unit of probability
_USER_BITS = 16  # of the number that goes beside a command and a beat

# aes_pkg::ERROR_*, in words.
ERRORS = {
    0: "none",
    1: "the command means nothing to this design",
    2: "the key slot is empty",
    3: "the AAD is not as long as the command says",
    4: "null bytes stand in front of the packet's end",
    5: "the mode cannot do a packet of this length",
}


@dataclass(frozen=True)
class Command:
    """What a packet is; see the head of rtl/bus/aes_stream.sv.

    Attributes:
        mode: A name of aes_pkg::MODE_*, in lower case.
        decrypt: Its direction.
        slot: Slot of its key.
        iv: GCM: 12 bytes; CBC, CTR and XTS: 16.
        aad_bytes: GCM: bytes of additional authenticated data in front of the text.
        tag_bytes: GCM: bytes of the tag that are compared.
        tag: GCM, to decrypt: the tag to compare with.
    """

    mode: str = "gcm"
    decrypt: bool = False
    slot: int = 0
    iv: bytes = b""
    aad_bytes: int = 0
    tag_bytes: int = 16
    tag: bytes = b""

    def packed(self) -> bytes:
        """The 48 bytes of the command stream.

        Raises:
            InputError: A value does not fit its field.
        """
        if len(self.iv) > 16 or len(self.tag) > 16:
            raise InputError("an IV or a tag has more than 16 bytes; give it in its own length.")
        try:
            head = bytes([self.decrypt, design.choices("Mode")[self.mode], self.slot])
            head += bytes([self.tag_bytes]) + self.aad_bytes.to_bytes(4, "little")
        except (KeyError, ValueError, OverflowError) as error:
            text = f"a command cannot hold {error}; give a value that its field has."
            raise InputError(text) from error
        return head + bytes(8) + self.iv.ljust(16, b"\0") + self.tag.ljust(16, b"\0")


@dataclass(frozen=True)
class Result:
    """What the hardware says of a packet.

    Attributes:
        ok: It is done and, where it was decrypted with a tag, the tag is right.
        error: A key of `ERRORS`.
        tag: 16 bytes, zero where there is none to show.
        user: What its command had beside it.
        cycle: The clock cycle in which the result was taken.
    """

    ok: bool
    error: int
    tag: bytes
    user: int
    cycle: int


@dataclass(frozen=True)
class Beat:
    """A beat of text as the hardware gave it.

    Attributes:
        keep: Which bytes it keeps, byte 0 in the lowest bit; the first 64 of them.
        last: Whether it ends a packet.
        user: What went in beside it.
        cycle: The clock cycle in which it was taken.
    """

    keep: int
    last: bool
    user: int
    cycle: int


class Stream:
    """A simulated packet engine, from `Stream.open` to `close`; a context manager closes it.

    It serves one thread at a time; two are independent.
    """

    def __init__(self, name: str, library: Path) -> None:
        """Load the library that `roundel.verilated.build_model` made."""
        self.name = name
        # The type of cffi's library objects says nothing of the functions in them.
        self._ffi, self._library = _load(library)
        self._device: Any = self._library.roundel_stream_create()
        if self._device == self._ffi.NULL:
            raise FailureError(
                f"the simulated device {name} does not start; free some memory and try again."
            )

    @classmethod
    def open(
        cls,
        name: str,
        parameters: Mapping[str, int],
        *,
        netlist: Path | None = None,
        progress: Progress = null_progress,
    ) -> Self:
        """An engine fresh from reset, without a key; built first if it is not in the cache.

        Args:
            name: What messages call it.
            parameters: Of aes_stream; the rest as the RTL has it.
            netlist: A Verilog file to run instead of the RTL, with the models of its cells.
            progress: Told what is being built.

        Raises:
            InputError: The netlist is not there.
            FailureError: A tool is missing or fails, or the parameters cannot work.
        """
        if netlist is not None and not netlist.is_file():
            raise InputError(f"there is no netlist {netlist}; give a Verilog file.")
        values = {"UserBits": _USER_BITS, **parameters}
        model = verilated.Model(
            name,
            TOP,
            {} if netlist else values,
            [netlist.absolute()] if netlist else design.sources(),
            "roundel_stream",
            _defines,
            values,
        )
        return cls(name, verilated.build_model(model, progress))

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
        """Give the device's memory back; further calls fail. Closing twice is allowed."""
        if self._device is not None:
            self._library.roundel_stream_destroy(self._device)
            self._device = None

    @property
    def key_bytes(self) -> int:
        """Bytes of a key: 16, 24 or 32."""
        return int(self._library.roundel_stream_key_bytes())

    @property
    def beat_bytes(self) -> int:
        """Bytes of a beat."""
        return int(self._library.roundel_stream_beat_bytes())

    @property
    def cycles(self) -> int:
        """Clock cycles since the device was opened, those of resets included."""
        return int(self._library.roundel_stream_cycles(self._handle()))

    @property
    def beats(self) -> int:
        """Beats that the device has taken."""
        return int(self._library.roundel_stream_beats(self._handle()))

    @property
    def keys_waiting(self) -> int:
        """Keys that the device has not taken yet."""
        return int(self._library.roundel_stream_keys_waiting(self._handle()))

    def reset(self) -> None:
        """Reset: drops every packet and every key."""
        self._call("reset")

    def zeroise(self) -> None:
        """Pulse the zeroise pin: drops every packet, clears every key."""
        self._call("zeroise")

    def load_key(self, key: bytes, slot: int = 0) -> None:
        """Offer a key, which the hardware takes when it can; `run` drives the clock.

        Raises:
            InputError: The key has another length than the port, or the slot does not fit it.
        """
        self._call("key", slot, self._ffi.from_buffer("uint8_t[]", key), len(key))

    def clear_key(self, slot: int = 0) -> None:
        """Have the key of a slot forgotten, in the order of `load_key`."""
        self._call("key", slot, self._ffi.NULL, 0)

    def command(self, command: Command | bytes, user: int = 0) -> None:
        """Write a command: what the next packet is."""
        packed = command if isinstance(command, bytes) else command.packed()
        if len(packed) != self._library.ROUNDEL_STREAM_COMMAND_BYTES:
            raise InputError("a command has 48 bytes.")
        self._call("command", self._ffi.from_buffer("uint8_t[]", packed), user)

    def write(self, data: Data, *, last: bool, user: int = 0) -> None:
        """Write bytes of a packet from the beginning of a beat on.

        Args:
            data: The bytes; if they are not whole beats the last one keeps fewer.
            last: Whether the packet ends with them; without any byte that is an empty beat.
            user: What goes beside each of the beats.
        """
        self._call("write", self._ffi.from_buffer("uint8_t[]", data), len(data), last, user)

    def write_beat(self, data: bytes, keep: int, *, last: bool, user: int = 0) -> None:
        """Write one beat as it is, for tests of what is against the rules."""
        padded = data.ljust(self.beat_bytes, b"\0")
        self._call("write_beat", self._ffi.from_buffer("uint8_t[]", padded), keep, last, user)

    def run(self, *, waiting: int = 0, results: int = 0) -> None:
        """Run the clock until all that was written is taken.

        Args:
            waiting: Beats that may be left.
            results: Results that must be there to be read.

        Raises:
            FailureError: The hardware hangs.
        """
        self._call("run", waiting, results)

    def run_cycles(self, cycles: int) -> None:
        """Run the clock for so many cycles."""
        self._call("run_cycles", cycles)

    def read(self, size: int) -> bytes:
        """Up to so many bytes of the text that has come out."""
        result = bytearray(size)
        buffer = self._ffi.from_buffer("uint8_t[]", result, require_writable=True)
        return bytes(result[: self._call("read", buffer, size)])

    def read_result(self) -> Result | None:
        """The oldest result that was not read; None if there is none."""
        seen: Any = self._ffi.new("roundel_stream_result *")
        if not self._call("read_result", seen):
            return None
        return Result(bool(seen.ok), seen.error, bytes(seen.tag), int(seen.user), int(seen.cycle))

    def keep_beats(self, keep: bool) -> None:
        """Whether beats of text are kept for `read_beat` from now on."""
        self._call("keep_beats", keep)

    def read_beat(self) -> Beat | None:
        """The oldest kept beat that was not read; None if there is none."""
        seen: Any = self._ffi.new("roundel_stream_beat *")
        if not self._call("read_beat", seen):
            return None
        return Beat(int(seen.keep), bool(seen.last), int(seen.user), int(seen.cycle))

    def set_stalls(self, seed: int, input_idle: float, output_stall: float) -> None:
        """Pause at random from now on, which the results must not show.

        Args:
            seed: The pauses follow from it; its low 64 bits count.
            input_idle: Probability, from 0 to below 1, that a cycle offers nothing new.
            output_stall: Probability that a cycle takes no text, and that it takes no result.
        """
        chances = [round(chance * _CERTAIN) for chance in (input_idle, output_stall)]
        self._call("set_stalls", seed & (2**64 - 1), *chances)

    def set_watchdog(self, cycles: int) -> None:
        """Set for how many cycles in a row nothing may move."""
        self._call("set_watchdog", cycles)

    def _handle(self) -> Any:
        if self._device is None:
            raise FailureError("this simulated device is closed; open another one.")
        return self._device

    def _call(self, name: str, *arguments: Any) -> int:
        """Call a function of the library; what it reports as an error is raised."""
        device = self._handle()
        result = int(getattr(self._library, f"roundel_stream_{name}")(device, *arguments))
        if result >= 0:
            return result
        told: Any = self._ffi.string(self._library.roundel_stream_last_error(device))
        text = told.decode()
        if result == self._library.ROUNDEL_STREAM_ERROR_ARGUMENT:
            raise InputError(f"the simulated device {self.name} refuses: {text}.")
        raise FailureError(f"the simulated device {self.name} failed: {text}.")


def _defines(widths: Mapping[str, int]) -> dict[str, int]:
    """The harness' macros from the widths of the ports."""
    return {
        "ROUNDEL_SLOT_BITS": widths["key_slot_i"],
        "ROUNDEL_USER_BITS": widths["beat_user_i"],
        "ROUNDEL_LANES": widths["beat_data_i"] // 128,
    }


@functools.cache
def _declarations() -> cffi.FFI:
    """The C interface, parsed once."""
    ffi = cffi.FFI()
    ffi.cdef(verilated.interface("roundel_stream"))
    return ffi


def _load(library: Path) -> tuple[cffi.FFI, Any]:
    ffi = _declarations()
    try:
        return ffi, ffi.dlopen(str(library))
    except OSError as error:
        raise FailureError(
            f"the simulated device at {library} does not load; delete {library.parent} and try "
            "again."
        ) from error
