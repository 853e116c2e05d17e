# SPDX-License-Identifier: Apache-2.0
"""aes_block behind aes_pcpi and aes_cfu: every number of columns; bench_aes_block.py has the rest.

With it aes_block_keys and aes_soft_sbox. Two columns and four, one behind each interface, are part
of every test run; the campaign has all.
"""

from collections.abc import Callable

import pytest

from roundel import design

SBOXES = design.choices("Sbox")


@pytest.mark.parametrize(
    ("top", "columns", "sbox", "latency"),
    [
        ("aes_cfu", 4, "rom", 1),
        ("aes_pcpi", 2, "rom", 2),
        *(
            pytest.param(*values, marks=pytest.mark.campaign)
            for values in (
                ("aes_cfu", 1, "rom", 1),
                ("aes_cfu", 2, "rom", 1),
                ("aes_pcpi", 1, "rom", 1),
                ("aes_pcpi", 2, "rom", 1),
                ("aes_pcpi", 4, "rom", 1),
                ("aes_cfu", 2, "rom", 2),
                ("aes_cfu", 1, "tower", 2),
                ("aes_pcpi", 1, "tower", 2),
                ("aes_cfu", 2, "gates", 1),
                ("aes_pcpi", 2, "gates", 1),
                ("aes_cfu", 4, "table", 2),
                ("aes_pcpi", 4, "table", 2),
            )
        ),
    ],
)
def test_blocks(
    top: str, columns: int, sbox: str, latency: int, run_bench: Callable[..., None]
) -> None:
    values = {"Unit": 2, "Sbox": SBOXES[sbox], "Columns": columns, "Latency": latency}
    run_bench("bench_aes_block", top, values)


@pytest.mark.campaign
@pytest.mark.parametrize("top", ["aes_cfu", "aes_pcpi"])
@pytest.mark.parametrize("columns", [1, 2, 4])
@pytest.mark.parametrize("latency", [1, 2])
def test_many_orders(top: str, columns: int, latency: int, run_bench: Callable[..., None]) -> None:
    """Every short order, and other random ones than those of each day."""
    values = {"Unit": 2, "Sbox": SBOXES["rom"], "Columns": columns, "Latency": latency}
    for seed in (1, 2, 3):
        run_bench("bench_aes_block", top, values, seed=seed, turns=3)
