# SPDX-License-Identifier: Apache-2.0
"""The commands `store merge`, `cache info` and `cache prune`: stored results and builds."""

import re
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

import typer
from pydantic import Field

from roundel.base import cache_usage
from roundel.base.cache import cache_root
from roundel.base.errors import InputError
from roundel.base.record import Part
from roundel.cli.options import Json
from roundel.cli.tables import print_record, print_table

if TYPE_CHECKING:
    from roundel.jobs.store import MergeRecord

cache = typer.Typer(help="Show and prune the cache of builds and results.", rich_markup_mode=None)

# Content of an entry of each kind, and the cost of a removed entry.
KINDS = {
    "bench": "a design for cocotb; Verilator and g++ build it again, up to a minute",
    "bench-runtime": "Verilator's own library for cocotb; g++ builds it again, up to a minute",
    "cells": "a design mapped to standard cells; Yosys runs again, seconds to minutes",
    "copies": "a netlist's simulator of several copies; g++ builds it again, seconds",
    "device": "a simulated design; Verilator and g++ build it again, up to minutes",
    "driver": "the C driver with a simulated device; gcc builds it again, seconds",
    "elaborated": "a design as Yosys has read it; Yosys reads it again, seconds",
    "failed": "files and logs of a failed build; not needed",
    "files": "netlists between the jobs of a sweep; their mappings run again",
    "firmware": "a program for a soft processor; the cross compiler builds it again, seconds",
    "harnessed": "a mapped design in its harness; Yosys runs again, seconds",
    "liberty": "a library of cells as Roundel has read it; read again, seconds",
    "links": "links to tools that variables name; made again at once",
    "mapped": "a design mapped to a part; Yosys runs again, seconds to minutes",
    "netlist": "a mapped design for simulation; Yosys runs again, seconds to minutes",
    "own": "only a lock: a user's program is built at each call",
    "plain": "an exported design in plain Verilog, with its proof; made again, seconds to minutes",
    "power": "power of a netlist; OpenSTA runs again, seconds to minutes",
    "received": "a file that a driver sent to this worker; the driver sends it again",
    "routed": "a placed and routed design; nextpnr runs again, minutes to an hour",
    "simulator": "the common part of simulated designs; g++ builds it again, a minute",
    "timed": "timing of a netlist; OpenSTA runs again, seconds",
    "unfinished": "files of a killed process; not needed",
    "vectors": "the check of a netlist in cells; the simulation runs again, seconds to minutes",
    "verify": "only a lock: results of `verify` are in the store",
    "warm": "a note that nextpnr is compiled; it compiles again, half a minute",
}
_OTHER = "entries of tests or scripts of a checkout; they build them again"

