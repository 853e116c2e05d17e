# SPDX-License-Identifier: Apache-2.0
"""Every proof can fail: each mistake below, made in a copy of the RTL, breaks the proof named."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from formal import run
from roundel.errors import FailureError


@dataclass(frozen=True)
class Mistake:
    """A change to one line of the RTL and a proof that must notice it."""

    proof: str
    file: str
    right: str
    wrong: str


# Proofs that take half a minute to elaborate: their mistakes are left to the campaign.
LARGE = ("round-", "key-step-")

MISTAKES = [
    Mistake("sbox-table-encrypt", "aes_pkg.sv", "128'h16bb54b0", "128'h16bb54b1"),
    Mistake("sbox-table-both", "sbox/aes_sbox_table.sv", "^ 8'h63", "^ 8'h62"),
    Mistake("sbox-tower-both", "sbox/aes_sbox_tower.sv", "d0 = t0 ^ t1", "d0 = t0 | t1"),
    Mistake("round-forward", "round/aes_mix_columns.sv", "p1 ^ p2) ^ p0", "p1 ^ p2) ^ p1"),
    Mistake("round-inverse", "aes_pkg.sv", "((c+4-r)%4)+r)-:8]", "((c+r)%4)+r)-:8]"),
    Mistake("key-step-256", "key/aes_key_step.sv", "step_i[0] ? sub_out", "1'b0 ? sub_out"),
    Mistake("key-step-192", "key/aes_key_step.sv", "a3 = in5 ^ in4", "a3 = in5 ^ in3"),
    Mistake("fifo-5", "bus/aes_fifo.sv", "valid_q <= stored || push_i", "valid_q <= stored"),
    Mistake("fifo-5", "bus/aes_fifo.sv", "advance && (stored || push_i)", "advance"),
    Mistake("fifo-2", "bus/aes_fifo.sv", "advance && (stored || push_i)", "advance"),
    Mistake("fifo-5", "bus/aes_fifo.sv", "if (load && !store)", "if (load)"),
    Mistake("fifo-2", "bus/aes_fifo.sv", "if (advance) begin", "if (1'b1) begin"),
    Mistake("order-1-1-fly", "bus/aes_core.sv", "leave && !accept", "leave"),
    Mistake("order-1-1-fly", "engine/aes_ring.sv", "!end_valid || end_last", "!end_valid"),
    Mistake("order-2-0-stored", "engine/aes_ring.sv", "valid_d && !flush_i", "valid_d"),
    Mistake(
        "order-10-0-stored", "bus/aes_core.sv", "credit_q <= credits_d != '0", "credit_q <= 1'b1"
    ),
    Mistake(
        "apart-1-1-fly", "bus/aes_core.sv", "engine_ready && credit_q", "in_valid_i && credit_q"
    ),
    Mistake("apart-10-1-stored", "bus/aes_core.sv", "credit_q && !queue_busy;", "out_ready_i;"),
    Mistake("keys-1-1-fly-encrypt", "key/aes_key_on_the_fly.sv", "= base[", "= key_i["),
    Mistake("keys-1-1-fly-both", "key/aes_key_on_the_fly.sv", "&& !ring_busy_i", ""),
    Mistake(
        "keys-1-1-fly-encrypt", "engine/aes_engine.sv", "ring_ready && key_ready", "ring_ready"
    ),
    Mistake(
        "keys-1-1-fly-both", "key/aes_key_schedule.sv", ".turning_i(turning_i)", ".turning_i(1'b0)"
    ),
    Mistake("keys-2-0-stored-both", "key/aes_key_stored.sv", "&& !slot_busy_i[slot_q]", ""),
    Mistake("keys-1-1-stored-encrypt", "key/aes_key_stored.sv", "= turn + 4'd1", "= turn"),
]


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(
            mistake,
            id=f"{mistake.proof}-{number}",
            marks=[pytest.mark.campaign] if mistake.proof.startswith(LARGE) else [],
        )
        for number, mistake in enumerate(MISTAKES)
    ],
)
def test_mistake_is_found(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    rtl = tmp_path / "rtl"
    shutil.copytree(run.RTL, rtl)
    path = rtl / mistake.file
    source = path.read_text(encoding="utf-8")
    assert mistake.right in source, "the line that the mistake changes is gone; choose another"
    path.write_text(source.replace(mistake.right, mistake.wrong), encoding="utf-8")
    [proof] = run.select([mistake.proof])
    with pytest.raises(FailureError, match=r"fails in cycle|is not reached|[Aa]ssertion failed"):
        run.prove(proof, rtl)
