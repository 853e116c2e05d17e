# SPDX-License-Identifier: Apache-2.0
"""The simulated device: the hardware of a configuration, driven by its own handshakes.

A block is 16 bytes, byte 0 first. Only the hardware processes blocks: this module moves bytes and
checks the order of results.
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

# A call of the library cannot be interrupted, so a large job is split into pieces of this size.
_PIECE = 1 << 20


@dataclass
class Inputs:
    """The input pins of one cycle: `x` is port `x_i`, and `rst_n` is `rst_ni`; see the top."""

    zeroise: bool = False
    key_valid: bool = False
    key_slot: int = 0
    key: bytes = b""
    key_clear: bool = False
    key_size: int = 0
    in_valid: bool = False
    in_decrypt: bool = False
    in_slot: int = 0
    in_tag: int = 0
    in_block: bytes = bytes(BLOCK)
    out_ready: bool = False
    rst_n: bool = True


@dataclass(frozen=True)
class Outputs:
    """The output pins of one cycle, sampled at the rising edge of the clock."""

    key_ready: bool
    in_ready: bool
    out_valid: bool
    out_tag: int
    out_block: bytes


def missing_direction(config: Config, direction: str) -> InputError | None:
    """The error for a configuration without hardware for a direction; otherwise None."""
    if config.Direction in (direction, "both"):
        return None
    # Other parameters may exclude a value.
    options = [
        f"-p Direction={other}"
        for other in ("both", direction)
        if design.objection(config.replaced("Direction", other)) is None
    ]
    advice = f"{' or '.join(options)}, or " if options else ""
    return InputError(
        f"{config.name} has no hardware to {direction} blocks (Direction={config.Direction}); "
        f"give {advice}another preset (`roundel presets`)."
    )


class Device(Simulated):
    """A simulated device, from `Device.open` to `close`; a context manager closes the device.

    Only one thread may use a device at a time.
    """

    HARNESS = "roundel_sim"
    PREFIX = "roundel_"

    def __init__(self, config: Config, library: Path) -> None:
        """Load the library from `roundel.sim.verilated.build` for the configuration."""
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
        """A device after reset, without a key; see `roundel.sim.verilated.build`."""
        path = None if netlist is None else Path(netlist)
        return cls(config, verilated.build(config, path, progress))

    @property
    def tags(self) -> int:
        """The number of values of the tag port."""
        return int(self._library.roundel_tag_limit())

    def load_key(self, key: bytes, slot: int = 0) -> None:
        """Load a key for all following blocks of the slot: `key_bytes`, or another key size.

        Raises:
            InputError: The key has another length, or the slot does not exist.
            FailureError: The hardware does not accept the key.
        """
        check_bytes("key", key)
        sizes = design.key_sizes(self.config)
        if 8 * len(key) not in sizes:
            raise InputError(
                f"{self.config.name} needs a key of {' or '.join(map(str, sizes))} bits, but "
                f"{8 * len(key)} bits were given; give a key of this size."
            )
        self._check_slot(slot)
        self._call("load_key", slot, self._ffi.from_buffer("uint8_t[]", key), len(key))

    def clear_key(self, slot: int = 0) -> None:
        """Clear the key of one slot and all derived values; other slots keep their keys.

        Earlier blocks are finished; later blocks wait for a new key.

        Raises:
            InputError: The slot does not exist.
            FailureError: The hardware does not clear the key.
        """
        self._check_slot(slot)
        self._call("clear_key", slot)

    def process(self, blocks: Data, *, decrypt: bool = False, slot: int = 0) -> bytes:
        """Process whole blocks at full throughput, under the key of a slot.

        Raises:
            InputError: Not whole blocks, an unknown slot, or no hardware for the direction.
            FailureError: The hardware hangs (also without a key), loses or swaps blocks; or earlier
                pushed blocks were not pulled.
        """
        return self._in_pieces("process", blocks, (), decrypt, slot)

    def process_chained(
        self, blocks: Data, chain: bytes, *, decrypt: bool = False, slot: int = 0
    ) -> bytes:
        """Process whole blocks one by one; each block is XORed with the previous result.

        `chain` is 16 bytes for the first block; the next chain is the last 16 bytes of the result.

        Raises:
            InputError: As for `process`, or `chain` is not a block.
            FailureError: As for `process`.
        """
        check_bytes("chain", chain)
        if len(chain) != BLOCK:
            raise InputError(f"a chain value needs {BLOCK} bytes, but {len(chain)} were given.")
        value = self._ffi.new("uint8_t[]", bytes(chain))
        return self._in_pieces("process_chained", blocks, (value,), decrypt, slot)

    def _in_pieces(
        self, name: str, blocks: Data, chain: tuple[Any, ...], decrypt: bool, slot: int
    ) -> bytes:
        """Process blocks by a function of the library."""
        self._check(blocks, decrypt, slot)
        result = bytearray(blocks)
        buffer = self._ffi.from_buffer("uint8_t[]", result, require_writable=True)
        for start in range(0, len(result), _PIECE):
            count = min(_PIECE, len(result) - start) // BLOCK
            piece = buffer + start
            self._call(name, piece, piece, count, *chain, decrypt, slot)
        return bytes(result)

    def push(self, blocks: Data, *, decrypt: bool = False, slot: int = 0) -> None:
        """Push blocks into the hardware; results are kept for `pull`.

        Raises:
            InputError: As for `process`.
            FailureError: The hardware does not accept the blocks.
        """
        self._check(blocks, decrypt, slot)
        data = self._ffi.from_buffer("uint8_t[]", blocks)
        self._call("push", data, len(blocks) // BLOCK, decrypt, slot)

    def pull(self, count: int) -> bytes:
        """Receive up to `count` blocks in the order of the pushes; fewer if fewer are in flight.

        Raises:
            FailureError: The hardware gives no result, or a wrong order.
        """
        result = bytearray(BLOCK * count)
        buffer = self._ffi.from_buffer("uint8_t[]", result, require_writable=True)
        given = self._call("pull", buffer, count)
        return bytes(result[: BLOCK * given])

    def step(self, inputs: Inputs) -> Outputs:
        """Run one cycle with these pins; call `reset` before other methods.

        Raises:
            InputError: The key or the block differs from the port in length, or a number is too
                large for its port.
        """
        key = inputs.key or bytes(self.key_bytes)
        if len(key) != self.key_bytes or len(inputs.in_block) != BLOCK:
            raise InputError("the key or the block does not fill its port; give all bytes.")
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
            return FailureError(f"the simulated device is busy: {text}; pull the blocks first.")
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
                f"{self.config.name} has no key slot {slot}; the slots are 0 to "
                f"{self.config.KeySlots - 1} (KeySlots)."
            )
