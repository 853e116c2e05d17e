# SPDX-License-Identifier: Apache-2.0
"""YAML with unique keys, and the examples of the pages for RTL users."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from roundel import design
from roundel.base import programs, tools
from roundel.base.yaml_files import load_yaml
from roundel.design import Config


def test_reads_what_is_written() -> None:
    assert load_yaml("a: {b: 1, c: [1, 2]}\nd: x\n") == {"a": {"b": 1, "c": [1, 2]}, "d": "x"}
    assert load_yaml("") is None


@pytest.mark.parametrize("text", ["a: 1\na: 2\n", "x: {a: 1, a: 1}\n", "- {1: a, 1: b}\n"])
def test_a_key_stands_once(text: str) -> None:
    with pytest.raises(yaml.YAMLError, match="is given twice"):
        load_yaml(text)


HOW_TO = Path(__file__).parents[3] / "docs" / "how-to"


def test_the_commands_for_packets_do_what_the_page_says(tmp_path: Path) -> None:
    """The commands for GCM, for a batch and for CBC, one after the other, as in a shell."""
    page = (HOW_TO / "authenticated.md").read_text(encoding="utf-8")
    commands = [text.split("```")[0] for text in page.split("```sh\n")[1:]]
    assert len(commands) == 5
    (tmp_path / "README.md").write_text("some text to encrypt\n" * 100)
    shell = f'set -e\nroundel() {{ "{sys.executable}" -m roundel "$@"; }}\n'
    done = subprocess.run(
        ["/bin/bash", "-c", shell + "".join(commands[:4])],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    key, iv = bytes(range(16)), bytes(11) + b"\x02"
    sealed = AESGCM(key).encrypt(iv, b"to: Alice", b"to: Alice")
    assert (tmp_path / "two.gcm").read_bytes() == sealed
    assert (tmp_path / "two.txt").read_text() == "to: Alice"
    assert (tmp_path / "message.txt").read_bytes() == (tmp_path / "README.md").read_bytes()


PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "instantiate.md"


PACKETS = PAGE.with_name("packets.md")


def block(language: str, page: Path = PAGE) -> str:
    """The first block of code in a language on a page: how to instantiate the core."""
    return page.read_text(encoding="utf-8").split(f"```{language}\n")[1].split("```")[0]


def test_the_example_connects_every_port() -> None:
    connected = re.findall(r"\.(\w+_(?:i|ni|o))\(", block("systemverilog"))
    assert sorted(connected) == sorted(port.name for port in design.ports(Config(name="c")))


@pytest.mark.parametrize("line", block("sh").splitlines())
def test_the_example_goes_through_each_tool(tmp_path: Path, line: str) -> None:
    """By the page's own commands, for example `verilator -Wall`, without a warning."""
    name = line.split()[0]
    if name == "iverilog" and shutil.which(name) is None:
        pytest.skip("Icarus Verilog is not installed")
    shutil.copytree(design.rtl_root(), tmp_path / "rtl")
    (tmp_path / "my_top.sv").write_text(block("systemverilog"), encoding="utf-8")
    log = tmp_path / "log"
    command = " ".join(tools.find(name).command)
    programs.run(
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
    """The -Wall of the page's command refuses an open output."""
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


def packet_bench(tmp_path: Path, old: str = "", new: str = "") -> str:
    """The last line of the bench with a packet, by the page's command for Icarus."""
    if shutil.which("iverilog") is None:
        pytest.skip("Icarus Verilog is not installed")
    text = block("systemverilog", PACKETS)
    assert old in text
    (tmp_path / "gcm_packet.sv").write_text(text.replace(old, new), encoding="utf-8")
    shutil.copytree(design.rtl_root(), tmp_path / "rtl")
    done = subprocess.run(
        [shutil.which("bash") or "bash", "-c", block("sh", PACKETS).splitlines()[0]],
        cwd=tmp_path / "rtl", capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    return [line for line in done.stdout.splitlines() if "$finish" not in line][-1]


def test_the_packet_of_the_page_passes(tmp_path: Path) -> None:
    assert packet_bench(tmp_path) == "PASS"


def test_the_packet_of_the_page_can_fail(tmp_path: Path) -> None:
    """Another byte of AAD gives another tag."""
    assert packet_bench(tmp_path, "128'habaddad2", "128'habaddad3").startswith(
        "FAIL: ok 1, error 0"
    )


def test_the_packet_of_the_page_connects_every_port() -> None:
    connected = re.findall(r"\.(\w+_(?:i|ni|o))\(", block("systemverilog", PACKETS))
    ports = design.ports(Config(name="p", Mode="gcm", Direction="both"))
    assert sorted(connected) == sorted(port.name for port in ports)


def test_verilator_of_the_environment_builds_a_simulation(tmp_path: Path) -> None:
    (tmp_path / "tiny.sv").write_text(
        'module tiny; initial begin $display("PASS"); $finish; end endmodule\n', encoding="utf-8"
    )
    subprocess.run(
        [
            *(sys.executable, "-m", "roundel.base.verilator"),
            *("--binary", "tiny.sv", "--top-module", "tiny"),
        ],
        cwd=tmp_path, check=True, capture_output=True, timeout=300,
    )  # fmt: skip
    done = subprocess.run([tmp_path / "obj_dir/Vtiny"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("PASS")
