// SPDX-License-Identifier: Apache-2.0
//
// Memory of more words than one block RAM has, with one write port and one read port, an output
// register, and reads that give zero on request.
//
// Interface. `word_o` is word `read_index_i` of two cycles before. `word_o` is zero for a read with
// `blank_i`, in the cycle of `read_index_i`. A written word can be read from the next cycle on; a
// read of the same word in the cycle of the write gives an unknown word. An index of Words or more
// gives an unknown word. Not reset: the user writes each word before the first read, and overwrites
// secrets.
//
// Method. The memory and its first read register are the form that FPGA tools map to block RAMs,
// with a multiplexer for memories deeper than a block RAM. The second read register has a
// synchronous reset for `blank_i`, which costs no logic. Drop-in files of the same module in
// rtl/vendor: ecp5 for the cell of that device, sram for a macro of an ASIC technology.

`include "roundel_refuse.svh"

module roundel_deep_ram #(
  parameter int Words = 1024,  // 2 to 65536
  parameter int Width = 128
) (
  input  logic                                           clk_i,
  input  logic                                           write_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] write_index_i,
  input  logic [                              Width-1:0] write_word_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] read_index_i,
  input  logic                                           blank_i,  // read zero
  output logic [                              Width-1:0] word_o
);

  `ROUNDEL_REFUSE(roundel_error_a_deep_memory_has_2_to_65536_words, Words < 2 || Words > 65536)

  // The user accepts any value of a word that is read while it is written, so no tool adds a
  // bypass.
  (* ram_style = "block", rw_addr_collision = "no", ramstyle = "M20K, no_rw_check",
     syn_ramstyle = "block_ram, no_rw_check", no_rw_check *)
  logic [Width-1:0] words_q[0:Words-1];
  logic [Width-1:0] word_q, output_q;
  logic blank_q;

  assign word_o = output_q;

  always_ff @(posedge clk_i) begin
    if (write_i) begin
      words_q[write_index_i] <= write_word_i;
    end
    word_q <= words_q[read_index_i];
  end

  always_ff @(posedge clk_i) begin
    blank_q <= blank_i;
    if (blank_q) begin
      output_q <= '0;
    end else begin
      output_q <= word_q;
    end
  end

endmodule : roundel_deep_ram
