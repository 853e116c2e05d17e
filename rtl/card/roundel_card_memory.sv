// SPDX-License-Identifier: Apache-2.0
//
// The memory of a queue of roundel_card: blocks, whose halves are written each for itself, and that
// are read whole.
//
// `write_i` stores those halves of `write_block_i` that it has a one for. A block can be read from
// the second cycle after on, and stands on `block_o` two cycles behind `read_index_i`; one that is
// read earlier is unknown.
//
// `clear_i`, or a reset, sets all of it to zero: `busy_o` for `Blocks` cycles from the next one on.
// A write in the cycle of `clear_i`, or in these, is lost.

module roundel_card_memory #(
  parameter int Blocks = 512,  // a power of two, 16 to 512
  parameter int HalfBits = 64  // of half a block; fewer for proofs
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

  localparam int PLACE_BITS = $clog2(Blocks);

  if (Blocks < 16 || Blocks > 512 || Blocks != (1 << PLACE_BITS)) begin : gen_bad_blocks
    roundel_error_blocks_must_be_a_power_of_two_from_16_to_512 u_error ();
  end

  logic wipe;
  logic [PLACE_BITS-1:0] wipe_index;
  logic [1:0] write_q;
  logic [PLACE_BITS-1:0] index_q;
  logic [2*HalfBits-1:0] block_q;

  assign busy_o = wipe;

  roundel_memory_clear #(
    .Words(Blocks)
  ) u_wipe (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(wipe),
    .index_o(wipe_index)
  );

  always_ff @(posedge clk_i) begin
    write_q <= {2{wipe}} | write_i;
    index_q <= wipe ? wipe_index : write_index_i;
    block_q <= write_block_i & {2*HalfBits{!wipe}};
  end

  for (genvar h = 0; h < 2; h++) begin : gen_half
    roundel_block_ram #(
      .Words(Blocks),
      .Width(HalfBits)
    ) u_memory (
      .clk_i(clk_i),
      .write_i(write_q[h]),
      .write_index_i(index_q),
      .write_word_i(block_q[HalfBits*h+:HalfBits]),
      .read_index_i(read_index_i),
      .word_o(block_o[HalfBits*h+:HalfBits])
    );
  end

endmodule : roundel_card_memory
