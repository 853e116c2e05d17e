# SPDX-License-Identifier: Apache-2.0
"""Runs the benches in plain SystemVerilog: test_NAME.py drives tb_NAME.sv, in Icarus."""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from tests.kept import kept, stamps

from roundel import design
from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError


@pytest.fixture
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Mapping[str, int]], str]:
    """The test module's bench, as a function from its parameters to the last printed line."""
    name = request.path.stem.replace("test_", "tb_", 1)
    try:
        compiler, runner = tools.find("iverilog"), tools.find("vvp")
    except FailureError as missing:
        pytest.skip(str(missing))

    def run(values: Mapping[str, int]) -> str:
        options = [f"-P{name}.{parameter}={value}" for parameter, value in values.items()]
        source = request.path.with_name(f"{name}.sv")
        files = design.closure(name, values, more=[source])
        key = cache.digest(stamps("iverilog", "vvp"), *options, *files)
        return kept(key, lambda line: line.startswith("PASS"), lambda: simulate(options, files))

    def simulate(options: Sequence[str], files: Sequence[Path]) -> str:
        program = tmp_path / "bench.vvp"
        programs.run(
            compiler,
            ["-g2012", "-s", name, *options, "-o", program, *design.arguments(files)],
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
