# SPDX-License-Identifier: Apache-2.0
"""The packages form layers: a package imports from lower layers alone, and nothing is circular."""

import graphlib
from pathlib import Path

import pytest

import roundel
from roundel.base.closure import imports

ROOT = Path(roundel.__file__).parent
LAYERS = (
    {"base"},
    {"design", "jobs"},
    {"sim", "fpga"},
    {"crypt", "verify"},
    {"cells", "cocotb", "export", "soft", "system"},
    {"explore", "litex"},
    {"characterised"},
    {"choose"},
    {"cli", "python"},
    {"reproduce"},
)
LEVEL = {package: level for level, layer in enumerate(LAYERS) for package in layer}
MODULES = [
    ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in ROOT.rglob("*.py")
    if path.parent != ROOT
]


def package_of(module: str) -> str:
    return module.split(".")[1]


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_down(module: str) -> None:
    own = package_of(module)
    others = {package_of(name) for name in imports(module)} - {own}
    assert not [name for name in others if LEVEL[name] >= LEVEL[own]]


def test_no_import_is_circular() -> None:
    graph = {module: imports(module) - {module} for module in MODULES}
    graphlib.TopologicalSorter(graph).prepare()


def test_every_package_has_a_layer() -> None:
    assert {package_of(module) for module in MODULES} == set(LEVEL)
    assert {path.name for path in ROOT.glob("*.py")} == {"__init__.py", "__main__.py"}
