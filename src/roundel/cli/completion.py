# SPDX-License-Identifier: Apache-2.0
"""Names that shell completion offers for the value of an argument or option.

typer keeps the names that begin with what the user typed. If none does, the shell offers files.
"""


def configs() -> list[str]:
    """The names of presets."""
    from roundel.design import preset_names

    return preset_names()


def parameters(incomplete: str) -> list[str]:
    """What follows `-p`: "Name=", or "Name=value" for a name with its equals sign."""
    from roundel.design import Config

    names = [name for name in Config.model_fields if name != "name"]
    name, equals, _ = incomplete.partition("=")
    if equals and name in names:
        return [f"{name}={value}" for value in Config.candidates(name)]
    return [f"{name}=" for name in names]


def spaces() -> list[str]:
    """The names of the spaces that ship with Roundel."""
    from roundel.explore.space import spaces as names

    return names()


def targets() -> list[str]:
    """The parts, and the standard cells that need no path."""
    from roundel.fpga.targets import targets as parts

    return [*(part.name for part in parts()), "cells"]


def links() -> list[str]:
    """The names of the links that ship with Roundel."""
    from roundel.system.link import link_names

    return link_names()
