# SPDX-License-Identifier: Apache-2.0
"""The papers as data: their figures, where each stands, and what is set beside it.

One YAML file a paper, named as the paper is on the command line. What it may hold is told by the
models below; a file that holds anything else is refused.
"""

from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import BaseModel, ValidationError, model_validator

from roundel.base.errors import FailureError, InputError
from roundel.base.suggestion import nearest
from roundel.reproduce.data_base import CONFIG, Implied, QuantityName
from roundel.reproduce.data_cells import Cells
from roundel.reproduce.data_soft import Soft

__all__ = [
    "Best",
    "Implied",
    "Measure",
    "Paper",
    "Platform",
    "Plot",
    "Row",
    "Software",
    "Study",
    "System",
    "SystemOwn",
    "SystemRow",
    "SystemTable",
    "Table",
    "load_paper",
    "paper_names",
]

_FILES = Path(__file__).parent


class _Data(BaseModel):
    model_config = CONFIG


class Platform(_Data):
    """What the paper's figures were taken on.

    Attributes:
        device: The parts, with their speed grade.
        process_nm: Their process, in nm.
        lut_inputs: Inputs of a LUT; 0 in standard cells.
        tool: What made the figures, and of what kind they are.
    """

    device: str
    process_nm: int
    lut_inputs: int = 0
    tool: str


class Row(_Data):
    """One design of a paper.

    Attributes:
        row: What the paper calls it.
        preset: What is measured beside it; None if nothing is.
        rebuilt: Whether the preset rebuilds this very design; else it is set beside it.
        published: The figures, by quantity.
        implied: Figures that follow from these.
        cite: Where a figure stands, if elsewhere than its table says.
        beside: In a table of ours: table and row of the paper whose figures ours stand beside.
        note: What is to be known of it.
    """

    row: str
    preset: str | None = None
    rebuilt: bool = True
    published: dict[QuantityName, float] = {}
    implied: dict[QuantityName, Implied] = {}
    cite: dict[QuantityName, str] = {}
    beside: tuple[str, str] | None = None
    note: str = ""


class Table(_Data):
    """Designs that are told of by the same quantities.

    Attributes:
        table: What the paper, or we, call it.
        source: Where it stands in the paper.
        baseline: The preset of the structure that ratios are taken to.
        columns: Quantities that are measured even where nothing is published.
        cite: Where the figures of a quantity stand, if elsewhere than in `source`.
        ours: Whether its rows are our designs and not the paper's.
        line: Two quantities, the second of which is to be linear in the first.
        most: A quantity of which the paper says that the first row has the most.
        rows: The designs.
    """

    table: str
    source: str
    baseline: str | None = None
    columns: list[QuantityName] = []
    cite: dict[QuantityName, str] = {}
    ours: bool = False
    line: tuple[QuantityName, QuantityName] | None = None
    most: QuantityName | None = None
    rows: list[Row]


Measure = Literal["delay_lut", "mbps_per_slice"]


class Best(_Data):
    """What a paper calls best of a study.

    Attributes:
        table: What the row is put under.
        source: Where it stands in the paper.
        by: The figure that is best: the product of delay and LUTs, or throughput per slice.
        stages: The best numbers of stages.
        note: What is to be known of it.
    """

    table: str
    source: str
    by: Measure
    stages: list[int]
    note: str = ""


class Study(_Data):
    """A study in a paper that no preset rebuilds.

    Attributes:
        kind: Which one; "sbox" is one S-box with registers in it.
        best: What the paper finds.
    """

    kind: Literal["sbox"]
    best: list[Best]


class SystemRow(_Data):
    """A measurement of a whole system in a paper.

    Attributes:
        row: What was measured.
        link: The link that stands for its.
        bytes: Of a transfer.
        published: The figures, by quantity.
        lacking: What the model lacks where it misses: "serial", the core's time on top of the
            link's; "setup", that and a fixed time.
        note: What is to be known of it.
    """

    row: str
    link: str
    bytes: int
    published: dict[QuantityName, float] = {}
    lacking: Literal["serial", "setup"] | None = None
    note: str = ""


class SystemTable(_Data):
    """Measurements that stand in one figure or table.

    Attributes:
        table: What the paper calls it.
        source: Where it stands.
        rows: The measurements.
    """

    table: str
    source: str
    rows: list[SystemRow]


