// SPDX-License-Identifier: Apache-2.0
//
// Storage of 16 words of a FIFO: distributed RAM with a write and a read pointer.
//
// Interface. `write_i` stores `word_i` and advances the write pointer. `word_o` is the word at the
// read pointer, from the cycle after its write on; `read_i` advances the read pointer. `start_i`
// sets both pointers to entry 0. `end_o` is high while the write pointer is at entry 15 - EndMargin
// of its sequence. The user counts the words and never reads an empty bank. Words are not reset:
// the user writes all entries after a reset.
//
// Method. The pointers follow a linear-feedback shift register with the state 0 inserted
// (roundel_prim_pkg::next_bank_index): 1 LUT each, where a binary counter takes four.

module roundel_fifo_bank #(
  parameter int Width = 128,  // bits of a word
  parameter bit EndMargin = 1'b0  // 1: `end_o` comes one entry earlier
) (
  input  logic             clk_i,
  input  logic             start_i,
  input  logic             write_i,
  input  logic [Width-1:0] word_i,
  output logic             end_o,
  input  logic             read_i,
  output logic [Width-1:0] word_o
);

  localparam logic [3:0] LAST = roundel_prim_pkg::bank_index(EndMargin ? 14 : 15);

  // A word that is read while it is written is never used, so no tool adds a bypass.
  (* ram_style = "distributed", ramstyle = "MLAB, no_rw_check", syn_ramstyle = "select_ram" *)
  logic [Width-1:0] words_q[0:15];
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
