// SPDX-License-Identifier: Apache-2.0
//
// Commands and beats of AXI4-Stream in, words of packets out, for a mode (aes_gcm). It checks what
// comes, and says of each packet how it was.
//
// A command names what the next packet is (aes_stream has the fields); a packet is its additional
// authenticated data, then its text, each beginning with a beat of its own, up to `tlast`. The next
// command is looked at while a packet runs, so that its first beat follows the last one at once.
//
// A command that cannot be done is refused: its packet is taken and dropped. A packet that is
// against the rules goes on as it comes, with ERROR_* in its end. A packet starts when its slot is
// in `slot_ready_i`; a slot that is neither there nor in `slot_busy_i` has no key.
//
// `begin_o` is high for a cycle as a command is taken to be the next packet or refused, `end_o` as
// the last beat of one is taken, with what its result needs. A beat waits for a credit of text, and
// a command for one of packets; `text_o` says that a beat took one. Of a packet without text GCM
// alone hears.

module aes_packet_source #(
  parameter int Lanes = 1,  // N: beats of 16 * N bytes
  parameter int Mode = aes_pkg::MODE_GCM,  // aes_pkg::MODE_*
  parameter int Direction = aes_pkg::DIRECTION_BOTH,  // that there is hardware for
  parameter int KeySlots = 4,
  parameter int UserBits = 1
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  logic                                        clear_i,

  input  logic                                        command_valid_i,
  output logic                                        command_ready_o,
  input  logic [                               383:0] command_i,
  input  logic [                        UserBits-1:0] command_user_i,

  input  logic                                        beat_valid_i,
  output logic                                        beat_ready_o,
  input  logic [                       128*Lanes-1:0] beat_data_i,  // byte 0 in the low bits
  input  logic [                        16*Lanes-1:0] beat_keep_i,
  input  logic                                        beat_last_i,
  input  logic [                        UserBits-1:0] beat_user_i,

  input  logic [                        KeySlots-1:0] slot_ready_i,
  input  logic [                        KeySlots-1:0] slot_busy_i,
  input  logic                                        text_credit_i,
  input  logic                                        packet_credit_i,

  output logic                                        valid_o,
  input  logic                                        ready_i,
  output logic                                        decrypt_o,
  output logic                                        short_o,  // CTR: a counter of 32 bits
  output logic [   aes_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic [                               127:0] start_o,
  output logic                                        aad_o,
  output logic                                        last_o,
  output logic [aes_pkg::index_bits(16*Lanes+1)-1:0]  bytes_o,
  output logic [                       128*Lanes-1:0] data_o,  // byte 0 in the top bits
  output logic [                        UserBits-1:0] user_o,
  output logic                                        text_o,

  output logic                                        begin_o,
  output logic                                        end_o,
  output logic                                        end_waits_o,  // for text or a tag
  output logic [                                 2:0] end_error_o,
  output logic                                        end_decrypt_o,
  output logic [                                 4:0] end_tag_bytes_o,
  output logic [                               127:0] end_tag_o,
  output logic [                        UserBits-1:0] end_user_o
);

  localparam int BYTES = 16 * Lanes;
  localparam int BYTE_BITS = aes_pkg::index_bits(BYTES + 1);
  localparam int SLOT_BITS = aes_pkg::index_bits(KeySlots);
  localparam int WORD_SHIFT = $clog2(BYTES);

  if (BYTES != 1 << WORD_SHIFT) begin : gen_bad_lanes
    aes_error_lanes_of_a_stream_must_be_a_power_of_two u_error ();
  end

  // ---- Beats: a slice, what tkeep says, another slice -------------------------------------------
  logic raw_valid, raw_ready, raw_last;
  logic [128*Lanes-1:0] raw_data;
  logic [BYTES-1:0] raw_keep;
  logic [UserBits-1:0] raw_user;

  aes_slice #(
    .Width(128 * Lanes + BYTES + 1 + UserBits)
  ) u_raw (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(beat_valid_i),
    .ready_o(beat_ready_o),
    .data_i({beat_data_i, beat_keep_i, beat_last_i, beat_user_i}),
    .valid_o(raw_valid),
    .ready_i(raw_ready),
    .data_o({raw_data, raw_keep, raw_last, raw_user})
  );

  logic [BYTES:0] bounded;  // with a zero behind
  logic raw_hole;
  logic [BYTE_BITS-1:0] raw_bytes;
  logic [128*Lanes-1:0] turned;
  assign bounded = {1'b0, raw_keep};
  assign raw_hole = |(raw_keep[BYTES-1:1] & ~raw_keep[BYTES-2:0]);

  always_comb begin
    raw_bytes = '0;
    for (int b = 0; b < BYTES; b++) begin
      if (bounded[b] && !bounded[b+1]) begin
        raw_bytes = raw_bytes | BYTE_BITS'(b + 1);
      end
    end
    if (raw_hole) begin
      raw_bytes = BYTE_BITS'(BYTES);
    end
  end

  for (genvar b = 0; b < BYTES; b++) begin : gen_turn
    assign turned[128*Lanes-1-8*b-:8] = raw_data[8*b+:8];
  end

  logic beat_valid, beat_ready, beat_last, beat_hole, beat_full, beat_none;
  logic [BYTE_BITS-1:0] beat_bytes;

  aes_slice #(
    .Width(128 * Lanes + BYTE_BITS + 4 + UserBits)
  ) u_beat (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(raw_valid),
    .ready_o(raw_ready),
    .data_i({turned, raw_bytes, raw_hole, &raw_keep, ~|raw_keep, raw_last, raw_user}),
    .valid_o(beat_valid),
    .ready_i(beat_ready),
    .data_o({data_o, beat_bytes, beat_hole, beat_full, beat_none, beat_last, user_o})
  );

  // ---- Commands: a slice, and a register that knows what is to become of it ---------------------
  logic raw_command_valid, raw_command_ready;
  logic [383:0] raw_command;
  logic [UserBits-1:0] raw_command_user;

  aes_slice #(
    .Width(384 + UserBits)
  ) u_command (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(command_valid_i),
    .ready_o(command_ready_o),
    .data_i({command_i, command_user_i}),
    .valid_o(raw_command_valid),
    .ready_i(raw_command_ready),
    .data_o({raw_command, raw_command_user})
  );

  logic next_valid_q, next_decided_q, next_refused_q, next_bad_q;
  logic next_decrypt_q, next_short_q;
  logic [SLOT_BITS-1:0] next_slot_q;
  logic [4:0] next_tag_bytes_q;
  logic [31:0] next_aad_q;
  logic [127:0] next_iv_q, next_tag_q;
  logic [UserBits-1:0] next_user_q;
  logic start;  // it becomes the packet

  assign raw_command_ready = !next_valid_q || start;

  // The fields, by bytes from the low end.
  logic [7:0] flags, mode, slot, tag_bytes;
  logic [31:0] aad;
  assign flags = raw_command[7:0];
  assign mode = raw_command[15:8];
  assign slot = raw_command[23:16];
  assign tag_bytes = raw_command[31:24];
  assign aad = raw_command[63:32];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_valid_q <= 1'b0;
      next_decided_q <= 1'b0;
    end else if (clear_i) begin
      next_valid_q <= 1'b0;
      next_decided_q <= 1'b0;
    end else begin
      if (raw_command_ready) begin
        next_valid_q <= raw_command_valid;
        next_decided_q <= 1'b0;
      end else if (!next_decided_q) begin
        next_decided_q <= packet_credit_i
            && (next_bad_q || slot_ready_i[next_slot_q] || !slot_busy_i[next_slot_q]);
      end
    end
  end

  assign begin_o = next_valid_q && !next_decided_q && !raw_command_ready && packet_credit_i
      && (next_bad_q || slot_ready_i[next_slot_q] || !slot_busy_i[next_slot_q]);

  always_ff @(posedge clk_i) begin
    if (raw_command_ready) begin
      next_bad_q <= flags[7:2] != '0 || (flags[1] && Mode != aes_pkg::MODE_CTR)
          || (Mode != aes_pkg::MODE_GCM && (aad != '0 || tag_bytes != '0))
          || (flags[0] ? Direction == aes_pkg::DIRECTION_ENCRYPT
                       : Direction == aes_pkg::DIRECTION_DECRYPT)
          || mode != Mode[7:0] || {1'b0, slot} >= KeySlots[8:0]
          || (Mode == aes_pkg::MODE_GCM && (tag_bytes < 8'd4 || tag_bytes > 8'd16));
      next_decrypt_q <= flags[0];
      next_short_q <= flags[1];
      next_slot_q <= slot[SLOT_BITS-1:0];
      next_tag_bytes_q <= tag_bytes[4:0];
      next_aad_q <= aad;
      for (int b = 0; b < 16; b++) begin
        next_iv_q[127-8*b-:8] <= raw_command[128+8*b+:8];
        next_tag_q[127-8*b-:8] <= raw_command[256+8*b+:8];
      end
      next_user_q <= raw_command_user;
    end
    if (begin_o) begin
      next_refused_q <= next_bad_q || !slot_ready_i[next_slot_q];
    end
  end

  // ---- The packet -------------------------------------------------------------------------------
  logic active_q, refused_q, bad_q, decrypt_q;
  logic text_begun_q;
  logic aad_q, aad_last_q;  // words of AAD are left; it is one
  logic [31-WORD_SHIFT:0] aad_words_q;  // behind this one
  logic [WORD_SHIFT-1:0] aad_rest_q;  // bytes of the last one, 0 for all
  logic [2:0] error_q, error_d;
  logic take;

  assign beat_ready = active_q && (refused_q || (ready_i && text_credit_i));
  assign valid_o = beat_valid && active_q && !refused_q && text_credit_i
      && (Mode == aes_pkg::MODE_GCM || !beat_none || text_begun_q);
  assign take = beat_valid && beat_ready;
  assign start = next_decided_q && (!active_q || (take && beat_last));
  assign aad_o = aad_q;
  assign last_o = beat_last;
  assign bytes_o = beat_bytes;
  assign decrypt_o = decrypt_q;
  assign text_o = take && !refused_q && !aad_q && (!beat_none || text_begun_q);

  logic [31-WORD_SHIFT:0] aad_before;  // words in front of the last one
  logic wrong_aad, wrong_keep, wrong_length;
  assign aad_before = next_aad_q[31:WORD_SHIFT]
      - {{(31 - WORD_SHIFT) {1'b0}}, next_aad_q[WORD_SHIFT-1:0] == '0};
  assign wrong_aad = aad_q
      && (aad_last_q ? beat_bytes[WORD_SHIFT-1:0] != aad_rest_q || beat_none : beat_last);
  assign wrong_keep = beat_hole || (!beat_full && !beat_last && !(aad_q && aad_last_q));

  assign wrong_length = (Mode == aes_pkg::MODE_ECB || Mode == aes_pkg::MODE_CBC)
      && beat_last && beat_bytes[3:0] != '0;

  always_comb begin
    error_d = error_q;
    if (error_q == aes_pkg::ERROR_NONE) begin
      if (wrong_aad) begin
        error_d = aes_pkg::ERROR_AAD;
      end else if (wrong_keep) begin
        error_d = aes_pkg::ERROR_KEEP;
      end else if (wrong_length) begin
        error_d = aes_pkg::ERROR_LENGTH;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
    end else if (clear_i) begin
      active_q <= 1'b0;
    end else begin
      active_q <= start || (active_q && !(take && beat_last));
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      refused_q <= next_refused_q;
      bad_q <= next_bad_q;
      decrypt_q <= next_decrypt_q;
      short_o <= next_short_q;
      slot_o <= next_slot_q;
      start_o <= (Mode == aes_pkg::MODE_GCM) ? {next_iv_q[127:32], 32'd1} : next_iv_q;
      end_tag_bytes_o <= next_tag_bytes_q;
      end_tag_o <= next_tag_q;
      end_user_o <= next_user_q;
      error_q <= aes_pkg::ERROR_NONE;
      text_begun_q <= 1'b0;
      aad_q <= next_aad_q != '0;
      aad_last_q <= aad_before == '0;
      aad_words_q <= aad_before;
      aad_rest_q <= next_aad_q[WORD_SHIFT-1:0];
    end else if (take) begin
      error_q <= error_d;
      text_begun_q <= !aad_q;
      aad_q <= aad_q && !aad_last_q;
      aad_last_q <= aad_words_q == {{(31 - WORD_SHIFT) {1'b0}}, 1'b1};
      aad_words_q <= aad_words_q - 1'b1;
    end
  end

  assign end_o = take && beat_last;
  assign end_waits_o = !refused_q && (Mode == aes_pkg::MODE_GCM || text_o || text_begun_q);
  assign end_error_o = !refused_q ? error_d
      : bad_q ? aes_pkg::ERROR_COMMAND : aes_pkg::ERROR_KEY;
  assign end_decrypt_o = decrypt_q;

  logic unused_fields;
  assign unused_fields = ^raw_command[127:64];

endmodule : aes_packet_source
