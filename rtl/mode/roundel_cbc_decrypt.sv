// SPDX-License-Identifier: Apache-2.0
//
// Decryption of AES-CBC (SP 800-38A section 6.2) around lanes of AES: a word of N blocks a cycle,
// each packet with its own key slot and IV, `start_i`.
//
// Words, text and keys: see roundel_text_datapath. A packet is whole blocks; what is behind the
// last whole one has no meaning. Encryption is a chain: it needs more than one packet at a time to
// be fast.

module roundel_cbc_decrypt #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers a round
  // their places, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // see roundel_lanes
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,
  parameter int SecondRoundCuts = 0,
  // roundel_engine_pkg::KEY_SCHEDULE_*
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_STORED,
  parameter int KeySlots = 4,  // keys held at once, a power of two
  parameter int UserBits = 1,  // that go beside a word
  parameter int BlockRam = 1  // 1: words wait for the lanes in block RAM; 0: in distributed RAM
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                       KeyBits-1:0] key_i,
  input  logic                                      key_clear_i,
  output logic [                      KeySlots-1:0] slot_ready_o,

  input  logic                                      valid_i,
  output logic                                      ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                             127:0] start_i,
  input  logic                                      last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [                     128*Lanes-1:0] data_i,
  input  logic [                      UserBits-1:0] user_i,

  output logic                                      valid_o,
  output logic                                      last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [                     128*Lanes-1:0] data_o,
  output logic [                      UserBits-1:0] user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);

  logic go;  // the word in front of the lanes may move on
  logic ready, valid_0, last_0;
  logic fresh_q;  // the next word is a packet's first
  logic [127:0] chain_q;  // the block before it
  logic [SLOT_BITS-1:0] slot_0;
  logic [BYTE_BITS-1:0] bytes_0;
  logic [UserBits-1:0] user_0;
  logic [128*Lanes-1:0] data_0, mask_0;

  assign go = !valid_0 || ready;
  assign ready_o = go;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_0 <= 1'b0;
      fresh_q <= 1'b1;
    end else if (zeroise_i) begin
      valid_0 <= 1'b0;
      fresh_q <= 1'b1;
    end else if (go) begin
      valid_0 <= valid_i;
      fresh_q <= valid_i ? last_i : fresh_q;
    end
  end

  // The block in front of each: the IV, the last one of the word before, or the lane before.
  logic [128*Lanes-1:0] chained;
  assign chained[128*Lanes-1-:128] = fresh_q ? start_i : chain_q;
  for (genvar k = 1; k < Lanes; k++) begin : gen_chained
    assign chained[128*(Lanes-1-k)+:128] = data_i[128*(Lanes-k)+:128];
  end

  always_ff @(posedge clk_i) begin
    if (go) begin
      last_0 <= last_i;
      slot_0 <= slot_i;
      bytes_0 <= bytes_i;
      user_0 <= user_i;
      data_0 <= data_i;
      mask_0 <= chained;
      if (valid_i) begin
        chain_q <= data_i[127:0];
      end
    end
  end

  roundel_text_datapath #(
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .Direction(roundel_aes_pkg::DIRECTION_DECRYPT),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts),
    .KeySchedule(KeySchedule),
    .KeySlots(KeySlots),
    .HasMask(1),
    .UserBits(UserBits),
    .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot_i),
    .key_i(key_i),
    .key_clear_i(key_clear_i),
    .slot_ready_o(slot_ready_o),
    .valid_i(valid_0),
    .ready_o(ready),
    .decrypt_i(1'b1),
    .slot_i(slot_0),
    .last_i(last_0),
    .bytes_i(bytes_0),
    .data_i(data_0),
    .user_i(user_0),
    .mask_i(mask_0),
    .valid_o(valid_o),
    .last_o(last_o),
    .bytes_o(bytes_o),
    .data_o(data_o),
    .user_o(user_o)
  );

endmodule : roundel_cbc_decrypt
