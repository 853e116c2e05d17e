# SPDX-License-Identifier: Apache-2.0
"""Our firmware's variants on simulated systems, as a paper's rows need them."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from roundel import design
from roundel.base import cache, tools
from roundel.base.closure import code_of
from roundel.base.errors import FailureError
from roundel.base.progress import Progress
from roundel.reproduce.data_soft import Soft
from roundel.reproduce.soft import program_name
from roundel.reproduce.soft_record import UNITS, SoftProgram, UnitName
from roundel.soft import hosts
from roundel.soft.config import Setting
from roundel.soft.firmware import build_firmware, find_variant
from roundel.soft.run import measure

__all__ = ["KEY_BITS", "run_variants", "unit_of"]

_RECORD = "program.json"
KEY_BITS = (128, 256)  # what a round takes is the difference of the two, by four


def unit_of(variant: str) -> UnitName:
    """The unit that a variant needs."""
    unit = find_variant(variant).unit
    return next(name for name in UNITS if name == unit)


def run_variants(
    soft: Soft, host: str, progress: Progress, failures: dict[str, str]
) -> list[SoftProgram]:
    """Run all variants on a host, each on a system with the unit that it needs.

    Args:
        soft: The paper's part: the variants, and the units' parameters.
        host: The host.
        progress: Told what is being done.
        failures: Given why there is none of a variant, by the program's name.
    """
    found = []
    for variant in soft.variants:
        values = soft.values(host, unit_of(variant))
        try:
            found.append(_run(host, variant, values, progress))
        except FailureError as error:
            failures[program_name(host, variant)] = str(error)
    return found


def _run(host: str, variant: str, parameters: Mapping[str, int], progress: Progress) -> SoftProgram:
    """One variant, from the cache if it was run before.

    Raises:
        FailureError: A tool is missing or fails, or an answer is wrong.
    """
    name, unit = program_name(host, variant), unit_of(variant)
    setting = Setting.choose(
        host, unit, latency=parameters.get("Latency"), columns=parameters.get("Columns")
    )
    chosen = find_variant(variant)
    firmware = build_firmware(setting.host, chosen, "bench", setting.memory_bytes, progress)
    assert firmware.sizes is not None  # noqa: S101 (a program of ours has them)
    told = f"{setting.name} {setting.parameters} {setting.memory_bytes} {KEY_BITS}"
    key = cache.digest(
        f"{told} {tools.find('verilator').stamp}",
        firmware.path,
        asdict(firmware.sizes),  # some are of code that the program does not have
        *hosts.sources(setting.host),
        *sorted(design.sim_root().glob("roundel_soft*")),
        *code_of(__name__),
    )

    def run(draft: Path) -> None:
        progress(f"running {name}")
        record = measure(setting, [chosen], key_bits=KEY_BITS, progress=progress)
        (own,) = record.variants
        if own.wrong:
            raise FailureError(f"{name} gives a wrong {own.wrong[0].name}.")
        found = SoftProgram(
            host=host,
            variant=variant,
            unit=unit,
            code_bytes=own.only_128_code_bytes,
            table_bytes=own.only_128_table_bytes,
            cycles={str(item.key_bits): item.parts for item in own.cycles},
            passed=own.answers,
        )
        (draft / _RECORD).write_text(found.model_dump_json(indent=2), encoding="utf-8")

    place = cache.entry("soft", key, run)
    return SoftProgram.model_validate_json((place / _RECORD).read_text(encoding="utf-8"))
