// SPDX-License-Identifier: Apache-2.0
//
// Which bytes of a word count, from how many do: bit b of `mask_o` is set if `bytes_i` was more
// than b, and `any_i` set, two cycles ago.
//
// Blocks and the bytes of one are decoded apart, with a register behind each: all at once every bit
// would be a function of all of `bytes_i`.

module roundel_byte_mask #(
  parameter int Lanes = 1  // N: words of 16 * N bytes
) (
  input  logic                                        clk_i,
  input  logic                                        any_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0]  bytes_i,
  output logic [                      16*Lanes-1:0]   mask_o
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int BLOCK_BITS = BYTE_BITS - 4;

  logic [Lanes-1:0] whole_q, part_q;  // all of the block counts; a part of it or none does
  logic [15:0] rest_q;  // of that
  logic [16*Lanes-1:0] mask_q;
  assign mask_o = mask_q;

  always_ff @(posedge clk_i) begin
    rest_q <= ~(16'hffff << bytes_i[3:0]);
    for (int k = 0; k < Lanes; k++) begin
      whole_q[k] <= any_i && bytes_i[BYTE_BITS-1:4] > BLOCK_BITS'(k);
      part_q[k] <= any_i && bytes_i[BYTE_BITS-1:4] == BLOCK_BITS'(k);
      for (int b = 0; b < 16; b++) begin
        mask_q[16*k+b] <= whole_q[k] || (part_q[k] && rest_q[b]);
      end
    end
  end

endmodule : roundel_byte_mask
