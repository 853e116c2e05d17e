# SPDX-License-Identifier: Apache-2.0
"""SystemVerilog elaboration by slang: parameters, ports, and the errors of an impossible design.

An elaboration takes milliseconds. Elaborations and parsed sources are kept in memory.
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

ERROR = "roundel_error_"  # prefix of undefined modules that stop an impossible design

Files = tuple[Path, ...]
Function = TypeVar("Function", bound=Callable[..., Any])

_INCLUDE = re.compile(r'^\s*`include\s+"(?:[^"]*/)?([^"/]+)"', re.MULTILINE)
_SCOPE = re.compile(r"\b(\w+)\s*::")  # before a package's constant or function


@dataclass(frozen=True)
class Port:
    """A port of the top.

    Attributes:
        name: The name in the RTL.
        direction: The direction from the design's view.
        width: The width in bits.
    """

    name: str
    direction: Literal["in", "out"]
    width: int


@dataclass(frozen=True)
class Elaborated:
    """An elaborated top."""

    values: Mapping[str, int]  # of parameters and local parameters
    ports: tuple[Port, ...]  # in the order of the module's head
    complaints: tuple[str, ...]  # undefined modules ERROR*: the reasons against the design
    settable: tuple[str, ...]  # the parameters of an instance, in the top's order


State = tuple[tuple[int, int, int], ...]

_held: ContextVar[dict[Files, State] | None] = ContextVar("_held", default=None)


@contextmanager
def unchanged() -> Iterator[None]:
    """Within the block, each source file is examined once.

    A plan checks a thousand configurations. Examining all sources for each configuration would take
    as long as the elaborations.
    """
    token = _held.set({})
    try:
        yield
    finally:
        _held.reset(token)


def _state(files: Files) -> State:
    """A value that changes with the content of files."""
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
    """A parsed source, with the headers after the first file; contracts are dropped."""
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
    """Each compiled file, followed by all headers."""
    headers = tuple(path for path in files if is_header(path))
    return ((path, *headers) for path in files if not is_header(path))


@_by_content
def _names(files: Files) -> tuple[frozenset[str], frozenset[str]]:
    """The modules and packages declared in the first file, and the scopes in its text."""
    members = getattr(_tree(files).root, "members", ())
    heads = (getattr(member, "header", None) for member in members)
    declared = frozenset(head.name.value for head in heads if head is not None)
    text = files[0].read_text(encoding="utf-8", errors="replace")
    return declared, frozenset(_SCOPE.findall(text))


@_by_content
def _included(path: Path) -> frozenset[str]:
    """The names of the headers included by a file."""
    return frozenset(_INCLUDE.findall(path.read_text(encoding="utf-8", errors="replace")))


def _with_headers(files: Files, kept: set[Path]) -> Files:
    """The kept files among `files` and their included headers, in the same order."""
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
    """The sources without comments and white space, so that only the code counts."""
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
    """The design, compiled from the needed files among `files`."""
    from pyslang import Bag, TimeScale, ast

    options = ast.CompilationOptions()
    options.defaultTimeScale = TimeScale.fromString("1ns/1ps")  # processors have one
    options.topModules = {top}
    options.paramOverrides = [f"{name}={value}" for name, value in values]
    compilation = ast.Compilation(Bag([options]))
    for tree in _trees(named(files, top)):
        compilation.addSyntaxTree(tree)
    return compilation


@_by_content
def named(files: Files, top: str) -> Files:
    """The files among `files` with all modules named by a top, directly or indirectly.

    The list covers all parameters of the top. Some tools need all of these files: the tools first
    elaborate modules with default parameters, or warn of missing modules without instances.
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
    """The files among `files` of a design, in the same order.

    These files declare the modules in the elaborated design, and the packages of the modules. A
    result of the design depends only on these files.
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
    """The modules in a module."""

    modules: frozenset[str]  # the names of the module and of all modules below
    undefined: tuple[str, ...]  # instances of undeclared modules, in the order of the sources
    values: Mapping[str, int]  # of parameters and local parameters of the module itself

    @property
    def complaints(self) -> tuple[str, ...]:
        """The undefined modules ERROR* in the hierarchy: the reasons against the design."""
        return tuple(name for name in self.undefined if name.startswith(ERROR))


@_by_content
def hierarchy(files: Files, top: str, values: tuple[tuple[str, int | str], ...]) -> Hierarchy:
    """The modules in a design, without a check of statements; fast for many designs.

    A module with the same parameters as in an earlier call is not elaborated again.
    """
    instance = _top(_compile(files, top, values), top)
    modules, undefined = _below(instance, _met(files))
    return Hierarchy(modules, undefined, _values(instance.body))


def _values(body: Any) -> dict[str, int]:
    """The numeric parameters."""
    found = ((item.name, _exact(item.value)) for item in body.parameters)
    return {name: value for name, value in found if isinstance(value, int)}


def _exact(constant: Any) -> int | str:
    """The value of a parameter; slang's text of a long number omits middle digits."""
    from pyslang import SVInt

    number = isinstance(constant.value, SVInt) and not constant.value.hasUnknown
    return int(constant.value) if number else str(constant)


_Met = dict[object, tuple[frozenset[str], tuple[str, ...]]]


@_by_content
def _met(files: Files) -> _Met:
    """The results of `_below` for these sources, by module and parameters."""
    del files
    return {}


def _below(instance: Any, met: _Met) -> tuple[frozenset[str], tuple[str, ...]]:
    """The modules of an instance and below, and the undefined modules."""
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

    FailureError if the sources have errors, or the top lacks one of the parameters.
    """
    from pyslang import DiagnosticEngine, ast

    compilation = _compile(files, top, values)
    body = _top(compilation, top).body
    complaints = hierarchy(files, top, values).complaints
    errors = [item for item in compilation.getAllDiagnostics() if item.isError()]
    if errors and not complaints:
        text = DiagnosticEngine.reportAll(compilation.sourceManager, errors[:1]).strip()
        raise FailureError(f"the RTL has an error: {text.splitlines()[0]}.")
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
    """The instances in a scope and its generate blocks; the name of an undefined module."""
    from pyslang import ast

    for member in scope:
        kind = type(member)  # only few of thousands of members are instances
        if kind is ast.UninstantiatedDefSymbol:
            yield member.definitionName
        elif kind is ast.InstanceSymbol:
            yield member
        elif kind in (ast.InstanceArraySymbol, ast.GenerateBlockArraySymbol) or (
            kind is ast.GenerateBlockSymbol and not member.isUninstantiated
        ):
            yield from _members(member)
