# SPDX-License-Identifier: Apache-2.0
"""Jobs of place and route on a worker without access to the driver's disk."""

import dataclasses
import gzip
from pathlib import Path

import pytest

from roundel.base.errors import MachineError
from roundel.base.progress import Stage
from roundel.design import make_config
from roundel.fpga import flow, nextpnr, works
from roundel.fpga.flow import ConfigDesign, Prepared
from roundel.fpga.mapping import Cells
from roundel.fpga.nextpnr import Run
from roundel.fpga.targets import Target, find_target
from roundel.fpga.timing import CriticalPath, Routed
from roundel.jobs import Job

NETLIST = b'{"modules": {}}'


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Prepared:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    place = tmp_path / "driver" / "harnessed.json"
    place.parent.mkdir()
    place.write_bytes(NETLIST)
    made = Prepared(None, Cells(10, 5, 0, 0), Cells(1, 1, 0, 0), "nested", "slang", 1.0, place)
    monkeypatch.setattr(flow, "prepare", lambda placeable, watch: made)
    return made


def report(stage: Stage) -> None:
    del stage


def mapping(remote: bool) -> Job:
    design = ConfigDesign.of(make_config("one", {}))
    return Job("map", "one", works.map_design, works.identify_map, design, remote=remote)


def test_a_mapping_returns_its_netlist_to_a_cluster_alone(
    prepared: Prepared,
) -> None:
    away = works.map_design(mapping(True), report)
    (content,) = away.files.values()
    assert gzip.decompress(content) == NETLIST
    assert works.map_design(mapping(False), report).files == {}


def test_a_netlist_that_travels_is_routed(
    prepared: Prepared, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = works.map_design(mapping(True), report).files
    prepared.netlist.unlink()  # this worker has another disk
    seen: list[bytes] = []

    def route(given: Prepared, part: Target, seed: int, watch: object, timeout: float) -> Run:
        seen.append(given.netlist.read_bytes())
        path = CriticalPath(logic_ns=1.0, routing_ns=1.0, levels=1, start="a", end="b")
        routed = Routed(fmax_mhz=100.0, lut4=12, ff=6, bram=0, critical_path=path)
        return Run(seed, Path("/"), routed, 1.0, ())

    monkeypatch.setattr(flow, "route", route)
    monkeypatch.setattr(nextpnr, "warm_up", lambda placer, timeout: None)
    routing = works.Routing(find_target("ecp5-85k-8"), 60.0, prepared)
    job = Job("route", "one", works.route_design, works.identify_route, routing, seed=7)
    outcome = works.route_design(dataclasses.replace(job, inputs=files, remote=True), report)
    assert seen == [NETLIST]
    assert '"seed":7' in outcome.figures


def test_a_netlist_that_is_gone_is_a_failure_of_the_machine(prepared: Prepared) -> None:
    prepared.netlist.unlink()
    routing = works.Routing(find_target("ecp5-85k-8"), 60.0, prepared)
    job = Job("route", "one", works.route_design, works.identify_route, routing, remote=True)
    with pytest.raises(MachineError, match=r"netlist .*harnessed\.json is gone; run the c"):
        works.route_design(job, report)
