// SPDX-License-Identifier: Apache-2.0
//
// Skid buffer: cuts all combinational paths of a valid/ready stream.
//
// Interface. Valid/ready on both sides; `ready_o` comes from a register. 1 word each cycle,
// latency 1 cycle, capacity two words. The reset affects the valid bits alone. `clear_i` drops
// both words; the words are zero from the second cycle after `clear_i` on, unless KeepDataOnClear
// is 1.

`include "roundel_contract.svh"

module roundel_skid_buffer #(
  parameter int Width = 128,
  parameter bit KeepDataOnClear = 1'b0  // 1: a clear leaves the bits of words that are no secrets
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

  logic valid_q;  // the output register has a word
  logic full_q;  // the skid register has a word
  logic empty_q;  // the skid register has no word; low after a reset, unlike !full_q
  logic clear_q;
  logic [Width-1:0] shown_q, behind_q;  // the output register and the skid register

  assign ready_o = empty_q;
  assign valid_o = valid_q;
  assign data_o = shown_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      full_q <= 1'b0;
      empty_q <= 1'b0;
    end else if (clear_i) begin
      valid_q <= 1'b0;
      full_q <= 1'b0;
      empty_q <= 1'b0;
    end else begin
      valid_q <= full_q || (valid_i && empty_q) || (valid_q && !ready_i);
      full_q <= valid_q && !ready_i && (full_q || (valid_i && empty_q));
      empty_q <= !(valid_q && !ready_i && (full_q || (valid_i && empty_q)));
    end
  end

  // The words are cleared 1 cycle after the valid bits: the wide clear comes from a register.
  always_ff @(posedge clk_i) begin
    clear_q <= clear_i && !KeepDataOnClear;
    if (clear_q) begin
      shown_q <= '0;
      behind_q <= '0;
    end else begin
      if (!valid_q || ready_i) begin
        shown_q <= full_q ? behind_q : data_i;
      end
      if (empty_q) begin
        behind_q <= data_i;
      end
    end
  end

  // The input is known, so that no word is lost or invented.
  `ROUNDEL_CONTRACT(input_known, clk_i, rst_ni, !ready_o || clear_i || valid_i || !valid_i)
  `ROUNDEL_CONTRACT_STABLE(output_stable, clk_i, rst_ni, valid_o && !ready_i && !clear_i,
                           {valid_o, data_o})

endmodule : roundel_skid_buffer
