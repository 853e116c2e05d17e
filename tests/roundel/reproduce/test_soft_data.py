# SPDX-License-Identifier: Apache-2.0
"""The figures of foerster2005, against the paper (written a second time) and each other.

Space: both tables of the paper, every section, every total; each defect of the data.
"""

from pathlib import Path
from typing import Any

import pytest
import yaml

from roundel.base.errors import FailureError
from roundel.fpga import ECP5
from roundel.reproduce import data, load_paper
from roundel.reproduce.data_soft import Soft, SoftTable
from roundel.soft.firmware import VARIANTS
from roundel.soft.hosts import HOSTS

# Table 2: with custom instructions, plain, plain with multiplier, executions a block.
SECTIONS = {
    "key_round_cycles": (30, 155, 75, 10),
    "inv_key_round_cycles": (30, 100, 55, 8),
    "round_cycles": (120, 400, 220, 9),
    "last_cycles": (30, 155, 75, 1),
    "inv_round_cycles": (120, 400, 220, 9),
    "inv_last_cycles": (30, 155, 75, 1),
}
TOTALS = (2760, 9860, 5300)
ROWS = ("with custom instructions", "plain software", "plain software with multiplier")


@pytest.fixture
def soft() -> Soft:
    found = load_paper("foerster2005").soft
    assert found is not None
    return found


def table(soft: Soft, name: str) -> dict[str, dict[str, float]]:
    (found,) = [item for item in soft.tables if item.table == name]
    return {row.row: row.published for row in found.rows}


def told(found: SoftTable) -> dict[str, dict[str, float]]:
    """Published and implied together."""
    return {row.row: row.figures for row in found.rows}


def test_every_figure_of_table_2(soft: Soft) -> None:
    assert table(soft, "table 2") == {
        row: {name: values[place] for name, values in SECTIONS.items()}
        | {"sum_cycles": TOTALS[place]}
        for place, row in enumerate(ROWS)
    }


def test_every_figure_of_table_1_and_of_the_text(soft: Soft) -> None:
    assert table(soft, "table 1") == {
        "plain software": {"code_kb": 45, "tables_kb": 12.5, "memory_kb": 4},
        "with custom instructions": {
            "code_kb": 17, "memory_kb": 3.5, "unit_luts": 352, "unit_ff": 41,
        },
    }  # fmt: skip
    clocks = {name: row["clock_mhz"] for name, row in table(soft, "in time").items()}
    assert clocks == dict.fromkeys(ROWS, 180)


def test_the_paper_agrees_with_itself(soft: Soft) -> None:
    """Totals are sections times executions, tables their entries, and time is at 180 MHz."""
    area, cycles, time = (told(item) for item in soft.tables)
    for row, total in zip(ROWS, TOTALS, strict=True):
        sections = [cycles[row][name] * values[3] for name, values in SECTIONS.items()]
        assert sum(sections) == total
        assert time[row]["microseconds"] == pytest.approx(total / 180, abs=0.005)
        block = 9 * cycles[row]["round_cycles"] + cycles[row]["last_cycles"]
        assert time[row]["loop_cycles"] == block
        assert time[row]["loop_mbps"] == pytest.approx(128 * 180 / block, abs=0.005)
    custom, _, multiplier = TOTALS
    assert custom == 460 * 6
    assert cycles[ROWS[0]]["plain_ratio"] == pytest.approx(multiplier / custom, abs=0.005)
    assert time[ROWS[0]]["plain_time_ratio"] == cycles[ROWS[0]]["plain_ratio"]
    plain, own = area["plain software"], area[ROWS[0]]
    # Ours: three tables of 256 words, two S-boxes. Plain: three sets of four tables, two S-boxes.
    assert own["memory_kb"] * 1024 == 3 * 1024 + 2 * 256
    assert plain["tables_kb"] * 1024 == 3 * 4096 + 2 * 256
    for told_of in (plain, own):
        assert told_of["all_kb"] == told_of["code_kb"] + told_of["memory_kb"]
    # The contents of the system's memory, without the memory of the block.
    ratio = plain["all_kb"] / own["code_kb"]
    assert own["program_ratio"] == pytest.approx(ratio, abs=0.005)


