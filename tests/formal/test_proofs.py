# SPDX-License-Identifier: Apache-2.0
"""Every proof of formal/proofs.py, with the parameters listed there."""

import re
from pathlib import Path

import pytest
from formal.proofs import PROOFS, Proof
from tests.kept import fresh

from formal import decide, run
from roundel.base.errors import FailureError


@pytest.mark.parametrize(
    "proof",
    [
        pytest.param(proof, id=proof.name, marks=[pytest.mark.campaign] if proof.long else [])
        for proof in PROOFS
    ],
)
def test_holds(proof: Proof) -> None:
    result = run.prove(proof, fresh=fresh())
    assert result.assertions > 0 if proof.method else proof.no_comb_path
    assert set(result.covers) == set(proof.covers)


def test_a_contract_does_not_replace_an_assertion(tmp_path: Path) -> None:
    [proof] = run.select(["skid-buffer"])
    files = run.sources(proof)
    top = tmp_path / f"{proof.top}.sv"
    text = (run.HERE / top.name).read_text(encoding="utf-8")
    top.write_text(re.sub(r"^.*\bassert \(.*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    with pytest.raises(FailureError, match="has no assertion; add one to prove_skid_buffer"):
        decide.decide(proof, [top if path.name == top.name else path for path in files], tmp_path)
    # The graph has an assertion, a contract of the RTL.
    assert decide._properties(proof, tmp_path / "assertions.aig") > 0


def test_names_are_unique() -> None:
    assert len({proof.name for proof in PROOFS}) == len(PROOFS)


def test_every_top_is_used() -> None:
    tops = {path.stem for path in run.HERE.glob("prove_*.sv")}
    assert tops == {proof.top for proof in PROOFS if proof.top.startswith("prove_")}
