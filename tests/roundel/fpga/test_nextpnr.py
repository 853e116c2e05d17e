# SPDX-License-Identifier: Apache-2.0
"""The progress of a run of nextpnr, from its log."""

import json
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from roundel.base import programs, tools
from roundel.base.progress import Stage
from roundel.fpga import ecp5, nextpnr
from roundel.fpga.nextpnr import stage
from roundel.fpga.targets import find_target

# In the words of nextpnr 0.11.1, shortened.
_LOG = """\
Info: Logic utilisation before packing:
Info: Packing IOs..
Info: Packing LUTs...
Info: Creating initial analytic placement for 3159 cells, random placement wirelen = 351501.
Info: Running main analytical placer, max placement attempts per cell = 1940450.
Info: Running simulated annealing placer for refinement.
Info: Routing globals...
Info: Routing..
Info: Routing 8000 arcs.
Info:            |   (re-)routed arcs  |   delta    | remaining|       time spent     |
Info:       1000 |      248        751 |  248   751 |      6000|       0.34       0.34|
Info:       2000 |      496       1503 |  248   752 |      2000|       0.31       0.64|
Info: Routing complete.
Info: Max frequency for clock 'clk': 84.40 MHz (FAIL at 400.00 MHz)
"""


# The messages of the other placer.
_STATIC_LOG = _LOG.replace(
    "Creating initial analytic placement for 3159 cells, random placement wirelen = 351501.",
    "Running Static placer...",
).replace("Running main analytical placer, max placement attempts per cell = 1940450.", "bel grid")


# Both the other placer and the other router.
_DEEP_LOG = (
    _STATIC_LOG.partition("Info: Routing..")[0]
    + """Info: Running router2...
Info: Setting up routing resources...
Info: Running main router loop...
Info:     iter=1 wires=410973 overused=33633 overuse=46697 archfail=NA
Info:     iter=2 wires=411984 overused=28880 overuse=36540 archfail=NA
Info:     iter=3 wires=412286 overused=29120 overuse=30509 archfail=NA
Info:     iter=4 wires=421699 overused=0 overuse=0 archfail=NA
Info: Router2 time 865.93s
Info: Max frequency for clock 'clk': 12.37 MHz (FAIL at 500.00 MHz)
"""
)


@pytest.mark.parametrize("text", [_LOG, _STATIC_LOG, _DEEP_LOG])
def test_every_prefix_of_a_log_has_a_stage_and_none_goes_back(tmp_path: Path, text: str) -> None:
    log = tmp_path / "nextpnr.log"
    names, fractions = [], []
    for end in range(len(text) + 1):
        log.write_text(text[:end])
        reached = stage(log)
        names.append(reached.name)
        fractions.append(reached.fraction)
    assert list(dict.fromkeys(names)) == ["starting", "packing", "placing", "routing", "timing"]
    assert fractions == sorted(fractions)
    assert fractions[0] >= 0.0
    assert fractions[-1] < 1.0


def test_a_run_states_its_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stage comes from the log while nextpnr runs; the seconds are kept with the result."""
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(
        tools, "find", lambda name: SimpleNamespace(name=name, stamp="1", command=["nextpnr"])
    )
    report = {"fmax": {"clk": {"achieved": 100.0}}, "utilization": {}, "critical_paths": []}
    seen: list[Stage] = []

    def run(*_: object, cwd: Path, log: Path, watch: object = None, **__: object) -> None:
        log.write_text(_LOG)
        (cwd / "report.json").write_text(json.dumps(report))
        assert callable(watch)
        watch(1.0)
        time.sleep(0.05)

    monkeypatch.setattr(programs, "run", run)
    monkeypatch.setattr(nextpnr, "read_report", lambda path, _: json.loads(path.read_text()))
    (tmp_path / "top.json").write_text("{}")
    began = time.monotonic()
    found = nextpnr.place_and_route(
        tmp_path / "top.json", find_target("ecp5-85k-8"), 7, seen.append, 60.0
    )
    assert 0.05 <= found.seconds <= time.monotonic() - began + 0.01
    assert found.seed == 7
    assert vars(found)["routed"] == report
    assert [stage.name for stage in seen] == ["timing"]
    assert not (found.directory / "netlist.json").exists()


def test_routing_shows_what_remains(tmp_path: Path) -> None:
    log = tmp_path / "nextpnr.log"
    head, _, tail = _LOG.partition("Info:       2000 |")
    log.write_text(head)
    quarter = stage(log).fraction
    log.write_text(f"{head}Info:       2000 |{tail.partition('Info: Routing complete')[0]}")
    assert quarter < stage(log).fraction


@pytest.mark.parametrize(
    ("resets", "cells", "placer"),
    [(1, 64, "heap"), (24, 64, "heap"), (25, 64, "static"), (40, 63, "heap")],
)
def test_many_large_resets_want_the_other_placer(
    tmp_path: Path, resets: int, cells: int, placer: str
) -> None:
    # Each register with a reset has a neighbour without a reset, as in every design.
    (tmp_path / "top.v").write_text(
        f"""
        module top (input clk, input [{resets - 1}:0] rst, d, output [{resets - 1}:0] q);
          genvar i;
          generate for (i = 0; i < {resets}; i = i + 1) begin : g
            reg [{cells - 1}:0] chain;
            reg last;
            always @(posedge clk) begin
              if (rst[i]) chain <= 0; else chain <= {{chain, d[i]}};
              last <= chain[{cells - 1}];
            end
            assign q[i] = last;
          end endgenerate
        endmodule
        """
    )
    script = "read_verilog top.v; synth_ecp5 -top top; write_json top.json"
    yosys = tools.find("yosys")
    programs.run(yosys, ["-p", script], cwd=tmp_path, log=tmp_path / "yosys.log", timeout=100)
    options = ecp5.options((tmp_path / "top.json").read_bytes())
    assert options[options.index("--placer") + 1] == placer


@pytest.mark.parametrize(
    ("luts", "registers", "deep"),
    [(20001, 2500, True), (20001, 2501, False), (20000, 1, False), (40001, 5000, True)],
)
def test_much_logic_between_few_registers_wants_another_placer_and_router(
    tmp_path: Path, luts: int, registers: int, deep: bool
) -> None:
    # As `write_json` has the types of cells.
    cells = '{ "type": "LUT4", },\n' * luts + '{ "type": "TRELLIS_FF", },\n' * registers
    (tmp_path / "top.json").write_text(cells)
    options = ecp5.options((tmp_path / "top.json").read_bytes())
    assert ("router2" in options) == deep
    assert options[options.index("--placer") + 1] == ("static" if deep else "heap")


@pytest.mark.parametrize(("luts", "weight"), [(20000, "200"), (20001, "400")])
def test_a_large_design_has_a_larger_weight_of_timing(
    tmp_path: Path, luts: int, weight: str
) -> None:
    cells = '{ "type": "LUT4", },\n' * luts + '{ "type": "TRELLIS_FF", },\n' * luts
    (tmp_path / "top.json").write_text(cells)
    options = ecp5.options((tmp_path / "top.json").read_bytes())
    assert options[options.index("--placer-heap-timingweight") + 1] == weight
