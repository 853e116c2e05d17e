# SPDX-License-Identifier: Apache-2.0
"""FuseSoC reads the core files, lints every top and runs its bench; faults stop the run."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from scripts.derived import cores, tops, vectors
from tests.kept import kept, stamps

import roundel
from roundel import design
from roundel.base import cache, tools
from roundel.base.errors import FailureError

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("rtl", "sim", "fusesoc")
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def fusesoc(tmp_path: Path) -> Run:
    """`fusesoc run`, without the user's settings, with all builds in tmp_path."""
    environment = dict(os.environ)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        environment[name] = str(tmp_path / "home")

    def run(*arguments: str, root: Path = ROOT) -> "subprocess.CompletedProcess[str]":
        roots = [word for part in PARTS for word in ("--cores-root", str(root / part))]
        return subprocess.run(
            [
                *(sys.executable, str(ROOT / "scripts" / "run_fusesoc.py"), *roots, "run"),
                *("--build-root", str(tmp_path / "build"), *arguments),
            ],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
            check=False,
        )

    return run


def said_by(run: Run, *arguments: str, tool: str = "verilator") -> str:
    """The output of FuseSoC; of a passed run with the same files and tools, the kept output."""
    paths = [path for part in PARTS for path in sorted((ROOT / part).rglob("*")) if path.is_file()]
    paths += [ROOT / "scripts" / "run_fusesoc.py", ROOT / "constraints.txt"]
    names = [path.relative_to(ROOT).as_posix() for path in paths]
    key = cache.digest("fusesoc", stamps(tool, "g++"), *arguments, *names, *paths)

    def work() -> str:
        done = run(*arguments)
        return f"status {done.returncode}\n{done.stdout}"

    said = kept(key, lambda text: text.startswith("status 0\n"), work)
    assert said.startswith("status 0\n"), said
    return said


