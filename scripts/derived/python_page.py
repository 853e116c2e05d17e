# SPDX-License-Identifier: Apache-2.0
"""The reference of `import roundel`, from the signatures and docstrings of its names."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, get_args

from scripts.derived.pages import table

import roundel
from roundel.base.record import Record
from roundel.cells.record import CellsRecord
from roundel.choose.record import ChooseRecord
from roundel.crypt.block_files import CipherRecord
from roundel.design.derived import ShowRecord
from roundel.explore.compare import CompareRecord
from roundel.explore.record import ExploreRecord
from roundel.export import ExportRecord
from roundel.fpga.record import MappedRecord, SynthRecord
from roundel.reproduce.record import ReproduceRecord
from roundel.soft.record import ProgramRecord, SoftRecord
from roundel.system.bench import BenchRecord
from roundel.system.record import SystemRecord
from roundel.verify.record import VerifyRecord

__all__ = ["python"]

INTRODUCTION = """\
# The Python interface

After this page you can use the functions of the command `roundel` from Python.

```python
import roundel

config = roundel.load("iterative", KeyBits=256)
print(roundel.show(config).facts.cycles_per_block)
record = roundel.synth(config, target="ecp5-85k-8", seeds=(1, 2, 3))
print(record.lut4, record.fmax_mhz.median, record.gbps)
```

- `config` is a `ConfigLike`: a preset's name, the path of a YAML file, or a `Config` from
  `load`.
- A result is a record. Its attributes are the fields of the [JSON record](records.md);
  `model_dump_json()` writes the JSON text.
- A slow function accepts `progress`: `with roundel.Reporter() as progress` shows a bar.
- An error that a user can correct is a `RoundelError` with one sentence: `InputError` for unusable
  input, `FailureError` for a tool, a device or a check that failed.
- The names below are stable. `roundel.explore` and `roundel.verify` are functions; a name of the
  subpackages needs `from roundel.explore import ...`.

[From a sweep to a plot](../how-to/sweep.ipynb) is a notebook with these functions.

