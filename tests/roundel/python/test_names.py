# SPDX-License-Identifier: Apache-2.0
"""`import roundel`: fast, with all listed names, and with types for type checkers."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

import roundel

ROOT = Path(__file__).parents[3]
LIMIT_MS = 50.0

IMPORT = """
import sys, time
started = time.perf_counter()
import roundel
print((time.perf_counter() - started) * 1000)
print([name for name in ("numpy", "pydantic", "typer", "rich") if name in sys.modules])
"""


def run(program: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_every_listed_name_is_there() -> None:
    for name in roundel.__all__:
        assert getattr(roundel, name).__doc__
    assert set(roundel.__all__) <= set(dir(roundel))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'sinth'"):
        getattr(roundel, "sinth")  # noqa: B009 (a type checker refuses the plain form)


def test_type_checkers_see_every_name() -> None:
    tree = ast.parse(Path(roundel.__file__).read_text(encoding="utf-8"))
    blocks = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        alias.name
        for node in ast.walk(blocks[0])
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == set(roundel.__all__)


def test_import_takes_little_time_and_no_library() -> None:
    answers = [run(IMPORT) for _ in range(5)]
    assert min(float(milliseconds) for milliseconds, _ in answers) < LIMIT_MS
    assert {libraries for _, libraries in answers} == {"[]"}


def test_a_function_keeps_its_name_when_its_subpackage_is_imported() -> None:
    program = (
        "import roundel, roundel.explore.page, roundel.verify.flow, json\n"
        "first = [callable(roundel.explore), callable(roundel.verify)]\n"
        "from roundel import explore, verify, cells\n"
        "print(json.dumps([*first, callable(explore), callable(verify), cells.__name__]))"
    )
    assert json.loads(run(program)[0]) == [True, True, True, True, "roundel.cells"]


def test_mypy_infers_the_results(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import roundel\n"
        'config = roundel.load("iterative", KeyBits=256)\n'
        "reveal_type(roundel.synth(config, seeds=(1, 2)).fmax_mhz.median)\n"
        'reveal_type(roundel.explore({"base": "iterative"}).points)\n'
        'with roundel.Device("iterative") as device:\n'
        "    reveal_type(device.process(bytes(16)))\n"
        'roundel.synth("iterative", target=85)\n'
        'roundel.sinth("iterative")\n'
    )
    cache = ROOT / ".mypy_cache"
    said, _, status = api.run(["--strict", f"--cache-dir={cache}", str(program)])
    assert status == 1
    assert [line.split(": ", 1)[1] for line in said.splitlines()[:5]] == [
        'note: Revealed type is "float"',
        'note: Revealed type is "list[roundel.explore.record.Point]"',
        'note: Revealed type is "bytes"',
        'error: Argument "target" to "synth" has incompatible type "int"; expected "str"'
        "  [arg-type]",
        'error: Module has no attribute "sinth"; maybe "synth"?  [attr-defined]',
    ]
