# SPDX-License-Identifier: Apache-2.0
"""The driver of `roundel_stream` in a simulation; bench_drivers.py contains the cocotb tests.

The example of docs/how-to/axi.md tests the driver of `roundel_axi` (tests/packaging).
"""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from roundel.cocotb import simulate

MODEL = ("roundel_stream", {"Rounds": 1, "Stages": 1})


def test_the_driver_of_roundel_stream(tmp_path: Path) -> None:
    simulate("tests.roundel.cocotb.bench_drivers", *MODEL, directory=tmp_path, seed=1)
    results = ElementTree.parse(tmp_path / "results.xml")  # noqa: S314 - of our own run
    assert {case.get("name") for case in results.iter("testcase")} == {
        "packets", "faults", "no_result", "wrong_result"
    }  # fmt: skip


def test_a_missing_package_is_named() -> None:
    program = "import sys; sys.modules['cocotbext'] = None; import roundel.cocotb"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "needs the package cocotbext" in done.stderr
    assert "pip install 'roundel[cocotb]'" in done.stderr
