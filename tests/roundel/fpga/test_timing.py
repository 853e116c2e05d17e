# SPDX-License-Identifier: Apache-2.0
"""Reading nextpnr's report."""

import json
from pathlib import Path
from typing import Any

import pytest

from roundel.base.errors import FailureError
from roundel.fpga.ecp5 import ECP5_PLACER
from roundel.fpga.timing import read_report


def _step(kind: str, delay: float, source: str, sink: str) -> dict[str, Any]:
    return {
        "type": kind,
        "delay": delay,
        "from": {"cell": source, "port": "Q"},
        "to": {"cell": sink, "port": "DI"},
    }


def _report() -> dict[str, Any]:
    clock = "posedge $glbnet$clk"
    outside = [_step("source", 0.0, "pin", "pin"), _step("routing", 90.0, "pin", "u_core.a")]
    inside = [
        _step("clk-to-q", 0.5, "u_core.a", "u_core.a"),
        _step("routing", 1.25, "u_core.a", "u_core.l"),
        _step("logic", 0.25, "u_core.l", "u_core.l"),
        _step("routing", 0.75, "u_core.l", "u_out"),
        _step("setup", 0.125, "u_out", "u_out"),
    ]
    return {
        "fmax": {"$glbnet$clk": {"achieved": 347.826, "constraint": 400.0}},
        "utilization": {
            "TRELLIS_COMB": {"used": 30, "available": 24288},
            "TRELLIS_FF": {"used": 20, "available": 24288},
            "DP16KD": {"used": 1, "available": 56},
        },
        "critical_paths": [
            {"from": "<async>", "to": clock, "path": outside},
            {"from": clock, "to": clock, "path": inside},
        ],
    }


def test_figures_and_the_slowest_path_between_registers(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(_report()))
    routed = read_report(path, ECP5_PLACER)
    assert (routed.fmax_mhz, routed.lut4, routed.ff, routed.bram) == (347.83, 30, 20, 1)
    assert routed.critical_path.text() == (
        "2.88 ns = 0.88 logic + 2.00 routing, 1 levels, from a to u_out.DI"
    )


def test_a_report_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FailureError, match=r"is not a report"):
        read_report(tmp_path / "report.json", ECP5_PLACER)


@pytest.mark.parametrize("spoil", ["fmax", "utilization", "critical_paths", "two clocks", "text"])
def test_a_report_that_is_not_one(tmp_path: Path, spoil: str) -> None:
    report = _report()
    if spoil == "two clocks":
        report["fmax"]["other"] = {"achieved": 1.0}
    elif spoil != "text":
        del report[spoil]
    path = tmp_path / "report.json"
    path.write_text("nothing" if spoil == "text" else json.dumps(report))
    with pytest.raises(FailureError, match=r"is not a report"):
        read_report(path, ECP5_PLACER)
