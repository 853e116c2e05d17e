# SPDX-License-Identifier: Apache-2.0
"""A standard-cell library, read from its liberty files.

`roundel.cells.liberty` reads the files and writes one library with the same meaning for all tools.
Yosys reads the cells of the written library: pins, areas and functions. The flow selects cells by
function, not by name, so any library is usable: a flip-flop without scan on the rising edge, and a
NAND of two inputs, whose area is one gate equivalent (GE).
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pydantic import TypeAdapter

from roundel.base import cache, programs, tools
from roundel.base.closure import code_of
from roundel.base.errors import FailureError, InputError, MachineError
from roundel.cells.cell import Cell, read_cells
from roundel.cells.liberty import Facts, Reason, Source, for_abc, rewrite, write

PREFIX = "cells"
# The library of Debian's qflow-tech-osu018: OSU's library for the 0.18 um process of MOSIS.
DEFAULT = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")
_INSTALL = "apt-get install qflow-tech-osu018"
_ARCHIVES = {b"7z\xbc\xaf\x27\x1c": "7z", b"PK\x03\x04": "zip", b"\xfd7zXZ\x00": "xz"}
_TIMEOUT = 300.0  # timeout of Yosys for reading a library, in seconds


@dataclass(frozen=True)
class Library(Facts):
    """A library and its facts."""

    path: Path  # the written library in the cache, for OpenSTA and Yosys
    gates: Path  # the gates of the written library, for abc
    files: Sequence[Path] = field(compare=False)  # the given files
    identity: str  # a digest of the given files
    key: str  # a digest of all inputs of path and gates
    cells: Mapping[str, Cell]  # by name

    @cached_property
    def nand2(self) -> str:
        """The smallest NAND of two inputs; its area is one gate equivalent."""
        return _smallest(cell for cell in self.cells.values() if cell.is_measure)[0].name

    @cached_property
    def buffers(self) -> list[Cell]:
        """The cells with an output equal to the only input, the smallest first."""
        return _smallest(cell for cell in self.used() if cell.is_buffer)

    @property
    def gate_area(self) -> float:
        """The area of one gate equivalent, in the library's unit."""
        return self.cells[self.nand2].area

    def used(self) -> list[Cell]:
        """The cells that the flow may use."""
        return [cell for cell in self.cells.values() if cell.name not in self.unused]

    def located(self, reason: Reason) -> str:
        """A reason in words, with its line and file."""
        return f"{reason.what} (line {reason.line} of {self.files[reason.file]})"


def _smallest(cells: Iterable[Cell]) -> list[Cell]:
    return sorted(cells, key=lambda cell: (cell.area, cell.name))


def is_cells(target: str) -> bool:
    """Whether a target is a library of cells, not an FPGA."""
    return target == PREFIX or target.startswith(f"{PREFIX}:")


def find_library(target: str) -> Library:
    """The library of a target: "cells:PATH", "cells:PATH,PATH" or "cells" for the default library.

    Raises:
        InputError: A file is unreadable, truncated or no liberty file; a unit is unusable; the
            files belong to different libraries; or the library lacks a required cell.
        FailureError: The default library or Yosys is not installed, or Yosys fails.
    """
    return load_library(*find_files(target))


def find_identity(target: str) -> str:
    """The identity of a target's library; see `Library`."""
    return cache.digest(*(_bytes(path) for path in find_files(target)))


def find_files(target: str) -> tuple[Path, ...]:
    """The liberty files of a target; the files may be missing.

    A comma separates files, unless a file exists whose name contains the comma.
    """
    if not is_cells(target):
        raise InputError(f"{target!r} is not a library of cells; write cells:PATH.lib.")
    path = target.removeprefix(PREFIX).removeprefix(":")
    if path:
        try:
            whole = Path(path).expanduser()
            if "," not in path or whole.is_file():
                return (whole,)
            return tuple(Path(part).expanduser() for part in path.split(",") if part)
        except RuntimeError as error:
            raise InputError(f"{path} has no such home directory; give another path.") from error
        except ValueError as error:
            raise InputError(f"{path!r} is not a path; give cells:PATH.lib.") from error
    if not DEFAULT.is_file():
        raise FailureError(
            f"the default library, OSU 0.18 um, is not installed; run `{_INSTALL}` or give another "
            "library as cells:PATH.lib."
        )
    return (DEFAULT,)


