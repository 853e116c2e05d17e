# SPDX-License-Identifier: Apache-2.0
"""The simulated packet engine: a mode of operation in hardware, driven through its streams.

Bytes travel in the order of a packet. What the engine does with them is the hardware's doing alone:
this module writes commands and beats, and hands back what comes out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from roundel import design
from roundel.base.errors import InputError, check_bytes
from roundel.base.progress import Progress, null_progress
from roundel.sim import verilated
from roundel.sim.simulated import Data, Simulated

_USER_BITS = 16  # of the number that goes beside a command and a beat
_STRETCH = 10_000  # cycles between which a signal is heard: no more than a second of simulation

# roundel_stream_pkg::ERROR_*, in words.
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
    """What a packet is; see the head of rtl/stream/roundel_stream.sv."""

    mode: str = "gcm"  # a name of roundel_stream_pkg::MODE_*, in lower case
    decrypt: bool = False  # its direction
    slot: int = 0  # slot of its key
    iv: bytes = b""  # GCM: 1 to 2^32 - 1 bytes; CBC, CTR and XTS: 16
    aad_bytes: int = 0  # GCM: bytes of additional authenticated data in front of the text
    tag_bytes: int = 16  # GCM: bytes of the tag that are compared
    tag: bytes = b""  # GCM, to decrypt: the tag to compare with
    stream: int = 0  # roundel_stream_interleaved: the packet's stream

    def packed(self) -> bytes:
        """The words of the command stream, of 48 bytes each: one, or more with a long IV.

        Raises:
            InputError: A value does not fit its field.
        """
        check_bytes("iv", self.iv)
        check_bytes("tag", self.tag)
        gcm = self.mode == "gcm"
        if (len(self.iv) > 16 and not gcm) or len(self.tag) > 16:
            raise InputError("an IV or a tag has more than 16 bytes; give it in its own length.")
        if gcm and not self.iv:
            raise InputError("GCM needs an IV; give one of a byte or more.")
        try:
            head = bytes([self.decrypt, design.choices("Mode")[self.mode], self.slot])
            head += bytes([self.tag_bytes]) + self.aad_bytes.to_bytes(4, "little")
            # An IV of 12 bytes, which is J0 but for its counter, goes without its length.
            length = len(self.iv) if len(self.iv) != 12 else 0
            head += (length.to_bytes(4, "little") if gcm else bytes([self.stream])).ljust(8, b"\0")
        except (KeyError, ValueError, OverflowError) as error:
            text = f"a command cannot hold {error}; give a value that its field has."
            raise InputError(text) from error
        packed = head + self.iv[:16].ljust(16, b"\0") + self.tag.ljust(16, b"\0")
        for begin in range(16, len(self.iv), 32):
            packed += bytes(16) + self.iv[begin : begin + 32].ljust(32, b"\0")
        return packed


@dataclass(frozen=True)
class Result:
    """What the hardware says of a packet."""

    ok: bool  # the packet is done, and its tag is right if it was decrypted with a tag
    error: int  # a key of `ERRORS`
    tag: bytes  # 16 bytes, zero where there is none to show
    user: int  # the number beside its command
    cycle: int  # the clock cycle in which the result was taken
    stream: int = 0  # roundel_stream_interleaved: the packet's stream


@dataclass(frozen=True)
class Beat:
    """A beat of text as the hardware gave it."""

    keep: int  # a mask of the bytes that it keeps, byte 0 in bit 0; of the first 64 bytes
    size: int  # the number of bytes that it keeps
    last: bool  # whether it ends a packet
    user: int  # the number beside its beat on the way in
    cycle: int  # the clock cycle in which it was taken
    stream: int = 0  # roundel_stream_interleaved: its stream


class Stream(Simulated):
    """A simulated packet engine, from `Stream.open` to `close`; a context manager closes it.

    It serves one thread at a time.
    """

    HARNESS = "roundel_stream"
    PREFIX = "roundel_stream_"

    @classmethod
    def open(
        cls,
        name: str,
        parameters: Mapping[str, int],
        *,
        top: str = design.STREAM,
        netlist: Path | None = None,
        progress: Progress = null_progress,
    ) -> Self:
        """An engine fresh from reset, without a key; built first if it is not in the cache.

        Messages call it `name`. `parameters` of the top, roundel_stream or
        roundel_stream_interleaved, have the RTL's defaults. A `netlist` of `roundel.fpga.netlist`
        runs instead of the RTL.

        Raises:
            InputError: The netlist is not there.
            FailureError: A tool is missing or fails, or the parameters cannot work.
        """
        return cls(name, cls.library(name, parameters, top, netlist, progress))

    @staticmethod
    def library(
        name: str, parameters: Mapping[str, int], top: str, netlist: Path | None, progress: Progress
    ) -> Path:
        """The compiled library of an engine; the arguments and errors are those of `open`."""
        if netlist is not None and not netlist.is_file():
            raise InputError(f"there is no netlist {netlist}; give the file of one.")
        # With the rest as the RTL has it, so that one design has one build whoever asks for it.
        usual = design.defaults(design.top_parameters(top), top)
        values = {**usual, "UserBits": _USER_BITS, **parameters}
        files = [netlist.absolute()] if netlist else design.closure(top, values)
        own = {} if netlist else values
        model = verilated.Model(name, top, own, files, "roundel_stream", _defines, values)
        return verilated.build_model(model, progress)

    @property
    def beat_bytes(self) -> int:
        """Bytes of a beat."""
        return int(self._function("beat_bytes")())

    @property
    def user_limit(self) -> int:
        """How many numbers there are to go beside a command and a beat."""
        return int(self._function("user_limit")())

    @property
    def streams(self) -> int:
        """Streams that beats may be of; 1 where they have no number."""
        return int(self._function("streams")())

    @property
    def beats(self) -> int:
        """Beats that the device has taken."""
        return self._call("beats")

    @property
    def keys_waiting(self) -> int:
        """Keys that the device has not taken yet."""
        return self._call("keys_waiting")

    @property
    def commands_waiting(self) -> int:
        """Words of commands that the device has not taken yet."""
        return self._call("commands_waiting")

    def load_key(self, key: bytes, slot: int = 0) -> None:
        """Offer a key, which the hardware takes when it can; `run` drives the clock.

        Raises:
            InputError: The key has another length than the port, or the slot does not fit it.
        """
        check_bytes("key", key)
        self._call("key", slot, self._ffi.from_buffer("uint8_t[]", key), len(key))

    def clear_key(self, slot: int = 0) -> None:
        """Have the key of a slot forgotten, in the order of `load_key`."""
        self._call("key", slot, self._ffi.NULL, 0)

    def keep_order(self, ordered: bool) -> None:
        """Whether keys and commands reach the hardware in the order of the calls from now on.

        A key then waits until the commands before it are taken, and a command until the keys before
        it are offered. Otherwise neither waits for the other.
        """
        self._call("keep_order", ordered)

    def command(self, command: Command | bytes, user: int = 0) -> None:
        """Write a command: what the next packet is. One of several words goes word by word."""
        packed = command if isinstance(command, bytes) else command.packed()
        size = int(self._library.ROUNDEL_STREAM_COMMAND_BYTES)
        if not packed or len(packed) % size:
            raise InputError("a command is words of 48 bytes.")
        for begin in range(0, len(packed), size):
            word = packed[begin : begin + size]
            self._call("command", self._ffi.from_buffer("uint8_t[]", word), user)

    def choose(self, stream: int) -> None:
        """Name the stream whose beats are written, and whose text is read, from now on.

        Raises:
            InputError: There is no such stream.
        """
        self._call("choose", stream)

    def write(self, data: Data, *, last: bool, user: int = 0) -> None:
        """Write bytes of a packet from the beginning of a beat on.

        `user` goes beside each beat. The last beat keeps fewer bytes if they are not whole beats.
        With `last` the packet ends; without a byte, with an empty beat.
        """
        check_bytes("data", data)
        self._call("write", self._ffi.from_buffer("uint8_t[]", data), len(data), last, user)

    def write_beat(self, data: bytes, keep: int, *, last: bool, user: int = 0) -> None:
        """Write one beat as it is, for tests of what is against the rules."""
        padded = data.ljust(self.beat_bytes, b"\0")
        self._call("write_beat", self._ffi.from_buffer("uint8_t[]", padded), keep, last, user)

    def run(self, *, waiting: int = 0, results: int = 0) -> None:
        """Run the clock until all but `waiting` beats of what was written are taken.

        At least `results` results are then ready to be read.

        Raises:
            FailureError: The hardware hangs.
        """
        while not self._call("run", waiting, results, _STRETCH):
            pass

    def run_cycles(self, cycles: int) -> None:
        """Run the clock for `cycles` cycles."""
        for done in range(0, cycles, _STRETCH):
            self._call("run_cycles", min(_STRETCH, cycles - done))

    def read(self, size: int) -> bytes:
        """Take at most `size` bytes of the output text."""
        result = bytearray(size)
        buffer = self._ffi.from_buffer("uint8_t[]", result, require_writable=True)
        return bytes(result[: self._call("read", buffer, size)])

    def read_result(self) -> Result | None:
        """The oldest result that was not read; None if there is none."""
        seen: Any = self._ffi.new("roundel_stream_result *")
        if not self._call("read_result", seen):
            return None
        tag = bytes(seen.tag)
        return Result(bool(seen.ok), seen.error, tag, seen.user, seen.cycle, seen.stream)

    def keep_beats(self, keep: bool) -> None:
        """Whether beats of text are kept for `read_beat` from now on."""
        self._call("keep_beats", keep)

    def read_beat(self) -> Beat | None:
        """The oldest kept beat that was not read; None if there is none."""
        seen: Any = self._ffi.new("roundel_stream_beat *")
        if not self._call("read_beat", seen):
            return None
        last = bool(seen.last)
        return Beat(seen.keep, seen.bytes, last, seen.user, seen.cycle, seen.stream)


def _defines(widths: Mapping[str, int]) -> dict[str, int]:
    """The harness' macros from the widths of the ports."""
    return {
        "ROUNDEL_SLOT_BITS": widths["key_slot_i"],
        "ROUNDEL_USER_BITS": widths["beat_user_i"],
        "ROUNDEL_LANES": widths["beat_data_i"] // 128,
        "ROUNDEL_STREAMS": 1 << widths.get("beat_id_i", 0),
    }
