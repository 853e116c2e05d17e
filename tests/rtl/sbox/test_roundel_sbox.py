# SPDX-License-Identifier: Apache-2.0
"""roundel_sbox in Icarus, and in Yosys: function, latency, and number of gates.

With every module of an S-box (roundel_sbox_table, roundel_sbox_rom and roundel_sbox_rom_pair,
roundel_sbox_gates and roundel_sbox_gates_core, roundel_sbox_tower) and roundel_pipeline_cuts. State
space: see tb_roundel_sbox.sv. Parameter space: every S-box and direction, without registers, with
all and with some; one byte, an odd number, and a state. formal/prove_sbox.sv proves every set of
registers.
"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError

ALL = 0x1FF  # the registers of the S-box, and the one in front of the round
SBOXES, DIRECTIONS = design.choices("Sbox"), design.choices("Direction")

# Gates of two inputs, inverters and multiplexers per byte of roundel_sbox_gates, as in its head.
GATES = {
    "encrypt": {"_AND_": 32, "_XOR_": 77, "_XNOR_": 3},
    "decrypt": {"_AND_": 32, "_XOR_": 75, "_XNOR_": 4, "_NOT_": 1},
    "both": {"_AND_": 32, "_XOR_": 97, "_XNOR_": 7, "_MUX_": 16},
}


def _some(sbox: str) -> int:
    """A set of registers with gaps between them."""
    return 0x1A7 if sbox == "rom" else 0x0A9


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("sbox", SBOXES)
@pytest.mark.parametrize("taken", ["none", "some", "all"])
def test_substitutes_as_the_standard_says(
    sbox: str, direction: str, taken: str, bench: Callable[[Mapping[str, int]], str]
) -> None:
    cuts = {"none": 0x7 if sbox == "rom" else 0, "some": _some(sbox), "all": ALL}[taken]
    num_bytes = {"none": 1, "some": 3, "all": 16}[taken]
    values = {
        "NumBytes": num_bytes,
        "Sbox": SBOXES[sbox],
        "Direction": DIRECTIONS[direction],
        "Cuts": cuts,
    }
    assert bench(values) == f"PASS {512 * num_bytes}"


def _cells(
    top: str,
    parameters: Mapping[str, int],
    commands: list[str],
    tmp_path: Path,
    vendor: str | None = None,
) -> dict[str, int]:
    """The cells of a module of the library after Yosys commands, by type."""
    values = " ".join(f"-G {name}={value}" for name, value in parameters.items())
    names = [f"rtl/{path.relative_to(design.rtl_root())}" for path in design.sources(vendor)]
    files = " ".join(design.arguments(names))
    (tmp_path / "rtl").symlink_to(design.rtl_root(), target_is_directory=True)
    script = [f"read_slang --threads 1 --top {top} {values} {files}", "flatten -noscopeinfo"]
    script += [*commands, "tee -q -o cells.json stat -json"]
    (tmp_path / "script.ys").write_text("\n".join(script) + "\n", encoding="utf-8")
    programs.run(
        tools.find("yosys"),
        ["-s", "script.ys"],
        cwd=tmp_path,
        log=tmp_path / "yosys.log",
        timeout=300,
    )
    found = json.loads((tmp_path / "cells.json").read_text(encoding="utf-8"))
    return dict(found["design"]["num_cells_by_type"])


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_gates_are_as_few_as_they_are_said_to_be(direction: str, tmp_path: Path) -> None:
    parameters = {"Direction": DIRECTIONS[direction]}
    # Only unused logic is removed: the source itself has these gates.
    commands = ["opt_clean", "simplemap", "clean"]
    cells = _cells("roundel_sbox_gates", parameters, commands, tmp_path)
    counted = {name.replace("$", ""): count for name, count in cells.items()}
    counted.pop("_BUF_", None)
    assert counted == GATES[direction]
    head = (design.rtl_root() / "sbox" / "roundel_sbox_gates.sv").read_text(encoding="utf-8")
    row = re.search(rf"^// \| {direction} .*\| (\d+) +\| \d+ +\|$", head, re.MULTILINE)
    assert row is not None
    assert int(row.group(1)) == sum(counted.values())


@pytest.mark.parametrize(
    ("flow", "cell", "column"),
    [
        ("synth_ecp5 -run begin:map_ffs", "DP16KD", 1),
        ("synth_xilinx -family xc7 -run begin:map_ffs", "RAMB18E1", 1),
        ("synth_ice40 -run begin:map_ffs", "SB_RAM40_4K", 4),
    ],
)
def test_roms_become_block_ram(flow: str, cell: str, column: int, tmp_path: Path) -> None:
    """A block RAM for each byte; the variant `fpga` needs half if a block RAM has two ports."""
    parameters = {"NumBytes": 5, "Direction": DIRECTIONS["encrypt"], "Cuts": 7}
    bytes_path, pairs_path, column_path = (tmp_path / name for name in ("a", "b", "c"))
    for path in (bytes_path, pairs_path, column_path):
        path.mkdir()
    assert _cells("roundel_sbox_rom", parameters, [flow], bytes_path)[cell] == 5
    pairs = _cells("roundel_sbox_rom", parameters, [flow], pairs_path, vendor="fpga")
    assert pairs[cell] == (5 if cell == "SB_RAM40_4K" else 3)
    assert _cells("roundel_sbox_rom_column", {}, [flow], column_path)[cell] == column


@pytest.mark.parametrize("top", ["roundel_sbox_rom_pair", "roundel_sbox_rom_column"])
def test_roms_become_logic_for_standard_cells(top: str, tmp_path: Path) -> None:
    """Standard cells have no memory with contents from an `initial` block."""
    names = ["pkg/roundel_aes_pkg", "pkg/roundel_sbox_rom_pkg", "prim/roundel_pipeline_cut"]
    files = " ".join(f"rtl/{name}.sv" for name in [*names, f"sbox/{top}"])
    (tmp_path / "rtl").symlink_to(design.rtl_root(), target_is_directory=True)
    commands = [f"read_verilog -sv {files}", f"hierarchy -top {top}", "proc -norom", "opt_clean"]
    commands += ["select -assert-none t:$mem* m:*", "select -assert-none a:init"]
    (tmp_path / "script.ys").write_text("\n".join(commands) + "\n", encoding="utf-8")
    log = tmp_path / "yosys.log"
    programs.run(tools.find("yosys"), ["-s", "script.ys"], cwd=tmp_path, log=log, timeout=60)


@pytest.mark.parametrize("cuts", [0x0, 0x1, 0x3, 0x5])
def test_rom_without_its_registers_is_refused(
    cuts: int, bench: Callable[[Mapping[str, int]], str], tmp_path: Path
) -> None:
    with pytest.raises(FailureError):
        bench({"Sbox": SBOXES["rom"], "Cuts": cuts})
    assert "roundel_error_sbox_rom_needs_stages_3" in (tmp_path / "compile.log").read_text()


@pytest.mark.parametrize("vendor", ["ecp5", "fpga"])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_drop_in_roms_are_the_same(direction: str, vendor: str, tmp_path: Path) -> None:
    """The cell of ECP5 with our model, and the memory with two ports, in the same bench."""
    try:
        compiler, runner = tools.find("iverilog"), tools.find("vvp")
    except FailureError as missing:
        pytest.skip(str(missing))
    values = {"Sbox": SBOXES["rom"], "Direction": DIRECTIONS[direction], "NumBytes": 5, "Cuts": 0xF}
    sources = design.sources(vendor)
    assert design.rtl_root() / "vendor" / vendor / "roundel_sbox_rom_pair.sv" in sources
    assert design.rtl_root() / "sbox" / "roundel_sbox_rom_pair.sv" not in sources
    programs.run(
        compiler,
        [
            *("-g2012", "-s", "tb_roundel_sbox", "-o", tmp_path / "bench.vvp"),
            *(f"-Ptb_roundel_sbox.{name}={value}" for name, value in values.items()),
            *design.arguments([*sources, *design.cells(vendor)]),
            Path(__file__).with_name("tb_roundel_sbox.sv"),
        ],
        cwd=tmp_path,
        log=tmp_path / "compile.log",
        timeout=60,
    )
    programs.run(
        runner, [tmp_path / "bench.vvp"], cwd=tmp_path, log=tmp_path / "run.log", timeout=60
    )
    assert (tmp_path / "run.log").read_text().splitlines()[-1] == "PASS 2560"
