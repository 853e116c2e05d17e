// SPDX-License-Identifier: Apache-2.0
//
// What stands behind the lanes of roundel_xts: results lose their masks (IEEE 1619-2018 section
// 5.3.1), and go where they are wanted.
//
// What went beside a word comes with its results. A cycle later stand the result of a tweak or of a
// block that took the lanes a second time, on `block_o`, and of a word that is stolen from the
// block and what roundel_xts_steal needs of it. Two cycles later stands a word for
// roundel_xts_order: with `steal_i` the part of a block is in its place, behind the block that it
// is made of, or with `joined_i` in that block's own; bytes behind the packet's end are zero.

module roundel_xts_back #(
  parameter int Lanes = 1,  // N
  parameter int SlotBits = 1,
  parameter int UserBits = 1
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  input  logic                                       zeroise_i,

  input  logic                                       valid_i,
  input  logic                                       again_i,
  input  logic                                       tweak_i,
  input  logic                                       last_i,
  input  logic                                       drop_i,
  input  logic                                       steal_i,
  input  logic                                       joined_i,
  input  logic                                       decrypt_i,
  input  logic [                       SlotBits-1:0] slot_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [                              119:0] part_i,
  input  logic [                       UserBits-1:0] user_i,
  input  logic [                       UserBits-1:0] part_user_i,
  input  logic [                      128*Lanes-1:0] data_i,
  input  logic [                      128*Lanes-1:0] mask_i,

  output logic                                       tweak_valid_o,
  output logic                                       again_valid_o,
  output logic [                              127:0] block_o,
  output logic                                       stolen_valid_o,
  output logic                                       stolen_decrypt_o,
  output logic [                       SlotBits-1:0] stolen_slot_o,
  output logic [                                3:0] stolen_bytes_o,
  output logic [                              119:0] stolen_part_o,
  output logic [                              127:0] stolen_block_o,
  output logic [                              127:0] stolen_mask_o,

  output logic                                       word_valid_o,
  output logic                                       last_o,
  output logic                                       drop_o,
  output logic                                       steal_o,
  output logic                                       joined_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [                      128*Lanes-1:0] data_o,
  output logic [                       UserBits-1:0] user_o,
  output logic [                       UserBits-1:0] part_user_o
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int INDEX_BITS = BYTE_BITS - 4;

  logic word_1, again_1, tweak_1, stolen_1;
  logic last_1, drop_1, steal_1, joined_1, decrypt_1;
  logic [SlotBits-1:0] slot_1;
  logic [BYTE_BITS-1:0] bytes_1;
  logic [119:0] part_1;
  logic [UserBits-1:0] user_1, part_user_1;
  logic [16*Lanes-1:0] keep_1;
  logic [Lanes-1:0] from, from_1;  // which block is stolen from
  logic [INDEX_BITS-1:0] blocks;  // whole ones
  logic [127:0] mask_1;
  logic [128*Lanes-1:0] text_1, placed;

  // Or of all but one being zero.
  logic [128*(Lanes+1)-1:0] some_masks, some_blocks;
  assign some_masks[127:0] = '0;
  assign some_blocks[127:0] = '0;
  assign blocks = bytes_i[BYTE_BITS-1:4];
  for (genvar k = 0; k < Lanes; k++) begin : gen_block
    assign from[k] = joined_i ? k == Lanes - 1 : blocks == INDEX_BITS'(k + 1);
    assign some_masks[128*(k+1)+:128] = some_masks[128*k+:128]
        | (mask_i[128*(Lanes-1-k)+:128] & {128{from[k]}});
    assign some_blocks[128*(k+1)+:128] = some_blocks[128*k+:128]
        | (text_1[128*(Lanes-1-k)+:128] & {128{from_1[k]}});
    if (k == 0) begin : gen_first
      assign placed[128*Lanes-1-:128] = text_1[128*Lanes-1-:128];
    end else begin : gen_more
      logic part_q;  // of the block in front of it
      always_ff @(posedge clk_i) begin
        part_q <= steal_i && !joined_i && blocks == INDEX_BITS'(k);
      end
      assign placed[128*(Lanes-1-k)+:128] =
          part_q ? text_1[128*(Lanes-k)+:128] : text_1[128*(Lanes-1-k)+:128];
    end
  end

  assign tweak_valid_o = tweak_1;
  assign again_valid_o = again_1;
  assign block_o = text_1[128*Lanes-1-:128];
  assign stolen_valid_o = stolen_1;
  assign stolen_decrypt_o = decrypt_1;
  assign stolen_slot_o = slot_1;
  assign stolen_bytes_o = bytes_1[3:0];
  assign stolen_part_o = part_1;
  assign stolen_block_o = some_blocks[128*Lanes+:128];
  assign stolen_mask_o = mask_1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      word_1 <= 1'b0;
      again_1 <= 1'b0;
      tweak_1 <= 1'b0;
      stolen_1 <= 1'b0;
      word_valid_o <= 1'b0;
    end else begin
      word_1 <= valid_i && !again_i && !tweak_i && !zeroise_i;
      again_1 <= valid_i && again_i && !zeroise_i;
      tweak_1 <= valid_i && tweak_i && !zeroise_i;
      stolen_1 <= valid_i && steal_i && !again_i && !tweak_i && !zeroise_i;
      word_valid_o <= word_1 && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    last_1 <= last_i;
    drop_1 <= drop_i;
    steal_1 <= steal_i;
    joined_1 <= joined_i;
    decrypt_1 <= decrypt_i;
    slot_1 <= slot_i;
    bytes_1 <= bytes_i;
    part_1 <= part_i;
    user_1 <= user_i;
    part_user_1 <= part_user_i;
    keep_1 <= ~({16 * Lanes{1'b1}} << bytes_i) & {16 * Lanes{!drop_i}};
    from_1 <= from;
    last_o <= last_1;
    drop_o <= drop_1;
    steal_o <= steal_1;
    joined_o <= joined_1;
    bytes_o <= bytes_1;
    user_o <= user_1;
    part_user_o <= part_user_1;
    if (zeroise_i) begin
      text_1 <= '0;
      mask_1 <= '0;
      data_o <= '0;
    end else begin
      text_1 <= data_i ^ mask_i;
      mask_1 <= some_masks[128*Lanes+:128];
      for (int b = 0; b < 16 * Lanes; b++) begin
        data_o[128*Lanes-1-8*b-:8] <= placed[128*Lanes-1-8*b-:8] & {8{keep_1[b]}};
      end
    end
  end

endmodule : roundel_xts_back
