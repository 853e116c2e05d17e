// SPDX-License-Identifier: Apache-2.0
//
// Block RAM of a ring of roundel_card: halves of a block are written, and whole blocks are read.
//
// Interface. `write_i` has one bit per half and stores that half of `write_block_i`. The block is
// readable from the second cycle after the write; an earlier read gives an unknown value. `block_o`
// follows `read_index_i` by two cycles.
//
// Clear. `clear_i`, or a reset, overwrites the memory with zero: `busy_o` is high for `Blocks`
// cycles from the next cycle on. A write in the cycle of `clear_i` or while `busy_o` is high is
// lost.

`include "roundel_refuse.svh"

module roundel_card_memory #(
  parameter int Blocks = 512,  // a power of two, 16 to 512
  parameter int HalfBits = 64  // bits of half a block; fewer for proofs
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      clear_i,
  output logic                      busy_o,

  input  logic [               1:0] write_i,
  input  logic [$clog2(Blocks)-1:0] write_index_i,
  input  logic [    2*HalfBits-1:0] write_block_i,
  input  logic [$clog2(Blocks)-1:0] read_index_i,
  output logic [    2*HalfBits-1:0] block_o
);

  localparam int INDEX_BITS = $clog2(Blocks);

  `ROUNDEL_REFUSE(roundel_error_blocks_must_be_a_power_of_two_from_16_to_512,
      Blocks < 16 || Blocks > 512 || Blocks != (1 << INDEX_BITS))

  logic clearing;
  logic [INDEX_BITS-1:0] clear_index;
  logic [1:0] write_q;
  logic [INDEX_BITS-1:0] index_q;
  logic [2*HalfBits-1:0] block_q;

  assign busy_o = clearing;

  roundel_memory_clear #(.Words(Blocks)) u_clear (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(clearing),
    .index_o(clear_index)
  );

  always_ff @(posedge clk_i) begin
    write_q <= {2{clearing}} | write_i;
    index_q <= clearing ? clear_index : write_index_i;
    block_q <= write_block_i & {2*HalfBits{!clearing}};
  end

  for (genvar h = 0; h < 2; h++) begin : gen_half
    roundel_block_ram #(.Words(Blocks), .Width(HalfBits)) u_memory (
      .clk_i,
      .write_i(write_q[h]),
      .write_index_i(index_q),
      .write_word_i(block_q[HalfBits*h+:HalfBits]),
      .read_index_i,
      .word_o(block_o[HalfBits*h+:HalfBits])
    );
  end

endmodule : roundel_card_memory
