# SPDX-License-Identifier: Apache-2.0
"""Space files: their meaning, and every mistake."""

from pathlib import Path

import pytest

from roundel import design
from roundel.base.errors import InputError
from roundel.explore import load_space, spaces
from roundel.explore.space import Space
from roundel.fpga import ECP5


def load(text: str) -> Space:
    Path("mine.yaml").write_text(text)
    return load_space("mine.yaml")


def names(space: Space) -> list[str]:
    return [config.name for config in space.configs]


def test_axes_are_combined() -> None:
    space = load("base: iterative\naxes:\n  Sbox: [tower, table]\n  Stages: [0..1, 4]\n")
    assert names(space) == [
        "iterative+Stages=0", "iterative", "iterative+Stages=4",
        "iterative+Sbox=table,Stages=0", "iterative+Sbox=table", "iterative+Sbox=table,Stages=4",
    ]  # fmt: skip
    assert [config.Stages for config in space.configs] == [0, 1, 4, 0, 1, 4]
    assert {config.Sbox for config in space.configs[3:]} == {"table"}
    assert (space.name, space.seeds, space.recipes) == ("mine", (1, 2, 3), ("auto",))
    assert [target.name for target in space.targets] == ["ecp5-85k-8"]


def test_modes_and_lanes_are_axes() -> None:
    space = load("base: fastest\naxes: {Mode: [none, gcm], Lanes: [1, 2]}\n")
    assert names(space) == [
        "fastest", "fastest+Lanes=2", "fastest+Mode=gcm", "fastest+Mode=gcm,Lanes=2"
    ]  # fmt: skip
    assert [config.Backpressure for config in space.configs] == [0, 0, 1, 1]
    possible = [design.objection(config) is None for config in space.configs]
    assert possible == [True] * 4


def test_the_default_recipe_is_the_best_of_the_mode() -> None:
    space = load("base: fastest\naxes: {Mode: [none, gcm]}\n")
    found = [ECP5.find_recipe(space.recipes[0], config.Mode).name for config in space.configs]
    assert found == ["nested", "nested-level"]


def test_several_products_are_united() -> None:
    space = load("axes:\n  - {Stages: 0..1, Sbox: table}\n  - {Stages: 1..2, Sbox: table}\n")
    assert [config.Stages for config in space.configs] == [0, 1, 2]


def test_base_may_be_parameters() -> None:
    space = load("name: own\nbase: {KeyBits: 256}\naxes: {Rounds: 1..2}\n")
    assert names(space) == ["own", "own+Rounds=2"]
    assert {config.KeyBits for config in space.configs} == {256}


def test_configurations_are_a_list() -> None:
    space = load(
        "configurations:\n  - iterative\n  - {preset: iterative, KeySlots: 4}\n"
        "  - {Rounds: 2, KeyBits: 192}\ntargets: [ecp5-25k-6, ecp5-85k-8]\nseeds: [1..2, 7]\n"
        "recipe: narrow\nimpossible: error\n"
    )
    assert names(space) == ["iterative", "iterative+KeySlots=4", "Rounds=2,KeyBits=192"]
    assert [config.KeySlots for config in space.configs][:2] == [1, 4]
    assert space.seeds == (1, 2, 7)
    assert [target.name for target in space.targets] == ["ecp5-25k-6", "ecp5-85k-8"]
    assert (space.recipes, space.impossible) == (("narrow",), "error")


def test_spaces_that_ship_can_be_read() -> None:
    assert "quick" in spaces()
    for name in spaces():
        assert load_space(name).name == name


