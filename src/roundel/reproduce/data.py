# SPDX-License-Identifier: Apache-2.0
"""The papers as data: their figures, the place of each figure, and what is set beside it.

Each paper has one YAML file, named as the paper is on the command line. The models below define the
content of the file; a file with any other content is refused.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import ValidationError, model_validator

from roundel.base.errors import FailureError, InputError, nearest
from roundel.reproduce.data_base import Data, Named, QuantityName, Table, TableOf, rows_of
from roundel.reproduce.data_cells import Cells
from roundel.reproduce.data_soft import Soft

_FILES = Path(__file__).parent


class Platform(Data):
    """What the paper's figures were measured on."""

    device: str  # the parts, with their speed grade
    process_nm: int
    lut_inputs: int = 0  # 0 in standard cells
    tool: str  # what made the figures, and of what kind they are


Measure = Literal["delay_lut", "mbps_per_slice"]


class Best(Data):
    """What a paper calls the best design of a study."""

    table: str
    source: str
    by: Measure  # the product of delay and LUTs, or throughput per slice
    stages: list[int]  # the best numbers of stages
    note: str = ""


class Study(Data):
    """A study in a paper that no preset rebuilds."""

    kind: Literal["sbox"]  # one S-box with registers in it
    best: list[Best]


class SystemRow(Named):
    """A measurement of a whole system in a paper."""

    link: str  # the link that stands for the paper's
    bytes: int  # of a transfer
    published: Mapping[QuantityName, float] = {}
    # What a prediction that misses lacks. "serial": the core's time on top of the link's. "setup":
    # that, and a fixed time for each transfer.
    lacking: Literal["serial", "setup"] | None = None
    note: str = ""


class SystemOwn(Named):
    """A measurement of our card and driver at a point that the paper measured."""

    link: str
    bytes: int  # of a transfer
    requests: int  # in flight
    beside: tuple[str, str]  # table and row of the paper


class System(Data):
    """Measurements of a whole system."""

    preset: str  # the card's engine
    core_mbps: float  # the core's own throughput in the paper
    tables: list[TableOf[SystemRow]]
    own: list[SystemOwn]


class Software(Named):
    """A throughput in software."""

    key_bits: Literal[128, 192, 256]
    mbps: float
    source: str


class Plot(Data):
    """A plot of published figures beside measured ones: bars by row, or a point for each row."""

    title: str
    table: str
    bars: Sequence[QuantityName] = ()
    points: tuple[QuantityName, QuantityName] | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if bool(self.bars) == bool(self.points):
            raise ValueError("a plot has bars or points")
        return self


class Paper(Data):
    """A paper's figures."""

    paper: str  # its name on the command line
    title: str
    authors: str  # family names
    year: int
    platform: Platform
    means: Mapping[QuantityName, str] = {}  # the paper's meaning, where unclear
    slips: Sequence[str] = ()  # what is wrong or unclear in the paper
    differences: Sequence[str] = ()  # what is rebuilt otherwise than in the paper
    tables: Sequence[Table] = ()
    study: Study | None = None
    system: System | None = None
    software: Sequence[Software] = ()
    soft: Soft | None = None
    cells: Cells | None = None
    plots: Sequence[Plot] = ()  # on the page

    @model_validator(mode="after")
    def _whole(self) -> Self:
        """Every reference within the file leads somewhere."""
        rows = rows_of(self.tables)
        if len(rows) < sum(len(table.rows) for table in self.tables):
            raise ValueError("two rows of a table have the same name")
        for table in self.tables:
            for row in table.rows:
                if "recipe" in row.model_fields_set:
                    raise ValueError(f"row {row.row} has a recipe, which only cells have")
                if row.beside is not None and row.beside not in rows:
                    raise ValueError(f"row {row.row} stands beside {row.beside}, which is no row")
                if table.ours and (row.beside is None or row.preset is None):
                    raise ValueError(f"row {row.row} of ours lacks a preset or what it is beside")
        if self.system is not None:
            places = rows_of(self.system.tables)
            for own in self.system.own:
                if own.beside not in places:
                    raise ValueError(f"row {own.row} stands beside {own.beside}, which is no row")
        parts = [part for part in (self, self.system, self.soft, self.cells) if part is not None]
        tables = {table.table for part in parts for table in part.tables}
        lost = [plot.title for plot in self.plots if plot.table not in tables]
        if lost:
            raise ValueError(f"the plot {lost[0]} shows a table that is not there")
        return self

    def presets(self) -> list[str]:
        """The presets that are measured for this paper, each once, in the order of the rows."""
        names = [
            name
            for table in self.tables
            for name in (table.baseline, *(row.preset for row in table.rows))
            if name is not None
        ]
        return list(dict.fromkeys(names))


def paper_names() -> list[str]:
    """The names of all papers."""
    return sorted(path.stem for path in _FILES.glob("*.yaml"))


def load_paper(name: str) -> Paper:
    """The figures of a paper, for example of "jin2011".

    Raises:
        InputError: There is no such paper; the text lists all papers.
        FailureError: The installation is broken: the paper's file cannot be read.
    """
    names = paper_names()
    if name not in names:
        hint = nearest(name, names)
        raise InputError(f"there is no paper {name!r}{hint}; choose one of {', '.join(names)}.")
    path = _FILES / f"{name}.yaml"
    try:
        values: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        return Paper.model_validate({"paper": name, **values})
    except (OSError, TypeError, yaml.YAMLError) as error:
        raise FailureError(
            f"the figures of {name} cannot be read; install Roundel again."
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise FailureError(
            f"the figures of {name} are broken at {where} ({first['msg']}); install Roundel again."
        ) from error
