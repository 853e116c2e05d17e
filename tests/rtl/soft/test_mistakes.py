# SPDX-License-Identifier: Apache-2.0
"""The benches of the units detect mistakes in the RTL. Each was missed once, or could be."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from roundel import design

BLOCK, KEYS = "roundel_block_unit.sv", "roundel_block_keys.sv"
ONE, FOUR = {"Columns": 1}, {"Columns": 4}
BLOCKS = {"Unit": 2}  # the other mistakes of this bus are in roundel_aes32
MISTAKES: list[tuple[Any, ...]] = [
    ("a clear waits", BLOCK, "BLOCK_CLEAR: ready_o = !wiping", "BLOCK_CLEAR: ready_o = free"),
    ("an unbegun block leaves a result", BLOCK, "wiping || (load_last && !begun_q)", "wiping"),
    ("a block of two directions", BLOCK, "!loaded || turns", "!loaded"),
    ("a block under two keys", BLOCK, "!loaded || turns", "turns"),
    ("an expansion goes on", KEYS, "if (clear_i || wiping)", "if (clear_i && !expanding_q)"),
    (
        "a part of a key is one",
        KEYS,
        "expanding_q <= begins;\n      loaded_q <= 1'b0",
        "expanding_q <= begins;\n      loaded_q <= loaded_q",
    ),
    ("a key of two sizes", KEYS, "(pair_i == given_q) && (size_i == size_q)", "pair_i == given_q"),
    ("a key of the last pair", KEYS, "(pair_i == given_q) && (size_i == size_q)", "1'b1"),
    (
        "a key around a clear",
        KEYS,
        "if (wiping) begin\n      given_q",
        "if (1'b0) begin\n      given_q",
    ),
    ("operands outlive a reset", "roundel_cfu.sv", "{rs1_q, rs2_q} <= '0", "rs1_q <= rs1_q"),
    ("an instruction ends twice", "roundel_pcpi.sv", "ours && !ready_q", "ours"),
    ("any opcode", "roundel_pcpi.sv",
     "opcode == roundel_soft_pkg::OPCODE_CUSTOM_0\n        && ", "", BLOCKS),
    ("a wipe writes the bus", KEYS, ".takes_i(!wiping)", ".takes_i(1'b1)"),
    ("a half moves the keys", BLOCK, " || (load_last && !starts)", ""),
    ("a half moves the keys of a round", BLOCK, " || (load_last && !starts)", "", FOUR),
    ("a half goes into a key", BLOCK, "if (!(last && starts))", "if (!(last && !last_round_q))"),
    ("a quarter goes into a key", BLOCK, "(last && starts) ?", "(last && !last_round_q) ?", ONE),
    ("a pair within a block", BLOCK,
     " || (take && operation_i == roundel_soft_pkg::BLOCK_KEY)", "", FOUR),
]  # fmt: skip


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("name", "right", "wrong", "values"),
    [
        pytest.param(*row[1:4], row[4] if len(row) > 4 else {}, id=row[0].replace(" ", "-"))
        for row in MISTAKES
    ],
)
def test_mistake(
    name: str,
    right: str,
    wrong: str,
    values: Mapping[str, int],
    run_bench: Callable[..., None],
    tmp_path: Path,
) -> None:
    top = "roundel_pcpi" if name == "roundel_pcpi.sv" else "roundel_cfu"
    unit = values.get("Unit", 1 if top == "roundel_pcpi" else 2)
    sources = []
    for path in design.closure(top, {**values, "Unit": unit}):
        if path.name == name:
            text = path.read_text(encoding="utf-8")
            assert text.count(right) == 1
            path = tmp_path / name
            path.write_text(text.replace(right, wrong), encoding="utf-8")
        sources.append(path)
    bench = "bench_roundel_aes32" if unit == 1 else "bench_roundel_block_unit"
    with pytest.raises(AssertionError, match="AssertionError"):
        run_bench(bench, top, {**values, "Unit": unit}, sources)
