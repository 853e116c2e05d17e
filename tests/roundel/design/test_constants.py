# SPDX-License-Identifier: Apache-2.0
"""Constants read from the package's text equal slang's, and have comments."""

from pathlib import Path

import pytest
from pyslang import ast
from pyslang.syntax import SyntaxTree

from roundel import design
from roundel.base.errors import FailureError
from roundel.design.tops import constants, value_meanings

NAMED = [name for name, item in design.Config.model_fields.items() if item.annotation is str]


def by_slang() -> dict[str, int]:
    """The packages' constants of type int, by name."""
    compilation = ast.Compilation()
    packages = [path for path in design.sources() if path.stem.endswith("_pkg")]
    for path in packages:
        compilation.addSyntaxTree(SyntaxTree.fromFile(str(path)))
    return {
        member.name: int(str(member.value))
        for path in packages
        for member in compilation.getPackage(path.stem)
        if isinstance(member, ast.ParameterSymbol) and str(member.type) == "int"
    }


def test_values_are_those_of_slang() -> None:
    found, wanted = constants(design.sources()), by_slang()
    assert len(found) > 30
    assert {name: item.value for name, item in found.items()}.items() <= wanted.items()


@pytest.mark.parametrize("field", [*NAMED, "Cut", "GhashCut"])
def test_every_constant_of_a_parameter_is_read(field: str) -> None:
    if field in ("name", "Modes"):  # sets of modes are combinations of MODE_*
        return
    words = "".join(f"_{sign}" if sign.isupper() else sign for sign in field.removeprefix("Second"))
    prefix = f"{words.strip('_').upper()}_"
    wanted = {name: value for name, value in by_slang().items() if name.startswith(prefix)}
    assert wanted
    assert {
        f"{prefix}{name.upper().replace('+', '_')}": n for name, n in design.choices(field).items()
    } == wanted


def test_named_values_have_meanings() -> None:
    assert value_meanings("Sbox")["tower"] == "arithmetic in the tower field GF((2^4)^2)"
    assert next(iter(value_meanings("Mode"))) == "none"
    for field in NAMED:
        assert field == "name" or all(value_meanings(field).values()), field


def test_no_package() -> None:
    with pytest.raises(FailureError, match="has no package"):
        constants((Path("other.sv"),))
