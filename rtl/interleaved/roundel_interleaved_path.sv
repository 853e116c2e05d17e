// SPDX-License-Identifier: Apache-2.0
//
// The packets of many streams in chained modes, without the ring: commands, beats, admission, the
// chains, text and results. roundel_stream_interleaved describes packets, stalls, keys and errors.
//
// Keys. `key_valid_i` and `key_clear_i` are those of the user's key, which stays stable while the
// key waits. `key_open_o`: no packet of this module needs the former key of the slot. The ring's
// owner takes the key in a cycle with `key_taken_i` and `key_open_o`, and shows the state of the
// slots on `mode_slot_ready_i` as roundel_key_guard requires. `slot_ready_o` has the slots whose
// packets may begin.
//
// Ring. As for roundel_chain.
//
// Reset: asynchronous. `zeroise_i` drops all packets and overwrites text, IVs and chains; `busy_o`
// is high meanwhile. `busy_i`: another part is busy; nothing is accepted.

module roundel_interleaved_path #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int Depth = 4,  // beats of a stream, a power of two; Streams * Depth: at most 512
  parameter int Modes = 1 << roundel_stream_pkg::MODE_CBC,  // modes of commands, a mask
  parameter int KeySlots = 4,  // stored keys, a power of two
  parameter int RingLatency = 12,  // cycles from a block to its result, 4 or more
  parameter bit RingWaits = 1'b1,  // 1: the ring can refuse a block
  parameter int RingBlocks = 12,  // blocks in the ring
  parameter bit HasPolicy = 1'b0,  // see roundel_stream
  parameter int UserBits = 1,  // user bits of a beat of text, and of a command
  parameter int PacketDepth = 146,  // packets whose last beat was admitted: 18 + 16 * n
  parameter bit BlockRam = 1'b1  // FIFOs in block RAM; 0: in LUT RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,
  input  logic busy_i,
  output logic busy_o,

  input  logic key_valid_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic key_clear_i,
  output logic key_open_o,
  input  logic key_taken_i,
  input  logic [4:0] key_least_tag_i,  // CMAC and CCM: with key_taken_i
  input  logic [roundel_stream_pkg::POLICY_BITS-1:0] key_policy_i,  // HasPolicy: with key_taken_i
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] mode_slot_ready_i,

  input  logic command_valid_i,
  output logic command_ready_o,
  input  logic [383:0] command_i,  // byte 0 in the low bits
  input  logic [UserBits-1:0] command_user_i,
  input  logic command_privileged_i,  // HasPolicy

  input  logic beat_valid_i,
  output logic beat_ready_o,
  input  logic [127:0] beat_data_i,  // byte 0 in the low bits
  input  logic [15:0] beat_keep_i,
  input  logic beat_last_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] beat_id_i,  // stream
  input  logic [UserBits-1:0] beat_user_i,

  output logic ring_valid_o,
  input  logic ring_ready_i,
  output logic [roundel_stream_pkg::chain_entry_bits(
      roundel_prim_pkg::index_bits(KeySlots))-1:0] ring_entry_o,
  input  logic [roundel_stream_pkg::CHAIN_RETURN_BITS-1:0] ring_return_i,

  output logic text_valid_o,
  input  logic text_ready_i,
  output logic [127:0] text_data_o,  // byte 0 in the low bits
  output logic [15:0] text_keep_o,
  output logic text_last_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] text_id_o,  // stream
  output logic [UserBits-1:0] text_user_o,

  output logic result_valid_o,
  input  logic result_ready_i,
  output logic result_ok_o,
  output logic [2:0] result_error_o,  // roundel_stream_pkg::ERROR_*
  output logic [127:0] result_tag_o,  // CMAC and CCM; byte 0 in the low bits
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] result_id_o,  // stream
  output logic [UserBits-1:0] result_user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int NUMBER_BITS = roundel_stream_pkg::chain_number_bits(Depth);
  localparam int BESIDE_BITS = 8 + SLOT_BITS + 2 * UserBits;  // of beside_t
  localparam bit HAS_CCM = roundel_stream_pkg::has_mode(Modes, 0, roundel_stream_pkg::MODE_CCM);
  localparam int CCM_COMMAND_BITS = roundel_stream_pkg::ccm_command_bits(Modes);
  localparam int CCM_WORD_BITS = roundel_stream_pkg::ccm_word_bits(32'(HAS_CCM));
  localparam bit HAS_CMAC = roundel_stream_pkg::has_mode(Modes, 0, roundel_stream_pkg::MODE_CMAC);
  localparam bit HAS_FEEDBACK = Modes != (1 << roundel_stream_pkg::MODE_CBC);

  `include "roundel_interleaved_text_types.svh"

  // An admitted beat, while the command of the packet is read.
  typedef struct packed {
    logic                   first;   // first beat of the packet
    logic                   wrong;   // a beat of the packet had a wrong tkeep
    logic [STREAM_BITS-1:0] stream;
    logic [NUMBER_BITS-1:0] number;  // number of the beat in the stream
  } admitted_t;

  // What accompanies a word through the encryption.
  typedef struct packed {
    logic                 has_tag; // of a packet with a tag
    logic                 verify;  // the tag is compared
    logic                 last;    // last word of the packet
    logic                 uses;    // last word of a packet that uses the key slot
    logic                 silent;  // no beat of text
    logic [SLOT_BITS-1:0] slot;
    logic [2:0]           error;   // roundel_stream_pkg::ERROR_*
    logic [UserBits-1:0]  command_user;
    logic [UserBits-1:0]  user;
  } beside_t;

  // A word on its way to the chains.
  typedef struct packed {
    logic [STREAM_BITS-1:0] stream;
    logic [NUMBER_BITS-1:0] number;
    logic [2:0]             kind;
    logic                   first;
    logic                   last;
    logic                   is_null;
    logic [SLOT_BITS-1:0]   slot;
    logic [4:0]             bytes;
    logic [127:0]           start;
    logic [127:0]           data;
    logic [BESIDE_BITS-1:0] beside;  // beside_t
    logic [CCM_WORD_BITS-1:0] ccm;  // ccm_word_t
  } word_t;

  logic clear, chain_busy, command_busy, admission_busy, count_busy, sink_busy, beat_busy, busy_q;
  logic subkeys_busy, position_busy;
  assign clear = zeroise_i || busy_q;
  assign busy_o = chain_busy || command_busy || admission_busy || count_busy || sink_busy
      || beat_busy || subkeys_busy || position_busy;

  // The register delays the busy signals by one cycle; their ends do not coincide.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b1;
    end else begin
      busy_q <= zeroise_i || busy_i || busy_o;
    end
  end

  // ---- Keys -------------------------------------------------------------------------------------
  logic [SLOT_BITS-1:0] query_slot;
  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready, slot_busy, loaded_slots;
  logic subkey_pending;
  logic offered, slot_free, key_pause;
  logic packet_begin, packet_uses, packet_end;
  logic [SLOT_BITS-1:0] packet_slot, end_slot;

  assign key_open_o = offered && slot_free && !subkey_pending;

  // Packets end in any order. The guard therefore counts a packet as ended at the beginning, and
  // roundel_slot_usage holds the key back until the packets of the slot have ended.
  roundel_key_guard #(.KeySlots(KeySlots), .CountBits(4)) u_keys (
    .clk_i, .rst_ni,
    .clear_i(clear),
    .stop_i(1'b0),
    .key_valid_i,
    // verilator lint_off PINCONNECTEMPTY
    .key_ready_o(),
    // verilator lint_on PINCONNECTEMPTY
    .key_slot_i, .key_clear_i,
    .mode_valid_o(offered),
    .mode_ready_i(key_taken_i && slot_free && !subkey_pending),
    .mode_slot_ready_i(loaded_slots),
    .taken_i(command_valid_i && command_ready_o),
    .begin_i(packet_begin),
    .done_i(packet_begin),
    .query_slot_i(query_slot),
    .ready_o(slot_ready),
    .loading_o(slot_busy),
    .pause_o(key_pause)
  );

  roundel_slot_usage #(
    .KeySlots(KeySlots),
    .CountBits(roundel_prim_pkg::index_bits(Streams * (Depth + 2) + 1))
  ) u_slots (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .busy_o(count_busy),
    .begin_i(packet_begin && packet_uses),
    .begin_slot_i(packet_slot),
    .end_i(packet_end),
    .end_slot_i(end_slot),
    .wait_i(offered),
    .wait_slot_i(key_slot_i),
    .free_o(slot_free)
  );

  // ---- Commands ---------------------------------------------------------------------------------
  logic stored, over, entry;
  logic [STREAM_BITS-1:0] stored_stream, admitted_stream;
  logic [2:0] stored_count, over_count;
  logic [2:0] refused;
  logic [2:0] kind;
  logic [CCM_COMMAND_BITS-1:0] ccm_command;
  logic [SLOT_BITS-1:0] slot;
  logic [127:0] start;
  logic verify;
  logic [4:0] tag_bytes;
  logic [UserBits-1:0] command_user;

  roundel_interleaved_commands #(
    .Streams(Streams), .Modes(Modes), .KeySlots(KeySlots), .HasPolicy(HasPolicy),
    .UserBits(UserBits)
  ) u_commands (
    .clk_i, .rst_ni,
    .clear_i(clear),
    .wipe_i(zeroise_i),
    .busy_o(command_busy),
    .command_valid_i, .command_ready_o, .command_i, .command_user_i, .command_privileged_i,
    .slot_ready_i(slot_ready),
    .slot_busy_i(slot_busy),
    .query_slot_o(query_slot),
    .pause_i(key_pause),
    .key_taken_i(key_taken_i && key_open_o),
    .key_slot_i, .key_least_tag_i, .key_policy_i,
    .begin_o(packet_begin),
    .begin_uses_o(packet_uses),
    .begin_slot_o(packet_slot),
    .stored_o(stored),
    .stored_stream_o(stored_stream),
    .stored_count_o(stored_count),
    .over_i(over),
    .over_stream_i(admitted_stream),
    .over_count_i(over_count),
    .stream_i(admitted_stream),
    .entry_i(entry),
    .error_o(refused),
    .kind_o(kind),
    .slot_o(slot),
    .start_o(start),
    .verify_o(verify),
    .tag_bytes_o(tag_bytes),
    .ccm_o(ccm_command),
    .user_o(command_user)
  );

  // ---- Beats ------------------------------------------------------------------------------------
  logic push, push_last, push_wrong, beat_take;
  logic [STREAM_BITS-1:0] push_stream;
  text_t beat;

  roundel_interleaved_beats #(.Streams(Streams), .UserBits(UserBits)) u_beats (
    .clk_i, .rst_ni,
    .clear_i(clear),
    .wipe_i(zeroise_i),
    .busy_o(beat_busy),
    .beat_valid_i, .beat_ready_o, .beat_data_i, .beat_keep_i, .beat_last_i, .beat_id_i,
    .beat_user_i,
    .push_o(push),
    .push_stream_o(push_stream),
    .push_last_o(push_last),
    .push_wrong_o(push_wrong),
    .take_i(beat_take),
    .beat_o(beat)
  );

  // ---- Admission of beats -----------------------------------------------------------------------
  logic admitted, admitted_first, admitted_last, admitted_wrong;
  logic [NUMBER_BITS-1:0] admitted_number, back_number;
  logic back, packet_credit, packet_taken;
  logic [STREAM_BITS-1:0] back_stream;

  assign over = admitted && admitted_last;

  roundel_interleaved_admission #(.Streams(Streams), .Depth(Depth)) u_admission (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .busy_o(admission_busy),
    .push_i(push),
    .stream_i(push_stream),
    .last_i(push_last),
    .wrong_i(push_wrong),
    .command_i(stored),
    .command_stream_i(stored_stream),
    .command_count_i(stored_count),
    .back_i(back),
    .back_stream_i(back_stream),
    .back_number_i(back_number),
    .packet_credit_i(packet_credit),
    .packet_taken_o(packet_taken),
    .valid_o(admitted),
    .stream_o(admitted_stream),
    .number_o(admitted_number),
    .entry_o(entry),
    .first_o(admitted_first),
    .last_o(admitted_last),
    .wrong_o(admitted_wrong),
    .count_o(over_count)
  );

  // Stages 1 and 2: the command of the packet is read.
  logic valid_1_q, valid_2_q;
  admitted_t admitted_0, admitted_1_q, admitted_2_q;

  assign admitted_0.first = admitted_first;
  assign admitted_0.wrong = admitted_wrong;
  assign admitted_0.stream = admitted_stream;
  assign admitted_0.number = admitted_number;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_1_q, valid_2_q} <= '0;
    end else if (zeroise_i) begin
      {valid_1_q, valid_2_q} <= '0;
    end else begin
      {valid_1_q, valid_2_q} <= {admitted, valid_1_q};
    end
  end
  always_ff @(posedge clk_i) begin
    admitted_1_q <= admitted_0;
    admitted_2_q <= admitted_1_q;
  end

  logic dropped;  // the command is refused
  logic none;  // the beat has no byte
  logic partial;  // the beat is not a whole block
  logic is_cmac, is_ccm;
  logic [2:0] error;
  assign beat_take = valid_2_q;
  assign dropped = refused != roundel_stream_pkg::ERROR_NONE;
  assign none = beat.bytes == '0;
  assign partial = beat.bytes[3:0] != '0;
  assign is_cmac = HAS_CMAC && kind == roundel_stream_pkg::CHAIN_CMAC;
  assign is_ccm = HAS_CCM && kind == roundel_stream_pkg::CHAIN_CCM;

  logic wrong, first;
  assign wrong = admitted_2_q.wrong;
  assign first = admitted_2_q.first;

  always_comb begin
    error = roundel_stream_pkg::ERROR_NONE;
    if (dropped) begin
      error = refused;
    end else if (wrong || ((is_cmac || is_ccm) && none && !first)) begin
      error = roundel_stream_pkg::ERROR_KEEP;
    end else if (partial && kind == roundel_stream_pkg::CHAIN_CBC) begin
      error = roundel_stream_pkg::ERROR_LENGTH;
    end
  end

  // ---- Chains -----------------------------------------------------------------------------------
  logic text_credit, text_taken, out_valid;
  beside_t beside, out;
  logic [STREAM_BITS-1:0] out_stream;
  logic [4:0] out_bytes;
  logic [127:0] out_data;
  logic out_is_text, out_is_end;

  assign beside.has_tag = is_cmac || is_ccm;
  assign beside.verify = verify;
  assign beside.last = beat.last;
  assign beside.uses = beat.last && !dropped;
  assign beside.silent = dropped || (admitted_2_q.first && none) || is_cmac;
  assign beside.slot = slot;
  assign beside.error = error;
  assign beside.command_user = command_user;
  assign beside.user = beat.user;

  // The word of the last command and beat. The message of CMAC ends in a 1 and zeros if its last
  // block is not whole, and the tag to compare comes with its last word.
  word_t word_2, word;
  logic word_valid;
  logic is_null;
  logic [127:0] text, padded;
  logic [4:0] word_bytes;
  logic [4:0] count;

  assign word_2.stream = admitted_2_q.stream;
  assign word_2.number = admitted_2_q.number;
  assign word_2.kind = kind;
  assign word_2.first = admitted_2_q.first;
  assign word_2.last = beat.last;
  assign is_null = dropped || (none && !((is_cmac || is_ccm) && admitted_2_q.first));
  assign word_2.is_null = is_null;
  assign word_2.slot = slot;
  assign word_bytes = is_cmac ? tag_bytes & {5{beat.last}} : beat.bytes;
  assign word_2.bytes = word_bytes & {5{!is_null}};
  assign word_2.start = start & {128{!is_cmac || beat.last}};
  assign text = beat.data;
  assign count = beat.bytes;
  for (genvar b = 0; b < 16; b++) begin : gen_pad
    localparam int BYTES = b;
    assign padded[127-8*b-:8] = (text[127-8*b-:8] & {8{!(is_cmac || is_ccm) || count > BYTES[4:0]}})
        | {is_cmac && count == BYTES[4:0], 7'd0};
  end
  assign word_2.data = padded;
  assign word_2.beside = beside;

  logic chain_valid;  // a block of a chain waits
  logic subkey_valid;  // the zero block of a subkey waits
  logic [SLOT_BITS-1:0] chain_slot, ring_slot;
  logic [127:0] chain_block, chain_mask, ring_block, ring_mask, ring_result, ring_result_mask;
  logic [127:0] out_result;
  assign ring_entry_o = {ring_slot, ring_block, ring_mask};
  assign {ring_result, ring_result_mask} = ring_return_i;

  if (HAS_CMAC || HAS_CCM) begin : gen_stages
    // Three stages: the position of the beat for CCM, the subkey of CMAC, its sum with the word.
    word_t word_3_q, word_4_q, word_5_q, word_3;
    logic valid_3_q, valid_4_q, valid_5_q;
    logic [127:0] subkey;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {valid_3_q, valid_4_q, valid_5_q} <= '0;
      end else if (zeroise_i) begin
        {valid_3_q, valid_4_q, valid_5_q} <= '0;
      end else begin
        {valid_3_q, valid_4_q, valid_5_q} <= {valid_2_q, valid_3_q, valid_4_q};
      end
    end
    always_ff @(posedge clk_i) begin
      word_3_q <= word_2;
      word_4_q <= word_3;
      word_5_q <= word_4_q;
      word_5_q.data <= word_4_q.data ^ subkey;
    end
    assign word_valid = valid_5_q;
    assign word = word_5_q;

    if (HAS_CCM) begin : gen_ccm
      `include "roundel_ccm_types.svh"

      ccm_command_t command;
      ccm_word_t ccm_2, ccm_3_q, ccm_3;
      beside_t beside_3_q, beside_3;
      logic is_aad, bad_aad, bad_text, is_ccm_3, null_3, silent_3;
      logic [31:0] number;
      logic [2:0] error_3_q, error_3;

      roundel_ccm_position #(.Streams(Streams)) u_position (
        .clk_i, .rst_ni,
        .clear_i(zeroise_i),
        .busy_o(position_busy),
        .valid_i(valid_2_q),
        .stream_i(admitted_2_q.stream),
        .first_i(first),
        .last_i(beat.last),
        .bytes_i(beat.bytes),
        .has_aad_i(command.has_aad),
        .last_aad_i(command.last_aad),
        .has_text_i(command.has_text),
        .last_text_i(command.last_text),
        .is_aad_o(is_aad),
        .number_o(number),
        .bad_aad_o(bad_aad),
        .bad_text_o(bad_text)
      );

      assign command = ccm_command;
      assign ccm_2.decrypt = verify;
      assign ccm_2.is_aad = 1'b0;  // from stage 3
      assign ccm_2.has_aad = command.has_aad;
      assign ccm_2.tag_code = tag_bytes[3:1] - 3'd1;
      assign ccm_2.number = '0;  // from stage 3
      assign ccm_2.tag = command.tag;
      assign word_2.ccm = ccm_2;

      // A word behind an error passes as a null word: no counter block beyond the length is used.
      assign is_ccm_3 = word_3_q.kind == roundel_stream_pkg::CHAIN_CCM;
      assign beside_3_q = word_3_q.beside;
      assign error_3_q = beside_3_q.error;
      always_comb begin
        error_3 = error_3_q;
        if (is_ccm_3 && error_3_q == roundel_stream_pkg::ERROR_NONE) begin
          if (bad_aad) begin
            error_3 = roundel_stream_pkg::ERROR_AAD;
          end else if (bad_text) begin
            error_3 = roundel_stream_pkg::ERROR_LENGTH;
          end
        end
      end
      assign null_3 = word_3_q.is_null
          || (is_ccm_3 && error_3 != roundel_stream_pkg::ERROR_NONE);
      assign silent_3 = beside_3_q.silent || (is_ccm_3 && is_aad);

      assign beside_3.has_tag = beside_3_q.has_tag;
      assign beside_3.verify = beside_3_q.verify;
      assign beside_3.last = beside_3_q.last;
      assign beside_3.uses = beside_3_q.uses;
      assign beside_3.silent = silent_3;
      assign beside_3.slot = beside_3_q.slot;
      assign beside_3.error = error_3;
      assign beside_3.command_user = beside_3_q.command_user;
      assign beside_3.user = beside_3_q.user;

      assign ccm_3_q = word_3_q.ccm;
      assign ccm_3.decrypt = ccm_3_q.decrypt;
      assign ccm_3.is_aad = is_aad;
      assign ccm_3.has_aad = ccm_3_q.has_aad;
      assign ccm_3.tag_code = ccm_3_q.tag_code;
      assign ccm_3.number = number;
      assign ccm_3.tag = ccm_3_q.tag;

      assign word_3.stream = word_3_q.stream;
      assign word_3.number = word_3_q.number;
      assign word_3.kind = word_3_q.kind;
      assign word_3.first = word_3_q.first;
      assign word_3.last = word_3_q.last;
      assign word_3.is_null = null_3;
      assign word_3.slot = word_3_q.slot;
      assign word_3.bytes = word_3_q.bytes;
      assign word_3.start = word_3_q.start;
      assign word_3.data = word_3_q.data;
      assign word_3.beside = beside_3;
      assign word_3.ccm = ccm_3;

      logic unused_fields;
      assign unused_fields = ^ccm_3_q;
    end else begin : gen_no_ccm
      assign position_busy = 1'b0;
      assign word_2.ccm = '0;
      assign word_3 = word_3_q;
    end

    if (HAS_CMAC) begin : gen_cmac
      logic [SLOT_BITS-1:0] subkey_slot;

      roundel_chain_subkeys #(.KeySlots(KeySlots), .RingLatency(RingLatency)) u_subkeys (
        .clk_i, .rst_ni, .zeroise_i,
        .busy_o(subkeys_busy),
        .key_taken_i(key_taken_i && key_open_o),
        .key_slot_i, .key_clear_i, .mode_slot_ready_i,
        .slot_ready_o(loaded_slots),
        .pending_o(subkey_pending),
        .enter_o(subkey_valid),
        .ring_ready_i(ring_ready_i && !chain_valid),
        .slot_o(subkey_slot),
        .result_i(ring_result),
        .slot_i(slot),
        .last_i(is_cmac && beat.last),
        .whole_i(!partial && !none),
        .subkey_o(subkey)
      );

      // The zero block of a subkey enters when no chain has a block.
      assign ring_valid_o = chain_valid || subkey_valid;
      assign ring_slot = chain_valid ? chain_slot : subkey_slot;
      assign ring_block = chain_block & {128{chain_valid}};
      assign ring_mask = chain_mask & {128{chain_valid}};
    end else begin : gen_no_cmac
      assign subkey = '0;
    end
  end else begin : gen_straight
    assign position_busy = 1'b0;
    assign word_2.ccm = '0;
    assign word_valid = valid_2_q;
    assign word = word_2;
  end

  if (!HAS_CCM) begin : gen_no_lengths
    logic unused_command;
    assign unused_command = ^ccm_command;
  end

  if (!HAS_CMAC) begin : gen_no_subkeys
    assign subkeys_busy = 1'b0;
    assign subkey_pending = 1'b0;
    assign subkey_valid = 1'b0;
    assign loaded_slots = mode_slot_ready_i;
    assign ring_valid_o = chain_valid;
    assign ring_slot = chain_slot;
    assign ring_block = chain_block;
    assign ring_mask = chain_mask;
  end

  roundel_chain #(
    .Streams(Streams), .Depth(Depth), .SlotBits(SLOT_BITS), .RingLatency(RingLatency),
    .RingWaits(RingWaits), .HasFeedback(HAS_FEEDBACK), .HasCcm(HAS_CCM), .UserBits(BESIDE_BITS),
    .BlockRam(BlockRam)
  ) u_chain (
    .clk_i, .rst_ni, .zeroise_i,
    .busy_o(chain_busy),
    .valid_i(word_valid),
    .stream_i(word.stream),
    .number_i(word.number),
    .kind_i(word.kind),
    .first_i(word.first),
    .last_i(word.last),
    .start_i(word.start),
    .ccm_i(word.ccm),
    .null_i(word.is_null),
    .slot_i(word.slot),
    .bytes_i(word.bytes),
    .data_i(word.data),
    .user_i(word.beside),
    .back_o(back),
    .back_stream_o(back_stream),
    .back_number_o(back_number),
    .credit_i(text_credit && !subkey_valid),
    .taken_o(text_taken),
    .enter_o(chain_valid),
    .ring_ready_i,
    .slot_o(chain_slot),
    .block_o(chain_block),
    .mask_o(chain_mask),
    .result_i(ring_result),
    .mask_i(ring_result_mask),
    .valid_o(out_valid),
    .stream_o(out_stream),
    .bytes_o(out_bytes),
    .data_o(out_data),
    .is_text_o(out_is_text),
    .is_end_o(out_is_end),
    .result_o(out_result),
    .user_o(out)
  );

  assign packet_end = out_valid && out.uses && out_is_end;
  assign end_slot = out.slot;

  roundel_interleaved_sink #(
    .Streams(Streams),
    .TextDepth(roundel_stream_pkg::chain_text_depth(RingBlocks, 32'(RingWaits))),
    .PacketDepth(PacketDepth), .UserBits(UserBits), .HasTag(HAS_CMAC || HAS_CCM),
    .BlockRam(BlockRam)
  ) u_sink (
    .clk_i, .rst_ni,
    .clear_i(clear),
    .wipe_i(zeroise_i),
    .busy_o(sink_busy),
    .text_credit_o(text_credit),
    .text_taken_i(text_taken),
    .packet_credit_o(packet_credit),
    .packet_taken_i(packet_taken),
    .valid_i(out_valid),
    .last_i(out.last),
    .end_i(out.last && out_is_end),
    .silent_i(out.silent || !out_is_text),
    .stream_i(out_stream),
    .bytes_i(out_bytes),
    .data_i(out_data),
    .user_i(out.user),
    .error_i(out.error),
    .command_user_i(out.command_user),
    .tagged_i(out.has_tag),
    .verify_i(out.verify),
    .tag_i(out_result),
    .beat_valid_o(text_valid_o),
    .beat_ready_i(text_ready_i),
    .beat_data_o(text_data_o),
    .beat_keep_o(text_keep_o),
    .beat_last_o(text_last_o),
    .beat_id_o(text_id_o),
    .beat_user_o(text_user_o),
    .result_valid_o, .result_ready_i, .result_ok_o, .result_error_o, .result_tag_o, .result_id_o,
    .result_user_o
  );

endmodule : roundel_interleaved_path
