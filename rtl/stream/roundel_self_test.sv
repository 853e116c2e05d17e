// SPDX-License-Identifier: Apache-2.0
//
// Runs known-answer tests of a roundel_stream: every mode, direction and key size of the build.
//
// Interface. While `run_i` is high, the module drives the inputs of a roundel_stream without
// packets, and reads the outputs. Keys, commands, beats, text and results: valid and ready, as in
// roundel_stream. `pass_o` is high for 1 cycle after the last test. `fail_o` is high from the first
// fault on. The user lowers `run_i` in the cycle after `pass_o` or `fail_o`; the next cycle with
// `run_i` begins the tests again. `clear_i`: the engine has a zeroise in this cycle, and the tests
// begin again. Latency: a fault of text or of a result shows on `fail_o` within 2 cycles. Reset:
// asynchronous.
//
// Tests. The key sizes are outermost, then the modes, then the kinds of a test:
//
//   | kind    | packet                                                        | result           |
//   |---------|---------------------------------------------------------------|------------------|
//   | ENCRYPT | encryption, or computation of a tag (CMAC)                    | right            |
//   | DECRYPT | decryption, or verification of a tag                          | right            |
//   | FORGED  | DECRYPT with one wrong bit in the tag; GCM, CCM and CMAC only | refused, no tag  |
//
// A packet has two blocks of text in two beats, or with several lanes one full beat. GCM and CCM
// have one block of AAD. Chained packets are in stream 0. Each packet waits for all outputs of the
// packet before. The module compares every bit of text, keep, last, ID, user bits, error, tag and
// `ok`. A wrong bit, a superfluous beat or result, or no progress for TIMEOUT cycles is a fault.
// Behind the last packet the module clears the key slot, and accepts no output for QUIET cycles.
//
// Method. Known-answer tests as in FIPS 140-3 IG 10.3.A. The vectors are constants of
// roundel_self_test_pkg. The table below holds the vectors of the build alone; synthesis removes
// the others.
//
// Limits. A packet of whole blocks tests neither partial blocks nor ciphertext stealing. The tests
// find a permanent fault, not a transient fault.

