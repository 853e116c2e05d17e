# SPDX-License-Identifier: Apache-2.0
"""The driver in C programs: makefile, warnings, two compilers, sanitizers, valgrind."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from roundel import design
from roundel.base import programs, tools
from roundel.design import load_config
from roundel.sim.driver.library import card_library, dma_library

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "card.md"
THREADS = Path(__file__).with_name("threads.c")
NONSENSE = Path(__file__).with_name("nonsense.c")
HEADERS = ("roundel.h", "roundel_simulated.h")
SANITIZERS = "-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
RACES = "-g -O1 -fsanitize=thread"
ACCESSES = {"single": 0, "simd": 1, "burst": 2, "dma": 3}


def need(name: str) -> str:
    """The path of a program that only Debian has; skips the test without the program."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not there; install it (Debian: apt install {name})")
    return found


@pytest.fixture(scope="module")
def card() -> Path:
    """A simulated card's library."""
    return card_library(load_config("gcm-1", ["Rounds=1", "Stages=1"]), {})


@pytest.fixture(scope="module")
def dma() -> Path:
    """A simulated DMA's library."""
    return dma_library(load_config("gcm-1", ["Stages=1"]), {})


def build(folder: Path, text: str, flags: str, compiler: str = "gcc") -> Path:
    (folder / "program.c").write_text(text, encoding="utf-8")
    sources = design.driver_root() / "driver"
    log = folder / "log.txt"
    made = [
        f"CC={compiler}", f"CFLAGS={flags}", f"BUILD={folder}/build",
        f"{folder}/build/libroundel.a",
    ]  # fmt: skip
    programs.run(tools.find("make"), ["-C", sources, *made], cwd=folder, log=log, timeout=120)
    programs.run(
        tools.find("gcc"),
        ["-std=gnu11", "-Wall", "-Wextra", "-Werror", *flags.split(), "-I", sources / "include",
         "program.c", "build/libroundel.a", "-ldl", "-lpthread", "-o", "program"],
        cwd=folder,
        log=log,
        timeout=120,
    )  # fmt: skip
    return folder / "program"


def said(*command: str | Path) -> tuple[str, str, int]:
    """The output of a program, and its exit status."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    return done.stdout, done.stderr, done.returncode


def example() -> str:
    """The page's example."""
    return PAGE.read_text(encoding="utf-8").split("```c\n")[1].split("```")[0]


def test_the_page_s_example_runs_clean(tmp_path: Path, card: Path) -> None:
    """With the sanitizers of addresses and of undefined behaviour."""
    program = build(tmp_path, example(), SANITIZERS)
    assert said(program, f"sim:{card}") == ("done\n", "", 0)
    assert said(program, "sim:missing")[::2] == ("the operating system refused\n", 1)


@pytest.mark.parametrize("flags", [SANITIZERS, RACES])
@pytest.mark.parametrize("access", ACCESSES)
def test_two_threads_share_a_device(
    tmp_path: Path, card: Path, dma: Path, access: str, flags: str
) -> None:
    """With the address sanitizer, and with the sanitizer of data races."""
    program = build(tmp_path, THREADS.read_text(encoding="utf-8"), flags)
    library = dma if access == "dma" else card
    assert said(program, f"sim:{library}", str(ACCESSES[access])) == ("0 0\n", "", 0)


def test_clang_builds_it_without_a_warning(tmp_path: Path, card: Path) -> None:
    program = build(tmp_path, example(), "-O2", need("clang"))
    assert said(program, f"sim:{card}") == ("done\n", "", 0)


def test_valgrind_finds_nothing(tmp_path: Path, dma: Path) -> None:
    """No unwritten byte is read, and no memory is lost."""
    program = build(tmp_path, THREADS.read_text(encoding="utf-8"), "-g -O1")
    checks = ["--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite", "-q"]
    assert said(need("valgrind"), *checks, program, f"sim:{dma}", "3") == ("0 0\n", "", 0)


@pytest.mark.parametrize("seed", [1, 20021123])
def test_a_device_that_answers_nonsense_is_survived(tmp_path: Path, seed: int) -> None:
    """No access leaves the bounds, every call ends, and so does every request."""
    sources = design.driver_root()
    flags = f"{SANITIZERS} -I{sources}/driver/src -I{sources}/include"
    program = build(tmp_path, NONSENSE.read_text(encoding="utf-8"), flags)
    told, faults, status = said(program, str(seed), "4000")
    assert (faults, status) == ("", 0)
    # Some devices work, some fail, and some are reset in between.
    for ended in (0, -4, -10):
        assert f" ended with {ended}" in told


def test_a_program_may_have_the_driver_s_names(tmp_path: Path) -> None:
    """The library exports its interface alone; all names of an archive have its prefix."""
    made = [f"BUILD={tmp_path}/build"]
    log = tmp_path / "log.txt"
    folder = design.driver_root() / "driver"
    programs.run(tools.find("make"), ["-C", folder, *made], cwd=tmp_path, log=log, timeout=120)
    text = "".join((folder / "include" / name).read_text() for name in HEADERS)
    declared = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    interface = set(re.findall(r"\b(roundel_\w+)\(", declared))
    shown, _, _ = said("nm", "-D", "--defined-only", tmp_path / "build/libroundel.so")
    assert {line.split()[-1] for line in shown.splitlines()} == interface
    shown, _, _ = said("nm", "-g", "--defined-only", tmp_path / "build/libroundel.a")
    names = [line.split()[2] for line in shown.splitlines() if len(line.split()) == 3]
    assert len(names) > len(interface)
    assert [name for name in names if not name.startswith("roundel_")] == []


REFUSED = """
#include <errno.h>
#include <stdio.h>
#include "roundel.h"
int main(int count, char **names) {
  for (int i = 1; i < count; ++i) {
    roundel *device;
    errno = 0;
    const int status = roundel_open(names[i], NULL, &device);
    printf("%d %d\\n", status, status == ROUNDEL_E_SYSTEM ? errno : 0);
    roundel_close(device);
  }
  return 0;
}
"""


def test_what_the_system_refused_has_a_reason(
    tmp_path: Path, card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name without a directory means the working directory, as for any file."""
    program = build(tmp_path, REFUSED, "-O1")
    shutil.copy(card, tmp_path / "here.so")
    (tmp_path / "text.so").write_text("no library", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names = (
        "sim:none/card.so",
        "sim:text.so",
        f"sim:{tmp_path}/text.so",
        "sim:here.so",
        "mmio:none",
    )
    assert said(program, *names) == ("-5 2\n-5 8\n-5 8\n0 0\n-5 2\n", "", 0)
