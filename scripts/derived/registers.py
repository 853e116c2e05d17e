# SPDX-License-Identifier: Apache-2.0
"""The registers of rtl/regs/*.rdl: C header, SystemVerilog header, HTML page, plain records.

The page is one file. The output of peakrdl-html would be some 80 files with 8 MB, mostly fonts, and
needs a web server.
"""

import html
import re
import tempfile
from collections.abc import Container, Iterable
from dataclasses import dataclass
from pathlib import Path

from peakrdl_cheader.c_standards import CStandard
from peakrdl_cheader.exporter import CHeaderExporter
from systemrdl.compiler import RDLCompiler
from systemrdl.node import AddrmapNode, FieldNode, RegNode

from roundel import design

__all__ = [
    "Field", "Register", "addresses", "header", "include", "page", "python", "registers", "title",
]  # fmt: skip


@dataclass(frozen=True)
class Field:
    """A field of a register."""

    name: str
    low: int  # the lowest bit
    width: int  # in bits
    access: str  # the software access: "r", "w" or "rw"
    clears: bool  # whether writing 1 to a bit clears the bit
    reset: int | None  # the value after a reset; None for a hardware value
    meaning: str  # in words

    @property
    def mask(self) -> int:
        """Ones in the bits of the field."""
        return ((1 << self.width) - 1) << self.low


