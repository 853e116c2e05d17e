# SPDX-License-Identifier: Apache-2.0
"""roundel_block_unit behind roundel_pcpi and roundel_cfu: every number of columns;
the bench is bench_roundel_block_unit.py.

The test covers roundel_block_keys and roundel_soft_sbox as well. Every test run has two columns
with one interface and four columns with the other; the campaign has all combinations.
"""

from collections.abc import Callable

import pytest

from roundel import design

SBOXES = design.choices("Sbox")


@pytest.mark.parametrize(
    ("top", "columns", "sbox", "latency"),
    [
        ("roundel_cfu", 4, "rom", 1),
        ("roundel_pcpi", 2, "rom", 2),
        *(
            pytest.param(*values, marks=pytest.mark.campaign)
            for values in (
                ("roundel_cfu", 1, "rom", 1),
                ("roundel_cfu", 2, "rom", 1),
                ("roundel_pcpi", 1, "rom", 1),
                ("roundel_pcpi", 2, "rom", 1),
                ("roundel_pcpi", 4, "rom", 1),
                ("roundel_cfu", 2, "rom", 2),
                ("roundel_cfu", 1, "tower", 2),
                ("roundel_pcpi", 1, "tower", 2),
                ("roundel_cfu", 2, "gates", 1),
                ("roundel_pcpi", 2, "gates", 1),
                ("roundel_cfu", 4, "table", 2),
                ("roundel_pcpi", 4, "table", 2),
            )
        ),
    ],
)
def test_blocks(
    top: str, columns: int, sbox: str, latency: int, run_bench: Callable[..., None]
) -> None:
    values = {"Unit": 2, "Sbox": SBOXES[sbox], "Columns": columns, "Latency": latency}
    run_bench("bench_roundel_block_unit", top, values)


@pytest.mark.campaign
@pytest.mark.parametrize("top", ["roundel_cfu", "roundel_pcpi"])
@pytest.mark.parametrize("columns", [1, 2, 4])
@pytest.mark.parametrize("latency", [1, 2])
def test_many_orders(top: str, columns: int, latency: int, run_bench: Callable[..., None]) -> None:
    """All short orders, and random orders with another seed than the daily tests."""
    values = {"Unit": 2, "Sbox": SBOXES["rom"], "Columns": columns, "Latency": latency}
    for seed in (1, 2, 3):
        run_bench("bench_roundel_block_unit", top, values, seed=seed, turns=3)
