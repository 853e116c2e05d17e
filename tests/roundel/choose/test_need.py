# SPDX-License-Identifier: Apache-2.0
"""Needs as on a command line: units, contradictions, names of parts."""

import math
from pathlib import Path
from typing import Any

import pytest
from tests.roundel.choose.sample_designs import CORE, LIBRARY, PART, STREAM, designs

from roundel.base.errors import InputError
from roundel.choose.need import (
    Need,
    check,
    find_part,
    has_backpressure,
    parse_key_bits,
    parse_margin,
    serves,
)


def need(**values: Any) -> Need:
    return Need(**{"target": PART, **values})


def test_a_margin_needs_its_unit() -> None:
    assert parse_margin("10%") == pytest.approx(0.1)
    assert parse_margin(" 2.5 % ") == pytest.approx(0.025)
    with pytest.raises(InputError, match=r"--margin 10 has no unit.*--margin 10%"):
        parse_margin("10")
    with pytest.raises(InputError, match="less than 100%"):
        parse_margin("100%")
    with pytest.raises(InputError, match="^--margin is empty; write it in per cent"):
        parse_margin(" ")


def test_key_sizes() -> None:
    assert parse_key_bits("256,128") == (128, 256)
    with pytest.raises(InputError, match="use 128, 192 or 256"):
        parse_key_bits("128,100")
    with pytest.raises(InputError, match="twice"):
        parse_key_bits("128,128")
    with pytest.raises(InputError, match="^--key-bits is empty; give 128, 192 or 256.$"):
        parse_key_bits(" ")
    with pytest.raises(InputError, match="lacks a key size beside a comma"):
        parse_key_bits("128,")


def test_an_unknown_part_gets_the_nearest_names() -> None:
    head = designs().head
    assert find_part(head, "ECP5-85K-8") == PART
    assert find_part(head, "cells:mine") == LIBRARY
    with pytest.raises(InputError, match=r"nearest names are ecp5-45k-8"):
        find_part(head, "ecp5-45")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"gbps": 0.0}, "--gbps 0 is not positive"),
        ({"max_kge": 5.0}, "--max-kge limits standard cells"),
        ({"target": LIBRARY, "max_lut4": 5}, "use --max-kge"),
        ({"objective": "energy"}, "no energy is measured"),
        ({"packet_bytes": 64}, "--packet-bytes needs a mode"),
        ({"packet_bytes": 8, "mode": "xts"}, "give 16 to"),
        ({"gbps": math.nan}, "--gbps nan is not positive and finite"),
        ({"latency_ns": math.inf}, "--latency-ns inf is not positive and finite"),
        ({"mhz": math.inf}, "--mhz inf"),
        ({"target": LIBRARY, "max_kge": math.nan}, "--max-kge nan"),
        ({"gbps": 1e-9}, "--gbps 1e-09 is out of range; give 0.000001 to 1,000,000"),
        ({"mhz": 1e308}, r"--mhz 1e\+308 is out of range; give 0.001 to 1,000,000"),
        ({"latency_ns": 1e-300}, "--latency-ns 1e-300 is out of range; give 0.001 to 1,000,000,0"),
        ({"key_slots": 10**23}, "^--key-slots is out of range; give at most 1,000,000,000"),
        ({"max_lut4": 10**400}, "^--max-lut4 is out of range; give at most 1,000,000,000"),
        ({"max_ram": 10**400}, "^--max-ram is out of range; give at most 1,000,000,000"),
        ({"packet_bytes": 10**400, "mode": "gcm"}, "^--packet-bytes is not possible with --mode g"),
        ({"packet_bytes": -(10**400), "mode": "gcm"}, "^--packet-bytes is not possible with --mod"),
        ({"packet_bytes": 40, "mode": "ecb"}, "whole blocks of 16 bytes; give 32 or 48"),
        ({"packet_bytes": 5, "mode": "cbc"}, "whole blocks of 16 bytes; give 16"),
        ({"mhz": 100.0, "latency_ns": 9.0}, "shorter than one cycle"),
    ],
)
def test_contradictions_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        check(need(**values))


def test_an_unknown_library_gets_the_known_names() -> None:
    head = designs().head
    with pytest.raises(InputError, match=r"no library 'cells:Mime'.*has cells:Mine, and cells:P"):
        find_part(head, "cells:Mime")
    with pytest.raises(InputError, match="the store has cells:Mine"):
        find_part(head, "cells")


def test_a_library_that_is_not_characterised(tmp_path: Path) -> None:
    path = tmp_path / "own.lib"
    path.write_text("library (own) {}")
    with pytest.raises(InputError, match="is not characterised; the store has cells:Mine"):
        find_part(designs().head, f"cells:{path}")


def test_back_pressure_leaves_out_engines_without_an_output_queue() -> None:
    queue, none = {**CORE, "Backpressure": 1}, {**CORE, "Backpressure": 0}
    lanes = {name: value for name, value in CORE.items() if name != "Backpressure"}
    role = need().roles[0]
    for fields, has in ((queue, True), (none, False), ({**lanes, "Lanes": 2}, False)):
        assert has_backpressure(fields) == has
        assert serves(need(), fields, role)
        assert serves(need(backpressure=True), fields, role) == has
    packets = {**STREAM, "KeyBits": 128}
    assert serves(need(mode="gcm", backpressure=True), packets, role)


def test_cbc_in_both_directions_has_two_engines() -> None:
    assert need(mode="cbc", direction="both", key_bits=(128,)).roles == (
        (128, "encrypt"), (128, "decrypt"),
    )  # fmt: skip
    assert need(mode="gcm", direction="both", key_bits=(128, 256)).roles == (
        (128, "both"), (256, "both"),
    )  # fmt: skip
