# SPDX-License-Identifier: Apache-2.0
"""What a result depends on, told without running a tool.

The cache names a step's result after what the step before it made, so its names are known only as
the work goes on. Who keeps results (`roundel.explore.store`) asks here instead: a key from all that
can change a result. It is a careful one: an edit of the RTL or of this package that changes no
netlist gives other keys, and the cache then has the answer.
"""

from roundel import design
from roundel.base import cache, tools
from roundel.base.closure import code_of
from roundel.design import Config
from roundel.fpga import recipes
from roundel.fpga.targets import Target

__all__ = ["Identity"]

_SOURCES = code_of("roundel.fpga.flow")


class Identity:
    """Keys of the results that one recipe gives with the RTL and the tools that there are now.

    Args:
        recipe: A name of `RECIPES`, or "auto".
        frontend: What reads the RTL, "slang" or "verilog".

    Attributes:
        recipe: The recipe's own name.
        tools: Versions by name, of the tools that take part.

    Raises:
        InputError: A name is unusable.
        FailureError: A tool is missing, or the RTL cannot be read.
    """

    def __init__(self, recipe: str = recipes.AUTO, frontend: str = "slang") -> None:
        way, reader = recipes.find_recipe(recipe), recipes.find_frontend(frontend)
        found = [tools.find(name) for name in ("yosys", "nextpnr-ecp5")]
        self.recipe = way.name
        self.tools = {tool.name: tool.version for tool in found}
        self._rtl = _rtl()
        self._mapping = cache.digest(*_SOURCES, self._rtl, found[0].stamp, way.name, reader)
        self._routing = cache.digest(*_SOURCES, found[1].stamp)

    def holds(self) -> bool:
        """Whether the RTL is still what it was: only then do the keys belong to what is made."""
        return _rtl() == self._rtl

    def of_design(self, config: Config) -> str:
        """The key of a mapped configuration, whatever it is called.

        Raises:
            InputError: A named value does not exist.
        """
        return cache.digest(self._mapping, design.top_of(config), design.parameters(config))

    def of_run(self, design_key: str, part: Target, seed: int) -> str:
        """The key of a placed and routed design.

        Args:
            design_key: From `of_design`.
            part: The part.
            seed: The placer's seed.
        """
        return cache.digest(self._routing, design_key, " ".join(part.options()), str(seed))


def _rtl() -> str:
    """A digest of the RTL, with what of it is special to the part."""
    return cache.digest(*design.sources(recipes.VENDOR), *design.cells(recipes.VENDOR))
