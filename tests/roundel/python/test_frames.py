# SPDX-License-Identifier: Apache-2.0
"""Records as tables and as data frames."""

import sys
from pathlib import Path
from typing import Any

import pandas
import pytest
from tests.roundel.python.conftest import cells_record, explore_record, point, synth_record

from roundel.base.errors import FailureError
from roundel.base.record import Record
from roundel.cells.record import PowerRecord
from roundel.crypt.block_files import CipherRecord
from roundel.design import Config
from roundel.reproduce.record import Meaning, ReproduceRecord, RowRecord
from roundel.soft.record import CyclesRecord, ProgramRecord, SoftRecord, VariantRecord
from roundel.system.bench import BenchRecord
from roundel.system.bench import SizeRecord as PacketSize
from roundel.system.link import load_link
from roundel.system.record import SizeRecord, SystemRecord
from roundel.verify.record import Campaign, VerifyRecord


def test_a_placed_design_has_a_row_for_each_seed(iterative: Config) -> None:
    frame = synth_record(iterative).to_frame()
    assert list(frame["seed"]) == [1, 2, 3]
    assert list(frame["mhz"]) == [100.0, 110.0, 90.0]
    assert list(frame["gbps"]) == [1.28, 1.408, 1.152]
    assert list(frame["latency_ns"]) == [120.0, 109.09, 133.33]
    assert set(frame["config"]) == {"iterative"}
    assert set(frame["KeyBits"]) == {128}


def test_standard_cells_have_a_row_for_each_activity(iterative: Config) -> None:
    assert cells_record(iterative, []).to_rows()[0]["kge"] == 8.5
    powers = [
        PowerRecord(
            mw=mw, internal_mw=1.0, switching_mw=1.0, leakage_mw=0.5, gbps_per_w=1.0, mhz=100.0,
            activity=activity,
        )
        for activity, mw in (("settled", 2.0), ("glitches", 3.0))
    ]  # fmt: skip
    frame = cells_record(iterative, powers).to_frame()
    assert list(frame["activity"]) == ["settled", "glitches"]
    assert list(frame["power_mw"]) == [2.0, 3.0]


def test_a_sweep_has_a_row_for_each_point(iterative: Config, tmp_path: Path) -> None:
    other = iterative.changed("other", {"KeyBits": 256})
    points = [point(1, synth_record(iterative), iterative), point(2, None, other)]
    frame = explore_record(points, tmp_path).to_frame()
    assert list(frame["status"]) == ["done", "failed"]
    assert list(frame["KeyBits"]) == [128, 256]
    assert frame["lut4"][0] == 2000
    assert pandas.isna(frame["lut4"][1])


def test_a_verification_has_a_row_for_each_campaign(iterative: Config) -> None:
    campaigns = [
        Campaign(name="kat/A", vectors=3, passed=3, failed=0, seed=None),
        Campaign(name="random/ecb", vectors=5, passed=4, failed=1, seed=7, failures=["x"]),
    ]
    frame = VerifyRecord(
        config=iterative, netlist=None, seed=7, campaigns=campaigns, passed=False, tools={},
        seconds=1.0,
    ).to_frame()  # fmt: skip
    assert list(frame["campaign"]) == ["kat/A", "random/ecb"]
    assert list(frame["failed"]) == [0, 1]


