# SPDX-License-Identifier: Apache-2.0
"""The common part of all records: a record is constant and can become a table."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from roundel.base.errors import FailureError

if TYPE_CHECKING:
    import pandas

Row = dict[str, str | int | float | bool | None]
"""Values by the names of the columns. The name of a column ends in the unit, if any."""


class Part(BaseModel):
    """A record without a table, or an object inside a record."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, serialize_by_alias=True)


class Record(Part):
    """The result of a command; `schema_` ("schema" in JSON) holds the name and the version."""

    @abstractmethod
    def to_rows(self) -> list[Row]:
        """The record as a table: one row for each seed, point, campaign or size."""

    def to_frame(self) -> "pandas.DataFrame":
        """The rows as a data frame of pandas.

        Raises:
            FailureError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError as error:
            raise FailureError(
                "a data frame needs the package pandas, which is not installed; run "
                "`pip install pandas`."
            ) from error
        return pandas.DataFrame(self.to_rows())
