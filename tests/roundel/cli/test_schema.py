# SPDX-License-Identifier: Apache-2.0
"""JSON Schemas: accept all shipped files and printed records, and refuse mistakes.

Records of tools with minutes of run time are validated in the tests of their commands.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from roundel import design
from roundel.__main__ import main
from roundel.cli.schema_command import RECORDS, config_schema, space_schema
from roundel.explore import spaces
from roundel.jobs import Row, Store

ROOT = Path(design.__file__).parents[1]
KEY = "000102030405060708090a0b0c0d0e0f"


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDEL_DEBUG", "")


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "design" / "presets").rglob("*.yaml")), ids=lambda p: p.stem
)
def test_every_preset_is_a_configuration(path: Path) -> None:
    jsonschema.validate(yaml.safe_load(path.read_text()), config_schema())


def test_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    schema = printed(capsys, "schema", "config")
    jsonschema.Draft202012Validator.check_schema(schema)
    properties = schema["properties"]
    assert list(properties) == [name for name in design.Config.model_fields if name != "name"]
    for name, item in properties.items():
        assert item["description"].endswith("."), name
        assert "title" not in item
        assert not ("enum" in item and {"minimum", "maximum"} & set(item)), name
        assert item.get("enum", []) == [
            *(["none"] if name == "Mode" else []),
            *(
                [128, 192, 256]
                if name == "KeyBits"
                else ([] if name.endswith("Cuts") else design.choices(name))
            ),
        ]
    wrong: Any
    for wrong in ({}, {"Sbox": "towr"}, {"Rounds": "two"}, {"KeyBits": 100}, {"Round": 1}, []):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


@pytest.mark.parametrize("name", spaces())
def test_every_space_that_ships(name: str) -> None:
    text = (ROOT / "explore" / "spaces" / f"{name}.yaml").read_text()
    jsonschema.validate(yaml.safe_load(text), space_schema())


def test_space(capsys: pytest.CaptureFixture[str]) -> None:
    schema = printed(capsys, "schema", "space")
    jsonschema.Draft202012Validator.check_schema(schema)
    good: dict[str, Any]
    for good in (
        {"axes": {"Stages": "0..4", "Sbox": ["tower", "rom"], "Rounds": 1}, "seeds": "1..3"},
        {"axes": [{"Stages": [1, "3..5"]}], "seeds": [1, "4..5"], "targets": ["ecp5-25k-6"]},
        {"configurations": ["outer", {"preset": "outer", "KeySlots": 4}], "impossible": "error"},
    ):
        jsonschema.validate(good, schema)
    for wrong in (
        {"axes": {"Stage": [1]}}, {"axes": [{"Stage": [1]}]}, {"axes": {"Stages": [1.5]}},
        {"seeds": "1-3"}, {"seeds": 0}, {"seed": 1}, {"impossible": "keep"},
    ):  # fmt: skip
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


@pytest.mark.parametrize("name", RECORDS)
def test_schema_of_every_record(capsys: pytest.CaptureFixture[str], name: str) -> None:
    schema = printed(capsys, "schema", "record", name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"].startswith(f"roundel.{name}/")
    assert printed(capsys, "schema", "record", schema["title"]) == schema
    assert {"schema"} <= set(schema["required"])
    assert not any("title" in item for item in schema["properties"].values())


def test_every_record_of_the_command_has_a_schema() -> None:
    """Every model whose schema is "roundel.NAME/VERSION" is in the table."""
    written = {
        line.partition("roundel.")[2].partition("/")[0]
        for path in ROOT.rglob("*.py")
        for line in path.read_text().splitlines()
        if line.strip().startswith("schema_: Literal[")
        or line.strip().startswith('default="roundel')
    }
    assert written <= set(RECORDS)
    assert set(RECORDS) <= written | {"decrypt"}  # same model as encrypt


@pytest.mark.parametrize(
    "words",
    [
        ["presets"],
        ["presets", "--papers"],
        ["show", "gcm-2"],
        ["show", "cbc-encrypt-1"],
        ["doctor"],
        ["cache", "info"],
        ["cache", "prune", "--dry-run", "--older", "1000w"],
        ["encrypt", "--config", "iterative", "--mode", "gcm", "--key-file", "key", "key", "out"],
        ["encrypt", "--config", "iterative", "--mode", "ctr", "--counter-bits", "32", "--iv",
         KEY, "-p", "Mode=none", "--key-file", "key", "key", "out"],
        ["bench", "stream", "iterative", "-p", "Mode=gcm", "--packets", "12", "--sizes", "64,imix"],
        ["system", "tong2002-card", "--sizes", "64", "--count", "8"],
        ["verify", "iterative", "--campaign", "random", "--seed", "1"],
    ],
    ids=lambda words: " ".join(words[:3]),
)  # fmt: skip
def test_output_is_valid(
    capsys: pytest.CaptureFixture[str], valid_record: Callable[[Any], None], words: list[str]
) -> None:
    Path("key").write_text(KEY)
    record = printed(capsys, *words, "--json")
    valid_record(record)
    with pytest.raises(jsonschema.ValidationError):
        valid_record({name: value for name, value in record.items() if name != "schema"})


def test_merged_stores_are_valid(
    capsys: pytest.CaptureFixture[str], valid_record: Callable[[Any], None]
) -> None:
    for name in ("a", "b"):
        with Store(Path(name)) as store:
            store.put(Row(name, "map", "done", name, "{}"))
    valid_record(printed(capsys, "store", "merge", "both", "a", "b", "--json"))


def test_comparison_is_valid(
    capsys: pytest.CaptureFixture[str], valid_record: Callable[[Any], None]
) -> None:
    for name, config in (("a", "iterative"), ("b", "outer")):
        Path(name).write_text(json.dumps(printed(capsys, "show", config, "--json")))
    assert main(["compare", "a", "b", "--json"]) == 1
    valid_record(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["record", "snth"], "there is no record 'snth' (did you mean synth?)"),
        (
            ["record", "roundel.synth/9"],
            "there is no record 'roundel.synth/9'; this version of Roundel writes",
        ),
        (["config", "outer"], "config has only one schema; omit 'outer'."),
        (["file"], "give config, space or record"),
        ([], "missing argument"),
    ],
)
def test_refused(capsys: pytest.CaptureFixture[str], words: list[str], text: str) -> None:
    assert main(["schema", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert text in err
