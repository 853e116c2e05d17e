# SPDX-License-Identifier: Apache-2.0
"""What the RTL says of itself.

The names and values of parameters, the ports, the latency arithmetic and which combinations can
work stand in the SystemVerilog and nowhere else. This module elaborates the sources with slang,
which takes milliseconds, and reads them from there.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from roundel.errors import FailureError, InputError

if TYPE_CHECKING:
    import pyslang

    from roundel.config import Config

__all__ = [
    "TOP",
    "Facts",
    "Port",
    "cells",
    "check",
    "choices",
    "defaults",
    "facts",
    "objection",
    "parameters",
    "ports",
    "rtl_root",
    "sim_root",
    "sources",
    "spelled",
    "top_parameters",
]

TOP = "aes_core"  # the module that the command builds, simulates and measures
_PACKAGE = "aes_pkg"
_ERROR = "aes_error_"  # undefined modules that stop an impossible design are called so


@dataclass(frozen=True)
class Facts:
    """What follows from a configuration, read from the elaborated design.

    Attributes:
        num_rounds: Rounds of the cipher, Nr: 10, 12 or 14 (FIPS-197 section 5).
        latency_cycles: From a block's acceptance to its result at the engine's end.
        blocks_in_flight: Blocks that the engine works on at once.
        cycles_per_block: From one block to the next while the engine is kept busy.
        queue_depth: Blocks that the output queue holds; 0 without one.
        slot_bits: Width of a key slot's number.
        key_bits: Width of a key.
        round_cuts: Places of the registers in a round, a mask of the constants CUT_*.
        output_latency_cycles: From a block's acceptance to its result on the output.
        zeroise_delay_cycles: After zeroise_i, in which a result of before may still be valid.
        key_load_cycles: The most from a key's handshake to the first block that may use it.
    """

    num_rounds: int
    latency_cycles: int
    blocks_in_flight: int
    cycles_per_block: int
    queue_depth: int
    slot_bits: int
    key_bits: int
    round_cuts: int
    output_latency_cycles: int
    zeroise_delay_cycles: int
    key_load_cycles: int


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
class _Elaborated:
    """The top, elaborated: its parameters' values, its ports, complaints, what can be set."""

    values: Mapping[str, int]
    ports: tuple[Port, ...]
    complaints: tuple[str, ...]
    settable: tuple[str, ...]


def _root(name: str, landmark: str) -> Path:
    """A directory of sources: inside an installed package, or beside `src` in a checkout."""
    package = Path(__file__).resolve().parent
    for place in (package / name, package.parents[1] / name):
        if (place / landmark).is_file():
            return place
    raise FailureError(f"the {name} sources are not installed with Roundel; install it again.")


def rtl_root() -> Path:
    """The directory of the SystemVerilog library."""
    return _root("rtl", "roundel.f")


def sim_root() -> Path:
    """The directory of the C++ harness around the simulated device."""
    return _root("sim", "roundel_sim.cpp")


def sources(vendor: str | None = None) -> list[Path]:
    """The library's files in the order in which to compile them, as absolute paths.

    Args:
        vendor: A directory in rtl/vendor: a file in it stands in for the one of the same name.
    """
    root = rtl_root()
    text = (root / "roundel.f").read_text(encoding="utf-8")
    names = (line.partition("//")[0].strip() for line in text.splitlines())
    listed = [root / name for name in names if name]
    if vendor is None:
        return listed
    own = {path.name: path for path in (root / "vendor" / vendor).glob("*.sv")}
    return [own.get(path.name, path) for path in listed]


def cells(vendor: str) -> list[Path]:
    """Models of the cells that the files in rtl/vendor instantiate, each named after its module."""
    return sorted((sim_root() / vendor).glob("*.v"))


def choices(field: str) -> dict[str, int]:
    """The named values of a parameter, from the package's constants.

    Args:
        field: A parameter's name, for example "KeySchedule" for the constants KEY_SCHEDULE_*.

    Returns:
        What the names (in lower case, without the prefix) stand for, in the package's order; empty
        for a parameter whose values are plain numbers.
    """
    prefix = f"{_words(field).replace(' ', '_').upper()}_"
    constants = _constants()
    return {
        name.removeprefix(prefix).lower(): value
        for name, value in constants.items()
        if name.startswith(prefix)
    }


def parameters(config: "Config") -> dict[str, int]:
    """The parameters of the top that make a configuration, as the RTL's integers.

    Raises:
        InputError: A named value does not exist.
    """
    values = {}
    for field, value in config.fields().items():
        if isinstance(value, str):
            named = choices(field)
            if value not in named:
                raise InputError(f"{field}={value} means nothing; it can be {_either(named)}.")
            values[field] = named[value]
        else:
            values[field] = value
    return values


def defaults(names: Iterable[str]) -> dict[str, int]:
    """The values that the RTL gives to the named parameters of its top by itself."""
    values = _elaborate(()).values
    return {name: values[name] for name in names}


def top_parameters() -> tuple[str, ...]:
    """The names of all parameters of the top that an instance can set, in its order."""
    return _elaborate(()).settable


def spelled(field: str, value: object) -> str:
    """A parameter's value as people read it: a mask in hexadecimal digits, all else as it is."""
    masked = field == "RoundCuts" and type(value) is int and value > 0
    return f"{value:#x}" if masked else str(value)


