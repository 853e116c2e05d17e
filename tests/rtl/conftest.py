# SPDX-License-Identifier: Apache-2.0
"""Runs the benches in plain SystemVerilog: test_NAME.py drives tb_NAME.sv beside it, in Icarus."""

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError


@pytest.fixture
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Mapping[str, int]], str]:
    """The test module's bench, as a function from its parameters to the last line it prints."""
    name = request.path.stem.replace("test_", "tb_", 1)
    try:
        compiler, runner = tools.find("iverilog"), tools.find("vvp")
    except FailureError as missing:
        pytest.skip(str(missing))

    def run(values: Mapping[str, int]) -> str:
        program = tmp_path / "bench.vvp"
        options = [f"-P{name}.{parameter}={value}" for parameter, value in values.items()]
        source = request.path.with_name(f"{name}.sv")
        programs.run(
            compiler,
            ["-g2012", "-s", name, *options, "-o", program, *design.sources(), source],
            cwd=tmp_path,
            log=tmp_path / "compile.log",
            timeout=60,
        )
        done = subprocess.run(
            [*runner.command, str(program)], capture_output=True, text=True, timeout=300, check=True
        )
        lines = done.stdout.splitlines()
        return lines[-1] if lines else f"FAIL without a word: {done.stderr}"

    return run
