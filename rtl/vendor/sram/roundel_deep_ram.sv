// SPDX-License-Identifier: Apache-2.0
//
// Drop-in for rtl/prim/roundel_deep_ram.sv: the memory is an SRAM macro of your technology.
//
// Interface and parameters are those of the replaced file. Compile roundel_sram.f in place of
// roundel.f, and write the module roundel_sram_macro for the words of this memory too
// (rtl/vendor/sram/roundel_block_ram.sv). A module of several macros is possible.
//
// Method. The output register is a register behind the macro, with a synchronous reset for
// `blank_i`.

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

  logic [Width-1:0] word, output_q;
  logic blank_q;

  assign word_o = output_q;

  roundel_sram_macro #(.Words(Words), .Width(Width)) u_macro (
    .clk_i, .write_i, .write_index_i, .write_word_i, .read_index_i,
    .word_o(word)
  );

  always_ff @(posedge clk_i) begin
    blank_q <= blank_i;
    if (blank_q) begin
      output_q <= '0;
    end else begin
      output_q <= word;
    end
  end

endmodule : roundel_deep_ram
