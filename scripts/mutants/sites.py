# SPDX-License-Identifier: Apache-2.0
"""Mutants of Python files, with the operators of cosmic-ray.

A site is a position in a file that an operator can change. Changes without an effect on behaviour
are no sites: in a type annotation, in a `Protocol`, in `__all__`, in an `if TYPE_CHECKING` block,
at a decorator that only keeps results (`functools.cache`), or in `frozen=True`, which forbids
assignments that mypy reports. No operator changes a text or a docstring.
"""

import ast
import difflib
import functools
import math
import random
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cosmic_ray import plugins
from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import mutate_code

__all__ = ["Mutant", "draw", "share", "sites"]

Position = tuple[int, int]  # line, column

# Kinds of leaves that no operator changes; skipping these leaves saves most of the time.
_UNCHANGED = {"name", "string", "newline", "fstring_start", "fstring_string", "fstring_end"}
_KEEPS_RESULTS = ("cache", "functools.cache", "functools.lru_cache", "lru_cache")


@dataclass(frozen=True)
class Mutant:
    """A change of one file.

    Attributes:
        path: The file, relative to the repository's root.
        line: The line of the change.
        operator: The operator of cosmic-ray, for example "core/NumberReplacer".
        occurrence: The index among the operator's sites in the file.
        text: The changed file.
        diff: The change, as a unified diff without context lines.
    """

    path: str
    line: int
    operator: str
    occurrence: int
    text: str
    diff: str

    @property
    def package(self) -> str:
        """The package of the file below `src/roundel`."""
        return self.path.split("/")[2]


def sites(source: str) -> dict[Position, list[tuple[str, int]]]:
    """The applicable operators and occurrences at each position of a source text."""
    nodes = [node for node in _nodes(get_ast(source)) if node.type not in _UNCHANGED]
    left_out = [(node.start_pos, node.end_pos) for node in nodes for node in _without_effect(node)]
    found: defaultdict[Position, list[tuple[str, int]]] = defaultdict(list)
    for name, operator in _operators().items():
        positions = (start for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, start in enumerate(positions):
            if not any(first <= start < end for first, end in left_out):
                found[start].append((name, occurrence))
    return dict(found)


def share(sizes: Mapping[str, int], count: int) -> dict[str, int]:
    """Share mutants among files by the square root of the number of sites in each file.

    The largest remainders get the rest. No file gets more mutants than sites.
    """
    roots = {path: math.sqrt(size) for path, size in sizes.items()}
    exact = {path: count * root / sum(roots.values()) for path, root in roots.items()}
    shares = {path: min(int(part), sizes[path]) for path, part in exact.items()}
    while sum(shares.values()) < min(count, sum(sizes.values())):
        open_files = (path for path in exact if shares[path] < sizes[path])
        shares[max(open_files, key=lambda path: (exact[path] - shares[path], path))] += 1
    return shares


def draw(sources: Mapping[str, str], count: int, seed: int) -> list[Mutant]:
    """Draw mutants from some files: at most one at each position.

    Args:
        sources: The text of each file, by its path from the repository's root.
        count: The total number of mutants.
        seed: Equal seeds and texts give equal mutants.
    """
    found = {path: sites(text) for path, text in sorted(sources.items())}
    shares = share({path: len(item) for path, item in found.items() if item}, count)
    return [
        mutant
        for path, number in shares.items()
        for mutant in _of_file(path, sources[path], found[path], number, seed)
    ]


def _of_file(
    path: str,
    source: str,
    found: Mapping[Position, Sequence[tuple[str, int]]],
    number: int,
    seed: int,
) -> list[Mutant]:
    """The mutants of one file; a text with a syntax error or an unchanged parse is no mutant."""
    choice = random.Random(f"{seed} {path}")  # noqa: S311  # no secret
    positions = sorted(found)
    choice.shuffle(positions)
    before = ast.dump(ast.parse(source))
    mutants: list[Mutant] = []
    for position in positions:
        if len(mutants) == number:
            break
        operator, occurrence = choice.choice(found[position])
        text = mutate_code(source, _operators()[operator], occurrence)
        if _compiles(text, path) and ast.dump(ast.parse(text)) != before:
            diff = _diff(source, text)
            mutants.append(Mutant(path, position[0], operator, occurrence, text, diff))
    return sorted(mutants, key=lambda item: item.line)


def _compiles(text: str, path: str) -> bool:
    """Whether a text compiles without a warning, for example on `is` before a literal."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            compile(text, path, "exec")
        except (SyntaxError, SyntaxWarning):
            return False
    return True


def _diff(before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return "\n".join(list(lines)[3:])


@functools.cache
def _operators() -> dict[str, Any]:
    """The operators of cosmic-ray without arguments."""
    classes = {name: plugins.get_operator(name) for name in sorted(plugins.operator_names())}
    return {name: item() for name, item in classes.items() if not item.arguments()}


def _nodes(node: Any) -> Iterator[Any]:
    """All nodes of a tree, in the order of cosmic-ray's occurrences."""
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def _without_effect(node: Any) -> Iterator[Any]:
    """The parts of a node without an effect on behaviour."""
    match node.type:
        case "annassign" | "tfpdef":
            yield node.children[-1 if node.type == "tfpdef" else 1]
        case "funcdef" if node.annotation:
            yield node.annotation
        case "expr_stmt" if node.get_first_leaf().value == "__all__":
            yield node
        case "if_stmt" if node.children[1].get_code().strip().endswith("TYPE_CHECKING"):
            yield node
        case "classdef" if _base(node).endswith("Protocol"):
            yield node
        case "argument" if node.children[0].get_code().strip() == "frozen":
            yield node
        case "decorator" if node.children[1].get_code().strip() in _KEEPS_RESULTS:
            yield node


def _base(node: Any) -> str:
    """The base classes of a class, as in the source."""
    bases = node.get_super_arglist()
    return bases.get_code().strip() if bases else ""
