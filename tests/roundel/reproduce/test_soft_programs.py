# SPDX-License-Identifier: Apache-2.0
"""Programs of a paper's rows: valid kept results, and the cost of a failure.

State space: the firmware unchanged; a change in a file of the AES-128 programs alone; a program
whose simulation fails, and a program with a wrong answer.
"""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from roundel import design
from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.jobs import Cluster, Session
from roundel.reproduce import load_paper, soft_programs
from roundel.reproduce.data_soft import Soft
from roundel.reproduce.soft_record import SoftProgram
from roundel.soft import hosts
from roundel.soft.config import Setting
from roundel.soft.firmware import COMPILER, Variant, build_firmware
from roundel.soft.record import CyclesRecord, SoftRecord, VariantRecord, WrongAnswer

WORDS = "aes_words.h"
RIGHT = "AES_INLINE int aes_size(int bits) {\n"


@pytest.fixture
def firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the firmware's sources, for changes."""
    try:
        tools.find(COMPILER)
        hosts.processor(hosts.HOSTS["picorv32"])
    except FailureError as error:
        pytest.skip(str(error))
    root = tmp_path / "sw"
    shutil.copytree(design.driver_root(), root)
    monkeypatch.setattr(design, "driver_root", lambda: root)
    return root / "firmware"


@pytest.fixture
def paper() -> Soft:
    """The paper about soft processors."""
    soft = load_paper("foerster2005").soft
    assert soft is not None
    return soft


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The variants run, without a simulation."""
    names: list[str] = []

    def measure(setting: Setting, variants: Sequence[Variant], **_: Any) -> SoftRecord:
        (variant,) = variants
        names.append(variant.name)
        sizes = build_firmware(setting.host, variant).sizes
        assert sizes is not None
        own = VariantRecord(
            variant=variant.name, constant_time=True,
            cycles=[CyclesRecord(key_bits=128, parts={"sum": 1}, per_block={})],
            **vars(sizes), image_bytes=1, answers=27, wrong=[], simulated_cycles=1, seconds=1.0,
        )  # fmt: skip
        return SoftRecord(
            host=setting.host.name, unit=setting.unit, parameters={}, memory_bytes=65536,
            variants=[own], passed=True, tools={},
        )  # fmt: skip

    monkeypatch.setattr(soft_programs, "measure", measure)
    return names


def test_a_program_is_run_again_if_its_sizes_change(
    firmware: Path, runs: list[str], paper: Soft, tmp_path: Path
) -> None:
    """The printed sizes are of an AES-128 build, not of the program that runs."""
    only = paper.model_copy(update={"variants": {"bytes": "bytes"}})

    def found() -> SoftProgram:
        failures: dict[str, str] = {}
        with Session(tmp_path / "store") as session:
            programs = soft_programs.run_variants(only, ["picorv32"], session, failures)
        assert failures == {}
        return programs["picorv32", "bytes"]

    first = found()
    assert found() == first
    assert runs == ["bytes"]
    path = firmware / WORDS
    text = path.read_text(encoding="utf-8")
    assert text.count(RIGHT) == 1
    more = '#if AES_ONLY_128\n  __asm__ __volatile__("nop");\n#endif\n'
    path.write_text(text.replace(RIGHT, RIGHT + more), encoding="utf-8")
    second = found()
    assert runs == ["bytes", "bytes"]
    assert second.code_bytes > first.code_bytes
    assert second.table_bytes == first.table_bytes


def test_failures_are_of_one_program(
    firmware: Path, runs: list[str], paper: Soft, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    good: Callable[..., SoftRecord] = vars(soft_programs)["measure"]

    def measure(setting: Setting, variants: Sequence[Variant], **options: Any) -> SoftRecord:
        found = good(setting, variants, **options)
        if variants[0].name == "bytes":
            raise FailureError("the simulation hangs.")
        if variants[0].name == "aes32":
            wrong = WrongAnswer(name="FIPS 197", expected="00", got="01")
            own = found.variants[0].model_copy(update={"wrong": [wrong]})
            return found.model_copy(update={"variants": [own]})
        return found

    monkeypatch.setattr(soft_programs, "measure", measure)
    failures: dict[str, str] = {}
    with Session(tmp_path / "store", cluster=Cluster(workers=1)) as session:
        found = soft_programs.run_variants(paper, ["picorv32"], session, failures)
    assert failures == {
        "bytes on picorv32": "the simulation hangs.",
        "aes32 on picorv32": "aes32 on picorv32 gives a wrong FIPS 197; report this.",
    }
    assert set(found) == {("picorv32", name) for name in paper.variants} - {
        ("picorv32", "bytes"), ("picorv32", "aes32"),
    }  # fmt: skip
    assert {item.unit for item in found.values()} == {"none", "block"}
