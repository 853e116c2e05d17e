# SPDX-License-Identifier: Apache-2.0
"""Measure the characterised designs that `roundel choose` chooses from.

    python scripts/characterise.py build                        every space, the packets, the head
    python scripts/characterise.py build characterised-ecp5     one space
    python scripts/characterise.py build characterised-families --target xc7,xcup
                                                                some targets of the space
    python scripts/characterise.py build --cells PATH.lib       also the space of standard cells
    python scripts/characterise.py add RECORD.json              records of `roundel explore --json`
    python scripts/characterise.py packets                      cycles per packet, in simulation
    python scripts/characterise.py power PATH.lib               power in standard cells
    python scripts/characterise.py errors                       the error of interpolated figures

`build` first runs each space with its own seed, 101. If nextpnr finds no route, the next seed up to
110 is tried. Rows on or near a Pareto front then get three seeds with a route. The seeds of a row
that joins the front later can be higher than those of other rows.
Families that are mapped only have no seeds. A repeated call continues: rows of the present RTL and
tools are not measured again, and single finished runs are also in the store of `roundel explore`.
With --cluster the runs use the machines of a batch system.
"""

import math
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from roundel import design
from roundel.base import tools
from roundel.base.errors import FailureError, InputError, RoundelError
from roundel.base.progress import Reporter
from roundel.cells import activities, find_identity, synth
from roundel.characterised import DATA, Designs, Head, PacketRate, Power, Row, load_designs
from roundel.characterised.candidates import find_candidates
from roundel.characterised.collect import (
    config_of,
    digest_of,
    key_of,
    libraries_of,
    merged,
    new_head,
    rows_of,
    write_head,
    write_rows,
    write_store,
)
from roundel.characterised.fronts import NEAR_SEEDS, near_front
from roundel.characterised.interpolation import ERROR_SHARE, left_out_errors
from roundel.characterised.packets import SIZES, measure_packets
from roundel.characterised.row import structure_of
from roundel.characterised.store import CANDIDATES, HEAD, PACKETS
from roundel.cli import options
from roundel.design import Config
from roundel.explore import ExploreRecord, Space, explore, load_space, spaces
from roundel.fpga.targets import Target, targets
from roundel.jobs import Session, default_store

ROOT = Path(__file__).resolve().parent.parent
SEEDS = tuple(range(101, 111))
_PREFIX = "characterised-"
_CELLS = f"{_PREFIX}cells"
_FAMILIES = f"{_PREFIX}families"
_PARTS = f"{_PREFIX}parts"  # the ratios of clocks; the few rows of a part have no front
# ECP5 has its own spaces, and no design of Roundel fits the only part of MachXO2.
_NOT_IN_FAMILIES = ("ecp5", "machxo2")

app = typer.Typer(help=__doc__, add_completion=False, rich_markup_mode=None)


def commit() -> str:
    """The last commit that changed the RTL; InputError if the RTL has other changes."""
    dirty = _git("status", "--porcelain", "--", "rtl")
    if dirty:
        raise InputError(f"the RTL has changes without a commit ({dirty.splitlines()[0].strip()}).")
    return _git("log", "-1", "--format=%H", "--", "rtl")


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", "-C", str(ROOT), *words],  # noqa: S607 (git of the developer)
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


def opened(directory: Path) -> Designs:
    """The store in a directory, with a present head; an empty store for a new directory."""
    if not (directory / HEAD).exists():
        directory.mkdir(parents=True, exist_ok=True)
        write_head(directory, new_head({}))
    found = load_designs(directory)
    return replace(found, head=new_head(found.head.libraries))


def store(directory: Path, records: Iterable[ExploreRecord]) -> None:
    """Add the rows of records to the store in a directory."""
    found, now = opened(directory), commit()
    rows, libraries = list(found.rows), dict(found.head.libraries)
    before = len(rows)
    for record in records:
        rows = merged(rows, rows_of(record, now))
        libraries |= libraries_of(record)
    head: Head = new_head(libraries)
    write_store(directory, head, rows)
    write_rows(directory / CANDIDATES, find_candidates(load_designs(directory)))
    sys.stdout.write(f"{directory}: {len(rows)} rows, {len(rows) - before} new\n")


@app.command()
def add(
    records: Annotated[list[Path], typer.Argument(help="Records of `roundel explore --json`.")],
    directory: Annotated[Path, typer.Option("--designs")] = DATA,
) -> None:
    """Add the points of records whose RTL is the present RTL."""
    found = []
    for path in records:
        record = ExploreRecord.model_validate_json(path.read_text(encoding="utf-8"))
        for point in record.points:
            if point.rtl != digest_of(point.config, point.target):
                raise InputError(f"{path}: the RTL of {point.config.name} has changed; measure it.")
        found.append(record)
    store(directory, found)