class SystemOwn(_Data):
    """What our card and driver reach where the paper measured.

    Attributes:
        row: What is measured.
        link: The link.
        bytes: Of a transfer.
        requests: In flight.
        beside: Table and row of the paper.
    """

    row: str
    link: str
    bytes: int
    requests: int
    beside: tuple[str, str]


class System(_Data):
    """Measurements of a whole system.

    Attributes:
        preset: The card's engine.
        core_mbps: The core's own throughput in the paper.
        tables: What the paper measured.
        own: What ours reaches.
    """

    preset: str
    core_mbps: float
    tables: list[SystemTable]
    own: list[SystemOwn]

    def row(self, table: str, row: str) -> SystemRow:
        """One row by the names of its table and its own."""
        return next(
            item
            for group in self.tables
            if group.table == table
            for item in group.rows
            if item.row == row
        )


class Software(_Data):
    """A throughput in software.

    Attributes:
        row: Whose.
        key_bits: Of the key.
        mbps: The figure.
        source: Where it stands.
    """

    row: str
    key_bits: Literal[128, 192, 256]
    mbps: float
    source: str


class Plot(_Data):
    """A plot of published figures beside measured ones.

    Attributes:
        title: What it shows.
        table: Whose rows.
        bars: Quantities, each drawn as bars by row.
        points: Two quantities, drawn as a point a row.
    """

    title: str
    table: str
    bars: list[QuantityName] = []
    points: tuple[QuantityName, QuantityName] | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if bool(self.bars) == bool(self.points):
            raise ValueError("a plot has bars or points")
        return self


class Paper(_Data):
    """A paper's figures.

    Attributes:
        paper: Its name on the command line.
        title: Its title.
        authors: Their family names.
        year: Of publication.
        platform: What its figures were taken on.
        means: What it means by a quantity, where that is not plain.
        slips: What is wrong or unclear in it.
        differences: What is rebuilt otherwise than in the paper.
        tables: Its tables, and ours.
        study: A study in it, if there is one.
        system: Measurements of a whole system in it, if there are any.
        software: Figures of software in it.
        soft: Figures of a soft processor with and without instructions for AES, if there are any.
        cells: Designs in standard cells, if it is about those.
        plots: What the page shows.
    """

    paper: str
    title: str
    authors: str
    year: int
    platform: Platform
    means: dict[QuantityName, str] = {}
    slips: list[str] = []
    differences: list[str] = []
    tables: list[Table] = []
    study: Study | None = None
    system: System | None = None
    software: list[Software] = []
    soft: Soft | None = None
    cells: Cells | None = None
    plots: list[Plot] = []

    @model_validator(mode="after")
    def _whole(self) -> Self:
        """Every reference within the file leads somewhere."""
        rows = {(table.table, row.row) for table in self.tables for row in table.rows}
        if len(rows) < sum(len(table.rows) for table in self.tables):
            raise ValueError("two rows of a table have the same name")
        for table in self.tables:
            for row in table.rows:
                if row.beside is not None and row.beside not in rows:
                    raise ValueError(f"row {row.row} stands beside {row.beside}, which is no row")
                if table.ours and (row.beside is None or row.preset is None):
                    raise ValueError(f"row {row.row} of ours lacks a preset or what it is beside")
                if set(row.published) & set(row.implied):
                    raise ValueError(f"row {row.row} has a figure both published and implied")
        systems = self.system.tables if self.system is not None else []
        places = {(table.table, row.row) for table in systems for row in table.rows}
        for own in self.system.own if self.system is not None else []:
            if own.beside not in places:
                raise ValueError(f"row {own.row} stands beside {own.beside}, which is no row")
        tables = {table.table for table in self.tables} | {table.table for table in systems}
        tables |= {table.table for table in self.soft.tables} if self.soft is not None else set()
        tables |= {table.table for table in self.cells.tables} if self.cells is not None else set()
        lost = [plot.title for plot in self.plots if plot.table not in tables]
        if lost:
            raise ValueError(f"the plot {lost[0]} shows a table that is not there")
        return self

    def row(self, table: str, row: str) -> Row:
        """One row by the names of its table and its own."""
        return next(
            item
            for group in self.tables
            if group.table == table
            for item in group.rows
            if item.row == row
        )

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
    """A paper's figures.

    Args:
        name: For example "jin2011".

    Raises:
        InputError: There is no such paper; the text lists those that there are.
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
