# SPDX-License-Identifier: Apache-2.0
"""Every proof of formal/proofs.py, with the parameters listed there."""

import pytest
from formal.proofs import PROOFS, Proof
from tests.kept import fresh

from formal import run


@pytest.mark.parametrize(
    "proof",
    [
        pytest.param(proof, id=proof.name, marks=[pytest.mark.campaign] if proof.long else [])
        for proof in PROOFS
    ],
)
def test_holds(proof: Proof) -> None:
    result = run.prove(proof, fresh=fresh())
    assert result.assertions > 0 or proof.no_comb_path
    assert set(result.covers) == set(proof.covers)


def test_names_are_unique() -> None:
    assert len({proof.name for proof in PROOFS}) == len(PROOFS)


def test_every_top_is_used() -> None:
    tops = {path.stem for path in run.HERE.glob("prove_*.sv")}
    assert tops == {proof.top for proof in PROOFS if proof.top.startswith("prove_")}
