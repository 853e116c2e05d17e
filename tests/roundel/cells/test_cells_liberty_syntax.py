# SPDX-License-Identifier: Apache-2.0
"""Syntax of liberty files: statements, their variants, unclosed groups, and long texts.

State space: groups, simple and complex attributes, with and without quotes, semicolons, comments
and continued lines; unclosed quotes, comments and braces.
"""

import time
from contextlib import nullcontext

import pytest

from roundel.base.errors import InputError
from roundel.cells.liberty import Source, rewrite, write
from roundel.cells.liberty.expressions import ExpressionError, parse_expression
from roundel.cells.liberty.syntax import Complex, Group, Simple, parse

TEXT = r"""
/* library (none) { */
library ("one (1)") {  // {
  date : "19.3.\"}\" 2026 // no comment /*";
  cell ("A") /* its head */ {
    pin (X, "Y") { direction : output; timing () { } more : 1 }
    area : 2; { }
    clocked_on : (CK); function : (A B)' ;
    limit : 0.5 * VDD /* volts */
    values ("1, 2", \
            "3, 4") ;
    index_1 ( 1 2.5,3 )
    long : "a \
            b";
  }
  define (a, b, float);
  cell ("B\"") { ff (IQ, IQN) { } }
}
"""


def read(text: str) -> tuple[list[Group], bool]:
    statements, whole = parse(Source("a.lib", text))
    return [item for item in statements if isinstance(item, Group)], whole


def test_statements() -> None:
    (library,), whole = read(TEXT)
    assert whole
    assert (library.kind, library.name) == ("library", "one (1)")
    assert library.get("date") == r"19.3.\"}\" 2026 // no comment /*"
    assert isinstance(library.find("define"), Complex)
    first, second = library.groups("cell")
    assert (first.name, second.name) == ("A", r"B\"")
    (pin,) = first.groups("pin")
    assert pin.names == ["X", "Y"]
    assert [(type(item), item.name) for item in pin.items] == [
        (Simple, "direction"), (Group, ""), (Simple, "more"),
    ]  # fmt: skip
    assert pin.get("more") == "1"
    assert first.get("clocked_on") == "(CK)"
    assert first.get("function") == "(A B)'"
    assert first.get("limit") == "0.5 * VDD"
    assert first.words("values") == ["1", "2", "3", "4"]
    assert first.words("index_1") == ["1", "2.5", "3"]
    assert first.get("long") == "a b"
    assert next(second.groups("ff")).names == ["IQ", "IQN"]


def test_lines() -> None:
    source = Source("a.lib", TEXT)
    statements, _ = parse(source)
    assert isinstance(statements[0], Group)
    found = next(statements[0].groups("cell")).find("function")
    assert found is not None
    assert source.place(found.at) == "line 8 of a.lib"


def test_what_is_written_reads_the_same() -> None:
    first, _ = read(TEXT)
    again, whole = read(write(first))
    assert whole
    assert write(again) == write(first)
    assert write([Simple("when", "1"), Simple("area", "1"), Simple("is", "true")]) == (
        'when : "1";\narea : 1;\nis : true;\n'
    )


@pytest.mark.parametrize(
    "text",
    ["a () { x; b () { y; }", "a () { x; } }", 'a () { x; "}', "} a () { }", "a () { x;", "a (x",
     'a () { b : "c; }'],
)  # fmt: skip
def test_what_does_not_close(text: str) -> None:
    assert not read(text)[1]


def test_what_is_no_statement() -> None:
    with pytest.raises(InputError, match=r"line 3 of a\.lib is no liberty statement \(':'\)"):
        read("library (a) {\n  b : 1;\n  : 2;\n}")


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("x" * 60_000, True),
        ('"' + r"\"" * 20_000, False),
        ('a : "' + r"\ " * 20_000, False),
        ("/* " * 50_000, False),
        ("define (a); " * 10_000, True),
        ("a () {" * 5_000 + "}" * 5_000, True),
        ("a (" * 5_000, False),
    ],
    ids=["word", "quote", "continued", "comment", "heads", "nested", "parentheses"],
)
def test_long_texts_take_no_time(text: str, whole: bool) -> None:
    """No text takes 0.2 s; patterns with backtracking would take 10 s and more."""
    text = f"library (long) {{ cell (c) {{ {text} }} }}"
    started = time.process_time()
    with nullcontext() if whole else pytest.raises(InputError, match="is truncated"):
        rewrite([Source("long.lib", text)])
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("A", "A"),
        ("(A)", "A"),
        ("!(!A)", "A"),
        ("A'", "!A"),
        ("A''", "A"),
        ("(A B)'", "!(A & B)"),
        ("A B + C*D", "(A & B) | (C & D)"),
        ("A ^ B & C", "(A ^ B) & C"),
        ("!A ^ B", "!A ^ B"),
        ("A|B|C", "A | B | C"),
        ("1", "1"),
        ("A[1] & b.c", "A[1] & b.c"),
    ],
)
def test_expressions(text: str, written: str) -> None:
    assert str(parse_expression(text)) == written
    assert parse_expression(written) == parse_expression(text)


@pytest.mark.parametrize("text", ["", "A &", "& A", "(A", "A)", "A && B", "A ? B", "!", "()"])
def test_what_is_no_expression(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse_expression(text)
