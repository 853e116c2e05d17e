# SPDX-License-Identifier: Apache-2.0
"""aes_block behind aes_pcpi and aes_cfu: every number of columns; bench_aes_block.py has the rest.

With it aes_block_keys and aes_soft_sbox.
"""

from collections.abc import Callable

import pytest

from roundel import design

SBOXES = design.choices("Sbox")


@pytest.mark.parametrize("top", ["aes_pcpi", "aes_cfu"])
@pytest.mark.parametrize(
    ("columns", "sbox"),
    [(1, "rom"), (2, "rom"), (4, "rom"), (1, "tower"), (2, "gates"), (4, "table")],
)
def test_blocks(top: str, columns: int, sbox: str, run_bench: Callable[..., None]) -> None:
    run_bench("bench_aes_block", top, {"Unit": 2, "Sbox": SBOXES[sbox], "Columns": columns})
