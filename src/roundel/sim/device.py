# SPDX-License-Identifier: Apache-2.0
"""The simulated device: the hardware of a configuration, driven through its own handshakes.

A block is 16 bytes and travels as such, byte 0 first. What the device does with blocks is the
hardware's doing alone: this module moves bytes and checks what comes back for order.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from roundel import design
from roundel.base.errors import FailureError, InputError, check_bytes
from roundel.base.progress import Progress, null_progress
from roundel.design import Config
from roundel.sim import verilated
from roundel.sim.simulated import Data, Simulated

BLOCK = 16
"""Bytes of a block."""

# One call to the library cannot be interrupted, so a large job is cut in pieces of this many bytes.
_PIECE = 1 << 20


@dataclass
class Inputs:
    """The input pins of one cycle: `x` is port `x_i`, and `rst_n` is `rst_ni`; see the top."""

    zeroise: bool = False
    key_valid: bool = False
    key_slot: int = 0
    key: bytes = b""
    key_clear: bool = False
    in_valid: bool = False
    in_decrypt: bool = False
    in_slot: int = 0
    in_tag: int = 0
    in_block: bytes = bytes(BLOCK)
    out_ready: bool = False
    rst_n: bool = True


@dataclass(frozen=True)
class Outputs:
    """The output pins of one cycle, as the clock's rising edge finds them."""

    key_ready: bool
    in_ready: bool
    out_valid: bool
    out_tag: int
    out_block: bytes


def missing_direction(config: Config, direction: str) -> InputError | None:
    """The error if a configuration has no hardware for a direction, otherwise None."""
    if config.Direction in (direction, "both"):
        return None
    # Other parameters may rule out a value.
    ways = [
        f"-p Direction={other}"
        for other in ("both", direction)
        if design.objection(config.replaced("Direction", other)) is None
    ]
    advice = f"{' or '.join(ways)}, or " if ways else ""
    return InputError(
        f"{config.name} has no hardware to {direction} blocks (Direction={config.Direction}); "
        f"give {advice}a preset that has it (`roundel presets`)."
    )


