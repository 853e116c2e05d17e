# SPDX-License-Identifier: Apache-2.0
"""The command `doctor`: the tools on this machine."""

from collections.abc import Sequence
from typing import Literal, Self

import typer
from pydantic import Field

from roundel import __version__
from roundel.base.cache import cache_root
from roundel.base.record import Part
from roundel.base.tools import Finding, survey
from roundel.cli.options import Json
from roundel.cli.tables import print_record, print_table
from roundel.soft import hosts


class ToolRecord(Part):
    """An external program.

    Attributes:
        name: The program's name.
        purpose: Roundel's use of the program.
        required: Whether Roundel needs the program.
        found: Whether the program is installed and usable.
        version: The program's version, or None.
        origin: "wheel", "native" or "set" (by a variable); None for a missing program.
        advice: How to install the program, or None.
    """

    name: str
    purpose: str
    required: bool
    found: bool
    version: str | None
    origin: str | None
    advice: str | None


class DoctorRecord(Part):
    """The tools on this machine.

    Attributes:
        version: Roundel's version.
        cache: The directory of cached results.
        tools: The external programs.
    """

    schema_: Literal["roundel.doctor/1"] = Field(default="roundel.doctor/1", alias="schema")
    version: str
    cache: str
    tools: list[ToolRecord]

    @classmethod
    def of(cls, findings: Sequence[Finding], version: str, cache: str) -> Self:
        """The record of the tools on this machine."""
        return cls(
            version=version,
            cache=cache,
            tools=[
                ToolRecord(
                    name=item.name,
                    purpose=item.purpose,
                    required=item.required,
                    found=item.tool is not None,
                    version=item.tool.version if item.tool else None,
                    origin=item.tool.origin if item.tool else "set" if item.unusable else None,
                    advice=item.advice or None,
                )
                for item in findings
            ],
        )


def doctor(json: Json = False) -> None:
    """Check the tools and print their versions.

    Exit status 1 if a required tool is missing. A variable, for example
    ROUNDEL_YOSYS=/path/to/yosys, selects the program of a tool.
    """
    findings = [*survey(), *hosts.survey()]
    record = DoctorRecord.of(findings, __version__, str(cache_root()))
    print_record(record, print_doctor, as_json=json)
    if any(item.required and not item.found for item in record.tools):
        raise typer.Exit(1)


def print_doctor(record: DoctorRecord) -> None:
    """Print the state of each tool."""
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
