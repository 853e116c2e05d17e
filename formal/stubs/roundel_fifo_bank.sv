// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_fifo_bank for proofs of its users: a list of up to 16 words, the oldest word
// first. The real module has the same order (fifo-lut-ram-*).

module roundel_fifo_bank #(
  parameter int Width = 128,
  parameter bit EndMargin = 1'b0
) (
  input  logic             clk_i,
  input  logic             start_i,
  input  logic             write_i,
  input  logic [Width-1:0] word_i,
  output logic             end_o,
  input  logic             read_i,
  output logic [Width-1:0] word_o
);

  (* anyseq *) logic any_end;
  logic [16*Width-1:0] list_q, list;  // word k of the list in [Width*k +: Width]
  logic [3:0] level_q, level;  // words in the list, modulo 16

  assign end_o = any_end;
  assign word_o = list_q[Width-1:0];
  assign level = level_q - 4'(read_i);

  always_comb begin
    list = read_i ? {list_q[Width-1:0], list_q[16*Width-1:Width]} : list_q;
    for (int k = 0; k < 16; k++) begin
      if (write_i && level == 4'(k)) list[Width*k+:Width] = word_i;
    end
  end

  always_ff @(posedge clk_i) begin
    list_q <= list;
    level_q <= start_i ? '0 : level + 4'(write_i);
  end

endmodule : roundel_fifo_bank