def load_library(*paths: Path) -> Library:
    """Read a library from liberty files, plain or compressed by gzip; errors as `find_library`."""
    files = [(path, _bytes(path)) for path in paths]
    identity = cache.digest(*(data for _, data in files))
    key = cache.digest(tools.find("yosys").stamp, _READ, *code_of(__name__), identity)
    place = cache.entry("liberty", key, lambda draft: _read(draft, files))
    facts = _FACTS.validate_json((place / "facts.json").read_bytes())
    cells = read_cells(json.loads((place / "cells.json").read_text()))
    library = Library(
        **vars(facts),
        path=place / "library.lib",
        gates=place / "gates.lib",
        files=paths,
        identity=identity,
        key=key,
        cells=cells,
    )
    _check(library)
    return library


def _bytes(path: Path) -> bytes:
    """The text of a liberty file, decompressed if necessary (gzip)."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise InputError(f"{path} is not a file; give a liberty file as cells:PATH.lib.")
        raw = path.read_bytes()
        archive = next((name for head, name in _ARCHIVES.items() if raw.startswith(head)), None)
        if archive is not None:
            raise InputError(
                f"{path} is a {archive} archive, which Roundel cannot read; unpack it and "
                "give the liberty file."
            )
        return gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
    except OSError as error:
        raise InputError(
            f"cannot read the liberty file {path} ({error.strerror or 'damaged'}); give a file as "
            "cells:PATH.lib."
        ) from error
    except ValueError as error:
        raise InputError(f"{str(path)!r} is not a path; give cells:PATH.lib.") from error
    except (EOFError, zlib.error) as error:
        raise InputError(f"{path} is truncated or damaged; give the complete file.") from error


def _check(library: Library) -> None:
    """Check that a library has all required cells."""
    used = library.used()
    needs = {
        "flip-flop on the rising edge usable by Yosys": (cell.is_plain_register for cell in used),
        "flip-flop with an asynchronous reset": (cell.is_reset_register for cell in used),
        "inverter": (cell.is_inverter for cell in used),
        "buffer": library.buffers,
        # Also a cell that the flow must not use: its area is the unit.
        "NAND of two inputs with an area": (cell.is_measure for cell in library.cells.values()),
    }
    for needed, found in needs.items():
        if not any(found):
            raise InputError(
                f"the library {library.name} ({', '.join(map(str, library.files))}) has no {needed}"
                f"{_spared(library)}; give a library with this cell."
            )


def _spared(library: Library) -> str:
    """A clause on the cells that the library contains and the flow does not use."""
    left_out = library.left_out
    marked = " without the mark dont_use" * (len(library.unused) > len(left_out))
    if not left_out:
        return marked
    name, reason = next(iter(left_out.items()))
    more = f" and {len(left_out) - 1} more" if len(left_out) > 1 else ""
    return f"{marked}; unusable: {name}{more}, {library.located(reason)}"


# ---- The cells ----------------------------------------------------------------------------------

_ERROR = re.compile(r"^ERROR: (.*)$", re.MULTILINE)
_READ = "read_liberty library.lib"
_FACTS = TypeAdapter(Facts)


def _read(draft: Path, files: Sequence[tuple[Path, bytes]]) -> None:
    """Write a library for the tools, and let Yosys read the cells.

    Files: library.lib, gates.lib for abc, facts.json, and cells.json from Yosys.
    """
    sources = [Source(str(path), data.decode("utf-8", errors="replace")) for path, data in files]
    library, facts = rewrite(sources)
    first = sources[0].name
    (draft / "library.lib").write_text(write([library]), encoding="utf-8")
    (draft / "gates.lib").write_text(for_abc(library), encoding="utf-8")
    (draft / "facts.json").write_bytes(_FACTS.dump_json(facts))
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
        why = said[-1].strip().rstrip(".") if said else "without a reason"
        raise InputError(
            f"Yosys cannot read the library of {first} ({why}); correct it or give another file."
        ) from error
    if not (draft / "cells.json").is_file():
        raise FailureError(f"Yosys reads no cell of the library of {first}; give another file.")
