# SPDX-License-Identifier: Apache-2.0
"""Our firmware's variants on simulated systems, as a paper's rows need them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from roundel import design
from roundel.base import cache
from roundel.base.closure import code_digest
from roundel.base.errors import FailureError
from roundel.base.stages import Stage
from roundel.jobs import Identity, Job, Outcome, Report, Session, Work, as_json, identity_of
from roundel.reproduce.data_soft import Soft
from roundel.reproduce.soft import program_name
from roundel.reproduce.soft_record import UNITS, SoftProgram, UnitName
from roundel.soft import hosts
from roundel.soft.config import Setting
from roundel.soft.firmware import COMPILER, find_variant
from roundel.soft.run import measure

__all__ = ["KEY_BITS", "run_variants", "unit_of"]

_SIZE = 10_000.0  # of a program, for the estimate of its time
KEY_BITS = (128, 256)  # what a round takes is the difference of the two, by four


def unit_of(variant: str) -> UnitName:
    """The unit that a variant needs."""
    unit = find_variant(variant).unit
    return next(name for name in UNITS if name == unit)


@dataclass(frozen=True)
class Program:
    """The configuration of a `program` job: a variant of our firmware on a system.

    Attributes:
        host: The processor.
        variant: The variant.
        parameters: The unit's parameters, by name.
    """

    host: str
    variant: str
    parameters: tuple[tuple[str, int], ...]

    @property
    def name(self) -> str:
        """The program's name in messages."""
        return program_name(self.host, self.variant)

    def setting(self) -> Setting:
        """The system."""
        values = dict(self.parameters)
        return Setting.choose(
            self.host,
            unit_of(self.variant),
            latency=values.get("Latency"),
            columns=values.get("Columns"),
        )


def run_variants(
    soft: Soft, names: Sequence[str], session: Session, failures: dict[str, str]
) -> dict[tuple[str, str], SoftProgram]:
    """Run all variants on all hosts, each on a system with the unit that it needs.

    Args:
        soft: The paper's part: the variants, and the units' parameters.
        names: The hosts.
        session: Store, workers and display.
        failures: Receives the reason for each missing program, by the program's name.

    Returns:
        The programs by host and variant.
    """
    programs = [
        Program(host, variant, tuple(soft.values(host, unit_of(variant)).items()))
        for host in names
        for variant in soft.variants
    ]
    batch = session.batch(retry_failed=True)
    jobs = {program: _job(program) for program in programs}
    keys = {program: _key(job) for program, job in jobs.items()}
    batch.load(keys.values())
    batch.expect(keys.values())
    batch.run(
        Work(keys[program], job, program.name, asdict(program), _SIZE)
        for program, job in jobs.items()
        if keys[program] not in batch.rows
    )
    found = {}
    for program, key in keys.items():
        row = batch.rows[key]
        if row.status == "failed":
            failures[program.name] = row.error
        else:
            record = SoftProgram.model_validate_json(row.result)
            found[program.host, program.variant] = record
    return found


def _job(program: Program) -> Job:
    tools = ("verilator", "g++", COMPILER)
    return Job("program", program.name, run_program, identify_program, program, tools=tools)


def _key(job: Job) -> str:
    return cache.digest(as_json(identity_of(job)), asdict(job.config))


def identify_program(job: Job) -> Identity:
    """What a program's result depends on: system, firmware and Roundel's code."""
    setting = job.config.setting()
    firmware = sorted(
        path for path in (design.driver_root() / "firmware").iterdir() if path.is_file()
    )
    return (
        ("the system", cache.digest(*hosts.sources(setting.host, setting.top_parameters))),
        ("the firmware", cache.digest(*firmware)),
        (
            "Roundel's code for soft processors",
            cache.digest(
                *sorted(design.sim_root().glob("roundel_soft*")),
                code_digest(__name__),
                str(KEY_BITS),
            ),
        ),
    )


def run_program(job: Job, report: Report) -> Outcome:
    """Run one variant.

    Raises:
        FailureError: A tool is missing or fails, or an answer is wrong.
    """
    program: Program = job.config

    def progress(message: str, fraction: float | None = None) -> None:
        report(Stage(message, fraction or 0.0))

    chosen = find_variant(program.variant)
    record = measure(program.setting(), [chosen], key_bits=KEY_BITS, progress=progress)
    (own,) = record.variants
    if own.wrong:
        raise FailureError(f"{program.name} gives a wrong {own.wrong[0].name}.")
    found = SoftProgram(
        host=program.host,
        variant=program.variant,
        unit=unit_of(program.variant),
        code_bytes=own.only_128_code_bytes,
        table_bytes=own.only_128_table_bytes,
        cycles={str(item.key_bits): item.parts for item in own.cycles},
        passed=own.answers,
    )
    return Outcome(found.model_dump_json())
