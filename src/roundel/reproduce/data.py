# SPDX-License-Identifier: Apache-2.0
"""The papers as data: their figures, the location of each figure, and the compared designs.

Each paper has a YAML file with the paper's name on the command line. The models below define the
contents of a file; other contents are refused.
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
    """The platform of the paper's figures."""

    device: str  # the parts, with their speed grade
    process_nm: int
    lut_inputs: int = 0  # 0 in standard cells
    tool: str  # the tool that gave the figures, and the kind of figures


Measure = Literal["delay_lut", "mbps_per_slice"]


class Best(Data):
    """The best design of a study according to a paper."""

    table: str
    source: str
    by: Measure  # the product of delay and LUTs, or throughput per slice
    stages: list[int]  # the best numbers of stages
    note: str = ""


class Study(Data):
    """A study in a paper that no preset rebuilds."""

    kind: Literal["sbox"]  # an S-box with pipeline registers
    best: list[Best]


class SystemRow(Named):
    """A measurement of a whole system in a paper."""

    link: str  # the link that models the paper's link
    bytes: int  # size of a transfer
    published: Mapping[QuantityName, float] = {}
    # Times that a bad prediction omits. "serial": the core's time in addition to the link's time.
    # "setup": the same, and a fixed time for each transfer.
    lacking: Literal["serial", "setup"] | None = None
    note: str = ""


class SystemOwn(Named):
    """A measurement of our card and driver at a measured point of the paper."""

    link: str
    bytes: int  # size of a transfer
    requests: int  # in flight
    beside: tuple[str, str]  # table and row of the paper


class System(Data):
    """Measurements of a whole system."""

    preset: str  # the engine of the card
    core_mbps: float  # the core's own throughput in the paper
    tables: list[TableOf[SystemRow]]
    own: list[SystemOwn]


class Software(Named):
    """A software throughput."""

    key_bits: Literal[128, 192, 256]
    mbps: float
    source: str


class Plot(Data):
    """A plot of published and measured figures: bars by row, or a point for each row."""

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

    paper: str  # name on the command line
    title: str
    authors: str  # family names
    year: int
    platform: Platform
    means: Mapping[QuantityName, str] = {}  # the paper's meaning of an unclear quantity
    slips: Sequence[str] = ()  # errors and unclear statements in the paper
    differences: Sequence[str] = ()  # differences between the paper and the rebuilt design
    tables: Sequence[Table] = ()
    study: Study | None = None
    system: System | None = None
    software: Sequence[Software] = ()
    soft: Soft | None = None
    cells: Cells | None = None
    plots: Sequence[Plot] = ()  # on the page

    @model_validator(mode="after")
    def _whole(self) -> Self:
        rows = rows_of(self.tables)
        if len(rows) < sum(len(table.rows) for table in self.tables):
            raise ValueError("two rows of a table have the same name")
        for table in self.tables:
            for row in table.rows:
                if "recipe" in row.model_fields_set:
                    raise ValueError(f"row {row.row} has a recipe; only cells have recipes")
                if row.beside is not None and row.beside not in rows:
                    raise ValueError(f"row {row.row} names {row.beside}, which is not a row")
                if table.ours and (row.beside is None or row.preset is None):
                    raise ValueError(f"row {row.row} of ours needs a preset and a row beside it")
        if self.system is not None:
            known = rows_of(self.system.tables)
            for own in self.system.own:
                if own.beside not in known:
                    raise ValueError(f"row {own.row} names {own.beside}, which is not a row")
        parts = [part for part in (self, self.system, self.soft, self.cells) if part is not None]
        tables = {table.table for part in parts for table in part.tables}
        lost = [plot.title for plot in self.plots if plot.table not in tables]
        if lost:
            raise ValueError(f"the plot {lost[0]} shows an unknown table")
        return self

    def presets(self) -> list[str]:
        """The measured presets of this paper without duplicates, in the order of the rows."""
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
        InputError: The paper does not exist; the text lists all papers.
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
        raise FailureError(f"the figures of {name} cannot be read; reinstall Roundel.") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise FailureError(
            f"the figures of {name} are broken at {where} ({first['msg']}); reinstall Roundel."
        ) from error
