# SPDX-License-Identifier: Apache-2.0
"""The SystemVerilog, elaborated by slang: parameters, ports, and what stops a design.

An elaboration takes milliseconds and is kept, as are the parsed sources.
"""

import functools
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from roundel.base.errors import FailureError
from roundel.design.files import is_header, sources

if TYPE_CHECKING:
    import pyslang

ERROR = "roundel_error_"  # undefined modules that stop an impossible design are called so

Files = tuple[Path, ...]
Function = TypeVar("Function", bound=Callable[..., Any])

_INCLUDE = re.compile(r'^\s*`include\s+"(?:[^"]*/)?([^"/]+)"', re.MULTILINE)
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


State = tuple[tuple[int, int, int], ...]

_held: ContextVar[dict[Files, State] | None] = ContextVar("_held", default=None)


@contextmanager
def unchanged() -> Iterator[None]:
    """Within the block, take the sources as they are at the first question about them.

    A plan asks about a thousand configurations. A look at all sources for each of them would take
    as long as many answers.
    """
    token = _held.set({})
    try:
        yield
    finally:
        _held.reset(token)


def _state(files: Files) -> State:
    """What changes with the content of files."""
    held = _held.get()
    if held is None or files not in held:
        found = map(os.stat, files)
        state = tuple((item.st_mtime_ns, item.st_size, item.st_ino) for item in found)
        if held is None:
            return state
        held[files] = state
    return held[files]


def _by_content(function: Function) -> Function:
    """Keep a function's results until its first argument, a file or files, changes in content."""

    @functools.cache
    def cached(state: object, *args: Any) -> Any:
        del state
        return function(*args)

    @functools.wraps(function)
    def kept(files: Path | Files, *args: Any) -> Any:
        state = _state((files,) if isinstance(files, Path) else files)
        return cached(state, files, *args)

    return cast(Function, kept)


@_by_content
def _tree(files: Files) -> "pyslang.syntax.SyntaxTree":
    """A parsed source with the headers behind it, as synthesis reads it: without contracts."""
    from pyslang import Bag, parsing, syntax

    options = parsing.PreprocessorOptions()
    options.predefines = ["SYNTHESIS"]
    options.additionalIncludePaths = list(dict.fromkeys(path.parent for path in files[1:]))
    manager = syntax.SyntaxTree.getDefaultSourceManager()
    return syntax.SyntaxTree.fromFile(str(files[0]), manager, Bag([options]))


def parsed(path: Path) -> "pyslang.syntax.SyntaxTree":
    """A parsed file of the library."""
    return _tree((path, *filter(is_header, sources())))


def _sources(files: Files) -> Iterator[Files]:
    """Each file that tools compile, with all headers behind it."""
    headers = tuple(path for path in files if is_header(path))
    return ((path, *headers) for path in files if not is_header(path))


@_by_content
def _names(files: Files) -> tuple[frozenset[str], frozenset[str]]:
    """The modules and packages that the first file declares, and the scopes that it may name."""
    members = getattr(_tree(files).root, "members", ())
    heads = (getattr(member, "header", None) for member in members)
    declared = frozenset(head.name.value for head in heads if head is not None)
    text = files[0].read_text(encoding="utf-8", errors="replace")
    return declared, frozenset(_SCOPE.findall(text))


@_by_content
def _included(path: Path) -> frozenset[str]:
    """The names of the headers that a file includes."""
    return frozenset(_INCLUDE.findall(path.read_text(encoding="utf-8", errors="replace")))


def _with_headers(files: Files, kept: set[Path]) -> Files:
    """The kept files among `files`, with the headers that they include, in the same order."""
    headers = [path for path in files if is_header(path)]
    found, waiting = set(kept), list(kept)
    while waiting:
        names = _included(waiting.pop())
        new = [path for path in headers if path.name in names and path not in found]
        found.update(new)
        waiting += new
    return tuple(path for path in files if path in found)


@_by_content
def tokens(files: Files) -> str:
    """The sources without comments and white space: what they mean and not how they read."""
    from pyslang.syntax import SyntaxPrinter

    texts = []
    for source in _sources(files):
        tree = _tree(source)
        printer = SyntaxPrinter(tree.sourceManager)
        printer.setIncludeTrivia(False)
        texts.append(printer.print(tree.root).str())
    return "\n".join(texts)