@pytest.fixture
def icarus() -> None:
    try:
        tools.find("iverilog")
    except FailureError as missing:
        pytest.skip(str(missing))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The core files and their listed files, for changes."""
    for part in PARTS:
        shutil.copytree(ROOT / part, tmp_path / "copy" / part)
    return tmp_path / "copy"


@pytest.mark.parametrize(
    ("top", "flag"),
    [
        *((top, []) for top in tops.TOPS),
        # The flag selects the same memories in every top; the largest top has all of them.
        *(
            pytest.param(
                top,
                ["--flag", "vendor_ecp5"],
                marks=() if top == "roundel_dma" else pytest.mark.campaign,
            )
            for top in tops.TOPS
        ),
    ],
)
def test_lint_is_clean(fusesoc: Run, top: str, flag: list[str]) -> None:
    said = said_by(fusesoc, "--target=lint", *flag, f"{cores.VENDOR}:{top}")
    assert "Verilator: Built from" in said


def test_the_flag_takes_the_parts_own_memories(fusesoc: Run, tmp_path: Path) -> None:
    done = fusesoc(
        "--setup", "--target=lint", "--flag", "vendor_ecp5", f"{cores.VENDOR}:roundel_core"
    )
    assert done.returncode == 0, done.stdout
    (listed,) = (tmp_path / "build").rglob("*.vc")
    places = re.findall(r"src/[^/]+/(\S+\.s?v)$", listed.read_text(encoding="utf-8"), re.MULTILINE)
    wanted = [path.relative_to(design.rtl_root()).as_posix() for path in design.compiled("ecp5")]
    assert [place for place in places if place.endswith(".sv")] == wanted
    assert [place for place in places if place.endswith(".v")] == ["DP16KD.v"]


def test_the_core_passes_in_verilator(fusesoc: Run) -> None:
    values = ["--KeyBits=192", "--Direction=2", "--Rounds=2", "--KeySchedule=1", "--KeySlots=2"]
    said = said_by(fusesoc, "--target=sim", f"{cores.VENDOR}:roundel_core", *values)
    assert "tb_roundel_core: 17 blocks are right" in said


@pytest.mark.usefixtures("icarus")
@pytest.mark.parametrize(
    ("top", "values", "said"),
    [
        ("roundel_core", ["--Direction=1", "--KeyBits=256"], "9 blocks are right"),
        (
            "roundel_core",
            ["--Stages=4", "--KeySchedule=1", "--Backpressure=0"],
            "9 blocks are right",
        ),
        ("roundel_stream", ["--Mode=0", "--Lanes=2"], "10 packets are right"),
        ("roundel_stream", ["--Mode=1", "--Direction=1", "--KeySlots=1"], "10 packets are right"),
        ("roundel_stream", ["--Mode=2", "--KeyBits=256", "--UserBits=8"], "10 packets are right"),
        ("roundel_stream", ["--Mode=4", "--KeyBits=256"], "10 packets are right"),
        ("roundel_stream", ["--KeyBits=192"], "10 packets are right"),
        ("roundel_axi", ["--Mode=2", "--Counters=0", "--UserBits=33"], "10 packets are right"),
        (
            "roundel_card_axi",
            ["--Mode=2", "--InputBlocks=16", "--IdBits=1"],
            "10 packets are right",
        ),
        ("roundel_dma", ["--Mode=0", "--Lanes=2", "--KeySlots=2"], "10 packets are right"),
        ("roundel_stream_interleaved", ["--Streams=2", "--KeySlots=1"], "6 packets are right"),
        *(
            pytest.param(*values, marks=pytest.mark.campaign)
            for values in (
                (
                    "roundel_stream",
                    ["--KeyBits=192", "--Lanes=2", "--Rounds=2"],
                    "10 packets are right",
                ),
                ("roundel_dma", ["--Mode=0", "--Lanes=16", "--KeySlots=2"], "10 packets are right"),
            )
        ),
    ],
)
def test_benches_pass_in_icarus(fusesoc: Run, top: str, values: list[str], said: str) -> None:
    core = f"{cores.VENDOR}:{top}"
    printed = said_by(fusesoc, "--target=sim", core, "--tool=icarus", *values, tool="iverilog")
    assert f"tb_{top}: {said}" in printed


@pytest.mark.usefixtures("icarus")
@pytest.mark.parametrize(
    ("top", "values", "right", "said"),
    [
        # SP 800-38A, the first blocks of F.1.1 and F.2.1.
        ("roundel_core", [], "3ad77bb40d7a3660a89ecaf32466ef97", "tb_roundel_core: "),
        ("roundel_stream", ["--Mode=0"], "3ad77bb40d7a3660a89ecaf32466ef97", "text of packet 0"),
        ("roundel_card_axi", ["--Mode=0"], "3ad77bb40d7a3660a89ecaf32466ef97", "text of packet 0"),
        ("roundel_dma", ["--Mode=0"], "3ad77bb40d7a3660a89ecaf32466ef97", "text of packet 0"),
        ("roundel_stream_interleaved", [], "7649abac8119b246cee98e9b12e9197d", "text of packet 0"),
    ],
)
def test_a_wrong_result_fails(
    fusesoc: Run, copied: Path, top: str, values: list[str], right: str, said: str
) -> None:
    package = copied / "fusesoc" / f"{vectors.PACKAGE}.sv"
    text = package.read_text(encoding="utf-8")
    assert right in text
    package.write_text(text.replace(right, right[:-1] + "6"), encoding="utf-8")
    done = fusesoc("--target=sim", f"{cores.VENDOR}:{top}", "--tool=icarus", *values, root=copied)
    assert done.returncode != 0
    assert said in done.stdout


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("rtl/roundel_library.core", "    - key/roundel_key_step.sv\n"),
        ("fusesoc/roundel_core.core", "    - roundel:aes:library:" + roundel.__version__ + "\n"),
    ],
)
def test_a_core_file_that_lacks_a_line_fails(
    fusesoc: Run, copied: Path, path: str, line: str
) -> None:
    text = (copied / path).read_text(encoding="utf-8")
    assert line in text
    (copied / path).write_text(text.replace(line, ""), encoding="utf-8")
    done = fusesoc("--target=lint", f"{cores.VENDOR}:roundel_core", root=copied)
    assert done.returncode != 0


def test_parameters_are_those_of_the_rtl() -> None:
    text = (ROOT / "fusesoc" / "roundel_core.core").read_text(encoding="utf-8")
    parameters = yaml.safe_load(text.removeprefix("CAPI=2:"))["parameters"]
    told = {name: item["default"] for name, item in parameters.items() if "default" in item}
    assert told == design.defaults(design.top_parameters())
    assert parameters["Sbox"]["description"].endswith("0 table, 1 rom, 2 tower, 3 gates")


@pytest.mark.parametrize(
    ("mode", "number", "key_bits", "cipher", "tag"),
    [
        # SP 800-38A, first blocks; FIPS-197 C.3; McGrew and Viega, test cases 4, 8 and 16.
        ("ECB", 0, 128, "3ad77bb40d7a3660a89ecaf32466ef97", ""),
        ("ECB", 1, 256, "8ea2b7ca516745bfeafc49904b496089", ""),
        ("CBC", 0, 256, "f58c4c04d6e5f1ba779eabfb5f7bfbd6", ""),
        ("CTR", 0, 192, "1abc932417521ca24f2b0459fe7e6e0b", ""),
        ("GCM", 0, 128, "42831ec2217774244b7221b784d0d49c", "5bc94fbc3221a5db94fae95ae7121a47"),
        ("GCM", 1, 192, "98e7247c07f0fe411c267e4384b0f600", "2ff58d80033927ab8ef4d4587514f0fb"),
        # IEEE 1619, vectors 4, 10 and 15.
        ("XTS", 0, 128, "27a7479befa1d476489f308cd4cfa6e2a96e4bbe3208ff25287dd3819616e89c", ""),
        ("XTS", 0, 256, "1c3b3a102f770386e4836c99e370cf9bea00803f5e482357a4ae12d414a3e63b", ""),
        ("XTS", 1, 128, "6c1625db4671522d3d7599601de7ca09ed", ""),
        ("GCM", 0, 256, "522dc1f099567d07f47f37a32a84427d", "76fc6ece0f4e1768cddf8853bb2d551b"),
    ],
)
def test_vectors_are_as_published(
    mode: str, number: int, key_bits: int, cipher: str, tag: str
) -> None:
    (vector,) = (
        item
        for item in vectors.VECTORS
        if (item.mode, item.number) == (mode, number) and key_bits in item.keys
    )
    found = vectors.outcome(vector, key_bits)
    assert found[0].hex().startswith(cipher)
    assert found[1].hex() == tag
