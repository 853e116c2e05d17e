# SPDX-License-Identifier: Apache-2.0
"""Keys: equal for the same work whatever it is called, different for any other."""

import pytest
from roundel.fpga.identity import Identity

from roundel.base.errors import InputError
from roundel.design import make_config
from roundel.fpga import find_target


def test_a_name_is_no_part_of_it() -> None:
    identity = Identity()
    one, other = make_config("one", {}), make_config("other", {})
    assert identity.of_design(one) == identity.of_design(other)
    assert Identity("nested").of_design(one) == identity.of_design(one)  # what "auto" is


def test_all_else_is() -> None:
    identity, part = Identity(), find_target("ecp5-85k-8")
    config = make_config("one", {})
    keys = [
        identity.of_design(config),
        identity.of_design(make_config("one", {"Stages": 2})),
        Identity("wide").of_design(config),
        Identity(frontend="verilog").of_design(config),
    ]
    runs = [identity.of_run(key, part, 1) for key in keys]
    runs += [
        identity.of_run(keys[0], part, 2),
        identity.of_run(keys[0], find_target("ecp5-85k-7"), 1),
        identity.of_run(keys[0], find_target("ecp5-45k-8"), 1),
    ]
    assert len({*keys, *runs}) == len(keys) + len(runs)


def test_names_that_do_not_exist() -> None:
    with pytest.raises(InputError, match="recipe 'best'"):
        Identity("best")
    with pytest.raises(InputError, match="front end 'vhdl'"):
        Identity(frontend="vhdl")
