# SPDX-License-Identifier: Apache-2.0
"""What is derived from the RDL of the registers: C places them right, the page has them all."""

from pathlib import Path

from scripts.derived import registers

from roundel import tools

PROGRAM = """\
#include "aes_registers.h"
#include <stddef.h>
"""


def test_header_places_every_register(tmp_path: Path) -> None:
    (tmp_path / "aes_registers.h").write_text(registers.header(), encoding="utf-8")
    program = PROGRAM
    for entry in registers.registers():
        place = f"offsetof(aes_registers_t, {entry.name}) == {entry.address}"
        program += f"typedef char {entry.name}_is_there[({place}) ? 1 : -1];\n"
    (tmp_path / "program.cpp").write_text(program, encoding="utf-8")
    tools.run(
        tools.find("g++"),
        ["-fsyntax-only", "-Wall", "-Werror", "program.cpp"],
        cwd=tmp_path,
        log=tmp_path / "log.txt",
        timeout=60,
    )


def test_page_has_every_field() -> None:
    page = registers.page()
    for entry in registers.registers():
        section = page.split(f'<h2 id="{entry.name}">')[1].split("<h2")[0]
        assert f"0x{entry.address:03x}" in section
        for field in entry.fields:
            assert f"<code>{field.name}</code>" in section


def test_no_two_registers_or_fields_overlap() -> None:
    taken: set[int] = set()
    for entry in registers.registers():
        assert taken.isdisjoint(entry.addresses)
        taken.update(entry.addresses)
        bits = 0
        for field in entry.fields:
            assert bits & field.mask == 0
            bits |= field.mask
