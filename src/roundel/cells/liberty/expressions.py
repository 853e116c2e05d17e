# SPDX-License-Identifier: Apache-2.0
"""Boolean expressions of liberty files, in a form with the same meaning for all tools.

Operators by precedence: `!A` and `A'`; `A ^ B`; `A & B`, `A * B` and `A B`; `A | B` and `A + B`.
abc ranks AND above XOR, so the written form has parentheses between any two operators.
"""

import re
from dataclasses import dataclass


class ExpressionError(ValueError):
    """A text is not an expression."""


@dataclass(frozen=True)
class Expression:
    """An expression."""

    operator: str  # "!", "^", "&" or "|"; "" for a pin or a constant
    name: str = ""  # the pin's name, or "0" or "1"
    parts: tuple["Expression", ...] = ()  # the operands: one operand of "!", otherwise at least two

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
        """The pins in the expression."""
        if not self.operator:
            return set() if self.name in ("0", "1") else {self.name}
        return set().union(*(part.names() for part in self.parts))

    def inverted(self) -> "Expression":
        """The complement of the expression."""
        return self.parts[0] if self.operator == "!" else Expression("!", parts=(self,))


_TOKEN = re.compile(r"\s*(?:([\w.\[\]]+)|([!'^&*|+()]))")
_MARKS = "|&^"  # the written operators, the weakest first
_LEVELS = {"|": 0, "+": 0, "&": 1, "*": 1, "^": 2, ")": -1}  # of operators among `_MARKS`
_AND = 1  # the level of operands side by side


def parse_expression(text: str) -> Expression:
    """Parse an expression; `ExpressionError` if the text is none."""
    left, at = [], 0  # tokens not yet parsed
    text = text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ExpressionError(text)
        left.append(found[1] or found[2])
        at = found.end()
    left.reverse()

    def level(number: int = 0) -> Expression:
        """An expression of operators of at least this level of precedence."""
        if number == len(_MARKS):
            return operand()
        parts = [level(number + 1)]
        while left and _LEVELS.get(left[-1], _AND) == number:
            if left[-1] in _LEVELS:
                left.pop()
            parts.append(level(number + 1))
        return parts[0] if len(parts) == 1 else Expression(_MARKS[number], parts=tuple(parts))

    def operand() -> Expression:
        word = left.pop()
        if word == "!":
            return operand().inverted()
        if word in "'^&*|+)":
            raise ExpressionError(text)
        result = level() if word == "(" else Expression("", word)
        if word == "(" and left.pop() != ")":
            raise ExpressionError(text)
        while left and left[-1] == "'":
            left.pop()
            result = result.inverted()
        return result

    try:
        result = level()
    except (IndexError, RecursionError) as error:
        raise ExpressionError(text) from error
    if left:
        raise ExpressionError(text)
    return result
