# SPDX-License-Identifier: Apache-2.0
"""Builds a top for cocotb, with Verilator, and runs a bench on it: see `Bench`."""

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import cocotb_tools.config
import pytest
from tests.kept import kept, packages

from roundel import design
from roundel.base import cache, programs, tools
from scripts import imports

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]

# Signals visible to the bench: with all signals of a design, as in cocotb's own runner, the model
# is several times as large.
VISIBLE = '`verilator_config\npublic_flat_rw -module "{top}" -var "*"\n'
INSIDE = {
    "roundel_dma": ("roundel_dma_align", "roundel_dma_record_writer")
}  # modules of a top used by the bench

MAIN = cocotb_tools.config.share_dir / "lib" / "verilator" / "verilator.cpp"

# Compiling takes longer than simulating, which is mostly Python.
FLAGS = "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1"


def _options(top: str) -> list[str | Path]:
    """Verilator's, for every design."""
    libraries = cocotb_tools.config.libs_dir
    return [
        *("--cc", "--exe", "--build", "-j", "2", "--vpi", "--prefix", "Vtop", "-Mdir", "."),
        *("--timescale", "1ns/1ps", "--x-initial", "unique", "-Wno-fatal", "-Wno-lint"),
        *("-Wno-style", "--top-module", top, "-o", top, "-MAKEFLAGS", FLAGS, "-LDFLAGS"),
        f"-Wl,-rpath,{libraries} -L{libraries} -lcocotbvpi_verilator",
        MAIN,
    ]


def _verilate(options: Sequence[str | Path], directory: Path) -> None:
    programs.run(
        tools.find("verilator"),
        options,
        cwd=directory,
        log=directory / "log.txt",
        timeout=600,
        env=tools.verilator_environment(),
    )


def _runtime() -> Path:
    """A directory with the common objects of all simulations, which take as long as a design.

    The objects come from an empty design; the rest of that design is dropped.
    """
    options = _options("nothing")
    version = tools.find("verilator").stamp

    def make(draft: Path) -> None:
        (draft / "nothing.v").write_text("module nothing; endmodule\n", encoding="utf-8")
        _verilate([*options, "nothing.v"], draft)
        for path in draft.iterdir():
            if not re.fullmatch(r"verilated\w*\.o", path.name):
                path.unlink()

    return cache.entry("bench-runtime", cache.digest(version, *map(str, options), MAIN), make)


def build(top: str, parameters: Mapping[str, int]) -> Path:
    """The directory of a simulation, built unless the cache has the directory."""
    options = _options(top)
    options += [f"-G{name}={value}" for name, value in parameters.items()]
    visible = VISIBLE.format(top=top)
    visible += "".join(
        f'public_flat_rd -module "{name}" -var "*_q"\n' for name in INSIDE.get(top, ())
    )
    version = tools.find("verilator").stamp
    files = design.closure(top, parameters)
    key = cache.digest(version, visible, *map(str, options), MAIN, *files)

    def make(draft: Path) -> None:
        (draft / "visible.vlt").write_text(visible, encoding="utf-8")
        ready = list(_runtime().iterdir())
        for path in ready:
            shutil.copy(path, draft)
        old = " ".join(f"-o {path.name}" for path in ready)  # make: is not to be made again
        _verilate([*options, "-MAKEFLAGS", old, "visible.vlt", *design.arguments(files)], draft)

    return cache.entry("bench", key, make)


def _passed(told: str) -> bool:
    """Whether nothing was wrong with any test of a bench."""
    wrong = json.loads(told)
    return bool(wrong) and not any(wrong.values())


@pytest.fixture(scope="session")
def run_bench() -> Callable[..., dict[str, str]]:
    """Run a cocotb bench of this directory; return the failures of each test, "" for a pass.

    The arguments are the bench, the top, its parameters, a directory, a seed and the number of
    random repetitions.
    """

    def run(
        bench: str,
        top: str,
        parameters: Mapping[str, int],
        scratch: Path,
        seed: int = 20261122,
        turns: int = 1,
    ) -> dict[str, str]:
        built = build(top, parameters)
        asked = {
            "bench": f"tests.rtl.top.{bench}",
            "top": top,
            "parameters": dict(parameters),
            "seed": seed,
            "turns": turns,
        }
        code = sorted(imports.closure(HERE / f"{bench}.py") | {HERE / "run_bench.py"})
        key = cache.digest(asked, built.name, packages(), *code)
        told = kept(key, _passed, lambda: json.dumps(simulate(asked, built, scratch)))
        return dict(json.loads(told))

    def simulate(asked: Mapping[str, object], built: Path, scratch: Path) -> dict[str, str]:
        job, results = scratch / "job.json", scratch / "results.xml"
        values = {**asked, "built": str(built), "results": str(results)}
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
