# SPDX-License-Identifier: Apache-2.0
"""The targets of the characterised designs, and the rows that are not measured again."""

import pytest

from roundel.base.errors import InputError
from roundel.characterised import load_designs
from roundel.characterised.collect import config_of
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
    with pytest.raises(InputError, match=r"no target 'ecp5-85k-8'; choose from ice40-hx8k, "):
        characterise.parts_of(FAMILIES, None, "xc7,ecp5-85k-8")


def test_a_row_without_a_clock_is_present_without_seeds() -> None:
    rows = {row.target: row for row in load_designs().rows}
    assert characterise.is_present(rows["xc7"], config_of(rows["xc7"]), ())
    other = rows["xc7"].model_copy(update={"rtl": "other"})
    assert not characterise.is_present(other, config_of(rows["xc7"]), ())
    assert not characterise.is_present(rows["ecp5-85k-8"], config_of(rows["ecp5-85k-8"]), (7,))