@app.command()
def build(
    names: Annotated[list[str] | None, typer.Argument(help="Spaces (default: all).")] = None,
    cells: Annotated[Path | None, typer.Option(help="Liberty file of the space of cells.")] = None,
    target: Annotated[
        str | None, typer.Option(help="Some targets of the spaces, with commas (default: all).")
    ] = None,
    directory: Annotated[Path, typer.Option("--designs")] = DATA,
    results: Annotated[
        Path | None, typer.Option("--store", help="Store of the runs, for a single space.")
    ] = None,
    cluster: options.ClusterOption = "local",
    workers: options.Workers = None,
    adapt: options.Adapt = None,
    worker_timeout: options.WorkerTimeout = 600,
    timeout: options.Timeout = 7200,
) -> None:
    """Run the spaces, then the packets, and write the store of characterised designs."""
    chosen = names or [name for name in spaces() if name.startswith(_PREFIX)]
    if _CELLS in chosen and cells is None:
        chosen.remove(_CELLS)
        sys.stderr.write(f"left out: {_CELLS} needs --cells PATH.lib\n")
    for name in chosen:
        with options.open_session(
            results, cluster, workers, adapt, worker_timeout, default_store(name)
        ) as session:
            for part in parts_of(name, cells, target):
                fill(directory, part, session, timeout)
                (own,) = part.targets
                if isinstance(own, Target) and own.placed:
                    for seed in SEEDS[1:]:  # the space has the first
                        others = replace(part, configs=unrouted(directory, part), seeds=(seed,))
                        fill(directory, others, session, timeout)
                    for seed in SEEDS if name != _PARTS else ():
                        short = short_of_seeds(directory, own.name)
                        others = replace(part, configs=short, seeds=(seed,))
                        fill(directory, others, session, timeout)
            if cells is not None and name == _CELLS:
                add_power(directory, f"cells:{cells}", session)
    measure(directory)


def parts_of(name: str, cells: Path | None, target: str | None) -> list[Space]:
    """A space for each target: a space has either placed targets or targets mapped only.

    Raises:
        InputError: `target` names a target that the space does not have.
    """
    if name == _CELLS:
        every = [f"cells:{cells}"]
    elif name == _FAMILIES:
        every = [part.name for part in targets() if part.family.name not in _NOT_IN_FAMILIES]
    else:
        every = [part.name for part in load_space(name).targets]
    chosen = every if target is None else target.split(",")
    for item in chosen:
        if item not in every:
            raise InputError(f"{name} has no target {item!r}; choose from {', '.join(every)}.")
    return [load_space(name, [item]) for item in chosen]


def fill(directory: Path, space: Space, session: Session, timeout: float) -> None:
    """Run the configurations of a space of one target that have no present row with all seeds.

    The designs with the fewest rounds come first, because they take the least time. The store is
    written after a few configurations, so that an interrupted call loses little.
    """
    known = {row.key: row for row in opened(directory).rows}
    target = space.targets[0]
    missing = [
        config
        for config in space.configs
        if not all(
            (row := known.get(key)) and is_present(row, config, space.seeds)
            for key in keys_of(directory, space, config)
        )
    ]
    possible = [config for config in missing if design.objection(config) is None]
    possible.sort(key=lambda config: config.Lanes * config.Rounds)
    size = max(4, 4 * session.workers)
    for start in range(0, len(possible), size):
        configs = tuple(possible[start : start + size])
        sys.stdout.write(f"{target.name}: {len(possible) - start} of {len(space.configs)} left\n")
        sys.stdout.flush()
        part = replace(space, configs=configs)
        store(directory, [explore(part, session, limit=None, timeout=timeout)])


def keys_of(directory: Path, space: Space, config: Config) -> list[str]:
    """The keys of a configuration's rows for a space of one target, one for each recipe."""
    target = space.targets[0]
    if isinstance(target, Target):
        found = [target.family.find_recipe(name, config.Mode).name for name in space.recipes]
        return [key_of(target.name, config, recipe) for recipe in found]
    (name,) = libraries_in(directory, target.identity) or ("",)
    return [key_of(name, config, recipe) for recipe in space.recipes]


def unrouted(directory: Path, space: Space) -> tuple[Config, ...]:
    """The configurations of a space of one target without any row."""
    known = {row.key for row in opened(directory).rows}
    return tuple(c for c in space.configs if known.isdisjoint(keys_of(directory, space, c)))


