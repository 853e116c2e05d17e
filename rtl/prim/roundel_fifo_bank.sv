// SPDX-License-Identifier: Apache-2.0
//
// Sixteen words of a queue: a distributed RAM, the place to write and the place to read.
//
// `write_i` stores `word_i` in the next place; the word that is read next stands on `word_o` from
// the cycle after the one that wrote it, and `read_i` goes on to the next. `start_i` sets both
// places to the first. `end_o`: the word goes to the last place but `EndMargin` of a round.
//
// Places are passed in the order of a feedback shift register, which needs one LUT where a counter
// needs four. Nothing is reset, as a RAM cannot be: whoever uses it writes every place after reset.

module roundel_fifo_bank #(
  parameter int Width = 128,  // bits of a word
  parameter int EndMargin = 0  // 0 or 1
) (
  input  logic             clk_i,
  input  logic             start_i,
  input  logic             write_i,
  input  logic [Width-1:0] word_i,
  output logic             end_o,
  input  logic             read_i,
  output logic [Width-1:0] word_o
);

  localparam logic [3:0] LAST = roundel_prim_pkg::bank_index(15 - EndMargin);

  (* ram_style = "distributed" *) logic [Width-1:0] words_q[0:15];
  logic [3:0] write_q, read_q;

  assign end_o = write_q == LAST;
  assign word_o = words_q[read_q];

  always_ff @(posedge clk_i) begin
    if (write_i) begin
      words_q[write_q] <= word_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      write_q <= '0;
      read_q <= '0;
    end else begin
      if (write_i) begin
        write_q <= roundel_prim_pkg::next_bank_index(write_q);
      end
      if (read_i) begin
        read_q <= roundel_prim_pkg::next_bank_index(read_q);
      end
    end
  end

endmodule : roundel_fifo_bank
