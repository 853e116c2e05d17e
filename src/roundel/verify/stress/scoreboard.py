# SPDX-License-Identifier: Apache-2.0
"""What `roundel_core` must do, said cycle by cycle from its handshakes.

The model knows no latency and no structure: it takes what is on the pins just before each rising
edge and holds the core to its contract.

- A block accepted in a cycle after its slot's key handshake uses that key; one accepted in the
  same cycle or before uses the key of before. No block is accepted for a slot without a key: one
  that has had none, or whose key was cleared.
- Results come in the order of the blocks, each with its own tag, none lost, none twice.
- Once `out_valid_o` is high, it and its payload stay until the handshake.
- What was accepted before a zeroise or a reset, or in its cycle, never comes out after it. Where a
  zeroise takes effect some cycles late, results of before may come out until then.
- While `out_valid_o` is low, `out_block_o` is 0 or the block of one of the last results that were
  taken since a zeroise or a reset: no state of a round is ever on the pins, and no result before it
  is valid. In the one cycle in which a zeroise takes effect, a result that it drops may be there.
- A core without an output queue shows each result for one cycle, whether it is taken or not, and 0
  in between.

`check_schedule` adds what holds when nothing stalls: throughput and latency to the cycle.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from roundel.sim.device import Inputs
from roundel.verify import reference

RESTING = 17  # the last results: an empty FIFO of 16 entries may show one of them


class ContractError(AssertionError):
    """The core broke its contract; the text says which rule, in which cycle, with which data."""


@dataclass
class Pins(Inputs):
    """All pins of one cycle, settled, just before the rising edge.

    `out_tag` counts in a valid cycle only, `out_block` in every cycle. None stands for bits that
    are neither 0 nor 1.
    """

    key_ready: bool = False
    in_ready: bool = False
    out_valid: bool = False
    out_tag: int | None = None
    out_block: bytes | None = None


@dataclass(frozen=True)
class Block:
    """A block on its way: what must come out, and the cycle in which it went in."""

    tag: int
    result: bytes
    accepted: int


class Scoreboard:
    """Holds a core, which was built for a `direction`, to its contract.

    With a `queue`, results wait for `out_ready_i`. After a zeroise, old results may come out for
    `delay` cycles.
    """

    def __init__(self, direction: str, *, queue: bool = True, delay: int = 0) -> None:
        self._direction = direction
        self._queue = queue
        self._delay = delay
        self.cycle = 0  # cycles seen
        self.checked = 0  # results that were compared and right
        self.keys: dict[int, bytes] = {}  # by slot
        self.waiting: deque[Block] = deque()  # accepted blocks without a result, oldest first
        self.accepted: list[int] = []  # the cycle of each block since `mark`
        # Since `mark`: when the block of each result went in, and when its valid rose.
        self.delivered: list[tuple[int, int]] = []
        self._shown = False  # the oldest result is on the pins and has not been taken
        self._given: deque[bytes] = deque(maxlen=RESTING)  # may be on the pins while no result is
        self._effect: int | None = None  # the first cycle without results of before a zeroise
        self._fading: set[bytes] = set()  # what else may be on the pins in that one

    def mark(self) -> None:
        """Forget the schedule recorded so far."""
        self.accepted.clear()
        self.delivered.clear()

    def reset(self) -> None:
        """A reset, or a zeroise takes effect: keys and blocks are gone."""
        self.keys.clear()
        self.waiting.clear()
        self._shown = False
        self._given.clear()
        self._effect = None
        self._fading.clear()

    def decrypts(self, pins: Pins) -> bool:
        """Whether the block on the pins is to be decrypted."""
        return self._direction == "decrypt" or (self._direction == "both" and pins.in_decrypt)

    def observe(self, pins: Pins) -> None:
        """Take one cycle's pins.

        Raises:
            ContractError: They break the contract.
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
            if pins.key_clear:
                self.keys.pop(pins.key_slot, None)
            else:
                self.keys[pins.key_slot] = pins.key
        if pins.zeroise:
            self.keys.clear()
            self._effect = self._effect or self.cycle + 1 + self._delay
        self.cycle += 1

    def _observe_output(self, pins: Pins) -> None:
        """The result channel: order, tags, data, and stability while it is not taken."""
        if not pins.out_valid:
            if self._shown:
                raise self._broken("out_valid_o fell before out_ready_i took the result")
            self._observe_rest(pins)
            return
        if not self.waiting:
            raise self._broken("a result came out for which no block is waiting")
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
        """The block pins between results: nothing from inside the core."""
        if pins.out_block not in (bytes(16), *self._given, *self._fading):
            got = "unknown bits" if pins.out_block is None else pins.out_block.hex()
            raise self._broken(
                f"while out_valid_o is low, out_block_o is {got}, "
                f"which is neither 0 nor a result that was taken since a zeroise or a reset"
            )

    def _observe_block(self, pins: Pins) -> None:
        """The block channel: what must come out for the block that was just accepted."""
        key = self.keys.get(pins.in_slot)
        if key is None:
            raise self._broken(f"a block was accepted for slot {pins.in_slot}, which has no key")
        result = reference.cipher("ecb", self.decrypts(pins), key, b"", pins.in_block)
        self.waiting.append(Block(pins.in_tag, result, self.cycle))
        self.accepted.append(self.cycle)

    def _broken(self, rule: str) -> ContractError:
        return ContractError(f"cycle {self.cycle}: {rule}")


def check_schedule(board: Scoreboard, facts: Mapping[str, int], wait: int = 0) -> None:
    """Hold a run without stalls to the throughput and latency that the design states.

    In such a run, since `mark`, a block was on offer and the output was taken in every cycle. A
    design with B blocks in flight accepts block n + B exactly B x cycles_per_block cycles after
    block n, or at most `wait` cycles later while keys are loaded. Every result is valid on the
    output `output_latency_cycles` after its block was accepted.

    Raises:
        ContractError: A dead cycle, or a latency that is not the stated one.
    """
    flight, period = facts["blocks_in_flight"], facts["cycles_per_block"]
    pairs = list(zip(board.accepted, board.accepted[flight:], strict=False))
    if not pairs:
        raise ContractError("the run was too short to measure the throughput")
    for index, (first, later) in enumerate(pairs):
        if not 0 <= later - first - flight * period <= wait:
            raise ContractError(
                f"blocks {index} and {index + flight} were accepted {later - first} cycles apart "
                f"instead of {flight} x {period}"
            )
    latency = facts["output_latency_cycles"]
    for accepted, shown in board.delivered:
        if shown - accepted != latency:
            raise ContractError(
                f"the block accepted in cycle {accepted} was valid on the output after "
                f"{shown - accepted} cycles instead of {latency}"
            )
