# SPDX-License-Identifier: Apache-2.0
"""Builds a top for cocotb, with Verilator, and runs a bench on it: see `Bench`."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.kept import kept, packages

from roundel.base import cache
from roundel.cocotb import build
from scripts import imports

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]

INSIDE = {
    "roundel_dma": ("roundel_dma_align", "roundel_dma_record_writer")
}  # modules of a top used by the bench


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
        built = build(top, parameters, registers_of=INSIDE.get(top, ()))
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
