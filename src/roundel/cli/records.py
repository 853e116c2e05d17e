# SPDX-License-Identifier: Apache-2.0
"""The records of the commands that only read: presets and tools."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Self

from pydantic import Field

from roundel.base.record import Part
from roundel.design import Config, Preset

if TYPE_CHECKING:
    from roundel.base.tools import Finding

__all__ = ["DoctorRecord", "PresetRecord", "PresetsRecord", "ToolRecord"]


class PresetRecord(Config):
    """A preset: its configuration and its purpose.

    Attributes:
        purpose: What it is for and what it costs.
    """

    purpose: str


class PresetsRecord(Part):
    """The presets.

    Attributes:
        schema_: "roundel.presets/1"; "schema" in JSON.
        presets: In the order of their names.
    """

    schema_: Literal["roundel.presets/1"] = Field(default="roundel.presets/1", alias="schema")
    presets: list[PresetRecord]

    @classmethod
    def of(cls, presets: Sequence[Preset]) -> Self:
        """The record of presets."""
        return cls(
            presets=[
                PresetRecord.model_construct(purpose=item.purpose, **item.config.model_dump())
                for item in presets
            ]
        )


class ToolRecord(Part):
    """An outside program.

    Attributes:
        name: What it is called.
        purpose: What Roundel uses it for.
        required: Whether Roundel needs it.
        found: Whether it is installed and usable.
        version: Its version, or None.
        origin: "wheel", "native" or "set" (by a variable); None for a missing program.
        advice: How to install it, or None.
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
        schema_: "roundel.doctor/1"; "schema" in JSON.
        version: Of Roundel.
        cache: The directory of cached results.
        tools: The outside programs.
    """

    schema_: Literal["roundel.doctor/1"] = Field(default="roundel.doctor/1", alias="schema")
    version: str
    cache: str
    tools: list[ToolRecord]

    @classmethod
    def of(cls, findings: "Sequence[Finding]", version: str, cache: str) -> Self:
        """The record of what was found on this machine."""
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
