// SPDX-License-Identifier: Apache-2.0
//
// Removes the masks from the results of roundel_xts (IEEE 1619-2018 section 5.3.1) and passes each
// result to the user: the tweaks, the second pass, or the words of text.
//
// Interface. Inputs are the outputs of the lanes, without back-pressure. One cycle later:
//   - `block_o` is lane 0, for `tweak_valid_o` (the encrypted tweak value) and `second_valid_o`
//     (the result of a second pass);
//   - `stolen_o` is, with `stolen_valid_o`, the last whole block of a packet that ends in a partial
//     block.
// Two cycles later `result_o` and `data_o` are a word with `word_valid_o`. Bytes after the end of
// the packet are zero. Reset: asynchronous. `zeroise_i` clears data, masks and the valid bits.
//
// Method. The last whole block gives bytes to the partial block (section 5.3.2).
// Without `joined` the partial block is block k of the word, and block k - 1 is copied to position
// k; roundel_xts_order replaces the original later. With `joined` the block is not moved.
// Blocks are selected with AND and OR of a one-hot mask.

`include "roundel_contract.svh"

module roundel_xts_back #(
  parameter int Lanes = 1,  // N
  parameter int SlotBits = 1,  // bits of a slot number
  parameter int UserBits = 1  // user bits of a word
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic valid_i,
  input  logic [1:0] kind_i,  // kind_e
  input  logic [128+SlotBits+roundel_prim_pkg::index_bits(Lanes+1)+2*UserBits:0] word_i,  // word_t
  input  logic [128*Lanes-1:0] data_i,
  input  logic [128*Lanes-1:0] mask_i,

  output logic tweak_valid_o,
  output logic second_valid_o,
  output logic [127:0] block_o,
  output logic stolen_valid_o,
  output logic [380+SlotBits:0] stolen_o,  // stolen_t

  output logic word_valid_o,
  output logic [7+roundel_prim_pkg::index_bits(Lanes+1)+2*UserBits:0] result_o,  // result_t
  output logic [128*Lanes-1:0] data_o
);

  localparam int SLOT_BITS = SlotBits;
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int INDEX_BITS = BYTE_BITS - 4;

  `include "roundel_xts_types.svh"
  `include "roundel_xts_steal_types.svh"
  `include "roundel_xts_result_types.svh"

  word_t word, word_1_q;
  stolen_t stolen;
  result_t result, result_q;
  logic word_valid_1_q, second_valid_q, tweak_valid_q, stolen_valid_q, word_valid_q;
  logic [16*Lanes-1:0] keep_q;  // bytes of the packet
  logic [Lanes-1:0] from, from_q;  // block to steal from, one-hot
  logic [INDEX_BITS-1:0] blocks;  // whole blocks of the word
  logic [127:0] stolen_mask_q;
  logic [128*Lanes-1:0] text_q, placed, data_q;
  // OR of the selected blocks among 0 to k - 1. Without split_var, Verilator 5.006 reports a loop.
  logic [128*(Lanes+1)-1:0] mask_or  /* verilator split_var */;
  logic [128*(Lanes+1)-1:0] block_or  /* verilator split_var */;

  assign word = word_i;
  assign blocks = word.bytes[BYTE_BITS-1:4];
  assign mask_or[127:0] = '0;
  assign block_or[127:0] = '0;
  for (genvar k = 0; k < Lanes; k++) begin : gen_block
    assign from[k] = word.joined ? k == Lanes - 1 : blocks == INDEX_BITS'(k + 1);
    assign mask_or[128*(k+1)+:128] = mask_or[128*k+:128]
        | (mask_i[128*(Lanes-1-k)+:128] & {128{from[k]}});
    assign block_or[128*(k+1)+:128] = block_or[128*k+:128]
        | (text_q[128*(Lanes-1-k)+:128] & {128{from_q[k]}});
    if (k == 0) begin : gen_first
      assign placed[128*Lanes-1-:128] = text_q[128*Lanes-1-:128];
    end else begin : gen_more
      logic part_q;  // block k is the partial block
      always_ff @(posedge clk_i) begin
        part_q <= word.steal && !word.joined && blocks == INDEX_BITS'(k);
      end
      assign placed[128*(Lanes-1-k)+:128] =
          part_q ? text_q[128*(Lanes-k)+:128] : text_q[128*(Lanes-1-k)+:128];
    end
  end

  assign stolen.decrypt = word_1_q.decrypt;
  assign stolen.slot = word_1_q.slot;
  assign stolen.bytes = word_1_q.bytes[3:0];
  assign stolen.part = word_1_q.part;
  assign stolen.block = block_or[128*Lanes+:128];
  assign stolen.mask = stolen_mask_q;

  assign result.last = word_1_q.last;
  assign result.drop = word_1_q.drop;
  assign result.steal = word_1_q.steal;
  assign result.joined = word_1_q.joined;
  assign result.bytes = word_1_q.bytes;
  assign result.user = word_1_q.user;
  assign result.part_user = word_1_q.part_user;

  assign tweak_valid_o = tweak_valid_q;
  assign second_valid_o = second_valid_q;
  assign block_o = text_q[128*Lanes-1-:128];
  assign stolen_valid_o = stolen_valid_q;
  assign stolen_o = stolen;
  assign word_valid_o = word_valid_q;
  assign result_o = result_q;
  assign data_o = data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      word_valid_1_q <= 1'b0;
      second_valid_q <= 1'b0;
      tweak_valid_q <= 1'b0;
      stolen_valid_q <= 1'b0;
      word_valid_q <= 1'b0;
    end else begin
      word_valid_1_q <= valid_i && kind_i == KIND_WORD && !zeroise_i;
      second_valid_q <= valid_i && kind_i == KIND_SECOND && !zeroise_i;
      tweak_valid_q <= valid_i && kind_i == KIND_TWEAK && !zeroise_i;
      stolen_valid_q <= valid_i && kind_i == KIND_WORD && word.steal && !zeroise_i;
      word_valid_q <= word_valid_1_q && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    word_1_q <= word;
    keep_q <= ~({16 * Lanes{1'b1}} << word.bytes) & {16 * Lanes{!word.drop}};
    from_q <= from;
    result_q <= result;
    if (zeroise_i) begin
      text_q <= '0;
      stolen_mask_q <= '0;
      data_q <= '0;
    end else begin
      text_q <= data_i ^ mask_i;
      stolen_mask_q <= mask_or[128*Lanes+:128];
      for (int b = 0; b < 16 * Lanes; b++) begin
        data_q[128*Lanes-1-8*b-:8] <= placed[128*Lanes-1-8*b-:8] & {8{keep_q[b]}};
      end
    end
  end

  // A word with `steal` has exactly one block to steal from.
  `ROUNDEL_CONTRACT(one_block_stolen, clk_i, rst_ni,
                    !valid_i || kind_i != KIND_WORD || !word.steal
                    || (from != '0 && (from & (from - 1'b1)) == '0))

endmodule : roundel_xts_back
