# SPDX-License-Identifier: Apache-2.0
"""The queues of roundel_card under random accesses to the window, word by word (card_queues.cpp).

State space: writes to free entries in any order and repeated, tails of any length, reads of any
entry, also repeated or too early, heads of any length. Pauses of every density are on requests, on
answers and between the queues. Also illegal tails, writes and heads, refused accesses, and zeroise.
Counts pass 2^16. Parameter space: queues of 16 blocks; of 512, 512 and 128, the sizes of the card;
two different sizes. A seed repeats a run.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cffi
import pytest

from roundel import design
from roundel.base import cache
from roundel.base.progress import null_progress
from roundel.sim import verilated

HARNESS = str(Path(__file__).with_name("card_queues"))
BOOKS = Path(__file__).with_name("card_books.h")  # included by the harness
SEED = 20261123
SMALL = (16, 16, 16)
SIZES = [SMALL, (32, 16, 64), (512, 512, 128)]


@dataclass(frozen=True)
class Mistake:
    """A change to one line of the RTL, to be found by the run."""

    file: str
    right: str
    wrong: str


MISTAKES = [
    # The level counts a block a cycle too early.
    Mistake(
        "card/roundel_card_output.sv", "tail_q <= count_q;", "tail_q <= put ? next_q : count_q;"
    ),
    Mistake("card/roundel_card_output.sv", "advance_q <= level_q", "advance_q <= level_q + 16'd1"),
    Mistake("card/roundel_card_output.sv", "& {HalfBits{held_q}}", ""),
    Mistake("card/roundel_card_output.sv", "half_q[1] ? data", "half_q[0] ? data"),
    Mistake("card/roundel_card_input.sv", "16'(ahead_q) < room_q", "16'(ahead_q) <= room_q"),
    Mistake("card/roundel_card_input.sv", "advance_q <= room_q", "advance_q <= room_q + 16'd1"),
    Mistake("card/roundel_card_input.sv", "assign go = any_q && room;", "assign go = any_q;"),
    Mistake(
        "card/roundel_card_input.sv", "(go ? next_head_q : head_q) != tail_q", "head_q != tail_q"
    ),
    Mistake("card/roundel_card_memory.sv", "& {2*HalfBits{!clearing}}", ""),
    Mistake("card/roundel_card_window.sv", "&& (!is_register || drained)", ""),
    Mistake("card/roundel_card_window.sv", "refused_q[1] || input_overrun_i", "refused_q[1]"),
]


def _library(sizes: tuple[int, int, int], sources: Mapping[str, Path]) -> Path:
    """The bench with queues of these sizes, with other files for some of the RTL."""
    names = ("InputBlocks", "OutputBlocks", "ResultBlocks")
    values = dict(zip(names, sizes, strict=True))
    model = verilated.Model(
        f"queues of {', '.join(map(str, sizes))} blocks",
        "card_queues",
        values,
        [*(sources.get(path.name, path) for path in design.sources()), Path(f"{HARNESS}.sv")],
        HARNESS,
        lambda _: {f"QUEUES_{name[:-6].upper()}": value for name, value in values.items()},
        {**values, "books": cache.digest(BOOKS)},
    )
    return verilated.build_model(model, null_progress)


@functools.cache
def _interface() -> cffi.FFI:
    ffi = cffi.FFI()
    ffi.cdef(verilated.interface(design.sim_root() / f"{HARNESS}.h"))
    return ffi


def _run(library: Path, seed: int, accesses: int) -> tuple[dict[str, int], str]:
    """Run random accesses; return the counts and the first fault."""
    ffi = _interface()
    found: Any = ffi.new("card_queues_run_result *")
    loaded: Any = ffi.dlopen(str(library))
    stopped = loaded.card_queues_run(seed, accesses, found)
    counts = {
        name: int(getattr(found, name))
        for name, field in ffi.typeof("card_queues_run_result").fields
        if field.type.kind == "primitive"
    }
    first: Any = ffi.string(found.first)
    return {**counts, "stopped": -stopped}, first.decode()


def _passes(sizes: tuple[int, int, int], accesses: int) -> None:
    counts, first = _run(_library(sizes, {}), SEED, accesses)
    told = f"seed {SEED}: {first}; {counts}"
    print(told)
    assert not first, told
    assert counts["stopped"] == counts["lost"] == counts["repeated"] == counts["wrong"] == 0, told
    assert counts["accesses"] >= accesses
    assert counts["words_in"] == counts["words_out"] + counts["forgotten"]
    # Enough of everything.
    least = {
        "writes": 4, "reads": 3, "words_out": 50, "rereads": 20, "ahead": 100, "overruns": 1000,
        "underruns": 3000, "refused": 200, "zeroises": 2_000_000,
    }  # fmt: skip
    for name, share in least.items():
        assert counts[name] >= accesses // share, f"{name}: {told}"
    assert counts["wraps"] >= accesses // 5_000_000, told


def test_no_word_is_lost_or_repeated() -> None:
    _passes(SMALL, 100_000)


@pytest.mark.campaign
@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_no_word_is_lost_or_repeated_in_ten_million(sizes: tuple[int, int, int]) -> None:
    _passes(sizes, 10_000_000)


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(mistake, marks=[pytest.mark.campaign] if number else [])
        for number, mistake in enumerate(MISTAKES)
    ],
    ids=str,
)
def test_a_broken_queue_is_noticed(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = Path(mistake.file).name
    [source] = [path for path in design.sources() if path.name == name]
    text = source.read_text(encoding="utf-8")
    assert mistake.right in text, "the changed line is gone; choose another"
    broken = tmp_path / name
    broken.write_text(text.replace(mistake.right, mistake.wrong), encoding="utf-8")
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    counts, first = _run(_library(SMALL, {name: broken}), SEED, 100_000)
    print(first)
    assert counts["lost"] + counts["repeated"] + counts["wrong"] > 0
