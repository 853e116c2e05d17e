# SPDX-License-Identifier: Apache-2.0
"""The process that builds and runs one simulation, for `roundel.verify.stress.runner`.

Called as ``python -m roundel.verify.stress.child JOB``: a process of its own, because cocotb's
runner ends its process on failure, and so that a simulation that hangs can be ended with it.
"""

import json
import os
import sys
from pathlib import Path

from cocotb_tools.runner import get_runner

from roundel.verify.stress.bench import JOB


def main(path: str) -> None:
    """Build the simulation that a job file describes, run the bench on it, or both."""
    job = json.loads(Path(path).read_text(encoding="utf-8"))
    # cocotb's runner judges the results itself when it believes that pytest called it.
    os.environ.pop("PYTEST_CURRENT_TEST", None)
    runner = get_runner(job["simulator"])
    options = []
    if job["simulator"] == "verilator":
        options = ["-Wno-fatal", *([] if job["marked"] else ["--public-flat-rw"])]
    if "build" in job["steps"]:
        runner.build(
            sources=job["sources"],
            hdl_toplevel=job["top"],
            parameters=job["parameters"],
            build_args=options,
            build_dir=job["build_dir"],
            timescale=("1ns", "1ps"),
            always=True,
        )
    if "test" not in job["steps"]:
        return
    runner.test(
        test_module="roundel.verify.stress.bench",
        hdl_toplevel=job["top"],
        hdl_toplevel_lang="verilog",
        build_dir=job["build_dir"],
        test_dir=job["test_dir"],
        timescale=("1ns", "1ps"),
        seed=job["seed"],
        extra_env={JOB: path},
    )


if __name__ == "__main__":
    main(sys.argv[1])