def short_of_seeds(directory: Path, target: str) -> tuple[Config, ...]:
    """The configurations on or near a front of a placed target with fewer seeds than needed."""
    rows = near_front(load_designs(directory), target)
    return tuple(config_of(row) for row in rows if len(row.mhz) < NEAR_SEEDS)


def libraries_in(directory: Path, identity: str) -> list[str]:
    """The name, in the rows of a store, of the library with an identity; empty without rows."""
    libraries = opened(directory).head.libraries
    return [name for name, item in libraries.items() if item.digest == identity]


def is_present(row: Row, config: Config, seeds: Iterable[int]) -> bool:
    """Whether a row has all seeds and belongs to the present RTL and tools."""
    return (
        {str(seed) for seed in seeds} <= row.mhz.keys()
        and row.rtl == digest_of(config, row.target)
        and all(tools.find(name).version == version for name, version in row.tools.items())
    )


def add_power(directory: Path, target: str, session: Session) -> None:
    """Measure the missing power of the block engines in a library of standard cells.

    A row whose power tool fails stays without power, and the next row follows.
    """
    found, identity = load_designs(directory), find_identity(target)
    own = {name for name, item in found.head.libraries.items() if item.digest == identity}
    rows: list[Row] = []
    for row in found.rows:
        if row.target not in own or row.power or "Mode" in row.config:
            rows.append(row)
            continue
        config = config_of(row)
        try:
            record = synth(
                config, target, session, recipe=row.recipe, power=activities(config), timeout=7200
            )
        except FailureError as error:
            sys.stderr.write(f"left out: the power of {row.key}: {error}\n")
            rows.append(row)
            continue
        powers = [Power(activity=p.activity, mw=p.mw, mhz=p.mhz) for p in record.power]
        rows.append(row.model_copy(update={"power": powers}))
        write_store(directory, found.head, [*rows, *found.rows[len(rows) :]])


@app.command()
def power(
    cells: Annotated[Path, typer.Argument(help="Liberty file of the rows in standard cells.")],
    directory: Annotated[Path, typer.Option("--designs")] = DATA,
) -> None:
    """Measure the missing power of the rows in standard cells."""
    with options.open_session(None, "local", 1, None, 600) as session:
        add_power(directory, f"cells:{cells}", session)


@app.command()
def packets(directory: Annotated[Path, typer.Option("--designs")] = DATA) -> None:
    """Measure the missing cycles per packet of the packet engines in the store."""
    measure(directory)


def measure(directory: Path) -> None:
    """Measure the cycles per packet of each structure without a measurement of the present RTL."""
    found, now = load_designs(directory), commit()
    rates: list[PacketRate] = list(found.packets)
    for structure, configs in structures(found):
        old = next((rate for rate in rates if rate.structure == structure), None)
        if old is not None:
            if old.rtl in map(design.fingerprint, configs):
                continue
            rates.remove(old)
        with Reporter() as progress:
            rates.append(measure_packets(configs[0], structure, SIZES, now, progress))
        write_rows(directory / PACKETS, rates)
        sys.stdout.write(f"{directory / PACKETS}: {structure}\n")


def structures(designs: Designs) -> list[tuple[dict[str, int | str], list[Config]]]:
    """Each structure of the packet engines in a store, with the configurations of its rows."""
    found: list[tuple[dict[str, int | str], list[Config]]] = []
    for row in designs.rows:
        fields = designs.fields(row)
        if fields["Mode"] == design.NO_MODE:
            continue
        structure = structure_of(fields)
        own = next((configs for other, configs in found if other == structure), None)
        if own is None:
            found.append((structure, own := []))
        own.append(config_of(row))
    return found


@app.command()
def errors(directory: Annotated[Path, typer.Option("--designs")] = DATA) -> None:
    """Print the error of interpolated figures: every row is estimated from the other rows."""
    for error in left_out_errors(load_designs(directory)):
        known = f"{ERROR_SHARE:.0%} of the errors are at most {error.allowance:.1%}"
        sys.stdout.write(
            f"{error.target} ({error.group}) {error.figure}: {error.rows} rows, median "
            f"{error.median:.1%}, {known if error.allowance < math.inf else 'too few rows'}; "
            f"{'estimates' if error.reliable else 'no estimates'}\n"
        )


def main(words: Sequence[str] | None = None) -> int:
    """Run the script; the exit status."""
    try:
        app(words, standalone_mode=False)
    except RoundelError as error:
        sys.stderr.write(f"error: {error}\n")
        return 1 if isinstance(error, FailureError) else 2
    except typer.TyperException as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
