# SPDX-License-Identifier: Apache-2.0
"""How each published quantity is measured."""

import pytest
from tests.roundel.reproduce.conftest import synth_record

from roundel.reproduce.quantities import QUANTITIES, measure, number

OWN = synth_record("own", lut4=4000, ff=6000, bram=3, mhz=200.0, latency=41)
BASE = synth_record("base", lut4=1000, ff=500, mhz=100.0, cycles=10)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("stages_per_round", 4), ("luts", 4000), ("lut4", 4000), ("ff", 6000), ("brams", 3),
        ("slices", 3000), ("logic_units", 3000), ("critical_path_ns", 5.0), ("clock_mhz", 200.0),
        ("cycles_per_block", 1), ("latency_cycles", 41), ("latency_ns", 205.0), ("gbps", 25.6),
        ("speed_ratio", 20.0), ("area_ratio", 4.0), ("slice_ratio", 6.0),
        ("mbps_per_slice", 8.5333), ("efficiency_mbps_per_unit", 8.5333),
        ("degree", 1), ("mbps", 25600.0), ("mbps_key_cycle", 12800.0),
    ],
)  # fmt: skip
def test_measured(name: str, value: float) -> None:
    assert measure({name}, OWN, BASE) == {name: value}


# Quantities of a whole system, which has no placed design.
SYSTEM = {
    "bytes", "in_flight", "system_mbps", "program_mbps", "error_percent", "serial_mbps",
    "serial_error_percent", "link_mbps", "engine_mbps", "software_mbps",
}  # fmt: skip

# Quantities of a soft processor.
SOFT = {
    "code_kb", "tables_kb", "memory_kb", "all_kb", "program_ratio", "unit_luts", "unit_ff",
    "unit_rams", "key_round_cycles", "inv_key_round_cycles", "round_cycles", "last_cycles",
    "inv_round_cycles", "inv_last_cycles", "sum_cycles", "plain_ratio", "clock_ratio",
    "microseconds", "plain_time_ratio", "loop_cycles", "loop_mbps",
}  # fmt: skip


# Quantities of standard cells, and quantities of papers without a measurement.
CELLS = {
    "lanes", "kge", "area_mm2", "gbps_per_core", "gbps_per_kge", "gbps_per_mm2", "rate_gbps",
    "cores",
}  # fmt: skip
PUBLISHED = {"power_mw", "gbps_per_w"}


def test_every_quantity_is_measured_or_of_the_study_or_of_a_system() -> None:
    unmeasured = {*QUANTITIES} - {*measure(QUANTITIES, OWN, BASE)}
    study = {"stages", "delay_ns", "lut4_per_sbox", "ff_per_sbox", "best_stages"}
    assert unmeasured == study | SYSTEM | SOFT | CELLS | PUBLISHED


def test_a_ratio_needs_what_it_compares_with() -> None:
    assert measure({"speed_ratio", "gbps"}, OWN) == {"gbps": 25.6}


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [("luts", 22358.0, "22,358"), ("slices", 2128.5, "2,128.5"), ("gbps", 21.54, "21.54"),
     ("clock_mhz", 168.3, "168.3"), ("speed_ratio", 1.0, "1.00")],
)  # fmt: skip
def test_as_a_table_shows_it(name: str, value: float, text: str) -> None:
    assert number(name, value) == text
