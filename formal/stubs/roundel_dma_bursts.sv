// SPDX-License-Identifier: Apache-2.0
//
// Stands for roundel_dma_bursts in proofs of what is behind it: any burst at any time, no longer
// than the longest, which stays until it is taken. prove_bursts shows what bursts the real one
// gives.

module roundel_dma_bursts #(
  parameter int Bytes = 16,
  parameter int BurstBytes = 256
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic        piece_valid_i,
  output logic        piece_ready_o,
  input  logic [63:0] piece_address_i,
  input  logic [31:0] piece_bytes_i,
  input  logic        piece_last_i,
  output logic        burst_valid_o,
  input  logic        burst_ready_i,
  output logic [63:0] burst_address_o,
  output logic [ 7:0] burst_length_o,
  output logic        burst_last_o
);

  localparam logic [7:0] MOST = BurstBytes / Bytes - 1;  // all ones

  (* anyseq *) logic any_ready, any_valid, any_last;
  (* anyseq *) logic [63:0] any_address;
  (* anyseq *) logic [7:0] any_length;
  logic stays_q, last_q;
  logic [63:0] address_q;
  logic [7:0] length_q;

  assign piece_ready_o = any_ready;
  assign burst_valid_o = any_valid || stays_q;
  assign burst_address_o = stays_q ? address_q : any_address;
  assign burst_length_o = (stays_q ? length_q : any_length) & MOST;
  assign burst_last_o = stays_q ? last_q : any_last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stays_q <= 1'b0;
    end else begin
      stays_q <= burst_valid_o && !burst_ready_i && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    address_q <= burst_address_o;
    length_q <= burst_length_o;
    last_q <= burst_last_o;
  end

endmodule : roundel_dma_bursts
