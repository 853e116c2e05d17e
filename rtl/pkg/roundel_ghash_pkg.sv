// SPDX-License-Identifier: Apache-2.0
//
// Register positions and latency of GHASH, and the kinds of words in AES-GCM.

package roundel_ghash_pkg;

  // No design uses every constant.
  // verilator lint_off UNUSEDPARAM

  // What a cycle of the lanes of roundel_gcm is for.
  localparam logic [2:0] GCM_AAD = 3'd0;  // nothing: the word only passes
  localparam logic [2:0] GCM_TEXT = 3'd1;  // counters, for text
  localparam logic [2:0] GCM_FINISH = 3'd2;  // J0, and the word is the length block
  localparam logic [2:0] GCM_HASH_KEY = 3'd3;  // zero
  localparam logic [2:0] GCM_IV = 3'd4;  // nothing: the word is a block of an IV, for J0

  // Parameter `GhashCuts` is a mask of these places of registers, in the order of the data.
  localparam int GHASH_CUT_SPLIT_2 = 0;  // operands split in pieces of 32 bits
  localparam int GHASH_CUT_SPLIT_4 = 1;  // and of 8
  localparam int GHASH_CUT_PRODUCT = 2;  // products of 8 by 8 bits
  localparam int GHASH_CUT_MERGE_1 = 3;  // put together to 16 by 16, behind the sum of the lanes
  localparam int GHASH_CUT_MERGE_2 = 4;  // 32 by 32
  localparam int GHASH_CUT_MERGE_3 = 5;  // 64 by 64
  localparam int GHASH_CUT_MERGE_4 = 6;  // 128 by 128
  localparam int GHASH_CUT_REDUCE = 7;  // modulo the field's polynomial
  localparam int GHASH_NUM_PLACES = 8;
  localparam int GHASH_BEST_CUTS = 32'hf7;

  // Words between the one that a product is made of and the one that it is added to: the product's
  // cycles, two to read that word and to add it, and one for the feedback's memory.
  function automatic int ghash_distance(input int cuts);
    ghash_distance = $countones(cuts) + 3;
  endfunction

  // Bits that number a power of the hash key: 1 to lanes * distance. Four or more: the powers of a
  // slot are cleared in a multiple of 16 cycles, in which memories of 16 words are.
  function automatic int ghash_power_bits(input int lanes, input int cuts);
    ghash_power_bits = $clog2(lanes * ghash_distance(cuts) + 1);
    if (ghash_power_bits < 4) begin
      ghash_power_bits = 4;
    end
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : roundel_ghash_pkg
