# SPDX-License-Identifier: Apache-2.0
"""A standard-cell library, read from its liberty files.

`roundel.cells.liberty` reads the files and writes one library that all tools read alike. Yosys
reads the cells of that library: their pins, areas and functions. The flow finds the cells that it
needs by function and not by name, so any library will do: a flip-flop without scan on the rising
edge, and the NAND of two inputs whose area is one gate equivalent (GE).
"""

import gzip
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from roundel.base import cache, programs, tools
from roundel.base.closure import code_of
from roundel.base.errors import FailureError, InputError, MachineError
from roundel.cells.cell import (
    Cell,
    is_buffer,
    is_inverter,
    is_measure,
    is_plain_register,
    is_reset_register,
    read_cells,
)
from roundel.cells.liberty import Facts, Source, for_abc, rewrite, write

PREFIX = "cells"
# What Debian's qflow-tech-osu018 installs: OSU's library for the 0.18 um process of MOSIS.
DEFAULT = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")
_INSTALL = "apt-get install qflow-tech-osu018"
_ARCHIVES = {b"7z\xbc\xaf\x27\x1c": "7z", b"PK\x03\x04": "zip", b"\xfd7zXZ\x00": "xz"}
_TIMEOUT = 300.0  # seconds for Yosys to read a library; the largest take some


@dataclass(frozen=True)
class Library:
    """A library; `roundel.cells.liberty.Facts` describes the fields without a comment."""

    name: str
    path: Path  # the written library in the cache, which OpenSTA and Yosys read
    gates: Path  # its gates, which abc reads
    identity: str  # a digest of the given files
    key: str  # a digest of everything that path and gates depend on
    conditions: str
    time_unit: float
    wire_load: str
    cells: Mapping[str, Cell]  # by name
    nand2: str  # the smallest NAND of two inputs; its area is one gate equivalent
    buffers: tuple[Cell, ...]  # cells whose output is their only input, the smallest first
    loads: Mapping[str, Mapping[str, float]]
    unread: str
    left_out: Mapping[str, str]  # reasons in words, with file and line
    energies: frozenset[str]
    bad_energies: Mapping[str, str]  # reasons in words, with file and line
    leakage: str

    @property
    def gate_area(self) -> float:
        """Area of one gate equivalent, in the library's unit."""
        return self.cells[self.nand2].area


def is_cells(target: str) -> bool:
    """Whether a target is a library of cells and not a part."""
    return target == PREFIX or target.startswith(f"{PREFIX}:")


def find_library(target: str) -> Library:
    """The library of a target: "cells:PATH", "cells:PATH,PATH" or "cells" for the default library.

    Raises:
        InputError: There is no such file, or it is no library that the flow can use.
        FailureError: The default library is not installed, or Yosys fails.
    """
    return load_library(*find_files(target))


def find_identity(target: str) -> str:
    """The identity of a target's library, without reading what is in it."""
    return cache.digest(*(_bytes(path) for path in find_files(target)))


def find_files(target: str) -> tuple[Path, ...]:
    """The liberty files of a target, which need not exist.

    A comma separates files, except in the name of one file that exists.
    """
    if not is_cells(target):
        raise InputError(f"{target!r} is no library of cells; write cells:PATH.lib.")
    path = target.removeprefix(PREFIX).removeprefix(":")
    if path:
        try:
            whole = Path(path).expanduser()
            if "," not in path or whole.is_file():
                return (whole,)
            return tuple(Path(part).expanduser() for part in path.split(",") if part)
        except RuntimeError as error:
            raise InputError(f"{path} names a home that does not exist; give another.") from error
        except ValueError as error:
            raise InputError(f"{path!r} is no path; give one as cells:PATH.lib.") from error
    if not DEFAULT.is_file():
        raise FailureError(
            f"the default library, OSU 0.18 um, is not installed; run `{_INSTALL}` or give another "
            "one as cells:PATH.lib."
        )
    return (DEFAULT,)


def load_library(*paths: Path) -> Library:
    """Read a library from liberty files, plain or compressed by gzip.

    Raises:
        InputError: A file cannot be read, is truncated or is no liberty file; a unit in it cannot
            be used; the files do not belong together; or the library lacks a cell that the flow
            needs.
        FailureError: Yosys is missing.
    """
    data = [_bytes(path) for path in paths]
    identity = cache.digest(*data)
    key = cache.digest(tools.find("yosys").stamp, _READ, *code_of(__name__), identity)
    place = cache.entry("liberty", key, lambda draft: _read(draft, data, paths))
    facts = Facts(**json.loads((place / _FACTS).read_text()))
    cells = read_cells(json.loads((place / "cells.json").read_text()))
    _check(facts, cells, paths)
    nands = list(filter(is_measure, cells.values()))
    buffers = [
        cell
        for cell in cells.values()
        if cell.area > 0 and is_buffer(cell) and cell.name not in facts.unused
    ]
    return Library(
        name=facts.name,
        path=place / "library.lib",
        gates=place / "gates.lib",
        identity=identity,
        key=key,
        conditions=facts.conditions,
        time_unit=facts.time_unit,
        wire_load=facts.wire_load,
        cells=cells,
        nand2=min(nands, key=lambda cell: (cell.area, cell.name)).name,
        buffers=tuple(sorted(buffers, key=lambda cell: (cell.area, cell.name))),
        loads=facts.loads,
        unread=facts.unread,
        left_out={name: _told(reason, paths) for name, reason in facts.left_out.items()},
        energies=frozenset(facts.energies),
        bad_energies={name: _told(reason, paths) for name, reason in facts.bad_energies.items()},
        leakage=facts.leakage,
    )


