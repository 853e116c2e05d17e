# SPDX-License-Identifier: Apache-2.0
"""Fixtures for tests of soft processors: the packages, the compiler, a system, a program."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.roundel.soft.soft_tests import Compiled, Opened, need_processor

from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.soft import hosts
from roundel.soft.config import Setting
from roundel.soft.firmware import COMPILER, VARIANTS, Firmware, build_firmware
from roundel.soft.system import System


@pytest.fixture
def compiler() -> tools.Tool:
    try:
        return tools.find(COMPILER)
    except FailureError as error:
        pytest.skip(str(error))


@pytest.fixture
def system() -> Iterator[Opened]:
    """Opens systems, closed at the end of the test; built systems come from the cache."""
    opened: list[System] = []

    def open_(host: str, unit: str = "none", **choices: int) -> System:
        need_processor(host)
        opened.append(Setting.choose(host, unit, **choices).open())  # type: ignore[arg-type]
        return opened[-1]

    yield open_
    for item in opened:
        item.close()


@pytest.fixture
def program(compiler: tools.Tool, tmp_path: Path) -> Compiled:
    """Compiles the body of a main function, together with the files of the firmware."""

    def compile_(host: str, body: str, variant: str = "bytes", memory: int = 65536) -> Firmware:
        path = tmp_path / "own.c"
        path.write_text(f'#include "platform.h"\nint main(void) {{ {body} }}\n', encoding="utf-8")
        return build_firmware(hosts.HOSTS[host], VARIANTS[variant], path, memory)

    return compile_
