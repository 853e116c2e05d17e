# SPDX-License-Identifier: Apache-2.0
from collections.abc import Mapping
from typing import Any

import pytest

from roundel.base.errors import InputError
from roundel.soft.config import Setting, units


def test_units() -> None:
    assert units() == ["none", "aes32", "block"]


@pytest.mark.parametrize(
    ("host", "unit", "choices", "parameters"),
    [
        ("picorv32", "none", {}, {}),
        ("picorv32", "aes32", {}, {"Sbox": "rom", "Latency": 1}),
        ("vexriscv", "aes32", {"sbox": "tower", "latency": 0}, {"Sbox": "tower", "Latency": 0}),
        ("picorv32", "block", {}, {"Sbox": "rom", "Latency": 1, "Columns": 2}),
        (
            "vexriscv",
            "block",
            {"columns": 4, "latency": 2},
            {"Sbox": "rom", "Latency": 2, "Columns": 4},
        ),
    ],
)
def test_what_is_not_told_is_as_the_rtl_has_it(
    host: str, unit: str, choices: Mapping[str, Any], parameters: Mapping[str, object]
) -> None:
    setting = Setting.choose(host, unit, **choices)
    assert setting.parameters == parameters
    assert (setting.host.name, setting.unit, setting.memory_bytes) == (host, unit, 65536)


@pytest.mark.parametrize(
    ("unit", "choices", "text"),
    [
        ("aes", {}, r"no unit aes; choose none, aes32 or block\."),
        ("aes32", {"sbox": "ram"}, r"no S-box ram; choose .*rom.*\."),
        ("aes32", {"latency": 0}, r"Sbox=rom and Latency=0 is not possible: .*latency 1"),
        ("aes32", {"latency": 2, "sbox": "tower"}, r"Latency=2 is not possible: .*0 or 1"),
        ("block", {"latency": 0}, r"Latency=0 and Columns=2 is not possible"),
        ("none", {"latency": 1}, r"unit none has no parameter Latency"),
        ("aes32", {"columns": 2}, r"unit aes32 has no parameter Columns.*choose the unit block\."),
        (
            "block",
            {"columns": 1 << 31},
            r"Columns=2147483648 is not possible: .*give columns a small",
        ),
        (
            "aes32",
            {"latency": -1 << 31},
            r"Latency=-2147483648 is not possible: .*give latency a sm",
        ),
        ("block", {"latency": (1 << 31) - 1}, r"Latency=2147483647 and Columns=2 is not possible"),
        ("block", {"columns": 3}, r"Columns=3 is not possible: .*1 2 or 4"),
        ("none", {"sbox": "rom"}, r"unit none has no parameter Sbox.*the unit aes32 or block\."),
        ("none", {"memory_bytes": 0}, "power of two from 4096"),
        ("none", {"memory_bytes": 65535}, "power of two from 4096"),
        ("none", {"memory_bytes": 1 << 40}, "power of two from 4096"),
    ],
)
def test_what_is_not_possible(unit: str, choices: Mapping[str, Any], text: str) -> None:
    with pytest.raises(InputError, match=text):
        Setting.choose("picorv32", unit, **choices)
