# SPDX-License-Identifier: Apache-2.0
"""The tests that the simulator runs on `roundel_core`; started by `roundel.verify.stress.runner`.

``python -m roundel.verify.stress.bench JOB`` builds and runs a simulation in its own process.
cocotb's runner ends its process on failure, and the parent can end a hanging simulation with the
process.

A cocotb test runs the parts. Each part starts with a reset and ends after the output of every
block. After a failed part, the next part runs. The environment variable ROUNDEL_STRESS_JOB names a
JSON file with the seed, the design's facts and the path of the result.
"""

import json
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import cocotb
from cocotb.handle import HierarchyObject
from cocotb_tools.runner import get_runner

from roundel.verify.stress.pins import CoreBench, write_json
from roundel.verify.stress.scoreboard import ContractError, check_schedule
from roundel.verify.stress.traffic import Profile

JOB = "ROUNDEL_STRESS_JOB"
_BLOCKS = 400  # least results of the random part


async def throughput(bench: CoreBench) -> None:
    """Full speed: the stated cycles per block and latency, in every slot and direction.

    Each key size has its own run.
    """
    blocks = 3 * bench.facts["blocks_in_flight"] + 8
    for slot in range(bench.slots):
        bench.done(slot, bench.slots)
        for decrypt, bits in product(bench.directions, bench.job["key_sizes"]):
            await bench.reset()
            traffic = bench.traffic(directions=(decrypt,))
            await bench.load_key(traffic, slot, bits=bits)
            bench.board.mark()
            full = Profile(only=slot)
            await bench.run(traffic, full, lambda: len(bench.board.accepted) >= blocks)
            await bench.drain(traffic)
            check_schedule(bench.board, bench.facts, bits=bits)


async def rekey(bench: CoreBench) -> None:
    """Full speed while other keys are loaded and cleared.

    The part runs if the design promises no lost cycle during key loads, or at most a lost cycle per
    block for roundel_compact.
    """
    config = bench.job["config"]
    schedule = config["KeySchedule"]
    if schedule == "on_the_fly" and config["Direction"] != "encrypt":
        return
    if schedule == "stored" and bench.slots == 1:
        return
    stored = schedule == "stored"
    blocks = 6 * bench.facts["blocks_in_flight"] + 40
    await bench.reset()
    traffic = bench.traffic(directions=bench.directions)
    bits = bench.rng.choice(bench.job["key_sizes"])
    await bench.load_key(traffic, 0, bits=bits)
    bench.board.mark()
    if stored:
        profile = Profile(key=0.2, clear=0.3, only=0, key_slots=range(1, bench.slots))
    else:
        key = bench.rng.choice((0.2, 1.0))
        profile = Profile(key=key, only=0, key_slots=(0,), key_bits=bits)
    await bench.run(traffic, profile, lambda: len(bench.board.accepted) >= blocks)
    await bench.drain(traffic)
    check_schedule(bench.board, bench.facts, config["Compact"], bits)


async def random_traffic(bench: CoreBench) -> None:
    """Random pauses on all three channels, key loads and clears, and zeroise at any time."""
    rng = bench.rng
    target = bench.board.checked + _BLOCKS
    while bench.board.checked < target:
        bench.done(bench.board.checked, target)
        await bench.reset()
        traffic = bench.traffic(directions=(False, True))
        for _ in range(4):
            profile = Profile(
                block=rng.choice((0.1, 0.5, 0.9, 1.0)),
                take=rng.choice((0.05, 0.3, 0.7, 1.0)),
                key=rng.choice((0.0, 0.02, 0.1, 1.0)),
                zeroise=rng.choice((0.0, 0.0, 0.005, 0.02)),
                clear=rng.choice((0.0, 0.1, 0.5)),
            )
            await bench.run_cycles(traffic, profile, rng.randrange(50, 400))
        await bench.drain(traffic)


