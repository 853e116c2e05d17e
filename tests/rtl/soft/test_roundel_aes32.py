# SPDX-License-Identifier: Apache-2.0
"""roundel_aes32 behind roundel_pcpi and roundel_cfu: every S-box and latency;
the bench is bench_roundel_aes32.py.

The test covers roundel_sbox_rom_column as well. formal/prove_aes32.sv proves the result for
all operands.
"""

from collections.abc import Callable

import pytest

from roundel import design

SBOXES = design.choices("Sbox")


@pytest.mark.parametrize("top", ["roundel_pcpi", "roundel_cfu"])
@pytest.mark.parametrize(
    ("sbox", "latency"),
    [
        *(("rom", 1), ("tower", 0)),
        *(
            pytest.param(*values, marks=pytest.mark.campaign)
            for values in (("tower", 1), ("table", 0), ("gates", 1))
        ),
    ],
)
def test_instructions(top: str, sbox: str, latency: int, run_bench: Callable[..., None]) -> None:
    values = {"Unit": 1, "Sbox": SBOXES[sbox], "Latency": latency}
    run_bench("bench_roundel_aes32", top, values)
