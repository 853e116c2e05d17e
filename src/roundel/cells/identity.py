# SPDX-License-Identifier: Apache-2.0
"""What a result in cells depends on, told without running a tool: see `roundel.fpga.identity`."""

from typing import Protocol

from roundel import design
from roundel.base import cache, tools
from roundel.base.closure import code_of
from roundel.cells.recipes import DEFAULT, find_recipe
from roundel.design import Config

__all__ = ["CellsIdentity"]

# All of the flow, and what runs netlists.
_SOURCES = (
    *code_of("roundel.cells.flow"),
    *(design.sim_root() / name for name in ("roundel_netlist.h", "roundel_stream.cpp")),
)


class Identified(Protocol):
    """What has a library's identity."""

    @property
    def identity(self) -> str:
        """A digest of its contents."""


class CellsIdentity:
    """Keys of the results that one recipe gives with the RTL and the tools that there are now.

    Args:
        recipe: A name of `RECIPES`.

    Attributes:
        recipe: The same.
        tools: Versions by name, of the tools that take part.

    Raises:
        InputError: There is no such recipe.
        FailureError: A tool is missing, or the RTL cannot be read.
    """

    def __init__(self, recipe: str = DEFAULT) -> None:
        self.recipe = find_recipe(recipe).name
        found = [tools.find(name) for name in ("yosys", "sta")]
        self.tools = {tool.name: tool.version for tool in found}
        self._rtl = _rtl()
        stamps = [tool.stamp for tool in found]
        self._flow = cache.digest(*_SOURCES, self._rtl, *stamps, self.recipe)

    def holds(self) -> bool:
        """Whether the RTL is still what it was: only then do the keys belong to what is made."""
        return _rtl() == self._rtl

    def of_design(self, config: Config) -> str:
        """The key of a configuration, whatever it is called.

        Raises:
            InputError: A named value does not exist.
        """
        return cache.digest(self._flow, design.top_of(config), design.parameters(config))

    def of_run(self, design_key: str, library: Identified, seed: int = 0) -> str:
        """The key of a configuration in a library.

        Args:
            design_key: From `of_design`.
            library: The library, or what else has its identity.
            seed: Of no placer.
        """
        return cache.digest(design_key, library.identity, str(seed))


def _rtl() -> str:
    return cache.digest(*design.sources())
