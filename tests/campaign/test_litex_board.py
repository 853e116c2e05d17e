# SPDX-License-Identifier: Apache-2.0
"""The example for the ULX3S: synthesis, place and route, and a bitstream."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from roundel.base import tools
from roundel.base.errors import FailureError

EXAMPLE = Path(__file__).parents[2] / "examples" / "litex" / "ulx3s.py"


@pytest.mark.campaign
def test_the_ulx3s_example_becomes_a_bitstream(tmp_path: Path) -> None:
    try:
        tools.find("riscv64-unknown-elf-gcc")
    except FailureError as missing:
        pytest.skip(str(missing))
    done = subprocess.run(
        [sys.executable, EXAMPLE, "--output", tmp_path / "ulx3s"], capture_output=True, text=True,
        timeout=7200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    clocks = re.findall(r"([\d.]+) MHz \((\w+) at 40.00 MHz\)", done.stdout)
    assert clocks
    assert all(verdict == "PASS" for _, verdict in clocks), done.stdout
    assert (tmp_path / "ulx3s" / "gateware" / "ulx3s.bit").stat().st_size > 100_000
