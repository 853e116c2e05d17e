# SPDX-License-Identifier: Apache-2.0
"""Each contract of the primitives stops a simulation that breaks it, in Icarus.

Parameter space: the cases of tb_roundel_contracts.sv. Without a broken contract the bench passes,
also with +define+ROUNDEL_NO_CONTRACTS.
"""

import re
import subprocess
from pathlib import Path

import pytest

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError

BENCH = "tb_roundel_contracts"
# A push without a credit also breaks the limit of a counter inside, in the same cycle. The
# simulator chooses which of the two it reports.
CONTRACTS = [
    r"u_short\.(push_with_credit|gen_memory\.u_stored\.within_limit)",
    r"u_long\.(push_with_credit|gen_front\.gen_banks\.u_front\.u_waits\.within_limit)",
    r"u_short\.no_push_while_busy",
    r"u_credits\.within_limit",
    r"u_skid\.input_known",
    r"u_ping_pong\.input_known",
    r"u_stream\.input_known",
    r"u_downsizer\.beats_contiguous",
    r"u_skid\.output_stable",
]


def said(broken: int, folder: Path, *options: str) -> str:
    """The output of the bench."""
    try:
        compiler, runner = tools.find("iverilog"), tools.find("vvp")
    except FailureError as missing:
        pytest.skip(str(missing))
    files = [*design.sources(), Path(__file__).with_name(f"{BENCH}.sv")]
    program = folder / "bench.vvp"
    programs.run(
        compiler,
        [
            *("-g2012", "-s", BENCH, f"-P{BENCH}.Break={broken}", "-o", str(program), *options),
            *design.arguments(files),
        ],
        cwd=folder,
        log=folder / "compile.log",
        timeout=60,
    )
    done = subprocess.run(
        [*runner.command, "-n", str(program)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(("broken", "contract"), list(enumerate(CONTRACTS, 1)))
def test_the_name_of_the_broken_contract(broken: int, contract: str, tmp_path: Path) -> None:
    text = said(broken, tmp_path)
    assert re.search(rf"contract broken: {BENCH}\.{contract}\b", text), text
    assert "PASS" not in text.splitlines()


@pytest.mark.parametrize(("broken", "options"), [(0, []), (1, ["-DROUNDEL_NO_CONTRACTS"])])
def test_no_contract_stops_the_bench(broken: int, options: list[str], tmp_path: Path) -> None:
    text = said(broken, tmp_path, *options)
    assert "broken" not in text
    assert "PASS" in text.splitlines()
