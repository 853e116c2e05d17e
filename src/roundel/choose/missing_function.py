# SPDX-License-Identifier: Apache-2.0
"""Why no characterised design has a needed function, and what helps."""

from roundel.characterised import Designs
from roundel.choose.engines import on_target
from roundel.choose.need import Need, Role, serves

_EQUAL_LOGIC = {"machxo2": "machxo3"}
"""Families without rows, each with the family that has equal LUTs and block RAMs."""


def missing_function(designs: Designs, need: Need, role: Role) -> str:
    """Why no characterised design has the function of a role."""
    every = list(on_target(designs, need.target))
    if not every:
        return _uncharacterised(designs, need)
    bits, direction = role
    own = [engine for engine in every if engine.fields["Mode"] == need.mode]
    what = "engines for blocks" if need.mode == "none" else f"--mode {need.mode}"
    if not own:
        modes = sorted({str(engine.fields["Mode"]) for engine in every})
        return (
            f"no design on {need.target} is characterised for {what}, but designs for --mode "
            f"{' and '.join(modes)} are; measure a preset with `roundel synth`."
        )
    sized = [engine for engine in own if engine.fields["KeyBits"] == bits]
    if not sized:
        sizes = sorted({int(engine.fields["KeyBits"]) for engine in own})
        return (
            f"no design on {need.target} with {what} is characterised with {bits}-bit keys, but "
            f"designs with --key-bits {', '.join(map(str, sizes))} are; measure a preset with "
            "`roundel synth` and -p KeyBits."
        )
    able = [engine for engine in sized if serves(need, engine.fields, role)]
    if (
        able
        and need.packet_bytes is not None
        and not any(designs.packet_rate(engine.fields) for engine in able)
    ):
        return (
            f"no packet rate is measured for {what} with {bits}-bit keys for --direction "
            f"{direction}; omit --packet-bytes, or use `roundel bench stream`."
        )
    if able:  # CBC encryption
        return (
            f"the designs in the store for {what} with {bits}-bit keys lack the cycles between "
            "blocks of a stream; rebuild the designs with scripts/characterise.py."
        )
    directions = {str(engine.fields.get("Direction", "encrypt")) for engine in sized}
    if need.backpressure and directions & {direction, "both"}:
        return (
            f"no design on {need.target} with {what} and {bits}-bit keys for --direction "
            f"{direction} has an output queue; omit --backpressure."
        )
    return (
        f"no design on {need.target} with {what} and {bits}-bit keys is characterised for "
        f"--direction {direction}; use --direction {' or '.join(sorted(directions))}."
    )


def _uncharacterised(designs: Designs, need: Need) -> str:
    """Why the store has no design on the target, or on another part with a related clock."""
    part = designs.head.parts.get(need.target)
    if part and part.placed:
        equal = _EQUAL_LOGIC.get(part.family, part.family)
        sizes = [
            (row.lut or 0, row.ram or 0, row.target)
            for row in designs.rows
            if row.target in designs.head.parts and designs.head.parts[row.target].family == equal
        ]
        if sizes and not any(lut <= part.lut and ram <= part.ram for lut, ram, _ in sizes):
            lut, ram, where = min(sizes)
            rams = f" and {ram:,} {part.ram_unit}" if ram else ""
            return (
                f"no characterised design fits {need.target}, which has {part.lut:,} "
                f"{part.lut_kind} and {part.ram:,} {part.ram_unit}: the smallest needs {lut:,} "
                f"{part.lut_kind}{rams} on {where}; choose a larger part, for example {where}."
            )
    have = sorted({row.target for row in designs.rows})
    family = designs.head.family(need.target)
    related = [name for name in have if name in family]
    if related:
        other = _alternative(designs, need, family)
        return (
            f"no design is characterised on {need.target}, and its clock relative to "
            f"{' or '.join(related)} is not measured; choose {other}, or measure "
            "with `python scripts/characterise.py build characterised-parts`."
        )
    return (
        f"no design is characterised on {need.target}; the store has designs on {', '.join(have)}."
    )


def _alternative(designs: Designs, need: Need, family: list[str]) -> str:
    """A characterised part of the family, if possible with equal capacities."""
    own = designs.head.parts[need.target]
    names = [name for name in family if next(on_target(designs, name), None) is not None]
    return min(names, key=lambda name: (abs(designs.head.parts[name].lut - own.lut), name))
