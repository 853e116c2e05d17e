# SPDX-License-Identifier: Apache-2.0
"""cocotb's own runner builds and runs with the environment of `roundel.cocotb`."""

import os
import subprocess
import sys
from pathlib import Path

import roundel

PROGRAM = """
import os
from cocotb_tools.runner import get_runner
from roundel.cocotb import environment
os.environ.update(environment())
os.environ["MAKEFLAGS"] += " OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"  # a fast build
runner = get_runner("verilator")
runner.build(sources=["tiny.sv"], hdl_toplevel="tiny", always=True)
runner.test(hdl_toplevel="tiny", test_module="tests.roundel.cocotb.bench_failing", testcase="good")
"""


def test_cocotb_builds_with_the_wheel(tmp_path: Path) -> None:
    (tmp_path / "tiny.sv").write_text(
        "module tiny(input logic clk_i, output logic q_o); assign q_o = clk_i; endmodule\n",
        encoding="utf-8",
    )
    places = [Path(roundel.__file__).parents[1], Path(__file__).parents[3]]
    kept = {name: text for name, text in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={**kept, "ROUNDEL_TOOLS": "wheel", "PYTHONPATH": os.pathsep.join(map(str, places))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "PASS=1" in done.stdout + done.stderr
