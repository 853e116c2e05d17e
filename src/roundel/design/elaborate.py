# SPDX-License-Identifier: Apache-2.0
"""The SystemVerilog, elaborated by slang: parameters, ports, and what stops a design.

An elaboration takes milliseconds and is kept, as are the parsed sources.
"""

import functools
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from roundel.base.errors import FailureError

if TYPE_CHECKING:
    import pyslang

__all__ = [
    "ERROR", "Elaborated", "Hierarchy", "Port", "elaborate", "hierarchy", "named", "needed",
    "unchanged",
]  # fmt: skip

ERROR = "aes_error_"  # undefined modules that stop an impossible design are called so

Files = tuple[Path, ...]
State = tuple[tuple[int, int, int], ...]

_SCOPE = re.compile(r"\b(\w+)\s*::")  # before the name of a package's constant or function


@dataclass(frozen=True)
class Port:
    """A port of the top.

    Attributes:
        name: As in the RTL.
        direction: As seen from the design.
        width: In bits.
    """

    name: str
    direction: Literal["in", "out"]
    width: int


@dataclass(frozen=True)
class Elaborated:
    """A top, elaborated.

    Attributes:
        values: Its parameters and local parameters.
        ports: Its ports, in the order of its head.
        complaints: Names of modules ERROR* in it: why it cannot be built.
        settable: The parameters that an instance can set, in the top's order.
    """

    values: Mapping[str, int]
    ports: tuple[Port, ...]
    complaints: tuple[str, ...]
    settable: tuple[str, ...]


_held: ContextVar[dict[Files, State] | None] = ContextVar("_held", default=None)


@contextmanager
def unchanged() -> Iterator[None]:
    """Within the block, take the sources as they are at the first question about them.

    A plan asks about a thousand configurations; to look at all sources for each costs more than
    many an answer.
    """
    token = _held.set({})
    try:
        yield
    finally:
        _held.reset(token)


def _state(files: Files) -> State:
    """What changes with the content of files: kept values of older content do not count."""
    held = _held.get()
    if held is None:
        return _look(files)
    if files not in held:
        held[files] = _look(files)
    return held[files]


def _look(files: Files) -> State:
    found = map(os.stat, files)
    return tuple((item.st_mtime_ns, item.st_size, item.st_ino) for item in found)


def _tree(path: Path) -> "pyslang.syntax.SyntaxTree":
    """A parsed source, which every elaboration shares."""
    return _parsed(path, _state((path,)))


@functools.cache
def _parsed(path: Path, state: State) -> "pyslang.syntax.SyntaxTree":
    from pyslang.syntax import SyntaxTree

    del state
    return SyntaxTree.fromFile(str(path))


