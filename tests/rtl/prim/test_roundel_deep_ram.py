# SPDX-License-Identifier: Apache-2.0
"""roundel_deep_ram and its drop-in files of rtl/vendor in Icarus.

State space: see tb_roundel_deep_ram.sv. Parameter space: one row and several rows of block RAMs,
every width of an ECP5 block RAM, words that are no power of two.
"""

import subprocess
from pathlib import Path

import pytest

from roundel.base import programs, tools
from roundel.base.errors import FailureError

ROOT = Path(__file__).parents[3]
RTL = ROOT / "rtl"
FILES = {
    "prim": [RTL / "prim/roundel_deep_ram.sv"],
    "ecp5": [RTL / "vendor/ecp5/roundel_deep_ram.sv", ROOT / "sim/ecp5/DP16KD.v"],
    "sram": [RTL / "vendor/sram/roundel_deep_ram.sv", ROOT / "sim/sram/roundel_sram_macro.v"],
}


@pytest.mark.parametrize("variant", FILES)
@pytest.mark.parametrize(
    ("words", "width"),
    [(2, 3), (600, 36), (1024, 20), (2048, 9), (4096, 8), (5120, 20), (8192, 2), (16384, 1),
     (40960, 5)],
)  # fmt: skip
def test_reads_give_the_written_words(variant: str, words: int, width: int, tmp_path: Path) -> None:
    try:
        compiler, runner = tools.find("iverilog"), tools.find("vvp")
    except FailureError as missing:
        pytest.skip(str(missing))
    bench = "tb_roundel_deep_ram"
    options = [f"-P{bench}.Words={words}", f"-P{bench}.Width={width}", f"-I{RTL / 'include'}"]
    source = Path(__file__).with_name(f"{bench}.sv")
    files = [RTL / "pkg/roundel_prim_pkg.sv", *FILES[variant], source]
    program = tmp_path / "bench.vvp"
    programs.run(
        compiler,
        ["-g2012", "-s", bench, *options, "-o", program, *files],
        cwd=tmp_path,
        log=tmp_path / "compile.log",
        timeout=60,
    )
    done = subprocess.run(
        [*runner.command, str(program)], capture_output=True, text=True, timeout=300, check=True
    )
    verdict, compared = done.stdout.split()[:2]
    assert verdict == "PASS", done.stdout
    assert int(compared) > 3000
