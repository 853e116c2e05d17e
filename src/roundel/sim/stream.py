# SPDX-License-Identifier: Apache-2.0
"""The simulated packet engine: a mode of operation in hardware, driven by its streams.

Bytes have the order of the packet. Only the hardware processes data: this module writes commands
and beats, and returns the output.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self

from roundel import design
from roundel.base.errors import InputError, check_bytes
from roundel.base.progress import Progress, null_progress
from roundel.sim import verilated
from roundel.sim.simulated import Data, Simulated

_STRETCH = 10_000  # cycles between two checks for signals: at most a second of simulation

_LONG_AAD = (1 << 16) - (1 << 8)  # bytes of an AAD whose length has more than two bytes
# roundel_stream_pkg::ERROR_*, in words.
ERRORS = {
    0: "none",
    1: "the command is not supported by this design",
    2: "the key slot is empty",
    3: "the length of the AAD differs from the command's",
    4: "null bytes precede the end of the packet",
    5: "the mode does not support this packet length",
    6: "the policy of the key forbids the command",
}


@dataclass(frozen=True)
class Command:
    """The properties of a packet; see the head of rtl/stream/roundel_stream.sv."""

    mode: str = "gcm"  # a name of roundel_stream_pkg::MODE_*, in lower case
    decrypt: bool = False  # the direction
    slot: int = 0  # the key slot
    iv: bytes = b""  # GCM: 1 to 2^32 - 1 bytes; CCM: 7 to 13; ECB and CMAC: none; others: 16
    aad_bytes: int = 0  # GCM: bytes of AAD before the text; CCM: bytes of `ccm_aad`
    tag_bytes: int = 16  # GCM, CMAC and CCM: number of tag bytes
    tag: bytes = b""  # the same, in decryption: the tag to compare
    stream: int = 0  # chained packets: the packet's stream
    text_bytes: int = 0  # CCM: bytes of text

    def packed(self) -> bytes:
        """The words of the command stream, of 48 bytes each: one word, or more with a long IV.

        Raises:
            InputError: A value does not fit its field.
        """
        check_bytes("iv", self.iv)
        check_bytes("tag", self.tag)
        gcm = self.mode == "gcm"
        if (len(self.iv) > 16 and not gcm) or len(self.tag) > 16:
            raise InputError("the IV or the tag has more than 16 bytes; give at most 16.")
        if gcm and not self.iv:
            raise InputError("GCM needs an IV; give at least one byte.")
        try:
            # Bits 8 to 11 of the slot are in bits 3 to 6 of byte 0.
            high, low = divmod(self.slot, 256)
            if not 0 <= high < 16:
                raise OverflowError(f"slot {self.slot}")
            flags = self.decrypt | high << 3
            head = bytes([flags, design.choices("Mode")[self.mode], low])
            head += bytes([self.tag_bytes]) + self.aad_bytes.to_bytes(4, "little")
            # An IV of 12 bytes is J0 without its counter and has no length field.
            length = len(self.iv) if len(self.iv) != 12 else 0
            nonce = len(self.iv) if self.mode == "ccm" else 0
            number = length.to_bytes(4, "little") if gcm else bytes([self.stream, nonce, 0, 0])
            head += number + self.text_bytes.to_bytes(4, "little")
        except (KeyError, ValueError, OverflowError) as error:
            text = f"a command cannot hold {error}; give a value in the field's range."
            raise InputError(text) from error
        packed = head + self.iv[:16].ljust(16, b"\0") + self.tag.ljust(16, b"\0")
        for begin in range(16, len(self.iv), 32):
            packed += bytes(16) + self.iv[begin : begin + 32].ljust(32, b"\0")
        return packed


_MODES = 9  # modes of a policy
_MOST_INVOCATIONS = 1 << 32  # SP 800-38D section 8.3


@dataclass(frozen=True)
class Policy:
    """What a key may do, in hardware with HasPolicy; the default allows everything."""

    modes: Collection[str] | None = None  # names of roundel_stream_pkg::MODE_*; None: all modes
    encrypt: bool = True  # encryption, and generation of a tag
    decrypt: bool = True  # decryption, and verification of a tag
    privileged: bool = False  # only privileged commands
    locked: bool = False  # the slot takes no other key and no clear until a reset
    invocations: int = _MOST_INVOCATIONS  # encryptions with GCM, and with CCM; 1 to 2^32

    def packed(self) -> int:
        """The value of the port `key_policy_i`.

        Raises:
            InputError: A mode is unknown, or the number of invocations is impossible.
        """
        if not 1 <= self.invocations <= _MOST_INVOCATIONS:
            raise InputError(
                f"a key cannot have {self.invocations} invocations; give 1 to 2^32 (SP 800-38D)."
            )
        numbers = design.choices("Mode")
        modes = (1 << _MODES) - 1
        if self.modes is not None:
            if unknown := sorted(set(self.modes) - set(numbers)):
                raise InputError(
                    f"there is no mode {unknown[0]!r}; give one of {', '.join(numbers)}."
                )
            modes = sum(1 << numbers[mode] for mode in set(self.modes))
        flags = (self.encrypt, self.decrypt, self.privileged, self.locked)
        rights = modes | sum(flag << bit for bit, flag in enumerate(flags, _MODES))
        return rights | self.invocations % _MOST_INVOCATIONS << _MODES + len(flags)


def ccm_aad(aad: bytes) -> bytes:
    """The blocks B1 to Bu of an AAD of CCM: its length, the AAD, and zeros (SP 800-38C A.2.2)."""
    if not aad:
        return b""
    short = len(aad) < _LONG_AAD
    size = len(aad).to_bytes(2, "big") if short else b"\xff\xfe" + len(aad).to_bytes(4, "big")
    blocks = size + aad
    return blocks + bytes(-len(blocks) % 16)


@dataclass(frozen=True)
class Result:
    """The hardware's result of a packet."""

    ok: bool  # the packet is done; with a tag to compare, the tag is right
    error: int  # a key of `ERRORS`
    tag: bytes  # 16 bytes, zero without a tag
    user: int  # the user number of its command
    cycle: int  # the clock cycle of the result's handshake
    stream: int = 0  # chained packets: the packet's stream


