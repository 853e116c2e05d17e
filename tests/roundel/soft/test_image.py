# SPDX-License-Identifier: Apache-2.0
import struct
import sys
from pathlib import Path

import pytest
from tests.roundel.soft.soft_tests import Compiled

from roundel.base import programs, tools
from roundel.base.errors import FailureError, InputError
from roundel.soft.image import Image, Symbol, read_image

SOURCE = """
  .globl _start
  .section .text
_start:
  nop
  nop
  .type work, @function
work:
  nop
  .size work, . - work
  .data
  .word 0x04030201
  .bss
  .skip 64
"""


def link(folder: Path, compiler: tools.Tool, *options: str) -> Path:
    source = folder / "own.S"
    source.write_text(SOURCE, encoding="utf-8")
    programs.run(
        compiler,
        ["-march=rv32i", "-mabi=ilp32", "-nostdlib", *options, str(source), "-o", "own.elf"],
        cwd=folder, log=folder / "log.txt", timeout=60,
    )  # fmt: skip
    return folder / "own.elf"


def test_memory_and_symbols(tmp_path: Path, compiler: tools.Tool) -> None:
    path = link(tmp_path, compiler, "-Wl,-Ttext=0,-Tdata=0x20,-Tbss=0x40")
    image = read_image(path, 65536)
    # Without the data initialised to zero.
    nop = bytes.fromhex("13000000")
    assert image.memory == 3 * nop + bytes(20) + bytes([1, 2, 3, 4])
    assert image.symbol("work") == Symbol("work", 8, 4, "function")
    assert image.sections == {".text": 12, ".data": 4, ".bss": 64}
    assert image.where(4) == "0x4 (_start+0x4)"
    assert image.where(8) == "0x8 (work)"
    assert image.where(12) == "0xc"
    with pytest.raises(InputError, match="no symbol rest"):
        image.symbol("rest")


def test_before_the_first_function() -> None:
    assert Image(b"", (Symbol("a", 4, 4, "function"),), {}).where(0) == "0x0"


def test_what_does_not_begin_at_address_0(tmp_path: Path, compiler: tools.Tool) -> None:
    path = link(tmp_path, compiler, "-Wl,-Ttext=0x100")
    with pytest.raises(InputError, match="does not start at address 0"):
        read_image(path, 1 << 20)


def test_what_does_not_fit(tmp_path: Path, compiler: tools.Tool) -> None:
    path = link(tmp_path, compiler, "-Wl,-Ttext=0,-Tdata=0x20,-Tbss=0x1000")
    read_image(path, 0x1040)
    with pytest.raises(InputError, match=r"up to address 0x1040, .*enlarge the memory"):
        read_image(path, 0x103C)


def test_what_is_no_program(tmp_path: Path, program: Compiled) -> None:
    path = tmp_path / "text.elf"
    with pytest.raises(InputError, match="cannot read"):
        read_image(path, 65536)
    path.write_text("no program", encoding="utf-8")
    with pytest.raises(InputError, match="not a readable ELF file"):
        read_image(path, 65536)
    with pytest.raises(InputError, match="not for 32-bit RISC-V"):
        read_image(Path(sys.executable).resolve(), 65536)
    whole = program("picorv32", "return 0;").path.read_bytes()
    for size in (20, 60, len(whole) // 2):
        path.write_bytes(whole[:size])
        with pytest.raises(InputError):
            read_image(path, 65536)


def patch(data: bytes, *changes: tuple[int, str, int]) -> bytes:
    """Bytes with numbers at places, in a format of `struct`."""
    found = bytearray(data)
    for place, form, value in changes:
        struct.pack_into(form, found, place, value)
    return bytes(found)


def test_a_file_that_is_wrong_about_itself(tmp_path: Path, program: Compiled) -> None:
    whole = program("picorv32", "return 0;").path.read_bytes()
    path = tmp_path / "wrong.elf"
    # By the ELF specification: of the header, of the first segment, of the symbols' section.
    segments, sections = struct.unpack_from("<2I", whole, 28)
    size, count = struct.unpack_from("<2H", whole, 46)
    places = range(sections, sections + size * count, size)
    (symbols,) = [at for at in places if struct.unpack_from("<I", whole, at + 4)[0] == 2]
    for change in (
        (symbols + 4, "<I", 0),  # type: none, under its name
        (symbols + 24, "<I", 0xFFFF),  # section of its names: none
        (symbols + 36, "<I", 0),  # the size of an entry
        (symbols + 16, "<I", 0x7FFFFFFF),  # position
        (48, "<H", 0xFFFF),  # number of sections
    ):
        path.write_bytes(patch(whole, change))
        with pytest.raises(InputError, match="wrong.elf is not a readable ELF file; give"):
            read_image(path, 65536)
    # A segment with more bytes in the file than in memory.
    size = len(whole)
    assert size > 4096
    changes = ((segments + 4, "<I", 0), (segments + 16, "<I", size), (segments + 20, "<I", 4))
    path.write_bytes(patch(whole, *changes))
    with pytest.raises(InputError, match=f"has bytes up to address {size:#x}, but the memory has"):
        read_image(path, 4096)


def test_without_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "elftools.elf.elffile", None)
    with pytest.raises(FailureError, match=r"pyelftools.* run `pip install -e '.\[soft\]'`"):
        read_image(tmp_path, 65536)