"""

RECORDS: tuple[type[Record], ...] = (
    BenchRecord, CellsRecord, ChooseRecord, CipherRecord, CompareRecord, ExploreRecord,
    ExportRecord, MappedRecord, ProgramRecord, ReproduceRecord, ShowRecord, SoftRecord,
    SynthRecord, SystemRecord, VerifyRecord,
)  # fmt: skip

_SECTION = re.compile(r"^(Args|Returns|Raises|Attributes):$")
_ITEM = re.compile(r"^(\*{0,2}\w+): (.*)$")


def python() -> str:
    """The page."""
    text = INTRODUCTION
    functions = [name for name in roundel.__all__ if name[0].islower()]
    classes = [name for name in roundel.__all__ if name[0].isupper()]
    text += "".join(f"- [`{name}`](#{name.lower()}): {_purpose(name)}\n" for name in functions)
    text += "".join(f"- [`{name}`](#{name.lower()}): {_purpose(name)}\n" for name in classes)
    text += "".join(_function(name) for name in functions)
    text += "".join(_class(name) for name in classes)
    return text + _records()


def _purpose(name: str) -> str:
    return _sections(getattr(roundel, name))[""].partition("\n\n")[0].replace("\n", " ")


def _function(name: str) -> str:
    function = getattr(roundel, name)
    text = f"\n## {name}\n\n```python\n{_signature(f'roundel.{name}', function)}\n```\n"
    return text + "".join(_description(_sections(function)))


def _class(name: str) -> str:
    kind = getattr(roundel, name)
    text = f"\n## {name}\n"
    sections = _sections(kind)
    if issubclass(kind, Exception):
        return text + "".join(_description(sections))
    own = "__init__" in vars(kind) and not issubclass(kind, roundel.Config)
    if own:
        text += f"\n```python\n{_signature(f'roundel.{name}', kind.__init__)}\n```\n"
    text += "".join(_description(sections))
    if own:
        constructor = _sections(kind.__init__)
        text += "".join(_description({**constructor, "": ""}))
    return text + _methods(kind)


def _methods(kind: type) -> str:
    """The public methods and properties defined by a class and its own bases."""
    rows = []
    for name in sorted(dir(kind)):
        home = next((base for base in kind.__mro__ if name in vars(base)), None)
        if name.startswith(("_", "model_")) or home is None:
            continue
        if not home.__module__.startswith("roundel."):
            continue
        member = inspect.getattr_static(kind, name)
        if isinstance(member, staticmethod):
            continue
        plain = getattr(member, "__func__", member)
        if isinstance(member, property):
            call, plain = name, member.fget
        elif callable(plain):
            call = " ".join(_signature(name, plain).split()).replace("( ", "(").replace(", )", ")")
        else:
            continue
        purpose = _sections(plain)[""].partition("\n\n")[0].replace("\n", " ")
        rows.append((f"`{call}`".replace("|", "\\|"), purpose))
    return table(("Method or property", "Meaning"), rows)


def _records() -> str:
    """The tables made of records."""
    rows = []
    for kind in RECORDS:
        schema = kind.model_fields["schema_"]
        names = get_args(schema.annotation)
        purpose = _sections(kind.to_rows)[""].partition("\n\n")[0].replace("\n", " ")
        rows.append((f"`{kind.__name__}`", ", ".join(f"`{name}`" for name in names), purpose))
    text = "\n## Records as tables\n\n"
    text += "`to_frame()` makes a data frame of pandas; `to_rows()` makes a list of dictionaries "
    text += "without pandas. Names of columns end in units.\n"
    return text + table(("Record", "Schema", "Rows"), rows)


# ---- Signatures and docstrings ------------------------------------------------------------------


def _signature(name: str, function: Callable[..., Any]) -> str:
    """A call with the annotations of the source and the default values."""
    source = textwrap.dedent(inspect.getsource(function))
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)  # noqa: S101 (inspect gives what was defined)
    nodes = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    nodes += [item for item in (node.args.vararg, node.args.kwarg) if item is not None]
    types = {item.arg: _type(item.annotation) for item in nodes if item.annotation}
    parts, starred = [], False
    for key, item in inspect.signature(function).parameters.items():
        if key in ("self", "cls"):
            continue
        if item.kind is item.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        starred = starred or item.kind is item.VAR_POSITIONAL
        stars = "*" * (item.kind is item.VAR_POSITIONAL) + "**" * (item.kind is item.VAR_KEYWORD)
        text = stars + key + (f": {types[key]}" if key in types else "")
        if item.default is not item.empty:
            text += f" = {_default(item.default)}"
        parts.append(text)
    result = f" -> {_type(node.returns)}" if node.returns and node.name != "__init__" else ""
    line = f"{name}({', '.join(parts)}){result}"
    if len(line) <= 88:
        return line
    return f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){result}"


def _type(annotation: ast.expr) -> str:
    """An annotation as in the source, without names of modules."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    return re.sub(r"\b[a-z_]+\.(?=[A-Z])", "", ast.unparse(annotation)).replace("'", '"')


def _default(value: object) -> str:
    if callable(value):
        return str(getattr(value, "__name__", value))
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _sections(item: object) -> dict[str, str]:
    """The text of a docstring by section; the section "" is the description."""
    found: dict[str, list[str]] = {"": []}
    section = ""
    for line in (inspect.getdoc(item) or "").splitlines():
        heading = _SECTION.match(line)
        if heading:
            section = heading[1]
            found[section] = []
        else:
            found[section].append(line)
    return {name: textwrap.dedent("\n".join(lines)).strip() for name, lines in found.items()}


def _description(sections: dict[str, str]) -> Iterator[str]:
    text = sections.get("", "")
    if text:
        yield "\n" + re.sub(r"(?m)((?:^    .*\n?|^\n(?=    ))+)", _code, text).rstrip("\n") + "\n"
    for name, head in (("Args", "Argument"), ("Attributes", "Attribute"), ("Raises", "Error")):
        rows = [(f"`{key}`", meaning) for key, meaning in _items(sections.get(name, ""))]
        yield table((head, "Meaning"), rows)
        if name == "Args" and sections.get("Returns"):
            yield f"\n**Returns** {' '.join(sections['Returns'].split())}\n"


def _code(found: re.Match[str]) -> str:
    return f"```python\n{textwrap.dedent(found[1]).strip()}\n```\n"


def _items(text: str) -> Iterator[tuple[str, str]]:
    """Entries "name: meaning" with indented further lines."""
    name, words = "", [""]
    for line in text.splitlines():
        entry = _ITEM.match(line)
        if entry and not line.startswith(" "):
            if name:
                yield name, " ".join(words)
            name, words = entry[1], [entry[2]]
        else:
            words.append(line.strip())
    if name:
        yield name, " ".join(words)
