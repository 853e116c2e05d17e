# SPDX-License-Identifier: Apache-2.0
"""Measurements of the best designs of an answer on the user's machine."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from roundel import cells, fpga
from roundel.base.errors import FailureError, InputError
from roundel.characterised import Designs, Row
from roundel.characterised.collect import digest_of
from roundel.choose.answer import answer, best_offers, candidates
from roundel.choose.engines import Engine
from roundel.choose.need import Need
from roundel.choose.record import ChooseRecord
from roundel.design import Config, make_config
from roundel.jobs import Session

FIRST = 3  # designs to measure
SEEDS = (1, 2, 3)


@dataclass(frozen=True)
class Measured:
    """A corrected answer.

    Attributes:
        record: The answer with the measured figures.
        changes: For each measured design, the estimate or earlier figure beside the measurement,
            or why the measurement failed.
        engines: The engines for each role, with the measured figures.
    """

    record: ChooseRecord
    changes: list[str]
    engines: list[list[Engine]]


def measure(
    designs: Designs,
    need: Need,
    target: str,
    session: Session | None = None,
    announce: Callable[[int, int, str], object] = lambda *_: None,
) -> Measured:
    """Measure the best designs for a need, and answer again with the measured figures.

    `target` is the target as the user gave it: measurements in standard cells need the path of the
    library. `announce` is called before each engine with its number, the count of engines and its
    parameters.

    A design whose measurement fails is left out of the answer, and a change states the cause.

    Raises:
        InputError: The family is mapped only, no design has the function, or standard cells have no
            path.
        FailureError: The measurements of all designs failed: the error of the first.
    """
    if not designs.head.is_placed(need.target):
        raise InputError(
            f"--measure needs place and route, and {need.target} is mapped only; omit --measure, "
            f"and count cells with `roundel synth --target {need.target}`."
        )
    if need.in_cells and target.lower() == need.target.lower():
        raise InputError(
            f"--measure needs the files of {target}; give the library as --target cells:PATH.lib."
        )
    found = candidates(designs, need)
    best = best_offers(designs.head, need, found, FIRST).offers
    wanted = {id(engine): engine for offer in best for engine in offer.engines}
    made: dict[int, Engine] = {}
    failures: dict[int, FailureError] = {}
    for number, (key, engine) in enumerate(wanted.items(), 1):
        announce(number, len(wanted), _name(engine))
        try:
            made[key] = run(engine, target, need, session)
        except FailureError as error:
            failures[key] = error
    corrected = [
        [made.get(id(engine), engine) for engine in own if id(engine) not in failures]
        for own in found
    ]
    if failures and (not made or not all(corrected)):
        raise next(iter(failures.values()))
    record = answer(designs, need, corrected)
    area = "kGE" if need.in_cells else designs.head.parts[need.target].lut_kind
    changes = [
        _change(area, engine, made[key])
        if key in made
        else f"{_name(engine)} is left out, because its measurement failed: {failures[key]}"
        for key, engine in wanted.items()
    ]
    noted = record.model_copy(update={"notes": [*record.notes, *changes]})
    return Measured(noted, changes, corrected)


def run(engine: Engine, target: str, need: Need, session: Session | None) -> Engine:
    """An engine with the figures of a run on this machine."""
    config = make_config(_name(engine), engine.fields)
    here = replace(
        engine, source="measured here", origin="", allowances={}, row=_row(engine, config)
    )
    if need.in_cells:
        mapped = cells.synth(config, target, session, recipe=engine.recipe)
        clock = mapped.fmax_mhz
        return replace(here, ff=mapped.ff, kge=mapped.kge, mhz=clock, mhz_median=clock, seeds=1)
    placed = fpga.synth(config, need.target, SEEDS, session, recipe=engine.recipe)
    clocks = placed.fmax_mhz
    return replace(
        here,
        lut=placed.lut4,
        ff=placed.ff,
        ram=placed.bram,
        mhz=min(clocks.per_seed.values()),
        mhz_median=clocks.median,
        seeds=len(SEEDS),
    )


def _row(engine: Engine, config: Config) -> Row:
    """The row of an engine with the present RTL, without the power and commit of other designs."""
    rtl = digest_of(config, engine.row.target)
    if engine.source != "interpolated" and rtl == engine.row.rtl:
        return engine.row
    return engine.row.model_copy(update={"power": [], "rtl": rtl, "commit": ""})


def _name(engine: Engine) -> str:
    return ",".join(f"{name}={value}" for name, value in engine.parameters.items()) or "default"


def _change(unit: str, before: Engine, after: Engine) -> str:
    """The earlier figures of an engine beside the measured figures, in words."""
    old, new = (
        f"{engine.kge:,.2f} {unit}" if unit == "kGE" else f"{engine.lut:,.0f} {unit}"
        for engine in (before, after)
    )
    seeds = "" if unit == "kGE" else f" with seeds {', '.join(map(str, SEEDS))}"
    return (
        f"{_name(before)}: {new} and {after.mhz:,.1f} MHz measured here{seeds}; before: {old} and "
        f"{before.mhz:,.1f} MHz, {before.source}"
    )
