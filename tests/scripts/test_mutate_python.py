# SPDX-License-Identifier: Apache-2.0
"""Mutants of Python code: drawn by a seed, applied in a copy of the tree, and judged by tests."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from scripts.mutants import nearest, sites
from scripts.mutants.worker import Worker

from roundel.base.errors import FailureError, InputError
from scripts import imports, mutate_python

WITHOUT_EFFECT = '''\
"""Text with a - b and 1."""
from __future__ import annotations
import functools
from typing import TYPE_CHECKING

__all__ = ["a" "b", *(1 * ["c"])]
if TYPE_CHECKING:
    some = 1 + 2
value: int | None

@functools.cache
def plain(a: int | str, *b: 1 | 2) -> 1 | 3:
    """Return."""
    raise ValueError("not 1")

config = ConfigDict(frozen=True)

class Some(Protocol):
    @property
    def name(self) -> str: ...
'''


def test_no_site_where_a_change_has_no_effect() -> None:
    assert sites.sites(WITHOUT_EFFECT) == {}


def test_sites_of_code() -> None:
    found = sites.sites("@other\ndef f(a: int | str = 1):\n    return a < 2\n")
    assert set(found) == {(1, 0), (2, 21), (3, 13), (3, 15)}
    assert {name for name, _ in found[2, 21]} == {"core/NumberReplacer"}


def test_shares_go_with_the_square_root() -> None:
    assert sites.share({"a": 100, "b": 400, "c": 0 + 1}, 31) == {"a": 10, "b": 20, "c": 1}
    assert sites.share({"a": 100, "b": 1}, 50) == {"a": 49, "b": 1}
    assert sites.share({"a": 2, "b": 1}, 50) == {"a": 2, "b": 1}


def test_the_seed_draws_the_mutants() -> None:
    source = "".join(f"def f{n}(a, b):\n    return a < {n} and b + {n} > 3\n\n" for n in range(30))
    texts = {f"src/roundel/p/{name}.py": source for name in "ab"}
    drawn = sites.draw(texts, 40, 1)
    assert drawn == sites.draw(texts, 40, 1)
    assert drawn != sites.draw(texts, 40, 2)
    assert len({(item.path, item.text) for item in drawn}) == 40
    assert {item.package for item in drawn} == {"p"}
    for item in drawn:
        old, new = item.diff.splitlines()
        assert old[0] == "-"
        assert old[1:] == source.splitlines()[item.line - 1]
        assert new[1:] == item.text.splitlines()[item.line - 1]


def test_what_does_not_compile_is_no_mutant() -> None:
    # `not` in front of an assignment expression is a syntax error.
    assert sites.draw({"p/a.py": "if a := b:\n    pass\n"}, 5, 1) == []
    # Python warns of `is` before a literal, and pytest makes an error of the warning.
    changes = [sites.draw({"p/a.py": 'c = a == "b"\n'}, 1, seed) for seed in range(40)]
    assert [] in changes
    assert not any(" is " in item.text for [item] in filter(None, changes))


def test_the_nearest_tests_come_first_and_keep_the_budget() -> None:
    path = "src/roundel/jobs/a.py"
    package = "tests/roundel/jobs/"
    far = {path: {"tests/roundel/base/test_b.py": 1, f"{package}test_a.py": 2,
                  f"{package}test_c.py": 1}}  # fmt: skip
    tests = ["tests/roundel/base/test_b.py::test_x", f"{package}test_c.py::test_y",
             f"{package}test_c.py::test_z", f"{package}test_a.py::test_w",
             "tests/other.py::test"]  # fmt: skip
    chosen = nearest.Selection(far, tests, {}, 3 * nearest._UNKNOWN)
    assert chosen.near == {path: [tests[3], tests[1], tests[2]]}
    assert chosen.far == {path: []}
    assert nearest.Selection(far, tests, {}, 4 * nearest._UNKNOWN).far == {path: [tests[0]]}


SUMS = """\
def above(value: int) -> int:
    return 0 if value < 3 else value


def unused(value: int) -> bool:
    return value * 3 > 10
"""
TEST = """\
from roundel.toy.sums import above

def test_above():
    assert [above(value) for value in (1, 2, 3, 4)] == [0, 0, 3, 4]
"""
TOY = "src/roundel/toy/sums.py"


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one module and its tests."""
    root = tmp_path / "toy"
    texts = {
        "pyproject.toml": '[tool.pytest.ini_options]\nmarkers = ["campaign", "notebook"]\n',
        "src/roundel/__init__.py": "",
        "src/roundel/toy/__init__.py": "",
        TOY: SUMS,
        "tests/roundel/toy/test_sums.py": TEST,
    }
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    monkeypatch.setattr(imports, "ROOT", root)
    monkeypatch.setattr(imports, "_PLACES", {"roundel": root / "src", "tests": root})
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    return root


