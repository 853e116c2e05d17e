# SPDX-License-Identifier: Apache-2.0
"""Flip-flops of libraries: the netlist is right for every state, output and reset.

State space: state and input inverted or not; outputs of the state, of its complement and of both;
reset to 0, to 1 and both, active high and low; beside a plain flip-flop and alone.
"""

from pathlib import Path

import pytest
from tests.roundel.cells.small import flip_flop, liberty
from tests.roundel.cells.tiny import REGISTERS, map_tiny, prove_tiny

from roundel.base.errors import FailureError
from roundel.cells.flow import synth_cells
from roundel.cells.library import Library, load_library
from roundel.design import make_config

ONE = make_config("one", {"Sbox": "gates", "Backpressure": 0})
Texts = dict[str, str]
PRIORITY = ("clear_preset_var1", "clear_preset_var2")
BOTH = {"clear": "!RN", "preset": "!SN"}

# ASAP7's form; with its own state; both outputs; expressions in other forms; set and reset.
ACTIVE_LOW: list[tuple[Texts, Texts]] = [
    ({"next_state": "!D", "preset": "!RN"}, {"QN": "IQ"}),
    ({"next_state": "!D", "clear": "!RN"}, {"QN": "IQ"}),
    ({"next_state": "D", "clear": "RN'"}, {"QN": "IQN"}),
    ({"next_state": "(D)", "clear": "(!RN)"}, {"QN": "!IQ"}),
    ({"next_state": "D'", "preset": "RN'"}, {"Q": "(IQN)", "QN": "IQ"}),
    ({"next_state": "D", **BOTH, "clear_preset_var1": "L"}, {"Q": "IQ", "QN": "IQN"}),
    ({"next_state": "!D", **BOTH, **dict(zip(PRIORITY, "HL", strict=True))}, {"QN": "IQ"}),
    ({"next_state": "!D", **BOTH, **dict(zip(PRIORITY, "NT", strict=True))}, {"Q": "IQN"}),
]  # fmt: skip
ACTIVE_HIGH: list[tuple[Texts, Texts]] = [
    ({"next_state": "!D", "clear": "R"}, {"Q": "IQN"}),
    ({"next_state": "D", "preset": "S"}, {"QN": "IQN"}),
    ({"next_state": "!D", "clear": "R", "preset": "S"}, {"QN": "IQ"}),
]


def _load(tmp_path: Path, state: Texts, outputs: Texts, without: set[str]) -> Library:
    path = tmp_path / "flops.lib"
    path.write_text(liberty(without, more=[flip_flop("FF", state, outputs)]))
    return load_library(path)


@pytest.mark.parametrize("without", [{"DFF", "DFFR"}, {"DFFR"}], ids=["alone", "beside another"])
@pytest.mark.parametrize(("state", "outputs"), [*ACTIVE_LOW, *ACTIVE_HIGH])
def test_a_netlist_does_what_the_rtl_does(
    tmp_path: Path, state: Texts, outputs: Texts, without: set[str]
) -> None:
    library = _load(tmp_path, state, outputs, without)
    found = map_tiny(tmp_path, library)
    assert found.registers == REGISTERS
    assert found.counts["FF"] == REGISTERS - found.counts.get("DFF", 0) >= 8
    prove_tiny(found, library)


@pytest.mark.parametrize(
    ("function", "written"),
    [
        ("IQ", "IQ"),
        ("(IQ)", "IQ"),
        ("!IQ", "IQN"),
        ("IQN'", "IQ"),
        ("!(!IQ)", "IQ"),
        ("IQN", "IQN"),
    ],
)
def test_outputs_are_written_without_inverters(tmp_path: Path, function: str, written: str) -> None:
    """Yosys finds flip-flops only by outputs without inverters."""
    library = _load(tmp_path, {"next_state": "D", "clear": "!RN"}, {"QQ": function}, set())
    flop = library.path.read_text().partition("cell (FF)")[2]
    assert f'function : "{written}";' in flop.partition("pin (QQ)")[2]


def test_names_that_pins_have(tmp_path: Path) -> None:
    """Yosys stops where a state has the name of a pin."""
    path = tmp_path / "flops.lib"
    text = flip_flop("FF", {"next_state": "D", "clear": "!RN"}, {"IQ": "IQN"})
    path.write_text(liberty({"DFFR"}, more=[text.replace("ff (IQ, IQN)", "ff (Q, IQN)")]))
    library = load_library(path)
    found = map_tiny(tmp_path, library)
    assert found.registers == REGISTERS
    prove_tiny(found, library)


def test_a_wrong_netlist_is_noticed(tmp_path: Path) -> None:
    library = _load(tmp_path, *ACTIVE_LOW[0], {"DFF", "DFFR"})
    found = map_tiny(tmp_path, library)
    found.verilog.write_text(found.verilog.read_text().replace("INV ", "BUF ", 1))
    with pytest.raises(FailureError, match="prove"):
        prove_tiny(found, library)


@pytest.mark.usefixtures("sta")
def test_a_core(tmp_path: Path) -> None:
    """With the flip-flops of ASAP7."""
    path = tmp_path / "flops.lib"
    path.write_text(liberty({"DFF", "DFFR"}, more=[flip_flop("FF", *ACTIVE_LOW[0])]))
    record = synth_cells(ONE, f"cells:{path}", recipe="area")
    assert (record.ff, record.vectors) == (526, 256)
