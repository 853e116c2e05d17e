# SPDX-License-Identifier: Apache-2.0
"""`roundel_wishbone_bridge` between a host and an AXI4-Lite memory, in cocotb."""

from pathlib import Path

from roundel.cocotb import simulate


def test_roundel_wishbone_bridge(tmp_path: Path) -> None:
    simulate(
        "tests.rtl.regs.bench_roundel_wishbone_bridge",
        "roundel_wishbone_bridge",
        directory=tmp_path,
        seed=20261127,
    )
