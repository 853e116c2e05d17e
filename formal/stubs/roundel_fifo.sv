// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_fifo for proofs of its users: an over-approximation. A stored word appears on the
// output at any time. Its credit comes back at any time, at the latest when the word leaves; at
// most the words behind the credits keep no credit. A clear takes any number of cycles
// (prove_short_fifo). The value of a word is arbitrary.

module roundel_fifo #(
  parameter int Width = 128,
  parameter int Depth = 2,
  parameter bit Registered = 1'b0,
  parameter bit BlockRam = 1'b0,
  parameter bit InputZeroWhenBusy = 1'b0
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

  localparam int BEHIND = Depth - roundel_prim_pkg::fifo_credits(Depth);

  (* anyseq *) logic any_free, any_valid, any_end;
  (* anyseq *) logic [Width-1:0] any_data;
  logic [7:0] taken_q;  // credits
  logic [7:0] held_q;  // words
  logic wipe_q;
  logic clear_q, leave;

  assign busy_o = clear_q || wipe_q;
  assign free_o = taken_q != 8'd0
      && (leave ? any_free || taken_q == held_q : any_free && held_q - taken_q < 8'(BEHIND));
  assign valid_o = any_valid && held_q != 8'd0;
  assign leave = valid_o && ready_i;
  assign data_o = any_data;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      taken_q <= 8'd0;
      held_q <= 8'd0;
      wipe_q <= 1'b0;
    end else begin
      clear_q <= clear_i;
      taken_q <= (clear_i || clear_q) ? 8'd0 : taken_q + {7'd0, push_i} - {7'd0, free_o};
      held_q <= (clear_i || clear_q) ? 8'd0 : held_q + {7'd0, push_i} - {7'd0, leave};
      wipe_q <= (Depth != 2) && (clear_q || (wipe_q && !any_end));
    end
  end

endmodule : roundel_fifo
