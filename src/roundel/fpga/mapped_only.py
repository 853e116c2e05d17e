# SPDX-License-Identifier: Apache-2.0
"""Families that are mapped only, because no open place and route with timing exists for them."""

from roundel.fpga import lut6
from roundel.fpga.ecp5 import UNITS
from roundel.fpga.family import Family, Memories, Ram, Weights, ones
from roundel.fpga.nested import NESTED, UnitMapping, nested

_LATCHES = ("LDCE", "LDPE")
_LUT_MAP = "+/xilinx/lut_map.v -D LUT_WIDTH=6"
# A table is four LUT6 and three multiplexers for each bit.
_TABLE = "abc -luts 1,1,1,1,1,1,2,4 -script +strash;if,-a"
_UNITS = UnitMapping(
    commands={**lut6.COMMANDS, "table": _TABLE},
    sequential=None,
    techmap=_LUT_MAP,
    delay=UNITS.delay,
    networks=lut6.NETWORKS,
)


def _around(synth: str) -> tuple[str, ...]:
    """The commands of `synth_xilinx`, with another mapping to LUTs.

    `synth_xilinx` weights a LUT2 as 2 and a LUT6 as 5, because two small LUTs fit one LUT6. Every
    LUT counts once here.
    """
    return (
        f"{synth} -top {{top}} -run begin:map_luts",
        "opt_expr -mux_undef -noclkinv",
        "opt_merge",  # one inverter of a reset for all flip-flops
        lut6.AROUND,
        "clean",
        "xilinx_srl -fixed -minlen 3",
        f"techmap -map {_LUT_MAP} -map +/xilinx/cells_map.v",
        "xilinx_dffopt",
        "opt_lut_ins -tech xilinx",
        f"{synth} -top {{top}} -run finalize:check",
    )


def _xilinx(name: str, title: str, synth: str, generation: str, lut_ram: Ram) -> Family:
    """An AMD family; "E1" or "E2" ends the names of its block RAMs and multipliers."""
    return Family(
        name=name,
        title=title,
        vendor="fpga",
        flow="vivado",
        synth=synth,
        lut="LUT6",
        ram="18-kbit block RAM",
        weights=Weights(
            # Half or all LUTs of a slice become RAM; a shift register is one LUT.
            lut={
                **ones("LUT1 LUT2 LUT3 LUT4 LUT5 LUT6 INV SRL16E SRLC32E"),
                "RAM32X1D": 2,
                "RAM64X1D": 2,
                "RAM32M": 4,
                "RAM64M": 4,
                "RAM32M16": 8,
                "RAM64M8": 8,
            },
            ff=ones("FDRE FDSE FDCE FDPE FDRE_1 FDSE_1 FDCE_1 FDPE_1"),
            ram={f"RAMB18{generation}": 1, f"RAMB36{generation}": 2},
            carry=ones("CARRY4 CARRY8"),
            mux=ones("MUXF7 MUXF8 MUXF9"),
            dsp=ones(f"DSP48{generation}"),
        ),
        recipes=nested(_UNITS, _around(synth), synth),
        best=NESTED,
        memories=Memories(
            Ram((f"RAMB18{generation}", f"RAMB36{generation}"), 512, 36), lut_ram, _LATCHES
        ),
    )


XC7 = _xilinx(
    "xc7",
    "AMD 7 series",
    "synth_xilinx -family xc7 -flatten -noiopad -noclkbuf",
    "E1",
    Ram(("RAM32M", "RAM64M", "RAM32X1D", "RAM64X1D"), 32, 6),
)
XCUP = _xilinx(
    "xcup",
    "AMD UltraScale+",
    "synth_xilinx -family xcup -flatten -noiopad -noclkbuf",
    "E2",
    Ram(("RAM32M16", "RAM64M8", "RAM32X1D", "RAM64X1D"), 32, 14),
)

_CYCLONEV = "synth_intel_alm -family cyclonev -noiopad -noclkbuf"
CYCLONEV = Family(
    name="cyclonev",
    title="Intel Cyclone V",
    vendor="fpga",
    flow="quartus",
    synth=_CYCLONEV,
    lut="ALUT",  # two to six inputs; an ALM has two ALUTs or one of six inputs
    ram="10-kbit block RAM",
    weights=Weights(
        lut=ones(
            "MISTRAL_ALUT2 MISTRAL_ALUT3 MISTRAL_ALUT4 MISTRAL_ALUT5 MISTRAL_ALUT6",
            "MISTRAL_NOT MISTRAL_ALUT_ARITH MISTRAL_MLAB",
        ),
        ff=ones("MISTRAL_FF"),
        ram=ones("MISTRAL_M10K"),
        carry=ones("MISTRAL_ALUT_ARITH"),
        dsp=ones("MISTRAL_MUL9X9 MISTRAL_MUL18X18 MISTRAL_MUL27X27"),
    ),
    recipes=nested(
        UnitMapping(
            commands=lut6.COMMANDS,
            sequential=None,
            techmap="+/intel_alm/common/alm_map.v",
            delay=UNITS.delay,
            networks=lut6.NETWORKS,
        ),
        (f"{_CYCLONEV} -top {{top}}",),
        _CYCLONEV,
    ),
    best=NESTED,
    memories=Memories(
        Ram(("MISTRAL_M10K",), 512, 20),
        Ram(("MISTRAL_MLAB",), 32, 1),
        (),
        obeys_ram_style=False,
    ),
)
