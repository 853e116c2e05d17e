# SPDX-License-Identifier: Apache-2.0
"""The locations of the sources: the RTL, the C++ models around the RTL, and the C driver."""

import functools
from collections.abc import Iterable
from pathlib import Path, PurePath

from roundel.base.errors import FailureError

_INCLUDE = "+incdir+"  # in a list of files, before a folder of headers


@functools.cache
def _root(name: str, landmark: str) -> Path:
    """A directory of sources: inside an installed package, or beside `src` in a checkout."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / name, package.parents[1] / name):
        if (place / landmark).is_file():
            return place
    raise FailureError(f"the {name} sources are not installed with Roundel; install Roundel again.")


def rtl_root() -> Path:
    """The directory of the SystemVerilog library."""
    return _root("rtl", "roundel.f")


def sim_root() -> Path:
    """The directory of the C++ harness around the simulated device."""
    return _root("sim", "roundel_sim.cpp")


def driver_root() -> Path:
    """The directory of the C driver and the register headers."""
    return _root("sw", "driver/include/roundel.h")


def bench_root() -> Path:
    """The directory of the SystemVerilog benches of the tops."""
    return _root("fusesoc", "tb_packets.sv")


def sources(vendor: str | None = None) -> tuple[Path, ...]:
    """The library's headers and files in compile order; rtl/vendor/VENDOR replaces equal names."""
    return _library(rtl_root(), vendor)


def is_header(path: str | PurePath) -> bool:
    """Whether a file of the RTL is a header: included by other files, never compiled alone."""
    return PurePath(path).suffix == ".svh"


def compiled(vendor: str | None = None) -> tuple[Path, ...]:
    """The files of `sources` without the headers."""
    return tuple(path for path in sources(vendor) if not is_header(path))


def arguments(files: Iterable[str | PurePath]) -> list[str]:
    """Files as arguments of a tool: the folders of the headers as -IFOLDER, then the other files.

    Verilator, Icarus, slang and both front ends of Yosys accept these arguments.
    """
    names = list(map(str, files))
    folders = dict.fromkeys(PurePath(name).parent.as_posix() for name in names if is_header(name))
    return [*(f"-I{folder}" for folder in folders), *(n for n in names if not is_header(n))]


def soft_sources() -> tuple[Path, ...]:
    """The tops around soft processors, compiled after `sources`; processors: `roundel.soft`."""
    return listed_files(rtl_root(), "roundel_soft.f")


@functools.cache
def _library(root: Path, vendor: str | None) -> tuple[Path, ...]:
    """The library's files, some replaced by the files of a vendor."""
    listed = listed_files(root)
    if vendor is None:
        return listed
    own = {path.name: path for path in (root / "vendor" / vendor).glob("*.sv")}
    return tuple(own.get(path.name, path) for path in listed)


@functools.cache
def listed_files(root: Path, name: str = "roundel.f") -> tuple[Path, ...]:
    """The files in a list in `root`, in order; the headers of +incdir+FOLDER come first."""
    text = (root / name).read_text(encoding="utf-8")
    names = [found for line in text.splitlines() if (found := line.partition("//")[0].strip())]
    folders = [name.removeprefix(_INCLUDE) for name in names if name.startswith(_INCLUDE)]
    headers = (path for folder in folders for path in sorted((root / folder).glob("*.svh")))
    return (*headers, *(root / name for name in names if not name.startswith(_INCLUDE)))


def cells(vendor: str) -> list[Path]:
    """Models of the cells in rtl/vendor; each file is named after its module."""
    return sorted((sim_root() / vendor).glob("*.v"))
