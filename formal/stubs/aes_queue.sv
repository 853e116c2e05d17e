// SPDX-License-Identifier: Apache-2.0
//
// Stands for aes_queue in proofs of what is around it: it gives credits back at any time, as many as
// it took, and is busy after a clear as the real one is. What it holds is of no matter here.

module aes_queue #(
  parameter int Width = 128,
  parameter int Depth = 2,
  parameter int Registered = 0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  output logic             busy_o,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             free_o,
  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  localparam logic [4:0] WIPING = (Depth == 2) ? 5'd0 : 5'd16;

  (* anyseq *) logic any_free, any_valid;
  logic [7:0] taken_q;  // credits
  logic [4:0] phase_q;  // cycles of wiping left
  logic clear_q;

  assign busy_o = clear_q || phase_q != 5'd0;
  assign free_o = any_free && taken_q != 8'd0;
  assign valid_o = any_valid;
  assign data_o = '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      taken_q <= 8'd0;
      phase_q <= 5'd0;
    end else begin
      clear_q <= clear_i;
      taken_q <= (clear_i || clear_q) ? 8'd0 : taken_q + {7'd0, push_i} - {7'd0, free_o};
      phase_q <= clear_q ? WIPING : (phase_q != 5'd0) ? phase_q - 5'd1 : 5'd0;
    end
  end

endmodule : aes_queue
