# SPDX-License-Identifier: Apache-2.0
"""Programs of a paper's rows: what of them the cache keeps, and when it does not.

State space: the firmware as it is; changed in what only a program of AES-128 alone has.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from roundel import design
from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.base.progress import null_progress
from roundel.reproduce import soft_programs
from roundel.reproduce.soft_record import SoftProgram
from roundel.soft import hosts
from roundel.soft.config import Setting
from roundel.soft.firmware import COMPILER, Variant, build_firmware
from roundel.soft.record import CyclesRecord, SoftRecord, VariantRecord

WORDS = "aes_words.h"
RIGHT = "AES_INLINE int aes_size(int bits) {\n"


@pytest.fixture
def firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the firmware's sources, which this test may change."""
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
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The variants that were run, which here takes no simulation."""
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


def test_a_program_is_run_again_if_its_sizes_change(firmware: Path, runs: list[str]) -> None:
    """Those told are of AES-128 alone, which the program that runs is not built with."""

    def found() -> SoftProgram:
        return soft_programs._run("picorv32", "bytes", {}, null_progress)

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
