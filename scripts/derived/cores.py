# SPDX-License-Identifier: Apache-2.0
"""The FuseSoC core files of the library and its tops.

Files come from rtl/roundel.f; parameters, defaults and meanings come from the heads of the tops;
the version is the package's. A core file is in the folder of its files.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from scripts.derived import tops, vectors

import roundel
from roundel import design
from roundel.base.errors import FailureError
from roundel.design.tops import constants

__all__ = ["BENCHES", "VENDOR", "bench_files", "core_files", "meaning", "spelled"]

_ROOT = Path(__file__).resolve().parents[2]
VENDOR = "roundel:aes"
BENCHES = "fusesoc"  # the directory with the cores of the tops
_PACKETS = "tb_packets"  # common part of the benches of tops with packets
_ALONE = (design.CORE, "roundel_card_axi", design.DMA)  # tops whose benches do not use it
_SOURCE = "systemVerilogSource"
_HEAD = "# Written by scripts/generate.py; do not edit.\n"
_FIELDS = {"SecondSbox": "Sbox"}  # parameters with the named values of another parameter


def core_files() -> Iterator[tuple[str, str]]:
    """All core files and generated files in their folders: path in the repository, and text."""
    vendors = sorted(path.name for path in (design.rtl_root() / "vendor").iterdir())
    yield "rtl/roundel_library.core", _text(_library(vendors))
    for vendor in vendors:
        yield f"sim/{vendor}/roundel_cells_{vendor}.core", _text(_cells(vendor))
    for name in tops.TOPS:
        top = tops.read(name)
        bench = tops.bench_parameters(_ROOT / BENCHES / f"tb_{name}.sv")
        for item in top.parameters:
            if bench.get(item.name) != item.default:
                path = f"{BENCHES}/tb_{name}.sv"
                raise FailureError(f"{path} lacks parameter {item.name} = {item.default}.")
        yield f"{BENCHES}/{name}.core", _text(_top(top))
    yield f"{BENCHES}/{vectors.PACKAGE}.sv", vectors.package()


def _library(vendors: list[str]) -> dict[str, Any]:
    """All of roundel.f; a flag replaces files by a vendor's files of equal name."""
    root = design.rtl_root()
    names = [_listed(path.relative_to(root)) for path in design.sources()]
    filesets: dict[str, Any] = {}
    chosen = [f"!vendor_{vendor} ? (" for vendor in vendors]
    generic = "".join(chosen) + "generic" + ")" * len(chosen)
    filesets["generic"] = {"files": names, "file_type": _SOURCE}
    for vendor in vendors:
        listed = [_listed(path.relative_to(root)) for path in design.sources(vendor)]
        filesets[vendor] = {"files": listed, "file_type": _SOURCE}
    return {
        "name": _vlnv("library"),
        "description": "AES engine, modes and tops of Roundel: every module, in compile order",
        "filesets": filesets,
        "targets": {
            "default": {
                "filesets": [
                    generic,
                    *(f"vendor_{vendor} ? ({vendor})" for vendor in vendors),
                ]
            }
        },
    }


def _listed(path: Path) -> str | dict[str, Any]:
    """An entry of a FuseSoC file list; tools find a header by its folder."""
    name = path.as_posix()
    options = {"is_include_file": True, "include_path": path.parent.as_posix()}
    return {name: options} if design.is_header(path) else name


def _cells(vendor: str) -> dict[str, Any]:
    """Models of the cells in a vendor's files, for lint and simulation."""
    return {
        "name": _vlnv(f"cells_{vendor}"),
        "description": f"Models of the {vendor.upper()} cells that the library instantiates",
        "filesets": {
            "models": {
                "files": [path.name for path in design.cells(vendor)],
                "file_type": "verilogSource",
            }
        },
        "targets": {"default": {"filesets": ["models"]}},
    }


def _top(top: tops.Top) -> dict[str, Any]:
    """A top with its parameters and its checks."""
    vendors = sorted(path.name for path in (design.rtl_root() / "vendor").iterdir())
    names = [parameter.name for parameter in top.parameters]
    return {
        "name": _vlnv(top.name),
        "description": top.purpose,
        "filesets": {
            "rtl": {"depend": [_vlnv("library")]},
            "cells": {
                "depend": [f"vendor_{vendor} ? ({_vlnv(f'cells_{vendor}')})" for vendor in vendors]
            },
            "bench": {
                "files": bench_files(top.name),
                "file_type": _SOURCE,
            },
        },
        "parameters": {
            parameter.name: {
                "datatype": "int",
                "paramtype": "vlogparam",
                "default": parameter.value,
                "description": meaning(parameter, top),
            }
            for parameter in top.parameters
        }
        | {
            "vcd": {
                "datatype": "str",
                "paramtype": "plusarg",
                "description": "file for the waves of the pins",
            }
        },
        "targets": {
            "default": {"filesets": ["rtl"], "toplevel": top.name, "parameters": names},
            "lint": {
                "description": "Verilator, every warning an error",
                "flow": "lint",
                "flow_options": {"tool": "verilator", "verilator_options": ["-Wall"]},
                "filesets": ["rtl", "cells"],
                "toplevel": top.name,
                "parameters": names,
            },
            "sim": {
                "description": "Published vectors through the pins",
                "flow": "sim",
                "flow_options": {
                    "tool": "verilator",
                    # The bench is short: compile time dominates simulation time.
                    "mode": "binary",
                    "verilator_options": [
                        *("--timing", "--trace", "--trace-depth 1", "-j 0"),
                        *("-Wno-fatal", "-CFLAGS -O0"),
                    ],
                    "iverilog_options": ["-g2012"],
                },
                "filesets": ["rtl", "cells", "bench"],
                "toplevel": f"tb_{top.name}",
                "parameters": [*names, "vcd"],
            },
        },
    }


def bench_files(top: str) -> list[str]:
    """The files of a top's bench, in compile order."""
    shared = [] if top in _ALONE else [_PACKETS]
    return [f"{name}.sv" for name in (vectors.PACKAGE, *shared, f"tb_{top}")]


def meaning(parameter: tops.Parameter, top: tops.Top) -> str:
    """The comment beside a parameter, with its named values in the top."""
    named: dict[str, int] = {}
    if "_pkg::" in parameter.default:
        named = _named(parameter.name)
    if parameter.name == "Modes" and all(item.name != "Streams" for item in top.parameters):
        parallel = constants(tuple(design.sources()))["PARALLEL_MODES"].value
        named = {name: value for name, value in named.items() if not value & ~parallel}
    values = ", ".join(f"{value} {name}" for name, value in named.items())
    return "; ".join(part for part in (parameter.meaning, values) if part)


def spelled(name: str, value: int) -> str:
    """A parameter's value in readable form."""
    named = {number: word for word, number in _named(name).items()}
    return named.get(value, str(value))


def _named(parameter: str) -> dict[str, int]:
    return design.choices(_FIELDS.get(parameter, parameter))


def _vlnv(name: str) -> str:
    return f"{VENDOR}:{name}:{roundel.__version__}"


class _Dumper(yaml.SafeDumper):
    """Writes repeated values without YAML aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        del data
        return True


def _text(core: dict[str, Any]) -> str:
    body = yaml.dump(core, Dumper=_Dumper, sort_keys=False, width=100)
    return f"CAPI=2:\n{_HEAD}\n{body}"
