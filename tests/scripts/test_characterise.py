# SPDX-License-Identifier: Apache-2.0
"""The targets of the characterised designs, and the results that are not measured again."""

from pathlib import Path

import pytest

from roundel import design
from roundel.base.errors import InputError
from roundel.characterised import DATA, PacketRate, load_designs
from roundel.characterised.collect import config_of, write_head, write_rows
from roundel.characterised.row import structure_of
from roundel.characterised.store import PACKETS
from roundel.design import Config
from roundel.explore import load_space
from roundel.fpga import targets
from scripts import characterise

FAMILIES = "characterised-families"


def test_every_family_has_a_target() -> None:
    """Except ECP5, which has its own space, and MachXO2, which no design fits."""
    parts = characterise.parts_of(FAMILIES, None, None)
    names = [target.name for part in parts for target in part.targets]
    own = {target.family.name for target in targets() if target.name in names}
    assert own == {target.family.name for target in targets()} - {"ecp5", "machxo2"}
    assert all(len(part.targets) == 1 for part in parts)
    assert all(bool(part.seeds) == (part.kind == "placed") for part in parts)


def test_a_part_of_the_targets() -> None:
    found = characterise.parts_of(FAMILIES, None, "xc7,gw5a-25")
    assert [(part.targets[0].name, part.seeds) for part in found] == [
        ("xc7", ()), ("gw5a-25", (101,)),
    ]  # fmt: skip
    (mapped,) = characterise.parts_of("characterised-mapped", None, "xcup")
    assert (mapped.targets[0].name, mapped.kind, len(mapped.configs)) == ("xcup", "mapped", 38)
    with pytest.raises(InputError, match="characterised-parts has no target 'xc7'"):
        characterise.parts_of("characterised-parts", None, "xc7")
    with pytest.raises(InputError, match=r"no target 'ecp5-85k-8'; choose from nexus-40, "):
        characterise.parts_of(FAMILIES, None, "xc7,ecp5-85k-8")


def test_a_row_without_a_clock_is_present_without_seeds() -> None:
    rows = {row.target: row for row in load_designs().rows}
    assert characterise.is_present(rows["xc7"], config_of(rows["xc7"]), ())
    other = rows["xc7"].model_copy(update={"rtl": "other"})
    assert not characterise.is_present(other, config_of(rows["xc7"]), ())
    older = rows["xc7"].model_copy(update={"tools": {"yosys": "0.1"}})
    assert not characterise.is_present(older, config_of(rows["xc7"]), ())
    assert not characterise.is_present(rows["ecp5-85k-8"], config_of(rows["ecp5-85k-8"]), (7,))


def test_a_design_without_a_row_is_not_routed(tmp_path: Path) -> None:
    """The store has rows of ice40-up5k with one of the seeds; another store has none."""
    (space,) = characterise.parts_of(FAMILIES, None, "ice40-up5k")
    left = characterise.unrouted(DATA, space)
    rows = [row for row in load_designs().rows if row.target == "ice40-up5k"]
    own = {key for c in space.configs for key in characterise.keys_of(DATA, space, c)}
    assert len(left) == len(space.configs) - len(own & {row.key for row in rows})
    assert characterise.unrouted(tmp_path / "new", space) == space.configs


@pytest.mark.parametrize("name", ["characterised-ecp5", "characterised-mapped"])
def test_every_design_of_a_space_is_possible(name: str) -> None:
    assert [c.name for c in load_space(name).configs if design.objection(c) is not None] == []


def test_packet_rates_of_other_rtl_are_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = load_designs(DATA)
    first = next(row for row in shipped.rows if "Mode" in row.config)
    structure = characterise.structures(shipped)[0][0]
    own = [row for row in shipped.rows if structure_of(shipped.fields(row)) == structure]
    assert own[0] == first
    measured: list[str] = []

    def simulate(config: Config, of: dict[str, int | str], *_: object) -> PacketRate:
        assert of == structure
        measured.append(design.fingerprint(config))
        cycles = {16: 20.0, 32: 30.0}
        return PacketRate(structure=of, cycles=cycles, aad_bytes=0, rtl=measured[-1], commit="new")

    monkeypatch.setattr(characterise, "measure_packets", simulate)
    monkeypatch.setattr(characterise, "commit", lambda: "new")
    write_head(tmp_path, shipped.head)
    write_rows(tmp_path / "rows.jsonl", own)
    characterise.measure(tmp_path)
    (rate,) = load_designs(tmp_path).packets
    assert measured == [rate.rtl] == [design.fingerprint(config_of(first))]
    characterise.measure(tmp_path)
    assert len(measured) == 1
    write_rows(tmp_path / PACKETS, [rate.model_copy(update={"rtl": "earlier"})])
    characterise.measure(tmp_path)
    assert len(measured) == 2
    assert load_designs(tmp_path).packets == (rate,)
