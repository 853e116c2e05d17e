# SPDX-License-Identifier: Apache-2.0
"""Runs the protocol stress on a configuration, in a simulator that is found on this machine."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from roundel import design, tools
from roundel.config import Config
from roundel.errors import FailureError
from roundel.progress import Progress, null_progress

__all__ = ["PARTS", "Outcome", "run", "simulator"]

PARTS = ("throughput", "rekey", "random", "stall", "zeroise", "reset", "timing")
"""Names of the parts, which `roundel.verify.stress.bench` describes."""

TAG_BITS = 8  # of the core under stress: enough for any swap to show


@dataclass(frozen=True)
class Outcome:
    """What came of one part.

    Attributes:
        name: The part.
        checked: Results that came out, were compared and were right.
        cycles: Clock cycles simulated.
        error: The rule that was broken, in which cycle; empty when none was.
    """

    name: str
    checked: int
    cycles: int
    error: str


def simulator(config: Config) -> tools.Tool:
    """Icarus where it is found, for its short build, else Verilator.

    Icarus evaluates a net again each time that one of its inputs moves: for deep logic (the gates
    of a tower S-box, rounds without registers between them) Verilator is the faster one, its long
    build included.

    Raises:
        FailureError: There is neither.
    """
    if config.Sbox == "tower" or (config.Stages == 0 and config.Rounds > 1):
        return tools.find("verilator")
    try:
        tools.find("vvp")
        return tools.find("iverilog")
    except FailureError:
        return tools.find("verilator")


def run(
    config: Config,
    seed: int,
    work: Path,
    *,
    parts: Sequence[str] = PARTS,
    blocks: int = 400,
    timeout: float = 900.0,
    netlist: Path | None = None,
    log: Path | None = None,
    progress: Progress = null_progress,
) -> list[Outcome]:
    """Stress the core of a configuration.

    Args:
        config: The configuration.
        seed: 64 bits that all random choices follow from.
        work: An existing directory for the simulation.
        parts: Which parts to run.
        blocks: How many results the random part compares at least.
        timeout: Seconds after which the simulation is ended.
        netlist: A Verilog file with the core and the models of its cells, to be simulated instead
            of the RTL.
        log: The file for what the simulator says; in `work` when None.
        progress: Told which part is running.

    Returns:
        One outcome a part, in their order.

    Raises:
        FailureError: The simulation could not be built, crashed, hung, or ended early.
    """
    found = simulator(config)
    job, result = work / "job.json", work / "result.json"
    log = log or work / "stress.log"
    parameters = {**design.parameters(config), "TagBits": TAG_BITS} if netlist is None else {}
    job.write_text(
        json.dumps(
            {
                "simulator": "icarus" if found.name == "iverilog" else "verilator",
                "sources": [str(path) for path in ([netlist] if netlist else design.sources())],
                "top": design.TOP,
                "parameters": parameters,
                "build_dir": str(work / "simulation"),
                "result": str(result),
                "seed": seed,
                "parts": list(parts),
                "blocks": blocks,
                "opaque": netlist is not None,  # its registers are single bits with other names
                "direction": config.Direction,
                "key_schedule": config.KeySchedule,
                "slots": config.KeySlots,
                "facts": asdict(design.facts(config)),
            }
        ),
        encoding="utf-8",
    )
    label = f"protocol stress in {'Icarus' if found.name == 'iverilog' else 'Verilator'}"
    progress(label, 0.0)

    def watch(seconds: float) -> None:
        del seconds
        done = len(_outcomes(result))
        name = parts[done] if done < len(parts) else "end"
        progress(f"{label}: {name}", done / len(parts))

    tools.run(
        tools.Tool(label, [sys.executable], found.version, found.origin),
        ["-m", "roundel.verify.stress.child", job],
        cwd=work,
        log=log,
        timeout=timeout,
        env=tools.verilator_environment() if found.name == "verilator" else None,
        watch=watch,
    )
    outcomes = _outcomes(result)
    if [outcome.name for outcome in outcomes] != list(parts):
        raise FailureError(f"the {label} ended early, after {len(outcomes)} parts; see {log}.")
    return outcomes


def _outcomes(result: Path) -> list[Outcome]:
    """What the simulation has written so far."""
    if not result.exists():
        return []
    return [Outcome(**item) for item in json.loads(result.read_text(encoding="utf-8"))]
