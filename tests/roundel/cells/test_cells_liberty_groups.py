# SPDX-License-Identifier: Apache-2.0
"""Groups of a liberty file: what opens and closes them, what is theirs, and what never ends."""

import time
from contextlib import nullcontext
from pathlib import Path

import pytest

from roundel.base.errors import InputError
from roundel.cells.liberty import read_liberty
from roundel.cells.liberty_groups import bare, read_groups

TEXT = r"""
/* library (none) { */
library ("one (1)") {  // {
  date : "19.3.\"}\" 2026 // no comment /*";
  cell ("A") /* its head */ {
    pin (X, "Y") { direction : output; timing () { } more : 1; }
    area : 2; { }
  }
  define (a, b, float);
  cell ("B\"") { ff (IQ, IQN) { } }
}
"""


def test_groups() -> None:
    text = bare(TEXT)
    file, whole = read_groups(text)
    assert whole
    (library,) = file.groups
    assert (library.kind, library.name) == ("library", "one (1)")
    assert r'"19.3.\"}\" 2026 // no comment /*"' in library.own(text)
    assert "define" in library.own(text)
    assert "cell" not in library.own(text)
    first, second = library.of("cell")
    assert (first.name, second.name) == ("A", r"B\"")
    assert first.own(text).split() == ["area", ":", "2;"]
    pin, unnamed = first.groups
    assert (pin.name, unnamed.kind, unnamed.name) == ('X, "Y"', "", "")
    assert pin.own(text).split() == ["direction", ":", "output;", "more", ":", "1;"]
    assert first.has("timing")
    assert not second.has("timing")
    assert text[pin.start : pin.end].startswith("pin (X")
    assert text[pin.start : pin.end].endswith("more : 1; }")


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("a () { x; b () { y; }", ["x;"]),
        ("a () { x; } }", ["x;"]),
        ('a () { x; "}', [""]),
        ("} a () { }", []),
        ("a () { x;", [""]),
    ],
)
def test_braces_that_do_not_match(text: str, own: list[str]) -> None:
    """What is not closed has the text in front of its groups, or none."""
    file, whole = read_groups(text)
    assert not whole
    assert [group.own(text).strip() for group in file.groups] == own


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("x" * 60_000, True),
        ('"' + r"\"" * 20_000, False),
        ("/* " * 50_000, False),
        ("define (a); " * 10_000, True),
        ("a () {" * 5_000 + "}" * 5_000, True),
    ],
    ids=["word", "quote", "comment", "heads", "nested"],
)
def test_long_texts_take_no_time(text: str, whole: bool) -> None:
    """None takes over 0.1 s; going back in the first three took 12 to 28 s, nesting had an end."""
    text = f"library (long) {{ cell (c) {{ {text} }} }}"
    started = time.process_time()
    with nullcontext() if whole else pytest.raises(InputError, match="is not whole"):
        read_liberty(text, Path("long.lib"))
    assert time.process_time() - started < 1
