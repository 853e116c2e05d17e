// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_key_ram against an array.
//
// Parameter space: all parameters of roundel_key_ram. State space: every word is written once, in
// order; then words, write enables and indices are random. Before and after every rising edge the
// bench reads every word: a write is visible after the edge and not before, and changes a single
// word. The bench prints "PASS <reads>", or "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_key_ram #(
  parameter int Words = 16
);

  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(Words);
  localparam int CYCLES = 20 * Words + 100;

  logic clk = 1'b0;
  logic write = 1'b0;
  logic [INDEX_BITS-1:0] write_index = '0;
  logic [INDEX_BITS-1:0] read_index = '0;
  logic [127:0] write_key = '0;
  wire [127:0] read_key;

  logic [127:0] model[0:Words-1];
  logic failed = 1'b0;
  integer cycle, word, place, reads;

  roundel_key_ram #(
    .Words(Words)
  ) dut (
    .clk_i(clk),
    .write_i(write),
    .write_index_i(write_index),
    .write_key_i(write_key),
    .read_index_i(read_index),
    .read_key_o(read_key)
  );

  // Reads the words written since the start. A single word ignores its index.
  task automatic read_all(input integer written);
    for (word = 0; word < written; word = word + 1) begin
      read_index = (Words == 1) ? cycle[INDEX_BITS-1:0] : word[INDEX_BITS-1:0];
      #1;
      reads = reads + 1;
      if (read_key !== model[word] && !failed) begin
        $display("FAIL cycle %0d, word %0d: 0x%h instead of 0x%h", cycle, word, read_key,
                 model[word]);
        failed = 1'b1;
        $finish;
      end
    end
  endtask

  initial begin : check
    reads = 0;
    for (cycle = 0; cycle < CYCLES && !failed; cycle = cycle + 1) begin
      write = cycle < Words || ($urandom() & 1) != 0;
      place = (cycle < Words) ? cycle : $urandom();
      write_index = place[INDEX_BITS-1:0];
      write_key = {$urandom(), $urandom(), $urandom(), $urandom()};
      read_all((cycle < Words) ? cycle : Words);
      clk = 1'b1;
      if (write) model[(Words==1) ? 0 : write_index] = write_key;
      #1;
      read_all((cycle < Words) ? cycle + 1 : Words);
      clk = 1'b0;
      #1;
    end
    if (!failed) $display("PASS %0d", reads);
    $finish;
  end

endmodule : tb_roundel_key_ram
