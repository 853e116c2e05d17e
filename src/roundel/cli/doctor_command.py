# SPDX-License-Identifier: Apache-2.0
"""The command `doctor`: the tools on this machine."""

from typing import TYPE_CHECKING

import typer

from roundel.cli.options import Json

if TYPE_CHECKING:
    from roundel.cli.records import DoctorRecord

__all__ = ["doctor", "print_doctor"]


def doctor(json: Json = False) -> None:
    """Check the tools and print their versions.

    Exit status 1 if a required tool is missing. A variable sets the program of a tool, such as
    ROUNDEL_YOSYS=/path/to/yosys.
    """
    from roundel import __version__
    from roundel.base import cache, tools
    from roundel.cli.records import DoctorRecord
    from roundel.cli.tables import print_record
    from roundel.soft import hosts

    findings = [*tools.survey(), *hosts.survey()]
    record = DoctorRecord.of(findings, __version__, str(cache.cache_root()))
    print_record(record, print_doctor, as_json=json)
    if any(item.required and not item.found for item in record.tools):
        raise typer.Exit(1)


def print_doctor(record: "DoctorRecord") -> None:
    """Print which tools are there."""
    from roundel.cli.tables import print_table

    rows = [
        [
            item.name,
            (item.version or "unknown" if item.found else "unusable" if item.origin else "missing"),
            (item.origin if item.found else item.advice) or "",
            item.purpose + ("" if item.required else " (optional)"),
        ]
        for item in record.tools
    ]
    title = f"Roundel {record.version}, cache {record.cache}"
    print_table(title, ["tool", "version", "from", "purpose"], rows)