def check(config: "Config") -> None:
    """Make sure that a configuration can be built.

    Raises:
        InputError: It cannot; the text says which values would do instead.
    """
    _elaborate_possible(config)


def objection(config: "Config") -> str | None:
    """Why a configuration cannot be built, without advice, or None: for many at a time."""
    found = _elaborate(tuple(parameters(config).items()))
    return f"{_object(config, found)[1]}." if found.complaints else None


def facts(config: "Config") -> Facts:
    """What follows from a configuration.

    Raises:
        InputError: The combination of values cannot work.
    """
    values = _elaborate_possible(config).values
    return Facts(
        num_rounds=values["NUM_ROUNDS"],
        latency_cycles=values["LATENCY"],
        blocks_in_flight=values["BLOCKS_IN_FLIGHT"],
        cycles_per_block=values["CYCLES_PER_BLOCK"],
        queue_depth=values["QUEUE_DEPTH"],
        slot_bits=values["SLOT_BITS"],
        key_bits=values["KeyBits"],
        round_cuts=values["ROUND_CUTS"],
        output_latency_cycles=values["OUTPUT_LATENCY"],
        zeroise_delay_cycles=values["ZEROISE_DELAY"],
        key_load_cycles=values["KEY_LOAD_CYCLES"],
    )


def ports(config: "Config") -> list[Port]:
    """The ports of the top, in the order of its head.

    Raises:
        InputError: The combination of values cannot work.
    """
    return list(_elaborate_possible(config).ports)


def _elaborate_possible(config: "Config") -> _Elaborated:
    values = parameters(config)
    found = _elaborate(tuple(values.items()))
    if found.complaints:
        raise InputError(_explain(config, found))
    return found


def _object(config: "Config", found: _Elaborated) -> tuple[list[str], str]:
    """What the name of an undefined module says: the fields that it is about, and a clause."""
    text = found.complaints[0].removeprefix(_ERROR).replace("_", " ")
    number = f"the number of rounds, {found.values['NUM_ROUNDS']} for a {config.KeyBits}-bit key"
    text = text.replace("the number of rounds", number)
    fields = config.fields()
    named = [field for field in fields if _words(field) in text] or list(fields)
    given = " with ".join(f"{field}={spelled(field, fields[field])}" for field in named)
    return named, f"{given} is not possible: {text}"


def _explain(config: "Config", found: _Elaborated) -> str:
    """A sentence that says what is not possible, with the values that would do instead."""
    named, clause = _object(config, found)
    ways = [
        f"{field} can be {_either(values)}"
        for field in named
        if (values := list(_alternatives(config, field)))
    ]
    advice = f"; with the rest as it is, {', or '.join(ways)}" if ways else ""
    return f"{clause}{advice}."


def _alternatives(config: "Config", field: str) -> Iterator[str]:
    """The values of one field with which the rest of a configuration can be built."""
    for value in config.candidates(field):
        if not _elaborate(tuple(parameters(config.replaced(field, value)).items())).complaints:
            yield spelled(field, value)


def _words(field: str) -> str:
    """A parameter's name as words: "KeySchedule" becomes "key schedule"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", field).lower()


def _either(values: Sequence[str] | Mapping[str, object]) -> str:
    """Alternatives as words: "1, 2 or 5"."""
    texts = list(values)
    return " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]


@functools.cache
def _trees() -> tuple["pyslang.syntax.SyntaxTree", ...]:
    """The parsed sources, which every elaboration shares."""
    from pyslang.syntax import SyntaxTree

    return tuple(SyntaxTree.fromFile(str(path)) for path in sources())


@functools.cache
def _constants() -> dict[str, int]:
    """The package's constants of type int."""
    from pyslang import ast

    package = _compile({}).getPackage(_PACKAGE)
    return {
        member.name: int(str(member.value))
        for member in package
        if isinstance(member, ast.ParameterSymbol) and str(member.type) == "int"
    }


def _compile(values: Mapping[str, int]) -> "pyslang.ast.Compilation":
    from pyslang import Bag, ast

    options = ast.CompilationOptions()
    options.topModules = {TOP}
    options.paramOverrides = [f"{name}={value}" for name, value in values.items()]
    compilation = ast.Compilation(Bag([options]))
    for tree in _trees():
        compilation.addSyntaxTree(tree)
    return compilation


@functools.cache
def _elaborate(values: tuple[tuple[str, int], ...]) -> _Elaborated:
    """Elaborate the top with the given parameters.

    Raises:
        FailureError: The sources are in error, or the top lacks one of the parameters.
    """
    from pyslang import DiagnosticEngine, ast

    compilation = _compile(dict(values))
    root = compilation.getRoot()
    if not root.topInstances:
        raise FailureError(f"the RTL has no module {TOP}; install Roundel again.")
    body = root.topInstances[0].body
    complaints = [text for text in _undefined(body, set()) if text.startswith(_ERROR)]
    errors = [item for item in compilation.getAllDiagnostics() if item.isError()]
    if errors and not complaints:
        text = DiagnosticEngine.reportAll(compilation.sourceManager, errors[:1]).strip()
        raise FailureError(f"the RTL is in error: {text.splitlines()[0]}.")
    known = {item.name: int(str(item.value)) for item in body.parameters}
    lacking = [name for name, _ in values if name not in known]
    if lacking:
        raise FailureError(f"module {TOP} has no parameter {lacking[0]}; install Roundel again.")
    return _Elaborated(
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
