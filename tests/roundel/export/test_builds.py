# SPDX-License-Identifier: Apache-2.0
"""Exported designs build, and their testbenches pass in two simulators."""

import json
import re
from pathlib import Path

import pytest
from tests.roundel.export import builds

from roundel.design import load_config
from roundel.export import FLOWS, export
from roundel.export.sources import Form

# Name, overrides, and further overrides for standard cells, which have no block RAM.
SMALL = ["Rounds=1", "Stages=1"]
QUICK = {
    "iterative": ([], []),
    "iterative-sizes": ([], []),
    "ctr-1": (SMALL, ["BlockRam=0"]),
}
LONG = {
    "iterative-both": ([], []),
    "balanced": ([], []),
    "inner-4": (["KeySchedule=stored", "KeySlots=4", "Backpressure=0"], []),
    "fastest-bram": ([], ["Sbox=tower"]),
    "gcm-256": ([], ["BlockRam=0"]),
    "xts-1": (SMALL, ["BlockRam=0"]),
    "cbc-encrypt-1": ([], ["BlockRam=0"]),
    "cells-terabit": ([], []),
}


def exported(
    folder: Path, name: str, flow: str, designs: dict[str, tuple[list[str], list[str]]]
) -> Path:
    overrides, cells = designs[name]
    asic = FLOWS[flow].kind == "asic"
    chosen = [*overrides, *(cells if asic else [])]
    values = {item.partition("=")[0]: item for item in chosen}
    export(load_config(name, list(values.values())), folder, flow, name="aes")
    return folder


def check(folder: Path, flow: str, simulator: str) -> None:
    said = builds.simulate(folder, simulator)
    assert said.startswith("status 0\n"), said
    assert re.search(r"PASS: tb_aes, \d+ (words|packets)", said)
    if flow == "yosys":
        said = builds.synthesise(folder)
        assert said.startswith("status 0\n"), said


@pytest.mark.parametrize("simulator", builds.TOOLS)
@pytest.mark.parametrize("flow", FLOWS)
@pytest.mark.parametrize("name", QUICK)
def test_designs_build_and_pass(tmp_path: Path, name: str, flow: str, simulator: str) -> None:
    check(exported(tmp_path / "aes", name, flow, QUICK), flow, simulator)


@pytest.mark.campaign
@pytest.mark.parametrize("simulator", builds.TOOLS)
@pytest.mark.parametrize("flow", FLOWS)
@pytest.mark.parametrize("name", LONG)
def test_more_designs_build_and_pass(tmp_path: Path, name: str, flow: str, simulator: str) -> None:
    check(exported(tmp_path / "aes", name, flow, LONG), flow, simulator)


@pytest.mark.parametrize(
    ("name", "top", "form"),
    [
        ("iterative", "engine", "one-file"),
        ("iterative", "engine", "verilog"),
        ("ctr-1", "engine", "verilog"),
        ("ctr-1", "axi", "files"),
        *(
            pytest.param(*values, marks=pytest.mark.campaign)
            for values in (
                ("ctr-1", "dma", "files"),
                ("ctr-1", "dma", "verilog"),
                ("xts-1", "axi", "one-file"),
                ("gcm-1", "dma", "one-file"),
            )
        ),
    ],
)
def test_forms_and_tops_pass(tmp_path: Path, name: str, top: str, form: Form) -> None:
    overrides = SMALL if name != "iterative" else []
    folder = tmp_path / "aes"
    export(load_config(name, overrides), folder, "vivado", top=top, form=form, name="aes")
    said = builds.simulate(folder, "icarus")
    assert said.startswith("status 0\n"), said
    assert "PASS: tb_aes," in said
    sheet = (folder / "datasheet.md").read_text(encoding="utf-8")
    assert ("Proven equal to the SystemVerilog sources" in sheet) == (form == "verilog")


@pytest.mark.parametrize("simulator", builds.TOOLS)
def test_a_wrong_result_fails(tmp_path: Path, simulator: str) -> None:
    folder = exported(tmp_path / "aes", "iterative", "vivado", QUICK)
    bench = folder / "sim" / "tb_aes.sv"
    text = bench.read_text(encoding="utf-8")
    # AESAVS, GFSbox 128, encryption, COUNT 0.
    right = "0336763e966d92595a567cc9ce537f5e"
    assert right in text
    bench.write_text(text.replace(right, right[:-1] + "f"), encoding="utf-8")
    said = builds.simulate(folder, simulator)
    assert not said.startswith("status 0\n")
    assert "FAIL: word 0 is 0336763e966d92595a567cc9ce537f5e" in said


def test_a_wrong_packet_fails(tmp_path: Path) -> None:
    folder = exported(tmp_path / "aes", "ctr-1", "vivado", QUICK)
    path = folder / "sim" / "tb_aes_vectors_pkg.sv"
    text = path.read_text(encoding="utf-8")
    right = "874d6191b620e3261bef6864990db6ce"  # SP 800-38A F.5.1, the first block
    assert right in text
    path.write_text(text.replace(right, right[:-1] + "f"), encoding="utf-8")
    said = builds.simulate(folder, "icarus")
    assert not said.startswith("status 0\n")
    assert "text of packet 0 is wrong" in said


@pytest.mark.parametrize(("name", "top"), [("iterative", "engine"), ("ctr-1", "dma")])
def test_vhdl_templates_compile(tmp_path: Path, name: str, top: str) -> None:
    export(load_config(name), tmp_path / "aes", "quartus", top=top)
    said = builds.vhdl(tmp_path / "aes")
    assert said == "status 0\n"


def test_a_wrong_vhdl_template_fails(tmp_path: Path) -> None:
    export(load_config("iterative"), tmp_path / "aes", "quartus", name="aes")
    path = tmp_path / "aes" / "templates" / "aes_example.vhd"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("=> key_valid_i", "=> missing"), encoding="utf-8")
    assert "missing" in builds.vhdl(tmp_path / "aes")


def test_fusesoc_runs_the_testbench(tmp_path: Path) -> None:
    folder = exported(tmp_path / "aes", "iterative", "fusesoc", QUICK)
    said = builds.fusesoc(folder, "aes", "icarus")
    assert said.startswith("status 0\n"), said
    assert "PASS: tb_aes, 106 words" in said


def test_the_configuration_of_librelane(tmp_path: Path) -> None:
    """The variables are those of LibreLane's page "Universal Flow Configuration Variables"."""
    folder = exported(tmp_path / "aes", "ctr-1", "openlane", QUICK)
    found = json.loads((folder / "openlane.json").read_text(encoding="utf-8"))
    known = {
        "meta", "DESIGN_NAME", "VERILOG_FILES", "VERILOG_INCLUDE_DIRS", "VERILOG_DEFINES",
        "CLOCK_PORT", "CLOCK_PERIOD",
    }  # fmt: skip
    assert set(found) == known
    paths = [*found["VERILOG_FILES"], *found["VERILOG_INCLUDE_DIRS"]]
    assert all(path.startswith("dir::") for path in paths)
    assert all((folder / path.removeprefix("dir::")).exists() for path in paths)
    assert found["CLOCK_PORT"] == "clk_i"


def test_the_driver_of_a_dma_compiles(tmp_path: Path) -> None:
    builds.need("gcc", "make")
    export(load_config("ctr-1"), tmp_path / "aes", "vivado", top="dma")
    said = builds.run(["make", "-C", "sw/driver", "CFLAGS=-O0"], tmp_path / "aes")
    assert said.startswith("status 0\n"), said
    assert (tmp_path / "aes" / "sw" / "driver" / "build" / "libroundel.a").is_file()
