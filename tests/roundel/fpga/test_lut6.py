# SPDX-License-Identifier: Apache-2.0
"""The S-box networks for LUTs of six inputs, for every byte, and in a mapped design."""

from pathlib import Path

import pytest

from roundel.fpga import lut6, mapping, recipes, yosys
from roundel.fpga.families import FAMILIES
from roundel.fpga.lut_network import Network
from roundel.fpga.mapping import Circuit

TIMEOUT = 300.0
TOWER = 2  # roundel_engine_pkg::SBOX_TOWER


def product(a: int, b: int) -> int:
    """The product in the AES field."""
    result = 0
    for bit in range(8):
        if b >> bit & 1:
            result ^= a << bit
    for bit in reversed(range(8, 16)):
        if result >> bit & 1:
            result ^= 0x11B << (bit - 8)
    return result


def sbox(byte: int) -> int:
    """SubBytes by FIPS-197, section 5.1.1."""
    inverse = next((x for x in range(256) if product(byte, x) == 1), 0)
    result = 0x63
    for shift in range(5):
        result ^= (inverse << shift | inverse >> (8 - shift)) & 0xFF
    return result


SBOX = [sbox(byte) for byte in range(256)]
INVERSE = [SBOX.index(byte) for byte in range(256)]


def test_the_networks_are_the_sboxes() -> None:
    assert [lut6.ENCRYPT.substitute(byte) for byte in range(256)] == SBOX
    assert [lut6.DECRYPT.substitute(byte) for byte in range(256)] == INVERSE


@pytest.mark.parametrize(("network", "luts"), [(lut6.ENCRYPT, 31), (lut6.DECRYPT, 31)])
def test_size(network: Network, luts: int) -> None:
    assert len(network.luts) == luts
    assert max(len(lut.inputs) for lut in network.luts) <= 6
    for signal, lut in enumerate(network.luts, 8):
        assert max(lut.inputs) < signal


@pytest.mark.parametrize(("direction", "luts"), [(0, 62), (1, 62)])
def test_a_mapped_sub_bytes_equals_the_rtl(direction: int, luts: int, tmp_path: Path) -> None:
    """By a SAT proof over both bytes."""
    family = FAMILIES["xc7"]
    top = "roundel_sub_bytes"
    values = {"NumBytes": 2, "Sbox": TOWER, "Direction": direction, "Cuts": 0}
    circuit = Circuit("two bytes", top, values)
    mapped = mapping.map_circuit(circuit, family, family.find_recipe(), "slang", TIMEOUT)
    assert mapped.cells.lut == luts
    rtl = mapping.elaborated(circuit, "slang", TIMEOUT, vendor=family.vendor)
    script = [
        f"read_rtlil {rtl / recipes.ELABORATED}",
        f"hierarchy -top {top}",
        "flatten",
        "design -stash rtl",
        f"read_rtlil {mapped.rtlil}",
        "read_verilog +/xilinx/cells_sim.v",
        f"hierarchy -top {top}",
        "proc",
        "flatten",
        f"rename {top} mapped",
        f"design -copy-from rtl -as rtl {top}",
        "miter -equiv -flatten rtl mapped both",
        "sat -verify -prove trigger 0 both",
    ]
    yosys.run_script(script, tmp_path, TIMEOUT)
