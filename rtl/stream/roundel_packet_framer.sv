// SPDX-License-Identifier: Apache-2.0
//
// Joins decided packets and beats: words for a mode out, and at the end of each packet the facts
// that its result needs.
//
// Packets in: valid and ready. A packet is taken while the framer is idle. Where packets follow
// each other without an idle cycle (ECB, CBC, CTR), it is also taken in the cycle of the last beat
// of the packet in front. GCM and XTS need the idle cycle for the mode.
//
//   cycle            0     1     2     3     4     5
//   packet_valid_i  _/^^^^^\___________/^^^^^\___________     GCM, XTS: two packets, each of 1 beat
//   packet_ready_o  ^^^^^^^\_____/^^^^^^^^^^^\_____/^^^^^
//   beat_valid_i    _/^^^^^^^^^^^\_____/^^^^^^^^^^^\_____
//   beat_ready_o    _______/^^^^^\___________/^^^^^\_____
//
//   packet_valid_i  _/^^^^^^^^^^^^^^^^^\_________________     ECB, CBC, CTR: two packets, each of
//   packet_ready_o  ^^^^^^^\_____/^^^^^\_____/^^^^^^^^^^^     two beats, in the cycles 1 to 4
//   beat_valid_i    _/^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\_____
//   beat_ready_o    _______/^^^^^^^^^^^^^^^^^^^^^^^\_____
//
// Beats in, words out: valid and ready. A beat of a packet that is not refused is 1 word in the
// same cycle: `beat_ready_o` follows `ready_i`, `valid_o` follows `beat_valid_i`. A beat without a
// byte is no word, unless a beat of text of its packet came before, also one without a byte; GCM
// and XTS get a word of no bytes. Beats of a refused packet are taken in every cycle. A word, of
// text or AAD, is given only if in the cycle before `text_credit_i` was high and `hold_i` was low.
// Therefore `valid_o` may fall during a stall. `text_o` spends a credit for each beat of text, 1
// cycle later; AAD spends none. `quiet_o` is high between two packets: while the framer is idle, or
// while the first beat is not yet offered. A user that needs the input of the mode waits for
// `quiet_o` and raises `hold_i`; no word comes in the next cycle.
//
//   cycle            0     1     2     3     4
//   text_credit_i   ^^^^^^^\_____/^^^^^^^^^^^^^^^
//   beat_valid_i    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//   ready_i         ^^^^^^^^^^^^^^^^^^^\_____/^^^
//   valid_o         ^^^^^^^^^^^^^\_____/^^^^^^^^^
//   beat_ready_o    ^^^^^^^^^^^^^\___________/^^^
//   text_o          ^^^^^^^^^^^^^^^^^^^\_________     a beat of text was taken in the cycle before
//
// End out: a pulse two cycles after the last beat, with all fields. The next packet may have begun;
// in GCM the idle cycle keeps the fields `tag` and `tag_bytes` of the ended packet. In other modes
// these two fields have no meaning.
//
//   cycle            0     1     2     3
//   last beat taken _/^^^^^\_________________
//   end_o           _____________/^^^^^\_____
//
// Errors. The first error of a packet counts; of several errors of a beat, the first in this list:
// - ERROR_AAD: the AAD ends in another beat, or with another number of bytes, than the command
//   says.
// - ERROR_KEEP: a beat has a null byte in front of a kept byte, or is not full although neither the
//   AAD nor the packet ends.
// - ERROR_LENGTH: the mode cannot do the length.
// - ERROR_COMMAND, ERROR_KEY or ERROR_POLICY: the packet was refused; its beats add no error.
//
// A reset (asynchronous) drops the packet. `clear_i` lasts at least two cycles: from its second
// cycle to the cycle after it, `end_o` is low, and beats are taken and dropped. From the second
// cycle on, the start register copies `packet_i`, which overwrites J0: J0 depends on the hash key.

