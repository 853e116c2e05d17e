# SPDX-License-Identifier: Apache-2.0
"""The variants of our firmware on simulated systems, for the rows of a paper."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from roundel import design
from roundel.base import cache
from roundel.base.closure import code_digest
from roundel.base.errors import FailureError
from roundel.base.progress import progress_of
from roundel.jobs import Identity, Job, Outcome, Report, Session, Work, as_json, identity_of
from roundel.reproduce.data_soft import Soft
from roundel.reproduce.soft import program_name, unit_of
from roundel.reproduce.soft_record import SoftProgram
from roundel.reproduce.work import run_works
from roundel.soft import hosts
from roundel.soft.config import Setting
from roundel.soft.firmware import COMPILER, find_variant
from roundel.soft.run import measure

_TOOLS = ("verilator", "g++", COMPILER)
_SIZE = 10_000.0  # a program's size, for the estimate of its time
KEY_BITS = (128, 256)  # a round is a quarter of the difference between the two


@dataclass(frozen=True)
class Program:
    """The configuration of a `program` job: a variant of our firmware on a system."""

    host: str
    variant: str
    parameters: tuple[tuple[str, int], ...]  # the unit's parameters, by name

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
    """Run all variants on the named hosts, each on a system with the required unit.

    `failures` receives the error of each missing program, by the program's name.
    """
    works = {}
    for host in names:
        for variant in soft.variants:
            values = soft.values(host, unit_of(variant))
            program = Program(host, variant, tuple(values.items()))
            job = Job("program", program.name, run_program, identify_program, program, tools=_TOOLS)
            key = cache.digest(as_json(identity_of(job)), asdict(program))
            works[host, variant] = Work(key, job, program.name, asdict(program), _SIZE)
    rows, failed = run_works(session, works)
    failures |= {program_name(*pair): error for pair, error in failed.items()}
    return {pair: SoftProgram.model_validate_json(row.result) for pair, row in rows.items()}


def identify_program(job: Job) -> Identity:
    """The inputs of a program's result: system, firmware and Roundel's code."""
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
    """Run a variant."""
    program: Program = job.config
    chosen = find_variant(program.variant)
    record = measure(program.setting(), [chosen], key_bits=KEY_BITS, progress=progress_of(report))
    (own,) = record.variants
    if own.wrong:
        raise FailureError(f"{program.name} gives a wrong {own.wrong[0].name}; report this.")
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
