// SPDX-License-Identifier: Apache-2.0
//
// Decryption of AES-CBC (SP 800-38A section 6.2) on N lanes: one word of N blocks per cycle.
//
// Interface. Each packet has its own key slot and IV `start_i`, which the user gives with the first
// word. Keys, reset and zeroise are those of roundel_text_datapath; the latency of text is
// roundel_stream_pkg::mode_latency().
//
// Method. Block i of plaintext is block i of ciphertext, decrypted, XOR block i - 1 of ciphertext.
// All blocks of ciphertext are known, so decryption has no chain. Encryption is a chain and is in
// roundel_chain.
//
// Limits. A packet consists of full blocks. Output bytes after the last full block are undefined.

module roundel_cbc_decrypt #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // register positions, mask of CUT_*; 0: the best for Stages
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // last lanes, built with SecondSbox
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // S-box of the other lanes
  parameter int SecondRoundCuts = 0,  // RoundCuts of the other lanes
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_STORED,  // KEY_SCHEDULE_*
  parameter int KeySlots = 4,  // keys stored at the same time, a power of two
  parameter int UserBits = 1,  // user bits of a word
  parameter bit BlockRam = 1'b1  // sideband in 1: block RAM; 0: distributed RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic key_valid_i,
  output logic key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [KeyBits-1:0] key_i,
  input  logic key_clear_i,
  input  logic [1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_o,

  input  logic valid_i,
  output logic ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [127:0] start_i,
  input  logic last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [128*Lanes-1:0] data_i,
  input  logic [UserBits-1:0] user_i,

  output logic valid_o,
  output logic last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [128*Lanes-1:0] data_o,
  output logic [UserBits-1:0] user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int CHAIN_BITS = roundel_stream_pkg::chain_entry_bits(SLOT_BITS);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);

  logic go;  // the register in front of the lanes accepts a word
  logic ready, valid_0_q, last_0_q;
  logic fresh_q;  // the next word is the first of its packet
  logic [127:0] chain_q;  // last block of the previous word
  logic [SLOT_BITS-1:0] slot_0_q;
  logic [BYTE_BITS-1:0] bytes_0_q;
  logic [UserBits-1:0] user_0_q;
  logic [128*Lanes-1:0] data_0_q, mask_0_q;

  assign go = !valid_0_q || ready;
  assign ready_o = go;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_0_q <= 1'b0;
      fresh_q <= 1'b1;
    end else if (zeroise_i) begin
      valid_0_q <= 1'b0;
      fresh_q <= 1'b1;
    end else if (go) begin
      valid_0_q <= valid_i;
      fresh_q <= valid_i ? last_i : fresh_q;
    end
  end

  // The previous block of each block: the IV, the last block of the previous word, or the block of
  // the previous lane.
  logic [128*Lanes-1:0] chained;
  assign chained[128*Lanes-1-:128] = fresh_q ? start_i : chain_q;
  for (genvar k = 1; k < Lanes; k++) begin : gen_chained
    assign chained[128*(Lanes-1-k)+:128] = data_i[128*(Lanes-k)+:128];
  end

  always_ff @(posedge clk_i) begin
    if (go) begin
      last_0_q <= last_i;
      slot_0_q <= slot_i;
      bytes_0_q <= bytes_i;
      user_0_q <= user_i;
      data_0_q <= data_i;
      mask_0_q <= chained;
      if (valid_i) begin
        chain_q <= data_i[127:0];
      end
    end
  end

  roundel_text_datapath #(
    .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes),
    .Direction(roundel_aes_pkg::DIRECTION_DECRYPT),
    .Rounds(Rounds), .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts),
    .KeySchedule(KeySchedule), .KeySlots(KeySlots),
    .HasMask(1'b1),
    .UserBits(UserBits), .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
    .key_size_i,
    .slot_ready_o,
    .valid_i(valid_0_q),
    .ready_o(ready),
    .decrypt_i(1'b1),
    .slot_i(slot_0_q),
    .last_i(last_0_q),
    .bytes_i(bytes_0_q),
    .data_i(data_0_q),
    .user_i(user_0_q),
    .mask_i(mask_0_q),
    .chain_valid_i(1'b0),
    .chain_entry_i({CHAIN_BITS{1'b0}}),
    // verilator lint_off PINCONNECTEMPTY
    .chain_ready_o(),
    .chain_return_o(),
    // verilator lint_on PINCONNECTEMPTY
    .valid_o, .last_o, .bytes_o, .data_o, .user_o
  );

endmodule : roundel_cbc_decrypt