async def stall(bench: CoreBench) -> None:
    """Block the output: the core accepts blocks up to the depth of the output queue.

    No block is lost, and a key can still be loaded.
    """
    depth = bench.facts["queue_depth"]
    if depth == 0:
        return
    for turn in range(4):
        bench.done(turn, 4)
        await bench.reset()
        traffic = bench.traffic(directions=bench.directions)
        await bench.load_key(traffic, 0)
        bench.board.mark()
        cycles = depth * bench.facts["cycles_per_block"] + 3 * bench.settling
        await bench.run_cycles(traffic, Profile(take=0.0, only=0), cycles)
        accepted = len(bench.board.accepted)
        if accepted != depth:
            raise ContractError(
                f"with a blocked output, {accepted} blocks were accepted instead of {depth}"
            )
        await bench.load_key(traffic, 0, take=0.0)
        await bench.drain(traffic)


async def clear(bench: CoreBench) -> None:
    """Clear a slot's key while blocks are in flight; the results of the blocks still appear.

    Afterwards no register holds a round key of the slot or a state of its blocks. Blocks of other
    slots continue; blocks of the cleared slot wait for a new key.
    """
    await bench.reset()
    for slot in sorted({0, bench.slots - 1}):
        bench.done(slot, bench.slots)
        # During the clear, the input offers blocks of the slot or of another slot.
        for busy in sorted({slot, (slot + 1) % bench.slots}):
            await _clear(bench, slot, busy)


async def _clear(bench: CoreBench, slot: int, busy: int) -> None:
    """Start blocks of a slot, clear its key while slot `busy` offers blocks, and search."""
    traffic = bench.traffic(directions=bench.directions)
    bench.watch(slot)
    for other in range(bench.slots):
        await bench.load_key(traffic, other)
    profile = Profile(take=bench.rng.choice((0.3, 1.0)), only=slot, key_slots=())
    blocks = bench.board.checked + bench.rng.randrange(2, 9)
    await bench.run(traffic, profile, lambda: bench.board.checked >= blocks)
    if busy != slot:
        await bench.run(traffic, Profile(block=0.0, key_slots=()), lambda: traffic.idle)
    bench.check_sight()
    traffic.offer_key(slot, clear=True)
    await bench.run(traffic, replace(profile, only=busy), lambda: not traffic.key_offered)
    seen = len(bench.board.accepted)
    for offered in (busy, slot):
        await bench.run_cycles(traffic, replace(profile, only=offered), bench.settling)
        if offered == busy:
            bench.check_residue()
    if busy != slot and len(bench.board.accepted) == seen:
        raise ContractError(f"cycle {bench.board.cycle}: blocks of slot {busy} are blocked too")
    await bench.load_key(traffic, slot)
    await bench.drain(traffic)
    bench.watch(None)


async def zeroise(bench: CoreBench) -> None:
    """Zeroise at every distance from a block's acceptance, until after its result."""
    await _forget(bench, bench.zeroise)


async def reset(bench: CoreBench) -> None:
    """Reset at every distance from a block's acceptance, at any time in a cycle."""
    await _forget(bench, bench.reset)