`include "roundel_contract.svh"

module roundel_packet_framer #(
  parameter int Lanes = 1,  // N: beats of 16 * N bytes
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // a set of modes, see roundel_stream_pkg
  parameter int KeySlots = 4,  // a power of two
  parameter bit HasPolicy = 1'b0,  // see roundel_stream
  parameter int UserBits = 1,  // bits beside a command
  // logarithm of the most blocks of text; smaller values are for tests
  parameter int LengthBits = roundel_stream_pkg::length_bits(Mode)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clear_i,

  input  logic                packet_valid_i,
  output logic                packet_ready_o,
  input  logic [roundel_stream_pkg::packet_bits($clog2(16*Lanes),
      roundel_prim_pkg::index_bits(KeySlots), UserBits, Modes)-1:0] packet_i,  // packet_t

  input  logic                beat_valid_i,
  output logic                beat_ready_o,
  input  logic                beat_last_i,
  input  logic                beat_hole_i,  // null bytes in front of a kept one
  input  logic                beat_full_i,  // all bytes are kept
  input  logic                beat_none_i,  // no byte is kept
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] beat_bytes_i,  // bytes kept

  input  logic                hold_i,
  output logic                quiet_o,
  output logic                drop_o,  // a refused packet is under way
  output logic [UserBits-1:0] drop_user_o,
  input  logic                text_credit_i,
  output logic                text_o,

  output logic                valid_o,
  input  logic                ready_i,
  output logic [roundel_stream_pkg::mode_bits(Modes)-1:0] mode_o,
  output logic                decrypt_o,
  output logic                counter_32_o,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic [       127:0] start_o,
  output logic                aad_o,  // the word is AAD
  output logic                last_o,  // the packet ends
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,

  output logic                end_o,
  output logic [roundel_stream_pkg::packet_end_bits(UserBits)-1:0] end_packet_o  // packet_end_t
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int WORD_SHIFT = $clog2(16 * Lanes);
  localparam int MODE_BITS = roundel_stream_pkg::mode_bits(Modes);
  localparam bit SET = roundel_stream_pkg::is_mode_set(Modes);
  localparam int PAIRS = (WORD_SHIFT + 1) / 2;
  localparam bit IS_GCM = Mode == roundel_stream_pkg::MODE_GCM;
  localparam bit IS_XTS = Mode == roundel_stream_pkg::MODE_XTS;
  localparam bit IS_CTR = Mode == roundel_stream_pkg::MODE_CTR;
  localparam bit FOLLOWS = !IS_GCM && !IS_XTS;  // no idle cycle between packets
  localparam bit SOME_FOLLOW = SET && IS_GCM;  // no idle cycle behind a packet of another mode
  // XTS and CTR count text in one bit more than the limit has: the bit is set beyond the limit.
  localparam int COUNT_BITS = IS_GCM ? LengthBits - $clog2(Lanes)
      : (IS_XTS || IS_CTR) ? LengthBits - $clog2(Lanes) + 1 : 1;
  // The count has two halves, because a long carry chain limits the clock.
  localparam int LOW_BITS = (COUNT_BITS <= 2) ? COUNT_BITS : (COUNT_BITS + 1) / 2;
  `include "roundel_packet_types.svh"
  `include "roundel_packet_end_types.svh"

  packet_t packet;
  packet_end_t end_q;

  // The state, one-hot but for the cycles of a clear, in which idle_q and drops_q are both high.
  // Sums of products replace an enum, because the late inputs must pass 1 LUT only. Measured with
  // other changes (docs/log/gcm.md): 12 instead of 35 path ends of four LUTs in `gcm-1`.
  logic runs_q;  // a packet is under way
  logic drops_q;  // a refused packet is under way
  logic idle_q;  // no packet is under way
  logic busy_q;  // complement of idle_q, which drives the enables of the wide registers
  logic idle_d;
  logic granted_q;  // a word may be given
  logic take, over;  // a beat is taken; it ends the packet
  logic follows_q;  // no idle cycle behind the packet under way
  logic at_once;  // the next packet may be taken in the cycle of the last beat
  logic load, load_wide;  // the registers of a packet follow packet_i

  // The packet under way.
  logic [MODE_BITS-1:0] mode_q;
  logic is_gcm, is_blocks;  // of a mode with tags; of a mode for whole blocks
  logic refused_q, bad_command_q, denied_q, decrypt_q, counter_32_q;
  logic [SLOT_BITS-1:0] slot_q;
  logic [4:0] tag_bytes_q;
  logic [127:0] tag_q, start_q;
  logic [UserBits-1:0] user_q;
  logic begun_q;  // a beat of text of the packet was taken
  logic within_q;  // a beat of the packet was taken, and the last beat was not
  logic aad_q;  // the next beat is AAD
  // The words of AAD behind the beat; in text, -1 - words before.
  logic [LOW_BITS-1:0] low_left_q;  // lower half of the count
  logic counts_q;  // the beat of the cycle before is not counted yet
  logic low_one;  // the lower half is 1
  logic beyond;  // in text: the count of words is beyond the limit
  logic none_left_q;  // the count is 0, so the next beat of AAD is the last
  logic [WORD_SHIFT-1:0] aad_rest_q;  // bytes of the last word of AAD, 0 for a full word
  logic [COUNT_BITS-1:0] first_left;
  logic one_left;  // the count is 1

  assign packet = packet_i;

  // ---- Packets and beats ------------------------------------------------------------------------
  assign beat_ready_o = drops_q || (runs_q && ready_i && granted_q);
  assign valid_o = runs_q && granted_q && beat_valid_i && (!FOLLOWS || !beat_none_i || begun_q);
  assign take = beat_valid_i && beat_ready_o;
  assign over = take && beat_last_i;
  assign at_once = (FOLLOWS || (SOME_FOLLOW && follows_q)) && over;
  assign load = idle_q || at_once;
  assign load_wide = !busy_q || at_once;
  assign packet_ready_o = load;
  assign idle_d = clear_i || (load && !packet_valid_i) || (!at_once && !idle_q && over);
  assign quiet_o = idle_q || (!within_q && !beat_valid_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      runs_q <= 1'b0;
      drops_q <= 1'b0;
      idle_q <= 1'b1;
      busy_q <= 1'b0;
      granted_q <= 1'b0;
    end else begin
      runs_q <= (load && packet_valid_i && !packet.refused && !clear_i)
          || (runs_q && !clear_i && !over);
      drops_q <= clear_i || (load && packet_valid_i && packet.refused)
          || (drops_q && !idle_q && !over);
      idle_q <= idle_d;
      busy_q <= !idle_d;
      granted_q <= text_credit_i && !hold_i && !clear_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      within_q <= 1'b0;
    end else if (clear_i) begin
      within_q <= 1'b0;
    end else if (take) begin
      within_q <= !beat_last_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_wide) begin
      mode_q <= packet.mode;
      follows_q <= packet.mode != MODE_BITS'(roundel_stream_pkg::MODE_GCM);
      refused_q <= packet.refused;
      bad_command_q <= packet.bad_command;
      denied_q <= HasPolicy && packet.denied;
      decrypt_q <= packet.decrypt;
      counter_32_q <= packet.counter_32;
      slot_q <= packet.slot;
      tag_bytes_q <= packet.tag_bytes;
      tag_q <= packet.tag;
      start_q <= packet.start;
      user_q <= packet.user;
      begun_q <= 1'b0;
      aad_q <= packet.has_aad;
      none_left_q <= packet.has_aad && packet.one_word;
      aad_rest_q <= packet.aad_rest;
    end else if (take) begin
      begun_q <= !aad_q;
      aad_q <= aad_q && !none_left_q;
      none_left_q <= one_left;
    end
  end

  // Counts down through the AAD, and on through the text: the first word of text has -1. A beat is
  // counted in the cycle after it, because the decision to take a beat is too late for the enables.
  always_ff @(posedge clk_i) begin
    counts_q <= take && !beat_last_i;
    if (load_wide) begin
      low_left_q <= first_left[LOW_BITS-1:0];
    end else if (counts_q) begin
      low_left_q <= low_left_q - 1'b1;
    end
  end
  assign low_one = low_left_q == (counts_q ? LOW_BITS'(2) : LOW_BITS'(1));

  if (COUNT_BITS > LOW_BITS) begin : gen_high_left
    localparam int HIGH_BITS = COUNT_BITS - LOW_BITS;
    logic [HIGH_BITS-1:0] high_left_q;
    logic low_none_q;  // low_left_q is 0: the upper half counts too
    logic high_none_q;  // high_left_q is 0
    assign beyond = high_left_q[HIGH_BITS-1] || (counts_q && low_none_q && high_none_q);
    assign one_left = high_none_q && low_one;
    always_ff @(posedge clk_i) begin
      if (load_wide) begin
        low_none_q <= first_left[LOW_BITS-1:0] == '0;
        high_none_q <= first_left[COUNT_BITS-1:LOW_BITS] == '0;
        high_left_q <= first_left[COUNT_BITS-1:LOW_BITS];
      end else if (counts_q) begin
        low_none_q <= low_left_q == LOW_BITS'(1);
        high_none_q <= low_none_q ? high_left_q == HIGH_BITS'(1) : high_none_q;
        high_left_q <= high_left_q + {HIGH_BITS{low_none_q}};
      end
    end
  end else begin : gen_low_left
    assign beyond = low_left_q[LOW_BITS-1] || (counts_q && low_left_q == '0);
    assign one_left = low_one;
  end
  if (!IS_XTS && !IS_CTR) begin : gen_no_limit
    logic unused_beyond;
    assign unused_beyond = beyond;
  end

  assign first_left = IS_GCM ? COUNT_BITS'({{COUNT_BITS{!packet.has_aad}}, packet.aad_words})
                             : ~(COUNT_BITS'(1) << (COUNT_BITS - 1));

  assign mode_o = mode_q;
  assign is_gcm = SET ? 3'(mode_q) == roundel_stream_pkg::MODE_GCM[2:0] : IS_GCM;
  assign is_blocks = SET ? 3'(mode_q) == roundel_stream_pkg::MODE_ECB[2:0]
      || 3'(mode_q) == roundel_stream_pkg::MODE_CBC[2:0]
      : Mode == roundel_stream_pkg::MODE_ECB || Mode == roundel_stream_pkg::MODE_CBC;
  assign decrypt_o = decrypt_q;
  assign counter_32_o = counter_32_q;
  assign slot_o = slot_q;
  assign start_o = start_q;
  assign aad_o = aad_q;
  assign last_o = beat_last_i;
  assign bytes_o = beat_bytes_i;
  assign drop_o = drops_q && busy_q;
  assign drop_user_o = user_q;

  // ---- Errors of a beat, 1 cycle after the beat ------------------------------------------------
  logic taken_q, over_q;
  logic [PAIRS-1:0] differs;  // bytes of the beat and of the last word, two bits each
  logic wrong_aad, wrong_keep, wrong_length;
  logic wrong_aad_q, wrong_keep_q, wrong_length_q;
  logic [2:0] error_q, error_d;  // of the packet
  logic [2:0] found;  // of the beat
  logic right_q;  // error_q is ERROR_NONE

  // The last beat of AAD keeps as many bytes as the command says; no other beat of AAD ends the
  // packet.
  for (genvar i = 0; i < PAIRS; i++) begin : gen_differs
    localparam int LOW = 2 * i;
    localparam int HIGH = (LOW + 1 < WORD_SHIFT) ? LOW + 1 : LOW;
    assign differs[i] = beat_bytes_i[LOW] != aad_rest_q[LOW]
        || beat_bytes_i[HIGH] != aad_rest_q[HIGH];
  end
  assign wrong_aad = aad_q && (none_left_q ? differs != '0 || beat_none_i : beat_last_i);

  // A beat is full, unless it ends the AAD or the packet.
  assign wrong_keep = beat_hole_i || (!beat_full_i && !beat_last_i && !(aad_q && none_left_q));

  // The length of the text. ECB and CBC need whole blocks.
  logic bad_length;
  assign wrong_length = (is_blocks && beat_last_i && beat_bytes_i[3:0] != '0) || bad_length;

  if (IS_XTS) begin : gen_xts_length
    // At most 2^20 blocks (SP 800-38E), at least 1 block (IEEE 1619-2018).
    assign bad_length = (beyond && !beat_none_i)
        || (beat_last_i && !begun_q && beat_bytes_i[BYTE_BITS-1:4] == '0);
  end else if (IS_CTR) begin : gen_ctr_length
    // At most 2^32 blocks. A counter of 32 bits would repeat beyond the limit. With a counter of
    // 128 bits, roundel_ctr_blocks numbers the blocks of a packet in 32 bits.
    assign bad_length = beyond && !beat_none_i && !is_blocks;
  end else if (IS_GCM && Lanes == 1) begin : gen_gcm_length
    // At most 2^32 - 2 blocks (SP 800-38D section 5.2.1.1): the word with count 1 exceeds it. In a
    // set of modes the other modes have the same limit.
    assign bad_length = !aad_q && one_left && !beat_none_i;
  end else if (IS_GCM) begin : gen_gcm_lanes_length
    // The same: of the word with count 0 the last two blocks are too many.
    localparam int MOST = 16 * (Lanes - 2);
    assign bad_length = !aad_q && none_left_q && beat_bytes_i > MOST[BYTE_BITS-1:0];
  end else begin : gen_length
    assign bad_length = 1'b0;
  end

  always_comb begin
    found = roundel_stream_pkg::ERROR_NONE;
    if (wrong_aad_q) begin
      found = roundel_stream_pkg::ERROR_AAD;
    end else if (wrong_keep_q) begin
      found = roundel_stream_pkg::ERROR_KEEP;
    end else if (wrong_length_q) begin
      found = roundel_stream_pkg::ERROR_LENGTH;
    end
  end
  assign error_d = (taken_q && right_q) ? found : error_q;

  always_ff @(posedge clk_i) begin
    wrong_aad_q <= wrong_aad;
    wrong_keep_q <= wrong_keep;
    wrong_length_q <= wrong_length;
  end

  // ---- The end of a packet ----------------------------------------------------------------------
  logic text;  // a beat of text is taken
  logic text_q, end_pulse_q;
  logic end_refused_q, end_bad_command_q, end_denied_q, end_decrypt_q, end_waits_q, end_has_tag_q;
  logic [UserBits-1:0] end_user_q;

  assign text = take && runs_q && !aad_q && (IS_XTS || !beat_none_i || begun_q);
  assign text_o = text_q;
  assign end_o = end_pulse_q;
  assign end_packet_o = end_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_q <= 1'b0;
      over_q <= 1'b0;
      text_q <= 1'b0;
      end_pulse_q <= 1'b0;
      error_q <= roundel_stream_pkg::ERROR_NONE;
      right_q <= 1'b1;
    end else begin
      taken_q <= take;
      over_q <= over;
      if (clear_i) begin
        text_q <= 1'b0;
        end_pulse_q <= 1'b0;
        error_q <= roundel_stream_pkg::ERROR_NONE;
        right_q <= 1'b1;
      end else begin
        text_q <= text;
        end_pulse_q <= over_q;
        error_q <= over_q ? roundel_stream_pkg::ERROR_NONE : error_d;
        right_q <= over_q
            || (right_q && !(taken_q && (wrong_aad_q || wrong_keep_q || wrong_length_q)));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    end_refused_q <= refused_q;
    end_bad_command_q <= bad_command_q;
    end_denied_q <= denied_q;
    end_decrypt_q <= decrypt_q;
    end_user_q <= user_q;
    end_waits_q <= !refused_q && (is_gcm || text || begun_q);
    end_has_tag_q <= is_gcm;

    end_q.error <= !end_refused_q ? error_d
        : end_denied_q ? roundel_stream_pkg::ERROR_POLICY
        : end_bad_command_q ? roundel_stream_pkg::ERROR_COMMAND : roundel_stream_pkg::ERROR_KEY;
    end_q.waits <= end_waits_q;
    end_q.has_tag <= end_has_tag_q;
    end_q.decrypt <= end_decrypt_q;
    end_q.user <= end_user_q;
    // Behind a packet without a tag the registers may already hold the next packet.
    end_q.tag_bytes <= tag_bytes_q & {5{end_has_tag_q || !SOME_FOLLOW}};
    end_q.tag <= tag_q;
  end

  // The state is one-hot outside a clear.
  `ROUNDEL_CONTRACT(one_state, clk_i, rst_ni, busy_q == !idle_q && (idle_q ? !runs_q
      : runs_q != drops_q))

`ifdef ROUNDEL_CONTRACT_STATE
  logic held_q;  // no word may be given: hold_i, or no text credit, 1 cycle ago
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b1;
    end else begin
      held_q <= hold_i || !text_credit_i;
    end
  end
  // No word follows a cycle with hold_i or without a text credit.
  `ROUNDEL_CONTRACT(no_word_after_hold, clk_i, rst_ni, !valid_o || !held_q)
`endif  // ROUNDEL_CONTRACT_STATE

endmodule : roundel_packet_framer
