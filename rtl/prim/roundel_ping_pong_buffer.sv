// SPDX-License-Identifier: Apache-2.0
//
// Ping-pong buffer: a skid buffer for wide words, whose `ready_i` reaches control bits alone.
//
// Interface. Valid/ready on both sides, no combinational path between the sides. 1 word each
// cycle, latency 1 cycle, capacity two words. The reset affects control bits alone. `clear_i`,
// held for at least two cycles, drops both words; the value of `data_i` in the last of these cycles
// overwrites the words.
//
// Method. Two registers are filled and read in turn. An empty register loads `data_i` in each
// cycle, so its enable is a register. In roundel_skid_buffer the enable is a function of `ready_i`
// with a fan-out of Width. The cost is a 2-to-1 multiplexer behind the registers.

`include "roundel_contract.svh"

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

  logic valid_q;  // at least 1 register has a word
  logic ready_q;  // at least 1 register is empty
  logic [1:0] empty_q;  // bit 0: even_q is empty; bit 1: odd_q is empty
  logic load_q;  // the register that is filled next: 0 even_q, 1 odd_q
  logic show_q;  // the register on the output
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

  // The input is known, so that no word is lost or invented.
  `ROUNDEL_CONTRACT(input_known, clk_i, rst_ni, !ready_o || clear_i || valid_i || !valid_i)
  `ROUNDEL_CONTRACT_STABLE(output_stable, clk_i, rst_ni, valid_o && !ready_i && !clear_i,
                           {valid_o, data_o})

endmodule : roundel_ping_pong_buffer
