// SPDX-License-Identifier: Apache-2.0
//
// A mode of operation on AXI4-Stream: commands and packets in, packets and results out.
//
// How do I send a packet?  Give a command, then the packet: its additional authenticated data
//   (AAD), if it has any, then its text, in beats of 16 * Lanes bytes, byte 0 in the low bits of
//   `beat_data_i`. AAD and text begin with a beat each; the last beat of each of the two keeps as
//   many bytes as are left, from byte 0 on. `beat_last_i` goes with the last beat of the packet. A
//   packet without any byte is one beat that keeps none.
// What is in a command?  Bytes of `command_i`, byte 0 in the low bits:
//   0       bit 0: decrypt; bit 1: CTR, the counter has 32 bits and not 128; other bits 0
//   1       mode, aes_pkg::MODE_*: the one that this was built for
//   2       key slot
//   3       GCM: bytes of the tag that are compared, 4 to 16
//   4..7    GCM: bytes of AAD, byte 4 the lowest
//   16..31  IV: GCM 12 bytes of it; CBC and CTR (the first counter block) 16, as the standards
//           write them
//   32..47  GCM, decrypt: the tag to compare with, left aligned
// How do I get the result?  The text comes out beat by beat as it went in, AAD does not. A result
//   follows each packet, in order: `result_ok_o` (GCM, decrypt: the tag is right; else: done), what
//   was wrong (`result_error_o`, aes_pkg::ERROR_*), and the tag. Decrypted text comes before its
//   result: whoever takes it must not use it until then.
// When may I change the key?  At any time: a key waits at `key_ready_o` until the packets are over
//   whose commands were taken before it came, and packets of its slot whose commands were not wait
//   for it. Packets of other slots run on.
// What if a packet is wrong?  Null bytes in the middle, or AAD of another length than its command
//   says: the packet goes through, with an error as result and without a tag. A command that means
//   nothing, or a slot without a key: the packet is taken and dropped. The next packet is right.
// How do I forget everything?  One cycle of `zeroise_i`, or a reset. What is under way is dropped
//   where it is: packets out may end without a last beat, and whoever sends begins again with a
//   command and the first beat of its packet.
// How long can a packet be?  GCM: 2^36 - 32 bytes of text (SP 800-38D section 5.2.1.1), 2^32 - 1 of
//   AAD. CTR: 2^32 blocks. Whoever sends more repeats counters: it is not checked.
//
// Every valid waits for no ready; no path leads from one side to the other. Packets follow each
// other without an idle cycle but the one that a mode needs (GCM: E(J0) and the length block).

