// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_deep_ram: random writes, reads and blanked reads against an array.
//
// State space: every word is written; then writes, reads and reads with `blank_i` in random cycles.
// A read of the word that is written in the same cycle is not compared. Parameter space: words and
// width; the module of rtl/prim or of rtl/vendor. The bench prints "PASS <compared words>", or
// "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_deep_ram #(
  parameter int Words = 1024,
  parameter int Width = 20
);

  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(Words);

  logic clk = 1'b0;
  logic write = 1'b0;
  logic blank = 1'b0;
  logic [INDEX_BITS-1:0] write_index = '0;
  logic [INDEX_BITS-1:0] read_index = '0;
  logic [Width-1:0] data = '0;
  wire [Width-1:0] word;
  logic [Width-1:0] words[0:Words-1];
  logic [Width-1:0] expected_1, expected_2;
  logic known_1, known_2;
  integer n, compared, seed;
  logic failed = 1'b0;

  always #5 clk = ~clk;

  roundel_deep_ram #(.Words(Words), .Width(Width)) dut (
    .clk_i(clk),
    .write_i(write),
    .write_index_i(write_index),
    .write_word_i(data),
    .read_index_i(read_index),
    .blank_i(blank),
    .word_o(word)
  );

  // Inputs change with the falling edge; the word of a read is compared two cycles later.
  task automatic step;
    #4;
    if (known_2) begin
      compared = compared + 1;
      if (word !== expected_2 && !failed) begin
        failed = 1'b1;
        $display("FAIL step %0d: 0x%h instead of 0x%h", n, word, expected_2);
        $finish;
      end
    end
    expected_2 = expected_1;
    known_2 = known_1;
    expected_1 = blank ? '0 : words[read_index];
    known_1 = blank || (n >= Words && !(write && write_index == read_index));
    if (write) words[write_index] = data;
    @(negedge clk);
  endtask

  initial begin
    seed = 1;
    compared = 0;
    {known_1, known_2} = '0;
    @(negedge clk);
    for (n = 0; n < 2 * Words + 4000; n = n + 1) begin
      write = n < Words || $unsigned($urandom(seed)) % 2 == 0;
      write_index = (n < Words) ? n[INDEX_BITS-1:0]
                                : INDEX_BITS'($unsigned($urandom(seed)) % Words);
      data = {$urandom(seed), $urandom(seed)};
      read_index = INDEX_BITS'($unsigned($urandom(seed)) % Words);
      blank = $unsigned($urandom(seed)) % 4 == 0;
      step();
    end
    if (!failed) $display("PASS %0d", compared);
    $finish;
  end

endmodule : tb_roundel_deep_ram
