# SPDX-License-Identifier: Apache-2.0
"""Write the derived files, or compare them with the committed files.

    python scripts/generate.py            write all derived files
    python scripts/generate.py --check    list stale files; change nothing

Derived files are docs/reference/{rtl,cli,presets,python,characterised}.md, the pages of the tops
with their block diagrams, rtl/roundel_*.f, FuseSoC's core files and the vectors of their benches.
scripts/derived/self_test.py gives rtl/pkg/roundel_self_test_pkg.sv.
The RDL of the registers gives their page, the C header, the SystemVerilog header in rtl/include,
the addresses in src/roundel/cocotb, and the table of docs/how-to/axi.md. The figures in README,
presets and docs come from the records in docs/figures.

Both commands also check the S-box literals of roundel_aes_pkg against the arithmetic of FIPS-197.
Slang reads the RTL reference from the sources; the references of command and presets come from the
command and from the presets' files. Each fact has one source.
"""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import typer
from pyslang import ast

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.derived import cores, figures, files, pages, registers, self_test
from scripts.derived.characterised import characterised
from scripts.derived.pages import table
from scripts.derived.python_page import python
from scripts.derived.rtl_page import rtl

from roundel import design
from roundel.base.errors import FailureError
from roundel.cli import app
from roundel.design.elaborate import parsed

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference"
HEAD = "<!-- Written by scripts/generate.py; do not edit. -->\n\n"


# ---- S-box literals -----------------------------------------------------------------------------


def _product(x: int, y: int) -> int:
    """Product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1 (FIPS-197 4.2)."""
    product = 0
    while y:
        product ^= x if y & 1 else 0
        x = (x << 1) ^ (0x11B if x & 0x80 else 0)
        y >>= 1
    return product


def sbox() -> list[int]:
    """SBOX() of FIPS-197 5.1.1 for the bytes 0 to 255: inverse (x^254), then the affine map."""
    table = []
    for x in range(256):
        inverse = 1
        for _ in range(254):
            inverse = _product(inverse, x)
        turned = [((inverse << n) | (inverse >> (8 - n))) & 0xFF for n in range(5)]
        table.append(turned[0] ^ turned[1] ^ turned[2] ^ turned[3] ^ turned[4] ^ 0x63)
    return table


def check_literals() -> None:
    """Compare roundel_aes_pkg::SBOX and INV_SBOX with the computed tables."""
    forward = sbox()
    inverse = [forward.index(x) for x in range(256)]
    package = _compilation().getPackage("roundel_aes_pkg")
    for name, expected in (("SBOX", forward), ("INV_SBOX", inverse)):
        symbol = package.find(name)
        if not isinstance(symbol, ast.ParameterSymbol):
            raise FailureError(f"roundel_aes_pkg has no constant {name}.")
        literal = int(symbol.value.value)  # type: ignore[call-overload]
        for x in range(256):
            if literal >> (8 * x) & 0xFF != expected[x]:
                raise FailureError(
                    f"roundel_aes_pkg::{name} has {literal >> (8 * x) & 0xFF:02x} for {x:02x}; "
                    f"FIPS-197 has {expected[x]:02x}."
                )


def _compilation() -> ast.Compilation:
    compilation = ast.Compilation()
    for path in design.compiled():
        compilation.addSyntaxTree(parsed(path))
    return compilation


# ---- cli.md -------------------------------------------------------------------------------------


def command() -> str:
    """The reference of the command: every command, argument and option."""
    top = typer.main.get_command(app.app)
    text = HEAD + "# The command\n\n"
    return text + "".join(_commands(top, "roundel", 2)).rstrip("\n") + "\n"


def _commands(entry: Any, path: str, level: int) -> Iterator[str]:
    context = typer.Context(entry, info_name=path)
    if level > 2:
        yield f"{'#' * (level - 1)} {path}\n\n"
    if entry.help:
        yield f"{_paragraphs(entry.help)}\n\n"
    tables: dict[str, list[tuple[str, ...]]] = {"argument": [], "option": []}
    for item in entry.get_params(context):
        record = item.get_help_record(context)
        if record is not None and "--help" not in item.opts:
            name, meaning = (" ".join(text.split()).replace("|", "\\|") for text in record)
            tables[item.param_type_name].append((f"`{name}`", meaning))
    usage = " ".join([path, *entry.collect_usage_pieces(context)])
    yield f"```text\n{usage}\n```\n"
    yield table(("Argument", "Meaning"), tables["argument"])
    yield table(("Option", "Meaning"), tables["option"])
    yield "\n"
    for name, child in sorted(getattr(entry, "commands", {}).items()):
        command = child.load() if isinstance(child, app.LazyCommand) else child
        yield from _commands(command, f"{path} {name}", level + 1)


def _paragraphs(text: str) -> str:
    plain = re.sub(r"\[/?[a-z ]+\]", "", text).replace("\b\n", "")
    return "\n\n".join(" ".join(part.split()) for part in plain.strip().split("\n\n"))


# ---- presets.md ---------------------------------------------------------------------------------


