# SPDX-License-Identifier: Apache-2.0
"""Where the library's sources are: the RTL, the C++ models around it, and the C driver."""

import functools
from pathlib import Path

from roundel.base.errors import FailureError


@functools.cache
def _root(name: str, landmark: str) -> Path:
    """A directory of sources: inside an installed package, or beside `src` in a checkout."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / name, package.parents[1] / name):
        if (place / landmark).is_file():
            return place
    raise FailureError(f"the {name} sources are not installed with Roundel; install it again.")


def rtl_root() -> Path:
    """The directory of the SystemVerilog library."""
    return _root("rtl", "roundel.f")


def sim_root() -> Path:
    """The directory of the C++ harness around the simulated device."""
    return _root("sim", "roundel_sim.cpp")


def driver_root() -> Path:
    """The directory of the C driver and of the registers' headers beside it."""
    return _root("sw", "driver/include/roundel.h")


def sources(vendor: str | None = None) -> tuple[Path, ...]:
    """The library's files in compile order; those in rtl/vendor/VENDOR replace their namesakes."""
    return _library(rtl_root(), vendor)


def soft_sources() -> tuple[Path, ...]:
    """The tops around soft processors, compiled behind `sources`; `roundel.soft` has processors."""
    return _listed(rtl_root(), "roundel_soft.f")


@functools.cache
def _library(root: Path, vendor: str | None) -> tuple[Path, ...]:
    """The library's files, with those of a vendor in the place of the general ones."""
    listed = _listed(root, "roundel.f")
    if vendor is None:
        return listed
    own = {path.name: path for path in (root / "vendor" / vendor).glob("*.sv")}
    return tuple(own.get(path.name, path) for path in listed)


@functools.cache
def _listed(root: Path, name: str) -> tuple[Path, ...]:
    """The files that a list in `root` names, in its order."""
    text = (root / name).read_text(encoding="utf-8")
    names = (line.partition("//")[0].strip() for line in text.splitlines())
    return tuple(root / name for name in names if name)


def cells(vendor: str) -> list[Path]:
    """Models of the cells that the files in rtl/vendor instantiate, each named after its module."""
    return sorted((sim_root() / vendor).glob("*.v"))
