# SPDX-License-Identifier: Apache-2.0
"""The files of Roundel's own code that a result depends on.

The key of a kept result contains the code that made the result: a module, and all modules of
Roundel that the module imports, directly or through others. The packages `base`, `design` and
`jobs` are left out. They run tools and read values from the RTL, and a key contains the tools'
versions and the values themselves.
"""

import functools
import re
from pathlib import Path

from roundel.base import cache

_ROOT = Path(__file__).resolve().parents[2]
_LEFT_OUT = ("roundel.base", "roundel.design", "roundel.jobs")
_IMPORT = re.compile(r"^\s*from (roundel[\w.]*) import (?:\(([^)]*)\)|([^\n]*))", re.MULTILINE)


def code_of(*modules: str) -> tuple[Path, ...]:
    """The files of modules and of all their imports without the left-out packages, sorted."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [item for item in imports(name) if not item.startswith(_LEFT_OUT)]
    return tuple(sorted(_file(name) for name in found))


@functools.cache
def code_digest(*modules: str) -> str:
    """A digest of the files of `code_of`, read at the first call in this process.

    Python keeps imported modules, so an edit reaches only new processes. After an edit, a running
    worker therefore differs from a new driver.
    """
    return cache.digest(*code_of(*modules))


@functools.cache
def imports(module: str) -> frozenset[str]:
    """The full names of the modules of Roundel that a module imports.

    An import inside a function counts. The import of a package alone does not count, because an
    `__init__.py` only exports names.
    """
    found = set()
    for package, several, one in _IMPORT.findall(_file(module).read_text(encoding="utf-8")):
        names = (several or one.partition("#")[0]).split(",")
        for name in (f"{package}.{words[0]}" for words in map(str.split, names) if words):
            found.add(name if _is_module(name) else package)
    return frozenset(found - {"roundel"})


def _is_module(name: str) -> bool:
    path = _ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def _file(module: str) -> Path:
    path = _ROOT.joinpath(*module.split("."))
    package = path / "__init__.py"
    return package if package.is_file() else path.with_suffix(".py")