@dataclass(frozen=True)
class Beat:
    """A beat of text from the hardware."""

    keep: int  # the mask of kept bytes, byte 0 in bit 0; of the first 64 bytes
    size: int  # the number of kept bytes
    last: bool  # whether it ends a packet
    user: int  # the user number of its input beat
    cycle: int  # the clock cycle of its handshake
    stream: int = 0  # roundel_stream_interleaved: the beat's stream


class Stream(Simulated):
    """A simulated packet engine, from `Stream.open` to `close`; a context manager closes it.

    Only one thread may use an engine at a time.
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
        """An engine after reset, without a key; built first if missing in the cache.

        `name` is the name in messages. `parameters` belong to the top, roundel_stream,
        roundel_stream_tested or roundel_stream_interleaved; missing parameters have the RTL's
        defaults. A `netlist` of `roundel.fpga.netlist` replaces the RTL.

        Raises:
            InputError: The netlist is missing.
            FailureError: A tool is missing or fails, or the parameters are impossible.
        """
        return cls(name, cls.library(name, parameters, top, netlist, progress))

    @staticmethod
    def library(
        name: str, parameters: Mapping[str, int], top: str, netlist: Path | None, progress: Progress
    ) -> Path:
        """The compiled library of an engine; the arguments and errors are those of `open`."""
        if netlist is not None and not netlist.is_file():
            raise InputError(f"there is no netlist {netlist}; give an existing file.")
        # All other parameters have the RTL's defaults, so every caller uses the same build of a
        # design.
        usual = design.defaults(design.top_parameters(top), top)
        values = {**usual, "UserBits": design.USER_BITS, **parameters}
        files = [netlist.absolute()] if netlist else design.closure(top, values)
        own = {} if netlist else values
        defines = partial(_defines, values)
        model = verilated.Model(name, top, own, files, "roundel_stream", defines, values)
        return verilated.build_model(model, progress)

    @property
    def beat_bytes(self) -> int:
        """Bytes of a beat."""
        return int(self._function("beat_bytes")())

    @property
    def user_limit(self) -> int:
        """The number of values of the user number."""
        return int(self._function("user_limit")())

    @property
    def streams(self) -> int:
        """The number of streams; 1 without stream numbers."""
        return int(self._function("streams")())

    @property
    def beats(self) -> int:
        """The beats accepted by the device."""
        return self._call("beats")

    @property
    def keys_waiting(self) -> int:
        """The keys not yet accepted by the device."""
        return self._call("keys_waiting")

    @property
    def keys_refused(self) -> int:
        """The keys and clears that the device refused because the slot is locked."""
        return self._call("keys_refused")

    @property
    def commands_waiting(self) -> int:
        """The words of commands not yet accepted by the device."""
        return self._call("commands_waiting")

    def load_key(
        self, key: bytes, slot: int = 0, least_tag: int = 0, policy: Policy | None = None
    ) -> None:
        """Offer a key to the hardware; `run` drives the clock.

        The hardware refuses GCM commands with a tag of fewer than `least_tag` bytes; 0 is no limit.
        It refuses an XTS key with equal halves: the slot is then empty. A key may have each key
        size of the design. Hardware without HasPolicy ignores the policy; without a `policy`,
        everything is allowed.

        Raises:
            InputError: The key differs from the port in length, the slot does not exist, or
                `least_tag` is more than 16.
        """
        check_bytes("key", key)
        data = self._ffi.from_buffer("uint8_t[]", key)
        self._call("key", slot, data, len(key), least_tag, (policy or Policy()).packed())

    def clear_key(self, slot: int = 0) -> None:
        """Clear the key of a slot, in the order of `load_key`."""
        self._call("key", slot, self._ffi.NULL, 0, 0, 0)

    def test(self) -> None:
        """Start the self-test of roundel_stream_tested, in a cycle with the offers of the ports."""
        self._call("test")

    @property
    def testing(self) -> bool:
        """Whether a self-test runs, or waits for the packets before it."""
        return bool(self._call("test_state") & 1)

    @property
    def failed(self) -> bool:
        """Whether a self-test has failed since the last reset."""
        return bool(self._call("test_state") & 2)

    def keep_order(self, ordered: bool) -> None:
        """Set whether keys and commands reach the hardware in the order of the calls.

        With this order, a key waits for the handshake of all earlier commands, and a command waits
        for the offer of all earlier keys. Otherwise keys and commands are independent.
        """
        self._call("keep_order", ordered)

    def command(self, command: Command | bytes, user: int = 0, *, privileged: bool = False) -> None:
        """Write the command of the next packet; a command may have several words."""
        packed = command if isinstance(command, bytes) else command.packed()
        size = int(self._library.ROUNDEL_STREAM_COMMAND_BYTES)
        if not packed or len(packed) % size:
            raise InputError(
                f"a command of {len(packed)} bytes is not made of words of {size} bytes; pad the "
                "last word with zeros, or pass a Command."
            )
        for begin in range(0, len(packed), size):
            word = packed[begin : begin + size]
            self._call("command", self._ffi.from_buffer("uint8_t[]", word), user, privileged)

    def choose(self, stream: int) -> None:
        """Select the stream of the following beats to write and of the text to read.

        Raises:
            InputError: The stream does not exist.
        """
        self._call("choose", stream)

    def write(self, data: Data, *, last: bool, user: int = 0) -> None:
        """Write bytes of a packet, starting at the beginning of a beat.

        `user` accompanies each beat. The last beat keeps fewer bytes if the bytes do not fill it.
        `last` ends the packet; without bytes, by an empty beat.
        """
        check_bytes("data", data)
        self._call("write", self._ffi.from_buffer("uint8_t[]", data), len(data), last, user)

    def write_beat(self, data: bytes, keep: int, *, last: bool, user: int = 0) -> None:
        """Write one raw beat, for tests of violated rules."""
        padded = data.ljust(self.beat_bytes, b"\0")
        self._call("write_beat", self._ffi.from_buffer("uint8_t[]", padded), keep, last, user)

    def run(self, *, waiting: int = 0, results: int = 0) -> None:
        """Run the clock until at most `waiting` written beats are not accepted.

        At least `results` results can then be read.

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
        """The oldest unread result; None without a result."""
        seen: Any = self._ffi.new("roundel_stream_result *")
        if not self._call("read_result", seen):
            return None
        tag = bytes(seen.tag)
        return Result(bool(seen.ok), seen.error, tag, seen.user, seen.cycle, seen.stream)

    def keep_beats(self, keep: bool) -> None:
        """Set whether beats of text are kept for `read_beat`."""
        self._call("keep_beats", keep)

    def read_beat(self) -> Beat | None:
        """The oldest unread beat; None without a beat."""
        seen: Any = self._ffi.new("roundel_stream_beat *")
        if not self._call("read_beat", seen):
            return None
        last = bool(seen.last)
        return Beat(seen.keep, seen.bytes, last, seen.user, seen.cycle, seen.stream)


def _defines(values: Mapping[str, int], widths: Mapping[str, int]) -> dict[str, int]:
    """The macros of the harness from the parameters of the top and the widths of the ports."""
    return {
        "ROUNDEL_KEY_SIZES": values["KeySizes"] or 1 << values["KeyBits"] // 64 - 2,
        "ROUNDEL_KEY_HALVES": widths["key_i"] // values["KeyBits"],
        "ROUNDEL_SLOT_BITS": widths["key_slot_i"],
        "ROUNDEL_USER_BITS": widths["beat_user_i"],
        "ROUNDEL_LANES": widths["beat_data_i"] // 128,
        "ROUNDEL_STREAMS": 1 << widths["beat_id_i"] if values["Streams"] > 1 else 1,
    }
