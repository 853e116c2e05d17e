# SPDX-License-Identifier: Apache-2.0
"""What all parts of a paper's data file have in common."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from roundel.reproduce.quantities import QUANTITIES

__all__ = ["CONFIG", "Implied", "QuantityName"]


def _known(name: str) -> str:
    if name not in QUANTITIES:
        raise ValueError(f"there is no quantity {name}; there are {', '.join(QUANTITIES)}")
    return name


QuantityName = Annotated[str, AfterValidator(_known)]


CONFIG = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
"""Of every model of a data file: nothing in it that is not told of."""


class Implied(BaseModel):
    """A figure that the paper does not print but that follows from those that it does.

    Attributes:
        value: The figure.
        origin: What it follows from; `from` in the file.
    """

    model_config = CONFIG

    value: float
    origin: str = Field(alias="from")
