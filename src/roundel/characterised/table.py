# SPDX-License-Identifier: Apache-2.0
"""The measured figures of a configuration as a table, for its data sheet."""

from collections.abc import Iterable

from roundel import design
from roundel.characterised.collect import digest_of
from roundel.characterised.row import Head, Row
from roundel.characterised.store import Designs
from roundel.design import Config

_COLUMNS = ("part or library", "recipe", "area", "flip-flops", "block RAMs", "clock in MHz")


def measured_table(designs: Designs, config: Config, vendor: str | None) -> str:
    """A Markdown table of the rows of a configuration; empty without a row.

    The clock is the median of the seeds, with the lowest and the highest clock. A sentence names
    the targets whose rows belong to an earlier commit of the RTL. `vendor` is the folder of
    rtl/vendor of the described design; another sentence names the targets that were measured with
    other files.
    """
    fields = config.fields().items()
    rows = [row for row in designs.rows if designs.fields(row).items() <= fields]
    if not rows:
        return ""
    lines = [_COLUMNS, ("---",) * len(_COLUMNS), *(_cells(designs.head, row) for row in rows)]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    present = {row.target: digest_of(config, row.target) for row in rows}
    old = [row for row in rows if row.rtl != present[row.target]]
    others = present.items() - {(name, design.fingerprint(config, vendor)) for name in present}
    return f"{table}\n\n{_versions(rows)}{_earlier(old)}{_other_files(dict(others))}"


def _earlier(rows: list[Row]) -> str:
    """The targets and commits of rows of earlier RTL, in a sentence."""
    commits: dict[str, list[str]] = {}
    for row in rows:
        commits.setdefault(row.commit, []).append(row.target.removeprefix("cells:"))
    if not commits:
        return ""
    found = "; ".join(
        f"{', '.join(sorted(names))}: commit {commit[:10]}" for commit, names in commits.items()
    )
    return f" The RTL has changed since these measurements ({found})."


def _other_files(targets: Iterable[str]) -> str:
    """The targets of measurements with other files than the described design, in a sentence."""
    names = sorted(name.removeprefix("cells:") for name in targets)
    if not names:
        return ""
    return (
        f" On {', '.join(names)}, files of `rtl/vendor` for the family replaced portable files of "
        "this design (memories or S-box tables), and the portable files can be slower."
    )


def _cells(head: Head, row: Row) -> tuple[str, ...]:
    """The cells of a row, in the order of `_COLUMNS`."""
    part = head.parts.get(row.target)
    name = row.target.removeprefix("cells:")
    area = f"{row.kge:,.1f} kGE" if part is None else f"{row.lut:,} {part.lut_kind}"
    ram = "" if part is None else f"{row.ram} ({part.ram_kind.removesuffix(' block RAM')})"
    return name, row.recipe, area, f"{row.ff:,}", ram, _clock(row)


def _clock(row: Row) -> str:
    """The median clock with its range, or why no clock exists."""
    if not row.mhz:
        return "mapped only"
    if len(row.mhz) == 1:
        (seed,) = row.mhz
        by = f"seed {seed}" if seed.isdigit() else "static timing"
        return f"{row.mhz_median:.1f} ({by})"
    return (
        f"{row.mhz_median:.1f} ({row.mhz_min:.1f} to {max(row.mhz.values()):.1f}, "
        f"{len(row.mhz)} seeds)"
    )


def _versions(rows: list[Row]) -> str:
    """The versions of the tools of all rows, in a sentence."""
    versions = {f"{tool} {version}" for row in rows for tool, version in row.tools.items()}
    return f"Measured by Roundel with {', '.join(sorted(versions))}."
