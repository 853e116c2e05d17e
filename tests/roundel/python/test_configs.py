# SPDX-License-Identifier: Apache-2.0
"""Configurations from Python: the same as the command's."""

import json
from pathlib import Path

import pytest

import roundel
from roundel.__main__ import main


def test_a_name_a_file_and_a_configuration_lead_to_the_same(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text("KeyBits: 256\n")
    by_name = roundel.load("iterative", KeyBits=256)
    assert by_name.name == "iterative+KeyBits=256"
    assert roundel.load(roundel.load("iterative"), KeyBits=256) == by_name
    assert roundel.load(file).fields() == by_name.fields()
    assert roundel.load(by_name) is by_name


@pytest.mark.parametrize("source", ["iterative", roundel.load("iterative")])
def test_a_wrong_parameter_is_an_input_error(source: roundel.Config | str) -> None:
    with pytest.raises(roundel.InputError, match="no parameter 'KeyBit'.*KeyBits"):
        roundel.load(source, KeyBit=256)
    with pytest.raises(roundel.InputError, match="Rounds=3 .*is not possible"):
        roundel.load(source, Rounds=3)


def test_show_is_the_record_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "iterative", "-p", "KeyBits=256", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    record = roundel.show("iterative", KeyBits=256)
    assert json.loads(record.model_dump_json()) == told
    assert record.facts.cycles_per_block == 14


def test_presets_have_configurations() -> None:
    found = {item.name: item for item in roundel.presets()}
    assert found["iterative"].config == roundel.load("iterative")
    assert "iterative" in found["iterative"].name
