# SPDX-License-Identifier: Apache-2.0
"""Builds a top for cocotb, with Verilator, and runs a bench on it: see `Bench`."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping
from pathlib import Path

import cocotb_tools.config
import pytest

from roundel import cache, design, tools

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]

# What the bench may see: with all of a design, as cocotb's own runner has it, the model is several
# times as large.
VISIBLE = '`verilator_config\npublic_flat_rw -module "{top}" -var "*"\n'

# Compiling takes longer than simulating, in which Python does most.
FLAGS = "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1"


def build(top: str, parameters: Mapping[str, int]) -> Path:
    """The directory of a simulation, built if the cache does not have it."""
    verilator = tools.find("verilator")
    libraries = cocotb_tools.config.libs_dir
    main = cocotb_tools.config.share_dir / "lib" / "verilator" / "verilator.cpp"
    options = [
        *("--cc", "--exe", "--build", "-j", "2", "--vpi", "--prefix", "Vtop", "-Mdir", "."),
        *("--timescale", "1ns/1ps", "--x-initial", "unique", "-Wno-fatal", "-Wno-lint"),
        *("-Wno-style", "--top-module", top, "-o", top, "-MAKEFLAGS", FLAGS, "-LDFLAGS"),
        f"-Wl,-rpath,{libraries} -L{libraries} -lcocotbvpi_verilator",
        *(f"-G{name}={value}" for name, value in parameters.items()),
    ]
    visible = VISIBLE.format(top=top)
    key = cache.digest(verilator.version, visible, " ".join(options), main, *design.sources())

    def make(draft: Path) -> None:
        (draft / "visible.vlt").write_text(visible, encoding="utf-8")
        tools.run(
            verilator,
            [*options, "visible.vlt", main, *design.sources()],
            cwd=draft,
            log=draft / "log.txt",
            timeout=600,
            env=tools.verilator_environment(),
        )

    return cache.entry("bench", key, make)


@pytest.fixture(scope="session")
def run_bench() -> Callable[..., dict[str, str]]:
    """Run a cocotb bench of this directory.

    Its arguments are the bench, the top, its parameters and a directory, a seed and how often the
    bench is to do what is random; it gives what was wrong with each of the bench's tests, "" if
    nothing.
    """

    def run(
        bench: str,
        top: str,
        parameters: Mapping[str, int],
        scratch: Path,
        seed: int = 20261122,
        turns: int = 1,
    ) -> dict[str, str]:
        job, results = scratch / "job.json", scratch / "results.xml"
        values = {
            "bench": f"tests.rtl.top.{bench}",
            "top": top,
            "parameters": dict(parameters),
            "built": str(build(top, parameters)),
            "results": str(results),
            "seed": seed,
            "turns": turns,
        }
        job.write_text(json.dumps(values), encoding="utf-8")
        paths = [ROOT, ROOT / "src"]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
        done = subprocess.run(
            [sys.executable, str(HERE / "run_bench.py"), str(job)],
            cwd=scratch,
            env=environment,
            capture_output=True,
            text=True,
            timeout=500,
            check=False,
        )
        said = done.stdout + done.stderr
        (scratch / "log.txt").write_text(said, encoding="utf-8")
        assert results.exists(), said[-3000:]
        found = {}
        for case in ElementTree.parse(results).iter("testcase"):  # noqa: S314 - of our own run
            wrong = [item.text or "" for kind in ("failure", "error") for item in case.iter(kind)]
            found[str(case.get("name"))] = "".join(wrong)
        return found

    return run
