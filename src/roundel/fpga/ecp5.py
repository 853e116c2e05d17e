# SPDX-License-Identifier: Apache-2.0
"""Lattice ECP5, the family of the published figures."""

import re
from collections import Counter

from roundel.fpga.family import (
    Family,
    FlipFlop,
    Harness,
    Placer,
    Recipe,
    Weights,
    Whole,
    XorLut,
    by_name,
    ones,
)
from roundel.fpga.nested import Nested, UnitMapping

# A 16x4 RAM uses four LUTs as memory and blocks two LUTs of the slice with its write port; nextpnr
# counts equally. The multiplexers of wide LUTs belong to the slices of their LUT4.
LATTICE_WEIGHTS = Weights(
    lut={"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6},
    ff=ones("TRELLIS_FF"),
    ram=ones("DP16KD PDPW16KD"),
    carry=ones("CCU2C"),
    mux=ones("PFUMX L6MUX21"),
    dsp=ones("MULT18X18D"),
)

TRELLIS_FF = FlipFlop(
    'TRELLIS_FF #(.CEMUX("1"), .CLKMUX("CLK"), .GSR("DISABLED"), .LSRMUX("LSR"), '
    '.REGSET("RESET"), .SRMODE("LSR_OVER_CE"))',
    clock="CLK",
    d="DI",
    q="Q",
)
LUT4 = XorLut.of("LUT4 #(.INIT(16'h{init}))")

# The separate mapping of each kind of unit, in abc's commands.
#
# tower, gates: from a graph of ANDs (strash) a fast cover (if) and a smaller cover (if -a), then
# resynthesis with don't-cares (mfs2) and packing of LUTs (lutpack); then a second pass. Not dch:
# dch restructures the network and finds a larger network (51 to 57 LUT4 instead of 49). round:
# without `-a`, which adds levels: a stage has few levels, and every level counts. table: LUTs with
# up to seven inputs, made of LUT4 and the slices' multiplexers.
LUT4_SMALL = (
    "abc -lut 4 -script +strash;if,-K,4;if,-K,4,-a;mfs2;lutpack;strash;if,-K,4,-a;"
    "&get,-nm;&mfs;&put"
)
_SHALLOW = "abc -lut 4 -script +strash;if,-K,4;mfs2;lutpack;strash;if,-K,4;mfs2;lutpack"
_WIDE = "abc -luts 1,1,1,1,2,4,8 -script +strash;if,-a"
LUT4_UNITS = {
    "step": _SHALLOW,
    "expand": LUT4_SMALL,
    "round": _SHALLOW,
    "rom": _SHALLOW,
    "tower": LUT4_SMALL,
    "gates": LUT4_SMALL,
    "table": _WIDE,
}
UNITS = UnitMapping(
    commands=LUT4_UNITS,
    sequential=_SHALLOW,
    techmap="+/lattice/cells_map_trellis.v",
    # A round key for a "step" only passes a multiplexer of "expand". With a larger delay of
    # "expand", the mapper takes this path for the slowest path and tolerates equally slow paths in
    # a processor.
    delay={"expand": 1200, "step": 3900, "tower": 3900, "gates": 3900, "table": 1800},
)

_SYNTH = "synth_ecp5"
_NARROW = (f"{_SYNTH} -nowidelut -top {{top}}",)
_WIDER = (f"{_SYNTH} -top {{top}}",)
# abc9's script without `&dch`, whose other structures save LUTs and add levels. The RTL of GCM is
# written for three LUTs between registers, and `&dch` makes four of many.
_LEVEL = ("scratchpad -set abc9.script +&scorr;&sweep;&dc2;&if,-W,300,-v;&mfs", *_NARROW)

# The requested clock is unreachable, because nextpnr stops optimising at the requested clock. A
# missed clock is no error. The measurements are in docs/log/synthesis.md#options-of-nextpnr.
OPTIONS = ("--freq", "500", "--timing-allow-fail")
# A larger weight of timing (default 10) shortens long wires of critical paths. Large designs need
# a larger weight than small designs.
_HEAP = ("--placer", "heap", "--placer-heap-timingweight")
_WEIGHT, _LARGE_WEIGHT = "200", "400"
# A tile has two set/reset wires. With many large set/reset nets, the heap placer does not find a
# legal placement.
_STATIC = ("--placer", "static")
_MANY_CELLS, _MANY_RESETS = 64, 24
_RESET = re.compile(rb'"LSR": \[ (\d+) \]')
# For much logic between few registers, the heap placer's refinement and the default router take
# hours; these options take minutes.
_DEEP = (*_STATIC, "--router", "router2")
_MANY_LUTS, _LUTS_PER_FF = 20000, 8  # a large design has more LUTs; much logic: per register


def options(netlist: bytes) -> tuple[str, ...]:
    """The options of nextpnr-ecp5 except part and seed; the netlist determines the options."""
    luts, registers = (netlist.count(b'"type": "%b"' % kind) for kind in (b"LUT4", b"TRELLIS_FF"))
    if luts > max(_MANY_LUTS, _LUTS_PER_FF * registers):
        return (*OPTIONS, *_DEEP)
    cells = Counter(_RESET.findall(netlist))
    large = sum(count >= _MANY_CELLS for count in cells.values())
    if large > _MANY_RESETS:
        return (*OPTIONS, *_STATIC)
    return (*OPTIONS, *_HEAP, _LARGE_WEIGHT if luts > _MANY_LUTS else _WEIGHT)


ECP5_PLACER = Placer(
    "nextpnr-ecp5", options, lut=ones("TRELLIS_COMB"), ff="TRELLIS_FF", ram=("DP16KD",), exact=True
)
ECP5 = Family(
    name="ecp5",
    title="Lattice ECP5",
    vendor="ecp5",
    flow="diamond",
    synth=_SYNTH,
    lut="LUT4",
    ram="18-kbit block RAM",
    weights=LATTICE_WEIGHTS,
    recipes=by_name(
        Recipe(
            "nested",
            "S-boxes or rounds mapped separately, then the surrounding logic",
            Nested(UNITS, _NARROW),
        ),
        Recipe(
            "nested-level",
            "as nested, with the structure of the RTL in the surrounding logic",
            Nested(UNITS, _LEVEL),
        ),
        Recipe("narrow", "synth_ecp5 -nowidelut: the whole design to LUT4", Whole(_NARROW)),
        Recipe(
            "wide",
            "synth_ecp5: the whole design to LUTs of up to 7 inputs, with the slices' multiplexers",
            Whole(_WIDER),
        ),
        Recipe(
            "nested-wide",
            "as nested, with the surrounding logic in LUTs of up to 7 inputs",
            Nested(UNITS, _WIDER),
        ),
    ),
    # The best in LUT4 and clock of the measured recipes (docs/log/synthesis.md#recipe).
    best="nested",
    best_of={"gcm": "nested-level"},
    harness=Harness(TRELLIS_FF, LUT4, "+/ecp5/cells_sim.v +/ecp5/cells_bb.v"),
    placer=ECP5_PLACER,
)
