# SPDX-License-Identifier: Apache-2.0
"""YAML with each key once, and what the pages for RTL users show."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from roundel import design, tools
from roundel.config import Config
from roundel.documents import load_yaml


def test_reads_what_is_written() -> None:
    assert load_yaml("a: {b: 1, c: [1, 2]}\nd: x\n") == {"a": {"b": 1, "c": [1, 2]}, "d": "x"}
    assert load_yaml("") is None


@pytest.mark.parametrize("text", ["a: 1\na: 2\n", "x: {a: 1, a: 1}\n", "- {1: a, 1: b}\n"])
def test_a_key_stands_once(text: str) -> None:
    with pytest.raises(yaml.YAMLError, match="stands there twice"):
        load_yaml(text)


HOW_TO = Path(__file__).parents[2] / "docs" / "how-to"


def test_the_commands_for_packets_do_what_the_page_says(tmp_path: Path) -> None:
    """Those of GCM, of a batch and of CBC, one behind the other, as in a shell."""
    page = (HOW_TO / "authenticated.md").read_text(encoding="utf-8")
    commands = [text.split("```")[0] for text in page.split("```sh\n")[1:]]
    assert len(commands) == 4
    (tmp_path / "README.md").write_text("some text to encrypt\n" * 100)
    shell = f'set -e\nroundel() {{ "{sys.executable}" -m roundel "$@"; }}\n'
    done = subprocess.run(
        ["/bin/bash", "-c", shell + commands[0] + commands[1] + commands[2]],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    key, iv = bytes(range(16)), bytes(11) + b"\x02"
    sealed = AESGCM(key).encrypt(iv, b"to: Alice", b"to: Alice")
    assert (tmp_path / "two.gcm").read_bytes() == sealed
    assert (tmp_path / "two.txt").read_text() == "to: Alice"
    assert (tmp_path / "readme.txt").read_bytes() == (tmp_path / "README.md").read_bytes()


PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "instantiate.md"


def block(language: str) -> str:
    """The first block of code in a language on the page that tells how to instantiate the core."""
    return PAGE.read_text(encoding="utf-8").split(f"```{language}\n")[1].split("```")[0]


def test_the_example_connects_every_port() -> None:
    connected = re.findall(r"\.(\w+_(?:i|ni|o))\(", block("systemverilog"))
    assert sorted(connected) == sorted(port.name for port in design.ports(Config(name="c")))


@pytest.mark.parametrize("line", block("sh").splitlines())
def test_the_example_goes_through_each_tool(tmp_path: Path, line: str) -> None:
    """By the page's own commands, `verilator -Wall` among them, without a word of warning."""
    name = line.split()[0]
    if name == "iverilog" and shutil.which(name) is None:
        pytest.skip("Icarus Verilog is not installed")
    shutil.copytree(design.rtl_root(), tmp_path / "rtl")
    (tmp_path / "my_top.sv").write_text(block("systemverilog"), encoding="utf-8")
    log = tmp_path / "log"
    command = " ".join(tools.find(name).command)
    tools.run(
        ["bash", "-c", f'{name}() {{ {command} "$@"; }}\n{line}'],
        [],
        cwd=tmp_path / "rtl",
        log=log,
        timeout=300,
        env=tools.verilator_environment(),
    )
    said = log.read_text(encoding="utf-8")
    assert "%Warning" not in said
    assert "warning:" not in said
    if name == "yosys":
        assert re.search(r"Top module:\s+\\my_top", said)


def test_the_example_lints_only_as_it_stands(tmp_path: Path) -> None:
    """An output that is left open is what the -Wall of the page's command refuses."""
    text = block("systemverilog").replace(".out_tag_o(unused_tag)", ".out_tag_o()")
    (tmp_path / "my_top.sv").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [*tools.find("verilator").command, "--lint-only", "-Wall", "-f", "roundel.f",
         str(tmp_path / "my_top.sv"), "--top-module", "my_top"],
        cwd=design.rtl_root(), env=tools.verilator_environment(), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "PINCONNECTEMPTY" in done.stderr
