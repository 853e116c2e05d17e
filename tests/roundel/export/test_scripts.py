# SPDX-License-Identifier: Apache-2.0
"""The scripts use only documented commands and options, and read the exported files in order."""

import itertools
from pathlib import Path
from typing import Any

import pytest
from tests.roundel.export.test_builds import LONG

from roundel.design import load_config
from roundel.export import export, scripts
from roundel.export.sources import Form
from roundel.export.wrapper import make_wrapper

vendor_tcl = pytest.importorskip("tests.roundel.export.vendor_tcl", reason="tkinter is missing")

DESIGNS = ("iterative", "gcm-1")
INCLUDING = [tool for tool in vendor_tcl.TOOLS if tool != "gowin"]  # with a folder of headers
BLOCK_RAM = {name: ["BlockRam=0"] for name in ("ctr-1", "gcm-1")}  # for standard cells


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder with all flows for each design."""
    found = {}
    for name in DESIGNS:
        found[name] = tmp_path_factory.mktemp("export") / name
        config = load_config(name, BLOCK_RAM.get(name, []))
        export(config, found[name], ",".join(scripts.FLOWS), name="aes", mhz=200)
    return found


def run(folder: Path, tool: str, design: str, top: str = "engine") -> Any:
    config = load_config(design, BLOCK_RAM.get(design, []))
    ports = frozenset(pin.name for pin in make_wrapper(config, top, "aes").pins)
    found = vendor_tcl.Tool(tool, ports)
    found.run(folder / tool / "build.tcl")
    return found


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("tool", vendor_tcl.TOOLS)
def test_a_script_runs(exported: dict[str, Path], tool: str, design: str) -> None:
    folder = exported[design]
    found = run(folder, tool, design)
    sources = [path for path in found.read if path.suffix in (".sv", ".v")]
    config = load_config(design, BLOCK_RAM.get(design, []))
    wanted = [path.name for path in make_wrapper(config).files if path.suffix == ".sv"]
    if tool == "gowin":
        assert [path.name for path in sources] == ["aes_rtl.sv", "aes.v"]
        assert sources[0].read_text().startswith("`define SYNTHESIS\n")
    else:
        assert [path.name for path in sources] == [*wanted, "aes.v"]
        assert any("SYNTHESIS" in word for call in found.calls for word in call)
        assert folder / "rtl" / "include" in found.folders
    assert found.clocks == [5.0]
    assert any("aes" in call for call in found.calls)


@pytest.mark.parametrize(
    ("design", "top", "form", "files"),
    [
        ("iterative", "engine", "one-file", ["aes_rtl.sv", "aes.v"]),
        ("iterative", "engine", "verilog", ["aes.v"]),
        ("ctr-1", "axi", "one-file", ["aes_rtl.sv", "aes.v"]),
        ("ctr-1", "dma", "files", None),
    ],
)
def test_scripts_of_other_forms_and_tops_run(
    tmp_path: Path, design: str, top: str, form: Form, files: list[str] | None
) -> None:
    flows = ",".join(vendor_tcl.TOOLS)
    config = load_config(design, BLOCK_RAM.get(design, []))
    export(config, tmp_path / "aes", flows, name="aes", top=top, form=form)
    for tool in vendor_tcl.TOOLS:
        found = run(tmp_path / "aes", tool, design, top)
        names = [path.name for path in found.read if path.suffix in (".sv", ".v")]
        assert names[-1] == "aes.v"
        assert files is None or names == files
        assert found.clocks == [10.0]


@pytest.mark.campaign
@pytest.mark.parametrize("design", LONG)
def test_scripts_of_more_designs_run(tmp_path: Path, design: str) -> None:
    """The designs of the campaign of `test_builds`, for every flow that suits a design."""
    overrides, cells = LONG[design]
    for tool in vendor_tcl.TOOLS:
        asic = scripts.FLOWS[tool].kind == "asic"
        config = load_config(design, [*overrides, *(cells if asic else [])])
        export(config, tmp_path / tool, tool, name="aes")
        ports = frozenset(pin.name for pin in make_wrapper(config, name="aes").pins)
        found = vendor_tcl.Tool(tool, ports)
        found.run(tmp_path / tool / tool / "build.tcl")
        assert found.clocks == [10.0]


@pytest.mark.parametrize("tool", vendor_tcl.TOOLS)
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("\n{first} ", "\nunknown_command ", "invalid command name"),
        ("\n{first} ", "\n{first} -no_such_option ", "has no option -no_such_option"),
        ("aes.v", "missing.v", "there is no file"),
    ],
)
def test_a_wrong_script_fails(
    exported: dict[str, Path], tmp_path: Path, tool: str, old: str, new: str, said: str
) -> None:
    script = exported["iterative"] / tool / "build.tcl"
    text = script.read_text(encoding="utf-8")
    first = next(
        word for line in text.splitlines() if (word := line.split(" ")[0]) in vendor_tcl.TOOLS[tool]
    )
    fails(script, tool, old.format(first=first), new.format(first=first), said)


def fails(script: Path, tool: str, old: str, new: str, said: str) -> None:
    """Check that a script with one changed text fails with a message."""
    text = script.read_text(encoding="utf-8")
    assert old in text
    wrong = script.with_name("wrong.tcl")
    wrong.write_text(text.replace(old, new, 1), encoding="utf-8")
    ports = frozenset(pin.name for pin in make_wrapper(load_config("iterative"), name="aes").pins)
    with pytest.raises(vendor_tcl.ScriptError, match=said):
        vendor_tcl.Tool(tool, ports).run(wrong)
    wrong.unlink()


@pytest.mark.parametrize(
    ("tool", "old", "new", "said"),
    [
        *((tool, "rtl/include", "rtl/missing", "no folder") for tool in INCLUDING),
        ("vivado", "-mode out_of_context", "-mode nonsense", "nonsense is none of"),
        ("libero", "-hdl VERILOG", "-hdl nonsense", "nonsense is none of"),
        ("dc", "-format sverilog", "-format nonsense", "nonsense is none of"),
        ("genus", "-language sv", "-language nonsense", "nonsense is none of"),
    ],
)
def test_a_wrong_folder_or_value_fails(
    exported: dict[str, Path], tool: str, old: str, new: str, said: str
) -> None:
    fails(exported["iterative"] / tool / "build.tcl", tool, old, new, said)


@pytest.mark.parametrize("tool", ["vivado", "quartus", "dc"])
def test_a_constraint_of_a_missing_port_fails(exported: dict[str, Path], tool: str) -> None:
    with pytest.raises(vendor_tcl.ScriptError, match="there is no port"):
        vendor_tcl.Tool(tool, frozenset({"other"})).run(exported["iterative"] / tool / "build.tcl")


@pytest.mark.parametrize("tool", ["dc", "genus"])
def test_scripts_of_asics_ask_for_cells(exported: dict[str, Path], tool: str) -> None:
    found = vendor_tcl.Tool(tool, frozenset(), cells=False)
    with pytest.raises(vendor_tcl.ScriptError, match="exit 1"):
        found.run(exported["iterative"] / tool / "build.tcl")
    assert not found.read


@pytest.mark.parametrize(
    ("tool", "part", "words"),
    [
        ("libero", "PolarFire:MPF300T:FCG1152:-1 STD", ("-speed", "-1 STD")),
        ("gowin", "GW2A 18C:GW2A-LV18PG484C8/I7", ("-name", "GW2A 18C")),
    ],
)
def test_a_part_with_a_space_is_one_word(
    tmp_path: Path, tool: str, part: str, words: tuple[str, str]
) -> None:
    export(load_config("iterative"), tmp_path / "aes", tool, name="aes", part=part)
    found = run(tmp_path / "aes", tool, "iterative")
    assert any(words in itertools.pairwise(call) for call in found.calls)


def test_every_flow_has_a_check() -> None:
    with_scripts = {flow.name for flow in scripts.FLOWS.values() if "build.tcl" in flow.scripts}
    assert with_scripts == set(vendor_tcl.TOOLS)
