# SPDX-License-Identifier: Apache-2.0
"""The groups of a liberty file: what its braces are around, whatever they mean."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["QUOTED", "Group", "bare", "read_groups"]

# A quoted text may have in it what would be a comment, and braces that open and close nothing. What
# does not end goes to the end of the file.
_INSIDE = r'(?:\\.|[^"\\])*'
_QUOTED_OR_COMMENT = re.compile(rf'("{_INSIDE}"?)|/\*.*?(?:\*/|\Z)|//[^\n]*', re.DOTALL)
_QUOTED_OR_BRACE = re.compile(rf'"{_INSIDE}"?|[{{}}]', re.DOTALL)
_HEAD = re.compile(rf'\b(\w+)\s*\(((?:"{_INSIDE}"|[^()"])*)\)\s*$', re.DOTALL)
QUOTED = rf'"({_INSIDE})"'  # a pattern
_ONE = re.compile(QUOTED, re.DOTALL)


@dataclass
class Group:
    """A group, `kind (name) { ... }`.

    Attributes:
        kind: Before its parentheses; empty where it has none, and of a whole file.
        name: Within them, without the quotes of a single name.
        start: Where its head begins in the text.
        begin: Behind its opening brace.
        end: Behind its closing brace; of one that is not closed its begin.
        groups: Those in it, in order.
    """

    kind: str
    name: str
    start: int
    begin: int
    end: int
    groups: list["Group"] = field(default_factory=list)

    def of(self, kind: str) -> Iterator["Group"]:
        """Those in it of a kind."""
        return (group for group in self.groups if group.kind == kind)

    def has(self, kind: str) -> bool:
        """Whether one of a kind is in it, however deep."""
        left = [*self.groups]
        while left:
            group = left.pop()
            if group.kind == kind:
                return True
            left += group.groups
        return False

    def own(self, text: str) -> str:
        """Its own text, without that of the groups in it."""
        parts, last = [], self.begin
        for group in self.groups:
            parts.append(text[last : group.start])
            last = group.end
        return "\n".join([*parts, text[last : max(last, self.end - 1)]])


def bare(text: str) -> str:
    """A liberty file's text with blanks for its comments."""
    return _QUOTED_OR_COMMENT.sub(lambda found: found[1] or " ", text)


def read_groups(text: str) -> tuple[Group, bool]:
    """The groups of a text without comments.

    Args:
        text: From `bare`.

    Returns:
        The file as a group, and whether its braces match.
    """
    file = Group("", "", 0, 0, len(text) + 1)
    groups, last = [file], 0
    for token in _QUOTED_OR_BRACE.finditer(text):
        mark = token.group()
        if mark == "{":
            head = _HEAD.search(text[last : token.start()])
            kind, name = (head[1], head[2].strip()) if head else ("", "")
            quoted = _ONE.fullmatch(name)
            name = quoted[1].strip() if quoted else name
            start = last + head.start() if head else token.start()
            groups.append(Group(kind, name, start, token.end(), token.end()))
            groups[-2].groups.append(groups[-1])
            last = token.end()
        elif mark == "}":
            if len(groups) == 1:
                return file, False  # closed more often than opened
            groups.pop().end = token.end()
            last = token.end()
    return file, len(groups) == 1