_SECONDS = {"m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}
_BYTES = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


class TotalRecord(Part):
    """A number of entries.

    Attributes:
        entries: The number of entries.
        bytes: The size of their files.
    """

    entries: int
    bytes: int

    @classmethod
    def of(cls, found: Sequence[cache_usage.Entry]) -> Self:
        """The sum of entries."""
        return cls(entries=len(found), bytes=sum(entry.size for entry in found))

    def __str__(self) -> str:
        word = "entry" if self.entries == 1 else "entries"
        return f"{self.entries:,} {word}, {_shown(self.bytes)}"


class KindRecord(TotalRecord):
    """All entries of a kind.

    Attributes:
        kind: The kind.
        oldest_use: The oldest last use of an entry.
        content: The content of an entry, and the cost of a new build.
    """

    kind: str
    oldest_use: datetime
    content: str


class CacheRecord(Part):
    """The contents of the cache.

    Attributes:
        cache: The directory.
        entries: The number of entries.
        bytes: The size of their files.
        kinds: The entries by kind; the largest kind comes first.
    """

    schema_: Literal["roundel.cache/1"] = Field(default="roundel.cache/1", alias="schema")
    cache: str
    entries: int
    bytes: int
    kinds: list[KindRecord]


class PruneRecord(Part):
    """The entries that a prune removed from the cache.

    Attributes:
        cache: The directory.
        dry_run: Whether the command only reports.
        removed: The removed entries; with `dry_run`, the entries to remove.
        kept: The remaining entries.
        busy: The entries of `kept` that another process builds or uses.
    """

    schema_: Literal["roundel.cache_prune/1"] = Field(
        default="roundel.cache_prune/1", alias="schema"
    )
    cache: str
    dry_run: bool
    removed: TotalRecord
    kept: TotalRecord
    busy: TotalRecord


@cache.command()
def info(json: Json = False) -> None:
    """Show the size, oldest use and content of each kind of entry."""
    found = cache_usage.entries()
    total = TotalRecord.of(found)
    kinds = [
        KindRecord(
            kind=kind,
            oldest_use=datetime.fromtimestamp(min(entry.last_use for entry in group), UTC),
            content=KINDS.get(kind, _OTHER),
            **TotalRecord.of(group).model_dump(),
        )
        for kind, group in cache_usage.by_kind(found).items()
    ]
    record = CacheRecord(cache=str(cache_root()), kinds=kinds, **total.model_dump())
    print_record(record, _print_info, as_json=json)


def _print_info(record: CacheRecord) -> None:
    rows = [
        [
            kind.kind,
            f"{kind.entries:,}",
            _shown(kind.bytes),
            f"{kind.oldest_use.astimezone():%Y-%m-%d %H:%M}",
            kind.content,
        ]
        for kind in record.kinds
    ]
    total = TotalRecord(entries=record.entries, bytes=record.bytes)
    heads = ["kind", "entries", "size", "oldest use", "content; cost if it is removed"]
    print_table(f"Cache {record.cache}: {total}", heads, rows)


@cache.command()
def prune(
    older: Annotated[
        str | None,
        typer.Option(
            metavar="AGE",
            help="Remove entries without a use for this time: a number and m (minutes), h, d or "
            "w, for example 30d.",
        ),
    ] = None,
    larger: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="Then remove the least recently used entries down to this size: a number of "
            "bytes, or a number and K, M, G or T (powers of 1024), for example 5G.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Remove nothing; print the result only.")
    ] = False,
    json: Json = False,
) -> None:
    """Remove old entries from the cache; entries under construction stay."""
    if older is None and larger is None:
        raise InputError("`roundel cache prune` needs a limit; give --older, --larger or both.")
    age = size = None
    if older is not None:
        form = "an age; write a number and m, h, d or w, for example 30d"
        age = _parsed("--older", older, "([mhdw])", _SECONDS, form)
    if larger is not None:
        form = "a size; write a number and K, M, G or T, for example 5G"
        size = round(_parsed("--larger", larger, "(?:([KMGT])(?:iB|B)?)?", _BYTES, form))
    done = cache_usage.prune(age, size, dry_run=dry_run)
    record = PruneRecord(
        cache=str(cache_root()),
        dry_run=dry_run,
        removed=TotalRecord.of(done.removed),
        kept=TotalRecord.of(done.kept),
        busy=TotalRecord.of(done.busy),
    )
    print_record(record, _print_prune, as_json=json)


def _print_prune(record: PruneRecord) -> None:
    verb = "would remove" if record.dry_run else "removed"
    sys.stdout.write(f"{verb} {record.removed}; kept {record.kept}\n")
    if record.busy.entries:
        sys.stdout.write(f"kept because another process builds or uses them: {record.busy}\n")


def _shown(size: int) -> str:
    for unit in ("T", "G", "M", "K"):
        if size >= _BYTES[unit]:
            return f"{size / _BYTES[unit]:.1f} {unit}iB"
    return f"{size} B"


def _parsed(option: str, text: str, pattern: str, units: Mapping[str, float], form: str) -> float:
    """A number with a unit; InputError for another text."""
    found = re.fullmatch(rf"(\d{{1,15}}(?:\.\d{{1,9}})?){pattern}", text, re.ASCII)
    if found is None:
        raise InputError(f"{option} {text} is not {form}.")
    return float(found[1]) * units[found[2] or ""]


store = typer.Typer(help="Merge files of results.", rich_markup_mode=None)


@store.command()
def merge(
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The store to write.")],
    sources: Annotated[list[Path], typer.Argument(metavar="IN...", help="Stores to read.")],
    json: Json = False,
) -> None:
    """Copy the results of several stores to the store OUT.

    A finished result replaces a failed result. Afterwards `roundel explore SPACE --store OUT`
    shows all points and runs the missing points.
    """
    from roundel.jobs import check_directory
    from roundel.jobs.store import merge as run

    check_directory(target)
    print_record(run(target, sources), _print_merge, as_json=json)


def _print_merge(record: "MergeRecord") -> None:
    typer.echo(
        f"{record.store}: {record.added} results added, {record.replaced} failures replaced, "
        f"{record.kept} results already present"
    )
