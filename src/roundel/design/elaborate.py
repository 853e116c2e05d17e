# SPDX-License-Identifier: Apache-2.0
"""The SystemVerilog, elaborated by slang: parameters, ports, and what stops a design.

An elaboration takes milliseconds and is kept, as are the parsed sources.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from roundel.base.errors import FailureError

if TYPE_CHECKING:
    import pyslang

__all__ = ["ERROR", "Elaborated", "Port", "elaborate", "named", "needed"]

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


def _state(files: Iterable[Path]) -> State:
    """What changes with the content of files: kept values of older content do not count."""
    found = (path.stat() for path in files)
    return tuple((item.st_mtime_ns, item.st_size, item.st_ino) for item in found)


def _tree(path: Path) -> "pyslang.syntax.SyntaxTree":
    """A parsed source, which every elaboration shares."""
    return _parsed(path, _state([path]))


@functools.cache
def _parsed(path: Path, state: State) -> "pyslang.syntax.SyntaxTree":
    from pyslang.syntax import SyntaxTree

    del state
    return SyntaxTree.fromFile(str(path))


def _names(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The modules and packages that a file declares, and the scopes that the file may name."""
    return _names_of(path, _state([path]))


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
    return _words_of(path, _state([path]))


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


def _compile(
    files: Files, top: str | None, values: Iterable[tuple[str, int | str]]
) -> "pyslang.ast.Compilation":
    from pyslang import Bag, TimeScale, ast

    options = ast.CompilationOptions()
    options.defaultTimeScale = TimeScale.fromString("1ns/1ps")  # a processor's file has one
    options.topModules = {top} if top else set()
    options.paramOverrides = [f"{name}={value}" for name, value in values]
    compilation = ast.Compilation(Bag([options]))
    for path in files:
        compilation.addSyntaxTree(_tree(path))
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
    return _needed_of(files, top, values, _state(files))


@functools.cache
def _needed_of(
    files: Files, top: str, values: tuple[tuple[str, int | str], ...], state: State
) -> Files:
    del state
    tops = _compile(files, top, values).getRoot().topInstances
    if not tops:
        raise FailureError(f"the RTL has no module {top}; install Roundel again.")
    wanted = {top, *_instances(tops[0].body, set())}
    kept: set[Path] = set()
    while True:
        found = {path for path in files if path not in kept and _names(path)[0] & wanted}
        if not found:
            return tuple(path for path in files if path in kept)
        kept |= found
        wanted = {name for path in found for name in _names(path)[1]}


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
    del state
    from pyslang import DiagnosticEngine, ast

    compilation = _compile(files, top, values)
    root = compilation.getRoot()
    if not root.topInstances:
        raise FailureError(f"the RTL has no module {top}; install Roundel again.")
    body = root.topInstances[0].body
    complaints = [text for text in _undefined(body, set()) if text.startswith(ERROR)]
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
        tuple(dict.fromkeys(complaints)),
        tuple(item.name for item in body.parameters if not item.isLocalParam),
    )


def _instances(scope: "Iterable[pyslang.ast.Symbol]", seen: set[object]) -> Iterator[str]:
    """The names of the modules in a scope and below; equal instances are looked at once."""
    from pyslang import ast

    for member in scope:
        if isinstance(member, ast.InstanceSymbol):
            values = tuple(str(item.value) for item in member.body.parameters)
            if (member.definition.name, values) not in seen:
                seen.add((member.definition.name, values))
                yield member.definition.name
                yield from _instances(member.body, seen)
        elif isinstance(member, ast.InstanceArraySymbol | ast.GenerateBlockArraySymbol) or (
            isinstance(member, ast.GenerateBlockSymbol) and not member.isUninstantiated
        ):
            yield from _instances(member, seen)


def _undefined(scope: "Iterable[pyslang.ast.Symbol]", seen: set[object]) -> Iterator[str]:
    """The names of undefined modules in a scope and below; equal instances are looked at once."""
    from pyslang import ast

    for member in scope:
        if isinstance(member, ast.UninstantiatedDefSymbol):
            yield member.definitionName
        elif isinstance(member, ast.InstanceSymbol):
            values = tuple(str(item.value) for item in member.body.parameters)
            if (member.definition.name, values) not in seen:
                seen.add((member.definition.name, values))
                yield from _undefined(member.body, seen)
        elif isinstance(member, ast.GenerateBlockArraySymbol) or (
            isinstance(member, ast.GenerateBlockSymbol) and not member.isUninstantiated
        ):
            yield from _undefined(member, seen)