def _names(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The modules and packages that a file declares, and the scopes that the file may name."""
    return _names_of(path, _state((path,)))


@functools.cache
def _names_of(path: Path, state: State) -> tuple[frozenset[str], frozenset[str]]:
    del state
    members = getattr(_tree(path).root, "members", ())
    heads = (getattr(member, "header", None) for member in members)
    declared = frozenset(head.name.value for head in heads if head is not None)
    text = path.read_text(encoding="utf-8", errors="replace")
    return declared, frozenset(_SCOPE.findall(text))


def tokens(files: Files) -> str:
    """The sources without comments and white space: what they mean and not how they read."""
    return _tokens_of(files, _state(files))


@functools.cache
def _tokens_of(files: Files, state: State) -> str:
    del state
    from pyslang.syntax import SyntaxPrinter

    texts = []
    for path in files:
        tree = _tree(path)
        printer = SyntaxPrinter(tree.sourceManager)
        printer.setIncludeTrivia(False)
        texts.append(printer.print(tree.root).str())
    return "\n".join(texts)


def _words(path: Path) -> frozenset[str]:
    """The words of a file outside its comments."""
    return _words_of(path, _state((path,)))


@functools.cache
def _words_of(path: Path, state: State) -> frozenset[str]:
    del state
    text = path.read_text(encoding="utf-8", errors="replace")
    return frozenset(re.findall(r"\w+", re.sub(r"//.*", "", text)))


def _number(text: str) -> int:
    """A constant, with a size and a base in front or without."""
    _, sized, digits = text.rpartition("'")
    if not sized:
        return int(text)
    digits = digits.lstrip("s")
    return int(digits[1:], {"b": 2, "o": 8, "d": 10, "h": 16}[digits[0]])


@functools.cache
def _trees(files: Files, state: State) -> "tuple[pyslang.syntax.SyntaxTree, ...]":
    del state
    return tuple(map(_tree, files))


def _compile(
    files: Files, top: str, values: Iterable[tuple[str, int | str]], state: State
) -> "pyslang.ast.Compilation":
    """The design, from the files among `files` whose modules the top names."""
    from pyslang import Bag, TimeScale, ast

    options = ast.CompilationOptions()
    options.defaultTimeScale = TimeScale.fromString("1ns/1ps")  # a processor's file has one
    options.topModules = {top}
    options.paramOverrides = [f"{name}={value}" for name, value in values]
    compilation = ast.Compilation(Bag([options]))
    for tree in _trees(_named_of(files, top, state), state):
        compilation.addSyntaxTree(tree)
    return compilation


def named(files: Files, top: str) -> Files:
    """The files among `files` whose modules a top names, directly or through others.

    These are the files of the top with any parameters. Some tools need all of them: they elaborate
    each module with its defaults first, or warn where a module that is not instantiated is missing.

    Args:
        files: The sources, in the order in which to compile them.
        top: The top module.

    Raises:
        FailureError: No file declares the top.
    """
    return _named_of(files, top, _state(files))


@functools.cache
def _named_of(files: Files, top: str, state: State) -> Files:
    del state
    declaring = {name: path for path in files for name in _names(path)[0]}
    if top not in declaring:
        raise FailureError(f"the RTL has no module {top}; install Roundel again.")
    kept: set[Path] = set()
    waiting = [declaring[top]]
    while waiting:
        path = waiting.pop()
        if path not in kept:
            kept.add(path)
            waiting += [declaring[word] for word in _words(path) & declaring.keys()]
    return tuple(path for path in files if path in kept)


def needed(files: Files, top: str, values: tuple[tuple[str, int | str], ...]) -> Files:
    """The files among `files` that a design consists of, in the same order.

    These files declare the modules that the parameters leave in the design, and the packages that
    the modules use. A result that depends on the design depends on these files alone.

    Args:
        files: The sources, in the order in which to compile them.
        top: The top module.
        values: Its parameters; the RTL's defaults for the rest.

    Raises:
        FailureError: No file declares the top.
    """
    state = _state(files)
    return _declaring(files, _hierarchy(files, top, values, state).modules, state)


@functools.cache
def _declaring(files: Files, modules: frozenset[str], state: State) -> Files:
    """The files that declare modules, and the packages and modules that these files name."""
    del state
    wanted, kept = set(modules), set[Path]()
    while True:
        found = {path for path in files if path not in kept and _names(path)[0] & wanted}
        if not found:
            return tuple(path for path in files if path in kept)
        kept |= found
        wanted = {name for path in found for name in _names(path)[1]}


@dataclass(frozen=True)
class Hierarchy:
    """What a module consists of.

    Attributes:
        modules: The names of the module and of all modules below it.
        undefined: The names of instances that no file declares, in the order of the sources.
        values: The parameters and local parameters of the module itself.
    """

    modules: frozenset[str]
    undefined: tuple[str, ...]
    values: Mapping[str, int]

    @property
    def complaints(self) -> tuple[str, ...]:
        """Names of modules ERROR* in it: why it cannot be built."""
        return tuple(name for name in self.undefined if name.startswith(ERROR))


def hierarchy(files: Files, top: str, values: tuple[tuple[str, int | str], ...]) -> Hierarchy:
    """The modules in a design, without a check of their statements; for many designs at a time.

    A module that an earlier call has met with the same parameters is not elaborated again.

    Args:
        files: The sources, in the order in which to compile them.
        top: The top module.
        values: Its parameters; the RTL's defaults for the rest.

    Raises:
        FailureError: No file declares the top.
    """
    return _hierarchy(files, top, values, _state(files))


@functools.cache
def _hierarchy(
    files: Files, top: str, values: tuple[tuple[str, int | str], ...], state: State
) -> Hierarchy:
    compilation = _compile(files, top, values, state)
    tops = compilation.getRoot().topInstances
    if not tops:
        raise FailureError(f"the RTL has no module {top}; install Roundel again.")
    modules, undefined = _below(tops[0], _met(files, state))
    known = {item.name: _number(str(item.value)) for item in tops[0].body.parameters}
    return Hierarchy(modules, undefined, known)


_Met = dict[object, tuple[frozenset[str], tuple[str, ...]]]


@functools.cache
def _met(files: Files, state: State) -> _Met:
    """What `_below` has found in these sources, by module and parameters."""
    del files, state
    return {}


def _below(
    instance: "pyslang.ast.InstanceSymbol", met: _Met
) -> tuple[frozenset[str], tuple[str, ...]]:
    """The modules of an instance and below, and those that are not defined."""
    name = instance.definition.name
    mark = (name, *[str(item.value) for item in instance.body.parameters])
    found = met.get(mark)
    if found is None:
        modules, undefined = {name}, dict[str, None]()
        for member in _members(instance.body):
            if isinstance(member, str):
                undefined[member] = None
            else:
                inner, missing = _below(member, met)
                modules |= inner
                undefined |= dict.fromkeys(missing)
        found = met[mark] = frozenset(modules), tuple(undefined)
    return found


def elaborate(files: Files, top: str, values: tuple[tuple[str, int], ...]) -> Elaborated:
    """Elaborate a module with the given parameters.

    Args:
        files: The sources, in the order in which to compile them.
        top: The module.
        values: Its parameters; the rest as the RTL has it.

    Raises:
        FailureError: The sources are in error, or the top lacks one of the parameters.
    """
    return _elaborate_of(files, top, values, _state(files))


@functools.cache
def _elaborate_of(
    files: Files, top: str, values: tuple[tuple[str, int], ...], state: State
) -> Elaborated:
    from pyslang import DiagnosticEngine, ast

    compilation = _compile(files, top, values, state)
    root = compilation.getRoot()
    if not root.topInstances:
        raise FailureError(f"the RTL has no module {top}; install Roundel again.")
    body = root.topInstances[0].body
    complaints = _hierarchy(files, top, values, state).complaints
    errors = [item for item in compilation.getAllDiagnostics() if item.isError()]
    if errors and not complaints:
        text = DiagnosticEngine.reportAll(compilation.sourceManager, errors[:1]).strip()
        raise FailureError(f"the RTL is in error: {text.splitlines()[0]}.")
    known = {item.name: _number(str(item.value)) for item in body.parameters}
    lacking = [name for name, _ in values if name not in known]
    if lacking:
        raise FailureError(f"module {top} has no parameter {lacking[0]}; install Roundel again.")
    return Elaborated(
        known,
        tuple(
            Port(
                port.name,
                "in" if port.direction == ast.ArgumentDirection.In else "out",
                port.type.bitWidth,
            )
            for port in body.portList
        ),
        complaints,
        tuple(item.name for item in body.parameters if not item.isLocalParam),
    )


def _members(
    scope: Iterable[Any],
) -> "Iterator[pyslang.ast.InstanceSymbol | str]":
    """The instances in a scope and its generate blocks; an undefined module as its name."""
    from pyslang import ast

    for member in scope:
        kind = type(member)  # of thousands of members, few are one of these
        if kind is ast.UninstantiatedDefSymbol:
            yield member.definitionName
        elif kind is ast.InstanceSymbol:
            yield member
        elif kind in (ast.InstanceArraySymbol, ast.GenerateBlockArraySymbol) or (
            kind is ast.GenerateBlockSymbol and not member.isUninstantiated
        ):
            yield from _members(member)