@dataclass(frozen=True)
class Register:
    """A register, or `count` consecutive registers."""

    name: str
    address: int  # of the lowest byte
    count: int  # of registers, one behind the other
    bits: int  # of a register: 32 or 64
    title: str
    meaning: str  # in words; may be empty
    fields: tuple[Field, ...]  # from the lowest bit up

    @property
    def addresses(self) -> tuple[int, ...]:
        """The address of each register."""
        return tuple(self.address + self.bits // 8 * number for number in range(self.count))

    @property
    def writable(self) -> bool:
        """Whether the register is writable by software."""
        return any("w" in field.access for field in self.fields)


AXI = "roundel_registers"
CARD = "roundel_card_registers"
DMA = "roundel_dma_registers"


def source(name: str = AXI) -> Path:
    """The RDL file of a map."""
    return design.rtl_root() / "regs" / f"{name}.rdl"


def _model(name: str) -> AddrmapNode:
    compiler = RDLCompiler()
    compiler.compile_file(str(source(name)))
    return compiler.elaborate().top


def _field(node: FieldNode) -> Field:
    reset = node.get_property("reset")
    return Field(
        name=node.inst_name,
        low=node.low,
        width=node.width,
        access=node.get_property("sw").name,
        clears=node.get_property("onwrite") is not None,
        reset=reset if isinstance(reset, int) else None,
        meaning=" ".join((node.get_property("desc") or "").split()),
    )


def _register(node: RegNode) -> Register:
    return Register(
        name=node.inst_name,
        address=node.raw_absolute_address,
        count=node.n_elements,
        bits=node.get_property("regwidth"),
        title=node.get_property("name"),
        meaning=" ".join((node.get_property("desc") or "").split()),
        fields=tuple(_field(field) for field in node.fields()),
    )


def registers(name: str = AXI) -> list[Register]:
    """All registers of a map, by address."""
    return [_register(node) for node in _model(name).registers()]


def title(name: str = AXI) -> str:
    """The description of the whole map."""
    return " ".join((_model(name).get_property("desc") or "").split())


def header(name: str = AXI) -> str:
    """The C header: masks, positions, reset values and a struct of the registers."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / f"{name}.h"
        CHeaderExporter().export(_model(name), str(path), std=CStandard.gnu99, reuse_typedefs=False)
        text = path.read_text(encoding="utf-8")
    return "// SPDX-License-Identifier: Apache-2.0\n" + text.rstrip("\n") + "\n"


# ---- The header of the RTL ----------------------------------------------------------------------

_INCLUDE = """\
// SPDX-License-Identifier: Apache-2.0
//
// Constants of the register map rtl/regs/{name}.rdl.
//
// Written by scripts/generate.py from the RDL; do not edit. A module includes this file in its
// body. The file has the constants that modules name: after you name another one, run the script
// again. In the names below, REGISTER is a register and FIELD one of its fields.
//
// REG_WORDS                   words of the window up to the last register
// REG_PRESENT                 bit n: word n is a register
// REG_WRITABLE                bit n: software may write a field of word n
// REG_REGISTER_ADDRESS        byte address in the map of the RDL
// REG_REGISTER_WORD           index of the register in the 4 KiB window, in words of {width} bits
// REG_REGISTER_COUNT          registers of an array, one word apart
// REG_REGISTER_RESET          value after reset; 0 in the other bits
// REG_REGISTER_READ_MASK      bits of fields that software may read
// REG_REGISTER_WRITE_MASK     bits of fields that software may write
// REG_REGISTER_FIELD_LSB      lowest bit of the field
// REG_REGISTER_FIELD_WIDTH    bits of the field
// REG_REGISTER_FIELD_RESET    value of the field after reset, where the RDL defines a value
/* verilator lint_off UNUSEDPARAM */
"""

_WINDOW = 4096  # bytes: registers of a map start at a multiple of the window


def _sized(width: int, value: int) -> str:
    """A literal of `width` bits."""
    return f"{width}'h{value:0{(width + 3) // 4}x}"


def _constant(name: str, width: int, value: int) -> str:
    """The declaration of a constant with `width` bits; an int for 0."""
    if width == 0:
        return f"localparam int {name} = {value};\n"
    kind = "logic" if width == 1 else f"logic [{width - 1}:0]"
    return f"localparam {kind} {name} = {_sized(width, value)};\n"


def _mask(fields: Iterable[Field]) -> int:
    return sum(field.mask for field in fields)


def include(name: str = AXI, used: Container[str] | None = None) -> str:
    """The SystemVerilog header: addresses, positions of fields, reset values and masks.

    Args:
        name: The map.
        used: The names of the constants to write; all constants by default.
    """
    known = registers(name)
    width = known[0].bits
    step = width // 8
    bits = (_WINDOW // step - 1).bit_length()
    numbers = {entry.name: entry.address % _WINDOW // step for entry in known}
    words = max(numbers[entry.name] + entry.count for entry in known)

    def words_of(chosen: Iterable[Register]) -> int:
        return sum(
            1 << (numbers[entry.name] + index) for entry in chosen for index in range(entry.count)
        )

    found = {
        "REG_WORDS": (0, words),
        "REG_PRESENT": (words, words_of(known)),
        "REG_WRITABLE": (words, words_of(entry for entry in known if entry.writable)),
    }
    for entry in known:
        prefix = f"REG_{entry.name}"
        resets = sum((field.reset or 0) << field.low for field in entry.fields)
        found[f"{prefix}_ADDRESS"] = 13, entry.address
        found[f"{prefix}_WORD"] = bits, numbers[entry.name]
        if entry.count > 1:
            found[f"{prefix}_COUNT"] = 0, entry.count
        found[f"{prefix}_RESET"] = width, resets
        for access, kind in (("r", "READ"), ("w", "WRITE")):
            mask = _mask(field for field in entry.fields if access in field.access)
            found[f"{prefix}_{kind}_MASK"] = width, mask
        for field in entry.fields:
            title = f"{prefix}_{field.name.upper()}"
            found[f"{title}_LSB"] = 0, field.low
            found[f"{title}_WIDTH"] = 0, field.width
            if field.reset is not None:
                found[f"{title}_RESET"] = field.width, field.reset
    chosen = [item for item in found.items() if used is None or item[0] in used]
    lines = "".join(_constant(title, size, value) for title, (size, value) in chosen)
    text = _INCLUDE.format(name=name, width=width)
    return f"{text}{lines}/* verilator lint_on UNUSEDPARAM */\n"


# ---- Python and Markdown ------------------------------------------------------------------------


def python(name: str = AXI) -> str:
    """The module of `roundel.cocotb` with the address of each register."""
    lines = [
        "# SPDX-License-Identifier: Apache-2.0",
        f'"""The registers of {_TOPS[name]}: byte addresses, of an array the first.',
        "",
        f"Written by scripts/generate.py from rtl/regs/{name}.rdl; do not edit.",
        '"""',
        "",
        "from enum import IntEnum",
        "",
        "",
        "class Register(IntEnum):",
        '    """A register, with its byte address."""',
        "",
    ]
    for entry in registers(name):
        array = f" ({entry.count} registers)" if entry.count > 1 else ""
        title = entry.title if entry.title[0] != "`" else entry.title.replace("`", "")
        lines.append(f"    {entry.name} = 0x{entry.address:03X}  # {title}{array}")
    return "\n".join(lines) + "\n"


