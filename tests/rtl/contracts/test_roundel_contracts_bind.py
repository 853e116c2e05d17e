# SPDX-License-Identifier: Apache-2.0
"""A user's simulation stops with the name of the contract that the user breaks.

Parameter space: the contracts of roundel_handshake_checker at the ports of roundel_core, in
Verilator by roundel_contracts_bind.svh and in Icarus by instances; a response before its request
(roundel_response_checker); all tops together with their checkers in Verilator's lint.
"""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError

BENCH = "tb_roundel_contracts_bind"
CASES = [
    (0, ""),
    (1, "u_check_in.payload_stable"),
    (2, "u_check_in.payload_stable"),
    (3, "u_check_out.ready_known"),
    (4, "u_check_in.valid_known"),
    (5, ""),
    (6, ""),
    (7, "u_check_key.payload_stable"),
    (8, "u_check_in.drop_known"),
]
TWO_STATES = (3, 4, 8)  # Verilator has no X


def output(program: Sequence[str]) -> str:
    """The output of a simulation, also after a stop by a contract."""
    done = subprocess.run(program, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + done.stderr


def check(text: str, contract: str) -> None:
    if contract:
        assert re.search(rf"contract broken: .*{re.escape(contract)}", text), text
    else:
        assert "PASS" in text.splitlines(), text
        assert "broken" not in text
        assert "still valid" not in text


@pytest.mark.parametrize(("broken", "contract"), CASES)
def test_icarus_names_the_contract(broken: int, contract: str, tmp_path: Path) -> None:
    try:
        compiler, runner = tools.find("iverilog"), tools.find("vvp")
    except FailureError as missing:
        pytest.skip(str(missing))
    program = tmp_path / "bench.vvp"
    files = [*design.sources(), Path(__file__).with_name(f"{BENCH}.sv")]
    programs.run(
        compiler,
        [
            *("-g2012", "-s", BENCH, f"-P{BENCH}.Break={broken}", "-o", program),
            *design.arguments(files),
        ],
        cwd=tmp_path,
        log=tmp_path / "compile.log",
        timeout=60,
    )
    check(output([*runner.command, "-n", str(program)]), contract)


@pytest.mark.parametrize(("broken", "contract"), [c for c in CASES if c[0] not in TWO_STATES])
def test_verilator_names_the_contract(broken: int, contract: str, tmp_path: Path) -> None:
    files = [*design.sources(), Path(__file__).with_name(f"{BENCH}.sv")]
    programs.run(
        tools.find("verilator"),
        [
            *("--binary", "--timing", "-Wno-fatal", "-Wno-lint", "--top-module", BENCH),
            *(f"-GBreak={broken}", "--Mdir", str(tmp_path / "model"), *design.arguments(files)),
        ],
        cwd=tmp_path,
        log=tmp_path / "compile.log",
        timeout=240,
        env=tools.verilator_environment(),
    )
    check(output([str(tmp_path / "model" / f"V{BENCH}")]), contract)


@pytest.mark.parametrize(
    "top", ["core", "compact", "stream", "stream_interleaved", "axi", "card_axi", "dma"]
)
def test_the_checkers_fit_each_top(top: str, tmp_path: Path) -> None:
    """Verilator elaborates each top with its checkers, without a warning."""
    header = (design.rtl_root() / "include" / "roundel_contracts_bind.svh").read_text(
        encoding="utf-8"
    )
    assert f"`ifdef ROUNDEL_BIND_{top.upper()}\n" in header
    bench = tmp_path / "bind.sv"
    bench.write_text('`include "roundel_contracts_bind.svh"\n', encoding="utf-8")
    log = tmp_path / "lint.log"
    programs.run(
        tools.find("verilator"),
        [
            *("--lint-only", "-Wall", "--timing", "--top-module", f"roundel_{top}"),
            f"+define+ROUNDEL_BIND_{top.upper()}",
            *design.arguments([*design.sources(), bench]),
        ],
        cwd=tmp_path,
        log=log,
        timeout=240,
        env=tools.verilator_environment(),
    )


def test_response_before_its_request(tmp_path: Path) -> None:
    bench = tmp_path / "tb.sv"
    bench.write_text(
        """module tb;
  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic request = 1'b0;
  logic response = 1'b0;
  always #5 clk = ~clk;
  roundel_response_checker u_check (
    .clk_i(clk), .rst_ni(rst_n), .request_i(request), .response_valid_i(response),
    .response_i(response)
  );
  initial begin
    #12 rst_n = 1'b1;
    #20 request = 1'b1;
    #10 request = 1'b0;
    #20 response = 1'b1;
    #10 response = 1'b0;
    $display("PASS");
    #20 response = 1'b1;
    #20 $display("not stopped");
    $finish;
  end
endmodule
""",
        encoding="utf-8",
    )
    try:
        compiler, runner = tools.find("iverilog"), tools.find("vvp")
    except FailureError as missing:
        pytest.skip(str(missing))
    program = tmp_path / "bench.vvp"
    programs.run(
        compiler,
        ["-g2012", "-s", "tb", "-o", program, *design.arguments([*design.sources(), bench])],
        cwd=tmp_path,
        log=tmp_path / "compile.log",
        timeout=60,
    )
    text = output([*runner.command, "-n", str(program)])
    assert "PASS" in text.splitlines()
    check(text, "u_check.response_after_request")
    assert "not stopped" not in text
