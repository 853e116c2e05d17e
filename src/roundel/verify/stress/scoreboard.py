# SPDX-License-Identifier: Apache-2.0
"""The contract of `roundel_core`, checked cycle by cycle at its handshakes.

The model knows no latency and no structure. The model reads the pins just before each rising edge
and checks these rules:

- A block that is accepted after its slot's key handshake uses the new key. A block that is accepted
  in the same cycle or before uses the old key. No block is accepted for a slot without a key.
- Results appear in the order of the blocks, each with its own tag, without loss or repetition.
- Once `out_valid_o` is high, `out_valid_o` and the payload are stable until the handshake.
- Blocks that are accepted before or in the cycle of a zeroise or a reset give no later result. If
  a zeroise takes effect some cycles later, old results may appear until the effect.
- While `out_valid_o` is low, `out_block_o` is 0 or the block of a recently taken result since the
  last zeroise or reset. The pins never show a state of a round or a result before its valid. In the
  cycle in which a zeroise takes effect, the pins may show a dropped result.
- A core without an output queue shows each result for a single cycle, with or without a handshake,
  and 0 in between.

`check_schedule` adds the rules for runs without stalls: exact throughput and latency.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from roundel.sim.device import Inputs
from roundel.verify import reference

RESTING = 17  # number of last results: an empty FIFO of 16 entries may show one of them


class ContractError(AssertionError):
    """A violation of the core's contract; the text has the rule, the cycle and the data."""


@dataclass
class Pins(Inputs):
    """All pins of a cycle, settled, just before the rising edge.

    `out_tag` is only meaningful with `out_valid`, `out_block` in every cycle. None stands for bits
    other than 0 and 1.
    """

    key_ready: bool = False
    in_ready: bool = False
    out_valid: bool = False
    out_tag: int | None = None
    out_block: bytes | None = None


@dataclass(frozen=True)
class Block:
    """A block in flight: its expected result, and the cycle of its acceptance."""

    tag: int
    result: bytes
    accepted: int


