# SPDX-License-Identifier: Apache-2.0
"""Files derived from the RDL: C offsets, constants of the RTL, and a page of every field."""

from pathlib import Path

import pytest
from pyslang import ast, syntax
from scripts.derived import registers

from roundel.base import programs, tools
from roundel.cocotb import Register
from roundel.cocotb import registers as registers_module

ROOT = Path(__file__).resolve().parents[2]

each_map = pytest.mark.parametrize("name", [registers.AXI, registers.CARD, registers.DMA])


@each_map
def test_header_places_every_register(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.h").write_text(registers.header(name), encoding="utf-8")
    program = f'#include "{name}.h"\n#include <stddef.h>\n'
    for entry in registers.registers(name):
        place = f"offsetof({name}_t, {entry.name}) == {entry.address}"
        program += f"typedef char {entry.name}_is_there[({place}) ? 1 : -1];\n"
    (tmp_path / "program.cpp").write_text(program, encoding="utf-8")
    programs.run(
        tools.find("g++"),
        ["-fsyntax-only", "-Wall", "-Werror", "program.cpp"],
        cwd=tmp_path,
        log=tmp_path / "log.txt",
        timeout=60,
    )


@each_map
def test_page_has_every_field(name: str) -> None:
    page = registers.page(name)
    for entry in registers.registers(name):
        section = page.split(f'<h2 id="{entry.name}">')[1].split("<h2")[0]
        assert f"0x{entry.address:03x}" in section
        for field in entry.fields:
            assert f"<code>{field.name}</code>" in section


@each_map
def test_no_two_registers_or_fields_overlap(name: str) -> None:
    taken: set[int] = set()
    for entry in registers.registers(name):
        assert taken.isdisjoint(entry.addresses)
        taken.update(entry.addresses)
        bits = 0
        for field in entry.fields:
            assert bits & field.mask == 0
            bits |= field.mask


@each_map
def test_rtl_header_has_every_constant(name: str) -> None:
    source = f"module constants;\n{registers.include(name)}endmodule\n"
    compilation = ast.Compilation()
    compilation.addSyntaxTree(syntax.SyntaxTree.fromText(source))
    assert not list(compilation.getAllDiagnostics())
    body = compilation.getRoot().topInstances[0].body
    found = {item.name: int(item.value.value) for item in body if hasattr(item, "value")}
    known = registers.registers(name)
    for entry in known:
        prefix = f"REG_{entry.name}"
        word = entry.address % 4096 // (entry.bits // 8)
        assert found[f"{prefix}_ADDRESS"] == entry.address
        assert found[f"{prefix}_WORD"] == word
        assert found[f"{prefix}_WRITE_MASK"] == sum(
            field.mask for field in entry.fields if "w" in field.access
        )
        for index in range(entry.count):
            assert found["REG_PRESENT"] >> (word + index) & 1
            assert found["REG_WRITABLE"] >> (word + index) & 1 == entry.writable
        for field in entry.fields:
            title = f"{prefix}_{field.name.upper()}"
            mask = ((1 << found[f"{title}_WIDTH"]) - 1) << found[f"{title}_LSB"]
            assert mask == field.mask
            reset = (found[f"{prefix}_RESET"] & mask) >> found[f"{title}_LSB"]
            assert reset == (field.reset or 0)
            assert found.get(f"{title}_RESET") == field.reset
    assert found["REG_PRESENT"].bit_count() == sum(entry.count for entry in known)


def test_python_and_page_have_every_register() -> None:
    page = registers.addresses()
    for entry in registers.registers():
        assert Register[entry.name] == entry.address
        name = entry.name if entry.count == 1 else f"{entry.name}[{entry.count}]"
        assert f"0x{entry.address:03x}" in page
        assert f"| `{name}` |" in page
    assert len(Register) == len(registers.registers())
    assert registers.python() == Path(registers_module.__file__).read_text(encoding="utf-8")
    assert page in (ROOT / "docs" / "how-to" / "axi.md").read_text(encoding="utf-8")
