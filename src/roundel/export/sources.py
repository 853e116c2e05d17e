# SPDX-License-Identifier: Apache-2.0
"""The sources of an exported design: separate files, one file, or plain Verilog."""

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError
from roundel.export.wrapper import Wrapper, verilog

Form = Literal["files", "one-file", "verilog"]

RTL = "rtl"
INCLUDE = f"{RTL}/include"
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
        FailureError: Yosys is missing or fails; only for "verilog".
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
    """All compiled files in one text, with the headers in the places of their includes."""
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
    """The elaborated design as Verilog-2005, written by Yosys without an optimisation of logic."""
    with tempfile.TemporaryDirectory() as scratch:
        here = Path(scratch)
        own = here / f"{wrapper.module}.v"
        own.write_text(text, encoding="utf-8")
        script = here / "plain.ys"
        words = " ".join(design.arguments([*wrapper.files, own]))
        script.write_text(
            f"read_slang -DSYNTHESIS {words} --top {wrapper.module}\n"
            f"hierarchy -check -top {wrapper.module}\n"
            "proc\nbwmuxmap\nopt_clean\n"
            "setattr -unset src */w:* */c:* */m:*\nsetattr -mod -unset src *\n"
            f"write_verilog plain.v\n",
            encoding="utf-8",
        )
        programs.run(
            tools.find("yosys"), ["-s", script.name], cwd=here, log=here / "log", timeout=_TIMEOUT
        )
        plain = (here / "plain.v").read_text(encoding="utf-8")
        if cell := _CELL.search(plain):
            raise FailureError(
                f"Verilog cannot express the cell {cell[1]} of {wrapper.module}; omit --verilog."
            )
        return (
            "// SPDX-License-Identifier: Apache-2.0\n//\n"
            f"// {wrapper.module} in Verilog-2005: the elaborated design of Roundel, written by\n"
            "// Yosys without an optimisation of logic.\n\n" + plain
        )
