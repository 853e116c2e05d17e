# SPDX-License-Identifier: Apache-2.0
"""Instantiation templates of the wrapper for Verilog and VHDL."""

from roundel.export import rendering
from roundel.export.wrapper import Wrapper, bits


def files(wrapper: Wrapper) -> dict[str, str]:
    """The templates by path in the folder: a Verilog instance, a VHDL package and an instance."""
    names = {
        "inst.v": "instance.v",
        "pkg.vhd": "package.vhd",
        "example.vhd": "example.vhd",
    }
    return {
        f"templates/{wrapper.module}_{suffix}": rendering.render(
            f"{template}",
            wrapper=wrapper,
            module=wrapper.module,
            bits=bits,
            vhdl=_vhdl,
            longest=max(len(pin.name) for pin in wrapper.pins),
        )
        for suffix, template in names.items()
    }


def _vhdl(width: int) -> str:
    return f"std_logic_vector({width - 1} downto 0)" if width > 1 else "std_logic"
