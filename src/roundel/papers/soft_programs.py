# SPDX-License-Identifier: Apache-2.0
"""Our firmware's variants on simulated systems, as a paper's rows need them."""

from collections.abc import Sequence

from roundel.errors import FailureError
from roundel.papers.soft import program_name
from roundel.papers.soft_record import UNITS, SoftProgram, UnitName
from roundel.progress import Progress
from roundel.soft.firmware import find_variant
from roundel.soft.run import measure
from roundel.soft.setting import Setting

__all__ = ["KEY_BITS", "run_variants", "unit_of"]

KEY_BITS = (128, 256)  # what a round takes is the difference of the two, by four


def unit_of(variant: str) -> UnitName:
    """The unit that a variant needs."""
    unit = find_variant(variant).unit
    return next(name for name in UNITS if name == unit)


def run_variants(
    host: str, variants: Sequence[str], progress: Progress, failures: dict[str, str]
) -> list[SoftProgram]:
    """Run variants on a host, each on a system with the unit that it needs.

    Args:
        host: The host.
        variants: The variants.
        progress: Told what is being done.
        failures: Given why there is none of a variant, by the program's name.
    """
    found = []
    for variant in variants:
        progress(f"running {program_name(host, variant)}")
        try:
            found.append(_run(host, variant, progress))
        except FailureError as error:
            failures[program_name(host, variant)] = str(error)
    return found


def _run(host: str, variant: str, progress: Progress) -> SoftProgram:
    """One variant.

    Raises:
        FailureError: A tool is missing or fails, or an answer is wrong.
    """
    unit = unit_of(variant)
    setting = Setting.choose(host, unit)
    record = measure(setting, [find_variant(variant)], key_bits=KEY_BITS, progress=progress)
    (own,) = record.variants
    if own.wrong:
        raise FailureError(f"{program_name(host, variant)} gives a wrong {own.wrong[0].name}.")
    return SoftProgram(
        host=host,
        variant=variant,
        unit=unit,
        code_bytes=own.code_bytes,
        table_bytes=own.table_bytes,
        cycles={str(item.key_bits): item.parts for item in own.cycles},
        passed=own.answers,
    )