def test_what_the_slips_say_follows(soft: Soft) -> None:
    """With four words in a last round and a key to decrypt, and nine of these keys."""
    slips = load_paper("foerster2005").slips
    totals = []
    for place in range(3):
        values = {name: figures[place] for name, figures in SECTIONS.items()}
        assert values["last_cycles"] == values["key_round_cycles"]
        assert 4 * values["inv_key_round_cycles"] == values["round_cycles"]
        totals.append(
            10 * values["key_round_cycles"]
            + 9 * 4 * values["inv_key_round_cycles"]
            + 2 * (9 * values["round_cycles"] + 4 * values["last_cycles"])
        )
    (text,) = [slip for slip in slips if "would be" in slip]
    custom, plain, multiplier = totals
    assert f"{custom:,}, {plain:,} and {multiplier:,}" in text
    for first, second, third in (totals, TOTALS):
        assert f"would stay {second / first:.1f} and {third / first:.1f}." in text


def test_what_is_measured_is_there(soft: Soft) -> None:
    assert set(soft.hosts) == set(HOSTS)
    assert set(soft.variants) == set(VARIANTS)
    assert set(soft.plain) == {name for name, item in VARIANTS.items() if item.unit == "none"}
    assert set(soft.hosts.values()) <= set(ECP5.recipes)
    for item in soft.tables:
        assert any(word in item.source for word in ("table", "section"))


def test_every_bound(soft: Soft) -> None:
    """The second copy of the bounds."""
    bounds = {
        (item.figure, item.variant, host): (item.least, item.most)
        for item in soft.promises
        for host in item.hosts
    }
    assert bounds == {
        ("plain_ratio", "aes32", "picorv32"): (2.4, None),
        ("sum_cycles", "aes32", "vexriscv"): (None, 1459),
        ("sum_cycles", "block-direct", "vexriscv"): (None, 122),
        ("loop_cycles", "block", "vexriscv"): (None, 41),
        **{("clock_ratio", "aes32", host): (0.92, None) for host in HOSTS},
        **{("clock_ratio", "block", host): (0.85, None) for host in HOSTS},
        **{("unit_luts", "aes32", host): (None, 260) for host in HOSTS},
        **{("unit_rams", "aes32", host): (None, 1) for host in HOSTS},
        **{("unit_luts", "block", host): (None, 1500) for host in HOSTS},
        **{("unit_rams", "block", host): (None, 4) for host in HOSTS},
        **{("program_ratio", "aes32", host): (4, None) for host in HOSTS},
    }


def small(**changes: Any) -> dict[str, Any]:
    """A paper of one row, with changes to its part about soft processors or to the row."""
    row = {"row": "a", "published": {"sum_cycles": 10}, "beside": ["aes32"]}
    soft: dict[str, Any] = {
        "hosts": {"h": "wide"}, "variants": {"bytes": "b", "aes32": "c"},
        "plain": ["bytes"],
        "tables": [{"table": "t", "source": "table 1", "columns": ["sum_cycles"], "rows": [row]}],
    }  # fmt: skip
    for key, value in changes.items():
        (soft if key in ("parameters", "promises", "plain") else row)[key] = value
    return {
        "title": "t", "authors": "a", "year": 2000, "tables": [], "soft": soft,
        "platform": {"device": "d", "process_nm": 90, "lut_inputs": 4, "tool": "t"},
    }  # fmt: skip


def promise(**values: Any) -> dict[str, Any]:
    return {"promises": [{"figure": "sum_cycles", "variant": "aes32", "hosts": ["h"], **values}]}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (promise(), "most or least"),
        (promise(most=1, least=1), "most or least"),
        (promise(most=1, variant="none"), "unknown variant or host"),
        (promise(most=1, hosts=["g"]), "unknown variant or host"),
        (promise(most=1, figure="luts"), "in no table"),
        ({"parameters": {"g": {"aes32": {"Latency": 1}}}}, "not measured"),
        ({"plain": ["none"]}, "plain variant is unknown"),
        ({"beside": ["none"]}, "an unknown variant"),
        ({"beside": ["aes32", "aes32"]}, "a variant in two rows"),
        ({"implied": {"sum_cycles": {"value": 1, "from": "x"}}}, "both published and implied"),
        ({"published": {"luts": 1}}, "has no column for"),
        ({"published": {"cycles": 1}}, "no quantity cycles"),
        ({"remark": "x"}, "Extra"),
    ],
)
def test_broken_data_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], words: str
) -> None:
    monkeypatch.setattr(data, "_FILES", tmp_path)
    (tmp_path / "good.yaml").write_text(yaml.safe_dump(small(**promise(most=1))))
    (tmp_path / "bad.yaml").write_text(yaml.safe_dump(small(**changes)))
    assert load_paper("good").soft is not None
    with pytest.raises(FailureError, match=f"figures of bad are broken at .*{words}"):
        load_paper("bad")
