# SPDX-License-Identifier: Apache-2.0
"""Shell completion of commands, options, and names of every kind.

bash and zsh are driven by the environment of their scripts; bash also runs the script.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundel.cli.app import COMMANDS
from roundel.design import preset_names
from roundel.explore import spaces
from roundel.fpga.targets import targets
from roundel.reproduce.data import paper_names
from roundel.system.link import link_names

ROUNDEL = [sys.executable, "-m", "roundel"]

LINES = {
    "roundel s": [name for name in COMMANDS if name.startswith("s")],
    "roundel soft r": ["run"],
    "roundel presets --pa": ["--papers"],
    "roundel show ": preset_names(),
    "roundel show jin2011-o": ["jin2011-outer"],
    "roundel encrypt --config gcm-": ["gcm-1", "gcm-2", "gcm-256"],
    "roundel encrypt --mode ": ["ecb", "cbc", "ctr", "gcm", "xts"],
    "roundel explore ": spaces(),
    "roundel synth outer --target ": [*(part.name for part in targets()), "cells"],
    "roundel system outer --link ": link_names(),
    "roundel reproduce ": paper_names(),
    "roundel show outer -p Key": ["KeyBits=", "KeySizes=", "KeySchedule=", "KeySlots="],
    "roundel show nothing-of-the-kind": [],
}


def complete(shell: str, **environment: str) -> str:
    environment |= {"_ROUNDEL_COMPLETE": f"complete_{shell}"}
    done = subprocess.run(
        ROUNDEL, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("line", LINES)
def test_bash(line: str) -> None:
    position = str(len(line.split(" ")) - 1)
    assert complete("bash", COMP_WORDS=line, COMP_CWORD=position).split() == LINES[line]


@pytest.mark.parametrize("line", LINES)
def test_zsh(line: str) -> None:
    script = complete("zsh", _TYPER_COMPLETE_ARGS=line)
    found = [word for word in script.replace(":", " ").replace("(", " ").split() if word[0] == '"']
    names = [word.strip("\")'") for word in found]
    assert [name for name in names if name in LINES[line]] == LINES[line]
    assert script.startswith("_arguments '*: :((" if LINES[line] else "_files")


def test_script_in_bash(tmp_path: Path) -> None:
    """The script is loaded, and completes the text behind the command."""
    command = tmp_path / "roundel"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m roundel "$@"\n')
    command.chmod(0o755)
    script = (
        "source <(roundel --show-completion)\n"
        "complete -p roundel\n"
        "COMP_WORDS=(roundel show iterative-b) COMP_CWORD=2\n"
        "_roundel_completion roundel\n"
        'echo "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["/bin/bash", "-c", script],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "complete -o default -F _roundel_completion roundel",
        "iterative-both",
    ]


def test_installed_in_a_home(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/bash", "-c", f"{' '.join(ROUNDEL)} --install-completion; exit $?"],
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "bash completion installed" in done.stdout
    assert "_roundel_completion" in (tmp_path / ".bash_completions" / "roundel.sh").read_text()
