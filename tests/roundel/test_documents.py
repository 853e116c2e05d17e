# SPDX-License-Identifier: Apache-2.0
"""YAML with each key once, and what the pages for RTL users show."""

import re

import pytest
import yaml

from roundel import design
from roundel.config import Config
from roundel.documents import load_yaml


def test_reads_what_is_written() -> None:
    assert load_yaml("a: {b: 1, c: [1, 2]}\nd: x\n") == {"a": {"b": 1, "c": [1, 2]}, "d": "x"}
    assert load_yaml("") is None


@pytest.mark.parametrize("text", ["a: 1\na: 2\n", "x: {a: 1, a: 1}\n", "- {1: a, 1: b}\n"])
def test_a_key_stands_once(text: str) -> None:
    with pytest.raises(yaml.YAMLError, match="stands there twice"):
        load_yaml(text)


def test_the_example_connects_every_port() -> None:
    page = design.sources()[0].parent.parent / "docs" / "how-to" / "instantiate.md"
    example = page.read_text(encoding="utf-8").split("```systemverilog")[1].split("```")[0]
    connected = re.findall(r"\.(\w+_(?:i|ni|o))\(", example)
    assert sorted(connected) == sorted(port.name for port in design.ports(Config(name="c")))
