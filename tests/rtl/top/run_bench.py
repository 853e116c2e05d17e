# SPDX-License-Identifier: Apache-2.0
"""Runs a cocotb bench in a built simulation: ``python run_bench.py JOB``.

A separate process, because cocotb's runner ends its process on failure.
"""

import json
import os
import sys
from pathlib import Path

from cocotb_tools.runner import get_runner


def main(path: str) -> None:
    job = json.loads(Path(path).read_text(encoding="utf-8"))
    # cocotb's runner checks the results itself when it detects a call from pytest.
    os.environ.pop("PYTEST_CURRENT_TEST", None)
    get_runner("verilator").test(
        test_module=job["bench"],
        hdl_toplevel=job["top"],
        hdl_toplevel_lang="verilog",
        build_dir=job["built"],
        test_dir=Path(path).parent,
        seed=job["seed"],
        results_xml=job["results"],
        extra_env={"ROUNDEL_BENCH_JOB": path, "COCOTB_LOG_LEVEL": "WARNING"},
    )


if __name__ == "__main__":
    main(sys.argv[1])