class Device(Simulated):
    """A simulated device, from `Device.open` to `close`; a context manager closes it.

    It serves one thread at a time.
    """

    HARNESS = "roundel_sim"
    PREFIX = "roundel_"

    def __init__(self, config: Config, library: Path) -> None:
        """Load the library that `roundel.sim.verilated.build` made for the configuration."""
        super().__init__(config.name, library)
        self.config = config

    @classmethod
    def open(
        cls,
        config: Config,
        *,
        netlist: str | Path | None = None,
        progress: Progress = null_progress,
    ) -> Self:
        """A device fresh from reset, without a key; see `roundel.sim.verilated.build`."""
        path = None if netlist is None else Path(netlist)
        return cls(config, verilated.build(config, path, progress))

    @property
    def tags(self) -> int:
        """How many values the tag port can carry."""
        return int(self._library.roundel_tag_limit())

    def load_key(self, key: bytes, slot: int = 0) -> None:
        """Load a key of `key_bytes` bytes; blocks that are pushed from now on use it.

        Raises:
            InputError: The key has another length, or there is no such slot.
            FailureError: The hardware does not take it.
        """
        check_bytes("key", key)
        if len(key) != self.key_bytes:
            raise InputError(
                f"a key of {self.config.name} has {8 * self.key_bytes} bits and this one "
                f"{8 * len(key)}; give a key of that size."
            )
        self._check_slot(slot)
        self._call("load_key", slot, self._ffi.from_buffer("uint8_t[]", key), len(key))

    def clear_key(self, slot: int = 0) -> None:
        """Forget the key of one slot and all that derives from it; other slots keep theirs.

        Blocks that were pushed before are finished; later blocks wait until a key is loaded.

        Raises:
            InputError: There is no such slot.
            FailureError: The hardware does not do it.
        """
        self._check_slot(slot)
        self._call("clear_key", slot)

    def process(self, blocks: Data, *, decrypt: bool = False, slot: int = 0) -> bytes:
        """Whole blocks through the hardware at full speed, under the key of a slot.

        Raises:
            InputError: Not whole blocks, no such slot, or no hardware for the direction.
            FailureError: The hardware hangs (also if no key is loaded), or loses or swaps blocks;
                or blocks pushed before are still to be pulled.
        """
        return self._in_pieces("process", blocks, (), decrypt, slot)

    def process_chained(
        self, blocks: Data, chain: bytes, *, decrypt: bool = False, slot: int = 0
    ) -> bytes:
        """Whole blocks through the hardware one by one, each XORed with the result before.

        `chain` is 16 bytes for the first block; the last 16 of the result are the next chain.

        Raises:
            InputError: As for `process`, or `chain` is not a block.
            FailureError: As for `process`.
        """
        check_bytes("chain", chain)
        if len(chain) != BLOCK:
            raise InputError(f"a chain value has {BLOCK} bytes and this one {len(chain)}.")
        value = self._ffi.new("uint8_t[]", bytes(chain))
        return self._in_pieces("process_chained", blocks, (value,), decrypt, slot)

    def _in_pieces(
        self, name: str, blocks: Data, chain: tuple[Any, ...], decrypt: bool, slot: int
    ) -> bytes:
        """Blocks through a function of the library."""
        self._check(blocks, decrypt, slot)
        result = bytearray(blocks)
        buffer = self._ffi.from_buffer("uint8_t[]", result, require_writable=True)
        for start in range(0, len(result), _PIECE):
            count = min(_PIECE, len(result) - start) // BLOCK
            place = buffer + start
            self._call(name, place, place, count, *chain, decrypt, slot)
        return bytes(result)

    def push(self, blocks: Data, *, decrypt: bool = False, slot: int = 0) -> None:
        """Hand blocks to the hardware; what comes out meanwhile waits for `pull`.

        Raises:
            InputError: As for `process`.
            FailureError: The hardware does not take them.
        """
        self._check(blocks, decrypt, slot)
        data = self._ffi.from_buffer("uint8_t[]", blocks)
        self._call("push", data, len(blocks) // BLOCK, decrypt, slot)

    def pull(self, count: int) -> bytes:
        """Receive up to `count` blocks in the order of the pushes; fewer if no more are inside.

        Raises:
            FailureError: The hardware does not give them, or in the wrong order.
        """
        result = bytearray(BLOCK * count)
        buffer = self._ffi.from_buffer("uint8_t[]", result, require_writable=True)
        given = self._call("pull", buffer, count)
        return bytes(result[: BLOCK * given])

    def step(self, inputs: Inputs) -> Outputs:
        """One cycle with these pins; call `reset` before going back to the other methods.

        Raises:
            InputError: The key or the block has another length than the port, or a number is too
                large for it.
        """
        key = inputs.key or bytes(self.key_bytes)
        if len(key) != self.key_bytes or len(inputs.in_block) != BLOCK:
            raise InputError("a key or block has another length than its port; give all bytes.")
        own = {"key": bytes(key), "in_block": bytes(inputs.in_block)}
        try:
            pins: Any = self._ffi.new("roundel_inputs *", vars(inputs) | own)
        except OverflowError as error:
            raise InputError("a number is too large for its port; give a smaller one.") from error
        seen: Any = self._ffi.new("roundel_outputs *")
        self._call("step", pins, seen)
        flags = bool(seen.key_ready), bool(seen.in_ready), bool(seen.out_valid)
        return Outputs(*flags, seen.out_tag, bytes(seen.out_block))

    def _error(self, result: int, text: str) -> FailureError | InputError:
        if result == self._library.ROUNDEL_ERROR_ORDER:
            return FailureError(f"the simulated device is not free: {text}; pull them first.")
        error = super()._error(result, text)
        if isinstance(error, InputError):
            return error
        advice = "load a key into the slot, or " if "took no block" in text else ""
        return FailureError(f"{str(error).rstrip('.')}; {advice}run `roundel verify`.")

    def _check(self, blocks: Data, decrypt: bool, slot: int) -> None:
        check_bytes("blocks", blocks)
        if len(blocks) % BLOCK:
            raise InputError(
                f"{len(blocks)} bytes are not whole blocks; give a multiple of {BLOCK}."
            )
        self._check_slot(slot)
        missing = missing_direction(self.config, "decrypt" if decrypt else "encrypt")
        if missing is not None:
            raise missing

    def _check_slot(self, slot: int) -> None:
        if not 0 <= slot < self.config.KeySlots:
            raise InputError(
                f"{self.config.name} has no key slot {slot}; its slots are 0 to "
                f"{self.config.KeySlots - 1} (KeySlots)."
            )
