// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_dma_bursts for proofs of the users: any burst at any time.
//
// A burst has at most BurstBytes and lies in a page of 4 KiB. An offered burst stays until the
// handshake. prove_bursts proves the properties of the real module.

module roundel_dma_bursts #(
  parameter int Bytes = 16,
  parameter int BurstBytes = 256
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic        piece_valid_i,
  output logic        piece_ready_o,
  input  logic [96:0] piece_i,
  output logic        burst_valid_o,
  input  logic        burst_ready_i,
  output logic [71:0] burst_o,
  output logic        burst_last_o
);

  localparam int LOG = $clog2(Bytes);
  localparam logic [7:0] MOST = BurstBytes / Bytes - 1;  // all ones

  (* anyseq *) logic any_ready, any_valid, any_last;
  (* anyseq *) logic [63:0] any_address;
  (* anyseq *) logic [7:0] any_length;
  logic stays_q, last_q;
  logic [71:0] burst, burst_q;

  assign piece_ready_o = any_ready;
  assign burst_valid_o = any_valid || stays_q;
  assign burst = stays_q ? burst_q : {any_length, any_address};
  assign burst_o = {burst[71:64] & MOST, burst[63:0]};
  assign burst_last_o = stays_q ? last_q : any_last;

  always_comb begin
    if (burst_valid_o) begin
      assume (13'(burst_o[11:LOG]) + 13'(burst_o[71:64]) < 13'(4096 / Bytes));
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stays_q <= 1'b0;
    end else begin
      stays_q <= burst_valid_o && !burst_ready_i && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    burst_q <= burst_o;
    last_q <= burst_last_o;
  end

endmodule : roundel_dma_bursts