async def _forget(bench: CoreBench, forget: Callable[[], Awaitable[None]]) -> None:
    """Load keys, start blocks, erase all, and check that no secret remains.

    No old result appears, and blocks wait until a key is loaded. No visible register holds an old
    key, round key, state or block.
    """
    distances = range(bench.facts["output_latency_cycles"] + bench.facts["queue_depth"] + 3)
    step = max(1, len(distances) // 16)
    await bench.reset()
    for distance in distances[bench.rng.randrange(step) :: step]:
        bench.done(distance, len(distances))
        traffic = bench.traffic(directions=bench.directions)
        for slot in range(bench.slots):
            await bench.load_key(traffic, slot)
        take = bench.rng.choice((0.0, 0.3, 1.0))
        busy = Profile(take=take, key=bench.rng.choice((0.0, 0.05)))
        await bench.run_cycles(traffic, busy, bench.facts["key_load_cycles"] + distance)
        bench.check_sight()
        await forget()
        traffic.withdraw()
        # The scoreboard has no keys now: each accepted block and each result is an error.
        traffic = bench.traffic(directions=bench.directions)
        await bench.run_cycles(traffic, Profile(key_slots=()), bench.settling)
        bench.check_residue()
    traffic = bench.traffic(directions=bench.directions)
    await bench.reset()
    await bench.load_key(traffic, 0)
    await bench.run(traffic, Profile(only=0), lambda: len(bench.board.waiting) >= 1)
    await bench.drain(traffic)


async def timing(bench: CoreBench) -> None:
    """The same valid and ready pins in every cycle, for any keys and blocks.

    Three runs have the same control seed and different data: with heavy load, with light load, and
    with a frequently blocked output.
    """
    for turn, (block, take) in enumerate(((0.7, 0.6), (0.08, 1.0), (1.0, 0.15))):
        bench.done(turn, 3)
        control = bench.rng.getrandbits(64)
        traces = []
        for same in (0.0, 0.5, 1.0):
            await bench.reset(at_edge=True)
            traffic = bench.traffic(control=control, directions=(False, True))
            trace: list[tuple[bool, bool, bool]] = []
            bench.trace = trace
            profile = Profile(block=block, take=take, key=0.03, zeroise=0.004, clear=0.1, same=same)
            await bench.run_cycles(traffic, profile, 400)
            bench.trace = None
            traces.append(trace)
        for other in traces[1:]:
            for cycle, (left, right) in enumerate(zip(traces[0], other, strict=True)):
                if left != right:
                    raise ContractError(
                        f"in cycle {cycle} the pins (key_ready_o, in_ready_o, out_valid_o) are "
                        f"{left} with one set of keys and blocks and {right} with another"
                    )


PARTS: dict[str, Callable[[CoreBench], Awaitable[None]]] = {
    "throughput": throughput,
    "rekey": rekey,
    "random": random_traffic,
    "stall": stall,
    "clear": clear,
    "zeroise": zeroise,
    "reset": reset,
    "timing": timing,
}


@cocotb.test()
async def stress(dut: HierarchyObject) -> None:
    """Run the parts and write the outcome of each part."""
    job: dict[str, Any] = json.loads(Path(os.environ[JOB]).read_text(encoding="utf-8"))
    outcomes = []
    for name in job["parts"]:
        bench = CoreBench(dut, job, name)
        error = ""
        try:
            await PARTS[name](bench)
        except ContractError as broken:
            error = str(broken)
        outcomes.append({"name": name, "checked": bench.board.checked, "error": error})
        # A result file after each part: a crash of the simulator keeps the finished parts.
        write_json(job["result"], outcomes)
        if error and job["stop"]:
            return


def main(path: str) -> None:
    """Build the simulation of a job file, run the bench, or both."""
    job = json.loads(Path(path).read_text(encoding="utf-8"))
    # cocotb's runner would judge the results if the variable names a pytest test.
    os.environ.pop("PYTEST_CURRENT_TEST", None)
    runner = get_runner(job["simulator"])
    options = []
    if job["simulator"] == "verilator":
        options = ["-Wno-fatal", *([] if job["marked"] else ["--public-flat-rw"])]
    if "build" in job["steps"]:
        runner.build(
            sources=job["sources"],
            includes=job["includes"],
            hdl_toplevel=job["top"],
            parameters=job["parameters"],
            build_args=options,
            build_dir=job["build_dir"],
            timescale=("1ns", "1ps"),
            always=True,
        )
    if "test" not in job["steps"]:
        return
    runner.test(
        test_module="roundel.verify.stress.bench",
        hdl_toplevel=job["top"],
        hdl_toplevel_lang="verilog",
        build_dir=job["build_dir"],
        test_dir=job["test_dir"],
        timescale=("1ns", "1ps"),
        seed=job["seed"],
        extra_env={JOB: path},
    )


if __name__ == "__main__":
    main(sys.argv[1])
