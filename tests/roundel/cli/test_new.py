# SPDX-License-Identifier: Apache-2.0
"""`roundel new`: a commented configuration, valid for every command."""

from pathlib import Path

import pytest
import yaml

from roundel.__main__ import main
from roundel.cli.new_command import commented
from roundel.design import Config, load_config
from roundel.design.tops import value_meanings


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDEL_DEBUG", "")


@pytest.mark.parametrize(
    "preset",
    ["iterative", "balanced-bram", "gcm-2", "cbc-encrypt-1", "cells-smallest", "dong2021-2"],
)
def test_file_is_the_preset(capsys: pytest.CaptureFixture[str], preset: str) -> None:
    """For every top: the same values, and each parameter of the top with its meaning."""
    assert main(["new", preset, "-o", "mine.yaml"]) == 0
    assert capsys.readouterr().out == ""
    found, wanted = load_config("mine.yaml"), load_config(preset)
    assert found.fields() == wanted.fields()
    text = Path("mine.yaml").read_text()
    assert list(yaml.safe_load(text)) == list(wanted.own_fields())
    assert max(map(len, text.splitlines())) <= 100
    plain = " ".join(line.removeprefix("#").strip() for line in text.splitlines())
    for name in wanted.own_fields():
        assert (Config.model_fields[name].description or "no") in plain
        named = isinstance(wanted.fields()[name], str)
        for value, meaning in value_meanings(name).items() if named else ():
            assert f"{value}: {meaning}" in plain
    assert main(["show", "mine.yaml"]) == 0
    assert f"KeyBits {wanted.KeyBits}" in " ".join(capsys.readouterr().out.split())


def test_values_that_can_be_built_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "outer"]) == 0
    out = capsys.readouterr().out
    assert out == commented(load_config("outer"))
    before, _, after = out.partition("\nRounds: 10\n")
    assert before.endswith("# Possible with this file's other values: 1, 2, 5, 10.")
    assert "#   stored: expanded once into a key store of KeySlots slots\n" in after


def test_iterative_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new"]) == 0
    assert "made from iterative." in capsys.readouterr().out


def test_file_that_exists_needs_force(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.yaml").write_text("precious")
    assert main(["new", "-o", "mine.yaml"]) == 2
    assert "mine.yaml exists; give another file name, or --force" in capsys.readouterr().err
    assert Path("mine.yaml").read_text() == "precious"
    assert main(["new", "-o", "mine.yaml", "--force"]) == 0
    assert load_config("mine.yaml").fields() == load_config("iterative").fields()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["nothing"], "there is no preset 'nothing'"),
        (["-o", "mine.txt"], "mine.txt does not end in .yaml"),
        (["-o", "nowhere/mine.yaml"], "cannot write nowhere/mine.yaml"),
    ],
)
def test_refused(capsys: pytest.CaptureFixture[str], words: list[str], text: str) -> None:
    assert main(["new", *words]) == 2
    assert text in capsys.readouterr().err
