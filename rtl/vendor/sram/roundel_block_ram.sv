// SPDX-License-Identifier: Apache-2.0
//
// Drop-in for rtl/prim/roundel_block_ram.sv: the memory is an SRAM macro of your technology.
//
// Interface and parameters are those of the replaced file. Compile roundel_sram.f in place of
// roundel.f, and write the module roundel_sram_macro, which instantiates your macros:
//
//   module roundel_sram_macro #(
//     parameter int Words,  // 2 to 512
//     parameter int Width
//   ) (
//     input  clk_i,                           // rising edge
//     input  write_i,                         // high: the macro writes
//     input  [$clog2(Words)-1:0] write_index_i,
//     input  [Width-1:0]         write_word_i,
//     input  [$clog2(Words)-1:0] read_index_i,  // read in each cycle
//     output [Width-1:0]         word_o         // word of the read index of the cycle before
//   );
//
// A macro with one write port and one read port (two-port SRAM) fits. A write and a read of the
// same word in 1 cycle: the write must succeed, the read may give any value. The macro needs no
// reset. sim/sram/roundel_sram_macro.v is a model for simulation.
//
// Method. The output register of roundel_block_ram is a register behind the macro. `roundel`
// designs use few sizes; elaborate your top and list the parameters of all roundel_sram_macro
// instances.

`include "roundel_refuse.svh"

module roundel_block_ram #(
  parameter int Words = 512,  // 2 to 512
  parameter int Width = 128
) (
  input  logic                                           clk_i,
  input  logic                                           write_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] write_index_i,
  input  logic [                              Width-1:0] write_word_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] read_index_i,
  output logic [                              Width-1:0] word_o
);

  `ROUNDEL_REFUSE(roundel_error_a_memory_has_2_to_512_words, Words < 2 || Words > 512)

  logic [Width-1:0] word, output_q;

  assign word_o = output_q;

  roundel_sram_macro #(.Words(Words), .Width(Width)) u_macro (
    .clk_i, .write_i, .write_index_i, .write_word_i, .read_index_i,
    .word_o(word)
  );

  always_ff @(posedge clk_i) begin
    output_q <= word;
  end

endmodule : roundel_block_ram