def _bytes(path: Path) -> bytes:
    """A liberty file's text, which may be compressed by gzip."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise InputError(f"{path} is no file; give a liberty file as cells:PATH.lib.")
        raw = path.read_bytes()
        archive = next((name for head, name in _ARCHIVES.items() if raw.startswith(head)), None)
        if archive is not None:
            raise InputError(
                f"{path} is a {archive} archive, which Roundel does not open; unpack it and give "
                "the liberty file in it."
            )
        return gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
    except OSError as error:
        raise InputError(
            f"cannot read the liberty file {path} ({error.strerror or 'it is damaged'}); give one "
            "as cells:PATH.lib."
        ) from error
    except ValueError as error:
        raise InputError(f"{str(path)!r} is no path; give one as cells:PATH.lib.") from error
    except (EOFError, zlib.error) as error:
        raise InputError(f"{path} is truncated or damaged inside; give a whole file.") from error


def _told(reason: Sequence[Any], paths: Sequence[Path]) -> str:
    """A reason in words, with its line; see `roundel.cells.liberty.cells.Reason`."""
    what, file, line = reason
    return f"{what} (line {line} of {paths[file]})"


def _check(facts: Facts, cells: Mapping[str, Cell], paths: Sequence[Path]) -> None:
    """Make sure that a library has what every design needs."""
    used = [cell for cell in cells.values() if cell.name not in facts.unused]
    for what, there in (
        ("flip-flop on the rising edge that Yosys can use", any(map(is_plain_register, used))),
        ("flip-flop with an asynchronous reset", any(map(is_reset_register, used))),
        ("inverter", any(map(is_inverter, used))),
        ("buffer", any(map(is_buffer, used))),
        # Whether the flow may use it or not: its area is the unit.
        ("NAND of two inputs with an area", any(is_measure(cell) for cell in cells.values())),
    ):
        if not there:
            raise InputError(
                f"the library {facts.name} ({', '.join(map(str, paths))}) has no {what}"
                f"{_spared(facts, paths)}; give a library with one."
            )


def _spared(facts: Facts, paths: Sequence[Path]) -> str:
    """What to say of cells that a library has and the flow does not use."""
    marked = " that is not marked dont_use" * (len(facts.unused) > len(facts.left_out))
    if not facts.left_out:
        return marked
    name, reason = next(iter(facts.left_out.items()))
    more = f" and {len(facts.left_out) - 1} more" if len(facts.left_out) > 1 else ""
    return f"{marked}; it leaves out {name}{more}: {_told(reason, paths)}"


# ---- The cells ----------------------------------------------------------------------------------

_ERROR = re.compile(r"^ERROR: (.*)$", re.MULTILINE)
_READ = "read_liberty library.lib"
_FACTS = "facts.json"


def _read(draft: Path, data: Sequence[bytes], paths: Sequence[Path]) -> None:
    """Write a library for the tools, and let Yosys read its cells.

    The files: library.lib, gates.lib for abc, facts.json, and cells.json from Yosys.
    """
    texts = [item.decode("utf-8", errors="replace") for item in data]
    library, facts = rewrite(
        [Source(str(path), text) for path, text in zip(paths, texts, strict=True)]
    )
    (draft / "library.lib").write_text(write([library]), encoding="utf-8")
    (draft / "gates.lib").write_text(for_abc(library), encoding="utf-8")
    (draft / _FACTS).write_text(json.dumps(asdict(facts)), encoding="utf-8")
    (draft / "read.ys").write_text(f"{_READ}\nwrite_json cells.json\n")
    try:
        programs.run(
            tools.find("yosys"), ["-s", "read.ys"], cwd=draft, log=draft / "yosys.log",
            timeout=_TIMEOUT,
        )  # fmt: skip
    except MachineError:
        raise
    except FailureError as error:
        said = _ERROR.findall((draft / "yosys.log").read_text(errors="replace"))
        why = said[-1].strip().rstrip(".") if said else "it does not say why"
        raise InputError(
            f"Yosys cannot read the library of {paths[0]} ({why}); correct it or give another one."
        ) from error
    if not (draft / "cells.json").is_file():
        raise FailureError(f"Yosys reads nothing of the library of {paths[0]}; give another one.")
