# SPDX-License-Identifier: Apache-2.0
"""The driver as C programs have it: its makefile, its warnings, the page's example, sanitizers."""

import subprocess
from pathlib import Path

import pytest

from roundel import design, tools
from roundel.config import load_config
from roundel.driver_library import card_library

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "card.md"
SANITIZERS = "-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"


@pytest.fixture(scope="module")
def card() -> Path:
    """A simulated card's library."""
    return card_library(load_config("gcm-1", ["Rounds=1", "Stages=1"]), {})


def build(folder: Path, flags: str) -> Path:
    """The page's example, with the driver in it."""
    example = PAGE.read_text(encoding="utf-8").split("```c\n")[1].split("```")[0]
    (folder / "example.c").write_text(example, encoding="utf-8")
    sources = design.driver_root() / "driver"
    log = folder / "log.txt"
    made = [
        "CC=gcc", f"CFLAGS={flags}", f"BUILD={folder}/build", f"{folder}/build/libroundel.a",
    ]  # fmt: skip
    tools.run(tools.find("make"), ["-C", sources, *made], cwd=folder, log=log, timeout=120)
    tools.run(
        tools.find("gcc"),
        ["-std=c99", "-Wall", "-Wextra", "-Werror", *flags.split(), "-I", sources / "include",
         "example.c", "build/libroundel.a", "-ldl", "-lpthread", "-o", "example"],
        cwd=folder,
        log=log,
        timeout=120,
    )  # fmt: skip
    return folder / "example"


def test_the_page_s_example_runs_clean(tmp_path: Path, card: Path) -> None:
    """With the sanitizers of addresses and of undefined behaviour."""
    program = build(tmp_path, SANITIZERS)
    done = subprocess.run([program, f"sim:{card}"], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)
    done = subprocess.run([program, "sim:missing"], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("the operating system refused\n", 1)
