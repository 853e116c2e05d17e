# SPDX-License-Identifier: Apache-2.0
"""The templates of the exported texts."""

import functools
from pathlib import Path

import jinja2

_TEMPLATES = Path(__file__).parent / "templates"


@functools.cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 (sources of hardware and scripts, no HTML)
    )


def render(name: str, **values: object) -> str:
    """A text from `templates/NAME.j2`."""
    return _environment().get_template(f"{name}.j2").render(**values)
