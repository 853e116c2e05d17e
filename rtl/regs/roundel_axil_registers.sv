// SPDX-License-Identifier: Apache-2.0
//
// Registers of roundel_axi on AXI4-Lite; rtl/regs/roundel_registers.rdl describes each register,
// and a test compares this module with that description.
//
// Interface. AXI4-Lite without the two low address bits. `key_*` is the key port of roundel_stream,
// and `zeroise_o` drives zeroise_i of roundel_stream. While `zeroising_o` is high, the user must
// not let a command or a beat pass. The handshakes at the stream ports are inputs for the counters.
// Reset: asynchronous, active low.
//
// Method. A request takes five cycles: decode the address; decode the access, and read each group
// of registers; write, and combine the groups; form the answer; respond. No path is long, and no
// path ends at the bus.

`include "roundel_refuse.svh"

module roundel_axil_registers #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // a set of modes, see roundel_stream_pkg
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // directions of the hardware
  parameter int Lanes = 1,
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int KeyWidth = 128,  // bits of a slot: KeyBits, or 2 * KeyBits with XTS
  parameter int KeySlots = 4,
  parameter int UserBits = 1,
  parameter int PacketDepth = 50,
  parameter bit Counters = 1'b1,  // 0: no counters, which then read as zero
  parameter int ZeroiseCycles = 128  // see roundel_axil_keys
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,
  output logic                                     irq_o,

  input  logic                                     aw_valid_i,
  output logic                                     aw_ready_o,
  input  logic [                             11:2] aw_word_i,
  input  logic                                     w_valid_i,
  output logic                                     w_ready_o,
  input  logic [                             31:0] w_data_i,
  input  logic [                              3:0] w_strobe_i,
  output logic                                     b_valid_o,
  input  logic                                     b_ready_i,
  output logic                                     b_error_o,  // response SLVERR
  input  logic                                     ar_valid_i,
  output logic                                     ar_ready_o,
  input  logic [                             11:2] ar_word_i,
  output logic                                     r_valid_o,
  input  logic                                     r_ready_i,
  output logic [                             31:0] r_data_o,
  output logic                                     r_error_o,  // response SLVERR

  output logic                                     zeroise_o,
  output logic                                     zeroising_o,
  output logic                                     key_valid_o,
  input  logic                                     key_ready_i,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_o,
  output logic [                     KeyWidth-1:0] key_o,  // byte 0 in the top bits
  output logic                                     key_clear_o,
  output logic [                              1:0] key_size_o,  // roundel_aes_pkg::KEY_SIZE_*
  output logic [                              4:0] key_least_tag_o,
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_i,

  input  logic                                     beat_valid_i,
  input  logic                                     beat_ready_i,
  input  logic                                     text_valid_i,
  input  logic                                     text_ready_i,
  input  logic [                     16*Lanes-1:0] text_keep_i,
  input  logic                                     result_valid_i,
  input  logic                                     result_ready_i,
  input  logic                                     result_ok_i,
  input  logic [                              2:0] result_error_i
);

  `include "roundel_registers.svh"

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int KEY_WORDS = KeyWidth / 32;
  localparam int ERROR_BITS = REG_ERRORS_ACCESS_LSB + 1;  // up to the highest field
  localparam int FAULTS = 1 + REG_PACKET_ERRORS_COUNT;
  localparam int IRQ_BITS = REG_IRQ_STATUS_ZEROISED_LSB + 1;
  // Software that does not read MODES drives this mode.
  localparam int FIRST = roundel_stream_pkg::first_mode(Modes, Mode);
  localparam int IV_BYTES = (FIRST == roundel_stream_pkg::MODE_ECB) ? 0
      : (FIRST == roundel_stream_pkg::MODE_GCM) ? 12 : 16;
  localparam int PACKETS = roundel_prim_pkg::fifo_credits(PacketDepth) / 16;
  localparam int ENCRYPT_MODES =
      roundel_stream_pkg::packet_modes(Modes, Mode, Direction, 1'b0);
  localparam int DECRYPT_MODES =
      roundel_stream_pkg::packet_modes(Modes, Mode, Direction, 1'b1);

  localparam int KEY_SIZES =
      (KeySizes == roundel_aes_pkg::KEY_SIZES_ONE) ? 1 << (KeyBits / 64 - 2) : KeySizes;

  // Values of the read-only registers.
  localparam logic [31:0] CIPHER = (FIRST << REG_CIPHER_MODE_LSB)
      | (((ENCRYPT_MODES >> FIRST) & 1) << REG_CIPHER_ENCRYPT_LSB)
      | (((DECRYPT_MODES >> FIRST) & 1) << REG_CIPHER_DECRYPT_LSB)
      | (32'(Counters) << REG_CIPHER_COUNTERS_LSB) | (Lanes << REG_CIPHER_LANES_LSB)
      | (KEY_SIZES << REG_CIPHER_KEY_SIZES_LSB)
      | (KeyBits << REG_CIPHER_KEY_BITS_LSB) | (KEY_WORDS << REG_CIPHER_KEY_WORDS_LSB);
  // An older driver uses the first 256 of many slots.
  localparam int FIRST_SLOTS = (KeySlots > 256) ? 256 : KeySlots;
  localparam logic [31:0] STREAMS = (FIRST_SLOTS << REG_STREAMS_KEY_SLOTS_LSB)
      | (IV_BYTES << REG_STREAMS_IV_BYTES_LSB)
      | (UserBits << REG_STREAMS_USER_BITS_LSB) | (PACKETS << REG_STREAMS_PACKETS_LSB);

  localparam logic [31:0] MODES = (ENCRYPT_MODES << REG_MODES_ENCRYPT_LSB)
      | (DECRYPT_MODES << REG_MODES_DECRYPT_LSB);

  // Presence of the first 16 words, and of the 32 words from the first counter.
  localparam logic [15:0] GENERAL_PRESENT = REG_PRESENT[15:0];
  localparam logic [31:0] COUNTER_PRESENT = 32'(REG_PRESENT >> REG_PACKETS_WORD);

  `ROUNDEL_REFUSE(roundel_error_key_width_must_be_32_to_512_in_words,
      KeyWidth > 512 || KeyWidth % 32 != 0)
  `ROUNDEL_REFUSE(roundel_error_user_bits_must_be_1_to_1023, UserBits > 1023)

  // ---- Requests ---------------------------------------------------------------------------------
  logic request, write, done, error;
  logic [9:0] word;
  logic [31:0] data, answer;
  logic [3:0] strobe;

  roundel_axil_port u_port (
    .clk_i(clk_i), .rst_ni(rst_ni), .aw_valid_i(aw_valid_i), .aw_ready_o(aw_ready_o),
    .aw_word_i(aw_word_i), .w_valid_i(w_valid_i), .w_ready_o(w_ready_o), .w_data_i(w_data_i),
    .w_strobe_i(w_strobe_i), .b_valid_o(b_valid_o), .b_ready_i(b_ready_i), .b_error_o(b_error_o),
    .ar_valid_i(ar_valid_i), .ar_ready_o(ar_ready_o), .ar_word_i(ar_word_i), .r_valid_o(r_valid_o),
    .r_ready_i(r_ready_i), .r_data_o(r_data_o), .r_error_o(r_error_o),
    .request_o(request),
    .write_o(write),
    .word_o(word),
    .data_o(data),
    .strobe_o(strobe),
    .done_i(done),
    .error_i(error),
    .data_i(answer)
  );

  // Step of the request, one-hot, and the decoded address.
  logic [3:0] step_q;
  logic in_general_q, in_slots_q, in_key_q, in_counters_q;
  logic is_control_q, is_errors_q, is_status_q, is_enable_q, is_command_q;
  logic there_q, writable_q;
  logic put_control_q, put_errors_q, put_status_q, put_enable_q, put_command_q, put_word_q;
  logic wrong_q, refused, key_access_q, access_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= '0;
      put_control_q <= 1'b0;
      put_errors_q <= 1'b0;
      put_status_q <= 1'b0;
      put_enable_q <= 1'b0;
      put_command_q <= 1'b0;
      put_word_q <= 1'b0;
      key_access_q <= 1'b0;
      access_q <= 1'b0;
    end else begin
      step_q <= {step_q[2:0], request};
      put_control_q <= step_q[1] && write && is_control_q;
      put_errors_q <= step_q[1] && write && is_errors_q;
      put_status_q <= step_q[1] && write && is_status_q;
      put_enable_q <= step_q[1] && write && is_enable_q;
      put_command_q <= step_q[1] && write && is_command_q;
      put_word_q <= step_q[1] && write && in_key_q;
      key_access_q <= step_q[3] && refused;
      access_q <= step_q[3] && wrong_q;
    end
  end

  always_ff @(posedge clk_i) begin
    in_general_q <= word[9:4] == 6'd0;
    in_slots_q <= word[9:3] == REG_SLOT_READY_WORD[9:3];
    in_key_q <= word[9:4] == REG_KEY_WORD[9:4];
    in_counters_q <= word[9:5] == REG_PACKETS_WORD[9:5];
    is_control_q <= word == REG_CONTROL_WORD;
    is_errors_q <= word == REG_ERRORS_WORD;
    is_status_q <= word == REG_IRQ_STATUS_WORD;
    is_enable_q <= word == REG_IRQ_ENABLE_WORD;
    is_command_q <= word == REG_KEY_COMMAND_WORD;
    there_q <= (in_general_q && GENERAL_PRESENT[word[3:0]]) || in_slots_q || in_key_q
        || (in_counters_q && COUNTER_PRESENT[word[4:0]]);
    writable_q <= is_control_q || is_errors_q || is_status_q || is_enable_q || is_command_q
        || in_key_q;
    wrong_q <= write ? !writable_q : !there_q;
  end

  assign done = step_q[3];
  assign error = wrong_q || refused;

  // ---- Keys and zeroise -------------------------------------------------------------------------
  logic zeroise_start_q, clear_counters_q, zeroising, key_busy, key_taken, zeroised;

  assign zeroising_o = zeroising;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      zeroise_start_q <= 1'b0;
      clear_counters_q <= 1'b0;
    end else begin
      zeroise_start_q <= put_control_q && strobe[0]
          && data[REG_CONTROL_ZEROISE_LSB];
      clear_counters_q <= put_control_q && strobe[0]
          && data[REG_CONTROL_CLEAR_COUNTERS_LSB];
    end
  end

  roundel_axil_keys #(
    .KeyWidth(KeyWidth), .KeyBits(KeyBits), .KeySizes(KeySizes), .KeySlots(KeySlots),
    .ZeroiseCycles(ZeroiseCycles)
  ) u_keys (
    .clk_i, .rst_ni,
    .put_word_i(put_word_q),
    .put_command_i(put_command_q),
    .index_i(word[3:0]),
    .data_i(data),
    .strobe_i(strobe),
    .refused_o(refused),
    .start_i(zeroise_start_q),
    .zeroise_o,
    .zeroising_o(zeroising),
    .busy_o(key_busy),
    .taken_o(key_taken),
    .zeroised_o(zeroised),
    .key_valid_o, .key_ready_i, .key_slot_o, .key_o, .key_clear_o, .key_size_o,
    .key_least_tag_o
  );

  // ---- Events, errors and interrupts ------------------------------------------------------------
  logic packet, beat, beat_stalled, text, text_stalled;
  logic [FAULTS-1:0] faults;  // a wrong tag, then the errors of packets
  logic [BYTE_BITS-1:0] bytes;
  logic [ERROR_BITS-1:0] errors_q, errors_set;  // some bits are reserved
  logic [IRQ_BITS-1:0] pending_q, enable_q, pending_set;
  logic some_error_q, irq_q;
  logic [ERROR_BITS-1:0] mask;

  roundel_stream_events #(.Lanes(Lanes)) u_events (
    .clk_i, .rst_ni, .beat_valid_i, .beat_ready_i, .text_valid_i, .text_ready_i, .text_keep_i,
    .result_valid_i, .result_ready_i, .result_ok_i, .result_error_i,
    .packet_o(packet),
    .faults_o(faults),
    .beat_o(beat),
    .beat_stalled_o(beat_stalled),
    .text_o(text),
    .text_stalled_o(text_stalled),
    .bytes_o(bytes)
  );

  // Bits that the request writes as 1.
  assign mask = data[ERROR_BITS-1:0] & {{ERROR_BITS-8{strobe[1]}}, {8{strobe[0]}}};
  always_comb begin
    errors_set = '0;
    errors_set[REG_ERRORS_TAG_LSB+:FAULTS] = faults;
    errors_set[REG_ERRORS_KEY_ACCESS_LSB] = key_access_q;
    errors_set[REG_ERRORS_ACCESS_LSB] = access_q;
    pending_set = '0;
    pending_set[REG_IRQ_STATUS_PACKET_LSB] = packet;
    pending_set[REG_IRQ_STATUS_ERROR_LSB] = some_error_q;
    pending_set[REG_IRQ_STATUS_KEY_LSB] = key_taken;
    pending_set[REG_IRQ_STATUS_ZEROISED_LSB] = zeroised;
  end
  assign irq_o = irq_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      errors_q <= '0;
      pending_q <= '0;
      enable_q <= '0;
      some_error_q <= 1'b0;
      irq_q <= 1'b0;
    end else begin
      errors_q <= (errors_q & ~(mask & {ERROR_BITS{put_errors_q}})) | errors_set;
      some_error_q <= errors_set != '0;
      pending_q <= (pending_q & ~(mask[IRQ_BITS-1:0] & {IRQ_BITS{put_status_q}})) | pending_set;
      if (put_enable_q && strobe[0]) begin
        enable_q <= data[IRQ_BITS-1:0];
      end
      irq_q <= (pending_q & enable_q) != '0;
    end
  end

  // ---- Reads ------------------------------------------------------------------------------------
  logic [31:0] general_q, slots_q, counted, answer_q;
  logic [255:0] ready_q;
  logic status_result_q, status_busy_q, status_zeroising_q;

  assign answer = answer_q;

  if (Counters) begin : gen_counters
    roundel_event_counters #(.Lanes(Lanes)) u_counters (
      .clk_i, .rst_ni,
      .clear_i(clear_counters_q),
      .packet_i(packet),
      .faults_i(faults),
      .beat_i(beat),
      .beat_stalled_i(beat_stalled),
      .text_i(text),
      .text_stalled_i(text_stalled),
      .bytes_i(bytes),
      .read_i(step_q[1] && !write && in_counters_q),
      .index_i(word[4:0]),
      .data_o(counted)
    );
  end else begin : gen_no_counters
    assign counted = '0;

    logic unused_counters;
    assign unused_counters = ^{clear_counters_q, beat, beat_stalled, text, text_stalled, bytes};
  end

  always_ff @(posedge clk_i) begin
    ready_q <= '0;
    ready_q[roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] <= slot_ready_i;
    status_result_q <= result_valid_i;
    status_busy_q <= key_busy;
    status_zeroising_q <= zeroising;

    case (word[3:0])
      REG_ID_WORD[3:0]: general_q <= REG_ID_RESET;
      REG_VERSION_WORD[3:0]: general_q <= REG_VERSION_RESET;
      REG_CIPHER_WORD[3:0]: general_q <= CIPHER;
      REG_STREAMS_WORD[3:0]: general_q <= STREAMS;
      REG_STATUS_WORD[3:0]: begin
        general_q <= (32'(status_busy_q) << REG_STATUS_KEY_BUSY_LSB)
            | (32'(status_zeroising_q) << REG_STATUS_ZEROISING_LSB)
            | (32'(status_result_q) << REG_STATUS_RESULT_LSB);
      end
      REG_ERRORS_WORD[3:0]: general_q <= 32'(errors_q);
      REG_IRQ_STATUS_WORD[3:0]: general_q <= 32'(pending_q);
      REG_IRQ_ENABLE_WORD[3:0]: general_q <= 32'(enable_q);
      REG_KEY_SLOTS_WORD[3:0]: general_q <= KeySlots;
      REG_MODES_WORD[3:0]: general_q <= MODES;
      default: general_q <= '0;
    endcase
    slots_q <= ready_q[{word[2:0], 5'd0}+:32];
    answer_q <= (general_q & {32{in_general_q}}) | (slots_q & {32{in_slots_q}})
        | (counted & {32{in_counters_q}});
  end

endmodule : roundel_axil_registers
