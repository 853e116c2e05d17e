# SPDX-License-Identifier: Apache-2.0
"""The reference of the RTL: full sections for the modules of users, a row for each other module.

The head and the comments of each file are the source of the page. `for_users` derives the choice
from the folders of rtl/, the instances of the modules and the tops that `roundel` configures.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pyslang import syntax
from scripts.derived import tops
from scripts.derived.pages import table

from roundel import design
from roundel.base.errors import FailureError
from roundel.design.elaborate import parsed
from scripts import rtl_graph

__all__ = ["for_users", "rtl"]

# Folders whose modules all stand in a user's design.
_FOLDERS = ("top", "cdc", "pkg")
# Folders of engines and units: those that another folder instantiates are useful alone.
_ENGINES = ("mode", "soft")
_CONFIGURED = (*design.BLOCKS, design.LANES, design.STREAM, design.INTERLEAVED, design.CARD)
_TESTED = "roundel_stream_tested"  # a wrapper in place of roundel_stream
_VECTORS = "roundel_self_test_pkg"  # no user names a vector

_INTRO = """\
First the contracts, parameters and ports of the modules that you instantiate or replace, and the
packages with the values of parameters; then the purpose of every internal module, whose file has
the details. [`rtl/README.md`](../../rtl/README.md) is the guide to the folders.
"""


@dataclass(frozen=True)
class _File:
    """A module or a package."""

    name: str  # of the module
    path: str  # of the file, under rtl/
    purpose: str  # the first paragraph of the head
    contract: str  # the rest of the head
    source: str  # the whole file
    tree: syntax.SyntaxTree  # of the file
    header: syntax.ModuleHeaderSyntax  # parameters and ports


def for_users() -> frozenset[str]:
    """The modules and packages that a user's design names."""
    root = design.rtl_root()
    names = {*_CONFIGURED, *tops.TOPS, _TESTED}
    names |= {path.stem for path in (root / "vendor").rglob("*.sv")}  # to replace for a vendor
    for folder in _FOLDERS:
        names |= {path.stem for path in (root / folder).glob("*.sv")}
    sources = [*design.compiled(), *design.soft_sources()]
    for path, found in rtl_graph.references(sources).items():
        names |= {
            other.stem
            for other in found
            if other.parent != path.parent and other.parent in [root / name for name in _ENGINES]
        }
    return frozenset(names - {_VECTORS})


def rtl() -> str:
    """The page: an index, the sections, and a table of internal modules for each folder."""
    files = [_read(path) for path in (*design.compiled(), *design.soft_sources())]
    users = for_users()
    chosen = [file for file in files if file.name in users]
    text = "# RTL reference\n\n" + _INTRO
    index = [(f"[`{file.name}`](#{file.name})", _cell(file.purpose)) for file in chosen]
    text += table(("Module", "Purpose"), [*index, ("[others](#internal-modules)", "")])
    text += "".join(_section(file) for file in chosen)
    return text + _internal([file for file in files if file.name not in users])


def _internal(files: Sequence[_File]) -> str:
    """The purposes of the other modules, by folder."""
    text = "\n## Internal modules\n"
    for folder in dict.fromkeys(Path(file.path).parent.as_posix() for file in files):
        rows = [
            (f"[`{file.name}`](../../rtl/{file.path})", _cell(file.purpose))
            for file in files
            if Path(file.path).parent.as_posix() == folder
        ]
        text += f"\n### rtl/{folder}\n" + table(("Module", "Purpose"), rows)
    return text


def _read(path: Path) -> _File:
    """The only module or package of a file."""
    tree = parsed(path)
    members = [
        node
        for node in (tree.root.members if hasattr(tree.root, "members") else [tree.root])
        if isinstance(node, syntax.ModuleDeclarationSyntax)
    ]
    if len(members) != 1:
        raise FailureError(f"{path.name} has {len(members)} modules; it must have one.")
    header = members[0].header
    source = path.read_text(encoding="utf-8")
    purpose, contract = tops.head(source)
    relative = path.relative_to(design.rtl_root()).as_posix()
    return _File(header.name.valueText, relative, purpose, contract, source, tree, header)


def _section(file: _File) -> str:
    """Purpose, contract, parameters and ports; a link for a top with a page."""
    text = f"\n## {file.name}\n\n[`rtl/{file.path}`](../../rtl/{file.path})\n\n{file.purpose}\n"
    if file.name in tops.TOPS:
        page = f"tops/{file.name}.md"
        return f"{text}\nA top: [`{page}`]({page}) has its ports and its timing.\n"
    if file.contract:
        text += f"\n```text\n{file.contract}\n```\n"
    return text + _parameters(file) + _ports(file) + _constants(file)


def _parameters(file: _File) -> str:
    rows: list[tuple[str, ...]] = []
    if file.header.parameters is not None:
        for declaration in file.header.parameters.declarations:
            if isinstance(declaration, syntax.ParameterDeclarationSyntax):
                for item in declaration.declarators:
                    default = str(item.initializer.expr).strip() if item.initializer else ""
                    rows.append((f"`{item.name.valueText}`", f"`{default}`", _comment(file, item)))
    return table(("Parameter", "Default", "Meaning"), rows)


def _ports(file: _File) -> str:
    if not isinstance(file.header.ports, syntax.AnsiPortListSyntax):
        return ""
    rows = [
        (f"`{port.declarator.name.valueText}`", *_port(port), _comment(file, port))
        for port in file.header.ports.ports
        if isinstance(port, syntax.ImplicitAnsiPortSyntax)
    ]
    return table(("Port", "Direction", "Range", "Meaning"), rows)


def _constants(file: _File) -> str:
    """The constants of a package with a literal value."""
    if file.header.kind != syntax.SyntaxKind.PackageHeader:
        return ""
    rows = [
        (f"`{found['name']}`", f"`{found['value']}`", found["comment"] or "")
        for found in re.finditer(
            r"^  localparam int (?P<name>\w+) = (?P<value>\S+);(?:  // (?P<comment>.*))?$",
            file.source,
            re.MULTILINE,
        )
    ]
    return table(("Constant", "Value", "Meaning"), rows)


def _port(port: syntax.ImplicitAnsiPortSyntax) -> tuple[str, str]:
    """Direction and packed range of a port, from the source."""
    words = " ".join(re.sub(r"//.*", "", str(port.header)).split())
    direction = "in" if re.search(r"\binput\b", words) else "out"
    found = re.search(r"\[.*\]", words)
    if found is None:
        return direction, "1 bit"
    return direction, "`" + re.sub(r"^\[ +", "[", found.group()) + "`"


def _comment(file: _File, node: syntax.SyntaxNode) -> str:
    """The comment at the end of the line of a parameter or a port."""
    line = file.tree.sourceManager.getLineNumber(node.sourceRange.end)
    return _cell(file.source.splitlines()[line - 1].partition("//")[2].strip())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
