# SPDX-License-Identifier: Apache-2.0
"""The key of a kept result depends on the RTL of the design alone."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from roundel import design
from roundel.base import cache
from roundel.base.progress import null_progress
from roundel.cells.works import CellsDesign, CellsKeys
from roundel.design import files, make_config
from roundel.fpga import mapping
from roundel.fpga.flow import ConfigDesign
from roundel.fpga.works import Keys
from roundel.sim import verilated
from roundel.sim.driver import library
from roundel.sim.stream import Stream
from roundel.verify import flow

CORE = make_config("core", {})
PACKETS = make_config("packets", {"Mode": "gcm"})


class _AskedError(Exception):
    """Passes a key out of the code that asks the cache for a result."""


@pytest.fixture
def rtl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the RTL instead of the library's RTL."""
    copy = tmp_path / "rtl"
    shutil.copytree(design.rtl_root(), copy)
    monkeypatch.setattr(files, "rtl_root", lambda: copy)
    monkeypatch.setattr(design, "rtl_root", lambda: copy)

    def ask(kind: str, key: str, build: object) -> Path:
        del build
        raise _AskedError(f"{kind}-{key}")

    monkeypatch.setattr(cache, "entry", ask)
    return copy


def _asked(work: Callable[[], object]) -> str:
    with pytest.raises(_AskedError) as asked:
        work()
    return str(asked.value)


def _edit(path: Path) -> None:
    path.write_text(path.read_text() + "// an edit\n")


KEYS: dict[str, Callable[[], str]] = {
    "device": lambda: _asked(lambda: verilated.build(CORE, None, null_progress)),
    "stream": lambda: _asked(lambda: Stream.open("s", design.parameters(PACKETS))),
    "dma": lambda: _asked(lambda: library.dma_library(PACKETS, {}, null_progress)),
    "netlist": lambda: _asked(
        lambda: mapping.elaborated(mapping.Circuit.core(CORE), "slang", 60.0, vendor="ecp5")
    ),
    "cells": lambda: _asked(
        lambda: mapping.elaborated(mapping.Circuit.core(CORE), "verilog", 60.0, vendor=None)
    ),
    "verification": lambda: flow._key(flow.CampaignConfig(CORE, None, "kat", 0), 1),
    "placed result": lambda: Keys().of_design(ConfigDesign.of(CORE)),
    "result in cells": lambda: CellsKeys().of_run(CellsDesign(CORE, "default"), "cells"),
}


@pytest.mark.parametrize("kind", KEYS)
def test_an_edit_counts_in_a_file_of_the_design_alone(kind: str, rtl: Path) -> None:
    first = KEYS[kind]()
    for name in ("card/roundel_card.sv", "mode/roundel_xts.sv", "soft/roundel_block_unit.sv"):
        _edit(rtl / name)
    assert KEYS[kind]() == first
    keys = [first]
    for name in ("pkg/roundel_aes_pkg.sv", "round/roundel_mix_columns.sv"):
        _edit(rtl / name)
        keys.append(KEYS[kind]())
    assert len(set(keys)) == len(keys)
