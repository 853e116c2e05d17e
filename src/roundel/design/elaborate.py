# SPDX-License-Identifier: Apache-2.0
"""The SystemVerilog, elaborated by slang: parameters, ports, and what stops a design.

An elaboration takes milliseconds and is kept, as are the parsed sources.
"""

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from roundel.base.errors import FailureError

if TYPE_CHECKING:
    import pyslang

__all__ = ["ERROR", "Elaborated", "Port", "elaborate", "named", "needed"]

ERROR = "aes_error_"  # undefined modules that stop an impossible design are called so

Files = tuple[Path, ...]
Function = TypeVar("Function", bound=Callable[..., Any])

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
    """An elaborated top."""

    values: Mapping[str, int]  # of parameters and local parameters
    ports: tuple[Port, ...]  # in the order of the module's head
    complaints: tuple[str, ...]  # names of modules ERROR*: why the top cannot be built
    settable: tuple[str, ...]  # the parameters that an instance can set, in the top's order


def _by_content(function: Function) -> Function:
    """Keep a function's results until its first argument, a file or files, changes in content."""

    @functools.cache
    def cached(state: object, *args: Any) -> Any:
        del state
        return function(*args)

    @functools.wraps(function)
    def kept(files: Path | Files, *args: Any) -> Any:
        found = (path.stat() for path in ((files,) if isinstance(files, Path) else files))
        state = tuple((item.st_mtime_ns, item.st_size, item.st_ino) for item in found)
        return cached(state, files, *args)

    return cast(Function, kept)


@_by_content
def _tree(path: Path) -> "pyslang.syntax.SyntaxTree":
    """A parsed source, which every elaboration shares."""
    from pyslang.syntax import SyntaxTree

    return SyntaxTree.fromFile(str(path))


@_by_content
def _names(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The modules and packages that a file declares, and the scopes that the file may name."""
    members = getattr(_tree(path).root, "members", ())
    heads = (getattr(member, "header", None) for member in members)
    declared = frozenset(head.name.value for head in heads if head is not None)
    text = path.read_text(encoding="utf-8", errors="replace")
    return declared, frozenset(_SCOPE.findall(text))


@_by_content
def tokens(files: Files) -> str:
    """The sources without comments and white space: what they mean and not how they read."""
    from pyslang.syntax import SyntaxPrinter

    texts = []
    for path in files:
        tree = _tree(path)
        printer = SyntaxPrinter(tree.sourceManager)
        printer.setIncludeTrivia(False)
        texts.append(printer.print(tree.root).str())
    return "\n".join(texts)


@_by_content
def _words(path: Path) -> frozenset[str]:
    """The words of a file outside its comments."""
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


@_by_content
def named(files: Files, top: str) -> Files:
    """The files among `files` whose modules a top names, directly or through others.

    These are the files of the top with any parameters. Some tools need all of them: they elaborate
    each module with its defaults first, or warn where a module that is not instantiated is missing.
    """
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


@_by_content
def needed(files: Files, top: str, values: tuple[tuple[str, int | str], ...]) -> Files:
    """The files among `files` that a design consists of, in the same order.

    These files declare the modules that the parameters leave in the design, and the packages that
    the modules use. A result that depends on the design depends on these files alone.
    """
    body = _top(_compile(files, top, values), top)
    wanted = {top, *(found for found, _ in _modules(body, set()))}
    kept: set[Path] = set()
    while True:
        found = {path for path in files if path not in kept and _names(path)[0] & wanted}
        if not found:
            return tuple(path for path in files if path in kept)
        kept |= found
        wanted = {name for path in found for name in _names(path)[1]}


@_by_content
def elaborate(files: Files, top: str, values: tuple[tuple[str, int], ...]) -> Elaborated:
    """Elaborate a module of sources in compile order; other parameters have the RTL's defaults.

    Raises:
        FailureError: The sources are in error, or the top lacks one of the parameters.
    """
    from pyslang import DiagnosticEngine, ast

    compilation = _compile(files, top, values)
    body = _top(compilation, top)
    undefined = (name for name, declared in _modules(body, set()) if not declared)
    complaints = [name for name in undefined if name.startswith(ERROR)]
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


def _top(compilation: "pyslang.ast.Compilation", top: str) -> Any:
    """The contents of the top."""
    tops = compilation.getRoot().topInstances
    if not tops:
        raise FailureError(f"the RTL has no module {top}; install Roundel again.")
    return tops[0].body


def _modules(
    scope: "Iterable[pyslang.ast.Symbol]", seen: set[object]
) -> Iterator[tuple[str, bool]]:
    """The modules that are instantiated in a scope and below, and whether a file declares them.

    Equal instances are visited once.
    """
    from pyslang import ast

    for member in scope:
        if isinstance(member, ast.UninstantiatedDefSymbol):
            yield member.definitionName, False
        elif isinstance(member, ast.InstanceSymbol):
            values = tuple(str(item.value) for item in member.body.parameters)
            if (member.definition.name, values) not in seen:
                seen.add((member.definition.name, values))
                yield member.definition.name, True
                yield from _modules(member.body, seen)
        elif isinstance(member, ast.InstanceArraySymbol | ast.GenerateBlockArraySymbol) or (
            isinstance(member, ast.GenerateBlockSymbol) and not member.isUninstantiated
        ):
            yield from _modules(member, seen)
