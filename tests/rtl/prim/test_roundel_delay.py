# SPDX-License-Identifier: Apache-2.0
"""roundel_delay in Icarus, of each kind; in block RAM also with each drop-in roundel_block_ram."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError


@pytest.mark.parametrize("cycles", [0, 1, 3, 4, 17, 18, 34, 35, 60, 100])
@pytest.mark.parametrize("block_ram", [0, 1])
def test_gives_what_was_so_many_cycles_ago(
    cycles: int, block_ram: int, bench: Callable[[Mapping[str, int]], str]
) -> None:
    assert bench({"Cycles": cycles, "BlockRam": block_ram}) == "PASS"


@pytest.mark.parametrize("vendor", ["ecp5", "sram"])
@pytest.mark.parametrize("cycles", [8, 61, 513])
def test_drop_in_memories_are_the_same(cycles: int, vendor: str, tmp_path: Path) -> None:
    """The cell of ECP5 and an SRAM macro, each with our model, in the same bench."""
    try:
        compiler, runner = tools.find("iverilog"), tools.find("vvp")
    except FailureError as missing:
        pytest.skip(str(missing))
    sources = design.sources(vendor)
    assert design.rtl_root() / "vendor" / vendor / "roundel_block_ram.sv" in sources
    program = tmp_path / "bench.vvp"
    programs.run(
        compiler,
        [
            *("-g2012", "-s", "tb_roundel_delay", "-o", program),
            *("-Ptb_roundel_delay.BlockRam=1", f"-Ptb_roundel_delay.Cycles={cycles}"),
            *design.arguments([*sources, *design.cells(vendor)]),
            Path(__file__).with_name("tb_roundel_delay.sv"),
        ],
        cwd=tmp_path,
        log=tmp_path / "compile.log",
        timeout=60,
    )
    log = tmp_path / "run.log"
    programs.run(runner, [program], cwd=tmp_path, log=log, timeout=60)
    assert log.read_text().splitlines()[-1] == "PASS"
