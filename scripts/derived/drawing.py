# SPDX-License-Identifier: Apache-2.0
"""SVG for pages: plain shapes and text for light and dark backgrounds, without external fonts.

Equal inputs give equal bytes, so drawings are comparable.
"""

from collections.abc import Sequence
from html import escape

__all__ = ["Drawing"]

# Two colours with different brightness; shape or text repeats their meaning.
_STYLE = """\
  text { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #24292f }
  .small { font-size: 11px } .tiny { font-size: 9.5px } .title { font-weight: bold }
  .faint { fill: #6e7781 } .strong { fill: #0b4f8a } .middle { text-anchor: middle }
  .end { text-anchor: end }
  .line { stroke: #24292f; fill: none; stroke-width: 1.3 }
  .grid { stroke: #8c959f; stroke-width: 0.6; stroke-dasharray: 1 3; fill: none }
  .frame { stroke: #8c959f; stroke-width: 1; stroke-dasharray: 4 3; fill: none }
  .box { stroke: #24292f; stroke-width: 1.3; fill: #f6f8fa }
  .data { stroke: #24292f; stroke-width: 1; fill: #ddf4ff }
  .gap { fill: #ffffff; fill-opacity: 0.72; stroke: none }
  .moves { fill: #0b4f8a; fill-opacity: 0.16; stroke: none }
  .arrow { stroke: #0b4f8a; fill: none; stroke-width: 1.4 } .tip { fill: #0b4f8a }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .faint { fill: #8d96a0 } .strong { fill: #79c0ff }
    .line { stroke: #e6edf3 } .box { stroke: #e6edf3; fill: #21262d }
    .gap { fill: #0d1117 } .data { stroke: #e6edf3; fill: #0c2d6b } .moves { fill: #79c0ff }
    .arrow { stroke: #79c0ff } .tip { fill: #79c0ff }
  }
"""


class Drawing:
    """A drawing; coordinates are in pixels from the top left."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._parts: list[str] = []

    def text(self, x: float, y: float, words: str, style: str = "small") -> None:
        """Text at the left end of its base line, or at the middle or end, by `style`."""
        self._parts.append(f'<text x="{x:g}" y="{y:g}" class="{style}">{escape(words)}</text>')

    def line(self, points: Sequence[tuple[float, float]], style: str = "line") -> None:
        """A line through points."""
        listed = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(f'<polyline points="{listed}" class="{style}"/>')

    def shape(self, points: Sequence[tuple[float, float]], style: str) -> None:
        """A filled shape with these corners."""
        listed = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(f'<polygon points="{listed}" class="{style}"/>')

    def box(self, x: float, y: float, width: float, height: float, style: str = "box") -> None:
        """A box."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3" '
            f'class="{style}"/>'
        )

    def arrow(self, points: Sequence[tuple[float, float]], both: bool = False) -> None:
        """A line with a tip at its end, or at both ends; the ends run along an axis."""
        self.line(points, "arrow")
        self._tip(points[-2], points[-1])
        if both:
            self._tip(points[1], points[0])

    def _tip(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        x, y = end
        along_x = (end[0] > start[0]) - (end[0] < start[0])
        along_y = (end[1] > start[1]) - (end[1] < start[1])
        back = (x - 7 * along_x, y - 7 * along_y)
        aside = (3.5 * along_y, 3.5 * along_x)
        self.shape(
            [
                end,
                (back[0] + aside[0], back[1] + aside[1]),
                (back[0] - aside[0], back[1] - aside[1]),
            ],
            "tip",
        )

    def svg(self, width: float, height: float) -> str:
        """The complete SVG file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" role="img">\n'
        )
        title = f"<title>{escape(self._title)}</title>\n"
        note = "<!-- Written by a script in scripts/; do not edit. -->\n"
        body = "\n".join(self._parts)
        return f"{head}{note}{title}<style>\n{_STYLE}</style>\n{body}\n</svg>\n"
