# SPDX-License-Identifier: Apache-2.0
"""Modes of operation above a device that ciphers single blocks: ECB, CBC and CTR.

The method is NIST SP 800-38A: ECB section 6.1, CBC 6.2, CTR 6.5 with the standard incrementing
function of appendix B.1, on all 128 bits or on the last 32 (RFC 3686, and inc32 of SP 800-38D). The
counter's byte 0 is the first one, and the counter wraps to zero. The host only XORs and
counts here; every block is ciphered by the device. CTR runs the cipher forwards in both directions.
"""

from typing import Literal

from roundel.base.errors import InputError
from roundel.design import Config
from roundel.sim.device import BLOCK, Device, missing_direction
from roundel.sim.simulated import Data

MODES = ("ecb", "cbc", "ctr")

Direction = Literal["encrypt", "decrypt"]


def check(config: Config, mode: str, direction: Direction) -> None:
    """Refuse a mode that does not exist or for which the configuration has no hardware."""
    _check_mode(mode)
    missing = missing_direction(config, "encrypt" if mode == "ctr" else direction)
    if missing is not None:
        raise missing


def check_iv(mode: str, iv: bytes) -> None:
    """Refuse a mode that does not exist, or an initialisation vector of a wrong length."""
    _check_mode(mode)
    needed = 0 if mode == "ecb" else BLOCK
    if len(iv) != needed:
        takes = f"an IV of {needed} bytes" if needed else "no IV"
        raise InputError(
            f"{mode.upper()} takes {takes} and {len(iv)} bytes were given; give what it takes."
        )


def advance(block: bytes, count: int, bits: int) -> bytes:
    """The counter block `count` blocks after a counter block.

    Only the lower `bits`, 32 or 128, are incremented; the bits above stay as they are.
    """
    number = int.from_bytes(block, "big")
    fixed = number >> bits << bits
    return (fixed | (number + count) % (1 << bits)).to_bytes(BLOCK, "big")


class Stream:
    """One message in pieces, in order, under the key in a slot of the device.

    The device may do other work between two pieces. `iv` is the IV of CBC or the first counter
    block of CTR, whose lower `counter_bits` are counted; ECB has none.

    Raises:
        InputError: There is no such mode, or the IV has a wrong length.
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
        # CBC: the ciphertext block before; CTR: the next counter block.
        self._chain = bytes(iv)
        self._ended = False

    def update(self, data: Data) -> bytes:
        """The next piece of the message: whole blocks; in CTR the last piece may end in a block.

        Raises:
            InputError: The length is not possible.
            FailureError: The device fails.
        """
        if not data:
            return b""
        if self._ended:
            raise InputError("the message went on after a piece that was not of whole blocks.")
        if self._mode == "ctr":
            self._ended = len(data) % BLOCK != 0
            return self._counter(data)
        if len(data) % BLOCK:
            raise InputError(
                f"{self._mode.upper()} takes whole blocks and {len(data)} bytes are not a multiple "
                f"of {BLOCK}; pad the message."
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
    """Two texts of the same length, XORed as one large number: fast without a dependency."""
    number = int.from_bytes(left, "big") ^ int.from_bytes(right, "big")
    return number.to_bytes(len(left), "big")
