// SPDX-License-Identifier: Apache-2.0
//
// Register positions and latency of GHASH and AES-GCM.

package roundel_ghash_pkg;

  // No design uses every constant.
  // verilator lint_off UNUSEDPARAM

  // Registers of roundel_gcm in front of the lanes and behind them.
  localparam int GCM_FRONT_CYCLES = 4;  // stages of roundel_gcm_front
  localparam int GCM_OUTPUT_CYCLES = 1;  // text, and words for GHASH

  // A key product may delay a word of GHASH by one cycle. A bubble, a cycle without a word that
  // roundel_gcm_schedule makes, recovers the word. The bubble reaches the window in these cycles.
  localparam int GCM_REPORT_CYCLES = 1;  // from the delay to the register of roundel_gcm_schedule
  localparam int GCM_DECIDE_CYCLES = 1;  // from that register to the use of the cycle
  localparam int GCM_FINISH_CYCLES = 1;  // the end of a packet precedes the bubble

  // Least cycles between two key products, so that the bubble of the first one arrives before the
  // second one delays a word. A ring that turns makes no bubbles and is safe too: while its blocks
  // turn no word is accepted, so no lanes_cycles have a word in each cycle.
  function automatic int gcm_power_interval(input int lanes_cycles);
    gcm_power_interval = GCM_REPORT_CYCLES + GCM_DECIDE_CYCLES + GCM_FINISH_CYCLES
        + GCM_FRONT_CYCLES + lanes_cycles + GCM_OUTPUT_CYCLES;
  endfunction

  // Parameter `GhashCuts` is a mask of these register positions, in the order of the data.
  localparam int GHASH_CUT_SPLIT_2 = 0;  // operands split in pieces of 32 bits
  localparam int GHASH_CUT_SPLIT_4 = 1;  // pieces of 8 bits
  localparam int GHASH_CUT_PRODUCT = 2;  // products of 8 by 8 bits
  localparam int GHASH_CUT_MERGE_1 = 3;  // 16 by 16 bits, after the sum of the lanes
  localparam int GHASH_CUT_MERGE_2 = 4;  // 32 by 32 bits
  localparam int GHASH_CUT_MERGE_3 = 5;  // 64 by 64 bits
  localparam int GHASH_CUT_MERGE_4 = 6;  // 128 by 128 bits
  localparam int GHASH_CUT_REDUCE = 7;  // the result, modulo the polynomial of the field
  localparam int GHASH_NUM_PLACES = 8;
  localparam int GHASH_BEST_CUTS = 32'hf7;

  // Cycles from a product to the next word that the product can be added to, beside the cycles of
  // the multiplier: the product memory, its register, and the register of the operand.
  localparam int GHASH_FEEDBACK_CYCLES = 3;

  // Words from a word to the word that its product is added to.
  function automatic int ghash_distance(input int cuts);
    ghash_distance = $countones(cuts) + GHASH_FEEDBACK_CYCLES;
  endfunction

  // Bits of the number of a power of the hash key, 1 to lanes * distance. At least 4 bits: the
  // powers of a slot are then cleared in a multiple of 16 cycles, which also clears memories of 16
  // words.
  function automatic int ghash_power_bits(input int lanes, input int cuts);
    ghash_power_bits = $clog2(lanes * ghash_distance(cuts) + 1);
    if (ghash_power_bits < 4) begin
      ghash_power_bits = 4;
    end
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : roundel_ghash_pkg
