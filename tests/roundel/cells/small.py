# SPDX-License-Identifier: Apache-2.0
"""A library of few cells with round numbers, for computation by hand.

Every delay is 0.1 ns for a cell plus 0.01 ns per femtofarad of load. Every input has 1 fF. A
flip-flop has 0.2 ns from clock to output and 0.05 ns of setup. Areas are in gate equivalents times
four.
"""

import re
from collections.abc import Collection, Mapping

__all__ = ["AREAS", "flip_flop", "liberty"]

AREAS = {
    "INV": 2.0, "BUF": 3.0, "ND2": 4.0, "NR2": 4.0, "AN2": 5.0, "XOR2": 8.0, "XNR2": 8.0,
    "AOI21": 6.0, "OAI21": 6.0, "DFF": 20.0, "DFFR": 24.0, "LATCH": 12.0,
}  # fmt: skip
_FUNCTIONS = {
    "INV": ("A", "!A"),
    "BUF": ("A", "A"),
    "ND2": ("A B", "!(A & B)"),
    "NR2": ("A B", "!(A | B)"),
    "AN2": ("A B", "A & B"),
    "XOR2": ("A B", "A ^ B"),
    "XNR2": ("A B", "!(A ^ B)"),
    "AOI21": ("A B C", "!((A & B) | C)"),
    "OAI21": ("A B C", "!((A | B) & C)"),
}
_HEAD = """\
/* A comment { with a brace. */
library (roundel_small) {
  delay_model : table_lookup;
  time_unit : "1ns";
  voltage_unit : "1V";
  current_unit : "1mA";
  pulling_resistance_unit : "1kohm";
  leakage_power_unit : "1nW";
  capacitive_load_unit (1, ff);
  nom_process : 1;
  nom_voltage : 1.5;
  nom_temperature : 27;
  operating_conditions (round) { process : 1; voltage : 1.5; temperature : 27; }
  default_operating_conditions : round;
  slew_lower_threshold_pct_rise : 20; slew_upper_threshold_pct_rise : 80;
  slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_fall : 80;
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  lu_table_template (by_load) {
    variable_1 : total_output_net_capacitance; index_1 ("0, 100");
    variable_2 : input_net_transition; index_2 ("0, 1");
  }
"""
_WIRE = """\
  wire_load ("short") {
    capacitance : 1.0; resistance : 0; slope : 1.0;
    fanout_length (1, 2.0); fanout_length (2, 3.0);
  }
  default_wire_load : "short";
"""


def liberty(
    without: Collection[str] = (),
    *,
    wire_load: bool = False,
    load: float | None = None,
    slew: float | None = None,
    more: Collection[str] = (),
) -> str:
    """The text of the library.

    Args:
        without: Cells to leave out.
        wire_load: Whether a wire has a load of 1 fF plus 1 fF per connected input.
        load: Largest load of an output, in fF; ten times as much for a flip-flop.
        slew: Longest transition of any signal, in ns; all have 0.1.
        more: The texts of additional cells.
    """
    cells = [name for name in AREAS if name not in without]
    head = [_HEAD, _WIRE if wire_load else ""]
    if load is not None:
        head.append(f"  default_max_capacitance : {load};")
    if slew is not None:
        head.append(f"  default_max_transition : {slew};")
    limit = "" if load is None else f"max_capacitance : {10 * load}; "
    return "\n".join([*head, *(_cell(name, limit) for name in cells), *more, "}", ""])


def flip_flop(name: str, state: Mapping[str, str], outputs: Mapping[str, str]) -> str:
    """A flip-flop with clock CK, an input D and other inputs, as named in its state.

    Args:
        name: The name of the cell.
        state: The attributes of its ff group: next_state, clear, preset, clear_preset_var1 ...
        outputs: The function of each output, of IQ and IQN.
    """
    attributes = "".join(f'{key} : "{text}"; ' for key, text in state.items())
    words = re.findall(
        r"[A-Z]+\b", " ".join(state[key] for key in ("clear", "preset") if key in state)
    )
    inputs = "".join(map(_pin, sorted(set(words))))
    pins = "".join(
        f'    pin ({pin}) {{ direction : output; function : "{function}";\n'
        f"{_arc('CK', 0.2, 'rising_edge')}    }}\n"
        for pin, function in outputs.items()
    )
    return (
        f"  cell ({name}) {{\n    area : 22.0;\n"
        f'    ff (IQ, IQN) {{ clocked_on : "CK"; {attributes}}}\n'
        f"{_pin('CK', 'clock : true;')}{_pin('D', _SETUP)}{inputs}{pins}  }}"
    )


def _cell(name: str, flip_flop: str) -> str:
    area = f"  cell ({name}) {{\n    area : {AREAS[name]};\n"
    if name == "LATCH":
        return (
            f'{area}    latch (IQ, IQN) {{ data_in : "D"; enable : "G"; }}\n'
            f'{_pin("D")}{_pin("G")}    pin (Q) {{ direction : output; function : "IQ"; }}\n  }}'
        )
    if name.startswith("DFF"):
        clear = 'clear : "!RN"; ' if name == "DFFR" else ""
        return (
            f'{area}    ff (IQ, IQN) {{ next_state : "D"; clocked_on : "CK"; {clear}}}\n'
            f"{_pin('CK', 'clock : true;')}"
            f"{_pin('D', _SETUP)}"
            f"{_pin('RN') if clear else ''}"
            f'    pin (Q) {{ direction : output; function : "IQ"; {flip_flop}\n'
            f"{_arc('CK', 0.2, 'rising_edge')}"
            "    }\n  }"
        )
    pins, function = _FUNCTIONS[name]
    sense = "negative_unate" if function.startswith("!") else "positive_unate"
    if "^" in function:
        sense = "non_unate"
    arcs = "".join(_arc(pin, 0.1, sense=sense) for pin in pins.split())
    inputs = "".join(_pin(pin) for pin in pins.split())
    return (
        f'{area}{inputs}    pin (Y) {{ direction : output; function : "{function}";\n'
        f"{arcs}    }}\n  }}"
    )


def _pin(name: str, more: str = "") -> str:
    return f"    pin ({name}) {{ direction : input; capacitance : 1.0; {more} }}\n"


_SETUP = (
    'timing () { related_pin : "CK"; timing_type : setup_rising; '
    'rise_constraint (scalar) { values ("0.05"); } fall_constraint (scalar) { values ("0.05"); } }'
)


def _arc(pin: str, delay: float, kind: str = "combinational", sense: str = "non_unate") -> str:
    table = f'(by_load) {{ values ("{delay}, {delay}", "{delay + 1}, {delay + 1}"); }}'
    slew = '(by_load) { values ("0.1, 0.1", "0.1, 0.1"); }'
    return (
        f'      timing () {{ related_pin : "{pin}"; timing_type : {kind}; timing_sense : {sense};\n'
        f"        cell_rise {table} cell_fall {table}\n"
        f"        rise_transition {slew} fall_transition {slew} }}\n"
    )
