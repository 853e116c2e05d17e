// SPDX-License-Identifier: Apache-2.0
//
// A register slice for wide words: valid/ready on both sides, and no path from one to the other, as
// roundel_skid_buffer; but `ready_i` goes to control bits alone.
//
// Two registers are filled and shown in turn. One that is empty takes what stands at the input in
// every cycle, and is full if that was a word: so its enable comes from a register, where that of
// roundel_skid_buffer is a function of `ready_i`. The price is a multiplexer behind them.
//
// Not reset but for control bits; `clear_i` drops what is in it, and lasts two cycles or more: what
// stands at the input in the last one takes the place of what was held.

module roundel_ping_pong_buffer #(
  parameter int Width = 128
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,

  input  logic             valid_i,
  output logic             ready_o,
  input  logic [Width-1:0] data_i,

  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  logic valid_q, ready_q;  // one is full; one is not
  logic [1:0] empty_q;
  logic load_q;  // the one that is filled next
  logic show_q;  // the one that is shown
  logic take, leave;
  logic [Width-1:0] even_q, odd_q;

  assign ready_o = ready_q;
  assign valid_o = valid_q;
  assign data_o = show_q ? odd_q : even_q;
  assign take = valid_i && ready_q;
  assign leave = valid_q && ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      ready_q <= 1'b0;
      empty_q <= 2'b11;
      load_q <= 1'b0;
      show_q <= 1'b0;
    end else if (clear_i) begin
      valid_q <= 1'b0;
      ready_q <= 1'b0;
      empty_q <= 2'b11;
      load_q <= 1'b0;
      show_q <= 1'b0;
    end else begin
      valid_q <= take || (valid_q && (!ready_i || empty_q == 2'b00));
      ready_q <= leave || (empty_q[0] || empty_q[1]) && !(take && valid_q);
      empty_q[0] <= (empty_q[0] && !(take && !load_q)) || (leave && !show_q);
      empty_q[1] <= (empty_q[1] && !(take && load_q)) || (leave && show_q);
      load_q <= load_q ^ take;
      show_q <= show_q ^ leave;
    end
  end

  always_ff @(posedge clk_i) begin
    if (empty_q[0]) begin
      even_q <= data_i;
    end
    if (empty_q[1]) begin
      odd_q <= data_i;
    end
  end

endmodule : roundel_ping_pong_buffer
