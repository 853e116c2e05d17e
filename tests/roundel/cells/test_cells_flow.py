# SPDX-License-Identifier: Apache-2.0
"""From a configuration to its figures in OSU 0.18 um, and netlists without valid figures.

Parameter space: one round encrypting, both directions, rounds mapped alone, two lanes. A core of
many rounds in another library is measured by hand (docs/log/standard-cells.md).
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.roundel.cells.small import AREAS

from roundel.__main__ import main
from roundel.base.errors import FailureError, InputError
from roundel.cells import flow
from roundel.cells.flow import synth_cells
from roundel.cells.library import Library, load_library
from roundel.cells.mapping import MappedCells, map_cells
from roundel.cells.recipes import find_recipe
from roundel.cells.record import LimitRecord
from roundel.cells.timing import Limits
from roundel.cells.vectors import run_vectors
from roundel.cli.synth_command import print_cells
from roundel.design import Config, make_config
from roundel.fpga import yosys
from roundel.fpga.mapping import Circuit

ONE = make_config("one", {"Sbox": "gates", "Backpressure": 0})
TWO_ROUNDS = make_config(
    "two", {"Sbox": "gates", "Backpressure": 0, "Rounds": 2, "Stages": 2, "KeySchedule": "stored"}
)
LANES = make_config("lanes", {"Sbox": "gates", "Lanes": 2, "KeySchedule": "stored"})
BOTH = make_config("both", {"Sbox": "gates", "Backpressure": 0, "Direction": "both"})

# Identities of the looked-up results.


def mapped(config: Config, library: Library, recipe: str = "area") -> MappedCells:
    return map_cells(Circuit.core(config), library, find_recipe(recipe), 600)


@pytest.mark.usefixtures("sta")
def test_a_record(osu: Library, valid_record: Callable[[Any], None]) -> None:
    record = synth_cells(ONE, "cells", recipe="area")
    valid_record(record.model_dump(mode="json"))
    assert record.library.name == osu.name
    assert record.library.digest == osu.identity
    assert record.kge == pytest.approx(record.cell_area / osu.gate_area / 1000, abs=1e-3)
    # State, key and window, result, and some for control.
    assert 4 * 128 < record.ff < 4 * 128 + 40
    assert 7 < record.kge < 12
    assert record.gbps == pytest.approx(128 * record.fmax_mhz / 10 / 1000, rel=1e-3)
    assert record.latency_ns == pytest.approx(1000 * record.latency_cycles / record.fmax_mhz, 1e-3)
    assert record.vectors == 256
    assert any("wires without delay" in text for text in record.assumptions)
    assert any("1.8 V, 25 C" in text for text in record.assumptions)
    assert record.loads is not None
    assert 0 < record.loads.worst < 1
    assert record.slews is None
    assert record.caveats == []


def test_what_is_over_a_limit_is_told(
    osu: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (pin,) = osu.loads["NAND2X1"]
    tight = {**osu.loads, "NAND2X1": {pin: osu.loads["NAND2X1"][pin] / 40}}
    monkeypatch.setattr(flow, "find_library", lambda _: replace(osu, loads=tight))
    record = synth_cells(ONE, "cells", recipe="area")
    assert record.loads is not None
    assert record.loads.over > 1
    assert record.loads.worst > 1
    assert record.loads.where == f"NAND2X1/{pin}"
    told = f"{record.loads.over:,} outputs drive more than the library allows, up to"
    assert [text.partition(" to ")[0] + " to" for text in record.caveats] == [told]
    print_cells(record)
    out = capsys.readouterr().out
    assert f"- {told}" in out
    assert re.search(r"load of an output +at most \d\d\d+% of the limit", out)
    assert re.search(r"slew of a pin +no limit known", out)


def test_other_limits_are_told() -> None:
    netlist = MappedCells("top", Path(), 0.0, 0, 7, {}, 0.0)
    limits = Limits(
        LimitRecord(over=1, worst=1.3, where="ND2/Y"), LimitRecord(over=2, worst=1.5, where="DFF/D")
    )
    texts = flow._caveats(netlist, limits)
    assert texts[0].startswith("1 output drives more than the library allows, up to 1.30 times")
    assert texts[1].startswith("2 pins change more slowly than the library allows, up to 1.50 t")
    assert texts[2].startswith("7 memory bits")
    (text,) = flow._caveats(replace(netlist, memory_bits=0), Limits(None, None, ("load: none",)))
    assert text == "not all of the library's limits are checked; load: none"
    assert (
        flow._caveats(
            replace(netlist, memory_bits=0),
            Limits(None, LimitRecord(over=0, worst=0.9, where="a/b")),
        )
        == []
    )


@pytest.mark.parametrize(
    "config",
    [
        TWO_ROUNDS,
        *(pytest.param(config, marks=pytest.mark.campaign) for config in (LANES, BOTH)),
    ],
    ids=lambda config: config.name,
)
def test_netlists_are_right(osu: Library, config: Config) -> None:
    found = run_vectors(config, mapped(config, osu), osu)
    ways = 2 if config.Direction == "both" else 1
    assert found == 256 * ways * config.Lanes


def test_rounds_are_mapped_once(osu: Library) -> None:
    found = mapped(TWO_ROUNDS, osu)
    assert (found.directory / "unit_0_round.il").is_file()
    assert not (mapped(ONE, osu).directory / "unit_0_round.il").exists()


def _changed(
    netlist: MappedCells, tmp_path: Path, change: Callable[[dict[str, object]], None]
) -> MappedCells:
    whole = json.loads(netlist.json.read_text())
    change(whole["modules"][netlist.top])
    (tmp_path / f"{netlist.top}.json").write_text(json.dumps(whole))
    return replace(netlist, directory=tmp_path)


def test_a_wrong_cell_is_noticed(osu: Library, tmp_path: Path) -> None:
    def change(module: dict[str, object]) -> None:
        cells = module["cells"]
        assert isinstance(cells, dict)
        cell = [item for item in cells.values() if item["type"] == "NAND2X1"][100]
        cell["type"] = "NOR2X1"

    with pytest.raises(FailureError, match="the netlist of one is wrong"):
        run_vectors(ONE, _changed(mapped(ONE, osu), tmp_path, change), osu)


def test_a_netlist_that_takes_no_key(osu: Library, tmp_path: Path) -> None:
    def change(module: dict[str, object]) -> None:
        ports = module["ports"]
        assert isinstance(ports, dict)
        ports["key_ready_o"]["bits"] = ["0"]

    with pytest.raises(FailureError, match="no key is accepted"):
        run_vectors(ONE, _changed(mapped(ONE, osu), tmp_path, change), osu)


@pytest.mark.parametrize("change", [-1, 1])
def test_registers_that_come_or_go(
    osu: Library, tmp_path: Path, change: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The registers are counted before and after the mapping; a difference gives no figures."""
    whole = yosys.cell_counts

    def miscounted(path: Path, top: str, log: Path) -> tuple[object, float]:
        counts, area = whole(path, top, log)
        if path.name == "registers.json":
            counts["$_DFF_P_"] += change
        return counts, area

    monkeypatch.setattr(yosys, "cell_counts", miscounted)
    with pytest.raises(FailureError, match="the mapping dropped or added flip-flops"):
        mapped(ONE, osu)


