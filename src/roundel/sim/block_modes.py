# SPDX-License-Identifier: Apache-2.0
"""Modes of operation on a device for single blocks: ECB, CBC and CTR.

The method is NIST SP 800-38A: ECB section 6.1, CBC 6.2, CTR 6.5 with the standard incrementing
function of appendix B.1, on all 128 bits or on the last 32 (RFC 3686, and inc32 of SP 800-38D).
Byte 0 of the counter is the most significant byte; the counter wraps to zero. The host only XORs
and counts; the device encrypts or decrypts every block. CTR uses encryption in both directions.
"""

from typing import Literal

from roundel.base.errors import InputError
from roundel.design import Config
from roundel.sim.device import BLOCK, Device, missing_direction
from roundel.sim.simulated import Data

MODES = ("ecb", "cbc", "ctr")

Direction = Literal["encrypt", "decrypt"]


def check(config: Config, mode: str, direction: Direction) -> None:
    """Raise an InputError for an unknown mode, or without hardware for the direction."""
    _check_mode(mode)
    missing = missing_direction(config, "encrypt" if mode == "ctr" else direction)
    if missing is not None:
        raise missing


def check_iv(mode: str, iv: bytes) -> None:
    """Raise an InputError for an unknown mode, or for an IV of a wrong length."""
    _check_mode(mode)
    needed = 0 if mode == "ecb" else BLOCK
    if len(iv) != needed:
        expected = f"an IV of {needed} bytes" if needed else "no IV"
        raise InputError(f"{mode.upper()} needs {expected}, but {len(iv)} bytes were given.")


def advance(block: bytes, count: int, bits: int) -> bytes:
    """The counter block that follows `count` blocks after a counter block.

    Only the lower `bits` (32 or 128) are incremented; the upper bits stay.
    """
    number = int.from_bytes(block, "big")
    fixed = number >> bits << bits
    return (fixed | (number + count) % (1 << bits)).to_bytes(BLOCK, "big")


class Stream:
    """One message in consecutive pieces, under the key in a slot of the device.

    The device may do other work between two pieces. `iv` is the IV of CBC, or the first counter
    block of CTR, of which the lower `counter_bits` count. ECB has no IV.

    Raises:
            InputError: The mode does not exist, or the IV has a wrong length.
    """

    def __init__(
        self,
        device: Device,
        mode: str,
        direction: Direction,
        *,
        iv: bytes = b"",
        slot: int = 0,
        counter_bits: int = 128,
    ) -> None:
        check_iv(mode, iv)
        self._device = device
        self._mode = mode
        self._decrypt = direction == "decrypt"
        self._slot = slot
        self._counter_bits = counter_bits
        # CBC: the previous ciphertext block; CTR: the next counter block.
        self._chain = bytes(iv)
        self._ended = False

    def update(self, data: Data) -> bytes:
        """Process the next piece of a message: whole blocks; in CTR the last piece may be shorter.

        Raises:
            InputError: The length is not possible.
            FailureError: The device fails.
        """
        if not data:
            return b""
        if self._ended:
            raise InputError("only the last piece of a message may end within a block.")
        if self._mode == "ctr":
            self._ended = len(data) % BLOCK != 0
            return self._counter(data)
        if len(data) % BLOCK:
            raise InputError(
                f"{self._mode.upper()} needs whole blocks, but {len(data)} bytes are not a "
                f"multiple of {BLOCK}; pad the message."
            )
        if self._mode == "ecb":
            return self._device.process(data, decrypt=self._decrypt, slot=self._slot)
        return self._unchain(data) if self._decrypt else self._chained(data)

    def _chained(self, data: Data) -> bytes:
        result = self._device.process_chained(data, self._chain, slot=self._slot)
        self._chain = result[-BLOCK:]
        return result

    def _unchain(self, data: Data) -> bytes:
        masked = self._device.process(data, decrypt=True, slot=self._slot)
        before = self._chain + bytes(data[:-BLOCK])
        self._chain = bytes(data[-BLOCK:])
        return _xor(masked, before)

    def _counter(self, data: Data) -> bytes:
        first, bits = self._chain, self._counter_bits
        count = -(-len(data) // BLOCK)
        counters = b"".join(advance(first, i, bits) for i in range(count))
        self._chain = advance(first, count, bits)
        stream = self._device.process(counters, slot=self._slot)
        return _xor(data, stream[: len(data)])


def _check_mode(mode: str) -> None:
    if mode not in MODES:
        raise InputError(f"there is no mode {mode!r}; choose one of {', '.join(MODES)}.")


def _xor(left: Data, right: Data) -> bytes:
    """XOR two texts of the same length, as large numbers: fast without a dependency."""
    number = int.from_bytes(left, "big") ^ int.from_bytes(right, "big")
    return number.to_bytes(len(left), "big")
