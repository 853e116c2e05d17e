// SPDX-License-Identifier: Apache-2.0
//
// Splits the input blocks of roundel_card into requests and data words for roundel_request_engine.
//
// Interface. Three blocks form one word of a request. The blocks of AAD and text follow the last
// word of a request. `open_i` and `settled_i` come from roundel_request_packets and decide whether
// a block belongs to a request. Valid/ready on all sides. Throughput: one block per cycle, except
// for a few cycles after each word of a request. `clear_i` drops all data and sets the registers to
// zero; the next block starts a request. Reset: asynchronous, active low.

module roundel_card_source (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         clear_i,

  input  logic         block_valid_i,
  output logic         block_ready_o,
  input  logic [127:0] block_i,  // byte 0 in the low bits

  output logic         request_valid_o,
  input  logic         request_ready_i,
  output logic [383:0] request_o,  // byte 0 in the low bits
  input  logic         open_i,  // see roundel_request_packets
  input  logic         settled_i,
  output logic         word_valid_o,
  input  logic         word_ready_i,
  output logic [127:0] word_o
);

  // Shift register that collects three blocks.
  logic [383:0] request_q;
  logic [2:0] blocks_q;  // number of collected blocks, as a thermometer code
  logic full, head, take;

  assign full = blocks_q[2];
  assign head = settled_i && !open_i && !full;
  assign block_ready_o = head || word_ready_i;
  assign take = head && block_valid_i;
  assign request_valid_o = full;
  assign request_o = request_q;
  assign word_valid_o = block_valid_i;
  assign word_o = block_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      blocks_q <= '0;
    end else if (clear_i) begin
      blocks_q <= '0;
    end else if (full) begin
      if (request_ready_i) begin
        blocks_q <= '0;
      end
    end else if (take) begin
      blocks_q <= {blocks_q[1:0], 1'b1};
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      request_q <= '0;
    end else if (take) begin
      request_q <= {block_i, request_q[383:128]};
    end
  end

endmodule : roundel_card_source
