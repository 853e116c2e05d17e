# SPDX-License-Identifier: Apache-2.0
"""Roundel: AES hardware to choose, prove and measure: a SystemVerilog library and a command.

    import roundel

    record = roundel.synth("iterative", target="ecp5-85k-8", seeds=(1, 2, 3))
    print(record.lut4, record.fmax_mhz.median, record.gbps)

`docs/reference/python.md` describes every name. The import of the package is fast: it imports the
module of a name when the program first uses that name.
"""

import sys
from importlib import import_module

TYPE_CHECKING = False  # type checkers take it as true; the import of typing would take most time
if TYPE_CHECKING:
    from roundel.base.errors import FailureError, InputError, RoundelError
    from roundel.base.progress import Reporter
    from roundel.design.config import Config
    from roundel.design.load import presets
    from roundel.jobs import Board, Session
    from roundel.python.configs import load, show
    from roundel.python.devices import Card, Device, Dma, Stream
    from roundel.python.files import decrypt, encrypt
    from roundel.python.runs import (
        cluster,
        compare,
        explore,
        map_only,
        synth,
        synth_cells,
        verify,
    )

__version__ = "0.1.0"

_MODULES = {
    "base.errors": ("FailureError", "InputError", "RoundelError"),
    "base.progress": ("Reporter",),
    "design.config": ("Config",),
    "design.load": ("presets",),
    "jobs": ("Board", "Session"),
    "python.configs": ("load", "show"),
    "python.devices": ("Card", "Device", "Dma", "Stream"),
    "python.files": ("decrypt", "encrypt"),
    "python.runs": (
        "cluster",
        "compare",
        "explore",
        "map_only",
        "synth",
        "synth_cells",
        "verify",
    ),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "Board", "Card", "Config", "Device", "Dma", "FailureError", "InputError", "Reporter",
    "RoundelError", "Session", "Stream", "cluster", "compare", "decrypt", "encrypt", "explore",
    "load", "map_only", "presets", "show", "synth", "synth_cells", "verify",
]  # fmt: skip


class _Package(type(sys)):  # type: ignore[misc]  # the class of modules
    """The package. `explore` and `verify` name a function and a subpackage; the function wins."""

    def __setattr__(self, name: str, value: object) -> None:
        """Ignore the import system when it binds a subpackage over a function of that name."""
        if not (name in _HOME and isinstance(value, type(sys))):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


if not TYPE_CHECKING:  # else type checkers would accept any name

    def __getattr__(name: str):
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
