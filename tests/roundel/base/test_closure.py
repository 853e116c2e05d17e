# SPDX-License-Identifier: Apache-2.0
"""The files behind a kept result, and the layers of the packages."""

from pathlib import Path

import roundel
from roundel.base.closure import code_of, imports

ROOT = Path(roundel.__file__).parent


def names(*modules: str) -> set[str]:
    return {str(path.relative_to(ROOT)) for path in code_of(*modules)}


def test_a_module_and_all_that_it_imports() -> None:
    found = names("roundel.cells.mapping")
    assert {"cells/mapping.py", "cells/library.py", "cells/cell.py", "fpga/units.py"} <= found
    assert not {"cells/power.py", "explore/sweep.py"} & found


def test_tools_and_values_of_the_rtl_are_in_the_key_itself() -> None:
    assert not [name for name in names("roundel.verify.flow") if name.startswith(("base", "des"))]


def test_imports_in_every_form() -> None:
    assert "roundel.soft.record" in imports("roundel.soft.run")  # in parentheses, at the top
    # In parentheses with a comma at the end, which names no further module.
    assert {"roundel.export.documents"} <= imports("roundel.export.flow")
    assert "roundel.export" not in imports("roundel.export.flow")
    found = imports("roundel.reproduce.command")
    assert "roundel.cli.options" in found  # a module of a package
    assert "roundel.cli.tables" in found  # in a function
    assert "roundel" not in found