module roundel_self_test #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // as in roundel_stream
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // as in roundel_stream
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // as in roundel_stream
  parameter int Lanes = 1,  // N, blocks in a beat
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int KeySlots = 4,  // keys held at once, a power of two
  parameter int TestSlot = 0,  // slot of the test keys
  parameter int Streams = 1,  // streams of chained packets; 1: none
  parameter int UserBits = 1  // bits beside a beat of text, and beside a command
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clear_i,
  input  logic                 run_i,
  output logic                 pass_o,
  output logic                 fail_o,

  output logic                 key_valid_o,
  input  logic                 key_ready_i,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_o,
  output logic [roundel_stream_pkg::mode_key_bits(Mode, KeyBits)-1:0] key_o,
  output logic                 key_clear_o,
  output logic [          1:0] key_size_o,

  output logic                 command_valid_o,
  input  logic                 command_ready_i,
  output logic [        383:0] command_o,
  output logic [ UserBits-1:0] command_user_o,

  output logic                 beat_valid_o,
  input  logic                 beat_ready_i,
  output logic [128*Lanes-1:0] beat_data_o,
  output logic [ 16*Lanes-1:0] beat_keep_o,
  output logic                 beat_last_o,
  output logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] beat_id_o,
  output logic [ UserBits-1:0] beat_user_o,

  input  logic                 text_valid_i,
  input  logic [128*Lanes-1:0] text_data_i,
  input  logic [ 16*Lanes-1:0] text_keep_i,
  input  logic                 text_last_i,
  input  logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] text_id_i,
  input  logic [ UserBits-1:0] text_user_i,

  input  logic                 result_valid_i,
  input  logic                 result_ok_i,
  input  logic [          2:0] result_error_i,
  input  logic [        127:0] result_tag_i,
  input  logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] result_id_i,
  input  logic [ UserBits-1:0] result_user_i
);

  localparam int MODES = 9;  // MODE_ECB to MODE_CCM
  localparam int SIZES = 3;  // KEY_SIZE_128 to KEY_SIZE_256
  localparam int ENTRIES = SIZES * MODES;
  localparam int BLOCKS = (Lanes == 1) ? 2 : Lanes;  // of text in a packet
  localparam int TEXT_BITS = 128 * BLOCKS;
  localparam int WORD_BITS = 128 * Lanes;
  localparam int PARTS = 4 * Lanes;  // of a beat, 32 bits each
  localparam bit TWO_BEATS = Lanes == 1;
  localparam int ID_BITS = roundel_stream_pkg::stream_id_bits(Streams);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int NONCE_BYTES = 12;  // of CCM
  localparam int TAG_BYTES = 16;
  localparam logic [6:0] QUIET = 7'd64;  // cycles

  // The longest wait is for the first key after a zeroise: at most 100 cycles for each slot to
  // clear the round keys, and 48 * Lanes cycles for each slot to clear the powers of H
  // (roundel_stream). 8192 cycles cover the memories of streams and several passes of a ring.
  localparam int TIMER_BITS = $clog2(8192 + KeySlots * (128 + 64 * Lanes));

  // The packets of the build: masks with a bit for each mode.
  localparam bit SET = roundel_stream_pkg::is_mode_set(Modes);
  localparam int DIRECTION =
      SET ? Direction : roundel_stream_pkg::packet_direction(Mode, Direction);
  localparam int CHAINED_MODES = (Streams > 1) ? roundel_stream_pkg::chained_modes(Modes) : 0;
  localparam int TAG_INT = (1 << roundel_stream_pkg::MODE_GCM)
      | (1 << roundel_stream_pkg::MODE_CMAC) | (1 << roundel_stream_pkg::MODE_CCM);
  localparam int CHAINED_BOTH = (1 << roundel_stream_pkg::MODE_OFB)
      | (1 << roundel_stream_pkg::MODE_CMAC) | (1 << roundel_stream_pkg::MODE_CCM);
  localparam int ENCRYPT_INT = CHAINED_MODES
      | roundel_stream_pkg::packet_modes(Modes, Mode, DIRECTION, 1'b0);
  localparam int DECRYPT_INT = (CHAINED_MODES & CHAINED_BOTH)
      | roundel_stream_pkg::packet_modes(Modes, Mode, DIRECTION, 1'b1);
  localparam logic [15:0] ENCRYPT_MODES = ENCRYPT_INT[15:0];
  localparam logic [15:0] DECRYPT_MODES = DECRYPT_INT[15:0];
  localparam logic [15:0] TAG_MODES = TAG_INT[15:0];
  localparam logic [15:0] FORGED_MODES = DECRYPT_MODES & TAG_MODES;
  localparam int KEY_SIZES = (roundel_engine_pkg::is_key_set(KeySizes) != 0)
      ? KeySizes : 1 << (KeyBits / 64 - 2);
  localparam logic [3:0] HAS_SIZE = KEY_SIZES[3:0];

  typedef enum logic [2:0] {
    SELECT,   // examine the test at the counters: run it, or go to the next test
    KEY,      // offer the key of a key size
    COMMAND,  // offer the command
    AAD,      // offer the beat of AAD
    TEXT,     // offer the beats of text
    ANSWER,   // wait for the text and the result
    CLEAR,    // offer the clear of the key slot
    SILENCE   // wait for outputs that belong to no packet
  } state_e;

  typedef enum logic [1:0] {
    ENCRYPT,
    DECRYPT,
    FORGED
  } kind_e;

  state_e state_q, state_d;
  logic [1:0] kind_q;  // kind_e
  logic [3:0] mode_q;
  logic [1:0] size_q;
  logic loaded_q;  // the slot has the key of size_q
  logic [TIMER_BITS-1:0] timer_q;  // cycles in the state
  logic beat_q;  // the second beat of text is next at the input
  logic [1:0] texts_q;  // beats of text that came
  logic answered_q;  // the result came
  logic misfit_q;  // an output differs in other bits than the text
  logic timeout_q;
  logic [PARTS-1:0] differs_q;  // parts of a beat of text that differ

  // ---- The test at the counters -----------------------------------------------------------------
  logic decrypt, forged, has_tag, has_aad, has_text, is_gcm, is_ccm, chained, included;
  logic last_kind, last_mode, last_size;
  assign decrypt = kind_q != ENCRYPT;
  assign forged = kind_q == FORGED;
  assign is_gcm = mode_q == roundel_stream_pkg::MODE_GCM[3:0];
  assign is_ccm = mode_q == roundel_stream_pkg::MODE_CCM[3:0];
  assign has_tag = TAG_MODES[mode_q];
  assign has_aad = is_gcm || is_ccm;
  assign has_text = mode_q != roundel_stream_pkg::MODE_CMAC[3:0];
  assign chained = roundel_stream_pkg::is_chained({4'd0, mode_q}, decrypt);
  assign included = HAS_SIZE[size_q] && (forged ? FORGED_MODES[mode_q]
      : decrypt ? DECRYPT_MODES[mode_q] : ENCRYPT_MODES[mode_q]);
  assign last_kind = kind_q == FORGED;
  assign last_mode = mode_q == 4'd8;
  assign last_size = size_q == 2'd2;

  // ---- Vectors of the build ---------------------------------------------------------------------
  logic [ENTRIES*TEXT_BITS-1:0] cipher_table;
  logic [ENTRIES*128-1:0] tag_table;
  logic [MODES*128-1:0] iv_table, aad_table;
  for (genvar m = 0; m < MODES; m++) begin : gen_mode
    localparam bit HAS_MODE = 1'((ENCRYPT_INT | DECRYPT_INT) >> m);
    localparam logic [127:0] MODE_IV = roundel_self_test_pkg::iv(m);
    localparam logic [127:0] MODE_AAD = roundel_self_test_pkg::aad(m);
    assign iv_table[128*m+:128] = HAS_MODE ? MODE_IV : 128'd0;
    assign aad_table[128*m+:128] = HAS_MODE ? MODE_AAD : 128'd0;
    for (genvar s = 0; s < SIZES; s++) begin : gen_size
      localparam bit HAS_ENTRY = HAS_MODE && 1'(KEY_SIZES >> s);
      localparam logic [2047:0] CIPHER = roundel_self_test_pkg::ciphertext(m, s);
      localparam logic [127:0] TAG = roundel_self_test_pkg::tag(m, s, BLOCKS);
      assign cipher_table[TEXT_BITS*(MODES*s+m)+:TEXT_BITS] =
          HAS_ENTRY ? CIPHER[2047-:TEXT_BITS] : '0;
      assign tag_table[128*(MODES*s+m)+:128] = HAS_ENTRY ? TAG : 128'd0;
    end
  end

  logic [4:0] entry;
  logic [TEXT_BITS-1:0] plaintext, ciphertext, source, target;
  logic [127:0] tag, iv, aad;  // byte 0 in the top bits
  assign entry = 5'd9 * {3'd0, size_q} + {1'b0, mode_q};
  assign plaintext = roundel_self_test_pkg::PLAINTEXT[2047-:TEXT_BITS];
  assign ciphertext = cipher_table[TEXT_BITS*entry+:TEXT_BITS];
  assign tag = tag_table[128*entry+:128];
  assign iv = iv_table[128*mode_q+:128];
  assign aad = aad_table[128*mode_q+:128];
  // CMAC has the plaintext as message in both directions.
  assign source = (decrypt && has_text) ? ciphertext : plaintext;
  assign target = decrypt ? plaintext : ciphertext;

  // ---- Inputs of the engine ---------------------------------------------------------------------
  // Keys: smaller keys are in the top bits, and with XTS in the top bits of each half.
  logic [SIZES*KeyBits-1:0] key_table, second_table;
  for (genvar s = 0; s < SIZES; s++) begin : gen_key
    localparam bit HAS_SIZE_S = 1'(KEY_SIZES >> s);
    localparam logic [255:0] WHOLE = HAS_SIZE_S ? roundel_self_test_pkg::key(s) : 256'd0;
    localparam logic [255:0] USED = ~(~256'd0 >> (128 + 64 * s));  // bits of the key
    localparam logic [255:0] SECOND = HAS_SIZE_S ? ~WHOLE & USED : 256'd0;
    assign key_table[KeyBits*s+:KeyBits] = WHOLE[255-:KeyBits];
    assign second_table[KeyBits*s+:KeyBits] = SECOND[255-:KeyBits];
  end
  if (Mode == roundel_stream_pkg::MODE_XTS) begin : gen_two_keys
    assign key_o = {key_table[KeyBits*size_q+:KeyBits], second_table[KeyBits*size_q+:KeyBits]};
  end else begin : gen_one_key
    logic unused_second;
    assign unused_second = ^second_table;
    assign key_o = key_table[KeyBits*size_q+:KeyBits];
  end
  assign key_valid_o = run_i && (state_q == KEY || state_q == CLEAR);
  assign key_slot_o = TestSlot[SLOT_BITS-1:0];
  assign key_clear_o = state_q == CLEAR;
  assign key_size_o = size_q;

  // The command, byte 0 in the low bits. The tag of FORGED has a wrong bit in its last byte.
  logic [127:0] tag_low, iv_low, given_tag;
  logic [31:0] aad_bytes, number, text_bytes;
  logic [7:0] flags, tag_bytes;
  for (genvar b = 0; b < 16; b++) begin : gen_command_byte
    assign tag_low[8*b+:8] = tag[127-8*b-:8];
    assign iv_low[8*b+:8] = iv[127-8*b-:8];
  end
  assign given_tag = (decrypt && has_tag) ? {tag_low[127:121], tag_low[120] ^ forged,
                                             tag_low[119:0]} : 128'd0;
  assign flags = {1'b0, TestSlot[11:8], 2'b00, decrypt};
  assign tag_bytes = has_tag ? TAG_BYTES[7:0] : 8'd0;
  assign aad_bytes = has_aad ? 32'd16 : 32'd0;
  assign number = is_ccm ? {16'd0, NONCE_BYTES[7:0], 8'd0} : 32'd0;  // GCM: 0 means 12
  assign text_bytes = is_ccm ? 32'(16 * BLOCKS) : 32'd0;
  assign command_valid_o = run_i && state_q == COMMAND;
  assign command_o = {given_tag, iv_low, text_bytes, number, aad_bytes, tag_bytes, TestSlot[7:0],
                      4'd0, mode_q, flags};
  assign command_user_o = {UserBits{kind_q[0]}};

  // The word of text at a port: the first beat is in the top bits.
  logic [WORD_BITS-1:0] source_word, target_word;
  logic [WORD_BITS-1:0] source_low, target_low, aad_low;  // byte 0 in the low bits
  logic [ID_BITS-1:0] packet_id;
  if (TWO_BEATS) begin : gen_two_beats
    assign source_word = beat_q ? source[127:0] : source[255:128];
    assign target_word = texts_q[0] ? target[127:0] : target[255:128];
  end else begin : gen_one_beat
    assign source_word = source;
    assign target_word = target;
  end
  for (genvar b = 0; b < 16 * Lanes; b++) begin : gen_text_byte
    assign source_low[8*b+:8] = source_word[WORD_BITS-1-8*b-:8];
    assign target_low[8*b+:8] = target_word[WORD_BITS-1-8*b-:8];
    if (b < 16) begin : gen_aad
      assign aad_low[8*b+:8] = aad[127-8*b-:8];
    end else begin : gen_no_aad
      assign aad_low[8*b+:8] = 8'd0;
    end
  end
  if (Streams > 1) begin : gen_id
    assign packet_id = {!chained, {(ID_BITS - 1){1'b0}}};
  end else begin : gen_no_id
    logic unused_chained;
    assign unused_chained = chained;
    assign packet_id = '0;
  end
  assign beat_valid_o = run_i && (state_q == AAD || state_q == TEXT);
  assign beat_data_o = (state_q == AAD) ? aad_low : source_low;
  assign beat_keep_o = (state_q == AAD) ? {16*Lanes{1'b1}} >> (16 * (Lanes - 1))
                                        : {16*Lanes{1'b1}};
  assign beat_last_o = state_q == TEXT && (beat_q || !TWO_BEATS);
  assign beat_id_o = packet_id;
  assign beat_user_o = {UserBits{!kind_q[0]}};

  // ---- States -----------------------------------------------------------------------------------
  logic all_text;  // every beat of text of the packet came
  logic advance;  // the counters go to the next test
  assign all_text = !has_text || texts_q == (TWO_BEATS ? 2'd2 : 2'd1);
  assign advance = (state_q == SELECT && !included) || (state_q == ANSWER && state_d == SELECT);
  always_comb begin
    state_d = state_q;
    case (state_q)
      SELECT: begin
        if (included && loaded_q) begin
          state_d = COMMAND;
        end else if (included) begin
          state_d = KEY;
        end else if (last_kind && last_mode && last_size) begin
          state_d = CLEAR;
        end
      end
      KEY: if (key_ready_i) state_d = COMMAND;
      COMMAND: begin
        if (command_ready_i && has_aad) begin
          state_d = AAD;
        end else if (command_ready_i) begin
          state_d = TEXT;
        end
      end
      AAD: if (beat_ready_i) state_d = TEXT;
      TEXT: if (beat_ready_i && beat_last_o) state_d = ANSWER;
      ANSWER: begin
        if (answered_q && all_text) begin
          state_d = SELECT;
          if (last_kind && last_mode && last_size) state_d = CLEAR;
        end
      end
      CLEAR: if (key_ready_i) state_d = SILENCE;
      default: state_d = SILENCE;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= SELECT;
      kind_q <= 2'd0;
      mode_q <= 4'd0;
      size_q <= 2'd0;
      loaded_q <= 1'b0;
    end else if (clear_i || !run_i) begin
      state_q <= SELECT;
      kind_q <= 2'd0;
      mode_q <= 4'd0;
      size_q <= 2'd0;
      loaded_q <= 1'b0;
    end else begin
      state_q <= state_d;
      if (advance) begin
        kind_q <= last_kind ? 2'd0 : kind_q + 2'd1;
        if (last_kind) begin
          mode_q <= last_mode ? 4'd0 : mode_q + 4'd1;
        end
        if (last_kind && last_mode) begin
          size_q <= last_size ? 2'd0 : size_q + 2'd1;
        end
      end
      if (state_q == KEY && key_ready_i) begin
        loaded_q <= 1'b1;
      end else if (advance && last_kind && last_mode) begin
        loaded_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      timer_q <= '0;
      timeout_q <= 1'b0;
    end else if (clear_i || !run_i) begin
      timer_q <= '0;
      timeout_q <= 1'b0;
    end else begin
      timer_q <= (state_q != state_d) ? '0 : timer_q + 1'b1;
      timeout_q <= timeout_q || timer_q == {TIMER_BITS{1'b1}};
    end
  end
  assign pass_o = run_i && state_q == SILENCE && timer_q[6:0] == QUIET && !fail_o;

  // ---- Outputs of the engine --------------------------------------------------------------------
  logic waiting;  // the packet at the counters is in the engine, or its command is offered
  logic text_fits, result_fits;
  logic [127:0] tag_out;  // byte 0 in the low bits
  assign waiting = state_q == COMMAND || state_q == AAD || state_q == TEXT || state_q == ANSWER;
  assign text_fits = waiting && !all_text && text_keep_i == {16*Lanes{1'b1}}
      && text_last_i == (texts_q[0] || !TWO_BEATS) && text_id_i == packet_id
      && text_user_i == {UserBits{!kind_q[0]}};
  // CCM shows no tag after decryption.
  assign tag_out = (has_tag && !forged && !(is_ccm && decrypt)) ? tag_low : 128'd0;
  assign result_fits = waiting && !answered_q && result_ok_i == !forged
      && result_error_i == roundel_stream_pkg::ERROR_NONE && result_id_i == packet_id
      && result_tag_i == tag_out && result_user_i == {UserBits{kind_q[0]}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q <= 1'b0;
      texts_q <= 2'd0;
      answered_q <= 1'b0;
      misfit_q <= 1'b0;
      differs_q <= '0;
    end else if (clear_i || !run_i) begin
      beat_q <= 1'b0;
      texts_q <= 2'd0;
      answered_q <= 1'b0;
      misfit_q <= 1'b0;
      differs_q <= '0;
    end else begin
      beat_q <= (state_q == TEXT && beat_ready_i) ? TWO_BEATS && !beat_q : beat_q;
      texts_q <= (state_q == SELECT) ? 2'd0 : texts_q + {1'b0, text_valid_i && waiting};
      answered_q <= state_q != SELECT && (answered_q || result_valid_i);
      misfit_q <= misfit_q || (text_valid_i && !text_fits) || (result_valid_i && !result_fits);
      for (int p = 0; p < PARTS; p++) begin
        differs_q[p] <= differs_q[p]
            || (text_valid_i && text_data_i[32*p+:32] != target_low[32*p+:32]);
      end
    end
  end
  assign fail_o = run_i && (misfit_q || timeout_q || differs_q != '0);

endmodule : roundel_self_test
