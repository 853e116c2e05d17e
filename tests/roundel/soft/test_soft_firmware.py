# SPDX-License-Identifier: Apache-2.0
import errno
import os
import re
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile
from tests.roundel.soft.soft_tests import HOSTS, Compiled

from roundel import design
from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError, InputError
from roundel.soft.firmware import (
    COMPILER,
    PROGRAMS,
    VARIANTS,
    Firmware,
    build_firmware,
    find_variant,
    variants_of,
)
from roundel.soft.hosts import HOSTS as FOUND


def test_a_variant_that_does_not_exist() -> None:
    with pytest.raises(InputError, match="four-tables, aes32, block or block-direct"):
        find_variant("two-tables")


def test_variants_of_a_unit() -> None:
    plain = ["bytes", "one-table", "four-tables"]
    assert [item.name for item in variants_of("none")] == plain
    assert [item.name for item in variants_of("aes32")] == [*plain, "aes32"]
    assert [item.name for item in variants_of("block")] == [*plain, "block", "block-direct"]


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("host", HOSTS)
def test_sizes(host: str) -> None:
    sizes = {name: build_firmware(FOUND[host], variant).sizes for name, variant in VARIANTS.items()}
    tables = {name: found.table_bytes for name, found in sizes.items() if found}
    # An S-box and its inverse; per direction a table of words with the S-box or its inverse.
    assert tables["bytes"] == 512
    assert tables["one-table"] == 2 * 1024 + 256
    assert tables["four-tables"] == 8 * 1024 + 256
    assert tables["aes32"] == 0
    assert tables["block"] <= 64
    assert tables["block-direct"] == 0
    for found in sizes.values():
        assert found is not None
        assert 0 < found.code_bytes < found.all_code_bytes
        assert found.table_bytes <= found.all_table_bytes
        assert 0 < found.only_128_code_bytes < found.code_bytes
        assert found.only_128_table_bytes == found.table_bytes
    plain, unit = sizes["four-tables"], sizes["aes32"]
    assert plain is not None
    assert unit is not None
    small = unit.only_128_code_bytes + unit.only_128_table_bytes
    assert plain.only_128_code_bytes + plain.only_128_table_bytes > 4 * small


def test_a_program_that_does_not_fit(program: Compiled) -> None:
    body = "static volatile uint8_t much[20000]; much[0] = 1; return much[19999];"
    program("picorv32", body, memory=32768)
    with pytest.raises(
        InputError, match=r"needs 2\d,\d\d\d bytes .* 4,096; give a memory of 32768 bytes\."
    ):
        program("picorv32", body, memory=4096)


def test_a_program_that_fits_nowhere(program: Compiled) -> None:
    body = "static volatile uint8_t much[1 << 26]; return much[7];"
    with pytest.raises(
        InputError, match=r"but the largest memory has 67,108,864; make the program smaller\."
    ):
        program("picorv32", body)


def address(firmware: Firmware, name: str) -> int:
    """The address of a symbol defined by the linker."""
    with firmware.path.open("rb") as file:
        table: Any = ELFFile(file).get_section_by_name(".symtab")
        (symbol,) = table.get_symbol_by_name(name)
        return int(symbol["st_value"])


def test_the_stack_has_what_is_left(program: Compiled) -> None:
    """All but 4 KiB, and 1 KiB at least; behind the variables in a cache of 4 KiB."""
    body = "static volatile uint8_t some[5000]; return some[7];"
    for memory in (16384, 65536, 1 << 20):
        firmware = program("picorv32", body, memory=memory)
        top, end = (address(firmware, name) for name in ("stack_top", "bss_end"))
        assert memory - 4096 < top <= memory
        assert top % 16 == 0
        assert 1024 <= (top - end) % 4096 < 1024 + 16
    full = "static volatile uint8_t much[{}]; return much[7];"
    free = 4096 - address(program("picorv32", full.format(4), memory=4096), "bss_end")
    program("picorv32", full.format(free - 1024), memory=4096)
    with pytest.raises(InputError, match="of memory, but the memory has 4,096"):
        program("picorv32", full.format(free - 1024 + 32), memory=4096)


