# SPDX-License-Identifier: Apache-2.0
"""Keys: equal for the same work under any name, different for any other work."""

import dataclasses
from pathlib import Path

import pytest

from roundel import design
from roundel.base import tools
from roundel.base.errors import InputError
from roundel.design import Config, make_config
from roundel.fpga import find_target
from roundel.fpga.flow import ConfigDesign
from roundel.fpga.works import Keys


def of_design(config: Config, recipe: str = "auto", frontend: str = "slang") -> str:
    return Keys().of_design(ConfigDesign.of(config, recipe, frontend))


def test_a_name_is_no_part_of_it() -> None:
    one, other = make_config("one", {}), make_config("other", {})
    assert of_design(one) == of_design(other)
    assert of_design(one, "nested") == of_design(one)  # the meaning of "auto"


def test_all_else_is() -> None:
    part, config, known = find_target("ecp5-85k-8"), make_config("one", {}), Keys()
    keys = [
        of_design(config),
        of_design(make_config("one", {"Stages": 2})),
        of_design(config, "wide"),
        of_design(config, frontend="verilog"),
    ]
    runs = [known.of_run(key, part, 1) for key in keys]
    runs += [
        known.of_run(keys[0], part, 2),
        known.of_run(keys[0], find_target("ecp5-85k-7"), 1),
        known.of_run(keys[0], find_target("ecp5-45k-8"), 1),
    ]
    assert len({*keys, *runs}) == len(keys) + len(runs)


def test_sources_and_tools_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config, part, real = make_config("one", {}), find_target("ecp5-85k-8"), tools.find
    design_key, run_key = of_design(config), Keys().of_run("", part, 1)
    for name, changes in (("yosys", (True, False)), ("nextpnr-ecp5", (False, True))):
        newer = dataclasses.replace(real(name), version_line="99")
        with monkeypatch.context() as other:
            other.setattr(tools, "find", lambda it, new=newer: new if it == new.name else real(it))
            found = of_design(config), Keys().of_run("", part, 1)
        assert (found[0] != design_key, found[1] != run_key) == changes
    more = tmp_path / "more.sv"
    more.write_text("// one more file")
    files = design.closure(design.top_of(config), design.parameters(config), vendor="ecp5")
    monkeypatch.setattr(design, "closure", lambda *which, **options: (*files, more))
    assert of_design(config) != design_key
    assert Keys().of_run("", part, 1) == run_key


def test_names_that_do_not_exist() -> None:
    with pytest.raises(InputError, match="recipe 'best'"):
        ConfigDesign.of(make_config("one", {}), "best")
    with pytest.raises(InputError, match="front end 'vhdl'"):
        ConfigDesign.of(make_config("one", {}), frontend="vhdl")
