# SPDX-License-Identifier: Apache-2.0
"""The pins of `roundel_core` in the simulator, with a call per cycle and the scoreboard.

The bench generates the clock. Inputs change with the falling edge. All pins are read just before
the rising edge, after all signals have settled. This works in every simulator, for RTL and
netlists.
"""

import json
import random
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

from cocotb.handle import (
    ArrayObject,
    HierarchyArrayObject,
    HierarchyObject,
    LogicArrayObject,
    PackedObject,
)
from cocotb.triggers import Timer

from roundel.sim.device import Inputs
from roundel.verify.stress.remanence import Residue
from roundel.verify.stress.scoreboard import ContractError, Pins, Scoreboard
from roundel.verify.stress.traffic import Profile, Traffic

HALF = 5  # ns, half a clock period
_REPORT_SECONDS = 5.0  # seconds between two progress reports of a part


class CoreBench:
    """Drives a core through a part of the stress test.

    `job` is the job from `roundel.verify.stress.runner`. The job's seed and the part's name
    determine all random choices. A violation of the core's contract raises `ContractError`.
    """

    def __init__(self, dut: HierarchyObject, job: dict[str, Any], part: str) -> None:
        pins: Any = dut
        self._dut, self._pins = dut, pins
        self.job = job
        self.rng = random.Random(f"{job['seed']} {part}")  # noqa: S311 - must repeat
        self.facts: dict[str, Any] = job["facts"]  # the stated figures of the design
        self.board = Scoreboard(
            job["config"]["Direction"],
            queue=self.facts["queue_depth"] > 0,
            delay=self.facts["zeroise_delay_cycles"],
            key_sizes=job["key_sizes"],
        )
        self.slots: int = job["config"]["KeySlots"]
        # Values of `in_decrypt_i` that have an effect.
        self.directions = (False, True) if job["config"]["Direction"] == "both" else (False,)
        # Cycles until a core without offers is idle: the key store is cleared, a key is expanded
        # and every block is finished.
        self.settling = (
            2 * self.facts["output_latency_cycles"]
            + self.facts["queue_depth"]
            + (self.slots + 3) * self.facts["key_load_cycles"]
            + 16
        )
        self.trace: list[tuple[bool, bool, bool]] | None = None  # valid and ready pins by cycle
        self._key_bytes = len(pins.key_i) // 8
        self._tag_bits = len(pins.in_tag_i)
        self._residue = Residue()
        self._watched: int | None = None
        # `reset` drives the reset pin.
        self._driven: dict[str, bool | int | bytes] = {"rst_n": True}
        self._started = False
        self._part = part
        self._share = 0.0
        self._reported = time.monotonic()

    def traffic(
        self, control: int | None = None, directions: Collection[bool] = (False,)
    ) -> Traffic:
        """A new source of offers, from the part's random choices."""
        return Traffic(
            self.rng.getrandbits(64) if control is None else control,
            self.rng.getrandbits(64),
            key_sizes=self.job["key_sizes"],
            slots=self.slots,
            tag_bits=self._tag_bits,
            directions=directions,
        )

    def done(self, part: float, whole: float) -> None:
        """Record the progress of this part."""
        self._share = min(1.0, part / whole)

    def _report(self) -> None:
        """Write the progress of this part at intervals, for `roundel.verify.stress.runner`."""
        now = time.monotonic()
        if now - self._reported < _REPORT_SECONDS or "progress" not in self.job:
            return
        self._reported = now
        progress = {"name": self._part, "share": self._share, "cycles": self.board.cycle}
        write_json(self.job["progress"], {**progress, "blocks": self.board.checked})

    async def cycle(self, drive: Inputs) -> Pins:
        """A clock cycle with these inputs; returns the pins just before the rising edge."""
        self._report()
        self._set(drive)
        await Timer(HALF, "ns")
        pins = self._read(drive)
        self._remember(pins)
        if self.trace is not None:
            self.trace.append((pins.key_ready, pins.in_ready, pins.out_valid))
        self.board.observe(pins)
        self._pins.clk_i.value = 1
        await Timer(HALF, "ns")
        self._pins.clk_i.value = 0
        return pins

    async def run(self, traffic: Traffic, profile: Profile, until: Callable[[], bool]) -> None:
        """Run traffic until a condition holds.

        ContractError if a key waits longer than `settling` cycles, or if no handshake happens for
        40 times `settling` cycles.
        """
        quiet, key_waits, limit = 0, 0, 40 * self.settling
        while not until():
            drive = traffic.next(profile, self.board.keys.keys())
            pins = await self.cycle(drive)
            traffic.seen(pins)
            moved = (
                (pins.in_valid and pins.in_ready)
                or (pins.key_valid and pins.key_ready)
                or (pins.out_valid and pins.out_ready)
            )
            quiet = 0 if moved else quiet + 1
            key_offered = pins.key_valid and not pins.key_ready and not pins.zeroise
            key_waits = key_waits + 1 if key_offered else 0
            if key_waits > self.settling:
                raise self._broken(f"no key was accepted in {self.settling} cycles")
            if quiet > limit:
                raise self._broken(f"no handshake happened for {limit} cycles")

    async def run_cycles(self, traffic: Traffic, profile: Profile, cycles: int) -> None:
        """Run traffic for `cycles` cycles, with the errors of `run`."""
        end = self.board.cycle + cycles
        await self.run(traffic, profile, lambda: self.board.cycle >= end)

    async def load_key(
        self, traffic: Traffic, slot: int, take: float = 1.0, bits: int | None = None
    ) -> None:
        """Offer a key of a size, or of a random size, for a slot until the core accepts the key."""
        traffic.offer_key(slot, bits=bits)
        closed = Profile(block=0.0, take=take, key_slots=())
        await self.run(traffic, closed, lambda: not traffic.key_offered)

    async def drain(self, traffic: Traffic) -> None:
        """Accept all results without new offers; check that all results appear, and no more."""
        end = self.board.cycle + 4 * self.settling
        await self.run(
            traffic,
            Profile(block=0.0),
            lambda: (traffic.idle and not self.board.waiting) or self.board.cycle >= end,
        )
        if not traffic.idle or self.board.waiting:
            offers = "no offer" if traffic.idle else "an offer"
            raise self._broken(f"{len(self.board.waiting)} results are missing, {offers} waits")
        await self.run_cycles(traffic, Profile(block=0.0, key_slots=()), self.settling)

    async def zeroise(self) -> None:
        """Drive `zeroise_i` for one to three cycles, with offers on the other channels."""
        traffic = self.traffic()
        for _ in range(self.rng.randrange(1, 4)):
            drive = traffic.next(Profile(key=0.5), ())
            drive.zeroise = True
            traffic.seen(await self.cycle(drive))

    async def reset(self, at_edge: bool = False) -> None:
        """Reset for one to three cycles, with offers on every channel, or on all except keys.

        Without key offers, no new key can hide an old key. The reset starts at random in the low or
        the high half of a cycle. With `at_edge` the reset starts at a falling clock edge and lasts
        two cycles. During the reset no result may be offered, and `out_block_o` must be 0.
        """
        pins, quiet = self._pins, Inputs(key=bytes(self._key_bytes))
        cycles = 2 if at_edge else self.rng.randrange(1, 4)
        high = not at_edge and self.rng.random() < 0.5
        traffic, profile = self.traffic(), Profile(key=self.rng.choice((0.0, 1.0)))
        if not self._started:
            self._set(quiet)
            pins.clk_i.value = 0
            self._started = True
        elif high:
            # The last rising edge precedes the reset; the reset starts while clk_i is high.
            await self.cycle(quiet)
            pins.clk_i.value = 1
        pins.rst_ni.value = 0
        await Timer(1, "ns")
        for _ in range(cycles):
            pins.clk_i.value = 0
            self._set(traffic.next(profile, ()))
            await Timer(HALF, "ns")
            if self._bit(pins.out_valid_o, "out_valid_o"):
                raise self._broken("a result is offered during a reset")
            pins.clk_i.value = 1
            await Timer(HALF, "ns")
            if set(str(pins.out_block_o.value)) != {"0"}:
                raise self._broken(
                    f"out_block_o is {pins.out_block_o.value} during a reset; it must be 0"
                )
        pins.clk_i.value = 0
        self._set(quiet)
        await Timer(1, "ns")
        pins.rst_ni.value = 1
        self.board.reset()

    def watch(self, slot: int | None) -> None:
        """From now on, search for data of a slot's key, or for all secrets when None.

        With a slot, the search excludes blocks and results: both are no secret of the key.
        """
        self._watched = slot
        self._residue = Residue()

    def check_sight(self) -> None:
        """Check that the search finds present secrets; otherwise the search proves nothing."""
        if not (self.job["opaque"] or self._residue.search(_signals(self._dut))):
            raise self._broken("the simulator does not show the registers")

    def check_residue(self) -> None:
        """Check that no register or net still holds a piece of an old secret."""
        if not self.job["opaque"]:
            found = self._residue.search(_signals(self._dut))
            if found:
                raise self._broken(found)
        self._residue = Residue()

    def _remember(self, pins: Pins) -> None:
        """Record the input secrets, before the scoreboard forgets them."""
        if self._residue.full:
            return
        watched = self._watched
        loaded = self.board.key_of(pins) if pins.key_valid and pins.key_ready else None
        if loaded is not None and watched in (None, pins.key_slot):
            self._residue.add_key(loaded)
        key = self.board.keys.get(pins.in_slot)
        accepted = pins.in_valid and pins.in_ready and watched in (None, pins.in_slot)
        if accepted and key is not None:
            decrypt = self.board.decrypts(pins)
            self._residue.add_block(key, pins.in_block, decrypt, ends=watched is None)

    def _set(self, drive: Inputs) -> None:
        for name, value in vars(drive).items():
            # A write to the simulator is the most expensive step: write changes only.
            if self._driven.get(name) != value:
                self._driven[name] = value
                number = int.from_bytes(value, "big") if isinstance(value, bytes) else int(value)
                if self.slots == 1 and name.endswith("_slot"):
                    number = self.rng.getrandbits(1)  # a single slot ignores the port
                getattr(self._pins, f"{name}_i").value = number

    def _read(self, drive: Inputs) -> Pins:
        pins = self._pins
        valid = self._bit(pins.out_valid_o, "out_valid_o")
        tag, block = pins.out_tag_o.value, pins.out_block_o.value
        return Pins(
            **vars(drive),
            key_ready=self._bit(pins.key_ready_o, "key_ready_o"),
            in_ready=self._bit(pins.in_ready_o, "in_ready_o"),
            out_valid=valid,
            out_tag=int(tag) if valid and tag.is_resolvable else None,
            out_block=int(block).to_bytes(16, "big") if block.is_resolvable else None,
        )

    def _bit(self, pin: Any, name: str) -> bool:
        """A pin whose value must be 0 or 1."""
        text = str(pin.value)
        if text not in "01":
            raise self._broken(f"{name} is {text}, neither 0 nor 1")
        return text == "1"

    def _broken(self, rule: str) -> ContractError:
        return ContractError(f"cycle {self.board.cycle}: {rule}")


def _signals(handle: Any) -> Iterator[tuple[str, str]]:
    """Every vector below a handle, with its bits."""
    if isinstance(handle, LogicArrayObject | PackedObject):
        yield handle._path, str(handle.value)  # noqa: SLF001 - cocotb has no public name
    elif isinstance(handle, HierarchyObject | HierarchyArrayObject | ArrayObject):
        for child in handle:
            yield from _signals(child)


def write_json(path: str, value: object) -> None:
    """Write a file atomically, because other processes read the file at any time."""
    draft = Path(path).with_suffix(".draft")
    draft.write_text(json.dumps(value), encoding="utf-8")
    draft.replace(path)
