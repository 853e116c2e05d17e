# SPDX-License-Identifier: Apache-2.0
"""Measurements on this machine, with invented results instead of tools."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from tests.roundel.choose.sample_designs import LIBRARY, MAPPED, PART, designs, row
from tests.roundel.pages import PATH

from roundel import cells, fpga
from roundel.base.errors import FailureError, InputError
from roundel.choose import measure as measuring
from roundel.choose.answer import choose
from roundel.choose.engines import Engine, on_target
from roundel.choose.need import Need
from roundel.design import Config, make_config
from roundel.fpga.record import Flow, Fmax, SynthRecord

STORE = designs()


def test_the_first_three_are_measured_and_the_answer_corrected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    need = Need(target=PART, gbps=3.0)
    before = choose(STORE, need).designs
    placed: list[dict[str, int | str]] = []

    def synth(config: Config, target: str, seeds: Sequence[int], *_: object, **__: object) -> Any:
        """The first design is too slow; the others are smaller than their rows."""
        mhz = 10.0 if not placed else 500.0
        placed.append(config.own_fields())
        return SynthRecord(
            config=config, target=target, lut4=700 + len(placed), ff=500, bram=0,
            fmax_mhz=Fmax(median=mhz, per_seed={str(seed): mhz for seed in seeds}), gbps=1.0,
            latency_cycles=10, cycles_per_block=5, mbps_per_slice=1.0, critical_path=PATH,
            flow=Flow(frontend="slang", recipe="nested", options=[]), tools={}, seconds=1.0,
        )  # fmt: skip

    monkeypatch.setattr(fpga, "synth", synth)
    said: list[tuple[int, int, str]] = []
    record = measuring.measure(
        STORE, need, PART, announce=lambda *engine: said.append(engine)
    ).record
    assert len(placed) == 3
    texts = [",".join(f"{key}={value}" for key, value in choice.engines[0].parameters.items())
             for choice in before[:3]]  # fmt: skip
    assert said == [(number, 3, text) for number, text in enumerate(texts, 1)]
    first = [choice.engines[0] for choice in record.designs]
    assert [engine.source for engine in first[:2]] == ["measured here"] * 2
    assert [engine.lut for engine in first[:2]] == [702, 703]
    assert before[0].engines[0].parameters not in [engine.parameters for engine in first]
    assert sum("measured here" in note for note in record.notes) == 3


def test_the_measured_configuration_has_every_parameter_of_the_design(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also values that are the default of another top: `KeySlots` is 4 by default in a stream."""
    own = designs(row(PART, {"Mode": "ctr", "KeySlots": 1, "Rounds": 5}))
    found: list[Config] = []

    def synth(config: Config, *_: object, **__: object) -> Any:
        found.append(config)
        raise FailureError("enough.")

    monkeypatch.setattr(fpga, "synth", synth)
    engine = next(e for e in on_target(own, PART) if e.fields.get("Rounds") == 5
                  and e.fields["Mode"] == "ctr")  # fmt: skip
    with pytest.raises(FailureError, match="enough"):
        measuring.run(engine, PART, Need(target=PART, mode="ctr"), None)
    assert {**found[0].own_fields(), **engine.fields} == found[0].own_fields()


def test_a_part_that_is_too_small_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def synth(*_: object, **__: object) -> Any:
        raise FailureError("the design with its harness is too large for ecp5-85k-8.")

    monkeypatch.setattr(fpga, "synth", synth)
    with pytest.raises(FailureError, match="too large"):
        measuring.measure(STORE, Need(target=PART, gbps=1.0), PART)


def test_a_design_whose_measurement_fails_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other designs are measured, and a note states the cause."""
    need = Need(target=PART, gbps=3.0)
    (first, *_) = choose(STORE, need).designs
    calls: list[Config] = []

    def run(engine: Engine, *_: object) -> Engine:
        calls.append(make_config("", engine.fields))
        if len(calls) == 1:
            raise FailureError("nextpnr found no route.")
        return replace(engine, source="measured here")

    monkeypatch.setattr(measuring, "run", run)
    record = measuring.measure(STORE, need, PART).record
    assert len(calls) == 3
    own = first.engines[0].parameters
    assert own not in [choice.engines[0].parameters for choice in record.designs]
    assert [choice.engines[0].source for choice in record.designs[:2]] == ["measured here"] * 2
    (note,) = [text for text in record.notes if "left out, because" in text]
    assert note.endswith("its measurement failed: nextpnr found no route.")


@pytest.mark.parametrize("mhz", [None, 200.0])
def test_a_family_that_is_mapped_only_is_not_measured(mhz: float | None) -> None:
    with pytest.raises(InputError, match=r"xc7 is mapped only; omit --measure.*--target xc7"):
        measuring.measure(STORE, Need(target=MAPPED, gbps=1.0, mhz=mhz), MAPPED)


def test_standard_cells_need_the_files_of_the_library() -> None:
    with pytest.raises(InputError, match=r"cells:PATH\.lib"):
        measuring.measure(STORE, Need(target=LIBRARY, gbps=1.0), LIBRARY)


def test_an_estimate_in_cells_takes_no_power_of_another_design(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The nearest row has power and a commit, and the measured design has neither."""
    near = next(e for e in on_target(STORE, LIBRARY) if e.row.power)
    estimate = replace(near, source="interpolated", recipe="speed", allowances={"kge": 0.1})
    recipes: list[str] = []

    def synth(*_: object, recipe: str, **__: object) -> Any:
        recipes.append(recipe)
        return SimpleNamespace(ff=300, kge=9.0, fmax_mhz=700.0)

    monkeypatch.setattr(cells, "synth", synth)
    need = Need(target=LIBRARY)
    made = measuring.run(estimate, "cells:my.lib", need, None)
    assert recipes == ["speed"]
    assert (made.source, made.kge, made.pj_per_byte) == ("measured here", 9.0, None)
    assert made.row.commit == ""
    assert made.row.rtl not in ("", near.row.rtl)
    assert made.allowances == {}
    own = near.row.model_copy(update={"rtl": made.row.rtl})
    same = measuring.run(replace(near, row=own), "cells:my.lib", need, None)
    assert same.row == own
    assert same.pj_per_byte is not None
