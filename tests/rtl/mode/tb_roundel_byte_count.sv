// SPDX-License-Identifier: Apache-2.0
//
// roundel_byte_count against a plain sum, of packets from a few words to more than the lower half
// of its counter holds, with and without a shorter last word, with idle cycles between.

module tb_roundel_byte_count #(
  parameter int WordBytesBits = 4,
  parameter int Seed = 1
);

  localparam int WORD = 1 << WordBytesBits;

  logic clk = 1'b0;
  logic clear, whole, word;
  logic [WordBytesBits-1:0] rest;
  logic [35:0] bytes, sum;
  integer errors = 0, seed = Seed, n, left, size;

  roundel_byte_count #(
    .WordBytesBits(WordBytesBits)
  ) u_dut (
    .clk_i(clk),
    .clear_i(clear),
    .whole_i(whole),
    .word_i(word),
    .rest_i(rest),
    .bytes_o(bytes)
  );

  task automatic step;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
  endtask

  task automatic give(input integer count);
    word = 1'b1;
    whole = count == WORD;
    rest = count[WordBytesBits-1:0];
    step;
    sum = sum + 36'(count);
    word = 1'b0;
    whole = 1'b0;
    rest = WordBytesBits'($urandom(seed));
    if (bytes != sum) errors = errors + 1;
    if (count % 3 == 0) begin
      step;
      if (bytes != sum) errors = errors + 1;
    end
  endtask

  initial begin
    for (n = 0; n < 40; n = n + 1) begin
      clear = 1'b1;
      whole = 1'b0;
      word = 1'b0;
      rest = '0;
      step;
      clear = 1'b0;
      sum = '0;
      left = (n == 7) ? 65537 : (n == 20) ? 131075 : $urandom(seed) % 9;
      while (left > 0) begin
        give(WORD);
        left = left - 1;
      end
      size = $urandom(seed) % WORD;
      if (size > 0) give(size);
    end
    if (errors == 0) $display("PASS");
    else $display("FAIL: %0d", errors);
    $finish;
  end

endmodule : tb_roundel_byte_count