def test_a_system_and_a_bench_have_a_row_for_each_size(iterative: Config) -> None:
    sizes = [
        SizeRecord(
            bytes=size, requests=3, ns=1.0, cycles=1.0, mbps=2.0, link_mbps=None, ratio=0.5,
            time={"write": 0.25, "read": 0.75},
        )
        for size in (64, 1500)
    ]  # fmt: skip
    system = SystemRecord(
        config=iterative, device="card", link=load_link("pilchard-wc"), access="single",
        clock_mhz=100.0, requests=3, seed=1, link_mbps=None, engine_mbps=1.0, sizes=sizes,
        checked=6, seconds=1.0,
    ).to_frame()  # fmt: skip
    assert list(system["bytes"]) == [64, 1500]
    assert list(system["time_read"]) == [0.75, 0.75]
    bench = BenchRecord(
        config=iterative, seed=1, aad_bytes=0, keys=1,
        sizes=[
            PacketSize(
                size="imix", packets=1, bytes=1, blocks=1, cycles=2, blocks_per_cycle=0.5,
                blocks_per_cycle_per_lane=0.5, cycles_per_packet=2.0,
            )
        ],
        packets=1, bytes=1, seconds=1.0, mb_per_s=1.0,
    ).to_frame()  # fmt: skip
    assert list(bench["blocks_per_cycle"]) == [0.5]


def test_files_without_a_packet_engine_have_one_row(iterative: Config) -> None:
    record = CipherRecord(
        schema_="roundel.encrypt/1", config=iterative, mode="ctr", bytes=17, bytes_out=17, blocks=2,
        cycles=20, cycles_per_block=10.0, seconds=1.0,
    )  # fmt: skip
    assert [row["bytes"] for row in record.to_rows()] == [17]


def test_firmware_has_a_row_for_each_variant_and_size_of_keys() -> None:
    cycles = [
        CyclesRecord(key_bits=bits, parts={"sum": 10 * bits}, per_block={"ctr": 2.5})
        for bits in (128, 256)
    ]
    variant = VariantRecord(
        variant="plain", constant_time=True, cycles=cycles, code_bytes=1, table_bytes=1,
        all_code_bytes=1, all_table_bytes=1, only_128_code_bytes=1, only_128_table_bytes=1,
        image_bytes=1, answers=1, wrong=[], simulated_cycles=1, seconds=1.0,
    )  # fmt: skip
    frame = SoftRecord(
        host="vexriscv", unit="none", parameters={"Latency": 1}, memory_bytes=1, variants=[variant],
        passed=True, tools={},
    ).to_frame()  # fmt: skip
    assert list(frame["sum_cycles"]) == [1280, 2560]
    assert list(frame["ctr_cycles_per_block"]) == [2.5, 2.5]
    program = ProgramRecord(
        host="vexriscv", unit="none", parameters={}, memory_bytes=1, program="a.elf", console="",
        status=0, cycles=9, seconds=1.0,
    )  # fmt: skip
    assert [row["cycles"] for row in program.to_rows()] == [9]


def test_a_paper_has_a_row_for_each_quantity() -> None:
    row = RowRecord(
        table="1", row="A", kind="rebuilt", preset="iterative", published={"mhz": 50.0},
        implied={"gbps": 1.0}, cited={}, measured={"mhz": 100.0, "widths": [1, 2]},
        ratio={"mhz": 2.0}, note="",
    )  # fmt: skip
    meaning = {
        name: Meaning(label=f"{name}, unit", better="more", measured="", paper="")
        for name in ("mhz", "gbps", "widths")
    }
    frame = ReproduceRecord(
        paper="p", title="t", target="ecp5-85k-8", seeds=[1], rows=[row], quantities=meaning,
        differences=[], slips=[], study=None, designs={}, failures={}, tools={}, seconds=1.0,
    ).to_frame()  # fmt: skip
    assert list(frame["quantity"]) == ["mhz, unit", "gbps, unit", "widths, unit"]
    assert frame["ratio"][0] == 2.0
    assert frame["measured"][2] == "1, 2"


def test_every_record_becomes_a_table() -> None:
    def kinds(kind: Any) -> set[Any]:
        return {kind}.union(*(kinds(item) for item in kind.__subclasses__()))

    assert len(kinds(Record)) > 9
    for kind in kinds(Record) - {Record}:
        assert not kind.__abstractmethods__


def test_without_pandas_the_error_says_what_to_do(
    iterative: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(FailureError, match="run `pip install pandas`"):
        synth_record(iterative).to_frame()
