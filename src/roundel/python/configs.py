# SPDX-License-Identifier: Apache-2.0
"""Configurations: presets, files and changes of their parameters, for the Python interface."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from roundel.base.errors import RoundelError
from roundel.design import Config, load_config
from roundel.design.derived import ShowRecord
from roundel.design.load import apply_overrides

ConfigLike = str | Path | Config
"""A preset's name, the path of a YAML file, or a configuration."""

_OPTIONS = {"--yes": "limit=None", "--campaign": "campaigns", "-p ": ""}


@contextmanager
def python_names() -> Iterator[None]:
    """Replace options of the command in error messages by arguments of Python; a decorator."""
    try:
        yield
    except RoundelError as error:
        text = re.sub(
            r"(?<![\w-])(--[a-z][a-z-]*|-p )",
            lambda found: _OPTIONS.get(found[1], found[1].lstrip("-").replace("-", "_")),
            str(error),
        )
        error.args = (text,)
        raise


@python_names()
def load(source: ConfigLike, **parameters: int | str) -> Config:
    """Load a configuration and check that the RTL can build it.

    Args:
        source: A preset's name, the path of a YAML file, or a configuration.
        parameters: New values of parameters, for example `KeyBits=256`.

    Returns:
        The configuration. Its name lists the changed parameters.

    Raises:
        InputError: The preset, file, parameter or value does not exist, or the combination of
            values is impossible.
    """
    if not isinstance(source, Config):
        return load_config(str(source), [f"{name}={value}" for name, value in parameters.items()])
    return apply_overrides(source, parameters)


@python_names()
def show(config: ConfigLike, **parameters: int | str) -> ShowRecord:
    """Show the derived facts of a configuration: latency, cycles per block, ports.

    Args:
        config: A preset's name, the path of a YAML file, or a configuration.
        parameters: New values of parameters, for example `KeyBits=256`.

    Returns:
        The record `roundel.show/1`, with `facts` and `ports` of the elaborated design.

    Raises:
        InputError: The configuration does not exist or is impossible.
    """
    return ShowRecord.of(load(config, **parameters))