@_by_content
def _words(path: Path) -> frozenset[str]:
    """The words of a file outside its comments."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return frozenset(re.findall(r"\w+", re.sub(r"//.*", "", text)))


@_by_content
def _trees(files: Files) -> "tuple[pyslang.syntax.SyntaxTree, ...]":
    return tuple(map(_tree, _sources(files)))


def _compile(
    files: Files, top: str, values: Iterable[tuple[str, int | str]]
) -> "pyslang.ast.Compilation":
    """The design, from the files among `files` whose modules the top names."""
    from pyslang import Bag, TimeScale, ast

    options = ast.CompilationOptions()
    options.defaultTimeScale = TimeScale.fromString("1ns/1ps")  # a processor's file has one
    options.topModules = {top}
    options.paramOverrides = [f"{name}={value}" for name, value in values]
    compilation = ast.Compilation(Bag([options]))
    for tree in _trees(named(files, top)):
        compilation.addSyntaxTree(tree)
    return compilation


@_by_content
def named(files: Files, top: str) -> Files:
    """The files among `files` whose modules a top names, directly or through others.

    These are the files of the top with any parameters. Some tools need all of them: they elaborate
    each module with its defaults first, or warn where a module that is not instantiated is missing.
    """
    declaring = {name: source[0] for source in _sources(files) for name in _names(source)[0]}
    if top not in declaring:
        raise FailureError(f"the RTL has no module {top}; install Roundel again.")
    kept: set[Path] = set()
    waiting = [declaring[top]]
    while waiting:
        path = waiting.pop()
        if path not in kept:
            kept.add(path)
            waiting += [declaring[word] for word in _words(path) & declaring.keys()]
    return _with_headers(files, kept)


def needed(files: Files, top: str, values: tuple[tuple[str, int | str], ...]) -> Files:
    """The files among `files` that a design consists of, in the same order.

    These files declare the modules that the parameters leave in the design, and the packages that
    the modules use. A result that depends on the design depends on these files alone.
    """
    return _declaring(files, hierarchy(files, top, values).modules)


@_by_content
def _declaring(files: Files, modules: frozenset[str]) -> Files:
    """The files that declare modules, and the packages and modules that these files name."""
    wanted, kept = set(modules), set[Path]()
    names = {source[0]: _names(source) for source in _sources(files)}
    while True:
        found = {path for path, own in names.items() if path not in kept and own[0] & wanted}
        if not found:
            return _with_headers(files, kept)
        kept |= found
        wanted = {name for path in found for name in names[path][1]}


@dataclass(frozen=True)
class Hierarchy:
    """What a module consists of."""

    modules: frozenset[str]  # the names of the module and of all modules below it
    undefined: tuple[str, ...]  # instances that no file declares, in the order of the sources
    values: Mapping[str, int]  # of parameters and local parameters of the module itself

    @property
    def complaints(self) -> tuple[str, ...]:
        """Names of modules ERROR* in it: why it cannot be built."""
        return tuple(name for name in self.undefined if name.startswith(ERROR))


@_by_content
def hierarchy(files: Files, top: str, values: tuple[tuple[str, int | str], ...]) -> Hierarchy:
    """The modules in a design, without a check of their statements; for many designs at a time.

    A module that an earlier call has met with the same parameters is not elaborated again.
    """
    instance = _top(_compile(files, top, values), top)
    modules, undefined = _below(instance, _met(files))
    return Hierarchy(modules, undefined, _values(instance.body))


def _values(body: Any) -> dict[str, int]:
    """The parameters that are numbers."""
    found = ((item.name, _exact(item.value)) for item in body.parameters)
    return {name: value for name, value in found if isinstance(value, int)}


def _exact(constant: Any) -> int | str:
    """The value of a parameter; the text of a long number would lack its middle digits."""
    from pyslang import SVInt

    number = isinstance(constant.value, SVInt) and not constant.value.hasUnknown
    return int(constant.value) if number else str(constant)


_Met = dict[object, tuple[frozenset[str], tuple[str, ...]]]


@_by_content
def _met(files: Files) -> _Met:
    """What `_below` has found in these sources, by module and parameters."""
    del files
    return {}


def _below(instance: Any, met: _Met) -> tuple[frozenset[str], tuple[str, ...]]:
    """The modules of an instance and below, and those that are not defined."""
    name = instance.definition.name
    mark = (name, *[_exact(item.value) for item in instance.body.parameters])
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


@_by_content
def elaborate(files: Files, top: str, values: tuple[tuple[str, int], ...]) -> Elaborated:
    """Elaborate a module of sources in compile order; other parameters have the RTL's defaults.

    FailureError if the sources are in error, or the top lacks one of the parameters.
    """
    from pyslang import DiagnosticEngine, ast

    compilation = _compile(files, top, values)
    body = _top(compilation, top).body
    complaints = hierarchy(files, top, values).complaints
    errors = [item for item in compilation.getAllDiagnostics() if item.isError()]
    if errors and not complaints:
        text = DiagnosticEngine.reportAll(compilation.sourceManager, errors[:1]).strip()
        raise FailureError(f"the RTL is in error: {text.splitlines()[0]}.")
    known = _values(body)
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


def _top(compilation: "pyslang.ast.Compilation", top: str) -> Any:
    tops = compilation.getRoot().topInstances
    if not tops:
        raise FailureError(f"the RTL has no module {top}; install Roundel again.")
    return tops[0]


def _members(scope: Iterable[Any]) -> "Iterator[pyslang.ast.InstanceSymbol | str]":
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