module aes_stream #(
  parameter int Mode = aes_pkg::MODE_GCM,  // aes_pkg::MODE_*
  parameter int Direction = aes_pkg::DIRECTION_BOTH,  // of ECB; CBC: decrypt
  parameter int Lanes = 1,  // N, 1, 2, 4, 8 or 16
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers a round
  parameter int RoundCuts = 0,  // their places, a mask of aes_pkg::CUT_*; 0: the best ones
  parameter int Sbox = aes_pkg::SBOX_TOWER,  // aes_pkg::SBOX_*
  parameter int OtherLanes = 0,  // see aes_lanes
  parameter int OtherSbox = aes_pkg::SBOX_ROM,
  parameter int OtherCuts = 0,
  parameter int KeySlots = 4,  // keys held at once, a power of two
  parameter int UserBits = 1,  // that go beside a beat of text, and from a command to its result
  parameter int PacketDepth = 50,  // packets under way: 18, or 18 and a multiple of 16
  parameter int GhashCuts = aes_pkg::GHASH_BEST_CUTS,  // a mask of aes_pkg::GHASH_CUT_*
  parameter int BlockRam = 1  // 1: what waits does so in block RAM; 0: in distributed RAM
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,
  input  logic                                     zeroise_i,

  input  logic                                     key_valid_i,
  output logic                                     key_ready_o,
  input  logic [aes_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                      KeyBits-1:0] key_i,  // byte 0 in the top bits
  input  logic                                     key_clear_i,  // forget the slot's key instead

  input  logic                                     command_valid_i,
  output logic                                     command_ready_o,
  input  logic [                            383:0] command_i,
  input  logic [                     UserBits-1:0] command_user_i,

  input  logic                                     beat_valid_i,
  output logic                                     beat_ready_o,
  input  logic [                    128*Lanes-1:0] beat_data_i,
  input  logic [                     16*Lanes-1:0] beat_keep_i,
  input  logic                                     beat_last_i,
  input  logic [                     UserBits-1:0] beat_user_i,

  output logic                                     text_valid_o,
  input  logic                                     text_ready_i,
  output logic [                    128*Lanes-1:0] text_data_o,
  output logic [                     16*Lanes-1:0] text_keep_o,
  output logic                                     text_last_o,
  output logic [                     UserBits-1:0] text_user_o,

  output logic                                     result_valid_o,
  input  logic                                     result_ready_i,
  output logic                                     result_ok_o,
  output logic [                              2:0] result_error_o,
  output logic [                            127:0] result_tag_o,  // byte 0 in the low bits
  output logic [                     UserBits-1:0] result_user_o
);

  localparam int SLOT_BITS = aes_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = aes_pkg::index_bits(16 * Lanes + 1);
  // GCM and CTR run the cipher forwards in both directions.
  localparam int DIRECTION = (Mode == aes_pkg::MODE_ECB || Mode == aes_pkg::MODE_CBC)
      ? Direction : aes_pkg::DIRECTION_BOTH;

  logic busy, clear;
  logic [SLOT_BITS-1:0] key_slot;
  logic [KeySlots-1:0] mode_slot_ready, slot_ready, slot_busy;
  logic mode_key_valid, mode_key_ready;
  logic text_credit, text_taken, packet_credit, packet_begin, packet_done;
  logic word_valid, word_ready, word_decrypt, word_short, word_aad, word_last;
  logic [SLOT_BITS-1:0] word_slot;
  logic [127:0] word_start;
  logic [BYTE_BITS-1:0] word_bytes, out_bytes;
  logic [128*Lanes-1:0] word_data, out_data;
  logic [UserBits-1:0] word_user, out_user;
  logic packet_end, end_waits, end_decrypt;
  logic [2:0] end_error;
  logic [4:0] end_tag_bytes;
  logic [127:0] end_tag;
  logic [UserBits-1:0] end_user;
  logic out_valid, out_last, tag_valid;
  logic [127:0] tag, result_tag;

  assign clear = zeroise_i || busy;

  // With one slot its port carries nothing.
  assign key_slot = (KeySlots == 1) ? '0 : key_slot_i;

  aes_packet_keys #(
    .KeySlots(KeySlots),
    .CountBits(aes_pkg::index_bits(aes_pkg::queue_credits(PacketDepth) + 16))
  ) u_keys (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot),
    .key_clear_i(key_clear_i),
    .mode_valid_o(mode_key_valid),
    .mode_ready_i(mode_key_ready),
    .mode_slot_ready_i(mode_slot_ready),
    .taken_i(command_valid_i && command_ready_o),
    .begin_i(packet_begin),
    .done_i(packet_done),
    .ready_o(slot_ready),
    .busy_o(slot_busy)
  );

  aes_packet_source #(
    .Lanes(Lanes),
    .Mode(Mode),
    .Direction(DIRECTION),
    .KeySlots(KeySlots),
    .UserBits(UserBits)
  ) u_source (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear),
    .command_valid_i(command_valid_i),
    .command_ready_o(command_ready_o),
    .command_i(command_i),
    .command_user_i(command_user_i),
    .beat_valid_i(beat_valid_i),
    .beat_ready_o(beat_ready_o),
    .beat_data_i(beat_data_i),
    .beat_keep_i(beat_keep_i),
    .beat_last_i(beat_last_i),
    .beat_user_i(beat_user_i),
    .slot_ready_i(slot_ready),
    .slot_busy_i(slot_busy),
    .text_credit_i(text_credit),
    .packet_credit_i(packet_credit),
    .valid_o(word_valid),
    .ready_i(word_ready),
    .decrypt_o(word_decrypt),
    .short_o(word_short),
    .slot_o(word_slot),
    .start_o(word_start),
    .aad_o(word_aad),
    .last_o(word_last),
    .bytes_o(word_bytes),
    .data_o(word_data),
    .user_o(word_user),
    .text_o(text_taken),
    .begin_o(packet_begin),
    .end_o(packet_end),
    .end_waits_o(end_waits),
    .end_error_o(end_error),
    .end_decrypt_o(end_decrypt),
    .end_tag_bytes_o(end_tag_bytes),
    .end_tag_o(end_tag),
    .end_user_o(end_user)
  );

  if (Mode == aes_pkg::MODE_GCM) begin : gen_gcm
    aes_gcm #(
      .Lanes(Lanes),
      .KeyBits(KeyBits),
      .Rounds(Rounds),
      .Stages(Stages),
      .RoundCuts(RoundCuts),
      .Sbox(Sbox),
      .OtherLanes(OtherLanes),
      .OtherSbox(OtherSbox),
      .OtherCuts(OtherCuts),
      .KeySchedule(aes_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots),
      .GhashCuts(GhashCuts),
      .UserBits(UserBits),
      .BlockRam(BlockRam)
    ) u_mode (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .zeroise_i(zeroise_i),
      .key_valid_i(mode_key_valid),
      .key_ready_o(mode_key_ready),
      .key_slot_i(key_slot),
      .key_i(key_i),
      .key_clear_i(key_clear_i),
      .slot_ready_o(mode_slot_ready),
      .valid_i(word_valid),
      .ready_o(word_ready),
      .decrypt_i(word_decrypt),
      .slot_i(word_slot),
      .start_i(word_start),
      .aad_i(word_aad),
      .last_i(word_last),
      .bytes_i(word_bytes),
      .data_i(word_data),
      .user_i(word_user),
      .valid_o(out_valid),
      .last_o(out_last),
      .bytes_o(out_bytes),
      .data_o(out_data),
      .user_o(out_user),
      .tag_valid_o(tag_valid),
      .tag_o(tag)
    );

    logic unused_word;
    assign unused_word = word_short;
  end else if (Mode == aes_pkg::MODE_CTR) begin : gen_ctr
    aes_ctr #(
      .Lanes(Lanes),
      .KeyBits(KeyBits),
      .Rounds(Rounds),
      .Stages(Stages),
      .RoundCuts(RoundCuts),
      .Sbox(Sbox),
      .OtherLanes(OtherLanes),
      .OtherSbox(OtherSbox),
      .OtherCuts(OtherCuts),
      .KeySchedule(aes_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots),
      .UserBits(UserBits),
      .BlockRam(BlockRam)
    ) u_mode (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .zeroise_i(zeroise_i),
      .key_valid_i(mode_key_valid),
      .key_ready_o(mode_key_ready),
      .key_slot_i(key_slot),
      .key_i(key_i),
      .key_clear_i(key_clear_i),
      .slot_ready_o(mode_slot_ready),
      .valid_i(word_valid),
      .ready_o(word_ready),
      .start_i(word_start),
      .short_i(word_short),
      .slot_i(word_slot),
      .last_i(word_last),
      .bytes_i(word_bytes),
      .data_i(word_data),
      .user_i(word_user),
      .valid_o(out_valid),
      .last_o(out_last),
      .bytes_o(out_bytes),
      .data_o(out_data),
      .user_o(out_user)
    );
    assign tag_valid = 1'b0;
    assign tag = '0;

    logic unused_word;
    assign unused_word = ^{word_decrypt, word_aad};
  end else if (Mode == aes_pkg::MODE_ECB) begin : gen_ecb
    aes_ecb #(
      .Lanes(Lanes),
      .KeyBits(KeyBits),
      .Direction(Direction),
      .Rounds(Rounds),
      .Stages(Stages),
      .RoundCuts(RoundCuts),
      .Sbox(Sbox),
      .OtherLanes(OtherLanes),
      .OtherSbox(OtherSbox),
      .OtherCuts(OtherCuts),
      .KeySchedule(aes_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots),
      .UserBits(UserBits),
      .BlockRam(BlockRam)
    ) u_mode (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .zeroise_i(zeroise_i),
      .key_valid_i(mode_key_valid),
      .key_ready_o(mode_key_ready),
      .key_slot_i(key_slot),
      .key_i(key_i),
      .key_clear_i(key_clear_i),
      .slot_ready_o(mode_slot_ready),
      .valid_i(word_valid),
      .ready_o(word_ready),
      .decrypt_i(word_decrypt),
      .slot_i(word_slot),
      .last_i(word_last),
      .bytes_i(word_bytes),
      .data_i(word_data),
      .user_i(word_user),
      .valid_o(out_valid),
      .last_o(out_last),
      .bytes_o(out_bytes),
      .data_o(out_data),
      .user_o(out_user)
    );
    assign tag_valid = 1'b0;
    assign tag = '0;

    logic unused_word;
    assign unused_word = ^{word_start, word_short, word_aad};
  end else if (Mode == aes_pkg::MODE_CBC) begin : gen_cbc
    if (Direction != aes_pkg::DIRECTION_DECRYPT) begin : gen_bad_direction
      aes_error_mode_cbc_needs_direction_decrypt u_error ();
    end
    aes_cbc #(
      .Lanes(Lanes),
      .KeyBits(KeyBits),
      .Rounds(Rounds),
      .Stages(Stages),
      .RoundCuts(RoundCuts),
      .Sbox(Sbox),
      .OtherLanes(OtherLanes),
      .OtherSbox(OtherSbox),
      .OtherCuts(OtherCuts),
      .KeySchedule(aes_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots),
      .UserBits(UserBits),
      .BlockRam(BlockRam)
    ) u_mode (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .zeroise_i(zeroise_i),
      .key_valid_i(mode_key_valid),
      .key_ready_o(mode_key_ready),
      .key_slot_i(key_slot),
      .key_i(key_i),
      .key_clear_i(key_clear_i),
      .slot_ready_o(mode_slot_ready),
      .valid_i(word_valid),
      .ready_o(word_ready),
      .start_i(word_start),
      .slot_i(word_slot),
      .last_i(word_last),
      .bytes_i(word_bytes),
      .data_i(word_data),
      .user_i(word_user),
      .valid_o(out_valid),
      .last_o(out_last),
      .bytes_o(out_bytes),
      .data_o(out_data),
      .user_o(out_user)
    );
    assign tag_valid = 1'b0;
    assign tag = '0;

    logic unused_word;
    assign unused_word = ^{word_decrypt, word_short, word_aad};
  end else begin : gen_unknown
    aes_error_unknown_mode u_error ();
  end

  aes_packet_sink #(
    .Lanes(Lanes),
    .Tagged((Mode == aes_pkg::MODE_GCM) ? 1 : 0),
    .TextDepth(aes_pkg::text_depth(Rounds, Stages, Lanes)),
    .PacketDepth(PacketDepth),
    .UserBits(UserBits),
    .BlockRam(BlockRam)
  ) u_sink (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .busy_o(busy),
    .text_credit_o(text_credit),
    .text_taken_i(text_taken),
    .packet_credit_o(packet_credit),
    .begin_i(packet_begin),
    .text_valid_i(out_valid),
    .text_last_i(out_last),
    .text_bytes_i(out_bytes),
    .text_i(out_data),
    .text_user_i(out_user),
    .end_i(packet_end),
    .end_waits_i(end_waits),
    .end_error_i(end_error),
    .end_decrypt_i(end_decrypt),
    .end_tag_bytes_i(end_tag_bytes),
    .end_tag_i(end_tag),
    .end_user_i(end_user),
    .tag_valid_i(tag_valid),
    .tag_i(tag),
    .done_o(packet_done),
    .beat_valid_o(text_valid_o),
    .beat_ready_i(text_ready_i),
    .beat_data_o(text_data_o),
    .beat_keep_o(text_keep_o),
    .beat_last_o(text_last_o),
    .beat_user_o(text_user_o),
    .result_valid_o(result_valid_o),
    .result_ready_i(result_ready_i),
    .result_ok_o(result_ok_o),
    .result_error_o(result_error_o),
    .result_tag_o(result_tag),
    .result_user_o(result_user_o)
  );

  for (genvar b = 0; b < 16; b++) begin : gen_tag
    assign result_tag_o[8*b+:8] = result_tag[127-8*b-:8];
  end

endmodule : aes_stream
