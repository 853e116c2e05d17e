// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_deep_ram for proofs of its users: one arbitrary word of the memory, whose index
// `watched_q` never changes after the first cycle. A read of another word, and a read in the cycle
// of a write to the same word, return an arbitrary word.

module roundel_deep_ram #(
  parameter int Words = 1024,
  parameter int Width = 128
) (
  input  logic                                           clk_i,
  input  logic                                           write_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] write_index_i,
  input  logic [                              Width-1:0] write_word_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] read_index_i,
  input  logic                                           blank_i,
  output logic [                              Width-1:0] word_o
);

  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(Words);

  (* anyseq *) logic [INDEX_BITS-1:0] any_watched;
  (* anyseq *) logic [Width-1:0] any_word;

  logic chosen_q = 1'b0;  // watched_q is chosen
  logic [INDEX_BITS-1:0] watched_q;
  logic [Width-1:0] watched_word_q, word_q, output_q;
  logic blank_q, writes;

  assign word_o = output_q;
  assign writes = write_i && write_index_i == watched_q;

  always_ff @(posedge clk_i) begin
    chosen_q <= 1'b1;
    if (!chosen_q) begin
      watched_q <= any_watched;
    end
    if (writes) begin
      watched_word_q <= write_word_i;
    end
    word_q <= (read_index_i == watched_q && !writes) ? watched_word_q : any_word;
    blank_q <= blank_i;
    output_q <= blank_q ? '0 : word_q;
  end

endmodule : roundel_deep_ram
