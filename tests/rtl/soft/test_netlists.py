# SPDX-License-Identifier: Apache-2.0
"""Netlists of the units, mapped by Yosys with either front end, pass the benches."""

from collections.abc import Callable

import pytest

from roundel import design
from roundel.fpga import ECP5, mapping, recipes
from roundel.fpga.netlist import verilog_netlist

TIMEOUT = 300.0
ROM = design.choices("Sbox")["rom"]


@pytest.mark.parametrize(
    ("top", "frontend", "bench", "values"),
    [
        ("roundel_pcpi", "slang", "bench_roundel_aes32", {"Unit": 1}),
        ("roundel_cfu", "verilog", "bench_roundel_aes32", {"Unit": 1}),
        *(
            pytest.param(*row, marks=pytest.mark.campaign)
            for row in (
                ("roundel_cfu", "verilog", "bench_roundel_block_unit", {"Unit": 2}),
                ("roundel_pcpi", "slang", "bench_roundel_block_unit", {"Unit": 2, "Latency": 2}),
            )
        ),
    ],
)
def test_netlist(
    top: str,
    frontend: recipes.Frontend,
    bench: str,
    values: dict[str, int],
    run_bench: Callable[..., None],
) -> None:
    parameters = {"Sbox": ROM, "Latency": 1, "Columns": 2, **values}
    mapped = mapping.map_circuit(
        mapping.Circuit(top, top, parameters), ECP5, ECP5.find_recipe(), frontend, TIMEOUT
    )
    run_bench(bench, top, parameters, [verilog_netlist(mapped, TIMEOUT)], netlist=True)
