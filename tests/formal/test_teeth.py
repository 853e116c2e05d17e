# SPDX-License-Identifier: Apache-2.0
"""Every proof can fail: each mistake below, in a copy of the RTL, breaks the named proof."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.kept import kept

from formal import decide, run
from roundel.base import cache
from roundel.base.errors import FailureError


@dataclass(frozen=True)
class Mistake:
    """A change to one line of the RTL, and a proof that must fail; long: only in the campaign."""

    proof: str
    file: str
    right: str
    wrong: str
    long: bool = False


# Long proofs, and proofs with many mistakes: only in the campaign.
LARGE = (
    *("round-", "key-step-", "axi-window"),
    *("sbox-table-both", "sbox-table-encrypt"),
)

# The message of a proof about a mistake; for paths, the message of Yosys.
FOUND = r"fails in cycle|is not reached"
FOUND_PATH = r"[Aa]ssertion failed"

# A trace of a counterexample takes as long as the proof: only these get a trace, one per method.
TRACED = ("skid-buffer", "credit-counter-5-full", "cuts-encrypt-5", "block-step-inverse")

MISTAKES = [
    Mistake("aes32-rom-1", "pkg/roundel_sbox_rom_pkg.sv", "w = 32'hc66363a5", "w = 32'hc66363a4"),
    Mistake(
        "sbox-rom-both", "pkg/roundel_sbox_rom_pkg.sv", "9'h1fe: b = 8'h0c", "9'h1fe: b = 8'h0d"
    ),
    Mistake("reset-sync-2", "cdc/roundel_reset_sync.sv", "rst_no = rst_nq", "rst_no = rst_ni"),
    Mistake("cdc-word-2", "cdc/roundel_cdc_word.sv", "acknowledge_q && !valid_q", "acknowledge_q"),
    Mistake("cdc-word-2", "cdc/roundel_cdc_word.sv", "src_data_i & {Width{accept}}", "src_data_i"),
    Mistake("cdc-word-2", "cdc/roundel_cdc_word.sv", "open_q && request_q", "request_q"),
    Mistake("cdc-fifo-4", "cdc/roundel_cdc_fifo.sv", ".value_i(wr_gray_q)", ".value_i(wr_count_q)"),
    Mistake("cdc-fifo-4", "cdc/roundel_cdc_fifo.sv", "&& wr_gray_d !=", "&& wr_gray_q !="),
    Mistake(
        "cdc-fifo-4", "cdc/roundel_cdc_fifo.sv", "valid_q || rd_ready_i);", "valid_q || 1'b1);"
    ),
    Mistake("aes32-rom-1", "soft/roundel_aes32.sv", ".enable_i(enable_i)", ".enable_i(1'b1)"),
    Mistake("aes32-tower-0", "soft/roundel_aes32.sv", "(k + 4 - b) % 4", "(k + b) % 4"),
    Mistake(
        "block-step-inverse", "round/roundel_mix_columns.sv", "TOP-16-32*c-:16", "TOP-32*c-:16"
    ),
    Mistake("block-expand", "soft/roundel_block_expand.sv", "key_i[31:0] ^ word_2", "key_i[31:0]"),
    Mistake("block-step-inverse", "soft/roundel_block_step.sv", "{WIDTH{!key_before_i}}", "'1"),
    Mistake("block-step-forward", "soft/roundel_block_step.sv", "{WIDTH{running_i}}", "'1"),
    Mistake("sbox-table-encrypt", "pkg/roundel_aes_pkg.sv", "128'h16bb54b0", "128'h16bb54b1"),
    Mistake("sbox-table-both", "sbox/roundel_sbox_table.sv", "^ 8'h05", "^ 8'h04"),
    Mistake(
        "sbox-table-decrypt", "sbox/roundel_sbox_table.sv", "4*j+delayed_quarters[", "4*j+quarters["
    ),
    Mistake("sbox-rom-both", "sbox/roundel_sbox_rom.sv", "CUT_SBOX_7)", "CUT_SBOX_6)"),
    Mistake(
        "sbox-rom-encrypt", "sbox/roundel_sbox_rom_pair.sv", "Present(OutputRegister)", "Present(0)"
    ),
    Mistake("sbox-tower-both", "sbox/roundel_sbox.sv", "CUT_SUB_BYTES])", "CUT_SBOX_7])"),
    Mistake(
        "sbox-tower-both", "sbox/roundel_sbox_tower_both.sv", "d0 = t0_3 ^ t1_3", "d0 = t0 ^ t1_3"
    ),
    Mistake("sbox-gates-encrypt", "sbox/roundel_sbox_gates.sv", "y0 = s3 ~^ s5", "y0 = s3 ^ s5"),
    Mistake(
        "sbox-gates-both", "sbox/roundel_sbox_gates.sv", "last_decrypt_i) ?", "first_decrypt_i) ?"
    ),
    Mistake("sbox-gates-decrypt", "sbox/roundel_sbox_gates_core.sv", "p10 = g2_5", "p10 = g2"),
    Mistake("round-forward", "round/roundel_mix_columns.sv", "^ t1 ^ s3", "^ t1 ^ s2"),
    Mistake("round-inverse", "pkg/roundel_aes_pkg.sv", "((c+4-r)%4)+r)-:8]", "((c+r)%4)+r)-:8]"),
    Mistake("key-step-256", "key/roundel_key_words.sv", "ROTATES = 16'h5555", "ROTATES = 16'hffff"),
    Mistake("key-step-192", "key/roundel_key_words.sv", "a3 = in5 ^ in4", "a3 = in5 ^ in3"),
    Mistake(
        "no-comb-path-1-1-fly",
        "core/roundel_core.sv",
        "engine_ready && open;",
        "in_valid_i && open;",
    ),
    Mistake(
        "no-comb-path-10-1-stored", "core/roundel_core.sv", "credit && !queue_busy;", "out_ready_i;"
    ),
    Mistake("keys-1-1-fly-encrypt", "key/roundel_key_on_the_fly.sv", "= base[", "= key_i["),
    Mistake("keys-1-1-fly-both", "key/roundel_key_on_the_fly.sv", "&& !ring_busy_i", ""),
    Mistake(
        "keys-1-1-fly-encrypt", "core/roundel_engine.sv", "ring_ready && key_ready", "ring_ready"
    ),
    Mistake(
        "keys-1-1-fly-both",
        "key/roundel_key_schedule.sv",
        ".turning_i, .ready_o",
        ".turning_i(1'b0), .ready_o",
    ),
    Mistake("key-set-step-192", "key/roundel_key_set_step.sv", "16'h2492", "16'h2482"),
    Mistake("key-set-step-128", "key/roundel_key_set_step.sv", "(in2 & {32{backward}})", "in2"),
    Mistake(
        "key-set-window-256-7-1", "key/roundel_key_set_window.sv", "phase_q == 2'd2)", "rotates)"
    ),
    Mistake(
        "key-set-window-192-3-3",
        "key/roundel_key_set_window.sv",
        "StepCycles - 2 :",
        "0 :",
        long=True,
    ),
    Mistake(
        "key-set-held-256-2", "pkg/roundel_engine_pkg.sv", "(key_step_cuts(cuts)) + 2;", "(cuts);"
    ),
    Mistake("bypass-192-3-0-both", "core/roundel_bypass.sv", "^ {16{other}}", ""),
    Mistake(
        "bypass-256-14-4-encrypt",
        "core/roundel_bypass.sv",
        "first_at[FROM] && size",
        "size",
        long=True,
    ),
    Mistake("reorder-buffer-4", "core/roundel_reorder_buffer.sv", "== read_q[INDEX_BITS] &&", "&&"),
    Mistake(
        "reorder-buffer-4-registered",
        "core/roundel_reorder_buffer.sv",
        "clear_i || clearing",
        "clear_i",
    ),
    Mistake("keys-2-0-stored-both", "key/roundel_key_stored.sv", "&& uses == '0", ""),
    Mistake("stored-keys-128-1-1-4-both", "key/roundel_key_stored.sv", ": turn + 4'd1", ": turn"),
    Mistake(
        "stored-keys-128-1-1-4-both", "key/roundel_key_stored.sv", "!= LAST_SLOT[", "== LAST_SLOT["
    ),
    Mistake(
        "stored-keys-128-2-1-2-both",
        "key/roundel_key_stored_bank.sv",
        "= {slot_i,",
        "= {write_slot_i,",
    ),
    Mistake("stored-keys-128-5-1-1-both", "key/roundel_key_stored.sv", "&& uses == '0", ""),
    Mistake(
        "stored-keys-128-10-0-1-both",
        "key/roundel_key_stored.sv",
        "clearing_q <= key_clear_i",
        "clearing_q <= 1'b0",
    ),
    Mistake(
        "stored-keys-192-3-1-1-both",
        "key/roundel_key_stored.sv",
        "NUM_ROUNDS - 1 - r)",
        "NUM_ROUNDS - 2 - r)",
    ),
    Mistake(
        "stored-keys-set-7-256-1-1-2-both",
        "key/roundel_key_stored_set.sv",
        "(clearing_q || !second_q)",
        "!second_q",
    ),
    Mistake(
        "stored-keys-set-3-192-1-1-1-decrypt",
        "key/roundel_key_stored_set.sv",
        "zero ? NUM_",
        "0 ? NUM_",
    ),
    Mistake(
        "stored-keys-set-7-256-2-0-1-both",
        "pkg/roundel_engine_pkg.sv",
        "step <= skipped",
        "step < skipped",
    ),
    Mistake("compact-128", "core/roundel_compact.sv", "!take && loaded_q", "loaded_q"),
    Mistake("compact-128", "core/roundel_compact.sv", "(take && key_clear_i);", "1'b0;"),
    Mistake("compact-128", "core/roundel_compact.sv", "wipe_q <= 1'b1", "wipe_q <= 1'b0"),
    Mistake("compact-192", "core/roundel_compact.sv", "(idle && !enter)", "idle"),
    Mistake("compact-192", "core/roundel_compact.sv", "idle && open_q && !held", "idle && open_q"),
    Mistake("compact-256-ready", "core/roundel_compact.sv", "state_q & {128{valid_q}}", "state_q"),
    Mistake("compact-256-ready", "core/roundel_compact.sv", ".step_i(round_q)", ".step_i(4'd0)"),
    Mistake(
        "compact-128",
        "core/roundel_compact.sv",
        "<= held ? state_q",
        "<= (held || (idle && !open_q)) ? state_q",
    ),
    Mistake(
        "compact-path-128", "core/roundel_compact.sv", "= round_key ^", "= {'0, round_key[31:0]} ^"
    ),
    Mistake(
        "compact-path-256-ready",
        "core/roundel_compact.sv",
        "{KeyBits{!take && !wipe_q}}",
        "{{128{!take && !wipe_q}}, {128{!take}}}",
    ),
    Mistake(
        "compact-path-256-ready",
        "core/roundel_compact.sv",
        "= window_q[KeyBits-1-:128]",
        "= {window_q[KeyBits-1-:32], window_q[95:0]}",
    ),
    Mistake(
        "compact-path-128",
        "core/roundel_compact.sv",
        ".state_i(state_q)",
        ".state_i({116'd0, state_q[11:0]})",
    ),
    Mistake(
        "compact-path-128",
        "core/roundel_compact.sv",
        ".last_o(substituted)",
        ".last_o({substituted[126], substituted[127], substituted[125:0]})",
    ),
    Mistake(
        "compact-path-256-ready",
        "core/roundel_compact.sv",
        ".window_i(window_q)",
        ".window_i({window_q[255:128], window_q[127:1], 1'b0})",
    ),
    Mistake("compact-path-192", "core/roundel_compact.sv", "(in_block_i &", "(128'(in_tag_i) &"),
    Mistake(
        "credit-counter-5-full",
        "prim/roundel_credit_counter.sv",
        "fill_q <= clear_i",
        "fill_q <= 1'b0",
    ),
    Mistake("apb-bridge", "regs/roundel_axil_access.sv", "(w_q && !m_axil_wready)", "w_q"),
    Mistake("apb-bridge", "regs/roundel_apb_bridge.sv", "awprot = s_apb_pprot", "awprot = 3'd0"),
    Mistake("apb-bridge", "regs/roundel_axil_access.sv", "answered && error;", "1'b0;"),
    Mistake(
        "wishbone-bridge-pipelined",
        "regs/roundel_wishbone_bridge.sv",
        "s_wb_cyc && (accept || wanted_q)",
        "accept || wanted_q",
    ),
    Mistake(
        "wishbone-bridge-pipelined",
        "regs/roundel_wishbone_bridge.sv",
        "else if (m_axil_wready) begin",
        "else if (1'b0) begin",
    ),
    Mistake(
        "wishbone-bridge-classic",
        "regs/roundel_axil_access.sv",
        "idle_o = state_q == IDLE",
        "idle_o = state_q != ACCESS",
    ),
    Mistake(
        "axil-registers",
        "regs/roundel_axil_port.sv",
        "ar_full_q && !r_valid_q;",
        "ar_full_q;",
    ),
    Mistake(
        "axil-registers",
        "regs/roundel_axil_registers.sv",
        "{step_q[2:0], request}",
        "{step_q[2:0], 1'b0}",
    ),
    Mistake("skid-buffer", "prim/roundel_skid_buffer.sv", "full_q ? behind_q : data_i", "data_i"),
    Mistake("rotate-4", "prim/roundel_byte_rotator.sv", "? by_3 : by_2", "? by_2 : by_3"),
    Mistake(
        "rotate-32",
        "prim/roundel_byte_rotator.sv",
        "(2 * STEP < WIDTH) ? 2 * STEP",
        "(0) ? 2 * STEP",
    ),
    Mistake("bursts-16-256", "dma/roundel_dma_bursts.sv", "(span - 1'b1) >>", "span >>"),
    Mistake(
        "bursts-16-256", "dma/roundel_dma_bursts.sv", "ends_q && piece_q.last;", "piece_q.last;"
    ),
    Mistake("bursts-128-4096", "dma/roundel_dma_bursts.sv", "[LOG-1:0]);", "[LOG-2:0]);"),
    Mistake(
        "xts-join", "mode/roundel_xts_join.sv", "    if (take) begin", "    if (in_ready) begin"
    ),
    Mistake("xts-order", "mode/roundel_xts_order.sv", "head.joined && !part_turn_q;", "1'b0;"),
    Mistake("packet-keys", "stream/roundel_key_guard.sv", "over_q && shutting_q", "1'b1"),
    Mistake("packet-keys", "stream/roundel_key_guard.sv", "over_q && shutting_q", "over_q"),
    Mistake(
        "packet-keys",
        "stream/roundel_key_guard.sv",
        "<= key_valid_i;",
        "<= key_valid_i && !passed_q;",
    ),
    Mistake("packet-keys-streams", "stream/roundel_key_guard.sv", "(marked_q || seen_q)", "1'b1"),
    Mistake("packet-keys", "stream/roundel_key_guard.sv", "settled_q && begun_all_q", "1'b0"),
    Mistake("chain", "mode/roundel_chain_ready.sv", "together_q || stored_q", "stored_q"),
    Mistake("chain", "mode/roundel_chain_ready.sv", "returned_q == word_number_q", "1'b1"),
    Mistake(
        "ccm-position", "interleaved/roundel_ccm_position.sv", "same_q ? next_q : read_q", "read_q"
    ),
    Mistake("ccm-position", "interleaved/roundel_ccm_position.sv", "last != text_ends", "1'b0"),
    Mistake(
        "ccm-position",
        "interleaved/roundel_ccm_position.sv",
        "{STATE_BITS{!first}}",
        "{STATE_BITS{1'b1}}",
    ),
    Mistake(
        "packet-keys", "stream/roundel_key_guard.sv", "begin_late_q || !settled_q", "!settled_q"
    ),
    Mistake("packet-keys", "stream/roundel_key_guard.sv", "!settled_q)) || shuts", "!settled_q))"),
    Mistake("packet-keys", "stream/roundel_key_guard.sv", "begin_late_q ? all_but_one_q : ", ""),
    Mistake(
        "ping-pong-buffer",
        "prim/roundel_ping_pong_buffer.sv",
        "show_q <= show_q ^ leave",
        "show_q <= show_q ^ take",
    ),
    Mistake(
        "credit-counter-32-none",
        "prim/roundel_credit_counter.sv",
        "four_q || (less",
        "1'b0 || (less",
    ),
    Mistake("short-fifo-2", "prim/roundel_short_fifo.sv", "(stored_q || !advance)", "stored_q"),
    Mistake("short-fifo-4", "prim/roundel_short_fifo.sv", "wipe ? '0 : data_i", "data_i"),
    Mistake("short-fifo-7", "prim/roundel_short_fifo.sv", "both_q <= !leave && (", "both_q <= ("),
    Mistake("fifo-lut-ram-1", "prim/roundel_fifo_lut_ram.sv", ".give_i(free_i)", ".give_i(1'b1)"),
    Mistake(
        "fifo-lut-ram-2",
        "prim/roundel_fifo_lut_ram.sv",
        "if (waits && room) begin",
        "if (waits) begin",
    ),
    Mistake("fifo-34", "prim/roundel_fifo.sv", ".clear_i(clear_q)", ".clear_i(clear_i)"),
    Mistake("ring-2-1", "core/roundel_ring.sv", "turn_q[4*LENGTH-5-:4]", "turn_q[4*LENGTH-1-:4]"),
    Mistake("ring-10-2", "core/roundel_ring_drain.sv", "start_q <= start_i", "start_q <= 1'b0"),
    Mistake("ring-10-2", "core/roundel_ring_drain.sv", "busy_q <= 1'b1", "busy_q <= 1'b0"),
    Mistake("ring-10-2", "core/roundel_ring.sv", "result_q <= 1'b0", "result_q <= 1'b1"),
    Mistake("ring-10-2", "core/roundel_ring.sv", "!dropping_next;", "1'b1;"),
    Mistake(
        "cuts-encrypt-5",
        "round/roundel_mix_columns.sv",
        ".Present(Cuts[roundel_engine_pkg::CUT_MIX])",
        ".Present(1'b0)",
    ),
    Mistake("cuts-both-2", "sbox/roundel_sbox.sv", "CUT_SBOX_7)", "CUT_ROUND)"),
    Mistake("cuts-rom-encrypt-place-8", "sbox/roundel_sbox.sv", "CUT_SUB_BYTES])", "CUT_SBOX_7])"),
    Mistake("lanes-2-1-1-1", "core/roundel_lanes.sv", "Cycles(Lanes - 1 - k)", "Cycles(Lanes - k)"),
    Mistake(
        "lanes-4-1-1-2", "core/roundel_lanes.sv", "data_i[128*(Lanes-1-k)+:128]", "data_i[127:0]"
    ),
    Mistake("lanes-2-2-2-1", "core/roundel_lanes.sv", "flush_q <= !quiet[k-1]", "flush_q <= 1'b0"),
    Mistake("lanes-3-1-2-2", "core/roundel_lanes.sv", "quiet_q <= quiet[k-1]", "quiet_q <= 1'b1"),
    Mistake("lanes-1-1-1-1", "core/roundel_lanes.sv", "if (empty_q) begin", "if (1'b0) begin"),
    Mistake("sink-18-18", "stream/roundel_packet_sink.sv", ".GrantLatency(2)", ".GrantLatency(0)"),
    Mistake("sink-18-18", "stream/roundel_packet_sink.sv", ".take_i(begin_i)", ".take_i(end_i)"),
    Mistake(
        "sink-18-18",
        "stream/roundel_packet_sink.sv",
        "zeroise_i || zeroise_q || clearing_q",
        "zeroise_i",
    ),
    Mistake(
        "short-fifo-18-registered-blank", "prim/roundel_short_fifo.sv", "& {Width{!busy_q}}", ""
    ),
    Mistake(
        "credit-counter-16-full",
        "prim/roundel_credit_counter.sv",
        "window_q[k-1] : window_q[k+1]",
        "1'b1 : window_q[k+1]",
    ),
    Mistake("credits-1-1", "core/roundel_core.sv", "credit && !queue_busy;", "!queue_busy;"),
    Mistake(
        "axi-burst",
        "card/roundel_axi_burst_address.sv",
        "8'hfe << (address_q",
        "8'hff << (address_q",
    ),
    Mistake("axi-burst", "card/roundel_axi_burst_address.sv", "& ~offset(size_q)}", "}"),
    Mistake(
        "axi-burst",
        "card/roundel_axi_burst_address.sv",
        "wrap ? {1'b0, wraps}",
        "wrap ? {1'b0, ~wraps}",
    ),
    Mistake("axi-burst", "card/roundel_axi_burst_address.sv", "left_q == 8'd1;", "left_q == 8'd0;"),
    Mistake(
        "axi-burst", "card/roundel_axi_burst_address.sv", "refused_q || address_q[15]", "refused_q"
    ),
    Mistake("axi-burst", "card/roundel_axi_burst_address.sv", "(beat_ready_i && last_q)", "1'b0"),
    Mistake(
        "axi-window",
        "card/roundel_axi_window.sv",
        "= worst_q || answer_error_i",
        "= answer_error_i",
    ),
    Mistake("axi-window", "card/roundel_axi_window.sv", "(b_credit || !write_last)", "1'b1"),
    Mistake(
        "axi-window", "card/roundel_axi_window.sv", "? write_id : read_id", "? read_id : write_id"
    ),
    Mistake(
        "axi-window",
        "card/roundel_axi_window.sv",
        "read_next_q <= write_goes;",
        "read_next_q <= 1'b0;",
    ),
    Mistake(
        "axi-window", "card/roundel_axi_window.sv", "data_ready = take_write", "data_ready = taken"
    ),
    Mistake(
        "axi-window",
        "card/roundel_axi_window.sv",
        ".push_i(answered && !tag_write)",
        ".push_i(answered)",
    ),
    Mistake(
        "no-comb-path-axi-window",
        "card/roundel_axi_window.sv",
        "ready_o = tag_valid;",
        "ready_o = r_ready_i;",
    ),
]

OUTPUT, INPUT, MEMORY = (f"card/roundel_card_{name}.sv" for name in ("output", "input", "memory"))
WINDOW, PACKETS = "card/roundel_card_window.sv", "request/roundel_request_packets.sv"
UPSIZER, DOWNSIZER, RESULTS = (
    "prim/roundel_upsizer.sv",
    "prim/roundel_downsizer.sv",
    "card/roundel_request_results.sv",
)

CARD = [
    # A block is counted a cycle before its read.
    Mistake("card-output-16", OUTPUT, "tail_q <= count_q;", "tail_q <= put ? next_q : count_q;"),
    Mistake("card-output-16", OUTPUT, "advance_q <= level_q", "advance_q < level_q", long=True),
    Mistake(
        "card-output-16", OUTPUT, "{HalfBits{held_q}}", "{HalfBits{held_q || half_q[0]}}", long=True
    ),
    Mistake(
        "card-output-16", OUTPUT, "{half_q[0], read_index_i[0]}", "{2{read_index_i[0]}}", long=True
    ),
    Mistake("card-output-16", OUTPUT, "next_q[INDEX_BITS:0] != full_count", "1'b1", long=True),
    Mistake("card-output-16", OUTPUT, "level_q && !busy_o", "level_q || busy_o", long=True),
    Mistake("card-output-16", MEMORY, "& {2*HalfBits{!clearing}}", ""),
    Mistake("card-input-16", MEMORY, "{2{clearing}} | write_i", "clearing ? 2'b01 : write_i"),
    Mistake("card-input-16", INPUT, "16'(ahead_q) < room_q", "16'(ahead_q) <= room_q", long=True),
    Mistake(
        "card-input-16", INPUT, "advance_q <= room_q", "advance_q <= room_q + 16'd1", long=True
    ),
    Mistake("card-input-16", INPUT, "(go ? next_head_q : head_q) !=", "head_q !=", long=True),
    Mistake("card-input-16", INPUT, "write_i && !clear_i", "write_i", long=True),
    Mistake(
        "card-input-16", INPUT, "{go_q[1:0], go}", "{go_q[1] && !go_q[2], go_q[0], go}", long=True
    ),
    Mistake("upsizer-2", UPSIZER, "end_i || place[BEATS-1]", "end_i"),
    Mistake("upsizer-2", UPSIZER, "keep_q[16*Blocks*b+:16*Blocks] <= '0;", ""),
    Mistake("upsizer-2", UPSIZER, "assign free = !valid_q || ready_i", "assign free = !valid_q"),
    Mistake("upsizer-4", UPSIZER, "place_q <= place << 1", "place_q <= place_q << 1", long=True),
    Mistake("downsizer-2", DOWNSIZER, "|| (ready_i && !beats_q[1])", ""),
    Mistake("downsizer-2", DOWNSIZER, "(ready_i && !beats_q[1])", "ready_i"),
    Mistake(
        "downsizer-2", DOWNSIZER, "if (ready_o) begin\n        user_q", "begin\n        user_q"
    ),
    Mistake("downsizer-4", DOWNSIZER, "data_q >> (128 * Blocks)", "data_q", long=True),
    Mistake("request-results", RESULTS, "number_q + 1'b1", "number_q + NumberBits'(done_q)"),
    Mistake(
        "request-results",
        RESULTS,
        "result_valid_i && (done_q || dropped",
        "result_valid_i && (1'b1",
    ),
    Mistake("request-results", RESULTS, "done_q || dropped || !result_text_i", "done_q"),
    Mistake("request-results", RESULTS, "& {8{text_keep_i[b]}}", "", long=True),
    Mistake("request-packets-gcm", PACKETS, "!raw_valid_q && !next_valid_q", "1'b1"),
    Mistake(
        "request-packets-gcm", PACKETS, "next_text_words_q == '0 || !next_text_q", "1'b0", long=True
    ),
    Mistake("request-packets-gcm", PACKETS, "final_q && !more_q", "final_q", long=True),
    Mistake(
        "request-packets-gcm", PACKETS, "left_q <= text_words_q", "left_q <= left_q", long=True
    ),
    Mistake(
        "request-packets-gcm",
        PACKETS,
        "raw_valid_q <= (request_taken && last)",
        "raw_valid_q <= request_taken",
        long=True,
    ),
    Mistake(
        "request-packets-gcm",
        "stream/roundel_command_boundary.sv",
        "<= 5'd16",
        "<= 5'd17",
        long=True,
    ),
    Mistake("request-packets-xts", PACKETS, "? 4 : 0", "? 0 : 0", long=True),
    Mistake("card-window", WINDOW, "&& (!is_register || drained)", ""),
    Mistake("card-window", WINDOW, "refused_q[1] || input_overrun_i", "refused_q[1]", long=True),
    Mistake("card-window", WINDOW, "is_input && strobe_q == '1", "is_input"),
    Mistake(
        "card-window",
        WINDOW,
        "take && allowed && write_q",
        "valid_q && allowed && write_q",
        long=True,
    ),
    Mistake("card-window", WINDOW, "&& !register_q && (", "&& (", long=True),
    Mistake("card-window", WINDOW, "    if (!register_q) begin", "    begin", long=True),
    Mistake("card-window", WINDOW, "(!closed_i || address_q[14:12] == '0)", "1'b1", long=True),
]

(FETCH, DECODE, READ, COMPLETE, CUTTER, ALIGN, SPLIT, ISSUE, RECORD, ARBITER, RESPONSE) = (
    f"dma/roundel_dma_{name}.sv"
    for name in (
        *("fetch", "decode", "read", "complete", "text_cutter", "align", "beat_split"),
        *("write_issue", "record_writer", "write_arbiter", "write_response"),
    )
)

DMA = [
    Mistake("dma-fetch-16", FETCH, "requested_q != tail_i && !request", "requested_q != tail_i"),
    Mistake("dma-fetch-16", FETCH, "(error_q && !turn_q[0])", "error_q", long=True),
    Mistake(
        "dma-fetch-16", FETCH, "request || (read_valid_q && !read_ready_i)", "request", long=True
    ),
    # The ring may move while a descriptor is requested.
    Mistake(
        "dma-fetch-128", FETCH, "high_q[fetched_q[INDEX_BITS-1:0]] ?", "base_i[6] ?", long=True
    ),
    Mistake("dma-decode", DECODE, "|| bytes_q >= left;", "|| bytes_q > left;", long=True),
    Mistake("dma-decode", DECODE, "address_q + 64'(give_q)", "address_q", long=True),
    Mistake("dma-decode", DECODE, "long_q && !again)", "long_q)", long=True),
    Mistake("dma-decode", DECODE, "(listed_q || more)", "more", long=True),
    Mistake("dma-read", READ, "&& !(last_beat && last_q);", ";", long=True),
    Mistake("dma-read", READ, "(read_valid_q && !read", "(!clear_i && read_valid_q && !read"),
    Mistake("dma-read", READ, "flush_q ? (LOG + 1)'(Bytes) : {1'b0", "{1'b0", long=True),
    Mistake("dma-text", CUTTER, "(last_beat && piece_q.last) ? '0 : start_q", "start_q"),
    Mistake("dma-text", CUTTER, "need && text_number_i == number_q;", "need;", long=True),
    Mistake("dma-text", CUTTER, "(!fresh_q || cut_room_i)", "1'b1", long=True),
    Mistake("dma-text", CUTTER, "active_q && credit_i &&", "active_q &&", long=True),
    Mistake("dma-text", CUTTER, "skip && piece_q.last;", "skip;", long=True),
    Mistake("dma-text", CUTTER, "(drop_i && number_q == drop_number_i)", "drop_i", long=True),
    Mistake("dma-text", ALIGN, "distance < rotated_bytes", "distance <= rotated_bytes"),
    Mistake("dma-text", ALIGN, "offset_i - start_i", "offset_i + start_i", long=True),
    Mistake("dma-text", ALIGN, "{start_i == '0, start_i}", "{1'b0, start_i}", long=True),
    Mistake("dma-text", ALIGN, "if (take_i) begin", "if (step_i) begin", long=True),
    Mistake("dma-text", ALIGN, "<= rotated_valid && !clear_i", "<= rotated_valid", long=True),
    Mistake("dma-split-4", SPLIT, "|| sum[LOG-1:0] == '0)", "|| 1'b0)"),
    Mistake("dma-split-16", SPLIT, "behind_q <= BEAT", "behind_q < BEAT", long=True),
    Mistake("dma-split-128", SPLIT, "== '0 && offset_i == '0", "== '0", long=True),
    Mistake("dma-write", ISSUE, "&& beats_q > COUNT", "&& beats_q >= COUNT"),
    Mistake("dma-write", ISSUE, "burst_valid && !taken &&", "burst_valid &&", long=True),
    Mistake("dma-write", ISSUE, "COUNT_BITS'(beat_i) - spent", "COUNT_BITS'(beat_i)", long=True),
    Mistake("dma-record-16", RECORD, "= record_valid_i && !busy_q;", "= record_valid_i;"),
    Mistake("dma-record-128", RECORD, "[LOG-1:5] == INDEX", "[LOG:6] == INDEX", long=True),
    Mistake(
        "dma-record-16",
        RECORD,
        "{record_q[8*Bytes-1:0], record_q[255:8*Bytes]}",
        "record_q",
        long=True,
    ),
    Mistake("dma-record-16", RECORD, "beat_ready_i && beat_last_i", "beat_ready_i", long=True),
    Mistake("dma-write", ARBITER, "= free && !record_valid_i;", "= free;"),
    Mistake("dma-write", ARBITER, "clear_i ? '0 : beats_record_q", "beats_record_q", long=True),
    Mistake("dma-write", ARBITER, ".clear_i(clear_i && idle_o)", ".clear_i(clear_i)", long=True),
    Mistake("dma-write", ARBITER, " - FLIGHT_BITS'(answered_i)", "", long=True),
    Mistake("dma-write", ARBITER, "(!beats_q || done)", "done", long=True),
    Mistake("dma-write", ARBITER, "if (!next_valid_q) begin", "if (1'b1) begin", long=True),
    Mistake("dma-write", ARBITER, "left_q <= left_q - 1'b1", "left_q <= left_q", long=True),
    Mistake(
        "dma-write", ARBITER, "|| text_beat_valid_i || clear_i)", "|| text_beat_valid_i)", long=True
    ),
    Mistake("dma-write", ARBITER, "= !aw_valid_q && !next", "= !next", long=True),
    Mistake("dma-write", RESPONSE, "(failed_q || error) && !flag_last", "error"),
    Mistake("dma-write", RESPONSE, "|| flag_valid || clear_i;", "|| flag_valid;", long=True),
    Mistake("dma-write", RESPONSE, "<= failed_q || error;", "<= error;", long=True),
    Mistake("dma-write", RESPONSE, ".clear_i(1'b0)", ".clear_i(clear_i)", long=True),
    Mistake("dma-write", RESPONSE, "<= valid && record;", "<= valid;", long=True),
    Mistake("dma-complete", COMPLETE, "      write_error_q <= 1'b0;", ""),
    Mistake(
        "dma-complete", COMPLETE, "summary.has_source && read_error_i", "read_error_i", long=True
    ),
    Mistake("dma-complete", COMPLETE, "tag_q & {128{ok}}", "tag_q", long=True),
    Mistake("dma-complete", COMPLETE, "~(16'hffff << log_i)", "~(16'hfffe << log_i)", long=True),
]

CONTROL, COUNTER, CHAIN, BANKS, BANK = (
    f"key/roundel_{name}.sv"
    for name in (
        "key_load_control",
        "period_counter",
        "key_chain",
        "key_banks",
        "key_stored_bank",
    )
)

GHASH, KEYS, LOOK = (f"mode/ghash/roundel_ghash{name}.sv" for name in ("", "_keys", "_window"))
SCHEDULE, GHASH_PACKAGE = "mode/roundel_gcm_schedule.sv", "pkg/roundel_ghash_pkg.sv"

GCM = [
    # The window: its marks, the permission to leave, ends of packets and powers.
    Mistake("ghash-window-1-3", LOOK, "number_q != DISTANCE;", "number_q != DISTANCE - 1'b1;"),
    Mistake("ghash-window-1-3", LOOK, ".give_i(far_q || some_q)", ".give_i(far_q)"),
    Mistake("ghash-window-1-3", LOOK, ".take_i(!hold_i)", ".take_i(1'b1)"),
    Mistake("ghash-window-1-3", LOOK, "left_q > INDEX_BITS'(1)", "left_q != '0"),
    Mistake("ghash-window-1-3", LOOK, "(number_q + INDEX_BITS'(entry_in.early))", "number_q"),
    Mistake("ghash-window-1-3", LOOK, "end_in.blocks = blocks", "end_in.blocks = begins_q"),
    Mistake("ghash-window-1-3", LOOK, "read_q + DISTANCE;", "read_q + DISTANCE + 1'b1;"),
    Mistake("ghash-window-1-3", LOOK, "ended_1_q ? read_end_next_q :", "1'b0 ? read_end_next_q :"),
    Mistake("ghash-window-1-3", LOOK, "complete_1_q && distance_1 <", "distance_1 <"),
    Mistake("ghash-window-1-3", LOOK, "distance_1 < DISTANCE;", "distance_1 <= DISTANCE;"),
    Mistake("ghash-window-1-3", LOOK, "<= leaves && head.last;", "<= leaves;"),
    Mistake("ghash-window-1-3", LOOK, "? end_power_2_q : far", "? far_power_2_q : far"),
    # The products: their readers and their targets.
    Mistake("ghash-order-1-0", GHASH, "&& !early_2_q && !clear_i", "&& !clear_i"),
    Mistake("ghash-order-1-0", GHASH, "&& !use_4_q.tail) || wipe_4_q", ") || wipe_4_q"),
    Mistake("ghash-order-1-0", GHASH, ".read_i(back_3_q)", ".read_i(back_4_q)"),
    Mistake("ghash-order-1-0", GHASH, "feedback_4_q & {128{back_4_q}}", "feedback_4_q"),
    Mistake("ghash-order-1-0", GHASH, "!(use_4_q.valid && use_4_q.last) && !w", "!w"),
    Mistake("ghash-order-1-0", GHASH, "use_4_q.tail && !use_4_q.last;", "use_4_q.tail;"),
    Mistake("ghash-order-1-0", GHASH, "product_z.last && !clears", "product_z.tail && !clears"),
    Mistake("ghash-order-1-0", GHASH, ".start_i(product_z.start)", ".start_i(1'b0)"),
    Mistake(
        "ghash-order-1-0", GHASH, "single_1 = single_valid_q[3]", "single_1 = single_valid_q[2]"
    ),
    Mistake(
        "ghash-order-1-0", GHASH_PACKAGE, "GHASH_FEEDBACK_CYCLES = 3", "GHASH_FEEDBACK_CYCLES = 2"
    ),
    # The schedule: the interval between products, and the priority of the uses.
    Mistake("gcm-schedule-1-2", GHASH_PACKAGE, "GCM_REPORT_CYCLES = 1", "GCM_REPORT_CYCLES = 0"),
    Mistake("gcm-schedule-1-2", GHASH_PACKAGE, "GCM_FINISH_CYCLES = 1", "GCM_FINISH_CYCLES = 0"),
    Mistake("gcm-schedule-1-2", SCHEDULE, "delayed_q || (bubble_q && use_q", "(bubble_q && use_q"),
    Mistake(
        "gcm-schedule-1-2", SCHEDULE, "end else if (bubble_waits) begin", "end else if (0) begin"
    ),
    Mistake(
        "gcm-schedule-1-2", SCHEDULE, "    if (end_i) begin", "    if (end_i && !delayed_q) begin"
    ),
    Mistake(
        "gcm-schedule-2-1", SCHEDULE, "    if (end_i) begin", "    if (end_i && !request_q) begin"
    ),
    Mistake(
        "gcm-schedule-1-2", SCHEDULE, "request_i && !taken && !served_q", "request_i && !taken"
    ),
    Mistake("gcm-schedule-1-2", KEYS, "if (single_q || !begun_q)", "if (!begun_q)"),
    Mistake("gcm-schedule-1-2", KEYS, "factor_q && apart_q", "factor_q"),
    Mistake("gcm-schedule-2-3", KEYS, "gap_q == '0 && !single_q", "1'b1"),
]

# Mistakes in the key store with Stages of 2 or more.
KEY_STORE = [
    Mistake("period-counter", COUNTER, "cycles_q == Bits'(1)", "cycles_q == Bits'(0)"),
    Mistake("period-counter", COUNTER, "left_q == '0 &&", "left_q == Bits'(1) &&"),
    Mistake("period-counter", COUNTER, "!start_i && (started_q", "(started_q"),
    Mistake("period-counter", COUNTER, "= busy_q && wrap_q", "= wrap_q"),
    Mistake(
        "key-chain-encrypt",
        CHAIN,
        "wave_q <= {launch_i, wave_q[Rounds:1]}",
        "wave_q <= {1'b0, launch_i, wave_q[Rounds-1:1]}",
    ),
    Mistake("key-chain-encrypt", CHAIN, "128*(Rounds-r)+:128", "128*(Rounds-r+1)+:128"),
    Mistake(
        "key-chain-both", CHAIN, "decrypt_chain[127:0] = key_q", "decrypt_chain[127:0] = key_i"
    ),
    Mistake("key-chain-both", CHAIN, "{wave_q[Rounds], decrypt", "{launch_i, decrypt"),
    Mistake("key-chain-decrypt", CHAIN, "128*(r+2)+:128", "128*(r+1)+:128"),
    Mistake("key-banks-2-encrypt", BANKS, "keys[128*(r+1)+:128])", "keys[128*r+:128])"),
    Mistake("key-banks-2-encrypt", BANKS, ".FirstIndex(r + 1)", ".FirstIndex(r)"),
    Mistake("key-banks-2-encrypt", BANK, "= {slot_i, turn_i", "= {write_slot_i, turn_i"),
    Mistake("key-banks-2-encrypt", BANK, "{write_i && mine,", "{write_i,"),
    Mistake("key-banks-2-decrypt", BANK, "-t * Rounds", "-t"),
    Mistake(
        "key-held-128-2", "key/roundel_key_step.sv", "(without_q[127:32])", "(without_q[95:0])"
    ),
    Mistake(
        "key-held-128-2",
        "pkg/roundel_engine_pkg.sv",
        "      key_step_cycles = 6;",
        "      key_step_cycles = 5;",
    ),
    Mistake(
        "key-load-chain-2",
        CONTROL,
        "count = NUM_ROUNDS[COUNT_BITS-1:0]",
        "count = COUNT_BITS'(NUM_ROUNDS - 1)",
    ),
    Mistake("key-load-chain-2", CONTROL, "<= !was_open && !all_q", "<= !all_q"),
    Mistake("key-load-chain-2", CONTROL, "next_open = !clearing_q", "next_open = 1'b1"),
    Mistake("key-load-chain-2", CONTROL, "next_open = was_open_q", "next_open = 1'b1"),
    Mistake("key-load-chain-2", CONTROL, ": NUM_ROUNDS + 1);", ": NUM_ROUNDS);"),
    Mistake("key-load-chain-2", CONTROL, "clearing_q <= key_clear_i", "clearing_q <= 1'b0"),
    Mistake("key-load-slots-2", CONTROL, "if (all_q && !last_slot)", "if (1'b0)"),
    Mistake("key-load-chain-2", CONTROL, "TAKE && offered_q &&", "TAKE &&"),
    Mistake(
        "key-load-chain-2",
        CONTROL,
        "offered_q && !forget_q && !zeroise_i",
        "offered_q && !zeroise_i",
    ),
    Mistake("key-load-chain-2", CONTROL, "= state_q == STORE && tick", "= tick"),
    Mistake("key-load-chain-2", CONTROL, "index_q <= 4'd0", "index_q <= index_q"),
    Mistake(
        "key-load-chain-2", CONTROL, "STEP_PERIOD = StepCycles - 1", "STEP_PERIOD = StepCycles - 2"
    ),
    Mistake("key-load-chain-2", CONTROL, "forget_q <= zeroise_i", "forget_q <= 1'b0"),
    Mistake("key-load-chain-2", CONTROL, "= advance_i && last_index_q", "= last_index_q"),
    Mistake("key-load-slots-2", CONTROL, "!offered_q && !all_q", "1'b0"),
    Mistake("key-load-banks-2", CONTROL, "(zeroise_i || forget_q)", "(1'b0)"),
]


FRAMER, DECISION, BEATS, STARTS = (
    f"stream/roundel_{name}.sv"
    for name in ("packet_framer", "command_decision", "packet_beats", "gcm_start_queue")
)
FRONT_GCM, FRONT_XTS, GCM_IV, CHECK = (
    f"stream/roundel_{name}.sv"
    for name in ("command_front_gcm", "command_front_xts", "gcm_iv", "command_check")
)

STREAM = [
    Mistake("framer-gcm-1", FRAMER, "aad_q && !none_left_q;", "aad_q;"),
    Mistake(
        "framer-gcm-2", FRAMER, "packet.has_aad && packet.one_word", "packet.one_word", long=True
    ),
    Mistake("framer-gcm-1", FRAMER, "differs != '0 || beat_none_i", "differs != '0", long=True),
    Mistake("framer-gcm-1", FRAMER, ": beat_last_i)", ": 1'b0)", long=True),
    Mistake("framer-gcm-1", FRAMER, "{HIGH_BITS{low_none_q}}", "1'b0", long=True),
    Mistake("framer-gcm-1", FRAMER, "&& !(aad_q && none_left_q)", "", long=True),
    Mistake("framer-gcm-1", FRAMER, "!aad_q && one_left &&", "!aad_q && none_left_q &&", long=True),
    Mistake("framer-gcm-2", FRAMER, "16 * (Lanes - 2)", "16 * (Lanes - 1)", long=True),
    Mistake(
        "framer-ctr-1",
        FRAMER,
        "bad_length = beyond && !beat_none_i && !is_blocks;",
        "bad_length = beyond && counter_32_q && !beat_none_i && !is_blocks;",
        long=True,
    ),
    Mistake("framer-ctr-2", FRAMER, "~(COUNT_BITS'(1) << (COUNT_BITS - 1))", "'1", long=True),
    Mistake("framer-xts-1", FRAMER, "beat_bytes_i[BYTE_BITS-1:4] ==", "beat_bytes_i ==", long=True),
    Mistake("framer-gcm-1", FRAMER, "text_credit_i && !hold_i &&", "text_credit_i &&", long=True),
    Mistake("framer-ecb-1", FRAMER, "end_pulse_q <= over_q;", "end_pulse_q <= over;", long=True),
    Mistake("framer-xts-1", FRAMER, "right_q <= over_q", "right_q <= 1'b0", long=True),
    Mistake("framer-xts-1", FRAMER, "error_d : end_bad", "error_d : !end_bad", long=True),
    Mistake("framer-ecb-1", FRAMER, "follows_q)) && over", "follows_q)) && take", long=True),
    Mistake("framer-ecb-1", FRAMER, "(!FOLLOWS || !beat_none_i || begun_q)", "1'b1", long=True),
    Mistake("framer-ctr-1", FRAMER, "&& !packet.refused && !clear_i", "&& !clear_i", long=True),
    Mistake("framer-gcm-1", FRAMER, "(!within_q && !beat_valid_i)", "!within_q", long=True),
    Mistake("command-front-text", DECISION, "&& !decided_q && !pause_i", "&& !decided_q"),
    Mistake("command-front-text", DECISION, "load_i && valid_i;", "load_i;", long=True),
    Mistake(
        "command-front-xts",
        DECISION,
        "has_key_q || !loading_q)",
        "has_key_q || loading_q)",
        long=True,
    ),
    Mistake(
        "command-front-text", DECISION, "slot_ready_i[next_slot]", "slot_ready_i[slot_q]", long=True
    ),
    Mistake("command-front-gcm", DECISION, "wrong_q || has_key_q;", "wrong_q;", long=True),
    Mistake("command-front-xts", FRONT_XTS, "packet_credit_i && usable", "packet_credit_i"),
    Mistake("command-front-xts", FRONT_XTS, "decided && room_behind", "decided", long=True),
    Mistake("command-front-gcm", FRONT_GCM, "iv_waiting && quiet_i", "iv_waiting", long=True),
    Mistake("command-front-gcm", FRONT_GCM, "short_tag = 1'b0;", "short_tag = 1'b1;", long=True),
    Mistake("command-front-gcm", FRONT_GCM, "= iv_is_hashed &&", "= 1'b1 &&", long=True),
    Mistake("command-front-gcm", CHECK, "low[4:2] == 3'b011", "low[4:3] == 2'b01", long=True),
    Mistake("command-front-gcm", GCM_IV, "== '0) == head_o", "== '0) != head_o", long=True),
    Mistake("command-front-gcm", GCM_IV, "(part_q && !sum_q", "(part_q", long=True),
    Mistake("command-front-gcm", GCM_IV, "hashed_q <= !short_q", "hashed_q <= short_q", long=True),
    Mistake("gcm-start-queue", STARTS, "room && !hash_valid_q", "room", long=True),
    Mistake("gcm-start-queue", STARTS, "(hash_there || !head_hashed)", "1'b1", long=True),
    Mistake("gcm-start-queue", STARTS, "hash_late_q ? hash_q : start_i", "start_i", long=True),
    Mistake("gcm-start-queue", STARTS, "&& !pop_q && !valid_q", "&& !valid_q", long=True),
    Mistake("stream-clear", STARTS, "start_i) & {128{!clear_q}}", "start_i)"),
    Mistake("stream-clear", FRAMER, "load_wide = !busy_q ||", "load_wide = 1'b0 &&", long=True),
    Mistake("packet-beats-1", BEATS, "3'(valid_o && ready_i)", "3'(ready_i)"),
    Mistake("packet-beats-1", BEATS, "!raw_first && !raw_hole", "!raw_first", long=True),
    Mistake("packet-beats-2", BEATS, "~{1'b0, raw_whole}", "~{raw_whole, 1'b0}", long=True),
]


SUBKEYS, SIDEBAND = "mode/roundel_chain_subkeys.sv", "mode/roundel_sideband_lanes.sv"
STREAMS, USAGE = (f"interleaved/roundel_{name}.sv" for name in ("stream_chains", "slot_usage"))

CHAINS = [
    # Blocks of chains in the ring of GCM: words enter in turn, and only words reach GHASH.
    Mistake("gcm-schedule-1-10-chains", SIDEBAND, "turn_q <= chosen;", "turn_q <= 1'b0;"),
    Mistake("gcm-schedule-1-10-chains", SIDEBAND, " && !is_chain_q[LATENCY-1]", ""),
    Mistake(
        "gcm-schedule-1-1-chains",
        SCHEDULE,
        "end else if (bubble_waits) begin",
        "end else if (0) begin",
    ),
    # The subkeys of CMAC: the slot of a write, the new key, the clear, and the zeroise.
    Mistake("chain-subkeys-2-4", SUBKEYS, "wipe ? wipe_index : slot_q", "wipe ? wipe_index : '0"),
    Mistake("chain-subkeys-2-4", SUBKEYS, "if (state_q == STATE_IDLE) begin\n", "begin\n"),
    Mistake("chain-subkeys-2-4", SUBKEYS, "state_d = STATE_LOADS;", "state_d = STATE_ENTERS;"),
    Mistake("chain-subkeys-2-4", SUBKEYS, "if (loaded) begin", "if (1'b1) begin"),
    Mistake("chain-subkeys-4-7", SUBKEYS, "& ~(KeySlots'(pending_o) << slot_q)", ""),
    Mistake("chain-subkeys-2-4", SUBKEYS, "if (turned) begin", "if (inside_q[1]) begin"),
    Mistake("chain-subkeys-2-4", SUBKEYS, "{128{turned && !wipe}}", "{128{!wipe}}"),
    Mistake("chain-subkeys-2-4", SUBKEYS, "{128{turned && !wipe}}", "{128{turned || wipe}}"),
    Mistake("chain-subkeys-2-4", SUBKEYS, "128'h87 &", "128'h85 &"),
    Mistake("chain-subkeys-2-4", SUBKEYS, "whole_2_q ? doubled", "whole_1_q ? doubled"),
    Mistake("chain-subkeys-4-7", SUBKEYS, ".clear_i(zeroise_i)", ".clear_i(1'b0)"),
    # Packets of a slot: an end directly behind an end of the slot or of another, the comparison.
    Mistake("key-policy", "stream/roundel_key_policy.sv", "stores_q && !counts", "stores_q"),
    Mistake("key-policy", "stream/roundel_key_policy.sv", "decrypt_i ? may_decrypt : ", ""),
    Mistake("slot-usage", USAGE, "same_2_q ? over_3_q : over_2_q", "over_2_q"),
    Mistake("slot-usage", USAGE, "end_2_q && end_slot_2_q == end_slot_1_q", "end_2_q"),
    Mistake("slot-usage", USAGE, "SETTLED = 6;", "SETTLED = 4;"),
    Mistake("slot-usage", USAGE, "_q[SETTLED-1] && even_q", "_q[SETTLED-1]"),
    Mistake("slot-usage", USAGE, "assign over_index = wait_slot_i", "assign over_index = '0"),
    Mistake("slot-usage", USAGE, "(clearing ? '0 : over_next)", "(over_next)"),
    # Streams beside ordinary packets: turns, sides, ids, commands and the zeroise.
    Mistake("stream-chains", STREAMS, "text_turn_q <= !text_of_stream;", "text_turn_q <= 1'b1;"),
    Mistake("stream-chains", STREAMS, "result_turn_q <= !result_of", "result_turn_q <= result_of"),
    Mistake("stream-chains", STREAMS, "= text_ready && text_of_stream;", "= text_ready;"),
    Mistake("stream-chains", STREAMS, "packet_result.id = PACKET_ID", "packet_result.id = '0"),
    Mistake("stream-chains", STREAMS, "text.id[ID_BITS-1] = 1'b0", "text.id[ID_BITS-1] = 1'b1"),
    Mistake("stream-chains", STREAMS, "(beat_valid && of_stream)", "(beat_valid)"),
    Mistake("stream-chains", STREAMS, "= of_stream ? stream_beat_ready :", "="),
    Mistake("stream-chains", STREAMS, "mode, command.decrypt)", "mode, 1'b0)"),
    Mistake("stream-chains", STREAMS, "= packet_command_first_i\n      &&", "="),
    Mistake("stream-chains", STREAMS, "&& !chained && stream_command_ready", "&& !chained"),
    Mistake("stream-chains", STREAMS, ".clear_i(clear)", ".clear_i(busy_i || busy_o)"),
]

ALL = [*MISTAKES, *CARD, *DMA, *GCM, *KEY_STORE, *STREAM, *CHAINS]


def _daily() -> set[int]:
    """Numbers of the daily mistakes: the first in each file, and the traced ones."""
    quick = [
        (number, mistake)
        for number, mistake in enumerate(ALL)
        if not mistake.long and not mistake.proof.startswith(LARGE)
    ]
    first: dict[str, int] = {}
    for number, mistake in quick:
        first.setdefault(mistake.file, number)
    return set(first.values()) | {number for number, mistake in quick if mistake.proof in TRACED}


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(
            mistake,
            id=f"{mistake.proof}-{number}",
            marks=[] if number in _daily() else [pytest.mark.campaign],
        )
        for number, mistake in enumerate(ALL)
    ],
)
def test_mistake_is_found(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rtl = tmp_path / "rtl"
    shutil.copytree(run.RTL, rtl)
    path = rtl / mistake.file
    source = path.read_text(encoding="utf-8")
    assert mistake.right in source, "the changed line is gone; choose another"
    path.write_text(source.replace(mistake.right, mistake.wrong), encoding="utf-8")
    [proof] = run.select([mistake.proof])
    traced = mistake.proof in TRACED
    words = FOUND_PATH if mistake.proof.startswith("no-comb-path-") else FOUND

    def found() -> str:
        """The message of the proof about the mistake; a proof that holds fails the test."""
        with monkeypatch.context() as patch:
            patch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
            if not traced:
                patch.setattr(decide, "_trace", lambda proof, sources, directory: "no trace")
            with pytest.raises(FailureError) as caught:
                run.prove(proof, rtl)
        for trace in re.findall(r"the trace is (\S+/trace\.vcd)", str(caught.value)):
            assert "$enddefinitions" in Path(trace).read_text(encoding="utf-8")
        return str(caught.value)

    key = cache.digest(run.key(proof, rtl), str(traced))
    said = kept(key, lambda text: re.search(words, text) is not None, found)
    assert re.search(words, said)
    assert not traced or "trace.vcd" in said
