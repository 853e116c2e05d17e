# SPDX-License-Identifier: Apache-2.0
"""The mutated designs.

`SHAPES` are block engines with every kind of structure, S-box and key schedule. `ROOMS` are the
parts that feed a block engine: fronts and framer of the packet engines, GHASH, the DMA, and the key
schedules. In a room, only the named modules, and modules of the named folders of `rtl/`, get
mutants. The fronts of CTR and XTS have no mutants in shared modules, whose parts for tags are
unused in these modes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from roundel import design
from roundel.base.errors import InputError
from roundel.design import Config, Port, elaborate
from roundel.sim.verilated import TAG_BITS

__all__ = ["DMA", "ROOMS", "SHAPES", "Shape", "select"]


@dataclass(frozen=True)
class Shape:
    """A mutated design."""

    config: Config  # the configuration
    places: tuple[str, ...] = ()  # mutated modules, or folders of rtl/; empty: all
    around: str = ""  # a top around the configuration's own top, with default parameters

    @property
    def name(self) -> str:
        """The name of the configuration."""
        return self.config.name

    @property
    def top(self) -> str:
        """The top module."""
        return self.around or design.top_of(self.config)

    @property
    def blocks(self) -> bool:
        """Whether the top processes blocks, without a mode."""
        return self.top in design.BLOCKS

    @cached_property
    def parameters(self) -> Mapping[str, int]:
        """The top's parameters."""
        if self.blocks:
            return {**design.parameters(self.config), "TagBits": TAG_BITS}
        usual = design.defaults(design.top_parameters(self.top), self.top)
        users = {"UserBits": design.USER_BITS} if "UserBits" in usual else {}
        return {**usual, **users, **design.parameters(self.config)}

    @cached_property
    def ports(self) -> tuple[Port, ...]:
        """The top's ports."""
        values = tuple(self.parameters.items())
        return tuple(elaborate.elaborate(tuple(design.sources()), self.top, values).ports)

    def mutated(self, module: str) -> bool:
        """Whether a module gets mutants."""
        root = design.rtl_root()
        paths = [path for path in design.sources() if path.stem == module]
        places = {path.relative_to(root).parts[0] for path in paths}
        return not self.places or not {module, *places}.isdisjoint(self.places)


_NAMES = (
    *("name", "KeyBits", "Direction", "Rounds", "Stages", "Sbox"),
    *("KeySchedule", "KeySlots", "Backpressure", "Compact"),
)
_VALUES = (
    ("iterative", 128, "encrypt", 1, 1, "tower", "on_the_fly", 1, 1, 0),
    ("iterative-both", 192, "both", 1, 1, "table", "stored", 2, 1, 0),
    ("rolled", 256, "decrypt", 2, 1, "tower", "stored", 4, 1, 0),
    ("unrolled", 128, "both", 2, 0, "gates", "stored", 1, 1, 0),
    ("inner", 128, "both", 1, 4, "tower", "stored", 2, 1, 0),
    ("hybrid", 128, "encrypt", 5, 3, "rom", "stored", 2, 1, 0),
    ("full", 128, "encrypt", 10, 2, "tower", "pipelined", 1, 1, 0),
    ("chain", 128, "both", 10, 2, "tower", "stored", 1, 0, 0),
    ("compact", 128, "encrypt", 1, 1, "gates", "on_the_fly", 1, 1, 1),
)

SHAPES = tuple(
    Shape(Config.model_validate(dict(zip(_NAMES, values, strict=True)))) for values in _VALUES
)


def _packets(name: str, preset: str, *changes: str) -> Config:
    return design.load_config(preset, changes).model_copy(update={"name": name})


_SMALL = ("Rounds=1", "Stages=1", "Sbox=table", "KeySlots=2")
DMA = Shape(_packets("dma", "gcm-1", *_SMALL[:3]), ("dma", "request"), design.DMA)
ROOMS = (
    Shape(_packets("gcm", "gcm-1", *_SMALL), ("stream", "mode")),
    Shape(_packets("ctr", "ctr-1", *_SMALL), ("mode", "roundel_command_front_text")),
    Shape(_packets("xts", "xts-1", *_SMALL), ("mode", "roundel_command_front_xts")),
    DMA,
    Shape(SHAPES[4].config.model_copy(update={"name": "inner-keys"}), ("key",)),
    Shape(SHAPES[2].config.model_copy(update={"name": "rolled-keys"}), ("key",)),
)


def select(names: Sequence[str]) -> tuple[Shape, ...]:
    """The designs with these names; without a name, all of `SHAPES`."""
    known = {shape.name: shape for shape in (*SHAPES, *ROOMS)}
    for name in names:
        if name not in known:
            raise InputError(f"there is no configuration {name!r}; choose from {', '.join(known)}.")
    return tuple(known[name] for name in names) or SHAPES
