# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/how-to/buses.md: APB in a simulation, Wishbone elaborated."""

import re
from pathlib import Path

import pytest

from roundel import design
from roundel.base.errors import RoundelError
from roundel.cocotb import simulate
from roundel.design.elaborate import elaborate

ROOT = Path(__file__).resolve().parents[3]


def blocks() -> list[str]:
    """The module with APB, the ports of Wishbone, and the first lines of the Wishbone bridge."""
    page = (ROOT / "docs" / "how-to" / "buses.md").read_text(encoding="utf-8")
    return re.findall(r"^```systemverilog\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("wrong", [False, True])
def test_the_changes_for_wishbone_elaborate(tmp_path: Path, wrong: bool) -> None:
    module, ports, bridge = blocks()
    old_ports = r"(^  (in|out)put +logic .*s_apb_.*\n)+"
    text, count = re.subn(old_ports, ports, module, flags=re.MULTILINE)
    assert count == 1
    old = "  roundel_apb_bridge u_bridge (\n    .pclk(aclk), .presetn(aresetn), .*,\n"
    assert old in text
    text = text.replace(old, bridge.replace("clk_i", "pclk") if wrong else bridge)
    source = tmp_path / "my_aes.sv"
    source.write_text(text, encoding="utf-8")
    sources = (*design.sources(), source)
    if wrong:
        with pytest.raises(RoundelError, match="pclk"):
            elaborate(sources, "my_aes", ())
    else:
        names = {port.name for port in elaborate(sources, "my_aes", ()).ports}
        assert {"s_wb_adr", "s_wb_stall", "m_axis_tdata"} <= names
        assert not any(name.startswith("s_apb_") for name in names)


@pytest.mark.campaign
def test_the_example_of_the_page_loads_keys_over_apb(tmp_path: Path) -> None:
    source = tmp_path / "my_aes.sv"
    source.write_text(blocks()[0], encoding="utf-8")
    simulate(
        "tests.rtl.regs.bench_buses_page",
        "my_aes",
        {"Mode": 2},
        sources=design.closure("my_aes", {"Mode": 2}, more=[source]),
        directory=tmp_path,
    )
