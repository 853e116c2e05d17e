# SPDX-License-Identifier: Apache-2.0
"""Configurations: presets, files and changes of their parameters, for the Python interface."""

from pathlib import Path

from roundel import design
from roundel.design import Config, load_config
from roundel.design.derived import ShowRecord

ConfigLike = str | Path | Config
"""A preset's name, the path of a YAML file, or a configuration."""


def load(source: ConfigLike, **parameters: int | str) -> Config:
    """Load a configuration and check that the RTL can build it.

    Args:
        source: A preset's name, the path of a YAML file, or a configuration.
        parameters: New values of parameters, for example `KeyBits=256`.

    Returns:
        The configuration. Its name lists the changed parameters.

    Raises:
        InputError: There is no such preset, file, parameter or value, or the combination of values
            cannot work.
    """
    if not isinstance(source, Config):
        return load_config(str(source), [f"{name}={value}" for name, value in parameters.items()])
    changed = source.changed(None, parameters)
    design.check(changed)
    return changed


def show(config: ConfigLike, **parameters: int | str) -> ShowRecord:
    """Show what follows from a configuration: latency, cycles per block, blocks in flight, ports.

    Args:
        config: A preset's name, the path of a YAML file, or a configuration.
        parameters: New values of parameters, for example `KeyBits=256`.

    Returns:
        The record `roundel.show/1`, with `facts` and `ports` as the elaborated design has them.

    Raises:
        InputError: The configuration is not there or cannot work.
    """
    return ShowRecord.of(load(config, **parameters))
