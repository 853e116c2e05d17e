# SPDX-License-Identifier: Apache-2.0
"""What figures of soft processors say together: beside plain C, beside the paper, and bounds."""

from roundel.reproduce.data_soft import Soft
from roundel.reproduce.quantities import QUANTITIES, number
from roundel.reproduce.soft import SoftMeasured, Values, figures
from roundel.reproduce.soft_record import PromiseRecord


def soft_findings(soft: Soft, found: SoftMeasured, promises: list[PromiseRecord]) -> list[str]:
    """What the rows say together, and which bounds are kept."""
    told = []
    for host in soft.hosts:
        for variant, label in soft.variants.items():
            if variant in soft.plain:
                continue
            values = figures(soft, host, variant, found)
            name = f"{host}, {label}"
            told += _against_plain(soft, name, variant, values)
            told += _against_paper(soft, name, variant, values)
            told += _clock(name, values)
    return [*told, *_promises(promises)]


def _of_paper(soft: Soft, variant: str, quantity: str) -> float | None:
    """The paper's figure, published or implied, beside which a variant stands."""
    rows = (row for table in soft.tables for row in table.rows if variant in row.beside)
    return next((row.figures[quantity] for row in rows if quantity in row.figures), None)


def _against_plain(soft: Soft, name: str, variant: str, values: Values) -> list[str]:
    """Its gain in cycles, in time and in memory, beside the paper's."""
    found = []
    for quantity, words in (
        ("plain_ratio", "fewer cycles than plain C at its fastest on that host"),
        ("plain_time_ratio", "less time than that, each at its own clock"),
        ("program_ratio", "less code and tables than the plain C beside the paper's"),
    ):
        if quantity in values:
            told = _of_paper(soft, variant, quantity)
            there = "" if told is None else f" ({told:.2f} x in the paper)"
            found.append(f"{values[quantity]:.2f} x {words}{there}")
    return [f"{name}: {', '.join(found)}."] if found else []


def _against_paper(soft: Soft, name: str, variant: str, values: Values) -> list[str]:
    """Whole functions of ours beside the paper's sections."""
    found = []
    for quantity, unit in (("sum_cycles", "cycles"), ("microseconds", "us")):
        told = _of_paper(soft, variant, quantity)
        if told is None or quantity not in values:
            continue
        here = f"{number(quantity, values[quantity])} {unit}"
        ratio = told / values[quantity]
        word = f"{ratio:.2f} x less" if ratio >= 1 else f"{1 / ratio:.2f} x more"
        found.append(f"{here} where the paper has {number(quantity, told)}, {word}")
    return [f"{name}, the sum: {'; '.join(found)}."] if found else []


def _clock(name: str, values: Values) -> list[str]:
    """What the unit costs."""
    if "clock_ratio" not in values:
        return []
    rams = values["unit_rams"]
    unit = (
        f"{values['unit_luts']:,.0f} LUT4, {values['unit_ff']:,.0f} flip-flops and {rams:.0f} "
        f"block RAM{'' if rams == 1 else 's'}"
    )
    clock = f"{values['clock_mhz']:.1f} MHz, {values['clock_ratio']:.3f} of the host alone"
    return [f"{name}: clock {clock}; the unit adds {unit}."]


def _promises(promises: list[PromiseRecord]) -> list[str]:
    """How many bounds are kept, and each that is not."""
    measured = [item for item in promises if item.kept is not None]
    if not measured:
        return []
    kept = sum(bool(item.kept) for item in measured)
    left = len(promises) - len(measured)
    text = f"Of {len(measured)} bounds that Roundel sets itself {kept} are kept"
    found = [f"{text}; {left} were not measured." if left else f"{text}."]
    return found + [f"Not kept: {promise_text(item)}." for item in measured if not item.kept]


def promise_text(item: PromiseRecord) -> str:
    """A bound and its figure on one line."""
    label = QUANTITIES[item.figure].label
    value = "not measured" if item.measured is None else number(item.figure, item.measured)
    word = "at most" if item.kind == "most" else "at least"
    bound = number(item.figure, item.bound)
    return f"{item.host}, {item.variant}: {label} {value}, {word} {bound}"