BAD = {
    "": "there is no space",
    "- a list": "there is no space",
    "axes: [": "not YAML in line 1",
    "axes: {Stages: 0..2": "not YAML in line 1",
    "axis: {Stages: 0..2}": "there is no key 'axis' (did you mean axes?)",
    "1: 2": "there is no key 1",
    "base: iterative": "the file has neither",
    "axes: {Stages: 1}\nconfigurations: [iterative]": "the file has both",
    "base: iterative\nconfigurations: [iterative]": "base needs axes",
    "axes: {}": "there is no axis",
    "axes: []": "there is no axis",
    "axes: [{}]": "there is no axis",
    "axes: 3": "axes=3 is not possible; axes have",
    "axes: {Stage: [1]}": "there is no parameter 'Stage' (did you mean Stages?)",
    "axes: {Stages: []}": "axis Stages has no value",
    "axes: {Stages: 9..0}": "empty range 9..0",
    "axes: {Stages: a..b}": "not a range",
    "axes: {Stages: 0..999999999}": "longer than 100,000",
    "axes: {Stages: [1, 1]}": "the value 1 twice",
    "axes: {Stages: [1, 0..2]}": "the value 1 twice",
    "axes: {Stages: [tower]}": "Stages=tower is not possible: the value must be a whole number",
    "axes: {Stages: [1.5]}": "Stages=1.5 is not possible",
    "axes: {Stages: [[1]]}": "Stages=[1] is not possible",
    "axes: {Stages: [yes]}": "Stages=True is not possible",
    "axes: {Stages: [1, 5000]}": "Stages=5000 is not possible",
    "axes: {Stages: null}": "Stages=None is not possible",
    "axes: {Sbox: [tower, towr]}": "did you mean tower?",
    "axes: {Stages: 0..999, KeySlots: 0..999}": "1,000,000 combinations",
    "axes: {Stages: 1}\nbase: iterativ": "did you mean iterative?",
    "axes: {Stages: 1}\nbase: {Round: 1}": "did you mean Rounds?",
    "axes: {Stages: 1}\nbase: [1]": "base=[1] is not possible; base is a preset's name",
    "configurations: []": "there is no configuration",
    "configurations: iterative": "configurations are a list",
    "configurations: [3]": "configurations are a list",
    "configurations: [iterativ]": "did you mean iterative?",
    "configurations: [iterative, iterative]": "configuration iterative is given twice",
    "configurations: [{Round: 1}]": "did you mean Rounds?",
    "axes: {Stages: 1}\ntargets: []": "there is no target",
    "axes: {Stages: 1}\ntargets: [ecp5]": "there is no target 'ecp5'",
    "axes: {Stages: 1}\ntargets: [ecp5-85k-8, ecp5-85k-8]": "target ecp5-85k-8 is given twice",
    "axes: {Stages: 1}\ntargets: 3": "targets are a list of parts",
    "axes: {Stages: 1}\nseeds: []": "there is no seed",
    "axes: {Stages: 1}\nseeds: [0]": "seed 0 is not possible",
    "axes: {Stages: 1}\nseeds: [1, 1]": "a seed is given twice",
    "axes: {Stages: 1}\nseeds: one": "seed 'one' is not possible",
    "axes: {Stages: 1}\nseeds: 3..1": "empty range 3..1",
    "axes: {Stages: 1}\nrecipe: best": "there is no synthesis recipe 'best'",
    "axes: {Stages: 1}\nrecipe: 3": "recipe=3 is not possible; a recipe is a name",
    "axes: {Stages: 1}\nimpossible: maybe": "choose skip or error",
    "axes: {Stages: 1}\nname: ../up": "'../up' is not a name of a space",
    "axes: {Stages: 1}\nname: 3": "name=3 is not possible; a name is text",
    "axes: 2020-13-45": "axes",
}


@pytest.mark.parametrize(("text", "words"), BAD.items(), ids=BAD.keys())
def test_what_is_wrong_is_said_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        load(text)
    said = str(caught.value)
    assert words in said
    assert said.startswith("in mine.yaml: ")
    assert "\n" not in said
    assert said.endswith(".")


def test_files_that_cannot_be_read() -> None:
    with pytest.raises(InputError, match=r"cannot read the space gone.yaml \(No such file"):
        load_space("gone.yaml")
    with pytest.raises(InputError, match=r"no space 'quik' \(did you mean quick\?\)"):
        load_space("quik")
    Path("bytes.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"bytes.yaml is not a text file"):
        load_space("bytes.yaml")
