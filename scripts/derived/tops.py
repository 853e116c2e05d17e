# SPDX-License-Identifier: Apache-2.0
"""The tops of the library, described by their heads and by the elaborated design."""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from pyslang import Bag, ast, syntax

from roundel import design
from roundel.base.errors import FailureError
from roundel.design.elaborate import parsed

__all__ = [
    "TOPS",
    "Parameter",
    "Port",
    "Top",
    "bench_parameters",
    "head",
    "modules",
    "read",
    "values",
]

# A top has a FuseSoC core with a bench fusesoc/tb_NAME.sv, and a page in docs/.
TOPS = (
    "roundel_core",
    "roundel_stream",
    "roundel_axi",
    "roundel_card_axi",
    "roundel_dma",
    "roundel_stream_interleaved",
)
# The instance in a top with the figures that the top does not repeat.
_INSIDE = {"roundel_axi": "u_stream"}


@dataclass(frozen=True)
class Parameter:
    """A parameter of an instance."""

    name: str  # the name in the RTL
    default: str  # the default in the RTL's notation
    value: int  # the value of the default
    meaning: str  # the comment beside the parameter


@dataclass(frozen=True)
class Port:
    """A port."""

    name: str  # the name in the RTL
    direction: Literal["in", "out"]  # from the design's view
    range: str  # in the RTL's notation; empty for a single bit
    width: int  # with the default parameters
    meaning: str  # the comment beside the port


@dataclass(frozen=True)
class Top:
    """A top."""

    name: str  # of the module
    path: str  # of the file, under rtl/
    purpose: str  # the first paragraph of the module's head
    contract: str  # the rest of the head
    parameters: tuple[Parameter, ...]  # in the RTL's order
    ports: tuple[Port, ...]  # in the RTL's order


def head(source: str) -> tuple[str, str]:
    """The comment at the head of a file: its first sentence or paragraph, and the rest."""
    lines = []
    for line in source.splitlines()[1:]:
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").removeprefix(" ").rstrip())
    first, _, rest = "\n".join(lines).strip("\n").partition("\n\n")
    return " ".join(first.split()), rest.strip("\n")


@functools.cache
def read(name: str) -> Top:
    """Read a top."""
    for path in design.sources():
        if path.stem == name:
            break
    else:
        raise FailureError(f"roundel.f has no {name}.sv.")
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    body = _body(name, {})
    purpose, contract = head(source)
    manager = _compilation(name, ()).sourceManager

    def line(symbol: ast.Symbol) -> str:
        return lines[manager.getLineNumber(symbol.location) - 1]

    def comment(symbol: ast.Symbol) -> str:
        beside = line(symbol).partition("//")[2].strip()
        above = lines[manager.getLineNumber(symbol.location) - 2].strip()
        if not beside and above.startswith("//"):
            beside = above.removeprefix("//").strip().removesuffix(".")
        return beside

    parameters = []
    for item in body.parameters:
        if isinstance(item, ast.ParameterSymbol) and not item.isLocalParam:
            default = _default(item)
            value = int(cast(Any, item.value).value)
            parameters.append(Parameter(item.name, default, value, comment(item)))
    ports = []
    for port in body.portList:
        found = re.search(r"\[.*\]", line(port).partition("//")[0])
        ports.append(
            Port(
                port.name,
                "in" if port.direction == ast.ArgumentDirection.In else "out",
                re.sub(r"\[ +", "[", found.group()) if found else "",
                port.type.bitWidth,
                comment(port),
            )
        )
    relative = path.relative_to(design.rtl_root()).as_posix()
    return Top(name, relative, purpose, contract, tuple(parameters), tuple(ports))


def _default(parameter: ast.ParameterSymbol) -> str:
    """The default of a parameter in the RTL's notation."""
    declared = parameter.syntax
    if not isinstance(declared, syntax.DeclaratorSyntax) or declared.initializer is None:
        raise FailureError(f"the parameter {parameter.name} has no default.")
    return str(declared.initializer.expr).strip()


def values(name: str, chosen: Mapping[str, int]) -> dict[str, int]:
    """All parameters and constants of a top for some parameter values.

    The result includes the constants of an inner instance; OUTPUT_LATENCY is the total.
    """
    body = _body(name, chosen)
    found = _constants(body)
    if name in _INSIDE:
        instance = body.find(_INSIDE[name])
        if not isinstance(instance, ast.InstanceSymbol):
            raise FailureError(f"{name} has no instance {_INSIDE[name]}.")
        inside = _constants(instance.body)
        if "OUTPUT_LATENCY" in inside:
            inside["OUTPUT_LATENCY"] += found["TEXT_DELAY"]
        found = inside | found
    return found


def _constants(body: ast.InstanceBodySymbol) -> dict[str, int]:
    return {
        item.name: int(cast(Any, item.value).value)
        for item in body.parameters
        if isinstance(item, ast.ParameterSymbol)
    }


def bench_parameters(path: Path) -> dict[str, str]:
    """The parameters from a bench to its top, with their defaults in the bench's notation."""
    tree = parsed(path)
    root = tree.root
    members = root.members if isinstance(root, syntax.CompilationUnitSyntax) else [root]
    for node in members:
        if isinstance(node, syntax.ModuleDeclarationSyntax) and node.header.parameters is not None:
            return {
                item.name.valueText: str(item.initializer.expr).strip()
                for declaration in node.header.parameters.declarations
                if isinstance(declaration, syntax.ParameterDeclarationSyntax)
                for item in declaration.declarators
                if item.initializer is not None
            }
    return {}


def modules(name: str, chosen: Mapping[str, int]) -> set[str]:
    """The modules in a top for some parameter values."""
    return set(_below(_body(name, chosen), set()))


def _below(scope: Iterable[ast.Symbol], seen: set[object]) -> Iterator[str]:
    """The modules in a scope and below; equal instances are visited once."""
    for member in scope:
        if isinstance(member, ast.InstanceSymbol):
            found = (member.definition.name, *(str(item.value) for item in member.body.parameters))
            if found not in seen:
                seen.add(found)
                yield member.definition.name
                yield from _below(member.body, seen)
        elif isinstance(member, ast.GenerateBlockArraySymbol) or (
            isinstance(member, ast.GenerateBlockSymbol) and not member.isUninstantiated
        ):
            yield from _below(member, seen)


def _body(name: str, chosen: Mapping[str, int]) -> ast.InstanceBodySymbol:
    compilation = _compilation(name, tuple(chosen.items()))
    errors = [item for item in compilation.getAllDiagnostics() if item.isError()]
    if errors or not compilation.getRoot().topInstances:
        raise FailureError(f"{name} with {dict(chosen)} does not elaborate.")
    body: ast.InstanceBodySymbol = compilation.getRoot().topInstances[0].body
    return body


@functools.cache
def _compilation(name: str, chosen: tuple[tuple[str, int], ...]) -> ast.Compilation:
    options = ast.CompilationOptions()
    options.topModules = {name}
    options.paramOverrides = [f"{key}={value}" for key, value in chosen]
    compilation = ast.Compilation(Bag([options]))
    for path in design.compiled():
        compilation.addSyntaxTree(parsed(path))
    return compilation