def addresses(name: str = AXI) -> str:
    """A Markdown table of the registers."""
    rows = "".join(
        f"| {_address(entry)} | `{_name(entry)}` | {_rights(entry)} | {entry.title} |\n"
        for entry in registers(name)
    )
    return f"| address | register | access | content |\n|---|---|---|---|\n{rows}"


def _rights(register: Register) -> str:
    """The accesses to the fields of a register."""
    rights = {letter for field in register.fields for letter in field.access}
    return ", ".join(word for letter, word in (("r", "read"), ("w", "write")) if letter in rights)


# ---- The page -----------------------------------------------------------------------------------

_STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.5rem 0 1rem; }
th, td { border: 1px solid #8888; padding: 0.2rem 0.6rem; text-align: left; vertical-align: top; }
h2 { margin-top: 2rem; }
code { font-size: 0.95em; }
@media (prefers-color-scheme: dark) {
  body { background: #181818; color: #ddd; }
  a { color: #8cf; }
}
"""

# The top of each map.
_TOPS = {AXI: "roundel_axi", CARD: "roundel_card", DMA: "roundel_dma"}
_ACCESS = {"r": "read", "w": "write", "rw": "read, write"}


def _text(words: str) -> str:
    """Plain text as HTML; text in backquotes is code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(words, quote=False))


def _address(register: Register) -> str:
    first, last = register.addresses[0], register.addresses[-1]
    return f"0x{first:03x}" if first == last else f"0x{first:03x} to 0x{last:03x}"


def _name(register: Register) -> str:
    return register.name if register.count == 1 else f"{register.name}[{register.count}]"


def _rows(register: Register) -> str:
    rows = ""
    for field in sorted(register.fields, key=lambda field: -field.low):
        high = field.low + field.width - 1
        bits = f"{high}:{field.low}" if field.width > 1 else f"{high}"
        access = "read, write 1 to clear" if field.clears else _ACCESS[field.access]
        reset = "" if field.reset is None or field.access == "w" else f"0x{field.reset:x}"
        cells = (bits, f"<code>{field.name}</code>", access, reset, _text(field.meaning))
        rows += "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"
    return rows


def page(name: str = AXI) -> str:
    """The HTML page of all registers of a map."""
    known, top = registers(name), _TOPS[name]
    index = "".join(
        f'<tr><td>{_address(entry)}</td><td><a href="#{entry.name}"><code>{_name(entry)}</code></a>'
        f"</td><td>{_text(entry.title)}</td></tr>\n"
        for entry in known
    )
    body = ""
    for entry in known:
        body += f'\n<h2 id="{entry.name}"><code>{_name(entry)}</code>: {_text(entry.title)}</h2>\n'
        body += f"<p>{_address(entry)}. {_text(entry.meaning)}</p>\n"
        body += "<table>\n<tr><th>Bits</th><th>Field</th><th>Access</th><th>Reset</th>"
        body += f"<th>Meaning</th></tr>\n{_rows(entry)}</table>\n"
    return (
        "<!doctype html>\n<!-- Written by scripts/generate.py; do not edit. -->\n"
        '<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>Registers of {top}</title>\n<style>\n{_STYLE}</style>\n"
        f"<h1>Registers of <code>{top}</code></h1>\n<p>{_text(title(name))}</p>\n"
        f"<table>\n<tr><th>Address</th><th>Register</th><th></th></tr>\n{index}</table>\n"
        f"{body}</html>\n"
    )
