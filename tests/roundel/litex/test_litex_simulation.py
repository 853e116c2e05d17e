# SPDX-License-Identifier: Apache-2.0
"""LiteX's Verilator simulation: VexRiscv runs the C driver against the DMA.

The firmware compares NIST's vectors and prints PASS. The campaign simulates more vectors, two
lanes and a processor without a cache of data.
"""

import re
from pathlib import Path

import pytest
from tests.roundel.litex.simulations import SMALL, need, simulate


def test_vexriscv_encrypts_through_the_dma_and_the_stream(tmp_path: Path) -> None:
    need()
    said = simulate(tmp_path / "litex", *SMALL, "--vectors", "1")
    assert said.startswith("status 0\n"), said
    assert "DMA: packets 4, interrupts 3" in said
    assert "stream: packets 1" in said
    assert re.search(r"^PASS$", said, re.MULTILINE)


@pytest.mark.campaign
@pytest.mark.parametrize(
    "options",
    [(*SMALL, "--vectors", "40"), (*SMALL, "-p", "Lanes=2", "--cpu-variant", "lite")],
    ids=["vectors", "lanes"],
)
def test_more_vectors_and_shapes(tmp_path: Path, options: tuple[str, ...]) -> None:
    need()
    said = simulate(tmp_path / "litex", *options)
    assert said.startswith("status 0\n"), said
    assert "DMA: packets" in said
