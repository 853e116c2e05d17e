# SPDX-License-Identifier: Apache-2.0
"""The driver of `roundel_stream` in a simulation; bench_drivers.py contains the cocotb tests.

The example of docs/how-to/axi.md tests the driver of `roundel_axi` (tests/packaging).
"""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from roundel import design
from roundel.cocotb import simulate
from roundel.design.elaborate import elaborate

# Ports that a design with a fixed configuration does not need: inputs are 0.
ABSENT = (
    *("zeroise_i", "key_slot_i", "key_clear_i", "key_least_tag_i", "command_user_i"),
    *("beat_user_i", "text_user_o", "result_user_o", "drop_o", "drop_user_o", "slot_ready_o"),
)
MODEL = ("roundel_stream", {"Rounds": 1, "Stages": 1})


def test_the_driver_of_roundel_stream(tmp_path: Path) -> None:
    simulate("tests.roundel.cocotb.bench_drivers", *MODEL, directory=tmp_path, seed=1)
    results = ElementTree.parse(tmp_path / "results.xml")  # noqa: S314 - of our own run
    assert {case.get("name") for case in results.iter("testcase")} == {
        "packets", "faults", "no_result", "wrong_result"
    }  # fmt: skip


def wrapper(parameters: dict[str, int]) -> str:
    """A module `my_top` with the other ports of `roundel_stream`, their names after aes_."""
    ports, pins = [], []
    for port in elaborate(design.sources(), "roundel_stream", tuple(parameters.items())).ports:
        outside = f"aes_{port.name}"
        if port.name in ABSENT:
            outside = "'0" if port.direction == "in" else ""
        else:
            ports.append(f"{port.direction}put logic [{port.width - 1}:0] {outside}")
        pins.append(f".{port.name}({outside})")
    values = ", ".join(f".{name}({value})" for name, value in parameters.items())
    return (
        f"module my_top({', '.join(ports)});\n"
        f"roundel_stream #({values}) u_aes ({', '.join(pins)});\nendmodule\n"
    )


@pytest.mark.campaign
def test_a_top_with_a_prefix_and_fewer_ports(tmp_path: Path) -> None:
    source = tmp_path / "my_top.sv"
    source.write_text(wrapper({"Mode": 2, "KeySlots": 1}), encoding="utf-8")
    bench, sources = "tests.roundel.cocotb.bench_prefix", [*design.sources(), source]
    simulate(bench, "my_top", sources=sources, directory=tmp_path)


def test_a_missing_package_is_named() -> None:
    program = "import sys; sys.modules['cocotbext'] = None; import roundel.cocotb"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "needs the package cocotbext" in done.stderr
    assert "pip install 'roundel[cocotb]'" in done.stderr
