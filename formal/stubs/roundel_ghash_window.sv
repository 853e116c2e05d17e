// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_ghash_window for proofs of roundel_ghash: words of any packets, at any times.
// Marks are as in prove_ghash_window: `early_o` for the first Distance words of a packet, `tail_o`
// for the last Distance words. No word leaves three cycles after `hold_i`.

module roundel_ghash_window #(
  parameter int Lanes = 1,
  parameter int Distance = 9,
  parameter int SlotBits = 1,
  parameter int PowerBits = 4
) (
  input  logic clk_i,
  input  logic clear_i,

  input  logic valid_i,
  input  logic last_i,
  input  logic [roundel_prim_pkg::index_bits(Lanes+1)-1:0] count_i,
  input  logic [SlotBits-1:0] slot_i,
  input  logic [128*Lanes-1:0] data_i,

  input  logic hold_i,
  output logic waits_o,

  output logic valid_o,
  output logic last_o,
  output logic tail_o,
  output logic early_o,
  output logic [SlotBits-1:0] slot_o,
  output logic [PowerBits-1:0] power_o,
  output logic [128*Lanes-1:0] data_o
);

  (* anyseq *) logic any_valid, any_waits, any_tail, any_last;
  (* anyseq *) logic [SlotBits-1:0] any_slot;
  (* anyseq *) logic [PowerBits-1:0] any_power;
  (* anyseq *) logic [128*Lanes-1:0] any_data;

  logic [2:0] hold_q;
  logic [1:0] clear_q;
  logic [3:0] words_q;  // words of the packet so far, at most Distance
  logic [3:0] tails_q;  // words of its tail so far
  logic body_q;  // the packet has a word before its tail

  assign waits_o = any_waits;
  assign valid_o = any_valid && !hold_q[2] && clear_q == '0;
  assign early_o = int'(words_q) < Distance;
  assign tail_o = tails_q != '0 || any_tail;
  assign last_o = tail_o && (int'(tails_q) + 1 == Distance || (!body_q && any_last));
  assign slot_o = any_slot;
  assign power_o = any_power;
  assign data_o = any_data;

  always_ff @(posedge clk_i) begin
    hold_q <= {hold_q[1:0], hold_i};
    clear_q <= {clear_q[0], clear_i};
    if (clear_i || (valid_o && last_o)) begin
      {words_q, tails_q, body_q} <= '0;
    end else if (valid_o) begin
      words_q <= words_q + 4'(early_o);
      tails_q <= tails_q + 4'(tail_o);
      body_q <= body_q || !tail_o;
    end
  end

endmodule : roundel_ghash_window
