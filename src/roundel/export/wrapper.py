# SPDX-License-Identifier: Apache-2.0
"""The wrapper of an exported design: the top with its parameters set and with its used ports.

The wrapper is a Verilog module. Block designs of Vivado accept Verilog as a module reference, and
VHDL can instantiate the wrapper, because every port is a plain vector.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pygments.lexers.hdl import SystemVerilogLexer, VhdlLexer
from pygments.token import Keyword

from roundel import design
from roundel.base.errors import InputError
from roundel.design import Config
from roundel.design import elaborate as rtl

AXI = "roundel_axi"
ENGINE = "engine"  # the top that the configuration selects
TOPS = (ENGINE, "axi", "dma")

_NAME = re.compile(r"[A-Za-z](_?[A-Za-z0-9]){0,79}")  # also an identifier of VHDL
_PORT = re.compile(r"^\s*(?:input|output)\s+logic\s*(?:\[.*?\]\s*)?(\w+)\s*,?\s*(?://\s*(.*))?$")
_LANES_MEANINGS = {  # the head of roundel_lanes describes its ports in sentences
    "clk_i": "rising edge",
    "rst_ni": "asynchronous, active low",
    "zeroise_i": "drop all words and clear all keys",
    "key_valid_i": "a key is offered",
    "key_ready_o": "the key is accepted in this cycle",
    "key_slot_i": "slot to load",
    "key_i": "byte 0 in the top bits",
    "key_clear_i": "clear the slot instead",
    "valid_i": "a word is offered",
    "ready_o": "the word is accepted in this cycle",
    "decrypt_i": "direction",
    "slot_i": "slot of the key to use",
    "data_i": "block 0 in the top bits",
    "valid_o": "a result is valid in this cycle only",
    "data_o": "block 0 in the top bits",
}


@dataclass(frozen=True)
class Pin:
    """A port of the wrapper.

    Attributes:
        name: The name, equal to the name of the top's port.
        direction: The direction from the design's view.
        width: The width in bits.
        meaning: The content, for comments and the data sheet; empty if the RTL has no comment.
    """

    name: str
    direction: Literal["in", "out"]
    width: int
    meaning: str


@dataclass(frozen=True)
class Wrapper:
    """A module that contains one configured top.

    Attributes:
        module: The name of the module.
        config: The configuration.
        top: The name of the top inside.
        parameters: The values of the top's parameters.
        pins: The ports of the wrapper, in the order of the top's head.
        tied: The unused inputs of the top with their widths; each is zero, or one for a ready.
        open: The unused outputs of the top with their widths.
    """

    module: str
    config: Config
    top: str
    parameters: dict[str, int]
    pins: tuple[Pin, ...]
    tied: dict[str, int]
    open: dict[str, int]

    @property
    def clock(self) -> str:
        """The name of the clock port."""
        return "aclk" if self.is_bus else "clk_i"

    @property
    def reset(self) -> str:
        """The name of the reset port, active low."""
        return "aresetn" if self.is_bus else "rst_ni"

    @property
    def is_bus(self) -> bool:
        """Whether the ports are AXI buses."""
        return self.top in (AXI, design.DMA)

    @property
    def is_blocks(self) -> bool:
        """Whether the ports transfer blocks or words of blocks, not packets."""
        return self.top in (*design.BLOCKS, design.LANES)

    @property
    def files(self) -> tuple[Path, ...]:
        """The RTL in compile order, headers first, without the wrapper."""
        vendor = portable_vendor(self.config)
        return tuple(
            path
            for path in design.closure(self.top, self.parameters, vendor=vendor)
            if design.rtl_root() in path.parents
        )

    def has(self, name: str) -> bool:
        """Whether the wrapper has a port."""
        return any(pin.name == name for pin in self.pins)

    def tie(self, name: str) -> str:
        """The constant on an unused input, as a literal."""
        width = self.tied[name]
        return f"{width}'b1" if name == "out_ready_i" else f"{width}'d0"


def uses_rom(config: Config) -> bool:
    """Whether S-boxes of a configuration are block RAM."""
    second = config.SecondSboxLanes > 0 and config.SecondSbox == "rom"
    return config.Sbox == "rom" or second


def portable_vendor(config: Config) -> str | None:
    """The folder in rtl/vendor whose files an export of a configuration has; None for none."""
    return "fpga" if uses_rom(config) else None


def make_wrapper(config: Config, top: str = ENGINE, name: str | None = None) -> Wrapper:
    """The wrapper of a possible configuration.

    Args:
        config: The configuration.
        top: One of `TOPS`.
        name: The name of the module; by default `aes_` and the configuration's name.

    Raises:
        InputError: The configuration has no such top, or the name is not a name of a module.
    """
    module = name if name is not None else re.sub(r"[\W_]+", "_", f"aes_{config.name}").strip("_")
    if not _NAME.fullmatch(module) or module.lower().startswith("roundel_"):
        raise InputError(
            f"{module!r} is not usable as a module name; give a --name of a letter, then "
            "letters, digits and single underscores between them, without the prefix roundel_."
        )
    if is_reserved(module):
        raise InputError(
            f"{module!r} is a word of SystemVerilog or VHDL; give the module another --name."
        )
    inner = inner_top(config, top)
    bus = inner in (AXI, design.DMA)
    values = design.wrapper_parameters(config, inner) if bus else design.parameters(config)
    found = rtl.elaborate(design.sources(), inner, tuple(values.items()))
    meanings = port_meanings(inner)
    unused = _unused(config, inner)
    used = [port for port in found.ports if port.name not in unused]
    return Wrapper(
        module,
        config,
        inner,
        values,
        tuple(Pin(p.name, p.direction, p.width, meanings.get(p.name, "")) for p in used),
        {p.name: p.width for p in found.ports if p.name in unused and p.direction == "in"},
        {p.name: p.width for p in found.ports if p.name in unused and p.direction == "out"},
    )


def is_reserved(name: str) -> bool:
    """Whether a name is a keyword of SystemVerilog or VHDL, in upper or lower case."""
    found = [
        kind
        for lexer in (SystemVerilogLexer(), VhdlLexer())
        for kind, text in lexer.get_tokens(name.lower())
        if text.strip()
    ]
    return any(kind in Keyword for kind in found)


def inner_top(config: Config, top: str) -> str:
    """The module for a value of --top."""
    own = design.top_of(config)
    if top == ENGINE:
        return own
    if own != design.STREAM:
        raise InputError(
            f"--top {top} needs a configuration of {design.STREAM}, and {config.name} selects "
            f"{own}; omit --top, or choose another mode, for example -p Mode=gcm."
        )
    return {"axi": AXI, "dma": design.DMA}[top]


def _unused(config: Config, top: str) -> set[str]:
    """The ports of a top without a function in a configuration; bus tops keep all ports."""
    if top in (AXI, design.DMA):
        return set()
    found = set()
    if config.KeySlots == 1:
        found |= {"key_slot_i", "in_slot_i", "slot_i"}
    if top in (*design.BLOCKS, design.LANES):
        found |= {"in_tag_i", "out_tag_o", "tag_i", "tag_o"}
        if config.KeySizes == "one":
            found |= {"key_size_i"}
        if config.Direction != "both":
            found |= {"in_decrypt_i", "decrypt_i"}
        if not config.Backpressure:
            found |= {"out_ready_i"}
        return found
    found |= {"command_user_i", "beat_user_i", "text_user_o", "result_user_o"}
    found |= {"drop_o", "drop_user_o", "key_policy_i", "key_refused_o", "command_privileged_i"}
    return found if config.Mode == "gcm" else found | {"key_least_tag_i", "result_tag_o"}


def port_meanings(top: str) -> dict[str, str]:
    """The comments on the ports of a top: beside the port, or in the line above."""
    (path,) = (path for path in design.sources() if path.stem == top)
    found, above = {}, ""
    for line in path.read_text(encoding="utf-8").splitlines():
        stripped = line.strip()
        if stripped == ");":
            break
        if match := _PORT.match(line):
            found[match[1]] = (match[2] or above).removesuffix(".")
        above = stripped.removeprefix("//").strip() if stripped.startswith("// ") else ""
        if "waive" in above or above in ("Keys.", "Blocks in.", "Blocks out."):
            above = ""
    return {**found, **_LANES_MEANINGS} if top == design.LANES else found


def verilog(wrapper: Wrapper) -> str:
    """The source of the wrapper."""
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        "//",
        f"// {wrapper.top} with the configuration {wrapper.config.name}. Written by",
        "// `roundel export`. Unused inputs of the top are constant; unused outputs are open.",
        "",
        f"module {wrapper.module} (",
    ]
    for number, pin in enumerate(wrapper.pins):
        comma = "," if number + 1 < len(wrapper.pins) else ""
        kind = "input  wire" if pin.direction == "in" else "output wire"
        comment = f"  // {pin.meaning}" if pin.meaning else ""
        lines.append(f"  {kind} {bits(pin.width):9}{pin.name}{comma}{comment}")
    lines += [");", "", f"  {wrapper.top} #("]
    names = list(wrapper.parameters)
    for name in names:
        lines.append(
            f"    .{name}({wrapper.parameters[name]}){',' if name != names[-1] else ''}"
            f"{_named(wrapper.config, name)}"
        )
    lines.append("  ) u_top (")
    joined = [f"    .{pin.name}({pin.name})" for pin in wrapper.pins]
    joined += [f"    .{name}({wrapper.tie(name)})" for name in wrapper.tied]
    lines += [f"{text}," for text in joined + [f"    .{name}()" for name in wrapper.open]]
    lines[-1] = lines[-1].removesuffix(",")
    return "\n".join([*lines, "  );", "", "endmodule", ""])


def bits(width: int) -> str:
    """The range of a vector, or nothing for one bit."""
    return f"[{width - 1}:0] " if width > 1 else ""


def _named(config: Config, name: str) -> str:
    """A comment with the name of a parameter's value, if the value has one."""
    value = config.fields().get(name)
    return f"  // {value}" if isinstance(value, str) else ""