def contents(root: Path) -> Mapping[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_tells_survivors_from_detected_mutants(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(toy)
    outcome = mutate_python.campaign([TOY], 6, 1, 2)
    assert contents(toy) == before
    found = {(item.mutant.line > 3, item.verdict.by.rpartition("::")[2]) for item in outcome.judged}
    assert found == {(True, ""), (False, "test_above")}
    assert all(item.verdict.detected == bool(item.verdict.by) for item in outcome.judged)
    assert outcome.share == 1 - len(outcome.survivors) / 6
    [tally] = outcome.tallies()
    assert (tally["package"], tally["mutants"]) == ("toy", 6)
    assert tally["detected"] == 6 - len(outcome.survivors)

    def judge(*_: object) -> None:
        raise AssertionError("a kept verdict is computed again")

    monkeypatch.setattr(Worker, "judge", judge)
    assert mutate_python.campaign([TOY], 6, 1, 1).judged == outcome.judged


def test_an_endless_mutant_is_detected(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest, "_STARTING", 2)
    worker = Worker(toy.parent / "work")
    text = SUMS.replace("    return 0", "    while True:\n        pass\n    return 0")
    mutant = sites.Mutant(TOY, 2, "", 0, text, "")
    selection = nearest.Selection(
        nearest.distances([TOY]), ["tests/roundel/toy/test_sums.py::test_above"], {}
    )
    verdict = worker.judge(mutant, selection)
    assert verdict.detected
    assert verdict.by == "time limit"
    assert (worker.tree / TOY).read_text(encoding="utf-8") == SUMS


@pytest.mark.parametrize(("kills", "by"), [("once", ""), ("always", "crash")])
def test_a_run_that_the_system_kills_is_repeated(toy: Path, kills: str, by: str) -> None:
    mark = toy.parent / "killed"
    body = f"""    import os, pathlib
    if {kills == "always"} or not pathlib.Path({str(mark)!r}).exists():
        pathlib.Path({str(mark)!r}).touch()
        os.kill(os.getpid(), 9)
"""
    worker = Worker(toy.parent / "work")
    mutant = sites.Mutant(TOY, 2, "", 0, SUMS.replace("int:\n", f"int:\n{body}", 1), "")
    selection = nearest.Selection(
        nearest.distances([TOY]), ["tests/roundel/toy/test_sums.py::test_above"], {}
    )
    assert worker.judge(mutant, selection).by == by
    assert mark.exists()


def test_a_file_without_mutants_is_named(toy: Path) -> None:
    (toy / TOY).write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="these files have no mutants"):
        mutate_python.campaign([TOY], 6, 1, 1)


def test_a_mutant_sees_the_cache_and_nothing_of_earlier_mutants(toy: Path) -> None:
    cache = Path(os.environ["ROUNDEL_CACHE"])
    for name in ("kind/kept", "kind/other", "second/third"):
        (cache / name).mkdir(parents=True)
        (cache / name / "file").write_text(name)
    worker = Worker(toy.parent / "work")
    for _ in range(2):
        worker._see_cache()
        found = {path.relative_to(worker._cache).as_posix() for path in worker._cache.glob("*/*")}
        assert found == {"kind/kept", "kind/other", "second/third"}
        assert (worker._cache / "kind/other/file").read_text() == "kind/other"
        # Legal changes by tests: add entries and kinds, replace an entry, remove an entry.
        (worker._cache / "kind" / "new").mkdir()
        (worker._cache / "kind" / ".lock").touch()
        (worker._cache / "strange" / "entry").mkdir(parents=True)
        (worker._cache / "second" / "third").unlink()
        (worker._cache / "kind" / "kept").unlink()
        (worker._cache / "kind" / "kept").mkdir()
    assert (cache / "kind/kept/file").read_text() == "kind/kept"


def test_the_tests_must_pass_without_a_change(toy: Path) -> None:
    path = toy / "tests/roundel/toy/test_sums.py"
    path.write_text(TEST.replace("3, 4]", "3, 5]"), encoding="utf-8")
    with pytest.raises(FailureError, match="test_sums.py::test_above failed without a change"):
        mutate_python.campaign([TOY], 6, 1, 1)


def test_a_module_without_tests_is_named(toy: Path) -> None:
    (toy / "tests/roundel/toy/test_sums.py").write_text("def test(): pass\n", encoding="utf-8")
    with pytest.raises(InputError, match="no test imports"):
        mutate_python.campaign([TOY], 6, 1, 1)