def log_in(error: pytest.ExceptionInfo[FailureError]) -> str:
    """The text of the log named in a message."""
    found = re.search(r"see (\S+)\.$", str(error.value))
    assert found
    return Path(found[1]).read_text(encoding="utf-8")


def test_a_program_in_error(program: Compiled) -> None:
    with pytest.raises(FailureError, match="failed with status 1: .*nothing_like_that") as caught:
        program("picorv32", "return nothing_like_that;")
    assert "nothing_like_that" in log_in(caught)
    with pytest.raises(
        FailureError, match=r"own.c with bytes cannot be linked: undefined reference to `nowhere'; "
    ) as caught:
        program("picorv32", "extern int nowhere(void); return nowhere();")
    assert "nowhere" in log_in(caught)


def test_a_program_that_does_not_exist(tmp_path: Path) -> None:
    for name in ("none.c", "none"):
        with pytest.raises(InputError, match=rf"no program \S+/{name}; give a C source"):
            build_firmware(FOUND["picorv32"], VARIANTS["bytes"], tmp_path / name)
    with pytest.raises(InputError, match="no program rest; choose bench or monte_carlo, or give a"):
        build_firmware(FOUND["picorv32"], VARIANTS["bytes"], "rest")


def test_a_program_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        InputError, match=r"cannot read \S+ \(File name too long\); give a readable C source"
    ):
        build_firmware(FOUND["picorv32"], VARIANTS["bytes"], tmp_path / f"{'a' * 300}.c")

    def refuse(path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_file", refuse)  # root may search every directory
    with pytest.raises(
        InputError, match=r"cannot read \S+ \(Permission denied\); give a readable C source"
    ):
        build_firmware(FOUND["picorv32"], VARIANTS["bytes"], tmp_path / "own.c")


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_users_program_with_a_name_of_ours(
    name: str, program: Compiled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked = program("picorv32", "return 3;").path.read_bytes()
    (tmp_path / name).write_bytes(linked)
    monkeypatch.chdir(tmp_path)
    assert build_firmware(FOUND["picorv32"], VARIANTS["bytes"], Path(name)).path == Path(name)


def test_a_name_that_is_no_text(compiler: tools.Tool, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff.c")
    path.write_text("int main(void) { return 0; }", encoding="utf-8")
    assert build_firmware(FOUND["picorv32"], VARIANTS["bytes"], path).sizes is not None


def test_a_linked_program_is_taken_as_it_is(program: Compiled, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    linked.write_bytes(program("vexriscv", "return 3;").path.read_bytes())
    found = build_firmware(FOUND["vexriscv"], VARIANTS["bytes"], linked)
    assert found.sizes is None
    assert found.path == linked


def test_a_changed_program_is_compiled_again(program: Compiled) -> None:
    first = program("picorv32", "return 1;")
    assert program("picorv32", "return 1;").path == first.path
    assert program("picorv32", "return 2;").path != first.path
    assert program("picorv32", "return 1;", variant="one-table").path != first.path
    assert program("vexriscv", "return 1;").path != first.path


def test_what_the_assembler_takes_in_is_looked_at(program: Compiled, tmp_path: Path) -> None:
    """The preprocessor does not see the code."""
    data = tmp_path / "data.bin"
    body = f'__asm__(".incbin \\"{data}\\"\\n"); return 0;'
    found = []
    for content in (bytes(4), b"\x13\x00\x00\x00", bytes(4)):
        data.write_bytes(content)
        found.append(program("picorv32", body).image.memory)
    assert found[0] != found[1]
    assert found[0] == found[2]


def test_another_compiler_of_the_same_version(
    compiler: tools.Tool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / COMPILER
    other.write_text(f'#!/bin/sh\nexec {compiler.command[0]} "$@" -O1\n', encoding="utf-8")
    other.chmod(0o755)
    first = build_firmware(FOUND["picorv32"], VARIANTS["bytes"])
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert build_firmware(FOUND["picorv32"], VARIANTS["bytes"]).sizes != first.sizes


@pytest.mark.usefixtures("compiler")
def test_what_is_constant_in_time() -> None:
    found = {
        (host, name): build_firmware(FOUND[host], variant).constant_time
        for host in HOSTS
        for name, variant in VARIANTS.items()
    }
    plain = ("bytes", "one-table", "four-tables")
    # VexRiscv has a cache: a table takes longer at first use.
    assert {key for key, constant in found.items() if constant is False} == {
        ("vexriscv", name) for name in plain
    }
    assert None not in found.values()


def compiled(
    compiler: tools.Tool, folder: Path, source: Path, *options: str, variant: str = "BLOCK_DIRECT"
) -> Path:
    """A source as an object file, with a section for each variable and no alignment for nothing."""
    root = design.driver_root() / "firmware"
    chosen = [f"-DAES_VARIANT=AES_{variant}", "-DAES_HOST=AES_PICORV32", f"-I{root}"]
    programs.run(
        compiler,
        ["-march=rv32i", "-mabi=ilp32", *options, *chosen, "-fdata-sections", "-ffreestanding",
         "-malign-data=natural", "-c", source, "-o", "it.o"],
        cwd=folder, log=folder / "log.txt", timeout=60,
    )  # fmt: skip
    return folder / "it.o"


def alignments(path: Path) -> dict[str, int]:
    """How the variables of an object file have to stand, by their names without a number."""
    with path.open("rb") as file:
        return {
            section.name.split(".")[2]: section["sh_addralign"]
            for section in ELFFile(file).iter_sections()
            if re.match(r"\.s?(data|bss|rodata)\.", section.name)
        }


def test_keys_and_blocks_stand_where_the_direct_unit_needs_them(
    compiler: tools.Tool, tmp_path: Path
) -> None:
    """By themselves: for speed gcc happens to align every array."""
    root = design.driver_root() / "firmware"
    found = alignments(compiled(compiler, tmp_path, root / "monte_carlo.c", "-Os"))
    arrays = ["bytes", "chain", "text", "before", "given"]
    assert {name: found[name] for name in arrays} == dict.fromkeys(arrays, 4)
    page = Path(__file__).parents[3] / "docs" / "how-to" / "soft.md"
    (example,) = re.findall(r"^```c\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    arrays = re.findall(r"uint8_t (\w+)\[", example)
    assert arrays == ["zeros", "out"]
    # The sections do not include the stack.
    path = tmp_path / "example.c"
    path.write_text(example.replace("  uint8_t out", "  static uint8_t out"), encoding="utf-8")
    found = alignments(compiled(compiler, tmp_path, path, "-Os"))
    assert {name: found[name] for name in arrays} == dict.fromkeys(arrays, 4)


@pytest.mark.parametrize("variant", ["AES32", "BLOCK"])
def test_instructions_need_optimisation(compiler: tools.Tool, tmp_path: Path, variant: str) -> None:
    source = design.driver_root() / "firmware" / f"aes_{variant.lower()}.c"
    compiled(compiler, tmp_path, source, "-O1", variant=variant)
    with pytest.raises(FailureError, match="compile with -O2, not with -O0"):
        compiled(compiler, tmp_path, source, "-O0", "-Wfatal-errors", variant=variant)


def test_without_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(cache.ENVIRONMENT, str(tmp_path / "cache"))
    with pytest.raises(FailureError) as caught:
        build_firmware(FOUND["picorv32"], VARIANTS["bytes"])
    assert str(caught.value).endswith("; install it (Debian: apt install gcc-riscv64-unknown-elf).")
    found = {item.name: item for item in tools.survey()}["riscv64-unknown-elf-gcc"]
    assert found.tool is None
    assert not found.required
