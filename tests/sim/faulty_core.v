// SPDX-License-Identifier: Apache-2.0
//
// A faulty core with the ports of roundel_core: the result is the block XOR its key, one block at a
// time. Byte 0 of the key selects a fault, for tests of the harness:
//
//   0  nothing                          4  takes no block
//   1  gives the tags of neighbours     5  ends the simulation with the first block
//   2  loses the block with tag 3       6  takes no other key
//   3  gives the block with tag 3 twice

module roundel_core (
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire         zeroise_i,
  input  wire         key_valid_i,
  output wire         key_ready_o,
  input  wire [  0:0] key_slot_i,
  input  wire [127:0] key_i,
  input  wire         key_clear_i,
  input  wire [1:0]   key_size_i,
  input  wire         in_valid_i,
  output wire         in_ready_o,
  input  wire         in_decrypt_i,
  input  wire [  0:0] in_slot_i,
  input  wire [  7:0] in_tag_i,
  input  wire [127:0] in_block_i,
  output reg          out_valid_o,
  input  wire         out_ready_i,
  output reg  [  7:0] out_tag_o,
  output reg  [127:0] out_block_o
);

  reg loaded_q, again_q;
  reg [127:0] key_q;
  wire [7:0] fault = key_q[127:120];
  wire accept = in_valid_i && in_ready_o;
  wire leave = out_valid_o && out_ready_i;

  assign key_ready_o = !(loaded_q && fault == 8'd6);
  assign in_ready_o = loaded_q && fault != 8'd4 && (!out_valid_o || (leave && !again_q));

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni || zeroise_i) begin
      loaded_q <= 1'b0;
      again_q <= 1'b0;
      key_q <= 128'd0;
      out_valid_o <= 1'b0;
    end else begin
      if (key_valid_i && key_ready_o) begin
        loaded_q <= !key_clear_i;
        key_q <= key_clear_i ? 128'd0 : key_i;
      end
      if (accept) begin
        out_valid_o <= !(fault == 8'd2 && in_tag_i == 8'd3);
        out_tag_o <= in_tag_i ^ {7'd0, fault == 8'd1};
        out_block_o <= in_block_i ^ key_q;
        again_q <= fault == 8'd3 && in_tag_i == 8'd3;
        if (fault == 8'd5) begin
          $stop;
        end
      end else if (leave) begin
        out_valid_o <= again_q;
        again_q <= 1'b0;
      end
    end
  end

endmodule