def test_any_library_does(small: Callable[..., Path]) -> None:
    library = load_library(small())
    found = mapped(ONE, library)
    assert found.area == sum(AREAS[name] * count for name, count in found.counts.items())
    assert run_vectors(ONE, found, library) == 256


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["--seeds", "1"], 2, "omit --seeds"),
        (["--recipe", "fast"], 2, "choose one of area, balanced, speed"),
        (["--target", "cells:/nowhere/a.lib"], 2, "cannot read the liberty file"),
        (["-p", "Lanes=17"], 2, "lanes must be 1 to 16"),
        (["--power", "-p", "Mode=ecb", "-p", "KeySchedule=stored"], 2, "processes packets"),
        (["--output", "/dev/null/a"], 2, "cannot make the directory /dev/null/a"),
        (["--target", "Cells"], 2, "or cells:PATH.lib for the standard cells"),
        (["--target", "ecp5-85k-8", "--output", "."], 2, "needs standard cells"),
    ],
)
@pytest.mark.usefixtures("sta", "osu")
def test_bad_input(
    arguments: list[str], status: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["synth", "iterative", "--target", "cells", *arguments]) == status
    captured = capsys.readouterr()
    assert told in captured.err
    assert not captured.out


def test_without_opensta_nothing_is_mapped(
    monkeypatch: pytest.MonkeyPatch, small: Callable[..., Path]
) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(flow, "map_cells", never)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(FailureError, match="apt install opensta"):
        synth_cells(ONE, f"cells:{small()}")


def test_an_unknown_recipe(small: Callable[..., Path]) -> None:
    with pytest.raises(InputError, match="no recipe 'auto' for cells"):
        synth_cells(ONE, f"cells:{small()}", recipe="auto")


@pytest.mark.usefixtures("sta")
def test_what_the_next_tool_takes(osu: Library, tmp_path: Path) -> None:
    del osu
    place = tmp_path / "new" / "out"
    record = synth_cells(ONE, "cells", output=place)
    assert sorted(path.name for path in place.iterdir()) == [
        "roundel_core.sdc",
        "roundel_core.v",
        "timing.txt",
    ]
    netlist = (place / "roundel_core.v").read_text()
    names = set(re.findall(r"^  (?:DFFPOSX1|DFFSR) (\w+) \(", netlist, re.MULTILINE))
    assert len(names) == record.ff
    assert not {name for name in names if name.startswith("cell_") or name.endswith("_")}
    assert record.critical_path.start in names
    sdc = (place / "roundel_core.sdc").read_text()
    assert "The unit is the library's, 1 ns." in sdc
    (period,) = re.findall(r"-period (\S+) \[get_ports clk_i\]", sdc)
    assert round(1000 / float(period), 1) == round(record.fmax_mhz, 1)
    assert float(period) > record.critical_path.logic_ns - 5e-5
    assert record.critical_path.start in (place / "timing.txt").read_text()
    assert not record.memory_bits
