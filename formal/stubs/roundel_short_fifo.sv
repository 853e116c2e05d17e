// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_short_fifo for proofs of its users: a list of words (prove_short_fifo). A word
// appears on the output at any time, at the latest after the latency of the FIFO. Its credit comes
// back at any time, at the latest when the word leaves; at most the words behind the credits keep
// no credit. A clear takes any number of cycles.

module roundel_short_fifo #(
  parameter int Width = 128,
  parameter int Depth = 18,
  parameter bit Registered = 1'b0,
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

  localparam logic [7:0] BEHIND = Depth - roundel_prim_pkg::short_fifo_credits(Depth);
  localparam logic [7:0] LATENCY = roundel_prim_pkg::short_fifo_latency(Depth, Registered);

  (* anyseq *) logic any_free, any_valid, any_end;
  logic [Depth*Width-1:0] words_q;  // the next word to leave is in the low bits
  logic [7:0] taken_q;  // credits
  logic [7:0] held_q;  // words
  logic [7:0] waits_q;  // cycles without a valid output while a word is stored
  logic wipe_q, clear_q, stays_q, leave;
  logic [7:0] left;

  assign busy_o = clear_q || wipe_q;
  assign valid_o = held_q != 8'd0 && !clear_q
      && (any_valid || stays_q || waits_q == LATENCY - 8'd1);
  assign leave = valid_o && ready_i;
  assign left = held_q - {7'd0, leave};
  assign free_o = taken_q != 8'd0
      && (leave ? any_free || taken_q == held_q : any_free && held_q - taken_q < BEHIND);
  assign data_o = words_q[Width-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      taken_q <= 8'd0;
      held_q <= 8'd0;
      waits_q <= 8'd0;
      stays_q <= 1'b0;
      wipe_q <= 1'b0;
    end else begin
      clear_q <= clear_i;
      taken_q <= (clear_i || clear_q) ? 8'd0 : taken_q + {7'd0, push_i} - {7'd0, free_o};
      held_q <= (clear_i || clear_q) ? 8'd0 : left + {7'd0, push_i};
      waits_q <= (held_q == 8'd0 || valid_o || clear_i) ? 8'd0 : waits_q + 8'd1;
      stays_q <= valid_o && !ready_i && !clear_i;
      wipe_q <= clear_q || (wipe_q && !any_end);
    end
  end

  always_ff @(posedge clk_i) begin
    for (int w = 0; w < Depth; w++) begin
      if (push_i && int'(left) == w) begin
        words_q[Width*w+:Width] <= data_i;
      end else if (leave && w < Depth - 1) begin
        words_q[Width*w+:Width] <= words_q[Width*((w+1)%Depth)+:Width];
      end
    end
  end

endmodule : roundel_short_fifo
