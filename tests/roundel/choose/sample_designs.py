# SPDX-License-Identifier: Apache-2.0
"""An invented store of characterised designs.

96 rows are on an FPGA, 12 in standard cells, and 25 in a family that is mapped only.
"""

import itertools

from roundel.characterised import Candidate, Designs, Head, PacketRate, Part, Power, Row
from roundel.characterised.row import STA, Library, structure_of

PART, OTHER, SLOW = "ecp5-85k-8", "ecp5-45k-8", "ecp5-85k-6"
LIBRARY = "cells:Mine"
MAPPED = "xc7"
SMALL = "machxo2-640"  # no design fits
GLITCHES = "constant keys, with glitches"
CORE: dict[str, int | str] = {
    "KeyBits": 128, "Direction": "encrypt", "Rounds": 1, "Stages": 1, "RoundCuts": 0,
    "Sbox": "tower", "KeySchedule": "stored", "KeySlots": 1, "Backpressure": 1, "Mode": "none",
}  # fmt: skip
STREAM: dict[str, int | str] = {
    "KeyBits": 128, "Direction": "both", "Rounds": 1, "Stages": 1, "RoundCuts": 0, "Sbox": "tower",
    "KeySlots": 4, "Mode": "gcm", "Lanes": 1, "BlockRam": 1,
}  # fmt: skip


def _ecp5(lut: int, ram: int) -> Part:
    return Part(
        family="ecp5", lut=lut, ff=lut, ram=ram, lut_kind="LUT4", ram_kind="18-kbit block RAM"
    )


PARTS = {
    "ecp5-25k-6": _ecp5(24288, 56),
    OTHER: _ecp5(43848, 108),
    PART: _ecp5(83640, 208),
    SLOW: _ecp5(83640, 208),
    SMALL: Part(
        family="machxo2", lut=640, ff=640, ram=7, lut_kind="LUT4", ram_kind="9-kbit block RAM"
    ),
    MAPPED: Part(family=MAPPED, lut=0, ff=0, ram=0, lut_kind="LUT6", ram_kind="18-kbit block RAM"),
}


def row(target: str, config: dict[str, int | str], scale: float = 1.0) -> Row:
    """A row whose figures follow from the configuration; `scale` multiplies the clock."""
    stream = "Mode" in config
    fields = {**(STREAM if stream else CORE), **config}
    rounds, stages = int(fields["Rounds"]), int(fields["Stages"])
    rom, wide = fields["Sbox"] == "rom", int(fields["KeyBits"]) == 256
    lut = round((300 if rom else 1050) * rounds * (1.1 if wide else 1) + (12000 if stream else 900))
    mhz = scale * 100 * (1 + 0.6 * stages) ** 0.7
    cells = target.startswith("cells")
    clocks = {"101": mhz, "102": 0.96 * mhz, "103": 1.02 * mhz} if target != MAPPED else {}
    cycles = 10 // rounds
    return Row(
        target=target, top="stream" if stream else "core", config=config, recipe="nested",
        lut=None if cells else lut, ff=400 + 130 * rounds * stages,
        ram=None if cells else 8 * rounds if rom else 0, kge=lut / 300 if cells else None,
        mhz={STA: 8 * mhz} if cells else clocks,
        cycles_per_block=cycles, latency_cycles=cycles * rounds * stages + 2, lanes=1,
        power=[Power(activity=f"random blocks, {GLITCHES}, 1 step", mw=lut / 90, mhz=8 * mhz)]
        if cells and not stream else [],
        rtl="digest", commit="c0ffee", tools={"yosys": "0.70"},
    )  # fmt: skip


def rows() -> list[Row]:
    """Every row of the store."""
    changed: list[dict[str, int | str]] = [
        {"Rounds": rounds, "Stages": stages, "Sbox": sbox, "KeyBits": bits, "KeySlots": slots}
        for sbox in ("tower", "rom")
        for rounds, stages, bits, slots in itertools.product(
            (1, 2, 5, 10), (1, 2, 4), (128, 256), (1, 4)
        )
        if not (sbox == "rom" and slots == 4)
    ]
    blocks: list[dict[str, int | str]] = [
        {name: value for name, value in one.items() if value != CORE[name]} for one in changed
    ]
    packets: list[dict[str, int | str]] = [
        {"Mode": mode, "Rounds": rounds, "Stages": stages, "KeyBits": bits}
        for mode in ("gcm", "ctr")
        for rounds, stages, bits in itertools.product((1, 10), (1, 2, 4), (128, 256))
    ]
    found = [row(PART, config) for config in (*blocks, *packets)]
    found += [row(LIBRARY, config) for config in blocks[:12]]
    found += [row(MAPPED, config) for config in (*blocks[:24], packets[0])]
    return found


def designs(*more: Row) -> Designs:
    """The invented store, with more rows."""
    head = Head(
        defaults={"core": CORE, "stream": STREAM}, parts=PARTS,
        libraries={LIBRARY: Library(digest="d", conditions="c")},
    )  # fmt: skip
    own = (*rows(), *more)
    rates = {
        str(structure): PacketRate(
            structure=structure, cycles={16: 30.0, 64: 36.0, 1500: 400.0}, aad_bytes=0, rtl="d",
            commit="c0ffee",
        )
        for item in own
        if item.top == "stream"
        for structure in [structure_of({**STREAM, **item.config})]
    }  # fmt: skip
    candidates = tuple(
        Candidate(
            top="core", config={"Rounds": rounds, "Stages": 3}, cycles_per_block=10 // rounds,
            latency_cycles=32, lanes=1,
        )
        for rounds in (2, 10)
    )  # fmt: skip
    return Designs(head, own, tuple(rates.values()), candidates)
