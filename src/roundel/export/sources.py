# SPDX-License-Identifier: Apache-2.0
"""The sources of an exported design: separate files, one file, or plain Verilog."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from roundel import design
from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError
from roundel.export import equivalence
from roundel.export.wrapper import Wrapper, verilog

Form = Literal["files", "one-file", "verilog"]

RTL = "rtl"
INCLUDE = f"{RTL}/include"
PLAIN = "plain.v"
_INCLUDED = re.compile(r'^\s*`include\s+"(?:[^"]*/)?([^"/]+)"[^\n]*\n', re.MULTILINE)
_CELL = re.compile(r"^\s*\\(\$\w+)\s", re.MULTILINE)  # an internal cell of Yosys
_TIMEOUT = 1200.0  # of Yosys, in seconds


@dataclass(frozen=True)
class Sources:
    """The sources of a design in the exported folder.

    Attributes:
        files: The texts by path in the folder.
        compiled: The paths of the compiled files, in compile order; the wrapper is the last.
        include: The folder of headers, or None without headers.
        kind: The language of the files: "systemVerilog", or "verilog" for Verilog-2005 alone.
    """

    files: dict[str, str]
    compiled: tuple[str, ...]
    include: str | None
    kind: Literal["systemVerilog", "verilog"]


def make_sources(wrapper: Wrapper, form: Form) -> Sources:
    """The sources of a wrapper in one of three forms.

    Raises:
        FailureError: Yosys is missing or fails, or the plain Verilog is not proven equal to the
            sources; only for "verilog".
    """
    own = f"{RTL}/{wrapper.module}.v"
    text = verilog(wrapper)
    if form == "verilog":
        return Sources({own: _plain(wrapper, text)}, (own,), None, "verilog")
    if form == "one-file":
        library = f"{RTL}/{wrapper.module}_rtl.sv"
        return Sources(
            {library: joined(wrapper.files), own: text}, (library, own), None, "systemVerilog"
        )
    files, compiled, headers = {}, [], False
    for path in wrapper.files:
        header = design.is_header(path)
        place = f"{INCLUDE if header else RTL}/{path.name}"
        files[place] = path.read_text(encoding="utf-8")
        headers = headers or header
        if not header:
            compiled.append(place)
    return Sources(
        {**files, own: text}, (*compiled, own), INCLUDE if headers else None, "systemVerilog"
    )


def joined(files: tuple[Path, ...]) -> str:
    """All compiled files in one text, with the headers instead of their include lines."""
    headers = {path.name: path for path in files if design.is_header(path)}

    def expand(text: str) -> str:
        return _INCLUDED.sub(
            lambda match: expand(headers[match[1]].read_text(encoding="utf-8")), text
        )

    texts = [
        expand(path.read_text(encoding="utf-8")) for path in files if not design.is_header(path)
    ]
    return "\n".join(texts)


def _plain(wrapper: Wrapper, text: str) -> str:
    """The elaborated design as Verilog-2005, proven equal to the sources; kept in the cache."""
    own = [Path(__file__).with_name(f"{name}.py") for name in ("sources", "equivalence")]
    key = cache.digest("plain", wrapper.module, text, tools.find("yosys").stamp, *own)
    key = cache.digest(key, *wrapper.files)

    def build(draft: Path) -> None:
        (draft / f"{wrapper.module}.v").write_text(text, encoding="utf-8")
        _write_plain(wrapper, draft)
        equivalence.prove(draft / "sources.json", draft / PLAIN, wrapper.module, draft)
        for path in draft.iterdir():
            if path.name != PLAIN:
                path.unlink()

    plain = (cache.entry("plain", key, build) / PLAIN).read_text(encoding="utf-8")
    return (
        "// SPDX-License-Identifier: Apache-2.0\n//\n"
        f"// {wrapper.module} in Verilog-2005: the elaborated design, written by Yosys.\n"
        "// Roundel has proven that outputs and next states are equal to those of the\n"
        "// SystemVerilog sources.\n\n" + plain
    )


def _write_plain(wrapper: Wrapper, here: Path) -> None:
    """Write the plain Verilog, and the netlist of the sources for the proof."""
    words = " ".join(design.arguments([*wrapper.files, here / f"{wrapper.module}.v"]))
    script = [
        f"read_slang -DSYNTHESIS {words} --top {wrapper.module}",
        f"hierarchy -check -top {wrapper.module}",
        "design -save sources",
        *equivalence.NETLIST,
        "write_json sources.json",
        "design -load sources",
        # opt_reduce gives a word of memory one enable; without, each bit has a write of its own.
        "proc", "opt_reduce", "bwmuxmap", "opt_clean",
        "setattr -unset src */w:* */c:* */m:*", "setattr -mod -unset src *",
        f"write_verilog {PLAIN}",
    ]  # fmt: skip
    (here / "plain.ys").write_text("\n".join(script) + "\n", encoding="utf-8")
    log = here / "plain.log"
    programs.run(tools.find("yosys"), ["-s", "plain.ys"], cwd=here, log=log, timeout=_TIMEOUT)
    if cell := _CELL.search((here / PLAIN).read_text(encoding="utf-8")):
        raise FailureError(
            f"Verilog cannot express the cell {cell[1]} of {wrapper.module}; omit --verilog."
        )
