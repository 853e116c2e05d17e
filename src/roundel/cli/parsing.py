# SPDX-License-Identifier: Apache-2.0
"""Errors in a command line: typer's errors in Roundel's words.

A message never repeats a word that may be a key: a surplus argument, or a long run of hexadecimal
digits.
"""

import re
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperCommand

_MAYBE_KEY = re.compile(r"[0-9A-Fa-f]{16,}")


class Command(TyperCommand):
    """A command whose errors about values and surplus arguments use Roundel's words."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words after the command's name; TyperException if a word is unusable."""
        ctx.allow_extra_args = True  # typer would repeat the surplus arguments
        try:
            rest = super().parse_args(ctx, args)
        except typer.BadParameter as error:
            choices = error.param.type_descriptor.choices if error.param else None
            reason = _reason(error.__cause__, choices)
            if reason is not None:
                error.message = reason
            raise
        if rest and not ctx.resilient_parsing:
            ctx.fail("unexpected extra argument")
        return rest


def _reason(cause: BaseException | None, choices: Sequence[str] | None) -> str | None:
    """The remedy for a value that pydantic refused, or None for another error."""
    errors = getattr(cause, "errors", None)
    if errors is None:
        return None
    found = errors()[0]
    limits = found.get("ctx", {})
    match found["type"]:
        case "int_parsing" | "int_from_float" | "int_type":
            return "give a whole number"
        case "int_parsing_size":
            return "give fewer digits"
        case "float_parsing" | "float_type":
            return "give a number"
        case "greater_than_equal":
            return f"give {limits['ge']:g} or more"
        case "less_than_equal":
            if str(found["input"]).lower() == "nan":
                return "give a number"
            return f"give {limits['le']:g} or less"
    if choices:
        return f"give {', '.join(choices[:-1])} or {choices[-1]}"
    return str(found["msg"])


def explain(error: typer.TyperException) -> str:
    """A sentence about a wrong command line: the fault, and the help to read."""
    message = re.sub(r",?\s*\n\s*", ", ", error.format_message().strip().rstrip("."))
    text = _MAYBE_KEY.sub("...", message.replace("Choose from:,", "Choose from"))
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "roundel"
    return f"{text[:1].lower()}{text[1:]}; see `{command} --help`."