def presets() -> str:
    """The reference of the presets: purpose, parameters and properties."""
    text = HEAD + "# Presets\n\n"
    text += "`CONFIG` on the command line is one of these names, or the path of a YAML file with\n"
    text += "the same fields. The latency of the engine is counted from the acceptance of a block\n"
    text += "to its entry in the output FIFO; `roundel show` also prints the output latency.\n\n"
    text += "## Designs of Roundel\n" + _presetlist(design.presets())
    text += "\n## Designs of papers\n\n"
    text += "`roundel reproduce` rebuilds them; `roundel presets --papers` lists them.\n"
    return text + _presetlist(design.presets(papers=True))


def _presetlist(found: Sequence[design.Preset]) -> str:
    """Tables of presets, one for each kind of top, then their purposes."""
    text = ""
    for kind, title in (
        (design.BLOCKS, "Blocks in and blocks out:"),
        ((design.LANES,), "Words of blocks, on lanes; cycles per block are per lane:"),
        ((design.STREAM,), "Packets in a mode, on lanes; cycles per block are per lane:"),
        (
            (design.INTERLEAVED,),
            "Packets of many streams; cycles per block are for all streams together:",
        ),
    ):
        ours = [item for item in found if design.top_of(item.config) in kind]
        if ours:
            fields = list(ours[0].config.own_fields())
            if kind == design.BLOCKS:
                fields.remove("Mode")
            text += f"\n{title}\n{_presettable(ours, fields)}"
    return text + "".join(f"\n### {item.name}\n\n{item.purpose}\n" for item in found)


def _presettable(found: Sequence[design.Preset], fields: Sequence[str]) -> str:
    """Presets with their parameters and facts."""
    rows = []
    for preset in found:
        facts = design.facts(preset.config)
        numbers = (facts.latency_cycles, facts.blocks_in_flight, facts.cycles_per_block)
        values = (preset.config.fields()[field] for field in fields)
        rows.append((f"[`{preset.name}`](#{preset.name})", *map(str, values), *map(str, numbers)))
    titles = ("Latency of the engine, cycles", "Blocks in flight", "Cycles per block")
    return table(("Preset", *fields, *titles), rows)


# ---- The files ----------------------------------------------------------------------------------

PAGES: dict[str, Callable[[], str]] = {
    "rtl.md": lambda: HEAD + rtl(),
    "cli.md": command,
    "presets.md": presets,
    "python.md": lambda: HEAD + python(),
    "characterised.md": lambda: HEAD + characterised(),
}


def file_lists() -> Iterator[tuple[str, str]]:
    """The file list of each vendor: roundel.f, with the vendor's files of equal name."""
    root = design.rtl_root()
    for vendor in sorted(path.name for path in (root / "vendor").iterdir()):
        names = [path.relative_to(root).as_posix() for path in design.compiled(vendor)]
        yield f"roundel_{vendor}.f", "".join(f"{name}\n" for name in ["+incdir+include", *names])


def self_test_files() -> dict[Path, str]:
    """The package with the vectors of roundel_self_test."""
    return {ROOT / self_test.PATH: self_test.package()}


def register_files() -> dict[Path, str]:
    """The pages and headers of the register maps; the RTL's headers have the named constants."""
    named = set().union(*(re.findall(r"\bREG_\w+", path.read_text()) for path in design.compiled()))
    found = {}
    for name, page in (
        (registers.AXI, "registers"),
        (registers.CARD, "card_registers"),
        (registers.DMA, "dma_registers"),
    ):
        found[REFERENCE / f"{page}.html"] = registers.page(name)
        found[ROOT / "sw" / "include" / f"{name}.h"] = registers.header(name)
        found[ROOT / "rtl" / "include" / f"{name}.svh"] = registers.include(name, named)
    found[ROOT / "src" / "roundel" / "cocotb" / "registers.py"] = registers.python()
    how_to = ROOT / "docs" / "how-to" / "axi.md"
    begin, end = (f"<!-- {word} of the registers -->\n" for word in ("start", "end"))
    before, _, rest = how_to.read_text(encoding="utf-8").partition(begin)
    after = rest.partition(end)[2]
    found[how_to] = f"{before}{begin}\n{registers.addresses()}\n{end}{after}"
    return found


def derived() -> dict[Path, str]:
    """All other derived texts by file."""
    check_literals()
    found = {REFERENCE / name: build() for name, build in PAGES.items()}
    found |= {ROOT / "rtl" / name: text for name, text in file_lists()}
    found |= {ROOT / name: text for name, text in cores.core_files()}
    found |= {ROOT / name: text for name, text in pages.pages()}
    return found


def main(arguments: list[str] | None = None) -> int:
    """Write or compare; 0 if all files are written or up to date."""
    purpose = "Write the files derived from the sources."
    # The RTL needs the vectors of the self-test and the headers of registers, and the page of the
    # presets contains figures.
    builds = (self_test_files, register_files, lambda: dict(figures.texts()), derived)
    good = "S-box literals are correct, all derived files are up to date"
    return files.update("generate", purpose, ROOT, builds, good, arguments)


if __name__ == "__main__":
    sys.exit(main())
