# SPDX-License-Identifier: Apache-2.0
"""Results of passed benches, kept in the cache with the builds.

A kept result counts as passed. A failed result is never kept. With ROUNDEL_FRESH=1 (`make test
FRESH=1`) every bench runs again, and no result is kept.
"""

import importlib.metadata
import os
from collections.abc import Callable
from pathlib import Path

from roundel.base import cache, tools

__all__ = ["fresh", "kept", "packages", "stamps"]

_RESULT = "result.txt"


class _FailedError(Exception):
    """Carries a failed result past the cache."""


def fresh() -> bool:
    """Whether kept results are ignored."""
    return bool(os.environ.get("ROUNDEL_FRESH"))


def stamps(*names: str) -> str:
    """The versions of tools, for a key."""
    return " ".join(tools.find(name).stamp for name in names)


def packages() -> str:
    """The versions of cocotb's packages, for a key."""
    names = ("cocotb", "cocotbext-axi", "cryptography")
    return " ".join(importlib.metadata.version(name) for name in names)


def kept(key: str, passed: Callable[[str], bool], work: Callable[[], str]) -> str:
    """The result of a bench: the kept result of a passed run, else the result of a new run.

    Args:
        key: A digest of all inputs of the result.
        passed: Whether to keep a result.
        work: Runs the bench.
    """
    if fresh():
        return work()

    def build(draft: Path) -> None:
        result = work()
        if not passed(result):
            raise _FailedError(result)
        (draft / _RESULT).write_text(result, encoding="utf-8")

    try:
        place = cache.entry("passed", key, build)
    except _FailedError as failed:
        return str(failed)
    return (place / _RESULT).read_text(encoding="utf-8")
