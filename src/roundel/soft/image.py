# SPDX-License-Identifier: Apache-2.0
"""A linked program: the contents of the memory, and the symbols."""

from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundel.base.errors import FailureError, InputError
from roundel.soft.hosts import INSTALL

_ALLOCATED, _EXECUTABLE = 2, 4  # flags of a section, SHF_* of the ELF specification


@dataclass(frozen=True)
class Symbol:
    """A function or an object of a program."""

    name: str  # name in the source
    address: int  # address of the first byte
    size: int  # bytes; 0 if the assembler does not know the size
    kind: str  # "function", "object" or "label"


@dataclass(frozen=True)
class Image:
    """A program for a memory that starts at address 0."""

    # The bytes from address 0, with zeros in gaps. Zero-initialised data is not in the file: the
    # program clears the data, as on hardware.
    memory: bytes
    symbols: tuple[Symbol, ...]  # sorted by address
    sections: dict[str, int]  # bytes of each section in memory, by name, in the file's order

    def symbol(self, name: str) -> Symbol:
        """A symbol by its name; InputError for an unknown name."""
        for item in self.symbols:
            if item.name == name:
                return item
        raise InputError(f"the program has no symbol {name}; define the symbol.")

    def where(self, address: int) -> str:
        """An address in hexadecimal digits, with the surrounding function if known."""
        text = f"{address:#x}"
        functions = [item for item in self.symbols if item.kind != "object"]
        index = bisect_right([item.address for item in functions], address) - 1
        if index < 0:
            return text
        item = functions[index]
        if item.size and address >= item.address + item.size:
            return text
        offset = address - item.address
        return f"{text} ({item.name}{f'+{offset:#x}' if offset else ''})"


def read_image(path: Path, memory_bytes: int) -> Image:
    """Read a linked program: an ELF file for 32-bit RISC-V that starts at address 0.

    Raises:
        InputError: The file is not a program of this kind, or does not fit in the memory.
        FailureError: The package for ELF files is not installed.
    """
    try:
        from elftools.elf.elffile import ELFFile
    except ModuleNotFoundError as error:
        raise FailureError(
            f"the Python package pyelftools for ELF files is missing; run `{INSTALL}`."
        ) from error
    try:
        with path.open("rb") as file:
            elf = ELFFile(file)
            if elf.elfclass != 32 or elf["e_machine"] != "EM_RISCV":
                raise InputError(f"{path} is not for 32-bit RISC-V; compile the program for rv32.")
            return Image(_memory(elf, path, memory_bytes), _symbols(elf), _sections(elf))
    except OSError as error:
        raise InputError(f"cannot read {path} ({error.strerror}); give an ELF file.") from error
    except InputError:
        raise
    except Exception as error:  # any error: the package trusts the contents of a file
        raise InputError(
            f"{path} is not a readable ELF file; give the output of a linker."
        ) from error


def _memory(elf: Any, path: Path, memory_bytes: int) -> bytes:
    memory = bytearray()
    for segment in elf.iter_segments("PT_LOAD"):
        begin, size = segment["p_paddr"], max(segment["p_memsz"], segment["p_filesz"])
        if begin + size > memory_bytes:
            raise InputError(
                f"{path} has bytes up to address {begin + size:#x}, but the memory has "
                f"{memory_bytes} bytes; enlarge the memory, or link the program for address 0."
            )
        data = segment.data()
        memory.extend(bytes(max(0, begin + len(data) - len(memory))))
        memory[begin : begin + len(data)] = data
    if not memory or elf["e_entry"] != 0:
        raise InputError(
            f"{path} does not start at address 0, the processor's first address; link the program "
            "with the first instruction at address 0."
        )
    return bytes(memory)


def _symbols(elf: Any) -> tuple[Symbol, ...]:
    table = elf.get_section_by_name(".symtab")
    found = []
    for item in [] if table is None else table.iter_symbols():
        # Names with a leading dollar or dot are marks of the assembler.
        index = item["st_shndx"]
        if not item.name or item.name[0] in "$." or not isinstance(index, int):
            continue
        runs = bool(elf.get_section(index)["sh_flags"] & _EXECUTABLE)
        kind = {"STT_FUNC": "function", "STT_OBJECT": "object", "STT_NOTYPE": "label"}.get(
            item["st_info"]["type"]
        )
        if kind is not None and (runs or kind != "label"):
            found.append(Symbol(item.name, item["st_value"], item["st_size"], kind))
    return tuple(sorted(found, key=lambda symbol: (symbol.address, symbol.kind != "label")))


def _sections(elf: Any) -> dict[str, int]:
    return {
        section.name: section["sh_size"]
        for section in elf.iter_sections()
        if section["sh_flags"] & _ALLOCATED and section["sh_size"]
    }
