// SPDX-License-Identifier: Apache-2.0
//
// Expands a number of bytes to a mask with one bit per byte of a word.
//
// Interface. Bit b of `mask_o` is high if, two cycles earlier, `any_i` was high and `bytes_i` was
// greater than b. Throughput: one mask per cycle, without back-pressure; latency: 2 cycles. No
// reset: the mask is data, and lengths are public.
//
// Method. The first stage decodes the number of full blocks and the bytes of a partial block
// separately. The second stage combines both decodings. Without the register between the stages
// each of the 16 * Lanes bits would be a function of all bits of `bytes_i`.
//
// Limits. `bytes_i` is at most 16 * Lanes.

module roundel_byte_mask #(
  parameter int Lanes = 1  // N: blocks per word
) (
  input  logic                                                clk_i,
  input  logic                                                any_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  output logic [                                16*Lanes-1:0] mask_o
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int BLOCK_BITS = BYTE_BITS - 4;

  logic [Lanes-1:0] whole_q;  // all bytes of the block count
  logic [Lanes-1:0] part_q;  // rest_q has the bytes of the block that count
  logic [15:0] rest_q;
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
