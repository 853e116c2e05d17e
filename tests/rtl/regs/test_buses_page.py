# SPDX-License-Identifier: Apache-2.0
"""The example of docs/how-to/buses.md in a simulation."""

import re
from pathlib import Path

import pytest

from roundel import design
from roundel.cocotb import simulate

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.campaign
def test_the_example_of_the_page_loads_keys_over_apb(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "buses.md").read_text(encoding="utf-8")
    [example] = re.findall(r"^```systemverilog\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    source = tmp_path / "my_aes.sv"
    source.write_text(example, encoding="utf-8")
    simulate(
        "tests.rtl.regs.bench_buses_page",
        "my_aes",
        {"Mode": 2},
        sources=design.closure("my_aes", {"Mode": 2}, more=[source]),
        directory=tmp_path,
    )
