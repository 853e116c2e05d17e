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
    Mistake("sbox-table-both", "sbox/aes_sbox_table.sv", "^ 8'h05", "^ 8'h04"),
    Mistake(
        "sbox-table-decrypt", "sbox/aes_sbox_table.sv", "4*j+delayed_quarters[", "4*j+quarters["
    ),
    Mistake("sbox-rom-both", "sbox/aes_sbox_rom.sv", "CUT_SBOX_7)", "CUT_SBOX_6)"),
    Mistake("sbox-rom-encrypt", "sbox/aes_rom_pair.sv", "<= read_q[8*k+:8]", "<= memory[index]"),
    Mistake("sbox-tower-both", "sbox/aes_sbox.sv", "CUT_SUB_BYTES) & 1", "CUT_SBOX_7) & 1"),
    Mistake("sbox-tower-both", "sbox/aes_sbox_tower_both.sv", "d0 = t0_3 ^ t1_3", "d0 = t0 ^ t1_3"),
    Mistake("sbox-gates-encrypt", "sbox/aes_sbox_gates.sv", "y0 = s3 ~^ s5", "y0 = s3 ^ s5"),
    Mistake("sbox-gates-both", "sbox/aes_sbox_gates.sv", "decrypt_i[STAGE_OUT]", "decrypt_i[0]"),
    Mistake("sbox-gates-decrypt", "sbox/aes_sbox_gates_core.sv", "p10 = g2_5", "p10 = g2"),
    Mistake("round-forward", "round/aes_mix_columns.sv", "^ t1 ^ s3", "^ t1 ^ s2"),
    Mistake("round-inverse", "aes_pkg.sv", "((c+4-r)%4)+r)-:8]", "((c+r)%4)+r)-:8]"),
    Mistake("key-step-256", "key/aes_key_words.sv", "step_i[0] ? last", "1'b0 ? last"),
    Mistake("key-step-192", "key/aes_key_words.sv", "a3 = in5 ^ in4", "a3 = in5 ^ in3"),
    Mistake("apart-1-1-fly", "bus/aes_core.sv", "engine_ready && open;", "in_valid_i && open;"),
    Mistake("apart-10-1-stored", "bus/aes_core.sv", "credit && !queue_busy;", "out_ready_i;"),
    Mistake("keys-1-1-fly-encrypt", "key/aes_key_on_the_fly.sv", "= base[", "= key_i["),
    Mistake("keys-1-1-fly-both", "key/aes_key_on_the_fly.sv", "&& !ring_busy_i", ""),
    Mistake(
        "keys-1-1-fly-encrypt", "engine/aes_engine.sv", "ring_ready && key_ready", "ring_ready"
    ),
    Mistake(
        "keys-1-1-fly-both", "key/aes_key_schedule.sv", ".turning_i(turning_i)", ".turning_i(1'b0)"
    ),
    Mistake("keys-2-0-stored-both", "key/aes_key_stored.sv", "&& uses == '0", ""),
    Mistake("keys-1-1-stored-encrypt", "key/aes_key_stored.sv", "= turn + 4'd1", "= turn"),
    Mistake("tokens-5-full", "aes_tokens.sv", "fill_q <= clear_i", "fill_q <= 1'b0"),
    Mistake("slice", "bus/aes_slice.sv", "full_q ? behind_q : data_i", "data_i"),
    Mistake("rotate-4", "bus/aes_rotate.sv", "? by_3 : by_2", "? by_2 : by_3"),
    Mistake("rotate-32", "bus/aes_rotate.sv", "(2 * STEP < WIDTH) ? 2 * STEP", "(0) ? 2 * STEP"),
    Mistake("bursts-16-256", "bus/aes_dma_bursts.sv", "(reach - 1'b1) >>", "reach >>"),
    Mistake("bursts-16-256", "bus/aes_dma_bursts.sv", "ends_q && last_q;", "last_q;"),
    Mistake("bursts-128-4096", "bus/aes_dma_bursts.sv", "[LOG-1:0]);", "[LOG-2:0]);"),
    Mistake("xts-join", "mode/aes_xts_join.sv", "    if (take) begin", "    if (in_ready) begin"),
    Mistake("xts-order", "mode/aes_xts_order.sv", "head_joined && !second_q;", "1'b0;"),
    Mistake("packet-keys", "bus/aes_packet_keys.sv", "over_q && shutting_q", "1'b1"),
    Mistake("packet-keys", "bus/aes_packet_keys.sv", "over_q && shutting_q", "over_q"),
    Mistake(
        "packet-keys", "bus/aes_packet_keys.sv", "<= key_valid_i;", "<= key_valid_i && !passed_q;"
    ),
    Mistake("packet-keys-streams", "bus/aes_packet_keys.sv", "(marked_q || seen_q)", "1'b1"),
    Mistake("packet-keys", "bus/aes_packet_keys.sv", "settled_q && begun_all_q", "1'b0"),
    Mistake("chain", "mode/aes_chain_join.sv", "together_q || stored_q", "stored_q"),
    Mistake("chain", "mode/aes_chain_join.sv", "over_q == word_number_q", "1'b1"),
    Mistake("packet-keys", "bus/aes_packet_keys.sv", "begin_late_q || !settled_q", "!settled_q"),
    Mistake("packet-keys", "bus/aes_packet_keys.sv", "!settled_q)) || shuts", "!settled_q))"),
    Mistake("packet-keys", "bus/aes_packet_keys.sv", "begin_late_q ? all_but_one_q : ", ""),
    Mistake("pair", "bus/aes_pair.sv", "show_q <= show_q ^ leave", "show_q <= show_q ^ take"),
    Mistake("tokens-32-none", "aes_tokens.sv", "four_q || (less", "1'b0 || (less"),
    Mistake("fifo-2", "bus/aes_fifo.sv", "(stored_q || !advance)", "stored_q"),
    Mistake("fifo-4", "bus/aes_fifo.sv", "wipe ? '0 : data_i", "data_i"),
    Mistake("fifo-7", "bus/aes_fifo.sv", "both_q <= !leave && (", "both_q <= ("),
    Mistake("front-1", "bus/aes_fifo_front.sv", ".give_i(free_i)", ".give_i(1'b1)"),
    Mistake("front-2", "bus/aes_fifo_front.sv", "if (waits && room) begin", "if (waits) begin"),
    Mistake("queue-34", "bus/aes_queue.sv", ".clear_i(clear_q)", ".clear_i(clear_i)"),
    Mistake("ring-2-1", "engine/aes_ring.sv", "turn_q[4*LENGTH-5-:4]", "turn_q[4*LENGTH-1-:4]"),
    Mistake("ring-10-2", "engine/aes_drain.sv", "start_q <= start_i", "start_q <= 1'b0"),
    Mistake("ring-10-2", "engine/aes_drain.sv", "busy_q <= 1'b1", "busy_q <= 1'b0"),
    Mistake("ring-10-2", "engine/aes_ring.sv", "result_q <= 1'b0", "result_q <= 1'b1"),
    Mistake("ring-10-2", "engine/aes_ring.sv", "!dropping_next;", "1'b1;"),
    Mistake("cuts-encrypt-5", "round/aes_mix_columns.sv", "CUT_MIX) & 1", "CUT_MIX) & 0"),
    Mistake("cuts-both-2", "sbox/aes_sbox_tower.sv", "CUT_SBOX_7)", "CUT_ROUND)"),
    Mistake(
        "cuts-rom-encrypt-place-8", "sbox/aes_sbox.sv", "CUT_SUB_BYTES) & 1", "CUT_SBOX_7) & 1"
    ),
    Mistake("lanes-2-1-1-1", "engine/aes_lanes.sv", "Cycles(Lanes - 1 - k)", "Cycles(Lanes - k)"),
    Mistake(
        "lanes-4-1-1-2", "engine/aes_lanes.sv", "data_i[128*(Lanes-1-k)+:128]", "data_i[127:0]"
    ),
    Mistake("lanes-2-2-2-1", "engine/aes_lanes.sv", "flush_q <= !quiet[k-1]", "flush_q <= 1'b0"),
    Mistake("lanes-3-1-2-2", "engine/aes_lanes.sv", "quiet_q <= quiet[k-1]", "quiet_q <= 1'b1"),
    Mistake("lanes-1-1-1-1", "engine/aes_lanes.sv", "if (empty_q) begin", "if (1'b0) begin"),
    Mistake("sink-18-18", "bus/aes_packet_sink.sv", ".Late(2)", ".Late(0)"),
    Mistake("sink-18-18", "bus/aes_packet_sink.sv", ".take_i(begin_i)", ".take_i(end_i)"),
    Mistake(
        "sink-18-18", "bus/aes_packet_sink.sv", "zeroise_i || zeroise_q || wipes_q", "zeroise_i"
    ),
    Mistake("fifo-18-registered-blank", "bus/aes_fifo.sv", "& {Width{!busy_q}}", ""),
    Mistake("tokens-16-full", "aes_tokens.sv", "hand_q[k-1] : hand_q[k+1]", "1'b1 : hand_q[k+1]"),
    Mistake("credits-1-1", "bus/aes_core.sv", "credit && !queue_busy;", "!queue_busy;"),
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
