# SPDX-License-Identifier: Apache-2.0
"""Boolean expressions of liberty files, written in a form that all tools read alike.

Operators by precedence: `!A` and `A'`; `A ^ B`; `A & B`, `A * B` and `A B`; `A | B` and `A + B`.
abc ranks AND above XOR, so the written form has parentheses wherever two operators meet.
"""

import re
from dataclasses import dataclass


class ExpressionError(ValueError):
    """A text is no expression."""


@dataclass(frozen=True)
class Expression:
    """An expression."""

    operator: str  # "!", "^", "&" or "|"; "" for a pin or a constant
    name: str = ""  # of the pin, or "0" or "1"
    parts: tuple["Expression", ...] = ()  # the operands: one of "!", at least two of the others

    def __str__(self) -> str:
        if not self.operator:
            return self.name
        if self.operator == "!":
            (part,) = self.parts
            return f"!{part}" if not part.operator else f"!({part})"
        return f" {self.operator} ".join(
            f"({part})" if part.operator in ("^", "&", "|") else str(part) for part in self.parts
        )

    def names(self) -> set[str]:
        """The pins in it."""
        if not self.operator:
            return set() if self.name in ("0", "1") else {self.name}
        return set().union(*(part.names() for part in self.parts))

    def inverted(self) -> "Expression":
        """Its complement."""
        return self.parts[0] if self.operator == "!" else Expression("!", parts=(self,))


_TOKEN = re.compile(r"\s*(?:([\w.\[\]]+)|([!'^&*|+()]))")
_LEVELS = (("|", "+"), ("&", "*"), ("^",))  # operators, from those that bind least
_AND = 1  # the level of operands side by side


def parse_expression(text: str) -> Expression:
    """Read an expression.

    Raises:
        ExpressionError: The text is none.
    """
    tokens, at = [], 0
    text = text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ExpressionError(text)
        tokens.append(found[1] or found[2])
        at = found.end()
    parser = _Parser(tokens)
    try:
        result = parser.level()
    except (IndexError, RecursionError) as error:
        raise ExpressionError(text) from error
    if parser.left:
        raise ExpressionError(text)
    return result


class _Parser:
    """Takes tokens from the left."""

    def __init__(self, tokens: list[str]) -> None:
        self.left = tokens[::-1]

    def level(self, number: int = 0) -> Expression:
        """An expression of operators that bind at least as tightly as those of a level."""
        if number == len(_LEVELS):
            return self._operand()
        marks = _LEVELS[number]
        parts = [self.level(number + 1)]
        while self._continues(number):
            if self.left[-1] in marks:
                self.left.pop()
            parts.append(self.level(number + 1))
        return parts[0] if len(parts) == 1 else Expression(marks[0], parts=tuple(parts))

    def _continues(self, number: int) -> bool:
        """Whether another part of a level follows, behind an operator or side by side."""
        if number == _AND:
            return bool(self.left) and self.left[-1] not in ("|", "+", ")")
        return bool(self.left) and self.left[-1] in _LEVELS[number]

    def _operand(self) -> Expression:
        word = self.left.pop()
        if word == "!":
            return self._operand().inverted()
        if word == "(":
            result = self.level()
            if self.left.pop() != ")":
                raise IndexError
        elif word in "'^&*|+)":
            raise IndexError
        else:
            result = Expression("", word)
        while self.left and self.left[-1] == "'":
            self.left.pop()
            result = result.inverted()
        return result
