# SPDX-License-Identifier: Apache-2.0
"""Runs a cocotb bench of this directory on an adapter and its unit."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from tests.kept import kept, packages, stamps

from roundel import design
from roundel.base import cache, tools
from roundel.base.errors import FailureError
from scripts import imports

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]


@pytest.fixture
def run_bench(tmp_path: Path) -> Callable[..., None]:
    """Run a bench; fail with the failures of the bench.

    The arguments are the bench, the top, its parameters, and if different from the library the
    sources, for example a netlist.
    """
    try:
        tools.find("iverilog")
    except FailureError as missing:
        pytest.skip(str(missing))

    def run(
        bench: str,
        top: str,
        parameters: Mapping[str, int],
        sources: Sequence[Path] | None = None,
        netlist: bool = False,
        seed: int = 20261124,
        turns: int = 1,
    ) -> None:
        asked = {
            "bench": f"tests.rtl.soft.{bench}",
            "top": top,
            "parameters": dict(parameters),
            "netlist": netlist,
            "seed": seed,
            "turns": turns,
        }
        files = tuple(sources) if sources else design.closure(top, parameters)
        code = sorted(imports.closure(HERE / f"{bench}.py") | {HERE / "run_icarus.py"})
        key = cache.digest(asked, stamps("iverilog", "vvp"), packages(), *code, *files)
        said = kept(key, lambda wrong: not wrong, lambda: simulate(asked, files))
        assert not said, said

    def simulate(asked: Mapping[str, object], files: Sequence[Path]) -> str:
        """The faults; empty without a fault."""
        job, results = tmp_path / "job.json", tmp_path / "results.xml"
        values = {
            **asked,
            "sources": [str(path) for path in files if not design.is_header(path)],
            "includes": sorted({str(path.parent) for path in files if design.is_header(path)}),
            "built": str(tmp_path / "built"),
            "results": str(results),
        }
        job.write_text(json.dumps(values), encoding="utf-8")
        paths = [ROOT, ROOT / "src"]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
        done = subprocess.run(
            [sys.executable, str(HERE / "run_icarus.py"), str(job)],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=500,
            check=False,
        )
        said = done.stdout + done.stderr
        assert results.exists(), said[-3000:]
        cases = list(ElementTree.parse(results).iter("testcase"))  # noqa: S314 - a file of this run
        assert cases, said[-3000:]
        wrong = [
            f"{case.get('name')}: {item.get('message') or ''} {item.text or ''}"
            for case in cases
            for kind in ("failure", "error")
            for item in case.iter(kind)
        ]
        return "\n".join([*wrong, said[-1500:]]) if wrong else ""

    return run