class Scoreboard:
    """Checks the contract of a core that was built for a `direction`.

    With a `queue`, results wait for `out_ready_i`. After a zeroise, old results may appear for
    `delay` cycles. With several `key_sizes` (in bits) a key has the size of `key_size_i`; a key of
    another size clears its slot.
    """

    def __init__(
        self, direction: str, *, queue: bool = True, delay: int = 0, key_sizes: Sequence[int] = ()
    ) -> None:
        self._key_sizes = key_sizes
        self._direction = direction
        self._queue = queue
        self._delay = delay
        self.cycle = 0  # observed cycles
        self.checked = 0  # compared and right results
        self.keys: dict[int, bytes] = {}  # by slot
        self.waiting: deque[Block] = deque()  # accepted blocks without a result, oldest first
        self.accepted: list[int] = []  # the cycle of each block since `mark`
        # Since `mark`: the cycles of acceptance and of the first valid, for each result.
        self.delivered: list[tuple[int, int]] = []
        self._shown = False  # whether the pins show the oldest result before its handshake
        self._given: deque[bytes] = deque(maxlen=RESTING)  # allowed on the pins without a valid
        self._effect: int | None = None  # the first cycle without old results after a zeroise
        self._fading: set[bytes] = set()  # also allowed on the pins in the cycle `_effect`

    def mark(self) -> None:
        """Discard the recorded schedule."""
        self.accepted.clear()
        self.delivered.clear()

    def reset(self) -> None:
        """Forget keys and blocks, at a reset or at the effect of a zeroise."""
        self.keys.clear()
        self.waiting.clear()
        self._shown = False
        self._given.clear()
        self._effect = None
        self._fading.clear()

    def decrypts(self, pins: Pins) -> bool:
        """Whether the core must decrypt the block on the pins."""
        return self._direction == "decrypt" or (self._direction == "both" and pins.in_decrypt)

    def key_of(self, pins: Pins) -> bytes | None:
        """The key that the pins offer; None for a request to clear the slot."""
        if pins.key_clear:
            return None
        if len(self._key_sizes) < 2:
            return pins.key
        bits = 128 + 64 * pins.key_size
        return pins.key[: bits // 8] if bits in self._key_sizes else None

    def observe(self, pins: Pins) -> None:
        """Check the pins of a cycle.

        Raises:
            ContractError: The pins violate the contract.
        """
        if self._effect == self.cycle:
            dropped = {*self._given, *(block.result for block in self.waiting)}
            self.reset()
            self._fading = dropped
        self._observe_output(pins)
        self._fading = set()
        if pins.in_valid and pins.in_ready:
            self._observe_block(pins)
        if pins.key_valid and pins.key_ready:
            key = self.key_of(pins)
            if key is None:
                self.keys.pop(pins.key_slot, None)
            else:
                self.keys[pins.key_slot] = key
        if pins.zeroise:
            self.keys.clear()
            self._effect = self._effect or self.cycle + 1 + self._delay
        self.cycle += 1

    def _observe_output(self, pins: Pins) -> None:
        """Check the result channel: order, tags, data, and stability before the handshake."""
        if not pins.out_valid:
            if self._shown:
                raise self._broken("out_valid_o fell before out_ready_i took the result")
            self._observe_rest(pins)
            return
        if not self.waiting:
            raise self._broken("a result appeared without a waiting block")
        block = self.waiting[0]
        if (pins.out_tag, pins.out_block) != (block.tag, block.result):
            got = "unknown bits" if pins.out_block is None else pins.out_block.hex()
            changed = "the result changed while it waited" if self._shown else "wrong result"
            raise self._broken(
                f"{changed} for the block accepted in cycle {block.accepted}: "
                f"tag {pins.out_tag} and data {got} instead of "
                f"tag {block.tag} and data {block.result.hex()}"
            )
        if not self._shown:
            self.delivered.append((block.accepted, self.cycle))
        self._shown = self._queue and not pins.out_ready
        if not self._shown:
            self.waiting.popleft()
            if self._queue:
                self._given.append(block.result)
            self.checked += 1

    def _observe_rest(self, pins: Pins) -> None:
        """Check the block pins between results: no internal data of the core."""
        if pins.out_block not in (bytes(16), *self._given, *self._fading):
            got = "unknown bits" if pins.out_block is None else pins.out_block.hex()
            raise self._broken(
                f"while out_valid_o is low, out_block_o is {got}, "
                f"which is neither 0 nor a result that was taken since a zeroise or a reset"
            )

    def _observe_block(self, pins: Pins) -> None:
        """Check the block channel, and compute the expected result of an accepted block."""
        key = self.keys.get(pins.in_slot)
        if key is None:
            raise self._broken(f"a block was accepted for slot {pins.in_slot}, which has no key")
        result = reference.cipher("ecb", self.decrypts(pins), key, b"", pins.in_block)
        self.waiting.append(Block(pins.in_tag, result, self.cycle))
        self.accepted.append(self.cycle)

    def _broken(self, rule: str) -> ContractError:
        return ContractError(f"cycle {self.cycle}: {rule}")


def check_schedule(
    board: Scoreboard, facts: Mapping[str, Any], wait: int = 0, bits: int | None = None
) -> None:
    """Check the stated throughput and latency in a run without stalls.

    Since `mark`, a block was offered and the output was ready in every cycle. A design with B
    blocks in flight accepts block n + B exactly B x cycles_per_block cycles after block n, or at
    most `wait` cycles later during key loads. Every result is valid on the output
    `output_latency_cycles` after the acceptance of its block. In a design with several key sizes
    all blocks had a key of `bits` bits.

    Raises:
        ContractError: A lost cycle, or a latency other than the stated latency.
    """
    flight, period = facts["blocks_in_flight"], facts["cycles_per_block"]
    latency = facts["output_latency_cycles"]
    if facts.get("latency_by_key_bits"):  # JSON has text as names
        period = facts["cycles_per_block_by_key_bits"][str(bits)]
        latency += facts["latency_by_key_bits"][str(bits)] - facts["latency_cycles"]
    pairs = list(zip(board.accepted, board.accepted[flight:], strict=False))
    if not pairs:
        raise ContractError("the run was too short to measure the throughput")
    for index, (first, later) in enumerate(pairs):
        if not 0 <= later - first - flight * period <= wait:
            raise ContractError(
                f"blocks {index} and {index + flight} were accepted {later - first} cycles apart "
                f"instead of {flight} x {period}"
            )
    for accepted, shown in board.delivered:
        if shown - accepted != latency:
            raise ContractError(
                f"the block accepted in cycle {accepted} was valid on the output after "
                f"{shown - accepted} cycles instead of {latency}"
            )
